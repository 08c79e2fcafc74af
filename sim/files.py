"""The box: params.toml and card files (*.csv) -> checked numbers, with changes on top.

Every number says where it comes from.  Errors name the file, the row and the column, and the nearest valid name.

params.toml begins with a header, [game] with title, about and players = [fewest, most]; every other table is a
number of the rules: value, provenance, source and perhaps note.  One that carries `try`, a list of values worth
trying, is a knob.  A value is a whole number, true or false, or a word out of `one_of`.

A card file has a column `id` (unique), perhaps `name` (may repeat) and `text`, then numbers and words.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

from sim.record import raw

PROVENANCE = {
    "seed": "read in the rulebook text",
    "public": "found in public sources, not checked against the box",
    "recalled": "remembered by somebody, not found in writing",
    "assumed": "our estimate; say so in every conclusion that leans on it",
}
NOTES = ("id", "name", "text", "source", "provenance")  # columns of a card file that are not played with
KEYS = ("value", "provenance", "source", "try", "one_of", "note")
LEAST, MOST = -(2**31), 2**31 - 1  # what a number in the box may be
HEADER = ("title", "about", "players", "edition")


class BoxError(ValueError):
    """A mistake in what a user wrote; its message is one clear line."""


def read(folder: Path, changes: Mapping[str, Any] | None = None) -> dict[str, dict]:
    """{"params": {"silver": 2, ...}, "plans": {"granary": {"wood": 3, ...}, ...}}, after the changes.

    Words of params are turned into their place in `one_of`; words on cards stay words until `fill_rows`.
    """
    found = params(folder / "params.toml")
    box: dict[str, dict] = {"params": {name: param["value"] for name, param in found.items()}}
    for file in sorted(folder.glob("*.csv")):
        box[file.stem] = {
            card["id"]: {column: value for column, value in card.items() if column not in NOTES} for card in cards(file)
        }
    for path, value in (changes or {}).items():
        change(box, path, value, found)
    for name, param in found.items():
        if "one_of" in param:
            box["params"][name] = param["one_of"].index(box["params"][name])
    return box


def toml(file: Path) -> dict[str, Any]:
    """A TOML file, or an error that says which line is wrong."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError(f"{file.name}: not readable as TOML: {error}") from None
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None


def header(folder: Path) -> dict[str, Any]:
    """Title, sentence and player counts of the game in `folder`; imports nothing."""
    file = folder / "params.toml"
    head = toml(file).get("game", {})
    if not isinstance(head, dict):
        raise BoxError(f"{file.name}: game must be a table, [game]")
    for name in head:
        known(name, HEADER, f"{file.name}, [game]")
    for name in HEADER[:3]:
        if name not in head:
            raise BoxError(f"{file.name}, [game]: {name} is missing")
    players = head["players"]
    if not isinstance(players, list) or [type(n) for n in players] != [int, int] or not 1 <= players[0] <= players[1]:
        raise BoxError(f"{file.name}, [game]: players must be [fewest, most], not {players!r}")
    return head


def params(file: Path) -> dict[str, dict]:
    """The numbers of the rules, checked: {"silver": {"value": 2, "try": [...], ...}, ...}."""
    found = toml(file)
    found.pop("game", None)
    for name, param in found.items():
        where = f"{file.name}, [{name}]"
        if not isinstance(param, dict):
            raise BoxError(f"{file.name}: {name} stands outside any [table]")
        for key in param:
            known(key, KEYS, where)
        for key in KEYS[:3]:
            if key not in param:
                raise BoxError(f"{where}: {key} is missing")
        known(param["provenance"], PROVENANCE, f"{where}, provenance")
        if not isinstance(param["source"], str) or not param["source"].strip():
            raise BoxError(f"{where}: source must say where the number is from")
        for key in ("try", "one_of"):
            if not isinstance(param.get(key, []), list):
                raise BoxError(f"{where}: {key} must be a list")
        for value in (param["value"], *param.get("try", [])):
            check_value(value, param, where)
        if "try" in param and param["value"] not in param["try"]:
            raise BoxError(f"{where}: try leaves out the value {param['value']!r} itself")
    return found


