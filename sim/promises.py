"""Promises that every player keeps, wherever it is written, and how one looks whether it does.

Positions are met in games played at random and by the game's own players, and, where the game has a positions.py,
taken from there too.  What a seat cannot see is known from the declarations of the state (sim.hidden).
"""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from sim.batch import describe_fault, run
from sim.game import ask
from sim.hidden import permuted
from sim.players import LineUp, Player, line_up_rows
from sim.record import PLAIN, new, raw, twin, wrap
from sim.replay import Choose, at_random, played_by, steps

MOST = 1 if PLAIN else 6  # positions for each open question
SECONDS = 2.0  #             a promise is looked at for so long in every game, and at least twice
BEGINNING = 30  #            decisions in plain Python, where thinkers are slow

Position = tuple[Any, Any]  # tables, state


class Finding(NamedTuple):
    promise: str
    problem: str  #       empty: the promise was kept
    look_at: str = ""  #  where the mistake will be

    @property
    def kept(self) -> bool:
        return not self.problem


# Positions.


def scripts(game: Any) -> ModuleType | None:
    """The module positions.py of a game, or None: states that play hardly ever reaches, and settings as ALSO."""
    name = f"sim.games.{game.name}.positions"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def variants(game: Any) -> list[dict[str, Any]]:
    """Changes of the box under which a game is looked at: none, and what its positions.py asks for."""
    return [{}, *getattr(scripts(game), "ALSO", [])]


def for_a_while(least: int = 2, seconds: float = SECONDS) -> Iterator[int]:
    """0, 1, 2, ... until the time is up: small games are looked at more often than large ones."""
    begun = time.monotonic()
    for number in itertools.count():
        if number >= least and time.monotonic() - begun > seconds:
            return
        yield number


def some_players(game: Any, players: Sequence[Player], number: int) -> Choose:
    """How game `number` is played: at random, or by the players in turn."""
    if number % 2 == 0:
        return at_random(number)
    return played_by(game, [players[(number + seat) % len(players)] for seat in range(game.seats[-1])])


def positions(game: Any, players: Sequence[Player], most: int = MOST) -> list[Position]:
    """Decisions with a choice in it, up to `most` for each open question; in a game without choices any decisions."""
    return decisions(game, players, most, least=2) or decisions(game, players, most, least=1)


def decisions(game: Any, players: Sequence[Player], most: int, least: int) -> list[Position]:
    """Positions with at least so many legal actions."""
    found = []
    for changes in variants(game):
        tables, met = game.load(changes), dict[int, int]()
        for number in for_a_while(2 if PLAIN else 4):
            seats = game.seats[number % len(game.seats)]
            for step in steps(game, seats, number, some_players(game, players, number), tables=tables):
                question, age = int(step.before.question), int(step.before.decisions)
                if step.n >= least and met.get(question, 0) < most and (age + number) % (1 + met.get(question, 0)) == 0:
                    met[question] = met.get(question, 0) + 1
                    found.append((tables, step.before))
        for state in getattr(scripts(game), "positions", lambda tables: [])(tables):
            found.append((tables, twin(game.state, state)))
    return found


# One question to one player.


class Answer(NamedTuple):
    action: int
    shown: bytes  #  all that it could have been shown
    legal: bool


def shown(game: Any, state: Any, tables: Any, scratch: Any) -> int:
    """Lay all that the player in turn may look at on the desk; returns how many actions are legal."""
    n = int(game.legal(state, tables, scratch))
    game.features(state, tables, int(state.seat), scratch)
    for slot in range(n):
        game.gains(state, tables, int(scratch.actions[slot]), scratch, slot)
    return n


def asked(game: Any, player: Player, state: Any, tables: Any, scratch: Any = None) -> Answer:
    """What the player chooses.  The state is that of the real game: what the player does to it is done."""
    scratch = new(game.scratch) if scratch is None else scratch
    plan = wrap(LineUp, line_up_rows(game, [(player,)]))[0].plan[0]
    n = shown(game, state, tables, scratch)
    legal = scratch.actions[:n].tolist()
    seen = scratch.actions[:n].tobytes() + scratch.features.tobytes() + scratch.gains[:n].tobytes()
    action = int(ask(state, tables, scratch, plan, n))
    return Answer(action, seen, action in legal)


