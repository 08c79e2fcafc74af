"""Were enough games played?  The half-widths of the intervals for shares of wins, by the number of deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.deals import interval, means
from sim.results import Results

FIRST = 20  #  deals
POINTS = 18
SHAPE = {"deals": pl.Int64, "of": pl.String, "who": pl.String} | {
    name: pl.Float64 for name in ("share", "low", "high", "half_width")
}


def table(run: Results) -> pl.DataFrame:
    """A line for each seat and each strategy after so many deals, in steps of about equal ratio."""
    rows = []
    for of, found in zip(("seats", "strategies"), means(run), strict=True):
        for deals in steps(len(found.shares)):
            for number, name in enumerate(found.names):
                share = interval(found.shares[:deals, number], run.about, True, len(found.names))
                half = (share.high - share.low) / 2
                ends = {"share": share.mean, "low": share.low, "high": share.high, "half_width": half}
                rows.append({"deals": deals, "of": of, "who": name} | ends)
    return pl.DataFrame(rows, schema=SHAPE)


def steps(deals: int) -> list[int]:
    if deals <= FIRST:
        return [deals]
    return sorted({int(round(step)) for step in np.geomspace(FIRST, deals, POINTS)})


def widest(frame: pl.DataFrame) -> pl.DataFrame:
    """The widest interval of the seats and of the strategies after so many deals."""
    return frame.group_by("of", "deals", maintain_order=True).agg(pl.col("half_width").max())


def chart(frame: pl.DataFrame, ax: Any = None, within: float | None = None) -> Any:
    """Half-widths against deals, both in equal ratios: a straight line down is as it should be."""
    series: dict[str, Any] = {}
    for (of,), rows in widest(frame).partition_by("of", as_dict=True, maintain_order=True).items():
        series[f"widest of the {of}"] = (rows["deals"].to_numpy(), rows["half_width"].to_numpy(), None, None)
    line = (within, "called balanced") if within else None
    return charts.lines(series, "deals", "± percentage points", line, logarithmic=True, ax=ax)


def words(frame: pl.DataFrame) -> list[str]:
    last = frame.filter(pl.col("deals") == frame["deals"].max())["half_width"].max()
    deals = frame["deals"].max()
    if not np.isfinite(last):
        return [f"{deals:,} deals are too few to say how sure these shares are."]
    return [
        f"After {deals:,} deals every share of wins is known to ± {100 * last:.1f} percentage points or better.",
        "Half of that takes four times the games.",
    ]
