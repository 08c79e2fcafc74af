"""What the tests look at: every game there is, its players, and positions in it.  Nothing is listed."""

import functools

import pytest

import heuristics
from sim import conformance, games, promises
from sim.promises import for_a_while, scripts, variants  # noqa: F401
from sim.record import PLAIN


def importable():
    found = {}
    for name in games.names():
        try:
            found[name] = games.get(name)
        except Exception:  # told by test_every_game_can_be_imported
            continue
    return found


GAMES = importable()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
compiled_only = pytest.mark.skipif(PLAIN, reason="too slow in plain Python, or about compiled code")


def listed(game):
    """Players that take no long thoughts: all but those written in code."""
    sources = heuristics.sources(game.name)
    return [name for name, source in sources.items() if source.block is not None or name == "random"]


def some_players(game, number):
    """How game `number` of a test is played: at random, or by players of the game in turn."""
    return promises.some_players(game, heuristics.named(listed(game), game), number)


@functools.cache
def positions(name, most):
    """(tables, state) of decisions, up to `most` for each open question, with a choice in it if the game has any."""
    return promises.positions(GAMES[name], heuristics.named(listed(GAMES[name]), GAMES[name]), most)


@functools.cache
def kit(name):
    return conformance.Kit(GAMES[name], heuristics.named(listed(GAMES[name]), GAMES[name]))
