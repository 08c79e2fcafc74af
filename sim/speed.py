"""How fast: games and decisions a second of one core, and what else a run costs.

Time is that of the processor and of one thread, and of several rounds of the same games the best counts: what other
programs do at the same time then matters little.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from sim import batch
from sim.batch import Job, job
from sim.game import Status
from sim.players import Player
from sim.replay import played_by, steps
from sim.results import frames, write

ROUND = 0.12  #  seconds that a round should last
ROUNDS = 5
SLOW = 1.0  #    seconds after which a round is not played again
WATCHED = 3  #   games that are looked at step by step, for so many seconds at most:
WATCHING = 0.5


class Pace(NamedTuple):
    """What one table of players does."""

    games_per_second: float
    decisions_per_second: float
    decisions: float  #  a game
    legal: float  #      actions a decision
    forced: float  #     share of the decisions with one legal action
    games: int  #        of a round
    faults: int  #       among them


class Writing(NamedTuple):
    """What result tables cost, in seconds: frames and Parquet, beside playing the games."""

    games: int
    simulating: float
    tables: float

    @property
    def ratio(self) -> float:
        return self.tables / self.simulating


def signature(game: Any, anyone: Player) -> str:
    """One number for the rules and the luck of a game: what `anyone` (random) makes of a few deals."""
    digest = hashlib.sha256()
    for seats in game.seats:
        digest.update(batch.run(game, [(anyone,) * seats], 2, rotates=False).rows.tobytes())
    return digest.hexdigest()[:8]


def pace(game: Any, players: Sequence[Player], seconds: float = ROUND, rounds: int = ROUNDS) -> Pace:
    work = job(game, [tuple(players)])
    count, (rows, spent) = 1, timed(work, 1)
    while spent < seconds / 2:
        count = int(count * np.clip(seconds / max(spent, 1e-6), 2, 50))
        rows, spent = timed(work, count)
    for _ in range(rounds - 1 if spent < SLOW else 0):
        spent = min(spent, timed(work, count)[1])
    decisions = int(rows["decisions"].sum())
    return Pace(
        count / spent,
        decisions / spent,
        decisions / count,
        legal_actions(game, players),
        float(rows["forced"].sum()) / max(decisions, 1),
        count,
        int(np.sum(rows["status"] != Status.FINISHED)),
    )


def timed(work: Job, count: int) -> tuple[np.ndarray, float]:
    """The first games of a job, played in this thread, and the processor time they took."""
    begun = time.thread_time()
    rows = batch.play_chunk(work, 0, count)[0].rows
    return rows, max(time.thread_time() - begun, 1e-9)


def legal_actions(game: Any, players: Sequence[Player]) -> float:
    """Legal actions a decision, over a few games played step by step."""
    begun, decisions, actions = time.perf_counter(), 0, 0
    for deal in range(WATCHED):
        for step in steps(game, len(players), deal, played_by(game, players)):
            decisions, actions = decisions + 1, actions + step.n
            if time.perf_counter() - begun > WATCHING:
                return actions / decisions
    return actions / max(decisions, 1)


def writing(game: Any, players: Sequence[Player], seconds: float = 8 * ROUND, rounds: int = 3) -> Writing:
    """What tables cost: the processor time of all threads that make them, beside that of the games."""
    work = job(game, [tuple(players)])
    _, spent = timed(work, work.per_deal)
    count = max(int(seconds / spent), 1) * work.per_deal
    rows, simulating = timed(work, count)
    simulating = min(simulating, timed(work, count)[1])
    with TemporaryDirectory() as folder:
        tables = min(written(work, rows, Path(folder)) for _ in range(rounds))
    return Writing(count, simulating, tables)


def written(work: Job, rows: np.ndarray, folder: Path) -> float:
    begun = time.process_time()
    found = frames(work, rows)
    write(found.games, folder / "games.parquet")
    write(found.seats, folder / "seats.parquet")
    return time.process_time() - begun
