"""What the strategies of Architects believe shows in what they do, and each beats chance."""

import sys
from itertools import combinations

import numpy as np
import pytest

import heuristics
from sim import games
from sim.batch import run
from sim.record import PLAIN, new
from sim.replay import at_random, played_by, steps

pytestmark = pytest.mark.skipif(PLAIN, reason="thousands of games")

GAME = games.get("architects")
PLAYERS = heuristics.players(GAME)
SOURCES = heuristics.sources("architects")
SCRIPTED = [name for name in PLAYERS if SOURCES[name].block]
THINKERS = [name for name in PLAYERS if not SOURCES[name].block and name != "random"]
MARKET = ("market_left", "market_hire", "market_look", "market_right")
USES = [place.name.lower() for place in GAME.row.fields["seats"].record.fields["uses"].index]
TABLE = 5
DEALS = 120


def seats_of(names, deals=DEALS, root=11):
    """The rows of every seat that the first player took, over all rotations of some deals."""
    played = run(GAME, [tuple(PLAYERS[name] for name in names)], deals, root=root)
    assert not played.faults
    seats = played.rows["seats"][:, : len(names)]
    return seats[seats["strategy"] == 0]


@pytest.fixture(scope="module")
def mixed():
    """The rows of each scripted strategy, from tables of five at which each meets each."""
    names = [*SCRIPTED, *SCRIPTED]
    line_ups = [[names[first + step] for step in (0, 1, 3, 4, 7)] for first in range(len(SCRIPTED))]
    played = run(GAME, [tuple(PLAYERS[name] for name in line_up) for line_up in line_ups], 16, root=12)
    assert not played.faults
    at = np.array(line_ups)[played.rows["seating"] // TABLE]
    seats = played.rows["seats"][:, :TABLE]
    who = np.take_along_axis(at, seats["strategy"], axis=1)
    return {name: seats[who == name] for name in SCRIPTED}


def uses(rows, *places):
    return sum(rows["uses"][:, USES.index(place)] for place in places)


def most(mixed, value):
    """Who has the highest mean of something, and the means in falling order."""
    means = {name: value(rows).mean() for name, rows in mixed.items()}
    order = sorted(means, key=means.get, reverse=True)
    return order[0], [means[name] for name in order]


@pytest.mark.parametrize("name", SCRIPTED)
def test_each_scripted_strategy_wins_nine_games_of_ten_against_three_random(name):
    assert seats_of((name, "random", "random", "random"), 100)["win_share"].mean() >= 0.9


@pytest.mark.parametrize("name", THINKERS)
def test_each_thinker_wins_nine_games_of_ten_against_three_random(name):
    assert seats_of((name, "random", "random", "random"), 5)["win_share"].mean() >= 0.9


@pytest.mark.parametrize("name", SCRIPTED)
def test_planner_wins_clearly_more_than_its_share_against_three_of_each(name):
    """Chance is 1 in 4; the interval over deals lies above it."""
    wins = seats_of(("planner", name, name, name), 10)["win_share"].reshape(10, 4).mean(axis=1)
    assert wins.mean() > 0.5
    assert wins.mean() - 1.96 * wins.std(ddof=1) / np.sqrt(10) > 0.25


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_quick_player_inside_planner_places_only_where_it_may(seats):
    """What it does in its thoughts nobody else would notice."""
    planner, tables, scratch = sys.modules["strategy_planner"], GAME.load({}), new(GAME.scratch)
    for deal in range(6):
        choose = at_random(deal) if deal % 2 else played_by(GAME, [PLAYERS[name] for name in SCRIPTED[deal:][:seats]])
        for step in steps(GAME, seats, deal, choose):
            if int(step.before.question) == GAME.question.PLACE:
                n = GAME.legal(step.before, tables, scratch)
                assert planner.next_place(step.before, tables) in scratch.actions[:n]


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_a_thinker_alone_come_to_an_end(name, seats):
    """Nor do they drag on: ahead or behind, it wants the end."""
    rows = run(GAME, [(PLAYERS[name],) * seats], 4, root=13, rotates=False).rows
    assert (rows["status"] == 0).all() and (rows["rounds"] < 100).all()


@pytest.mark.parametrize("name", SCRIPTED)
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_one_strategy_alone_come_to_an_end(name, seats):
    assert not run(GAME, [(PLAYERS[name],) * seats], 100, root=13, rotates=False).faults


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_mixed_tables_come_to_an_end(seats):
    tables = list(combinations(SCRIPTED, seats))
    some = np.random.default_rng(seats).permutation(len(tables))[:60]
    assert not run(GAME, [tuple(PLAYERS[name] for name in tables[number]) for number in some], 3, root=14).faults


def test_virtuous_never_robs_the_tax_stand_nor_enters_the_black_market(mixed):
    rows = mixed["virtuous"]
    assert not uses(rows, "tax_stand", *MARKET).any()
    assert most(mixed, lambda rows: rows["virtue"])[0] == "virtuous"
    assert rows["level"].mean() > 3


def test_black_market_lives_below_ten_virtue_and_uses_the_market_most(mixed):
    rows = mixed["black_market"]
    assert (rows["virtue"] < 10).mean() > 0.99
    assert rows["virtue"].mean() == min(others["virtue"].mean() for others in mixed.values())
    first, visits = most(mixed, lambda rows: uses(rows, *MARKET))
    assert first == "black_market" and visits[0] > 4


def test_greedy_digs_most_gold(mixed):
    first, digs = most(mixed, lambda rows: uses(rows, "mines_gold"))
    assert first == "greedy" and digs[0] > digs[1] + 1


def test_cathedral_rush_climbs_to_the_top_of_the_cathedral(mixed):
    assert (mixed["cathedral_rush"]["level"] == 5).mean() > 0.9
    first, levels = most(mixed, lambda rows: rows["level"])
    assert first == "cathedral_rush" and levels[0] > levels[1] + 0.5


def test_builder_builds_most_and_never_climbs(mixed):
    assert not uses(mixed["builder"], "cathedral").any()
    assert most(mixed, lambda rows: uses(rows, "construct"))[0] == "builder"
    assert most(mixed, lambda rows: rows["score_buildings"])[0] == "builder"


def test_captor_captures_most_and_sells_most_to_the_prison(mixed):
    first, captures = most(mixed, lambda rows: uses(rows, "capture"))
    assert first == "captor" and captures[0] > captures[1] + 3
    first, sales = most(mixed, lambda rows: uses(rows, "imprison"))
    assert first == "captor" and sales[0] > sales[1] + 2


def test_tax_thief_robs_the_tax_stand_most(mixed):
    first, visits = most(mixed, lambda rows: uses(rows, "tax_stand"))
    assert first == "tax_thief" and visits[0] > visits[1] + 1
    assert uses(mixed["tax_thief"], "trade").mean() > 2  # for virtue to lose again


def test_debt_lord_takes_and_pays_off_most_debts(mixed):
    first, ransoms = most(mixed, lambda rows: uses(rows, "ransom"))
    assert first == "debt_lord" and ransoms[0] > ransoms[1] + 1
    first, paid = most(mixed, lambda rows: uses(rows, "pay_debt"))
    assert first == "debt_lord" and paid[0] > paid[1] + 0.5


def test_opportunist_is_corrupt_early_and_virtuous_late(mixed):
    """It robs and shops as the corrupt do, only early; and at the end its name is cleaner than theirs."""
    robs, wins_back = set(), set()
    for deal in range(8):
        choose = played_by(GAME, heuristics.named(["opportunist", "greedy", "builder"], GAME))
        for step in steps(GAME, 3, deal, choose):
            if step.before.sits[step.before.seat] == 0 and int(step.before.question) == GAME.question.PLACE:
                name = USES[step.action]
                robs |= {int(step.before.rounds)} if name in ("tax_stand", *MARKET) else set()
                wins_back |= {int(step.before.rounds)} if name == "storehouse" else set()
    assert robs and max(robs) <= 12
    assert np.median(list(wins_back)) > 12
    rows = mixed["opportunist"]
    assert uses(rows, "tax_stand", *MARKET).mean() > 2
    assert rows["virtue"].mean() > max(mixed[name]["virtue"].mean() for name in ("black_market", "tax_thief")) + 2


def test_profiles_of_uses_are_pairwise_distinct(mixed):
    """Two uses at least differ by more than one a game and by far more than chance."""
    for first, second in combinations(mixed, 2):
        one, other = mixed[first]["uses"], mixed[second]["uses"]
        apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
        noise = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
        assert ((apart > 1) & (apart > 5 * noise)).sum() >= 2, (first, second)


def test_four_balanced_players_finish_in_about_as_many_turns_as_people():
    """People are said to take 20 to 34 turns; far outside would point at a fault in the rules."""
    rows = seats_of(("balanced",) * 4)
    assert 15 < rows["turns_taken"].mean() < 50


@pytest.mark.parametrize("others", [("greedy", "virtuous", "builder"), ("cathedral_rush", "tax_thief", "opportunist")])
def test_tuned_wins_more_than_the_strategy_it_was_tuned_from(others):
    """On the same fresh deals, in the same seats; against opponents it was tuned on, and others."""
    before, after = (seats_of((who, *others), root=15)["win_share"] for who in ("balanced", "tuned"))
    gain = (after - before).reshape(DEALS, 4).mean(axis=1)
    assert gain.mean() - 1.96 * gain.std(ddof=1) / np.sqrt(DEALS) > 0
