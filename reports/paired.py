"""Two sides: how far a variant is from its base, how sure that is, and what playing the same deals has gained.

Paired sides have played the same deals, and what is looked at is one difference a deal: Student's t.  Sides that have
not are independent: Welch's t.  Where all deals but fewer than ten differ by the same, mostly by nothing, a share gets
Clopper and Pearson's ends instead (those for going up less those for going down), and p is that of the sign test.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy import special

from reports import deals
from reports.intervals import FEW, LEVEL, Interval, Moments, exact_ends, paired_interval, share_interval


class Difference(NamedTuple):
    base: float
    variant: float
    interval: Interval  #  of variant - base
    p: float  #            that so much or more comes of luck alone; two-sided
    gain: float  #         independent deals it would take for each paired one (the ratio of variances)


def paired(base: np.ndarray, variant: np.ndarray, is_share: bool = False) -> Difference:
    """The same deals on both sides, in the same order.

    Args: is_share: values lie between 0 and 1.
    """
    values = variant - base
    one = variance(values)
    p = sign_test(values) if is_poor(values) else t_test(Moments.of(values))
    gain = (variance(base) + variance(variant)) / one if one > 0 else math.nan
    return Difference(float(np.mean(base)), float(np.mean(variant)), interval(base, variant, is_share), p, gain)


def interval(base: np.ndarray, variant: np.ndarray, is_share: bool = False, level: float = LEVEL) -> Interval:
    """Of variant - base on the same deals."""
    found = paired_interval(variant, base, level)
    if is_share and is_poor(variant - base):
        return Interval(found.mean, *exact_difference(variant - base, level), found.n)
    return found


def apart(one: np.ndarray, other: np.ndarray, about: dict[str, Any], family: int) -> Interval:
    """Of one - other, shares of the same deals: one of a family of so many that are to hold together."""
    if about.get("until"):
        return deals.interval(one - other, about, False, family)
    return interval(other, one, True, 1 - (1 - LEVEL) / family)


def is_poor(values: np.ndarray) -> bool:
    """Whether so few deals do not differ by the same, mostly by nothing, that their spread says nothing."""
    usual = (0.0, np.median(values)) if len(values) > 1 else ()
    return any(np.count_nonzero(np.abs(values - one) > 1e-9) < FEW for one in usual)


def independent(base: np.ndarray, variant: np.ndarray, is_share: bool = False) -> Difference:
    """Other deals on each side."""
    sides = Moments.of(base), Moments.of(variant)
    mean = sides[1].mean - sides[0].mean
    n = min(side.n for side in sides)
    if n < 2:
        return Difference(sides[0].mean, sides[1].mean, Interval(mean, -math.inf, math.inf, n), 1.0, math.nan)
    error = math.hypot(sides[0].error, sides[1].error)
    freedom = error**4 / sum(side.error**4 / (side.n - 1) for side in sides) if error > 0 else math.inf
    reach = float(special.stdtrit(freedom, (1 + LEVEL) / 2)) * error if error > 0 else 0.0
    low, high = mean - reach, mean + reach
    if is_share and any(min(side.mean, 1 - side.mean) * side.n < FEW for side in sides):
        ends = [share_interval(side, (1 + LEVEL) / 2) for side in sides]
        low, high = ends[1].low - ends[0].high, ends[1].high - ends[0].low
    if error > 0:
        p = 2 * float(special.stdtr(freedom, -abs(mean) / error))
    else:  # every deal is like every other of its side
        p = 0.5**n if mean else 1.0
    return Difference(sides[0].mean, sides[1].mean, Interval(mean, low, high, n), p, math.nan)


def variance(values: np.ndarray) -> float:
    return float(np.var(values, ddof=1)) if len(values) > 1 else math.nan


def t_test(values: Moments) -> float:
    """p of Student's test that the mean is zero."""
    if values.n < 2 or values.error == 0:
        return 1.0
    return 2 * float(special.stdtr(values.n - 1, -abs(values.mean) / values.error))


def sign_test(values: np.ndarray) -> float:
    from scipy import stats  # takes a second

    up, down = int(np.sum(values > 0)), int(np.sum(values < 0))
    return float(stats.binomtest(up, up + down).pvalue) if up + down else 1.0


def exact_difference(values: np.ndarray, level: float = LEVEL) -> tuple[float, float]:
    """Ends for a mean of values between -1 and 1: what goes up less what goes down, each with half of the error."""
    up, down = float(np.maximum(values, 0).sum()), float(np.maximum(-values, 0).sum())
    ups, downs = (exact_ends(len(values), events, (1 + level) / 2) for events in (up, down))
    return ups[0] - downs[1], ups[1] - downs[0]


def needed(found: Difference, within: float, family: int) -> float:
    """Deals at which it could be told on which side of `within` the difference lies, one of a family of so many, if the
    mean stays as it is: widths go with one over the root of deals.
    """
    mean, low, high, n = found.interval
    half, size = max(high - mean, mean - low), abs(mean)
    if size == within or math.isinf(half):
        return math.inf
    more = n * (half / (size - within)) ** 2
    if size > within:  # and that it is not zero, by Holm's p
        usual, strict = (float(special.ndtri((1 + level) / 2)) for level in (LEVEL, 1 - (1 - LEVEL) / family))
        more = max(more, n * (half * strict / usual / size) ** 2)
    return max(more, n)