def check_value(value: Any, param: dict, where: str) -> None:
    """A parameter is a whole number, a truth, or one of its words."""
    if "one_of" in param:
        known(value, param["one_of"], where)
    elif isinstance(param["value"], bool):
        if not isinstance(value, bool) and value not in (0, 1):
            raise BoxError(f"{where}: {value!r} is neither true nor false")
    elif isinstance(value, bool) or not isinstance(value, int):
        raise BoxError(f"{where}: {value!r} is not a whole number")
    elif not LEAST <= value <= MOST:
        raise BoxError(f"{where}: {value} is not between {LEAST} and {MOST}")


def table(file: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Columns and numbered rows of a CSV file, every row as long as the first."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BoxError(f"{file.name}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None
    reader = csv.reader(lines)
    columns = [column.strip() for column in next(reader, [])]
    for column in columns:
        if not column:
            raise BoxError(f"{file.name}, row 1: a column without a name")
    for column in ("id", "provenance", "source"):
        if column not in columns:
            raise BoxError(f"{file.name}, row 1: column {column} is missing")
    for column, times in Counter(columns).items():
        if times > 1:
            raise BoxError(f"{file.name}, row 1: column {column!r} stands there {times} times")
    rows = []
    for cells in reader:
        if not any(cells):
            continue
        if len(cells) != len(columns):
            raise BoxError(f"{file.name}, row {reader.line_num}: {len(cells)} cells, but {len(columns)} columns")
        rows.append((reader.line_num, dict(zip(columns, (cell.strip() for cell in cells), strict=True))))
    return columns, rows


def cards(file: Path) -> list[dict[str, Any]]:
    """The rows of a card file.  A column whose first cell is a whole number holds only whole numbers."""
    columns, rows = table(file)
    numbers = [c for c in columns if c not in NOTES and rows and is_number(rows[0][1][c])]
    seen: dict[str, int] = {}
    found: list[dict[str, Any]] = []
    for line, row in rows:
        where = f"{file.name}, row {line} ({row['id']})"
        if not row["id"].isidentifier():
            raise BoxError(f"{where}, column id: letters, digits and _ only")
        known(row["provenance"], PROVENANCE, f"{where}, column provenance")
        if not row["source"]:
            raise BoxError(f"{where}, column source: it must be said where the numbers are from")
        if seen.setdefault(row["id"], line) != line:
            raise BoxError(f"{where}, column id: stands already in row {seen[row['id']]}")
        card: dict[str, Any] = dict(row)
        for column in numbers:
            if not is_number(row[column]):
                raise BoxError(f"{where}, column {column}: {row[column]!r} is not a whole number")
            card[column] = int(row[column])
        found.append(card)
    return found


def is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def names(file: Path) -> list[str]:
    """How the cards of a file are called in words: the name, with the id where a name is not alone."""
    rows = [row for _, row in table(file)[1]]
    times = Counter(row.get("name", row["id"]) for row in rows)
    return [
        row["name"] if "name" in row and times[row["name"]] == 1 else row["id"].replace("_", " ").capitalize()
        for row in rows
    ]


def change(box: dict, path: str, value: Any, found: Mapping[str, dict]) -> None:
    """change(box, "plans.chapel.points", 8, params); "plans.*.points" is that of every card of the file."""
    if path.count(".") == 2 and path.split(".")[1] == "*":
        file, _, column = path.split(".")
        for card in box[known(file, box, path)]:
            change(box, f"{file}.{card}.{column}", value, found)
        return
    *groups, last = path.split(".")
    place: Any = box
    for depth, name in enumerate(groups):
        if not isinstance(place, dict) or not groups:
            raise BoxError(f"{path}: {'.'.join(groups[:depth])} is a single value")
        place = place[known(name, place, path)]
    if not isinstance(place, dict):
        raise BoxError(f"{path}: {'.'.join(groups)} is a single value")
    if isinstance(place[known(last, place, path)], dict):
        raise BoxError(f"{path}: which one? {', '.join(place[last])}")
    if groups == ["params"]:
        check_value(value, found[last], path)
    elif isinstance(place[last], int) != isinstance(value, int):
        raise BoxError(f"{path}: {value!r} is not a {'whole number' if isinstance(place[last], int) else 'word'}")
    place[last] = value


def known(name: Any, names: Iterable, where: str) -> Any:
    """`name` itself if it is one of `names`; else an error with the nearest."""
    names = list(names)
    if name in names:
        return name
    near = difflib.get_close_matches(str(name), [str(known_name) for known_name in names], n=1)
    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(map(str, names))}"
    raise BoxError(f"{where}: {name!r} is unknown; {hint}")


