"""Result rows -> two polars frames: `games`, one row per game, and `seats`, one row per seat per game; kept as
Parquet files in a run folder, and read from there.

A column is declared once, as a field of the game's Row or SeatRow, with its sentence.  An array with a place for each
member of an enum becomes one column for each: `uses: i4[Use]` is uses_quarry, uses_forest, ...; other arrays are
numbered from 0.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from sim.batch import Job
from sim.files import BoxError, read
from sim.game import AnyRow, AnySeatRow, Status
from sim.lineups import around_the_table
from sim.record import Field, u8

SEAT = "place in the order of turns, from 1"
TABLES = ("games", "seats")  # a run folder has these; and for some of its deals,
UNFINISHED = ".unfinished"  # in place of the end of a file's name, while it is written
TRACES = ("trace", "trace_uses", "verbs")
EVENTS = ("dealt", "offered", "taken", "used")  # what can become of a card: sets of cards of a seat, plans_dealt


class Column(NamedTuple):
    name: str
    field: str
    place: tuple[int, ...]  # within the field, if that is an array
    sentence: str


class Frames(NamedTuple):
    games: pl.DataFrame
    seats: pl.DataFrame


class Results(NamedTuple):
    """A run folder."""

    about: dict[str, Any]  #      run.json
    games: pl.LazyFrame
    seats: pl.LazyFrame
    trace: pl.LazyFrame | None  #       standings round by round, for the first deals
    trace_uses: pl.LazyFrame | None  #  what was used in each third of a game
    parts: list[tuple[pl.LazyFrame, pl.LazyFrame]]  # games and seats of whole deals, for one look at a time
    verbs: pl.LazyFrame | None = None  # what each seat did in each third of a game, for the deals that are followed


def expand(record: Any) -> Iterator[Column]:
    """The columns of a row record, but for the records inside it; `repeat_` gives the column repeat."""
    for name, field in record.fields.items():
        if field.record:
            continue
        if name not in record.sentences:
            raise ValueError(f"{record.__name__}.{name}: a column needs a sentence")
        for place in np.ndindex(field.shape):
            words = place_words(field, place)
            yield Column("_".join([name.rstrip("_"), *words]), name, place, ": ".join([record.sentences[name], *words]))


def place_words(field: Field, place: tuple[int, ...]) -> list[str]:
    """How a place in an array is called: by the member of the enum that it is for, or by number."""
    words = [str(number) for number in place]
    if field.index:
        words[0] = field.index(place[0]).name.lower()
    return words


def seat_record(game: Any) -> Any:
    return game.row.fields["seats"].record


def columns(game: Any) -> dict[str, dict[str, str]]:
    """Every column of both frames with its sentence, in the order of the frames."""
    of_games = {column.name: column.sentence for column in expand(game.row)}
    of_seats = {column.name: column.sentence for column in expand(seat_record(game))}
    beginning = {"game": of_games["game"], "deal": of_games["deal"], "seat": SEAT}
    return {"games": of_games, "seats": beginning | of_seats}


def card_sets(game: Any, changes: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What is kept of cards: sets in the rows of seats called dealt, offered, taken or used, and what cards cost.

    {"plans": {"file": "plans", "names": ["Granary", ...], "columns": {"dealt": ["plans_dealt"], ...},
               "costs": {"wood": [3, ...], ...}}}; `columns` are those of the table of seats, for 64 cards each.
    """
    found: dict[str, dict[str, Any]] = {}
    box = read(game.folder, changes)
    for name, field in seat_record(game).fields.items():
        kept, _, event = name.rpartition("_")
        if field.dtype == u8.dtype and isinstance(field.names, str) and event in EVENTS:
            columns = ["_".join([name, *place_words(field, place)]) for place in np.ndindex(field.shape)]
            cards = box[field.names].values()
            costs = {what: [card[what] for card in cards] for what in game.costs.get(field.names, ())}
            one = {"file": field.names, "names": list(game.cards[field.names]), "columns": {}, "costs": costs}
            found.setdefault(kept, one)["columns"][event] = columns
    return found


