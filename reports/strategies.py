"""Which way to play wins?  Share of wins and score by strategy."""

from __future__ import annotations

import polars as pl

from reports import shares
from reports.deals import means
from reports.shares import chart, score_chart
from sim.results import Results

__all__ = ["chart", "score_chart", "table", "words"]


def table(run: Results) -> pl.DataFrame:
    """A line for each strategy, the one that wins most often first."""
    return shares.table(means(run)[1], run.about, "strategy").sort("share", descending=True, maintain_order=True)


def words(frame: pl.DataFrame) -> list[str]:
    return shares.words(frame, "{}")