# The promises.  Each says what is wrong, or nothing.


def peeks(game: Any, player: Player, found: Sequence[Position]) -> str:
    """Whether dealing anew what a seat cannot see changes what it is shown or what it does."""
    luck = np.random.default_rng(1)
    for tables, state in found:
        other = permuted(game, state, int(state.seat), luck)
        broken = list(game.check(other, tables))
        if broken:
            raise ValueError(f"{game.name}: dealt anew, {broken[0]}")
        one, two = (asked(game, player, this, tables) for this in (twin(game.state, state), other))
        if one.shown != two.shown:
            return f"the game shows it what its seat cannot see, {where(game, state)}"
        if one.action != two.action:
            return f"it does something else when only what its seat cannot see has changed, {where(game, state)}"
    return ""


def meddles(game: Any, player: Player, found: Sequence[Position]) -> str:
    """Whether asking changes more than the player's own stream of whims."""
    for tables, state in found:
        other, seat = twin(game.state, state), int(state.seat)
        stopped = () if asked(game, player, other, tables).legal else ("over", "status")
        raw(other)["whims"][seat] = raw(state)["whims"][seat]
        for name in game.state.fields:
            if name not in stopped and raw(other)[name].tobytes() != raw(state)[name].tobytes():
                return f"it changes {name} of the game that is being played, {where(game, state)}"
    return ""


def cheats(game: Any, player: Player, found: Sequence[Position]) -> str:
    """Whether it does what is not on offer."""
    for tables, state in found:
        if not asked(game, player, twin(game.state, state), tables).legal:
            return f"it does what was not offered, {where(game, state)}"
    return ""


def remembers(game: Any, player: Player, found: Sequence[Position]) -> str:
    """Whether what was on the desk before, or luck from elsewhere, changes its mind."""
    used = new(game.scratch)
    for tables, state in found:
        afresh = asked(game, player, twin(game.state, state), tables)
        if asked(game, player, twin(game.state, state), tables, used).action != afresh.action:
            return f"asked the same again, it does something else, {where(game, state)}"
    return ""


def where(game: Any, state: Any) -> str:
    question = game.question(int(state.question)).name.lower()
    return f"at the question {question} ({here(state)})"


def here(state: Any) -> str:
    return (
        f"seed {int(state.root)}, deal {int(state.deal)}, {int(state.seats)} players, decision {int(state.decisions)}"
    )


def stumbles(game: Any, player: Player, seats: int, others: Sequence[Player] = ()) -> str:
    """Whether a game at a table of this size ends with a fault, alone and among others."""
    tables = game.load({})
    if PLAIN:
        tables.longest = BEGINNING
    for line_up in [(player,) * seats, *[(player, *(other,) * (seats - 1)) for other in others]]:
        played = run(game, [line_up], 1, tables=tables, rotates=False)
        for number, what in played.faults.items():
            if not (PLAIN and what == "ENDLESS"):
                return describe_fault(played.job, number, what)
    return ""


PROMISES: dict[str, Callable[[Any, Player, Sequence[Position]], str]] = {
    "does not peek": peeks,
    "touches nothing but its own whims": meddles,
    "does only what is legal": cheats,
    "does the same when asked the same": remembers,
}


def findings(game: Any, player: Player, found: Sequence[Position], others: Sequence[Player] = ()) -> Iterator[Finding]:
    """Every promise, one after the other."""
    for promise, look in PROMISES.items():
        yield Finding(promise, told(look, game, player, found))
    for seats in game.seats:
        yield Finding(f"plays whole games of {seats}", told(stumbles, game, player, seats, others))


def told(look: Callable[..., str], *arguments: Any) -> str:
    try:
        return look(*arguments)
    except Exception as error:  # out of the strategy
        return f"{type(error).__name__}: {' '.join(str(error).split())}"
