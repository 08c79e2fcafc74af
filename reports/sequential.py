"""Playing until a figure is known well enough: intervals that may be looked at as often as one likes.

A usual 95 % interval looked at again and again misses far more often than one time in twenty, and most of all when one
stops as soon as it looks good.  These are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and
Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2021; theorem 2.2): after t deals

    mean +- sd * sqrt(2 (t rho^2 + 1) / (t^2 rho^2) * log(sqrt(t rho^2 + 1) / alpha))

which holds at every t at once.  They are wider than intervals for one look, by a factor of about 1.5 to 2.  The values
are the deals' means.  Strategies and seats are one family: alpha is 0.05 divided by the number of their intervals
(Bonferroni), so that in 95 % of runs all of them hold, at every look.

Being asymptotic they need many values: nothing is looked at before 500 deals, and a share's spread is reckoned as if
four more deals had been met, two all and two nothing, so that it is never zero.  A score without spread is never
trusted.

Measured (tests/test_sequential.py prints it), looking up to 15 times until 12,000 deals, for one figure by itself: all
looks hold in 98 to 99 % of runs for normal and skewed scores and shares about one in four, and in 96 to 98 % for shares
of one in a hundred or fewer; for the eight figures of a table of four together in 99 %.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from reports.intervals import LEVEL, Interval, Moments

FIRST = 500  #      deals before the first look
GROWTH = 1.25  #    each further look comes after so many times the deals
NARROWEST = 5_000  # deals at which intervals are tuned to be as narrow as they can be (rho)
METRICS = ("win_share", "score")
EITHER = Moments.of(np.array([0.0, 0.0, 1.0, 1.0]))


class Goal(NamedTuple):
    """Play until this is known to so much."""

    metric: str
    half_width: float

    def __str__(self) -> str:
        return f"{self.metric} +- {self.half_width:g}"


def goal(text: str) -> Goal:
    """ "win_share +- 0.005" or "score +- 0.1"

    Raises: ValueError, with how it is said.
    """
    found = re.fullmatch(r"\s*(\w+)\s*(?:\+-|\+/-|±)\s*(\d*\.?\d+)\s*", text)
    if not found or found[1] not in METRICS or not 0 < float(found[2]) < (1 if found[1] == "win_share" else math.inf):
        raise ValueError(f'{text!r} is not of the form "win_share +- 0.005" or "score +- 0.1"')
    return Goal(found[1], float(found[2]))


def looks(deals: int) -> Iterator[int]:
    """After how many deals a run of at most so many is looked at: that depends on nothing else."""
    look = FIRST
    while look < deals:
        yield look
        look = math.ceil(look * GROWTH)
    if deals >= FIRST:
        yield deals


def reach(values: Moments, family: int = 1, is_share: bool = False, level: float = LEVEL) -> float:
    """Half the width of an interval, one of a family of so many; infinite while it cannot be known."""
    n = values.n
    m2 = values.merged(EITHER).m2 if is_share else values.m2
    if n < FIRST or m2 <= 0:
        return math.inf
    alpha = (1 - level) / family
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / NARROWEST
    x = n * rho2
    return math.sqrt(m2 / (n - 1) * 2 * (x + 1) / (n * x) * math.log(math.sqrt(x + 1) / alpha))


def mean_interval(values: Moments, family: int = 1) -> Interval:
    half = reach(values, family)
    return Interval(values.mean, values.mean - half, values.mean + half, values.n)


def share_interval(values: Moments, family: int = 1) -> Interval:
    half = reach(values, family, is_share=True)
    return Interval(values.mean, max(values.mean - half, 0.0), min(values.mean + half, 1.0), values.n)


def widest(goal: Goal, family: Iterable[Moments]) -> float:
    """Half the width of the widest interval: what is compared with the goal."""
    family = list(family)
    return max(reach(values, len(family), goal.metric == "win_share") for values in family)
