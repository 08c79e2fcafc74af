"""Does it pay to lead early, and can one come back?  From the deals of which a run keeps standings round by round.

Only the first deals of a run are kept so (`run --trace`), so the intervals are wide.  Standings are the points that
each seat would have if the game were scored then, as each game reckons them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.closing import seats_of
from reports.deals import counted, of_moments
from reports.intervals import Interval, Moments, share_words
from sim.results import Results

TENTHS = tuple(tenth / 10 for tenth in range(1, 11))
WHAT = ("leader", "last", "behind")
SHAPE = {"at": pl.Float64, "even": pl.Float64, "games": pl.Int64, "deals": pl.Int64} | {
    f"{what}{end}": pl.Float64 for what in WHAT for end in ("", "_low", "_high")
}


def table(run: Results) -> pl.DataFrame:
    """A line for each tenth of the game's rounds: the chance that its leader wins, that its last one wins, and how
    often the winner is behind at that time.

    Several who lead (or are last) count equally; a shared win counts by its shares.  No lines without a trace.
    """
    counted(run)
    if run.trace is None:
        return pl.DataFrame(schema=SHAPE)
    trace = run.trace.collect()
    won = run.seats.filter(pl.col("game") <= trace["game"].max()).select("game", "seat", "win_share").collect()
    rounds = trace.group_by("game").agg(pl.col("round").max().alias("rounds"))
    trace = trace.join(won, on=["game", "seat"]).join(rounds, on="game").join(whole(run, trace), on="deal", how="semi")
    even, rows = 1 / seats_of(run.about), []
    for tenth in TENTHS:
        found = by_deal(trace, tenth)
        row: dict[str, Any] = {"at": tenth, "even": even, "games": int(found["games"].sum()), "deals": len(found)}
        for what in WHAT:
            share = of_moments(Moments.of(found[what].to_numpy()), run.about | {"until": None}, True)
            row |= {what: share.mean, f"{what}_low": share.low, f"{what}_high": share.high}
        rows.append(row)
    return pl.DataFrame(rows, schema=SHAPE) if rows[0]["deals"] else pl.DataFrame(schema=SHAPE)


def whole(run: Results, trace: pl.DataFrame) -> pl.DataFrame:
    """The traced deals that count."""
    per_deal = run.about["games_per_deal"]
    kept = run.games.filter(pl.col("deal") <= trace["deal"].max()).group_by("deal")
    counts = kept.agg(pl.len().alias("games"), (pl.col("status") == 0).sum().alias("finished")).collect()
    traced = trace.group_by("deal").agg(pl.col("game").n_unique().alias("traced"))
    found = counts.join(traced, on="deal")
    return found.filter((pl.col("finished") == per_deal) & (pl.col("traced") == per_deal)).select("deal")


def by_deal(trace: pl.DataFrame, tenth: float) -> pl.DataFrame:
    """Each deal's mean over its games, at the end of the round that lies there."""
    at = trace.filter(pl.col("round") == (pl.col("rounds") * tenth - 1e-9).ceil().clip(1))
    at = at.sort("game", "seat")  # sums in one order have the same last digits every time
    best, worst = (pl.col("standing") == getattr(pl.col("standing"), end)().over("game") for end in ("max", "min"))
    games = at.with_columns(best.alias("leads"), worst.alias("trails")).group_by("game", "deal", maintain_order=True)
    won = pl.col("win_share")
    return (
        games.agg(
            won.filter("leads").mean().alias("leader"),
            won.filter("trails").mean().alias("last"),
            (1 - won.filter("leads").sum()).clip(0, 1).alias("behind"),
        )
        .group_by("deal", maintain_order=True)
        .agg(pl.len().alias("games"), pl.col(*WHAT).mean())
    )


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """The chance that the leader, and that the last one, wins, by how far the game has come."""
    series = {
        called: tuple(frame[name].to_numpy() for name in ("at", what, f"{what}_low", f"{what}_high"))
        for what, called in (("leader", "whoever leads"), ("last", "whoever is last"))
    }
    even = (frame["even"][0], "even")
    return charts.lines(series, "share of the rounds played", "chance to win", even, is_share=True, ax=ax)


def words(frame: pl.DataFrame) -> list[str]:
    """Half-way: how safe a lead is, and how often the winner came from behind."""
    if frame.is_empty():
        return ["No game of this run was followed round by round (`meeplecarlo run --trace 250`)."]
    row = frame.row(len(frame) // 2 - 1, named=True)
    assert np.isclose(row["at"], 0.5)
    return [
        f"Whoever leads half-way wins {share_words(interval_of(row, 'leader'))} of games, whoever is last then "
        f"{share_words(interval_of(row, 'last'))}.",
        f"In {share_words(interval_of(row, 'behind'))} of games the winner comes from behind: it was not in the lead "
        f"half-way. This is seen in {row['games']:,} games of {row['deals']:,} deals only.",
    ]


def interval_of(row: dict[str, Any], what: str) -> Interval:
    return Interval(row[what], row[f"{what}_low"], row[f"{what}_high"], row["deals"])
