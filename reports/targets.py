"""Does a run meet its targets?  A designer's aims, each judged by the whole 95 % interval of its figure.

    targets = [
      "seat_spread < 0.03",
      "win_share.max < 0.40",
      "win_share.seat_1 in 0.20..0.30",
      "turns.median in 20..28",
    ]

holds: the interval lies inside what is asked; fails: wholly outside; cannot tell: it reaches across.  The names are
those of reports.figures; shares are parts of 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from reports import figures
from reports.closing import aligned
from reports.compare import difference_words, shortened
from reports.headline import Deals
from reports.intervals import Interval, ends_words, mean_words, share_words
from sim.files import BoxError, known, toml
from sim.results import Results

HOLDS, FAILS, UNKNOWN = "holds", "fails", "cannot tell"
NUMBER = r"[+-]?\d*\.?\d+"
FORM = rf"\s*([^\s<>=]+)\s*(?:(<=?|>=?)\s*({NUMBER})|(?:in\s|=)\s*({NUMBER})\s*\.\.\s*({NUMBER}))\s*"


class Target(NamedTuple):
    """A figure, and between what it should lie."""

    text: str
    name: str
    low: float
    high: float


def target(text: Any) -> Target:
    """ "seat_spread < 0.03", "turns.median in 20..28" or "win_share.seat_1=0.2..0.3"

    Raises: BoxError, with how it is said.
    """
    found = re.fullmatch(FORM, text) if isinstance(text, str) else None
    if not found:
        raise BoxError(f'target {text!r}: say it like "seat_spread < 0.03" or "turns.median in 20..28"')
    name, sign, bound, low, high = found.groups()
    if sign:
        ends = (-math.inf, float(bound)) if sign.startswith("<") else (float(bound), math.inf)
    else:
        ends = (float(low), float(high))
    if ends[0] >= ends[1]:
        raise BoxError(f"target {text!r}: {low} is not below {high}")
    return Target(" ".join(text.split()), name, *ends)


def from_toml(file: Path) -> list[Target]:
    """The targets in a file.

    Raises: BoxError, naming the file.
    """
    given = toml(file)
    for name in given:
        known(name, ["targets"], file.name)
    wanted = given.get("targets")
    if not isinstance(wanted, list) or not wanted:
        raise BoxError(f'{file.name}: targets is not a list of them (targets = ["seat_spread < 0.03", ...])')
    try:
        return [target(text) for text in wanted]
    except BoxError as error:
        raise BoxError(f"{file.name}, {error}") from None


def judge(wanted: Target, found: Interval) -> str:
    if found.low >= wanted.low and found.high <= wanted.high:
        return HOLDS
    return FAILS if found.high < wanted.low or found.low > wanted.high else UNKNOWN


def needed(wanted: Target, found: Interval) -> float:
    """How many times the deals would tell, if the figure stays as it is: widths go with one over the root of deals."""
    gap = min(abs(found.mean - end) for end in (wanted.low, wanted.high))
    half = max(found.high - found.mean, found.mean - found.low)
    return (half / gap) ** 2 if gap > 0 and math.isfinite(half) else math.inf


def table(deals: Deals, run: Results, wanted: Sequence[Target]) -> pl.DataFrame:
    """A line for each target, in the order given.

    Raises: BoxError for a figure that the run has not.
    """
    rows = []
    for one in wanted:
        figures.check(one.name, deals.about, f"target {one.text!r}")
        found = figures.figure(deals, run, one.name)
        verdict = judge(one, found)
        games = needed(one, found) * len(deals.values) * deals.about["games_per_deal"]
        is_known = verdict == UNKNOWN and games < 1_000 * deals.about["games"]
        rows.append(
            {"target": one.text, "figure": one.name, "least": one.low, "most": one.high}
            | {"value": found.mean, "low": found.low, "high": found.high, "deals": found.n}
            | {"verdict": verdict, "games_needed": math.ceil(games) if is_known else None}
        )
    return pl.DataFrame(rows, schema_overrides={"games_needed": pl.Int64}, infer_schema_length=None)


# In words.


def value_words(name: str, found: Interval) -> str:
    """A figure with its interval: shares and their spreads in per cent, quantiles as they are."""
    if figures.is_difference(name):
        return difference_words(*found[:3], figures.is_share(name))
    if name in figures.SPREADS:
        return f"{100 * found.mean:.1f} points ({100 * found.low:.1f} to {100 * found.high:.1f})"
    if figures.is_share(name):
        return share_words(found)
    if name.count(".") and name.split(".")[0] in figures.COUNTED:
        return f"{found.mean:g} ({ends_words(found.low, found.high)})"
    return mean_words(found)


def lines(frame: pl.DataFrame) -> Iterator[str]:
    cells = [("target", "found", "")]
    for row in frame.iter_rows(named=True):
        found = Interval(row["value"], row["low"], row["high"], row["deals"])
        cells.append((row["target"], value_words(row["figure"], found), told(row)))
    yield from aligned(cells)


def told(row: dict[str, Any]) -> str:
    """A verdict, and what would tell."""
    more = f" (about {shortened(row['games_needed'])} games would tell)" if row["games_needed"] else ""
    return row["verdict"] + more


def words(frame: pl.DataFrame) -> Iterator[str]:
    counts = {verdict: int((frame["verdict"] == verdict).sum()) for verdict in (HOLDS, FAILS, UNKNOWN)}
    told = (
        f"{count} {verdict.removesuffix('s') if count > 1 else verdict}" for verdict, count in counts.items() if count
    )
    yield f"Of {len(frame)} target{'s' if len(frame) > 1 else ''}: {', '.join(told)}."
    yield (
        f"In brackets: 95 % intervals, each by itself, from {frame['deals'][0]:,} deals; those of a spread, a maximum "
        "or a minimum are made of intervals that hold for all together. holds: the interval lies inside the target; "
        "fails: wholly outside."
    )
