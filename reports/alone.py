"""Games of one player: nobody is beaten, so strategies are ranked by what they score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.closing import aligned, seats_of
from reports.deals import codes, counted, names_of, of_moments, parts
from reports.histograms import Histogram, outline
from reports.intervals import Interval, Moments, ends_words, mean_words
from sim.results import Results

QUANTILES = (0.05, 0.5, 0.95)
ENDS = ("", "_low", "_high")
SHAPE = {"strategy": pl.String, "games": pl.Int64, "deals": pl.Int64} | {
    name: pl.Float64
    for name in (
        *(f"{figure}{end}" for figure in ("mean", *(f"q{100 * share:02.0f}" for share in QUANTILES)) for end in ENDS),
        *("mean_all_low", "mean_all_high"),
    )
}


def is_alone(about: Mapping[str, Any]) -> bool:
    return len(about["line_ups"][0]) == 1


def scores(run: Results) -> dict[str, np.ndarray]:
    """The scores of each strategy: deals x games of a deal."""
    counted(run)
    assert seats_of(run.about) == 1
    names, per_deal = names_of(run.about), run.about["games_per_deal"]
    found: dict[str, list[np.ndarray]] = {name: [] for name in names}
    for part in parts(run, seats=("strategy", "score")):
        sat = codes(part.seats["strategy"], names).reshape(-1, per_deal)
        points = part.seats["score"].to_numpy().reshape(-1, per_deal)
        for number, name in enumerate(names):
            found[name].append(points[sat == number].reshape(len(points), -1))
    return {name: np.concatenate(of_parts) for name, of_parts in found.items()}


def table(of: Mapping[str, np.ndarray], about: Mapping[str, Any]) -> pl.DataFrame:
    """A line for each strategy, the best first: its mean score and 5, 50 and 95 %, each with its interval.

    `mean_all_low` to `mean_all_high` holds together with those of all other strategies.
    """
    rows = [line(name, points, dict(about), len(of)) for name, points in of.items()]
    return pl.DataFrame(rows, schema=SHAPE).sort("mean", descending=True, maintain_order=True)


def line(name: str, points: np.ndarray, about: dict[str, Any], family: int) -> dict[str, Any]:
    mean, together = (of_moments(Moments.of(points.mean(axis=1)), about, family=several) for several in (1, family))
    row: dict[str, Any] = {"strategy": name, "games": points.size, "deals": len(points)}
    row |= dict(zip((f"mean{end}" for end in ENDS), mean[:3], strict=True))
    row |= {"mean_all_low": together.low, "mean_all_high": together.high}
    for share in QUANTILES:
        ends = histogram(points).quantile_interval(share)
        row |= dict(zip((f"q{100 * share:02.0f}{end}" for end in ENDS), ends, strict=True))
    return row


def histogram(points: np.ndarray) -> Histogram:
    return Histogram(*np.unique(points.astype(float), return_counts=True), len(points))


def chart(of: Mapping[str, np.ndarray], ax: Any = None) -> Any:
    """The scores of each strategy."""
    low, high = (end(points.min() if end is min else points.max() for points in of.values()) for end in (min, max))
    series = {}
    for name, points in of.items():
        found = histogram(points)
        series[name] = outline(found.values, found.counts, low, high)
    return charts.steps(series, "final score", ax)


# In words.

HEAD = ("strategy", "mean score", "5 %", "50 %", "95 %")


def cells(frame: pl.DataFrame) -> list[list[str]]:
    """A row of words for each strategy, under HEAD."""
    return [
        [row["strategy"], mean_words(mean_of(row)), *(quantile_words(row, name) for name in ("q05", "q50", "q95"))]
        for row in frame.iter_rows(named=True)
    ]


def mean_of(row: Mapping[str, Any], of: str = "mean") -> Interval:
    return Interval(row["mean"], row[f"{of}_low"], row[f"{of}_high"], row["deals"])


def quantile_words(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]:g} ({ends_words(row[f'{name}_low'], row[f'{name}_high'])})"


def lines(frame: pl.DataFrame) -> Iterator[str]:
    yield from aligned([HEAD, *cells(frame)])


def words(frame: pl.DataFrame) -> list[str]:
    """Best and worst."""
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    said = [f"Highest mean score: {best['strategy']}, {mean_words(mean_of(best, 'mean_all'))}."]
    if len(frame) > 1:
        said.append(f"Lowest: {worst['strategy']}, {mean_words(mean_of(worst, 'mean_all'))}.")
    said.append(
        f"Half of the games of {best['strategy']} score {quantile_words(best, 'q50')} or more; "
        f"nine in ten lie between {best['q05']:g} and {best['q95']:g}."
    )
    return said
