"""What do winners and the others score, and by how much is it won?

A tied winner counts as a winner by its share of the win, and as one of the others by the rest.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import charts
from reports.closing import seats_of
from reports.deals import counted, of_moments, parts
from reports.histograms import Counter, Histogram, outline
from reports.intervals import Moments, ends_words
from sim.results import Results

QUANTILES = (0.05, 0.5, 0.95)
WHO = ("winners", "others", "margin")


def table(run: Results) -> pl.DataFrame:
    """How often each value occurs: who (winners, others, margin), value, games; with the number of deals."""
    counted(run)
    per_deal, players = run.about["games_per_deal"], seats_of(run.about)
    found = {who: Counter() for who in WHO}
    for part in parts(run, games=("margin",), seats=("score", "win_share")):
        deals, won = len(part.games) // per_deal, part.seats["win_share"].to_numpy()
        found["winners"].add(part.seats["score"], won, deals)
        if players > 1:
            found["others"].add(part.seats["score"], 1 - won, deals)
            found["margin"].add(part.games["margin"], None, deals)
    frames = [frame_of(who, counter.histogram()) for who, counter in found.items() if counter.found]
    return pl.concat(frames)


def frame_of(who: str, of: Histogram) -> pl.DataFrame:
    frame = pl.DataFrame({"value": of.values, "games": of.counts})
    return frame.select(pl.lit(who).alias("who"), "value", "games", pl.lit(of.deals).alias("deals"))


def histogram(frame: pl.DataFrame, who: str) -> Histogram:
    rows = frame.filter(pl.col("who") == who)
    return Histogram(rows["value"].to_numpy(), rows["games"].to_numpy(), rows["deals"][0])


def summary(frame: pl.DataFrame) -> pl.DataFrame:
    """Mean and 5, 50 and 95 % of winners' scores, the others' and the margin, each with its interval."""
    rows = []
    for who in frame["who"].unique(maintain_order=True):
        of = histogram(frame, who)
        for share in QUANTILES:
            value, low, high = of.quantile_interval(share)
            rows.append({"who": who, "quantile": share, "value": value, "low": low, "high": high, "deals": of.deals})
    return pl.DataFrame(rows)


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Scores of winners and others."""
    rows = frame.filter(pl.col("who") != "margin")
    low, high = rows["value"].min(), rows["value"].max()
    series = {}
    for who in rows["who"].unique(maintain_order=True):
        of = histogram(frame, who)
        series[who] = outline(of.values, of.counts, low, high)
    return charts.steps(series, "final score", ax)


def margin_chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """By how many points the winner is ahead of the best of the others."""
    of = histogram(frame, "margin")
    return charts.steps({"margin": outline(of.values, of.counts, of.values[0], of.values[-1])}, "points ahead", ax)


def words(frame: pl.DataFrame) -> list[str]:
    rows = {(row["who"], row["quantile"]): row for row in summary(frame).iter_rows(named=True)}
    said = [f"Half of the winners score {middle(rows['winners', 0.5])} or more."]
    if ("others", 0.5) in rows:
        said[0] = f"Winners score {middle(rows['winners', 0.5])} (median), the others {middle(rows['others', 0.5])}."
        low, high = (rows["margin", share]["value"] for share in (0.05, 0.95))
        said.append(
            f"The winner is ahead by {middle(rows['margin', 0.5])} (median); "
            f"nine games in ten lie between {low:g} and {high:g}."
        )
    return said


def middle(row: dict[str, Any]) -> str:
    return f"{row['value']:g} ({ends_words(row['low'], row['high'])})"


def ties(run: Results) -> pl.DataFrame:
    """How often the best score is shared, and how often the win still is after tie-breaks: per deal."""
    moments = {"tied_on_score": Moments(), "tied": Moments()}
    per_deal = run.about["games_per_deal"]
    for part in parts(run, games=tuple(moments)):
        for name in moments:
            deals = (part.games[name] > 1).to_numpy().reshape(-1, per_deal).mean(axis=1)
            moments[name] = moments[name].merged(Moments.of(deals))
    rows = []
    for name, called in (("tied_on_score", "the best score is shared"), ("tied", "the win is shared after tie-breaks")):
        found = of_moments(moments[name], run.about | {"until": None}, True)
        rows.append({"what": called, "share": found.mean, "low": found.low, "high": found.high, "deals": found.n})
    return pl.DataFrame(rows)
