"""An experiment, from a TOML file or from arguments -> a run folder.

The run folder holds run.json (what was played, with what, and what came of it) and the tables of sim.results, in parts
of a fixed number of whole deals.  A part is held in memory until its games are in, then written; so memory does not
grow with the run, and tables do not depend on threads.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import math
import platform
import shlex
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from sim import batch, games
from sim import files as box
from sim.batch import Chunk, Job
from sim.files import BoxError, known
from sim.game import Status
from sim.lineups import pool
from sim.players import Plan, Player
from sim.record import blank, raw
from sim.replay import course, plain
from sim.results import Frames, expand, frames, load, part_name, repeated, seat_record, write, write_about
from sim.rule import source_key

PART = 20_000  #     games of a part, about: it holds whole deals
LINE_UPS = 6_000  #  of a pool, at most,
PER_DEAL = 100_000  # and games of one deal: a part holds at least one
TOLD = 100  #        faults that run.json tells in words
THIRDS = 3  #        of a game, in trace_uses
COUNTS = ("wanted", "played", "repeated", "deals", "whole_deals")
RUNS = Path("runs")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Experiment:
    """What is played.  Results depend on nothing else, and neither on `threads` nor on `out`."""

    game: str
    strategies: tuple[str, ...]  #  one for each seat, in the order of the line-up; or a pool, if players are given
    games: int = PART  #            rounded up to whole deals
    seed: int = 0
    players: int | None = None  #   at a table: all combinations of so many of the pool are line-ups
    metagame: bool = False  #       all multisets of the pool, not only combinations
    repeats: int = 1  #             of each deal and seating, with other whims
    files: tuple[str, ...] = ()  #  with strategies of the user's own
    changes: Mapping[str, Any] = field(default_factory=dict)
    fixed_seats: bool = False  #    strategies keep the seats in which they are listed
    checked: bool = False  #        what must always hold is checked after every decision
    trace: int = 25  #              deals of which the course is kept
    threads: int | None = None
    out: Path | None = None  #      None: a new folder in runs/

    def __post_init__(self) -> None:
        for name, least in (("games", 1), ("seed", 0), ("trace", 0), ("threads", 1), ("players", 1), ("repeats", 1)):
            value = getattr(self, name)
            if value is not None and (not is_whole_number(value) or value < least):
                raise BoxError(f"{name}: {value!r} is not a whole number from {least} on")
        if self.players is None and self.metagame:
            raise BoxError("metagame: it takes a pool (--strategies) and not one table")
        if self.players is not None:
            self.check_pool(self.players)
        if self.per_deal > PER_DEAL:
            raise BoxError(f"each deal would be played {self.per_deal:,} times, more than {PER_DEAL:,}")

    def check_pool(self, players: int) -> None:
        for name, count in Counter(self.strategies).items():
            if count > 1:
                raise BoxError(f"strategies: {name} is named {count} times in one pool")
        if self.fixed_seats:
            raise BoxError("fixed_seats: the line-ups of a pool take every seat")
        if not self.metagame and len(self.strategies) < players:
            raise BoxError(f"strategies: {len(self.strategies)} are too few for tables of {players} (see --metagame)")
        if self.line_ups > LINE_UPS:
            raise BoxError(f"strategies: they make {self.line_ups:,} line-ups, more than {LINE_UPS:,}")

    @property
    def line_ups(self) -> int:
        if self.players is None:
            return 1
        strategies = len(self.strategies)
        return math.comb(strategies + self.players - 1 if self.metagame else strategies, self.players)

    @property
    def seats(self) -> int:
        return self.players or len(self.strategies)

    @property
    def per_deal(self) -> int:
        """Games of one deal."""
        return self.line_ups * (1 if self.fixed_seats else self.seats) * self.repeats

    @property
    def last(self) -> int:
        """Games, in whole deals."""
        return -(-self.games // self.per_deal) * self.per_deal


def is_whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def from_toml(file: Path) -> Experiment:
    """An experiment pinned in a file.

    Raises: BoxError, naming the file, for a key or a value that is none.
    """
    given = box.toml(file)
    names = [item.name for item in fields(Experiment) if item.name not in ("threads", "out")]
    for name in given:
        known(name, names, file.name)
    strategies = given.get("strategies")
    if not isinstance(given.get("game"), str):
        raise BoxError(f'{file.name}: game is missing (game = "...")')
    if not isinstance(strategies, list) or not all(isinstance(name, str) for name in strategies):
        raise BoxError(f'{file.name}: strategies is not a list of names (strategies = ["...", "..."])')
    own = given.get("files", [])
    if not isinstance(own, list) or not all(isinstance(name, str) for name in own):
        raise BoxError(f'{file.name}: files is not a list of files with strategies (files = ["mine.toml"])')
    for name in ("fixed_seats", "checked", "metagame"):
        if not isinstance(given.get(name, False), bool):
            raise BoxError(f"{file.name}, {name}: {given[name]!r} is neither true nor false")
    if not isinstance(given.get("changes", {}), dict):
        raise BoxError(f"{file.name}, changes: not a table of names and values")
    try:
        lists = {"strategies": tuple(strategies), "files": tuple(own)}
        return Experiment(**given | lists | {"changes": flat(given.get("changes", {}))})
    except BoxError as error:
        raise BoxError(f"{file.name}, {error}") from None


def flat(changes: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """{"params": {"silver": 3}} -> {"params.silver": 3}: TOML reads params.silver = 3 as tables."""
    found: dict[str, Any] = {}
    for name, value in changes.items():
        found |= flat(value, f"{path}{name}.") if isinstance(value, dict) else {f"{path}{name}": value}
    return found


def command(experiment: Experiment) -> str:
    """The command line that repeats an experiment."""
    words = ["meeplecarlo", "run", experiment.game, "--table" if experiment.players is None else "--strategies"]
    words.append(",".join(map(portable, experiment.strategies)))
    if experiment.players is not None:
        words += ["--players", str(experiment.players)] + ["--metagame"] * experiment.metagame
    if experiment.repeats != 1:
        words += ["--repeats", str(experiment.repeats)]
    for name in experiment.files:
        words += ["--strategy", portable(name)]
    words += ["--games", str(experiment.games), "--seed", str(experiment.seed)]
    for name, value in experiment.changes.items():
        words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--fixed-seats"] * experiment.fixed_seats + ["--checked"] * experiment.checked
    if experiment.trace != Experiment.trace:
        words += ["--trace", str(experiment.trace)]
    return shlex.join(words)


def portable(file: str) -> str:
    """A file as seen from the working directory: without the folders of this machine."""
    path = Path(file)
    if not path.is_absolute():
        return path.as_posix()
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.name


# Playing it.


class Table(NamedTuple):
    """An experiment, ready to be played."""

    experiment: Experiment
    job: Job

    @property
    def last(self) -> int:
        return self.experiment.last

    @property
    def part(self) -> int:
        """Games in one part."""
        return max(PART // self.job.per_deal, 1) * self.job.per_deal


def prepare(experiment: Experiment) -> Table:
    """Find the game and the players, and check that they go together.

    Raises: BoxError.
    """
    import heuristics

    game = games.get(experiment.game)
    tables = game.load(experiment.changes)
    players = tuple(heuristics.named(experiment.strategies, game, experiment.files))
    line_ups = [players] if experiment.players is None else pool(players, experiment.players, experiment.metagame)
    how: dict[str, Any] = {
        "rotates": not experiment.fixed_seats,
        "checked": experiment.checked,
        "repeats": experiment.repeats,
    }
    return Table(experiment, batch.job(game, line_ups, experiment.seed, tables, **how))


def run(experiment: Experiment, progress: Progress | None = None) -> Path:
    """Play an experiment; returns its run folder, whose run.json says whether it is complete or was interrupted.

    Args: progress: called with the games finished so far, and all.
    Raises: BoxError for a mistake in what is asked, and for a folder that is not empty or cannot be written.
    """
    table = prepare(experiment)
    keeper = Keeper(table, new_folder(experiment))
    try:
        with stop_on_signal() as stop:
            play(table, keeper, stop, progress)
            if experiment.trace and not stop():
                keeper.trace(experiment.trace, stop)
            keeper.finish("interrupted" if stop() else "complete")
    except BaseException:
        with suppress(BoxError):
            keeper.finish("failed")
        raise
    return keeper.folder


def play(table: Table, keeper: Keeper, stop: Callable[[], bool], progress: Progress | None) -> None:
    begun = time.perf_counter()
    for chunk in batch.chunks(table.job, 0, table.last, table.experiment.threads, stop=stop):
        keeper.take(chunk)
        keeper.seconds["simulating"] = time.perf_counter() - begun
        if progress:
            progress(keeper.played, table.last)
    keeper.seconds["simulating"] = time.perf_counter() - begun


@contextmanager
def stop_on_signal() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C and a polite kill only raise a flag, so that nothing is torn."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = {kind: signal.signal(kind, lambda *_: asked.set()) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def new_folder(experiment: Experiment) -> Path:
    """An empty folder for the run; nothing is ever overwritten."""
    folder = experiment.out or unused(RUNS / f"{experiment.game}-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BoxError(f"{folder}: is there already and not empty; name another folder")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoxError(f"{folder}: cannot be made: {error.strerror}") from None
    return folder


def unused(folder: Path) -> Path:
    """The folder, or with a number after its name: two runs may begin in one second."""
    number, found = 1, folder
    while found.exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


# Keeping it.


class Part:
    """The rows of a part, until they are all there."""

    def __init__(self, job: Job, first: int, size: int) -> None:
        self.first = first
        self.rows = blank(job.game.row, size)
        self.there = np.zeros(size, bool)

    def take(self, first: int, rows: np.ndarray) -> None:
        begin = first - self.first
        self.rows[begin : begin + len(rows)] = rows
        self.there[begin : begin + len(rows)] = True


class Keeper:
    """Takes what was played and keeps the run folder."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.job, self.part_size, self.last, self.folder = table.job, table.part, table.last, folder
        self.parts: dict[int, Part] = {}  # in progress
        self.files: dict[str, int] = {}  #  written, with their sizes in bytes
        self.counts = Counter(wanted=table.last)
        self.statuses: Counter[str] = Counter()
        self.faults: dict[int, str] = {}  # the first ones
        self.seconds = {"simulating": 0.0, "tables": 0.0}
        self.about = settings(table)
        self.write_about("running")

    @property
    def played(self) -> int:
        """Games finished, written or not."""
        return self.counts["played"] + sum(int(part.there.sum()) for part in self.parts.values())

    def take(self, chunk: Chunk) -> None:
        """Put a chunk where it belongs; a part that is now whole is written."""
        if chunk.faults:
            self.faults = dict(sorted((self.faults | chunk.faults).items())[:TOLD])
        first, end = chunk.first, chunk.first + len(chunk.rows)
        while first < end:
            number = first // self.part_size
            cut = min(end, (number + 1) * self.part_size)
            part = self.part(number)
            part.take(first, chunk.rows[first - chunk.first : cut - chunk.first])
            if part.there.all():
                self.close(number)
            first = cut

    def part(self, number: int) -> Part:
        if number not in self.parts:
            first = number * self.part_size
            self.parts[number] = Part(self.job, first, min(self.part_size, self.last - first))
        return self.parts[number]

    def close(self, number: int) -> None:
        """Write a part, as far as it was played."""
        begun = time.perf_counter()
        part = self.parts.pop(number)
        rows = part.rows if part.there.all() else part.rows[part.there]
        if len(rows):
            self.count(rows)
            found = frames(self.job, rows)
            self.write("games", number, found.games)
            self.write("seats", number, found.seats)
        self.seconds["tables"] += time.perf_counter() - begun

    def write(self, table: str, number: int, frame: pl.DataFrame) -> None:
        name = part_name(table, number)
        self.files[name] = write(frame, self.folder / name)

    def count(self, rows: np.ndarray) -> None:
        deals, sizes = np.unique(rows["deal"], return_counts=True)
        faulted = rows["status"] != Status.FINISHED
        broken = np.unique(rows["deal"][faulted])
        self.counts["played"] += len(rows)
        self.counts["repeated"] += repeated(self.job, rows)
        self.counts["deals"] += len(deals)
        self.counts["whole_deals"] += int(np.sum((sizes == self.job.per_deal) & ~np.isin(deals, broken)))
        self.statuses.update(Status(status).name.lower() for status in rows["status"][faulted])

    def finish(self, status: str) -> None:
        """Write what is in hand, and run.json."""
        for number in sorted(self.parts):
            self.close(number)
        self.write_about(status)

    def write_about(self, status: str) -> None:
        told = {
            "status": status,
            "counts": {name: self.counts[name] for name in COUNTS},
            "faults": {"by_status": dict(sorted(self.statuses.items())), "first": self.first_faults()},
            "seconds": {name: round(seconds, 3) for name, seconds in self.seconds.items()},
            "files": dict(sorted(self.files.items())),
        }
        write_about(self.about | told, self.folder)

    def first_faults(self) -> list[str]:
        return [batch.describe_fault(self.job, number, what) for number, what in self.faults.items()]

    def trace(self, deals: int, stop: Callable[[], bool]) -> None:
        """Play the first deals again, and keep how every game of them went."""
        begun = time.perf_counter()
        for name, frame in trace_frames(self.job, min(deals * self.job.per_deal, self.last), stop).items():
            self.write(name, 0, frame)
        self.seconds["trace"] = time.perf_counter() - begun


