"""Many games: deals x seatings -> result rows, on all cores.

Results depend on (root, deals, line-ups, tables) alone, never on threads or chunks.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np

from sim import deeds
from sim.files import BoxError
from sim.game import Status, begin_row, close_row, may_go_on, open_row, stop
from sim.lineups import Seating, around_the_table, games_per_deal, seating_of
from sim.players import LineUp, line_up_rows
from sim.record import NOTHING, Record, blank, new, wrap

LARGEST = 2_000  # games in one chunk: long enough to forget the cost of a call
LASTING = 0.25  #  seconds that a chunk should last, so that progress and Ctrl-C are prompt
GRACE = 0.5  #     seconds that games in hand are given to notice a stop


class Job(NamedTuple):
    """What is played, apart from how many games."""

    game: Any
    line_ups: list  #   tuples of players, all of one size
    rows: Any  #        the same as records
    root: int
    tables: Any
    rotates: bool
    checked: bool
    desks: dict  #      scratch records in use, by thread, to halt them
    repeats: int = 1
    follows: int = 0  # deals at the start that are followed, and with them some of the others (sim.deeds); 0: none

    @property
    def per_deal(self) -> int:
        return games_per_deal(self.line_ups, self.rotates, self.repeats)

    def seating(self, number: int) -> Seating:
        return seating_of(number, self.line_ups, self.rotates, self.repeats)


class Chunk(NamedTuple):
    """Games first, first + 1, ... as far as they were finished."""

    first: int
    rows: np.ndarray
    faults: dict[int, str]
    deeds: dict[int, np.ndarray]  # of the games that were followed: third, seat, verb


def job(
    game: Any,
    line_ups: list,
    root: int = 0,
    tables: Any = None,
    rotates: bool = True,
    checked: bool = False,
    repeats: int = 1,
    follows: int = 0,
) -> Job:
    """Check that these players can play this game.

    Raises: BoxError for a table the box does not allow, a root seed out of range or a strategy for another game.
    """
    for players in line_ups:
        if len(players) not in game.seats:
            raise BoxError(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not {len(players)}")
    if len({len(players) for players in line_ups}) != 1:
        raise BoxError("all line-ups of one run must have the same number of players")
    if not 0 <= root < 2**63:
        raise BoxError(f"seed {root} is not between 0 and {2**63 - 1}")
    tables = game.load({}) if tables is None else tables
    rows = line_up_rows(game, line_ups, rotates, repeats)
    return Job(game, list(line_ups), rows, root, tables, rotates, checked, {}, repeats, follows)


def chunks(
    job: Job, first: int, last: int, threads: int | None = None, chunk: int | None = None, stop: Callable = bool
) -> Iterator[Chunk]:
    """Play games first .. last - 1; yield them as they are finished, in no particular order.

    Args: chunk: games at a time (None: as many as last a quarter of a second).
    stop: asked now and then; once it says True the games in hand are halted, what is finished is yielded, and
    the iterator ends.
    """
    threads = threads or os.cpu_count() or 1
    pool, running = ThreadPoolExecutor(threads), set[Future]()
    size, start = chunk or 8, first
    try:
        while (start < last or running) and not stop():
            while start < last and len(running) < threads + 1:
                running.add(pool.submit(play_chunk, job, start, min(size, last - start)))
                start += min(size, last - start)
            done, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in done:
                result, seconds = future.result()
                if not chunk:
                    size = int(np.clip(len(result.rows) * LASTING / max(seconds, 1e-6), size // 2 + 1, 2 * size))
                    size = min(size, LARGEST)
                yield result
        if running:
            for future in running:
                future.cancel()
            halt(job)
            done, _ = wait(running, timeout=GRACE)
            yield from (future.result()[0] for future in done if not future.cancelled())
    finally:
        halt(job)
        pool.shutdown(wait=False, cancel_futures=True)


def halt(job: Job) -> None:
    """Make the games in hand end at their next decision."""
    for scratch in list(job.desks.values()):
        scratch.halt = 1


def play_chunk(job: Job, first: int, count: int) -> tuple[Chunk, float]:
    """Play games first, first + 1, ...; a crash costs its own game and the rest go on."""
    begun, game = time.perf_counter(), job.game
    state, scratch = new(game.state), new(game.scratch)
    line_ups, rows = wrap(LineUp, job.rows), blank(game.row, count)
    rows["status"] = Status.CRASHED
    faults: dict[int, str] = {}
    play: Any = play_checked if job.checked else game.play
    start, here = 0, threading.get_ident()
    job.desks[here] = scratch
    while start < count and not scratch.halt:
        given = (game,) if job.checked else ()
        try:
            play(*given, state, job.tables, scratch, line_ups, job.root, first + start, wrap(game.row, rows[start:]))
            start = count
        except Exception as error:
            start += int(np.argmax(rows["status"][start:] == Status.CRASHED))
            faults[first + start] = f"{type(error).__name__}: {error}"
            start += 1
    again = deeds.wanted(rows, job.follows, job.per_deal)
    done = deeds.followed(job, state, scratch, line_ups, rows[again]) if len(again) else {}
    rows = rows[: again[0]] if len(done) < len(again) else rows
    del job.desks[here]
    if scratch.halt:  # the game in hand was not finished
        crashed = [n for n in np.flatnonzero(rows["status"] == Status.CRASHED) if first + n not in faults]
        rows = rows[: crashed[0]] if crashed else rows
    for n in np.flatnonzero((rows["status"] != Status.FINISHED) & (rows["status"] != Status.CRASHED)):
        faults[first + int(n)] = Status(rows["status"][n]).name
    return Chunk(first, rows, faults, done), time.perf_counter() - begun


def play_checked(
    game: Any, state: Any, tables: Any, scratch: Any, line_ups: Any, root: int, first: int, rows: Any
) -> None:
    """What a game's own play() does, one decision at a time, with everything that must always hold checked after each.

    A hundred times slower; gives the same rows.
    """
    for row, line_up in each_set_up(game, state, tables, line_ups, root, first, rows):
        look(game, state, tables)
        while not state.over and not scratch.halt:
            n = game.legal(state, tables, scratch)
            if not may_go_on(state, tables, n):
                break
            action = game.decide(state, tables, scratch, line_up, n)
            if action != NOTHING:
                game.apply(state, tables, action)
                look(game, state, tables)
        if scratch.halt:
            return
        game.score(state, tables, row)
        close_row(row, state)


def each_set_up(
    game: Any, state: Any, tables: Any, line_ups: Any, root: int, first: int, rows: Any
) -> Iterator[tuple[Any, Any]]:
    """Set up games first, first + 1, ... in `state`, one after the other: the row and the line-up of each."""
    rotations = int(line_ups[0].seats) if line_ups[0].rotates else 1
    for i in range(len(rows)):
        row = rows[i]
        open_row(row, first + i, len(line_ups) * rotations, int(line_ups[0].repeats))
        line_up = line_ups[int(row.seating) // rotations]
        clear_state(state)
        begin_row(state, line_up, root, row)
        game.setup(state, tables)
        yield row, line_up


def look(game: Any, state: Any, tables: Any) -> None:
    """End a game in which something is broken."""
    if any(game.check(state, tables)):
        stop(state, Status.BROKEN)


def clear_state(state: Any) -> None:
    """Set every number to 0 (sim.rule.clear, from Python)."""
    if isinstance(state, Record):
        state.row[:] = 0
    else:
        np.asarray(state)[...] = np.zeros((), state.dtype)


class Run(NamedTuple):
    """A batch kept in memory."""

    job: Job
    rows: np.ndarray
    faults: dict[int, str]  # game number -> what went wrong


def run(
    game: Any,
    line_ups: list,
    deals: int,
    root: int = 0,
    tables: Any = None,
    *,
    rotates: bool = True,
    checked: bool = False,
    repeats: int = 1,
    threads: int | None = None,
    chunk: int | None = None,
) -> Run:
    """Play `deals` deals with every line-up and rotation, and keep all rows in memory.  For tests and notebooks."""
    work = job(game, line_ups, root, tables, rotates, checked, repeats)
    rows, faults = blank(game.row, deals * work.per_deal), dict[int, str]()
    for part in chunks(work, 0, len(rows), threads, chunk):
        rows[part.first : part.first + len(part.rows)] = part.rows
        faults |= part.faults
    return Run(work, rows, dict(sorted(faults.items())))


def describe_fault(job: Job, number: int, what: str) -> str:
    """One fault in words, with what is needed to replay it."""
    seating = job.seating(number)
    players = job.line_ups[seating.line_up]
    names = [players[player].name for player in around_the_table(job.game, len(players), job.root, seating)]
    return f"{job.game.name}, seed {job.root}, game {number}, deal {seating.deal}, {', '.join(names)}: {what}"
