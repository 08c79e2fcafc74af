"""What the strategies of The King's Abbey believe shows in what they do, and each beats chance."""

from itertools import combinations

import numpy as np
import pytest

import heuristics
from sim import games
from sim.batch import run
from sim.record import PLAIN
from sim.replay import played_by, steps

pytestmark = pytest.mark.skipif(PLAIN, reason="hundreds of games")

GAME = games.get("abbey")
PLAYERS = heuristics.players(GAME)
STYLES = ("no_deals", "greedy_deals", "leader_averse")  # like balanced, but for deals
NAMED = [name for name in PLAYERS if name not in ("random", *STYLES)]
SEAT = GAME.row.fields["seats"].record
USES = [use.name.lower() for use in SEAT.fields["uses"].index]
HELP = {"params.crusade_help": True}


def seats_of(names, deals, root=11, tables=None):
    """The rows of every seat, by strategy of the line-up, over all rotations of some deals."""
    played = run(GAME, [tuple(PLAYERS[name] for name in names)], deals, root=root, tables=tables)
    assert not played.faults
    seats = played.rows["seats"][:, : len(names)]
    return [seats[seats["strategy"] == number] for number in range(len(names))]


@pytest.fixture(scope="module")
def mixed():
    """The rows of each named strategy, from tables of four at which each meets each."""
    line_ups = [[NAMED[(first + step) % len(NAMED)] for step in (0, 1, 3, 4)] for first in range(len(NAMED))]
    played = run(GAME, [tuple(PLAYERS[name] for name in line_up) for line_up in line_ups], 8, root=12)
    assert not played.faults
    at = np.array(line_ups)[played.rows["seating"] // 4]
    seats = played.rows["seats"][:, :4]
    who = np.take_along_axis(at, seats["strategy"], axis=1)
    return {name: seats[who == name] for name in NAMED}


def uses(rows, *what):
    return sum(rows["uses"][:, USES.index(use)] for use in what)


def most(mixed, value):
    """Who has the highest mean of something, and how far ahead of the next."""
    means = {name: value(rows).mean() for name, rows in mixed.items()}
    first, second = sorted(means, key=means.get, reverse=True)[:2]
    return first, means[first] - means[second]


@pytest.mark.parametrize("name", [*NAMED, *STYLES])
def test_each_strategy_wins_nine_games_of_ten_against_three_random(name):
    assert seats_of((name, "random", "random", "random"), 25)[0]["win_share"].mean() >= 0.9


def test_the_eight_that_are_promised_are_there():
    wanted = {"greedy", "balanced", "crusader", "builder", "clergy", "defender", "farmer", "viking_free_rider"}
    assert wanted <= set(NAMED)


def test_profiles_of_uses_are_pairwise_distinct(mixed):
    """Two uses at least differ by more than half a time a game and by far more than chance."""
    for first, second in combinations(mixed, 2):
        one, other = mixed[first]["uses"], mixed[second]["uses"]
        apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
        noise = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
        assert ((apart > 0.5) & (apart > 5 * noise)).sum() >= 2, (first, second)


def test_crusader_lays_most_dice_on_crusades_and_completes_most(mixed):
    first, ahead = most(mixed, lambda rows: uses(rows, "crusade"))
    assert first == "crusader" and ahead > 2
    assert most(mixed, lambda rows: rows["crusades_completed"])[0] == "crusader"


def test_builder_has_most_buildings(mixed):
    assert most(mixed, lambda rows: uses(rows, "build", "build_free"))[0] == "builder"
    first, ahead = most(mixed, lambda rows: rows["score_buildings"])
    assert first == "builder" and ahead > 1


def test_clergy_trains_most_and_climbs_highest(mixed):
    first, ahead = most(mixed, lambda rows: uses(rows, "train"))
    assert first == "clergy" and ahead > 2
    assert most(mixed, lambda rows: rows["score_clergy"])[0] == "clergy"


def test_defender_has_most_wall_towers_and_archers_and_needs_no_buildings(mixed):
    assert most(mixed, lambda rows: uses(rows, "wall"))[0] == "defender"
    first, ahead = most(mixed, lambda rows: uses(rows, "tower", "archer", "altar", "wall"))
    assert first == "defender" and ahead > 1
    assert not uses(mixed["defender"], "buy").any()


def test_farmer_has_most_animals_and_the_fullest_abbey(mixed):
    first, ahead = most(mixed, lambda rows: rows["score_animals"])
    assert first == "farmer" and ahead > 1
    assert most(mixed, lambda rows: rows["peasants"])[0] == "farmer"


def test_viking_free_rider_never_leads_and_fights_least_of_those_who_fight(mixed):
    assert not uses(mixed["viking_free_rider"], "initiative").any()
    assert uses(mixed["viking_free_rider"], "vikings").mean() < uses(mixed["balanced"], "vikings").mean() - 0.5


def test_balanced_does_not_sink_under_the_darkness(mixed):
    """One level a game at most, on the average, and not more in the last rounds than a third."""
    unmatched = mixed["balanced"]["unmatched"].mean(axis=0)
    assert unmatched.sum() < 1 and (unmatched < 0.34).all()
    assert mixed["balanced"]["score"].mean() > 0


def test_deals_show_where_help_is_allowed():
    """Three styles at one table: who declines never helps, who accepts everything helps most."""
    tables = GAME.load(HELP)
    none, greedy, averse, balanced = seats_of(("no_deals", "greedy_deals", "leader_averse", "balanced"), 30, 13, tables)
    assert not uses(none, "help", "offer").any()
    assert uses(greedy, "help").mean() > uses(averse, "help").mean() > 0
    assert uses(balanced, "offer").any()


def test_leader_averse_never_helps_who_leads():
    """Nor who shares the lead; whoever trails is helped."""
    tables, answers, names = GAME.load(HELP), set(), ["crusader", "crusader", "leader_averse"]
    for deal in range(25):
        for step in steps(GAME, 3, deal, played_by(GAME, heuristics.named(names, GAME)), tables=tables):
            state = step.before
            if state.question == GAME.question.ANSWER and state.seat == 2:
                asker, *others = (GAME.standing(state, tables, (int(state.turn) + on) % 3) for on in range(3))
                answers.add((bool(asker >= max(others)), bool(step.action == GAME.verbs["accept"][0])))
    assert (True, True) not in answers
    assert {(True, False), (False, True)} <= answers


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_mixed_tables_come_to_an_end(seats):
    tables = list(combinations(NAMED, seats))
    some = np.random.default_rng(seats).permutation(len(tables))[:8]
    assert not run(GAME, [tuple(PLAYERS[name] for name in tables[number]) for number in some], 2, root=14).faults