def numbers(game: Any) -> dict[str, list[str]]:
    """The columns of both frames that the game itself declares and of which a mean says something."""
    found = {}
    for table, mine, every in (("games", game.row, AnyRow), ("seats", seat_record(game), AnySeatRow)):
        own = {name for name, field in mine.fields.items() if field.dtype != u8.dtype and not field.names}
        found[table] = [column.name for column in expand(mine) if column.field in own - every.fields.keys()]
    return found


def frames(job: Job, rows: np.ndarray) -> Frames:
    """Both frames for finished games, faulted ones included."""
    complete(job, rows)
    seats = len(job.line_ups[0])
    table = rows["seats"][:, :seats]
    games = {column.name: cells(rows, column) for column in expand(job.game.row)}
    beginning = {
        "game": np.repeat(rows["game"], seats),
        "deal": np.repeat(rows["deal"], seats),
        "seat": np.tile(np.arange(1, seats + 1, dtype=np.int32), len(rows)),
    }
    found = {column.name: cells(table, column) for column in expand(seat_record(job.game))}
    frame = pl.DataFrame(beginning | found | {"strategy": strategies(job, rows, table["strategy"])})
    faulted = np.repeat(rows["status"] != Status.FINISHED, seats)
    if faulted.any():
        empty = pl.when(~pl.lit(pl.Series(faulted)))
        frame = frame.with_columns(empty.then(pl.col("place", "win_share")))
    return Frames(pl.DataFrame(games), frame)


def cells(table: np.ndarray, column: Column) -> np.ndarray:
    """One column of an array of records, in one piece."""
    everywhere: tuple = (slice(None),) * table.ndim
    return np.ascontiguousarray(table[column.field][everywhere + column.place]).reshape(-1)


def complete(job: Job, rows: np.ndarray) -> None:
    """A game that crashed was never scored: say at least who sat where."""
    seats = len(job.line_ups[0])
    for row in rows[rows["players"] == 0]:
        sits = around_the_table(job.game, seats, job.root, job.seating(int(row["game"])))
        at = np.searchsorted(rows["game"], row["game"])
        rows["players"][at] = seats
        rows["seats"]["strategy"][at, :seats] = sits


def strategies(job: Job, rows: np.ndarray, players: np.ndarray) -> pl.Series:
    """Players of the line-up -> names."""
    names = sorted({player.name for line_up in job.line_ups for player in line_up})
    numbers = np.array([[names.index(player.name) for player in line_up] for line_up in job.line_ups], np.uint32)
    line_up = rows["seating"] // (len(job.line_ups[0]) if job.rotates else 1)
    return pl.Series(numbers[line_up[:, None], players].reshape(-1)).cat.to(pl.Enum(names))


SITTING = ("game", "seating", "repeat_", "strategy")  # which game it is and who sat where, not how it went
BLOCK = 1_000  # rows at a time: small enough for a cache


def repeated(job: Job, rows: np.ndarray) -> int:
    """How many finished games went exactly as another game of their deal: all columns are equal.

    That happens when one strategy sits several times at a table, in repeats at which nobody follows a whim, and where
    two strategies want the same.  Rows are compared by a sum of their words, each times a large random number.
    """
    finished = rows["status"] == Status.FINISHED
    words = np.ascontiguousarray(rows).view(np.uint64).reshape(len(rows), -1)
    mask = told_apart(job.game.row)
    factors = np.random.default_rng(0).integers(1, 2**64, len(mask), np.uint64) | np.uint64(1)
    sums = [np.dot(words[first : first + BLOCK] & mask, factors) for first in range(0, len(rows), BLOCK)]
    return int(finished.sum()) - len(np.unique(np.concatenate(sums)[finished]))


def told_apart(record: Any) -> np.ndarray:
    """A row of bits, 1 wherever a row holds something on how its game went."""
    mask = np.zeros(1, record.dtype)
    mark(mask)
    return mask.view(np.uint64)


