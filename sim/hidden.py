"""Another state that looks the same from one seat: what that seat cannot see is dealt anew.

Built from the declarations of the state alone (`private`, `secret`), not from the game's own `imagine`, so that a
player or a game that peeks is found out: its choice, or what it was shown, changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sim.record import ALL, NOTHING, OTHERS, Field, blank, raw, u8, wrap
from sim.rng import Stream


class Cells(NamedTuple):
    """The numbers of one field, of one owner, as a view that can be written to."""

    name: str
    field: Field
    numbers: np.ndarray
    hidden: str
    owner: int  #  the seat it belongs to, or NOTHING
    path: str  #   its name behind the names of the records it stands in: market_pile.cards


def cells(record: Any, row: np.ndarray, hidden: str = "", owner: int = NOTHING, path: str = "") -> Iterator[Cells]:
    """All numbers and streams in a record; `row` is an array of one."""
    for name, field in record.fields.items():
        numbers = (row[name][0] if field.shape else row[name]).reshape(-1)
        here = ALL if ALL in (field.hidden, hidden) else field.hidden or hidden
        if field.record in (None, Stream):
            yield Cells(name, field, numbers, here, owner, path + name)
            continue
        for place in range(len(numbers)):
            whose = place if name == "players" and owner == NOTHING else owner
            yield from cells(field.record, numbers[place : place + 1], here, whose, f"{path}{name}.")


def unseen(game: Any, row: np.ndarray, seat: int) -> list[Cells]:
    """What `seat` cannot see, of the players at the table and of the table itself."""
    seats = int(row["seats"][0])
    found = []
    for part in cells(game.state, row):
        if part.hidden == OTHERS and part.owner == NOTHING:
            raise ValueError(f"{game.name}: {part.name} is private, but stands in no player's record")
        if part.owner < seats and (part.hidden == ALL or (part.hidden == OTHERS and part.owner != seat)):
            found.append(part)
    return found


def permuted(game: Any, state: Any, seat: int, luck: np.random.Generator) -> Any:
    """A copy of `state` in which the hidden cards have changed places and all luck but the seat's own is new."""
    row = blank(game.state, 1)
    row[0] = raw(state)
    parts = unseen(game, row, seat)
    for names in sorted({part.field.names for part in parts if isinstance(part.field.names, str)}):
        deal_anew([part for part in parts if part.field.names == names], luck)
    for part in parts:
        if part.field.record is Stream:
            seats = range(int(row["seats"][0]) if part.name == "whims" else len(part.numbers))
            renew(part, [place for place in seats if part.name != "whims" or place != seat], luck)
        elif part.name in ("root", "deal") or (part.field.dtype == u8.dtype and not part.field.names):
            part.numbers[:] = luck.integers(2**62, size=len(part.numbers))
    return wrap(game.state, row)[0]


def deal_anew(parts: list[Cells], luck: np.random.Generator) -> None:
    """Let the cards of one file change places; sets of cards, one bit each, are told of it."""
    places = [part for part in parts if part.field.dtype != u8.dtype]
    held = np.concatenate([part.numbers[part.numbers >= 0] for part in places]) if places else np.array([], int)
    dealt = luck.permutation(held)
    start = 0
    for part in places:
        filled = np.flatnonzero(part.numbers >= 0)
        part.numbers[filled] = dealt[start : start + len(filled)]
        start += len(filled)
    became = dict(zip(held.tolist(), dealt.tolist(), strict=True))
    for part in parts:
        if part.field.dtype == u8.dtype:
            part.numbers[:] = renamed(part.numbers.tolist(), became)


def renamed(words: list[int], became: dict[int, int]) -> list[int]:
    """A set of cards, 64 in a word, after its cards became others."""
    found = [0] * len(words)
    for card in range(64 * len(words)):
        if words[card // 64] >> card % 64 & 1:
            other = became.get(card, card)
            found[other // 64] |= 1 << other % 64
    return found


def renew(part: Cells, places: list[int], luck: np.random.Generator) -> None:
    for place in places:
        part.numbers[place] = tuple(luck.integers(2**63, size=4).tolist())
