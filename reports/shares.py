"""What seats and strategies have in common: a table of shares of wins and scores, with intervals, and its two figures.

Each line has two intervals for its share of wins: `low` to `high`, which holds by itself, and `all_low` to `all_high`,
which holds for all lines together (Bonferroni), and by which verdicts are given and the best and worst spoken of.  So
has its score.
The spread, best less worst, has an interval from those of all differences of pairs, which hold together too; the plain
difference between the best and the worst of several is too large on average.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from reports import charts, paired
from reports.deals import Means, interval, widest
from reports.intervals import Interval, mean_words, percent, share_words


def table(means: Means, about: dict[str, Any], what: str) -> pl.DataFrame:
    """One line for each name: games, deals, share of wins with both intervals, score with its interval."""
    even, several = 1 / len(about["line_ups"][0]), len(means.names)
    widest = spread(means.shares, about)
    rows = []
    for number, name in enumerate(means.names):
        share, score = means.shares[:, number], means.scores[:, number]
        alone, together = (interval(share, about, True, family) for family in (1, several))
        points, all_points = (interval(score, about, family=family) for family in (1, several))
        rows.append(
            {what: name, "games": means.games[number], "deals": alone.n, "even": even}
            | {"share": alone.mean, "low": alone.low, "high": alone.high}
            | {"all_low": together.low, "all_high": together.high}
            | {"score": points.mean, "score_low": points.low, "score_high": points.high}
            | {"score_all_low": all_points.low, "score_all_high": all_points.high}
            | {"spread": widest.mean, "spread_low": widest.low, "spread_high": widest.high}
        )
    return pl.DataFrame(rows)


def spread(shares: np.ndarray, about: dict[str, Any]) -> Interval:
    """The best less the worst, from intervals for all differences of pairs that hold together."""
    pairs = list(combinations(range(shares.shape[1]), 2))
    found = [paired.apart(shares[:, one], shares[:, other], about, len(pairs)) for one, other in pairs]
    return widest(found, len(shares))


def chart(frame: pl.DataFrame, ax: Any = None, within: float | None = None) -> Any:
    """Shares of wins with intervals that hold together, the line at which all would be even, and what is balanced."""
    even = frame["even"][0]
    return charts.dots(
        frame[frame.columns[0]].to_list(),
        *(frame[name].to_numpy() for name in ("share", "all_low", "all_high")),
        label="share of wins",
        line=(even, "even" if within is None else f"even ± {100 * within:g}"),
        band=None if within is None else (even - within, even + within),
        is_share=True,
        ax=ax,
    )


def score_chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Mean scores with their intervals."""
    values = (frame[name].to_numpy() for name in ("score", "score_low", "score_high"))
    return charts.dots(frame[frame.columns[0]].to_list(), *values, label="mean score", ax=ax)


def words(frame: pl.DataFrame, called: str) -> list[str]:
    """Best and worst, and how far they are apart, by intervals that hold for all together.

    Args: called: how a line is called, "seat {}".
    """
    name = frame.columns[0]
    if len(frame) < 2:
        row = frame.row(0, named=True)
        only = called.format(row[name])
        return [
            f"There is only {only} here, so there is nothing to compare.",
            f"It scores {mean_words(score_of(row))}.",
        ]
    ranked, scored = (frame.sort(column, descending=True, maintain_order=True) for column in ("share", "score"))
    best, worst = ranked.row(0, named=True), ranked.row(-1, named=True)
    most, least = scored.row(0, named=True), scored.row(-1, named=True)
    return [
        f"Most wins: {called.format(best[name])}, {share_words(share_of(best, True))}. "
        f"Fewest: {called.format(worst[name])}, {share_words(share_of(worst, True))}. "
        f"Even would be {percent(best['even'])}.",
        f"Best and worst are {points(best['spread'])} apart ({points_between(best)}).",
        f"Highest mean score: {called.format(most[name])}, {mean_words(score_of(most))}. "
        f"Lowest: {called.format(least[name])}, {mean_words(score_of(least))}.",
    ]


def share_of(row: dict[str, Any], together: bool = False) -> Interval:
    low, high = ("all_low", "all_high") if together else ("low", "high")
    return Interval(row["share"], row[low], row[high], row["deals"])


def score_of(row: dict[str, Any]) -> Interval:
    return Interval(row["score"], row["score_all_low"], row["score_all_high"], row["deals"])


def points(share: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * share:.1f} percentage points"


def points_between(row: dict[str, Any]) -> str:
    low, high = 100 * row["spread_low"], 100 * row["spread_high"]
    return f"{low:.1f} to {high:.1f}" if high < 1000 else "not known"
