"""Three verdicts, by the logic of equivalence: not finding a difference is not finding that there is none.

With x what the user calls balanced, an interval for a share of wins that lies within even +- x says *balanced*; one that
lies wholly outside says *tilted*; any other says *cannot tell yet*.  The intervals of the seats hold together, and so do
those of the strategies and those of the pairs, so that in 95 % of runs no verdict on a family is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from reports.intervals import Interval, share_words

BALANCED, TILTED, UNKNOWN = "balanced", "tilted", "cannot tell yet"
WITHIN = 0.02  # of even, unless the user says otherwise
ENDLESS = 1_000  # times the games played: more is not worth a number


def judge(low: float, high: float, even: float, within: float) -> str:
    """One of the three."""
    if even - within <= low and high <= even + within:
        return BALANCED
    if high < even - within or low > even + within:
        return TILTED
    return UNKNOWN


def times(mean: float, low: float, high: float, even: float, within: float) -> float:
    """How many times the deals would decide it, if the mean stayed as it is: widths go with one over the root."""
    gap = abs(abs(mean - even) - within)
    half = max(high - mean, mean - low)
    return (half / gap) ** 2 if gap > 0 and math.isfinite(half) else math.inf


def table(families: Mapping[str, pl.DataFrame], within: float) -> pl.DataFrame:
    """A line for each family and each of its members: verdict, interval, and games still needed.

    Args: families: {"seats": frame with share, all_low, all_high, even, games, deals; the name in the first column}.
    """
    rows = []
    for family, frame in families.items():
        members = [member(row, frame, within) for row in frame.iter_rows(named=True)]
        if len(members) > 1 or (family == "pairs" and members):
            rows.append(together(family, members, within))
            rows += [{"family": family, "within": within} | row for row in members]
    return pl.DataFrame(rows, schema=SHAPE)


SHAPE = {"family": pl.String, "who": pl.String, "verdict": pl.String, "within": pl.Float64, "even": pl.Float64} | {
    **{name: pl.Float64 for name in ("share", "low", "high")},
    **{name: pl.Int64 for name in ("games", "deals", "more_games")},
}


def member(row: Mapping[str, Any], frame: pl.DataFrame, within: float) -> dict[str, Any]:
    even = row.get("even", 0.5)
    ends = row["all_low"], row["all_high"]
    who = f"{row['strategy']} : {row['other']}" if "other" in row else str(row[frame.columns[0]])
    verdict = judge(*ends, even, within)
    more = None
    if verdict == UNKNOWN:
        factor = times(row["share"], *ends, even, within)
        more = rounded(row["games"] * (factor - 1)) if factor <= ENDLESS else None
    return (
        {"who": who, "verdict": verdict, "even": even, "share": row["share"], "low": ends[0], "high": ends[1]}
        | {"games": row["games"], "deals": row["deals"], "more_games": more}
    )


def together(family: str, members: list[dict[str, Any]], within: float) -> dict[str, Any]:
    """Tilted if one is, balanced if all are."""
    found = {row["verdict"] for row in members}
    verdict = TILTED if TILTED in found else UNKNOWN if UNKNOWN in found else BALANCED
    open_ones = [row["more_games"] for row in members if row["verdict"] == UNKNOWN]
    more = max(open_ones) if verdict == UNKNOWN and None not in open_ones else None
    counts = {name: max(row[name] for row in members) for name in ("games", "deals")}
    return {"family": family, "who": None, "verdict": verdict, "within": within, "more_games": more} | counts


def rounded(games: float) -> int:
    """To two digits, up."""
    size = 10 ** max(math.floor(math.log10(max(games, 1))) - 1, 0)
    return math.ceil(games / size) * size


# In words.

ASKED = {"seats": "The seats", "strategies": "The strategies", "pairs": "The strategies, two by two"}


def words(frame: pl.DataFrame) -> list[str]:
    """A sentence for each family."""
    return [sentence(row, frame) for row in frame.filter(pl.col("who").is_null()).iter_rows(named=True)]


def sentence(row: Mapping[str, Any], frame: pl.DataFrame) -> str:
    """ "The seats: tilted (more than 2 points from even): 4, 29.1 % (28.0 to 30.2)." """
    members = frame.filter((pl.col("family") == row["family"]) & pl.col("who").is_not_null())
    asked, x = ASKED[row["family"]], f"{100 * row['within']:g}"
    if row["verdict"] == BALANCED:
        return f"{asked}: balanced within {x} percentage points of even."
    if row["verdict"] == TILTED:
        out = members.filter(pl.col("verdict") == TILTED).sort((pl.col("share") - pl.col("even")).abs(), descending=True)
        named = "; ".join(f"{one['who']} {share_words(interval_of(one))}" for one in out.head(2).iter_rows(named=True))
        more = f", and {len(out) - 2} more" if len(out) > 2 else ""
        return f"{asked}: tilted by more than {x} percentage points: {named}{more}."
    return f"{asked}: cannot tell yet whether within {x} percentage points of even ({needed(row['more_games'])})."


def needed(games: int | None) -> str:
    return "too close to that line for any number of games worth playing" if games is None else (
        f"needs about {games:,} more games"
    )


def interval_of(row: Mapping[str, Any]) -> Interval:
    return Interval(row["share"], row["low"], row["high"], row["deals"])


def families(seats: pl.DataFrame, strategies: pl.DataFrame, pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    return {"seats": seats, "strategies": strategies, "pairs": pairs}


def by_family(frame: pl.DataFrame) -> Iterable[tuple[str, dict[str, Any]]]:
    """The lines of whole families."""
    for row in frame.filter(pl.col("who").is_null()).iter_rows(named=True):
        yield row["family"], row
