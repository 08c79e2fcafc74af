"""The run folder: run.json (what was played, with what, and what came of it) and the tables of sim.results, in parts
of whole deals.

A part is held in memory until its games are in, then written; so memory does not grow with the run, and tables do not
depend on threads.  While a run is unfinished, parts.jsonl has a line for each whole part, written after its files: what
a kill leaves there is what a later run need not play again.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from sim import batch
from sim.batch import Chunk, Job
from sim.deeds import is_restricted, last_rounds, verbs_of
from sim.files import BoxError
from sim.game import Status
from sim.record import blank
from sim.replay import course
from sim.results import (
    TABLES,
    TRACES,
    UNFINISHED,
    Frames,
    expand,
    frames,
    part_name,
    repeated,
    seat_record,
    write,
    write_about,
    write_text,
)

LOG = "parts.jsonl"
TOLD = 100  #        faults that run.json tells in words
COUNTS = ("wanted", "played", "repeated", "deals", "whole_deals")


class Part:
    """The rows of a part, until they are all there."""

    def __init__(self, job: Job, first: int, size: int) -> None:
        self.first = first
        self.rows = blank(job.game.row, size)
        self.there = np.zeros(size, bool)
        self.deeds: dict[int, np.ndarray] = {}

    def take(self, first: int, rows: np.ndarray, deeds: dict[int, np.ndarray]) -> None:
        begin = first - self.first
        self.deeds |= {game: done for game, done in deeds.items() if first <= game < first + len(rows)}
        self.rows[begin : begin + len(rows)] = rows
        self.there[begin : begin + len(rows)] = True


class Keeper:
    """Takes what was played and keeps the run folder."""

    def __init__(
        self,
        job: Job,
        cuts: list[int],
        folder: Path,
        about: dict[str, Any],
        lines: Iterable[dict[str, Any]] = (),
        measure: Callable[[Frames], dict[str, Any]] | None = None,
    ) -> None:
        """Args: cuts: where parts begin, and the last one ends.  lines: of the parts that are there already.
        measure: what is to be kept of the tables of each part.
        """
        self.measure, self.measures = measure, dict[int, dict[str, Any]]()
        self.job, self.cuts, self.folder, self.about = job, cuts, folder, about
        self.parts: dict[int, Part] = {}  # in progress
        self.written: set[int] = set()
        self.files: dict[str, int] = {}  #  with their sizes in bytes
        self.counts = Counter(wanted=cuts[-1])
        self.statuses: Counter[str] = Counter()
        self.faults: dict[int, str] = {}  # the first ones
        self.seconds = {"simulating": 0.0, "tables": 0.0}
        lines = list(lines)
        for line in lines:
            self.enter(line)
        self.write_about("running")
        write_text("".join(map(as_line, lines)), folder / LOG)
        clear_away(folder, [*self.files, LOG])

    @property
    def played(self) -> int:
        """Games finished, written or not."""
        return self.counts["played"] + sum(int(part.there.sum()) for part in self.parts.values())

    def missing(self, end: int) -> Iterator[tuple[int, int]]:
        """Stretches of games up to `end` whose parts are not there yet."""
        first = None
        for number, cut in enumerate(self.cuts):
            is_missing = cut < end and number not in self.written
            if is_missing and first is None:
                first = cut
            if not is_missing and first is not None:
                yield first, cut
                first = None
            if cut >= end:
                return

    def take(self, chunk: Chunk) -> None:
        """Put a chunk where it belongs; a part that is now whole is written."""
        if chunk.faults:
            self.faults = first_of(self.faults | chunk.faults)
        first, end = chunk.first, chunk.first + len(chunk.rows)
        while first < end:
            number = bisect_right(self.cuts, first) - 1
            cut = min(end, self.cuts[number + 1])
            if number not in self.parts:
                self.parts[number] = Part(self.job, self.cuts[number], self.cuts[number + 1] - self.cuts[number])
            part = self.parts[number]
            part.take(first, chunk.rows[first - chunk.first : cut - chunk.first], chunk.deeds)
            if part.there.all():
                self.close(number)
            first = cut

    def close(self, number: int) -> None:
        """Write a part, as far as it was played."""
        begun = time.perf_counter()
        part = self.parts.pop(number)
        is_whole = bool(part.there.all())
        rows = part.rows if is_whole else part.rows[part.there]
        if len(rows):
            found = frames(self.job, rows)
            tables = found._asdict() | ({"verbs": verbs_frame(self.job, part.deeds)} if part.deeds else {})
            sizes = {name: self.write(name, number, frame) for name, frame in tables.items()}
            line = self.line(number, rows) | {"files": {part_name(name, number): size for name, size in sizes.items()}}
            if self.measure:
                line["measures"] = self.measure(found)
            self.enter(line)
            if is_whole:
                self.log(line)
        self.seconds["tables"] += time.perf_counter() - begun

    def write(self, table: str, number: int, frame: pl.DataFrame) -> int:
        return write(frame, self.folder / part_name(table, number))

    def line(self, number: int, rows: np.ndarray) -> dict[str, Any]:
        """What is to be known of a part without reading it again."""
        deals, sizes = np.unique(rows["deal"], return_counts=True)
        faulted = rows["status"] != Status.FINISHED
        broken = np.unique(rows["deal"][faulted])
        first, last = self.cuts[number : number + 2]
        return {
            "part": number,
            "first": first,
            "counts": {
                "played": len(rows),
                "repeated": repeated(self.job, rows),
                "deals": len(deals),
                "whole_deals": int(np.sum((sizes == self.job.per_deal) & ~np.isin(deals, broken))),
            },
            "faulted": Counter(Status(status).name.lower() for status in rows["status"][faulted]),
            "faults": {number: what for number, what in self.faults.items() if first <= number < last},
            "seconds": {name: round(seconds, 3) for name, seconds in self.seconds.items()},
        }

    def enter(self, line: dict[str, Any]) -> None:
        """Count a part in."""
        self.written.add(line["part"])
        self.files |= line["files"]
        self.measures[line["part"]] = line.get("measures", {})
        self.counts.update(line["counts"])
        self.statuses.update(line["faulted"])
        self.faults = first_of(self.faults | {int(number): what for number, what in line["faults"].items()})
        for name, seconds in line["seconds"].items():
            self.seconds[name] = max(self.seconds[name], seconds)

    def log(self, line: dict[str, Any]) -> None:
        try:
            with open(self.folder / LOG, "a", encoding="utf-8") as file:
                file.write(as_line(line))
        except OSError as error:
            raise BoxError(f"{self.folder / LOG}: cannot be written: {error.strerror}") from None

    def finish(self, status: str) -> None:
        """Write what is in hand, and run.json."""
        for number in sorted(self.parts):
            self.close(number)
        self.write_about(status)
        if status == "complete":
            clear_away(self.folder, self.files)

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
        for name, frame in trace_frames(self.job, min(deals * self.job.per_deal, self.counts["played"]), stop).items():
            self.files[part_name(name, 0)] = self.write(name, 0, frame)
        self.seconds["trace"] = time.perf_counter() - begun


def first_of(faults: dict[int, str]) -> dict[int, str]:
    return dict(sorted(faults.items())[:TOLD])


def as_line(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"


def whole_parts(folder: Path) -> list[dict[str, Any]]:
    """The lines of parts.jsonl whose files are there; a line that was cut short by a kill is none."""
    try:
        text = (folder / LOG).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = []
    for written in text.splitlines():
        try:
            line = json.loads(written)
        except ValueError:
            break
        if all(is_there(folder / name, size) for name, size in line["files"].items()):
            found.append(line)
    return found


def is_there(file: Path, size: int) -> bool:
    return file.is_file() and file.stat().st_size == size


def clear_away(folder: Path, files: Iterable[str]) -> None:
    """Remove what an interruption left beside these files: other parts, and what has a temporary name."""
    kept = {folder / name for name in files}
    try:
        for table in (*TABLES, *TRACES):
            for file in (folder / table).glob("part-*"):
                if file not in kept:
                    file.unlink()
        for file in {*folder.glob(f"*{UNFINISHED}"), folder / LOG} - kept:
            file.unlink(missing_ok=True)
    except OSError as error:
        raise BoxError(f"{folder}: cannot be cleared: {error.strerror}") from None


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


def verbs_frame(job: Job, deeds: dict[int, np.ndarray]) -> pl.DataFrame:
    """A row for each game that was followed, third and seat: how often it did what, and what is forbidden to it."""
    games = np.array(sorted(deeds))
    counts = np.stack([deeds[game] for game in games])  # game, third, seat, verb
    times, seats = counts.shape[1:3]
    frame = {
        "game": np.repeat(games, times * seats),
        "deal": np.repeat(games // job.per_deal, times * seats),
        "third": np.tile(np.repeat(np.arange(1, times + 1, dtype=np.int32), seats), len(games)),
        "seat": np.tile(np.arange(1, seats + 1, dtype=np.int32), times * len(games)),
    }
    verbs = [f"verb_{verb}" for verb in verbs_of(job.game).names] + ["forbidden"] * is_restricted(job)
    return pl.DataFrame(frame | dict(zip(verbs, counts.reshape(-1, len(verbs)).T, strict=True)))


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
    return np.diff(uses[last_rounds(len(uses)) - 1], axis=0, prepend=np.zeros_like(uses[:1]))
