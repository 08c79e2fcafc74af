"""Whole distributions, kept as counts of values, so that a million games take no room.

Quantiles have intervals as if every deal were one draw: two of the values drawn, by the binomial test, so that each end
is beyond the quantile in at most 2.5 % of runs.  Few deals have no value so far out, and then there is no end.  Means
over the games of a deal spread no more than single draws, so they err on the wide side.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import polars as pl
from scipy import stats

from reports.intervals import LEVEL

BINS = 40


class Histogram(NamedTuple):
    """Different values, in order, and how many games (or shares of games) had each; n deals."""

    values: np.ndarray
    counts: np.ndarray
    deals: int

    def quantile(self, share: float) -> float:
        total = self.counts.cumsum()
        at = np.searchsorted(total, share * total[-1] * (1 - 1e-12))
        return float(self.values[min(int(at), len(self.values) - 1)])

    def quantile_interval(self, share: float) -> tuple[float, float, float]:
        """The quantile and the ends of its 95 % interval; infinite where so few deals say nothing."""
        n, below = self.deals, stats.binom(self.deals, share)  #  deals up to the quantile
        first, last = int(below.ppf((1 - LEVEL) / 2)), int(below.ppf((1 + LEVEL) / 2)) + 1
        low = self.quantile(first / n) if first > 0 else -math.inf
        high = self.quantile(last / n) if last <= n else math.inf
        return self.quantile(share), low, high

    @property
    def mean(self) -> float:
        return float(self.values @ self.counts / self.counts.sum())


class Counter:
    """Adds up how often each value occurs, some of them at a time."""

    def __init__(self) -> None:
        self.found: list[pl.DataFrame] = []
        self.deals = 0

    def add(self, values: pl.Series, weights: np.ndarray | None, deals: int) -> None:
        weighted = pl.lit(1.0) if weights is None else pl.Series(weights)
        frame = pl.DataFrame({"value": values.cast(pl.Float64)}).with_columns(weighted.alias("count"))
        self.found.append(frame.group_by("value").agg(pl.col("count").sum()))
        self.deals += deals
        if len(self.found) > 20:
            self.found = [self.merged()]

    def merged(self) -> pl.DataFrame:
        return pl.concat(self.found).group_by("value").agg(pl.col("count").sum())

    def histogram(self) -> Histogram:
        frame = self.merged().filter(pl.col("count") > 0).sort("value")
        return Histogram(frame["value"].to_numpy(), frame["count"].to_numpy(), self.deals)


def outline(values: np.ndarray, counts: np.ndarray, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Edges and shares of a histogram from `low` to `high`; whole numbers have bars of whole width around them."""
    whole = bool(np.all(values == np.round(values)))
    reach = max(high - low + whole, 1e-9)
    width = float(np.ceil(reach / BINS)) if whole else reach / BINS
    edges = low - 0.5 * whole + width * np.arange(int(np.ceil(reach / width - 1e-9)) + 1)
    edges[-1] = max(edges[-1], high)
    shares, _ = np.histogram(values, edges, weights=counts)
    return edges, shares / counts.sum()
