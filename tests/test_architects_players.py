"""What the strategies of Architects believe shows in what they do, and each beats chance."""

from itertools import combinations

import numpy as np
import pytest

import heuristics
from sim import games
from sim.batch import run
from sim.record import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="thousands of games")

GAME = games.get("architects")
PLAYERS = heuristics.players(GAME)
NAMED = [name for name in PLAYERS if name != "random"]
DEALS = 150


def seats_of(names, deals=DEALS, root=11):
    """The rows of every seat that the first player took, over all rotations of some deals."""
    played = run(GAME, [tuple(PLAYERS[name] for name in names)], deals, root=root)
    assert not played.faults
    seats = played.rows["seats"][:, : len(names)]
    return seats[seats["strategy"] == 0]


@pytest.fixture(scope="module")
def mixed():
    """Uses per game of each named strategy at one table."""
    table = ("virtuous", "black_market", "greedy", "balanced")
    played = run(GAME, [tuple(PLAYERS[name] for name in table)], DEALS, root=12)
    seats = played.rows["seats"][:, :4]
    return {name: seats[seats["strategy"] == number] for number, name in enumerate(table)}


def uses(rows, *places):
    names = [place.name.lower() for place in GAME.row.fields["seats"].record.fields["uses"].index]
    return sum(rows["uses"][:, names.index(place)] for place in places)


@pytest.mark.parametrize("name", NAMED)
def test_each_named_strategy_wins_nine_games_of_ten_against_three_random(name):
    assert seats_of((name, "random", "random", "random"), 100)["win_share"].mean() >= 0.9


def test_virtuous_never_robs_the_tax_stand_nor_enters_the_black_market(mixed):
    rows = mixed["virtuous"]
    assert not uses(rows, "tax_stand", "market_left", "market_hire", "market_look", "market_right").any()
    assert rows["virtue"].mean() > max(mixed[name]["virtue"].mean() for name in mixed if name != "virtuous")
    assert rows["level"].mean() > max(mixed[name]["level"].mean() for name in mixed if name != "virtuous")


def test_black_market_lives_below_ten_virtue_and_uses_the_market_most(mixed):
    rows = mixed["black_market"]
    assert (rows["virtue"] < 10).mean() > 0.99
    visits = {
        name: uses(rows, "market_left", "market_hire", "market_look", "market_right").mean()
        for name, rows in mixed.items()
    }
    assert visits["black_market"] == max(visits.values()) > 2


def test_greedy_digs_most_gold(mixed):
    gold = {name: uses(rows, "mines_gold").mean() for name, rows in mixed.items()}
    assert gold["greedy"] == max(gold.values())


def test_profiles_of_uses_are_pairwise_distinct(mixed):
    """Some use differs by more than one a game and by far more than chance."""
    for first, second in combinations(mixed, 2):
        one, other = mixed[first]["uses"], mixed[second]["uses"]
        apart = np.abs(one.mean(axis=0) - other.mean(axis=0))
        noise = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
        assert ((apart > 1) & (apart > 5 * noise)).any(), (first, second)


def test_four_balanced_players_finish_in_about_as_many_turns_as_people():
    """People are said to take 20 to 34 turns; far outside would point at a fault in the rules."""
    rows = seats_of(("balanced",) * 4)
    assert 15 < rows["turns_taken"].mean() < 50
