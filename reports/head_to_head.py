"""Who comes in ahead of whom, of two who sit in the same game?

Equal places count one half for each.  A strategy that sits several times meets the others with each of its seats.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.deals import interval
from reports.intervals import Interval, percent, share_words
from reports.placings import Placings, placings
from sim.results import Results

SHAPE = {"strategy": pl.String, "other": pl.String, "games": pl.Int64, "deals": pl.Int64} | {
    name: pl.Float64 for name in ("share", "low", "high", "all_low", "all_high", "tied")
}


def table(run: Results) -> pl.DataFrame:
    """A line for each two strategies: how often the first is ahead, by itself and so that all lines hold together."""
    return of_placings(placings(run), run.about)


def of_placings(found: Placings, about: dict[str, Any]) -> pl.DataFrame:
    pairs = list(combinations(range(len(found.names)), 2))
    counts, rows = found.counts, []
    for one, other in pairs:
        ahead, tied, meetings = met(found, one, other)
        if not (counts * meetings).sum():
            continue
        of_deal = meetings[found.of_game].sum(axis=1)
        shares = ahead[found.of_game].sum(axis=1) / of_deal
        alone, together = (interval(shares, about, True, family) for family in (1, len(pairs)))
        rows.append(
            {"strategy": found.names[one], "other": found.names[other]}
            | {"games": int(counts[meetings > 0].sum()), "deals": alone.n, "share": alone.mean}
            | {"low": alone.low, "high": alone.high, "all_low": together.low, "all_high": together.high}
            | {"tied": float((counts * tied).sum() / (counts * meetings).sum())}
        )
    return pl.DataFrame(rows, schema=SHAPE)


def met(found: Placings, one: int, other: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each pattern: how often `one` is ahead of `other` (a tie is half), how often they tie, how often they meet."""
    mine, theirs = found.strategy == one, found.strategy == other
    meet = mine[:, :, None] & theirs[:, None, :]
    gap = found.place[:, None, :] - found.place[:, :, None]
    ahead = np.where(gap > 0, 1.0, np.where(gap == 0, 0.5, 0.0))
    return (ahead * meet).sum(axis=(1, 2)), (meet & (gap == 0)).sum(axis=(1, 2)), meet.sum(axis=(1, 2))


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """A square: each row's strategy against each column's, who beats most others on top."""
    names, values = square(frame)
    texts = {
        (row, column): percent(values[row, column]).removesuffix(" %")
        for row, column in zip(*np.nonzero(~np.isnan(values)), strict=True)
    }
    return charts.heat(names, values, texts, "% of games in which the row comes in ahead of the column", ax)


def square(frame: pl.DataFrame) -> tuple[list[str], np.ndarray]:
    """The table as a matrix, its names sorted by their mean share."""
    names = list(dict.fromkeys([*frame["strategy"], *frame["other"]]))
    values = np.full((len(names), len(names)), np.nan)
    for row in frame.iter_rows(named=True):
        one, other = names.index(row["strategy"]), names.index(row["other"])
        values[one, other], values[other, one] = row["share"], 1 - row["share"]
    order = np.argsort(
        -np.nan_to_num(np.nanmean(np.where(np.eye(len(names)) == 1, 0.5, values), axis=1)), kind="stable"
    )
    return [names[number] for number in order], values[np.ix_(order, order)]


def words(frame: pl.DataFrame) -> list[str]:
    """The most uneven pair, and the cycles if there are any that the intervals bear out."""
    if frame.is_empty():
        return ["Only one strategy sat at this table, so there are no pairs to compare."]
    row = frame.sort((pl.col("share") - 0.5).abs(), descending=True).row(0, named=True)
    ahead, behind, share, low, high = (
        (row["strategy"], row["other"], row["share"], row["all_low"], row["all_high"])
        if row["share"] >= 0.5
        else (row["other"], row["strategy"], 1 - row["share"], 1 - row["all_high"], 1 - row["all_low"])
    )
    said = [
        f"The most uneven pair: {ahead} comes in ahead of {behind} in "
        f"{share_words(Interval(share, low, high, row['deals']))} of the games that both play."
    ]
    found = cycles(frame)
    if found:
        said.append(f"There is a cycle: {' beats '.join([*found[0], found[0][0]])}. No single order ranks these.")
    return said


def cycles(frame: pl.DataFrame) -> list[tuple[str, str, str]]:
    """Three of whom each is ahead of the next in more than half of the games, by intervals that hold together."""
    beats = {(row["strategy"], row["other"]) for row in frame.filter(pl.col("all_low") > 0.5).iter_rows(named=True)}
    beats |= {(row["other"], row["strategy"]) for row in frame.filter(pl.col("all_high") < 0.5).iter_rows(named=True)}
    names = sorted({name for pair in beats for name in pair})
    return [
        (one, two, three)
        for one in names
        for two in names
        for three in names
        if one < min(two, three) and {(one, two), (two, three), (three, one)} <= beats
    ]