def mark(mask: np.ndarray) -> None:
    for name in mask.dtype.names or ():
        part = mask[name]
        if name in SITTING:
            continue
        if part.dtype.names:
            mark(part)
        else:
            part[...] = np.frombuffer(b"\xff" * part.dtype.itemsize, part.dtype)[0]


def write(frame: pl.DataFrame, file: Path) -> int:
    """Write a part whole or not at all: under a temporary name first.  Returns its size in bytes."""
    temporary = file.with_suffix(UNFINISHED)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        frame.write_parquet(temporary, compression="lz4", statistics=False)
        os.replace(temporary, file)
        return file.stat().st_size
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BoxError(f"{file}: cannot be written: {one_line(error)}") from None


def write_about(about: dict[str, Any], folder: Path) -> None:
    """Write run.json whole or not at all."""
    write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", folder / "run.json")


def write_text(text: str, file: Path) -> None:
    temporary = file.with_suffix(UNFINISHED)
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, file)
    except OSError as error:
        raise BoxError(f"{file}: cannot be written: {error.strerror}") from None


def part_name(table: str, number: int) -> str:
    return f"{table}/part-{number:05}.parquet"


def load(folder: str | Path) -> Results:
    """A run folder as lazy polars frames.

    Raises: BoxError, naming the file, for a folder that is no run, a part that is missing or damaged, or a column that
    runs of another version do not have.
    """
    folder = Path(folder)
    about = read_about(folder)
    sizes = about["files"]
    for name, size in sizes.items():
        check(folder / name, size, columns_read(name.split("/")[0], about))
    of = {table: [folder / name for name in sorted(sizes) if name.startswith(f"{table}/")] for table in TABLES + TRACES}
    if not of["games"]:
        more = "; run --resume goes on with it" if about.get("status") == "running" else ""
        raise BoxError(f"{folder}: no part of this run has been finished{more}")
    scans = {table: pl.scan_parquet(files) for table, files in of.items() if files}
    pairs = zip(of["games"], of["seats"], strict=True)
    parts = [(pl.scan_parquet(games), pl.scan_parquet(seats)) for games, seats in pairs]
    return Results(
        about, scans["games"], scans["seats"], scans.get("trace"), scans.get("trace_uses"), parts, scans.get("verbs")
    )


def read_about(folder: Path) -> dict[str, Any]:
    """run.json of a run folder."""
    file = folder / "run.json"
    if not folder.is_dir():
        raise BoxError(f"{folder}: there is no such folder")
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BoxError(f"{folder}: not the folder of a run: it has no {file.name}") from None
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise BoxError(f"{file}: not readable as JSON: {one_line(error)}") from None
    if not isinstance(about, dict) or not isinstance(about.get("files"), dict):
        raise BoxError(f"{file}: not the run.json of a run")
    return about


def columns_read(table: str, about: Mapping[str, Any]) -> list[str]:
    """The columns that every report reads of a table of this run, whatever the game."""
    if table == TABLES[0]:
        return [name.rstrip("_") for name, field in AnyRow.fields.items() if not field.record]
    if table == TABLES[1]:
        of_cards = [
            name for one in (about.get("cards") or {}).values() for of in one["columns"].values() for name in of
        ]
        return ["game", "deal", "seat", "strategy", "score", "place", "win_share", *of_cards]
    return []


def check(file: Path, size: int, needed: list[str]) -> None:
    """A look at a part's size and at its end, where Parquet keeps what is in it."""
    try:
        found = file.stat().st_size
        has = pl.read_parquet_schema(file)
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None
    except pl.exceptions.PolarsError as error:
        raise BoxError(f"{file}: damaged: {one_line(error)}") from None
    if found != size:
        raise BoxError(f"{file}: damaged: {found} bytes, {size} when it was written")
    for name in needed:
        if name not in has:
            raise BoxError(f"{file}: column {name} is missing; the run is of another version: play it again")


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
