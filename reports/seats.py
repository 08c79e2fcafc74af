"""Does the seat matter?  Share of wins and score by seat."""

from __future__ import annotations

import polars as pl

from reports import shares
from reports.deals import means
from reports.shares import chart, score_chart
from sim.results import Results

__all__ = ["chart", "score_chart", "table", "words"]


def table(run: Results) -> pl.DataFrame:
    """A line for each seat, in the order of turns; the players take every seat in turn unless seats were fixed."""
    return shares.table(means(run)[0], run.about, "seat")


def words(frame: pl.DataFrame) -> list[str]:
    return shares.words(frame, "seat {}")
