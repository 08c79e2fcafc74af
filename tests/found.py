"""What the tests look at: every game there is, its players, and positions in it.  Nothing is listed."""

import functools
import importlib
import importlib.util
import itertools
import time

import pytest

import heuristics
from sim import games
from sim.record import PLAIN, twin
from sim.replay import at_random, played_by, steps

SECONDS = 2.0  # a promise is looked at for so long in every game, and at least twice


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


def for_a_while(least=2, seconds=SECONDS):
    """0, 1, 2, ... until the time is up: small games are looked at more often than large ones."""
    begun = time.monotonic()
    for number in itertools.count():
        if number >= least and time.monotonic() - begun > seconds:
            return
        yield number


def scripts(game):
    """The module positions.py of a game, or None: states that play hardly ever reaches, and settings as ALSO."""
    name = f"sim.games.{game.name}.positions"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def variants(game):
    """Changes of the box under which a game is tested: none, and what its positions.py asks for."""
    return [{}, *getattr(scripts(game), "ALSO", [])]


def listed(game):
    """Players that take no long thoughts: all but those written in code."""
    sources = heuristics.sources(game.name)
    return [name for name, source in sources.items() if source.block is not None or name == "random"]


def some_players(game, number):
    """How game `number` of a test is played: at random, or by players of the game in turn."""
    if number % 2 == 0:
        return at_random(number)
    names, seats = listed(game), game.seats[-1]
    return played_by(game, heuristics.named([names[(number + seat) % len(names)] for seat in range(seats)], game))


@functools.cache
def positions(name, most):
    """(tables, state) of decisions with a choice in it, up to `most` for each open question."""
    game = GAMES[name]
    found = []
    for changes in variants(game):
        tables, met = game.load(changes), {}
        for number in for_a_while(2 if PLAIN else 4):
            seats = game.seats[number % len(game.seats)]
            for step in steps(game, seats, number, some_players(game, number), tables=tables):
                question, age = int(step.before.question), int(step.before.decisions)
                if step.n > 1 and met.get(question, 0) < most and (age + number) % (1 + met.get(question, 0)) == 0:
                    met[question] = met.get(question, 0) + 1
                    found.append((tables, step.before))
        for state in getattr(scripts(game), "positions", lambda tables: [])(tables):
            found.append((tables, twin(game.state, state)))
    return found
