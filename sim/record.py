"""Records: fixed rows of named numbers that compiled and plain Python code read the same way.

    class Player(Record):
        workers: i4                                  # one whole number
        placed: i4[Place]                            # one for each member of an enum
        hand: private(of(i4[3], "plans"))            # three cards of plans.csv that only their owner sees
        opponents: Opponent[4]                       # four records inside this one
        score: i4 = "what a result column means, said where it is declared"

A record is the only thing that rules hand to each other: it travels as one pointer.

A record with a field such as `cards: i4[...]` is open: how many there are is said by each game in a record
derived from it (`class Plans(Deck): cards: of(i4[16], "plans")`), so that no size is shared between games.
"""

from __future__ import annotations

import inspect
import os
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np

# NUMBA_DISABLE_JIT=1: every rule runs as ordinary Python.  Read here, so that reading the box needs no numba.
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
NOTHING = -1  # an empty place; 0 is always a real thing
TAKEN = {"fields", "sentences", "is_open", "row"} | {name for name in dir(np.record) if not name.startswith("_")}
ALL, OTHERS = "all", "others"


@dataclass(frozen=True)
class Field:
    """What one field holds (a number or a record, or a fixed count of them) and what is known about it."""

    dtype: np.dtype | None
    shape: tuple = ()
    record: type[Record] | None = None
    index: type[IntEnum] | None = None  #        names the places of an array
    names: str | type[IntEnum] | None = None  #  what its numbers stand for: rows of a card file, or an enum
    hidden: str = ""  #                          from ALL, or from OTHERS than the player it belongs to
    told: bool = True  #                         in replays; what only steers the rules is not

    def __getitem__(self, shape: Any) -> Field:
        shape = shape if isinstance(shape, tuple) else (shape,)
        index = shape[0] if isinstance(shape[0], type) else None
        return replace(self, shape=tuple(len(n) if isinstance(n, type) else n for n in shape), index=index)

    @property
    def is_open(self) -> bool:
        return ... in self.shape or self.dtype is None

    @property
    def is_plain(self) -> bool:
        """One number."""
        return not self.shape and self.record is None


i4, i8, u8, f8 = (Field(np.dtype(code)) for code in ("i4", "i8", "u8", "f8"))  # whole, long, bits, real


def as_field(kind: Any) -> Field:
    return kind if isinstance(kind, Field) else Field(kind.dtype, (), kind)


def of(kind: Any, names: str | type[IntEnum]) -> Field:
    """Numbers that stand for rows of the card file `names`.csv, or for members of an enum."""
    return replace(as_field(kind), names=names)


def private(kind: Any) -> Field:
    """Only the player whose record this stands in may see it."""
    return replace(as_field(kind), hidden=OTHERS)


def secret(kind: Any) -> Field:
    """Nobody at the table may see it."""
    return replace(as_field(kind), hidden=ALL)


def untold(kind: Any) -> Field:
    """It only says where the rules are: nothing that a player would mention."""
    return replace(as_field(kind), told=False)


class Record:
    fields: dict[str, Field] = {}
    sentences: dict[str, str] = {}
    is_open = False
    dtype: Any = None

    def __init_subclass__(cls) -> None:
        for name, kind in inspect.get_annotations(cls, eval_str=True).items():
            if name in TAKEN:
                raise ValueError(f"{cls.__name__}.{name} would hide an attribute of every record; call it {name}_")
            held = cls.fields.get(name)
            if held and not held.is_open and held.dtype != as_field(kind).dtype:
                raise ValueError(f"{cls.__name__}.{name} stands already in a record it begins with, as another type")
            if name in cls.__dict__:
                cls.sentences = cls.sentences | {name: cls.__dict__[name]}
                delattr(cls, name)
            cls.fields = cls.fields | {name: as_field(kind)}
        cls.is_open = any(field.is_open for field in cls.fields.values())
        if cls.is_open:
            cls.dtype = None
            return
        cls.dtype = np.dtype([(name, f.dtype, f.shape) for name, f in cls.fields.items()], align=True)
        if PLAIN:
            for name, field in cls.fields.items():
                if field.is_plain:
                    setattr(cls, name, cell(name, field))

    def __class_getitem__(cls, shape: Any) -> Field:
        return Field(cls.dtype, (), cls)[shape]

    # Below: what a record is in plain Python.  numpy's own np.record is ten times slower to read.

    def __init__(self, row: np.ndarray) -> None:
        self.row = row  # an array of one
        for name, field in self.fields.items():
            part: Any = row[name][0] if field.shape else row[name]
            if field.record:
                part = Rows(field.record, part) if field.shape else field.record(part)
            self.__dict__[f"_{name}" if field.is_plain else name] = part

    def __getattr__(self, name: str) -> Any:  # only reached for a name that is no field
        raise AttributeError(f"no field {name} in {type(self).__name__}")


class Rows(list):
    """An array of records in plain Python."""

    def __init__(self, record: type[Record], rows: np.ndarray) -> None:
        super().__init__(record(rows[i : i + 1]) for i in range(len(rows)))
        self.rows = rows


def cell(name: str, field: Field) -> property:
    """A number in a record in plain Python: read as a Python number, refused when it does not fit."""
    key = f"_{name}"

    def read(self: Record) -> Any:
        array = self.__dict__[key]
        return array[0] if field.dtype == u8.dtype else array.item()  # bits stay numpy's, to wrap as compiled

    def write(self: Record, value: Any) -> None:
        self.__dict__[key][0] = value

    return property(read, write)


def blank(record: type[Record], count: int) -> np.ndarray:
    """A numpy array of records, all zeros."""
    return np.zeros(count, np.dtype((np.record, record.dtype)))


def wrap(record: type[Record], array: np.ndarray) -> Any:
    """An array of records as rules want to see it."""
    return Rows(record, array) if PLAIN else array


def new(record: type[Record]) -> Any:
    """One record, all zeros."""
    return wrap(record, blank(record, 1))[0]


def twin(record: type[Record], thing: Any) -> Any:
    """An independent copy of one record."""
    array = blank(record, 1)
    array[0] = raw(thing)
    return wrap(record, array)[0]


def raw(thing: Any) -> Any:
    """The numpy record or rows behind what rules see."""
    if isinstance(thing, Rows):
        return thing.rows
    return thing.row[0] if isinstance(thing, Record) else thing
