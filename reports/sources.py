"""Where do the points come from?  The columns score_*, of winners beside the others, and by strategy."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.closing import seats_of
from reports.deals import codes, counted, interval, names_of, parts
from reports.intervals import Interval, mean_words
from sim.results import Results

SHAPE = {"who": pl.String, "source": pl.String, "deals": pl.Int64} | {
    name: pl.Float64 for name in ("mean", "low", "high", "all_low", "all_high")
}
NONE = "This game does not say where its points come from."
WINNERS, OTHERS, GAP = "winners", "others", "winners less others"


def table(run: Results) -> pl.DataFrame:
    """A line for each source and for whom: winners, others, the difference of these, each strategy; points a game.

    Winners are weighed by their share of the win, others by the rest of it.  No lines when a game declares no sources.
    """
    counted(run)
    columns = [name for name in run.seats.collect_schema().names() if name.startswith("score_")]
    if not columns:
        return pl.DataFrame(schema=SHAPE)
    per_deal, players, names = run.about["games_per_deal"], seats_of(run.about), names_of(run.about)
    found: dict[str, list[np.ndarray]] = {who: [] for who in (WINNERS, OTHERS, *keys(names))}
    for part in parts(run, seats=("strategy", "win_share", *columns)):
        points = part.seats.select(columns).to_numpy().astype(float).reshape(-1, per_deal * players, len(columns))
        won = part.seats["win_share"].to_numpy().reshape(points.shape[:2])
        found[WINNERS].append(np.einsum("drc,dr->dc", points, won) / per_deal)
        if players > 1:
            found[OTHERS].append((points.sum(axis=1) / per_deal - found[WINNERS][-1]) / (players - 1))
        sat = codes(part.seats["strategy"], names).reshape(points.shape[:2])
        for number, key in enumerate(keys(names)):
            here = sat == number
            found[key].append(np.einsum("drc,dr->dc", points, here) / here.sum(axis=1)[:, None])
    values = {who: np.concatenate(deals) for who, deals in found.items() if deals}
    rows = []
    for who in (WINNERS, OTHERS):
        rows += lines(who, columns, values.get(who), run.about)
    if OTHERS in values:
        rows += lines(GAP, columns, values[WINNERS] - values[OTHERS], run.about)
    for name, key in zip(names, keys(names), strict=True):
        rows += lines(name, columns, values[key], run.about)
    return pl.DataFrame(rows, schema=SHAPE)


def keys(names: list[str]) -> list[str]:
    """Strategies, apart from the words used here: one might be called `winners`."""
    return [f"strategy {name}" for name in names]


def lines(who: str, columns: list[str], deals: np.ndarray | None, about: dict[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for number, column in enumerate(columns if deals is not None else ()):
        alone, together = (interval(deals[:, number], about, family=family) for family in (1, len(columns)))
        ends = {"low": alone.low, "high": alone.high, "all_low": together.low, "all_high": together.high}
        rows.append({"who": who, "source": plain(column), "deals": alone.n, "mean": alone.mean} | ends)
    return rows


def plain(column: str) -> str:
    return column.removeprefix("score_").replace("_", " ")


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Stacked bars: winners beside the others, then each strategy."""
    names = [who for who in frame["who"].unique(maintain_order=True) if who != GAP]
    sources = frame["source"].unique(maintain_order=True).to_list()
    values = {source: np.array([mean_of(frame, who, source) for who in names]) for source in sources}
    return charts.stacked(names, values, "points a game", ax)


def mean_of(frame: pl.DataFrame, who: str, source: str) -> float:
    return frame.filter((pl.col("who") == who) & (pl.col("source") == source))["mean"][0]


def words(frame: pl.DataFrame) -> list[str]:
    """What winners have more of."""
    gaps = frame.filter(pl.col("who") == GAP).sort("mean", descending=True)
    if gaps.is_empty():
        return [NONE]
    best = gaps.row(0, named=True)
    more = mean_words(Interval(best["mean"], best["all_low"], best["all_high"], best["deals"]))
    said = [f"Winners are ahead mostly by {best['source']}: {more} points more than the others."]
    less = gaps.filter(pl.col("all_high") < 0)
    if len(less):
        last = less.row(-1, named=True)
        fewer = mean_words(Interval(-last["mean"], -last["all_high"], -last["all_low"], last["deals"]))
        said.append(f"They have less from {last['source']}: {fewer} points less.")
    return said


def words_alone(frame: pl.DataFrame) -> list[str]:
    """Of games of one player: what each strategy has most of."""
    if frame.is_empty():
        return [NONE]
    said = []
    for rows in frame.partition_by("who", maintain_order=True):
        row = rows.sort("mean").row(-1, named=True)
        most = mean_words(Interval(row["mean"], row["all_low"], row["all_high"], row["deals"]))
        said.append(f"{row['who']} has most from {row['source']}: {most} points a game.")
    return said