def word(text: Any, words: type[IntEnum], where: str) -> int:
    """The number of a word of an enum, written in small letters."""
    by_name = {member.name.lower(): int(member) for member in words}
    return by_name[known(text, by_name, where)]


def cells(record: Any, prefix: str = "") -> dict[str, tuple[Any, str]]:
    """Every number in a record by its column; those of a record inside it are called cost_wood, cost_stone ..."""
    found: dict[str, tuple[Any, str]] = {}
    for name in raw(record).dtype.names:
        if raw(record).dtype[name].names:
            found |= cells(getattr(record, name), f"{prefix}{name}_")
        else:
            found[prefix + name] = (record, name)
    return found


def fill(record: Any, numbers: Mapping[str, Any], where: str, words: Mapping[str, type[IntEnum]] | None = None) -> None:
    """Write named numbers into a record; every field must be given, and nothing else."""
    places = cells(record)
    for name in numbers:
        known(name, places, where)
    for column, (part, name) in places.items():
        if column not in numbers:
            raise BoxError(f"{where}: {column} is missing")
        value = numbers[column]
        if words and column in words:
            value = word(value, words[column], f"{where}, column {column}")
        elif isinstance(value, str):
            raise BoxError(f"{where}, column {column}: {value!r} is not a whole number")
        elif not LEAST <= value <= MOST:
            raise BoxError(f"{where}, column {column}: {value} is not between {LEAST} and {MOST}")
        setattr(part, name, int(value))


def fill_rows(
    records: Any, cards: Mapping[str, dict], where: str, words: Mapping[str, type[IntEnum]] | None = None
) -> None:
    """One record for each card, in the order of the file.  `words` says which columns hold words of which enum."""
    if len(cards) != len(records):
        raise BoxError(f"{where}: {len(cards)} rows, but the game makes room for {len(records)}")
    for record, (name, numbers) in zip(records, cards.items(), strict=True):
        fill(record, numbers, f"{where}, {name}", words)


def provenance(folder: Path) -> dict[str, dict[str, int]]:
    """How many numbers of each file are seed, public, recalled, assumed; params.toml and the rows of card files."""
    count = {"params.toml": Counter(param["provenance"] for param in params(folder / "params.toml").values())}
    for file in sorted(folder.glob("*.csv")):
        count[file.name] = Counter(card["provenance"] for card in cards(file))
    return {name: {kind: found[kind] for kind in PROVENANCE} for name, found in count.items()}


def counted(of: Mapping[str, Mapping[str, int]]) -> str:
    """What `provenance` found, in all: "88 seed, 107 assumed"."""
    count = Counter[str]()
    for kinds in of.values():
        count.update(kinds)
    return ", ".join(f"{count[kind]} {kind}" for kind in PROVENANCE if count[kind])


def assumed_cards(of: Mapping[str, Mapping[str, int]]) -> str:
    """How many rows of the card files are assumed, "92 of 117 cards"; nothing if none is.

    Args: of: what `provenance` found, perhaps long ago (run.json).
    """
    cards = [kinds for name, kinds in of.items() if name.endswith(".csv")]
    assumed = sum(kinds["assumed"] for kinds in cards)
    return f"{assumed} of {sum(sum(kinds.values()) for kinds in cards)} cards" if assumed else ""


def caution(of: Mapping[str, Mapping[str, int]]) -> list[str]:
    """What every output says that rests on assumed cards: a sentence, or nothing."""
    if not assumed_cards(of):
        return []
    where = [name.removesuffix(".csv") for name, kinds in of.items() if name.endswith(".csv") and kinds["assumed"]]
    most = sorted(where, key=lambda name: -of[f"{name}.csv"]["assumed"])[:3]
    more = f" and {len(where) - 3} more files" if len(where) > 3 else ""
    return [f"Rests on assumed card data: {assumed_cards(of)} ({', '.join(most)}{more})."]


def make_folder(folder: Path) -> None:
    """A folder, and those in which it stands, where there is none yet.

    Raises: BoxError when it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoxError(f"{folder}: cannot be made: {error.strerror}") from None


def digest(tables: Any) -> str:
    """A short name for exactly these numbers, kept with every result."""
    return hashlib.sha256(raw(tables).tobytes()).hexdigest()[:12]
