"""What every seat does in each third of a game: some games of a run are played once more, with every decision noted.

How long a game is gets known at its end, so its thirds are known when it is played again.  A game's own loop knows
nothing of this, and a game that is not followed costs nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sim.game import AnyState, AnyTables, Desk, Status, begin, may_go_on
from sim.players import LineUp
from sim.record import NOTHING, Record, blank, i4, i8, new, u8, wrap
from sim.rule import address, call, call_apply, call_legal, call_setup, clear_whole, rule

THIRDS = 3
EVERY = 50  #     one deal of so many is followed,
FIRST = 1_000  #  and at the start whole deals of no more games than these


class Again(Record):
    """A game to be played once more."""

    root: i8
    deal: i8
    line_up: i4
    rotation: i4
    repeat_: i4
    decisions: i4  #  that it had


class Deed(Record):
    """One decision."""

    seat: i4
    round_: i4
    action: i4


class Loop(Record):
    """Addresses of a game's functions, and how large its state is: with them one loop plays every game."""

    setup: u8
    legal: u8
    decide: u8
    apply: u8
    bytes: i8


@rule
def note_game(state: AnyState, tables: AnyTables, desk: Desk, line_up: LineUp, loop: Loop, deeds: Deed[:]) -> None:
    """Play a game to its end, as its own play_on() does, and note every decision."""
    for number in range(len(deeds)):
        n = call_legal(loop.legal, state, tables, desk)
        if desk.halt or not may_go_on(state, tables, n):
            return
        deed = deeds[number]
        deed.seat = state.seat
        deed.round_ = state.rounds
        deed.action = call(loop.decide, state, tables, desk, line_up, n)
        if deed.action != NOTHING:
            call_apply(loop.apply, state, tables, np.int64(deed.action))


@rule
def note_games(
    state: AnyState, tables: AnyTables, desk: Desk, line_ups: LineUp[:], loop: Loop, games: Again[:], deeds: Deed[:]
) -> None:
    """Play games one after the other; the deeds of all stand in one row."""
    first = 0
    for number in range(len(games)):
        game, line_up = games[number], line_ups[games[number].line_up]
        clear_whole(state, loop.bytes)
        begin(state, line_up.seats, game.root, game.deal, game.rotation, game.repeat_)
        call_setup(loop.setup, state, tables)
        note_game(state, tables, desk, line_up, loop, deeds[first : first + game.decisions])
        first += game.decisions


def loop_of(game: Any) -> Any:
    loop, least = new(Loop), (game.state, game.tables)
    loop.setup = address(game.setup, least)
    loop.legal = address(game.legal, (*least, game.scratch))
    loop.decide = address(game.decide, (*least, game.scratch, LineUp, int))
    loop.apply = address(game.apply, (*least, int))
    loop.bytes = game.state.dtype.itemsize
    return loop


# Which verb an action is.


class Verbs(NamedTuple):
    names: list[str]
    of: np.ndarray  # the place of each action's verb among them


def verbs_of(game: Any) -> Verbs:
    """The verbs by which actions are told: of those that cover an action, the first one declared.

    So no action is told twice, and groups that are declared after their members are left out.
    """
    of = np.full(1 + max(last for _, last in game.verbs.values()), NOTHING)
    names = []
    for verb, (first, last) in game.verbs.items():
        untold = of[first : last + 1] == NOTHING
        if untold.any():
            of[first : last + 1][untold] = len(names)
            names.append(verb)
    return Verbs(names, of)


# Games of a run.


def wanted(rows: np.ndarray, deals: int, per_deal: int) -> np.ndarray:
    """Which of these games are followed: finished, of the first `deals` deals or a fiftieth one; with 0, none."""
    if not deals:
        return np.empty(0, np.int64)
    is_one = (rows["deal"] % EVERY == 0) | (rows["deal"] < min(deals, FIRST // per_deal))
    return np.flatnonzero(is_one & (rows["status"] == Status.FINISHED))


def followed(job: Any, state: Any, scratch: Any, line_ups: Any, rows: np.ndarray) -> dict[int, np.ndarray]:
    """Play finished games again; how often each seat did what in each third of the rounds: {game: [third, seat, verb]}.

    Nothing when it was halted.
    """
    games = blank(Again, len(rows))
    for game, number in zip(games, rows["game"], strict=True):
        seating = job.seating(int(number))
        game["root"], game["deal"], game["repeat_"] = job.root, seating.deal, seating.repeat
        game["line_up"], game["rotation"] = seating.line_up, seating.rotation
    games["decisions"] = rows["decisions"]
    deeds = blank(Deed, int(games["decisions"].sum()))
    again, noted = wrap(Again, games), wrap(Deed, deeds)
    note_games(state, job.tables, scratch, line_ups, loop_of(job.game), again, noted)
    if scratch.halt:
        return {}
    counts = counted(job, rows, deeds)
    return {int(number): counts[at] for at, number in enumerate(rows["game"])}


def counted(job: Any, rows: np.ndarray, deeds: np.ndarray) -> np.ndarray:
    """[game, third, seat, verb]; where anything is forbidden, last how often a seat did what is forbidden to it."""
    verbs, seats = verbs_of(job.game), len(job.line_ups[0])
    at = np.repeat(np.arange(len(rows)), rows["decisions"])
    ends = last_rounds(rows["rounds"])[at, :-1]
    third = (deeds["round_"][:, None] > ends).sum(axis=1)
    places, shape = (at, third, deeds["seat"]), (len(rows), THIRDS, seats)
    found = tallied((*places, verbs.of[deeds["action"]]), (*shape, len(verbs.names)))
    if not is_restricted(job):
        return found
    banned = is_banned(job, rows, deeds, at)
    kept = tallied(tuple(place[banned] for place in places), shape)
    return np.concatenate([found, kept[..., None]], axis=3)


def last_rounds(rounds: Any) -> np.ndarray:
    """Of games with so many rounds, the last round of each third, counted from 1: [..., third]."""
    return -(-np.multiply.outer(rounds, np.arange(1, THIRDS + 1)) // THIRDS)


def tallied(places: tuple, shape: tuple) -> np.ndarray:
    found = np.bincount(np.ravel_multi_index(places, shape), minlength=int(np.prod(shape)))
    return found.reshape(shape).astype(np.int32)


def is_restricted(job: Any) -> bool:
    return bool(job.rows["plan"]["bans"].any())


def is_banned(job: Any, rows: np.ndarray, deeds: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Whether each deed is one that is forbidden to its player (sim.forbid): nothing else was legal."""
    line_up = rows["seating"] // (len(job.line_ups[0]) if job.rotates else 1)
    whose = line_up[at], rows["seats"]["strategy"][at, deeds["seat"]]
    bans, counts = job.rows["plan"]["ban"][whose], job.rows["plan"]["bans"][whose]
    action = deeds["action"][:, None]
    within = (bans["first"] <= action) & (action <= bans["last"])
    return (within & (np.arange(bans.shape[1]) < counts[:, None])).any(axis=1)
