"""Three verdicts, by the logic of equivalence: not finding a difference is not finding that there is none.

With x what the user calls balanced, an interval for a share of wins that lies within even +- x says *balanced*; one
that lies wholly outside says *tilted*; any other says *cannot tell yet*.  The intervals of the seats hold together, and
so do those of the strategies and those of the pairs: in at most 5 % of runs is any verdict on a family wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from reports.intervals import Interval, percent, share_words

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


SHAPE = {
    "family": pl.String,
    "who": pl.String,
    "other": pl.String,
    "verdict": pl.String,
    "within": pl.Float64,
    "even": pl.Float64,
} | {
    **{name: pl.Float64 for name in ("share", "low", "high")},
    **{name: pl.Int64 for name in ("games", "deals", "more_games")},
}


def member(row: Mapping[str, Any], frame: pl.DataFrame, within: float) -> dict[str, Any]:
    even = row.get("even", 0.5)
    ends = row["all_low"], row["all_high"]
    verdict = judge(*ends, even, within)
    more = None
    if verdict == UNKNOWN:
        factor = times(row["share"], *ends, even, within)
        more = rounded(row["games"] * (factor - 1)) if factor <= ENDLESS else None
    return {
        "who": row[frame.columns[0]],
        "other": row.get("other"),
        "verdict": verdict,
        "even": even,
        "share": row["share"],
        "low": ends[0],
        "high": ends[1],
    } | {
        "games": row["games"],
        "deals": row["deals"],
        "more_games": more,
    }


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
    """A line for each family: "The seats: balanced within 2 percentage points. Each is ..." """
    return [f"{ASKED[family]}: {label(row)}. {reason(row, frame)}" for family, row in by_family(frame)]


def label(row: Mapping[str, Any]) -> str:
    """The verdict with its number."""
    if row["verdict"] == BALANCED:
        return f"balanced within {points(row)}"
    if row["verdict"] == UNKNOWN and row["more_games"]:
        return f"cannot tell yet (needs about {row['more_games']:,} more games)"
    return row["verdict"]


def reason(row: Mapping[str, Any], frame: pl.DataFrame) -> str:
    """Which intervals it rests on."""
    members = frame.filter((pl.col("family") == row["family"]) & pl.col("who").is_not_null())
    even = percent(members["even"][0])
    by_distance = members.sort((pl.col("share") - pl.col("even")).abs(), descending=True)
    if row["verdict"] == BALANCED:
        return f"Farthest from {even}: {named(by_distance.row(0, named=True))}."
    if row["verdict"] == TILTED:
        out = by_distance.filter(pl.col("verdict") == TILTED)
        more = f", and {len(out) - 2} more" if len(out) > 2 else ""
        first = "; ".join(named(one) for one in out.head(2).iter_rows(named=True))
        return f"More than {points(row)} from {even}: {first}{more}."
    still_open = by_distance.filter(pl.col("verdict") == UNKNOWN).sort("more_games", descending=True, nulls_last=False)
    hardest, line = named(still_open.row(0, named=True)), f"{even} ± {100 * row['within']:g}"
    if row["more_games"]:
        return f"Neither inside nor outside {line}: {hardest}."
    return f"Neither inside nor outside {line}, and {ENDLESS:,} times the games might not tell: {hardest}."


def named(row: Mapping[str, Any]) -> str:
    """ "seat 4, 25.6 % (24.9 to 26.3)"; a pair by the one that is ahead."""
    share = interval_of(row)
    if row["family"] == "pairs":
        one, other = row["who"], row["other"]
        if share.mean < 0.5:
            one, other = other, one
            share = Interval(1 - share.mean, 1 - share.high, 1 - share.low, share.n)
        return f"{one} ahead of {other} in {share_words(share)}"
    who = f"seat {row['who']}" if row["family"] == "seats" else row["who"]
    return f"{who}, {share_words(share)}"


def points(row: Mapping[str, Any]) -> str:
    x = f"{100 * row['within']:g}"
    return f"{x} percentage point{'' if x == '1' else 's'}"


def interval_of(row: Mapping[str, Any]) -> Interval:
    return Interval(row["share"], row["low"], row["high"], row["deals"])


def by_family(frame: pl.DataFrame) -> Iterable[tuple[str, dict[str, Any]]]:
    """The lines of whole families."""
    for row in frame.filter(pl.col("who").is_null()).iter_rows(named=True):
        yield row["family"], row