def trace_frames(job: Job, games: int, stop: Callable[[], bool] = bool) -> dict[str, pl.DataFrame]:
    """The course of the first games: standings at the end of each round, and what was used in each third."""
    found: dict[str, list[pl.DataFrame]] = {"trace": [], "trace_uses": []}
    columns = [column for column in expand(seat_record(job.game)) if column.field == "uses"]
    everywhere: tuple = (slice(None), slice(None))
    for number in range(games):
        game = None if stop() else course(job, number)
        if game is None or not len(game.standings):
            continue
        cells = grid(job, number, "round", game.standings)
        found["trace"].append(pl.DataFrame(cells | {"standing": game.standings.reshape(-1)}))
        if game.uses is not None:
            thirds = by_thirds(game.uses)
            uses = {column.name: thirds[everywhere + column.place].reshape(-1) for column in columns}
            found["trace_uses"].append(pl.DataFrame(grid(job, number, "third", thirds) | uses))
    return {name: pl.concat(frames) for name, frames in found.items() if frames}


def grid(job: Job, number: int, what: str, values: np.ndarray) -> dict[str, np.ndarray]:
    """The first columns of a table of one game with a row for each round (or third) and seat."""
    times, seats = values.shape[:2]
    return {
        "game": np.full(times * seats, number, np.int64),
        "deal": np.full(times * seats, number // job.per_deal, np.int64),
        what: np.repeat(np.arange(1, times + 1, dtype=np.int32), seats),
        "seat": np.tile(np.arange(1, seats + 1, dtype=np.int32), times),
    }


def by_thirds(uses: np.ndarray) -> np.ndarray:
    """What was used so far at the end of each round -> what was used in each third of the rounds."""
    rounds = len(uses)
    last = [-(-rounds * third // THIRDS) - 1 for third in range(1, THIRDS + 1)]
    return np.diff(uses[last], axis=0, prepend=np.zeros_like(uses[:1]))


def settings(table: Table) -> dict[str, Any]:
    """What run.json says from the start."""
    experiment, job = table.experiment, table.job
    game, line_ups = job.game, [[player.name for player in line_up] for line_up in job.line_ups]
    return {
        "status": "running",
        "game": game.name,
        "title": game.title,
        "edition": box.header(game.folder).get("edition", ""),
        "command": command(experiment),
        "begun": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "seed": experiment.seed,
        "changes": dict(experiment.changes),
        "fixed_seats": experiment.fixed_seats,
        "checked": experiment.checked,
        "players": experiment.players,
        "metagame": experiment.metagame,
        "repeats": experiment.repeats,
        "games_per_deal": job.per_deal,
        "games_per_part": table.part,
        "table": [portable(name) for name in experiment.strategies],
        "strategy_files": [portable(name) for name in experiment.files],
        "line_up": line_ups[0] if len(line_ups) == 1 else None,
        "line_ups": line_ups,  # those of a deal, in the order of its seatings: each in every rotation
        "strategies": {player.name: {"about": player.about, "digest": digest(player)} for player in everyone(job)},
        "source_key": source_key(game.folder),
        "tables_digest": box.digest(job.tables),
        "provenance": box.provenance(game.folder),
        "versions": versions(),
    }


def everyone(job: Job) -> list[Player]:
    """The players of all line-ups, each once."""
    return list({player.name: player for line_up in job.line_ups for player in line_up}.values())


def digest(player: Player) -> str:
    """A short name for exactly this way to play: its numbers and the file of its choose()."""
    plan = plain(Plan, raw(player.plan)) | {"chooser": 0}  # an address, other in every process
    source = Path(inspect.getfile(getattr(player.choose, "py_func", player.choose))).read_bytes()
    return hashlib.sha256(json.dumps(plan).encode() + source).hexdigest()[:12]


def versions() -> dict[str, str]:
    found = {name: metadata.version(name) for name in ("meeplecarlo", "numba", "numpy", "polars")}
    return found | {"python": platform.python_version()}


# Playing one game of it again.


def again(about: Mapping[str, Any], files: tuple[str, ...] = ()) -> Experiment:
    """The experiment of a run folder, from its run.json.

    Args: files: where the user's own strategies are now, if they have moved.
    """
    moved = {Path(file).name: file for file in files}
    return Experiment(
        about["game"],
        tuple(moved.get(Path(name).name, name) for name in about["table"]),
        about["counts"]["wanted"],
        files=tuple(moved.get(Path(name).name, name) for name in about["strategy_files"]),
        **{
            name: about[name]
            for name in ("seed", "players", "metagame", "repeats", "changes", "fixed_seats", "checked")
        },
    )


def differences(about: Mapping[str, Any], job: Job) -> list[str]:
    """What is not as it was when the run was played: "rules", "numbers", "strategies (greedy)"."""
    found = []
    if about["source_key"] != source_key(job.game.folder):
        found.append("rules")
    if about["tables_digest"] != box.digest(job.tables):
        found.append("numbers")
    others = [player.name for player in everyone(job) if about["strategies"][player.name]["digest"] != digest(player)]
    if others:
        found.append(f"strategies ({', '.join(others)})")
    return found


def kept(folder: Path, number: int) -> Frames:
    """The rows of one game of a run.

    Raises: BoxError when it was not played.
    """
    run = load(folder)
    games, seats = (table.filter(pl.col("game") == number).collect() for table in (run.games, run.seats))
    if games.is_empty():
        raise BoxError(
            f"{folder}: game {number} is not among its {run.about['counts']['played']} games, which begin at 0"
        )
    return Frames(games, seats)


def is_as_kept(job: Job, number: int, rows: Frames) -> bool:
    """Whether the game, played again, comes out as its run says."""
    found = frames(job, batch.play_chunk(job, number, 1)[0].rows)
    return found.games.equals(rows.games) and found.seats.equals(rows.seats)
