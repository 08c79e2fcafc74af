"""How sure: means over deals with their 95 % intervals.

The games of one deal share their luck, so the deal is what is counted: every value here is one deal's mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

LEVEL = 0.95
FEW = 10  #  events, or non-events, below which a share gets the exact interval


class Moments(NamedTuple):
    """How many values, their mean, and the sum of their squared distances from it."""

    n: int = 0
    mean: float = 0.0
    m2: float = 0.0

    @classmethod
    def of(cls, values: np.ndarray) -> Moments:
        if not len(values):
            return cls()
        mean = float(np.mean(values))
        return cls(len(values), mean, float(np.sum((values - mean) ** 2)))

    def merged(self, other: Moments) -> Moments:
        """The moments of both sets of values together (Chan, Golub and LeVeque 1979)."""
        n = self.n + other.n
        if not n:
            return self
        step = other.mean - self.mean
        mean = self.mean + step * other.n / n
        return Moments(n, mean, self.m2 + other.m2 + step * step * self.n * other.n / n)

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return math.sqrt(self.m2 / (self.n - 1) / self.n) if self.n > 1 else math.inf


class Interval(NamedTuple):
    """A mean over n deals, and the ends of its interval."""

    mean: float
    low: float
    high: float
    n: int


def mean_interval(values: Moments, level: float = LEVEL) -> Interval:
    """Student's t on deals.  One deal says nothing of the spread: its interval has no ends."""
    if values.n < 2:
        return Interval(values.mean, -math.inf, math.inf, values.n)
    reach = float(special.stdtrit(values.n - 1, (1 + level) / 2)) * values.error
    return Interval(values.mean, values.mean - reach, values.mean + reach, values.n)


def share_interval(values: Moments, level: float = LEVEL) -> Interval:
    """The interval of a share, whose deals lie between 0 and 1.

    Student's t, unless there are few events or no spread: then Clopper and Pearson's, as if every deal were all or
    nothing.  No values between 0 and 1 with this mean spread more than that, so it errs on the wide side.
    """
    n, events = values.n, values.n * values.mean
    if min(events, n - events) >= FEW and values.m2 > 0:
        mean, low, high, _ = mean_interval(values, level)
        return Interval(mean, max(low, 0.0), min(high, 1.0), n)
    return Interval(values.mean, *exact_ends(n, events, level), n)


def exact_ends(n: int, events: float, level: float = LEVEL) -> tuple[float, float]:
    """Clopper and Pearson's ends for a share; a fraction of an event is rounded outwards."""
    fewest, most = math.floor(events + 1e-9), math.ceil(events - 1e-9)
    tail = (1 - level) / 2
    low = float(special.betaincinv(fewest, n - fewest + 1, tail)) if fewest > 0 else 0.0
    high = float(special.betaincinv(most + 1, n - most, 1 - tail)) if most < n else 1.0
    return low, high


def paired_interval(a: np.ndarray, b: np.ndarray, level: float = LEVEL) -> Interval:
    """Of the mean difference a - b, where a[i] and b[i] are what two settings make of the same deal.

    Raises: ValueError when they are not of the same deals.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} deals cannot be paired with {len(b)}")
    return mean_interval(Moments.of(np.asarray(a) - np.asarray(b)), level)


def wilson_ends(n: int, events: int, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's ends for a share of independent games (1927): near the wanted level where shares are small, too."""
    from scipy import stats  # takes a second

    ends = stats.binomtest(events, n).proportion_ci(level, method="wilson")
    return float(ends.low), float(ends.high)


def needed(spread: float, half_width: float, level: float = LEVEL) -> int:
    """Deals until the interval of a mean reaches so far to each side.

    Args: spread: standard deviation of one deal; of a share p of independent games it is sqrt(p (1 - p)).
    """
    return math.ceil((float(special.ndtri((1 + level) / 2)) * spread / half_width) ** 2)


def holm(p: Sequence[float]) -> np.ndarray:
    """p-values, each as it stands in the family of all of them (Holm 1979), in the order given.

    Calling false whatever comes out below alpha, one calls anything wrongly false in at most alpha of all families.
    """
    given = np.asarray(p, dtype=float)
    order = np.argsort(given, kind="stable")
    steps = np.maximum.accumulate(given[order] * np.arange(len(given), 0, -1))
    found = np.empty(len(given))
    found[order] = np.minimum(steps, 1.0)
    return found


# In words.


def percent(share: float) -> str:
    """A share as a percentage; never a bare 0 or 100, which no number of games can show."""
    if share < 0.0005:
        return "< 0.1 %"
    if share >= 0.9995:
        return "> 99.9 %"
    return f"{100 * share:.1f} %"


def share_words(share: Interval) -> str:
    """ "31.2 % (30.1 to 32.3)"; where nothing or everything was an event, the bound alone."""
    if share.n == 0:
        return "unknown"
    if share.mean <= 0:
        return f"< {math.ceil(1000 * share.high) / 10:.1f} %"
    if share.mean >= 1:
        return f"> {math.floor(1000 * share.low) / 10:.1f} %"
    low, high = percent(share.low).removesuffix(" %"), percent(share.high).removesuffix(" %")
    return f"{percent(share.mean)} ({low} to {high})"


def bare_words(share: float, deals: int) -> str:
    """A share where there is no room for its interval; of nothing or everything the bound, as in share_words."""
    return percent(share) if 0 < share < 1 else share_words(share_interval(Moments(deals, share, 0.0)))


def ends_words(low: float, high: float) -> str:
    """ "20 to 25"; "25 at most" or "20 at least" where nothing is known of the other end."""
    if math.isinf(low) and math.isinf(high):
        return "unknown"
    if math.isinf(low):
        return f"{high:g} at most"
    return f"{low:g} to {high:g}" if math.isfinite(high) else f"{low:g} at least"


def mean_words(mean: Interval) -> str:
    """ "48.21 (48.05 to 48.37)" """
    if mean.n == 0:
        return "unknown"
    if mean.n == 1:
        return f"{mean.mean:.2f} (one deal)"
    return f"{mean.mean:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def p_words(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
