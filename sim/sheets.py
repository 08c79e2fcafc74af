"""Tables as files for spreadsheets, and card files there and back.

Card files are written out, changed at will and read back as changes of the box, plans.chapel.points = 8, like those of
--set.  A run therefore says which numbers are other, and is repeated without the spreadsheet.  Each sheet of an .xlsx
file, or each .csv file of a folder, is called as the game's card file is: plans.  Cards are found by their id, in any
order.  A sheet or a column that is left out stays as it is in the box; name, text, provenance and source are for
readers.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import polars as pl

from sim import files, games
from sim.files import LEAST, MOST, NOTES, BoxError, is_number, known
from sim.results import UNFINISHED

XLSX = ".xlsx"
TEXT = {"strings_to_formulas": False, "strings_to_urls": False}  # what begins with = is text, like all else
RUNS_IF_OPENED = r"^[=+\-@\t\r]"  #   what a spreadsheet takes for a formula in a .csv file
NUMBER = r"^[+-]?\d+(\.\d+)?$"
MADE = datetime(2000, 1, 1)  #        so that the same tables give the same bytes

Changes = dict[str, Any]


# Tables of results.


def write_xlsx(tables: Mapping[str, pl.DataFrame], file: Path) -> None:
    """A sheet for each table, whole or not at all; a number that is not finite is an empty cell.

    Raises: BoxError when it cannot be written.
    """
    import xlsxwriter

    check_name(file)
    temporary = file.with_suffix(UNFINISHED)
    try:
        with xlsxwriter.Workbook(temporary, TEXT) as book:
            book.set_properties({"created": MADE})
            for name, frame in tables.items():
                finite(frame).write_excel(book, name, autofit=True, float_precision=6, freeze_panes=(1, 0))
        temporary.replace(file)
    except (OSError, xlsxwriter.exceptions.XlsxWriterException) as error:
        cause = error.args[0] if error.args and isinstance(error.args[0], OSError) else error
        raise BoxError(f"{file}: cannot be written: {getattr(cause, 'strerror', None) or cause}") from None


def check_name(file: Path) -> None:
    """Raises: BoxError for a file that no program would open as a spreadsheet."""
    if file.suffix.lower() != XLSX:
        raise BoxError(f"{file}: the name of a spreadsheet ends in {XLSX}")


def write_csv(frame: pl.DataFrame, file: Path, assumed: str | None = None) -> None:
    """A table whole or not at all.  Text that a spreadsheet would run as a formula gets a ' in front.

    Args: assumed: a last column says what it rests on.
    Raises: BoxError when it cannot be written.
    """
    temporary = file.with_name(f"{file.name}{UNFINISHED}")
    if assumed:
        frame = frame.with_columns(pl.lit(assumed).alias("assumed_card_data"))
    try:
        harmless(frame).write_csv(temporary)
        temporary.replace(file)
    except OSError as error:
        raise BoxError(f"{file}: cannot be written: {error.strerror}") from None


def finite(frame: pl.DataFrame) -> pl.DataFrame:
    """What is not finite is null."""
    floats = pl.selectors.float()
    return frame.with_columns(pl.when(floats.is_finite()).then(floats).name.keep())


def harmless(frame: pl.DataFrame) -> pl.DataFrame:
    words = (pl.selectors.string() | pl.selectors.categorical() | pl.selectors.enum()).as_expr().cast(pl.String)
    runs = words.str.contains(RUNS_IF_OPENED) & ~words.str.contains(NUMBER)
    return frame.with_columns(pl.when(runs).then(pl.lit("'") + words).otherwise(words).name.keep())


# Cards: out.


def export(game: str, place: Path) -> None:
    """Write the card files of a game: to an .xlsx file with a sheet for each, or to a folder of .csv files.

    Raises: BoxError for a place that is not new or cannot be written, and for a game without cards.
    """
    found = card_files(game)
    if place.exists():
        raise BoxError(f"{place}: is there already; name another file or folder")
    if place.suffix.lower() == ".csv":
        raise BoxError(f"{place}: cards fill several .csv files; name a folder for them, or a file that ends in {XLSX}")
    try:
        if place.suffix.lower() == XLSX:
            place.parent.mkdir(parents=True, exist_ok=True)
        else:
            place.mkdir(parents=True)
    except OSError as error:
        raise BoxError(f"{place}: cannot be made: {error.strerror}") from None
    tables = {name: pl.DataFrame(files.cards(file), infer_schema_length=None) for name, file in found.items()}
    if place.suffix.lower() == XLSX:
        write_xlsx(tables, place)
        return
    for name, frame in tables.items():
        write_csv(frame, place / f"{name}.csv")


def card_files(game: str) -> dict[str, Path]:
    """The card files of a game by their names.

    Raises: BoxError when there are none.
    """
    found = {file.stem: file for file in sorted(games.folder(game).glob("*.csv"))}
    if not found:
        raise BoxError(f"{game}: this game has no card files; its numbers are changed by --set params.name=value")
    return found


# Cards: back.


def changes(game: str, place: Path) -> Changes:
    """What a spreadsheet or a folder of .csv files says otherwise than the box: {"plans.chapel.points": 8}.

    Raises: BoxError, naming file, sheet, row and column, with the nearest name that is known.
    """
    ours, found = card_files(game), Changes()
    for name, where, rows in sheets(place):
        cards = files.cards(ours[known(name, ours, str(place))])
        for card, column, value, at in cells(where, rows, cards):
            path = f"{name}.{card['id']}.{column}"
            if isinstance(value, str) and value not in {other[column] for other in cards}:
                check_word(game, path, value, at)
            if value != card[column]:
                found[path] = value
    return found


def sheets(place: Path) -> Iterator[tuple[str, str, list[list[str]]]]:
    """(name, where, rows of cells) of every sheet."""
    if place.is_dir():
        listed = sorted(place.glob("*.csv"))
        if not listed:
            raise BoxError(f"{place}: no .csv file is in this folder")
        for file in listed:
            yield file.stem, file.name, csv_rows(file)
    elif place.suffix.lower() == XLSX:
        yield from xlsx_rows(place)
    else:
        raise BoxError(f"{place}: neither an {XLSX} file nor a folder of .csv files")


def csv_rows(file: Path) -> list[list[str]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = list(csv.reader(text))
    except (OSError, UnicodeDecodeError) as error:
        raise BoxError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8 text'}") from None
    if rows and len(rows[0]) == 1 and ";" in rows[0][0]:  # as some spreadsheets save it
        raise BoxError(f"{file.name}, row 1: cells are separated by semicolons; save it with commas")
    return rows


def xlsx_rows(file: Path) -> Iterator[tuple[str, str, list[list[str]]]]:
    import fastexcel

    try:
        book = fastexcel.read_excel(file)
        for name in book.sheet_names:
            frame = book.load_sheet(name, header_row=None, dtypes="string").to_polars()
            yield name, f"{file.name}, sheet {name}", [[cell or "" for cell in row] for row in frame.iter_rows()]
    except fastexcel.FastExcelError as error:
        missing = "" if file.exists() else ": there is no such file"
        why = f": {str(error).splitlines()[0].removeprefix('calamine error: ')}"
        raise BoxError(f"{file}: cannot be read{missing or why}") from None


def cells(
    where: str, rows: Sequence[Sequence[str]], cards: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], str, Any, str]]:
    """(card of the box, column, value there, where that is) of every cell that is played with."""
    head = check_head(where, [cell.strip() for cell in rows[0]] if rows else [], list(cards[0]))
    of_box, seen = {card["id"]: card for card in cards}, dict[str, int]()
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        if any(cell.strip() for cell in row[len(head) :]) or len(row) < len(head):
            raise BoxError(f"{where}, row {number}: {len(row)} cells, but {len(head)} columns")
        told = {column: cell.strip() for column, cell in zip(head, row, strict=False)}
        card = of_box[known(told["id"], of_box, f"{where}, row {number}, column id")]
        if seen.setdefault(card["id"], number) != number:
            raise BoxError(f"{where}, row {number}, column id: {card['id']} stands already in row {seen[card['id']]}")
        for column, text in told.items():
            at = f"{where}, row {number} ({card['id']}), column {column}"
            if column not in NOTES:
                yield card, column, whole_number(text, at) if isinstance(card[column], int) else text, at
    for name in of_box:
        if name not in seen:
            raise BoxError(f"{where}, column id: {name} is missing; a game is played with all its cards")


def check_head(where: str, head: list[str], columns: Sequence[str]) -> list[str]:
    """The names of the columns; empty ones at the end are left out."""
    while head and not head[-1]:
        head.pop()
    if "id" not in head:
        raise BoxError(f"{where}, row 1: column id is missing")
    for column, times in Counter(head).items():
        known(column, columns, f"{where}, row 1")
        if times > 1:
            raise BoxError(f"{where}, row 1: column {column} stands there {times} times")
    return head


def whole_number(text: str, at: str) -> int:
    if not is_number(text):
        raise BoxError(f"{at}: {text!r} is not a whole number")
    if not LEAST <= int(text) <= MOST:
        raise BoxError(f"{at}: {text} is not between {LEAST} and {MOST}")
    return int(text)


def check_word(game: str, path: str, word: str, at: str) -> None:
    """A word that no card of the box has may be one all the same; the game itself knows."""
    column = path.rpartition(".")[2]
    try:
        games.get(game).load({path: word})
    except BoxError as error:
        raise BoxError(f"{at}: {str(error).partition(f'column {column}: ')[2] or error}") from None
