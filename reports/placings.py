"""Who sat where and who came in where: the few different patterns of a run, and which of them each game had.

A million games have perhaps a thousand patterns, so that a model of placings is worked out on these.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from reports.closing import seats_of
from reports.deals import codes, counted, names_of, parts
from sim.results import Results

CELLS = 8_000_000  # numbers looked at at once


class Placings(NamedTuple):
    """Patterns, in no particular order."""

    names: list[str]
    strategy: np.ndarray  #  patterns x seats: place in `names`, or -1 for nobody
    place: np.ndarray  #     patterns x seats: 1 for the winner; equals share the better place
    of_game: np.ndarray  #   deals x games of a deal: the pattern of each game

    @property
    def counts(self) -> np.ndarray:
        """How many games have each pattern."""
        return np.bincount(self.of_game.ravel(), minlength=len(self.place))


def placings(run: Results) -> Placings:
    """Of all deals that count."""
    counted(run)
    players, names = seats_of(run.about), names_of(run.about)
    base = len(names) * players
    if base**players >= 2**63:
        raise ValueError(f"{len(names)} strategies at {players} seats make more patterns than can be numbered")
    weights = base ** np.arange(players, dtype=np.int64)
    found = []
    for part in parts(run, seats=("strategy", "place")):
        code = codes(part.seats["strategy"], names) * players + part.seats["place"].to_numpy() - 1
        found.append(code.astype(np.int64).reshape(-1, players) @ weights)
    numbers, of_game = np.unique(np.concatenate(found), return_inverse=True)
    cells = numbers[:, None] // weights % base
    shape = (-1, run.about["games_per_deal"])
    return Placings(names, cells // players, cells % players + 1, of_game.astype(np.int32).reshape(shape))


def sums_by_deal(values: np.ndarray, of_game: np.ndarray) -> Iterator[np.ndarray]:
    """Values of patterns (patterns x columns) -> their sums over the games of each deal, some deals at a time."""
    step = max(CELLS // (of_game.shape[1] * values.shape[1]), 1)
    for first in range(0, len(of_game), step):
        yield values[of_game[first : first + step]].sum(axis=1)
