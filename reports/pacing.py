"""How long is a game, how often does the lead change, and when is it settled?  From the rows of all games.

"Settled" is the share of a game's rounds after which its winner led alone to the end; a winner who did not lead at the
end of the last round, or shares the win, counts as settled only at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.deals import counted, of_moments, parts
from reports.histograms import Counter, Histogram
from reports.intervals import Interval, Moments, mean_words, share_words
from sim.results import Results

QUANTILES = (0.05, 0.5, 0.95)
LENGTHS = ("turns of a player", "rounds", "decisions of a player")
SHARES = ("games without a change of lead", "decisions with only one choice")
TENTHS = tuple(tenth / 10 for tenth in range(1, 10))
COLUMNS = ("players", "turns", "rounds", "decisions", "forced", "lead_changes", "settled_round")


def table(run: Results) -> pl.DataFrame:
    """A line for each figure: its mean over deals with the interval, and for lengths 5, 50 and 95 % with theirs.

    The lines `settled by 0.1` ... are shares of games.
    """
    counted(run)
    per_deal = run.about["games_per_deal"]
    counters, moments = {name: Counter() for name in LENGTHS}, dict[str, Moments]()
    for part in parts(run, games=COLUMNS):
        deals = len(part.games) // per_deal
        values = part.games.select(per_player("turns"), pl.col("rounds"), per_player("decisions"))
        for name, column in zip(LENGTHS, values, strict=True):
            counters[name].add(column, None, deals)
        for name, figure in figures(part.games, values).items():
            found = Moments.of(figure.reshape(-1, per_deal).mean(axis=1))
            moments[name] = moments.get(name, Moments()).merged(found)
    rows = []
    for name, found in moments.items():
        interval = of_moments(found, run.about | {"until": None}, name in SHARES or name.startswith("settled"))
        row = {"what": name, "mean": interval.mean, "low": interval.low, "high": interval.high, "deals": interval.n}
        rows.append(row | (quantiles(counters[name].histogram()) if name in counters else {}))
    return pl.DataFrame(rows, schema=SHAPE)


SHAPE = {"what": pl.String, "mean": pl.Float64, "low": pl.Float64, "high": pl.Float64, "deals": pl.Int64} | {
    f"q{100 * share:02.0f}{end}": pl.Float64 for share in QUANTILES for end in ("", "_low", "_high")
}


def per_player(column: str) -> pl.Expr:
    return pl.col(column) / pl.col("players")


def figures(games: pl.DataFrame, lengths: pl.DataFrame) -> dict[str, np.ndarray]:
    """One number a game for each figure."""
    found = {name: lengths[:, number].cast(pl.Float64).to_numpy() for number, name in enumerate(LENGTHS)}
    changes = games["lead_changes"].to_numpy()
    found["changes of lead"] = changes.astype(float)
    found[SHARES[0]] = (changes == 0).astype(float)
    found[SHARES[1]] = games["forced"].to_numpy() / np.maximum(games["decisions"].to_numpy(), 1)
    settled = games["settled_round"].to_numpy() / np.maximum(games["rounds"].to_numpy(), 1)
    return found | {f"settled by {tenth:g}": (settled <= tenth + 1e-9).astype(float) for tenth in TENTHS}


def quantiles(of: Histogram) -> dict[str, float]:
    found = {}
    for share in QUANTILES:
        ends = zip(("", "_low", "_high"), of.quantile_interval(share), strict=True)
        found |= {f"q{100 * share:02.0f}{end}": value for end, value in ends}
    return found


def settled(frame: pl.DataFrame) -> pl.DataFrame:
    """The lines of when games are settled, with the tenth as a number."""
    rows = frame.filter(pl.col("what").str.starts_with("settled by "))
    return rows.select(
        pl.col("what").str.strip_prefix("settled by ").cast(pl.Float64).alias("at"), "mean", "low", "high", "deals"
    )


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Share of games settled by each tenth of their rounds."""
    rows = settled(frame)
    values = tuple(rows[name].to_numpy() for name in ("at", "mean", "low", "high"))
    return charts.lines({"settled": values}, "share of the rounds played", "games settled", is_share=True, ax=ax)


def words(frame: pl.DataFrame) -> list[str]:
    rows = {row["what"]: row for row in frame.iter_rows(named=True)}
    turns = rows["turns of a player"]
    said = (
        f"A player has {turns['q50']:g} turns in the median game, {turns['q05']:g} in a short one (5 %) and "
        f"{turns['q95']:g} in a long one (95 %)."
    )
    if "settled by 0.5" not in rows:  # one player: there is no lead
        return [said]
    half = rows["settled by 0.5"]
    return [
        said,
        f"The lead changes {mean_words(interval_of(rows['changes of lead']))} times a game.",
        f"Half-way, {share_words(interval_of(half))} of games are settled: whoever leads then is never caught.",
    ]


def interval_of(row: dict[str, Any]) -> Interval:
    return Interval(row["mean"], row["low"], row["high"], row["deals"])


# Faults.


def faults(about: dict[str, Any]) -> list[str]:
    """Sentences on broken and unfinished games: how many, what they could change, and where to find them."""
    counts, by_status = about["counts"], about["faults"]["by_status"]
    said = []
    out = counts["deals"] - counts["whole_deals"]
    if by_status:
        kinds = ", ".join(f"{count:,} {status}" for status, count in by_status.items())
        swing = 100 * out / max(counts["deals"], 1)
        said.append(
            f"{sum(by_status.values()):,} games broke ({kinds}); their {out:,} deals are left out. However they had "
            f"gone, no share of wins would differ by more than {swing:.2g} percentage points."
        )
        said += about["faults"]["first"]
    else:
        said.append(f"None of {counts['played']:,} games broke.")
        if out:
            said.append(f"{out:,} deals were not finished and are left out.")
    return said
