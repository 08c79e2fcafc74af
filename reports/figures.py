"""Any headline figure of a run by its name, with its 95 % interval: what targets judge and sweeps tell.

turns, score.greedy, win_share.seat_1 ...    the mean of a headline number (reports.headline)
turns.median, margin.q95 ...                 quantiles over games, of what is counted for each game
seat_spread, strategy_spread                 the best share of wins less the worst
win_share.max, win_share.min                 the best and the worst share of wins of a strategy
score_prison.seat_1, resets                  means of what the game itself counts (meeplecarlo info GAME --columns)
score.greedy-score.seat_1                    a difference of two means, deal by deal

The largest of several is too large on average, and so is a spread: their intervals are made of intervals that hold for
all strategies, or for all differences of pairs, together (Bonferroni).  The ends of a quantile are the quantiles as
far to each side as the interval of the share of games up to it, or of the share below it, reaches (Woodruff 1952), by
deals.
A run that ended when enough was known has confidence sequences, which hold together anyhow.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import combinations

import numpy as np
import polars as pl

from reports import headline, paired
from reports.deals import interval, of_moments, widest
from reports.headline import Deals
from reports.intervals import Interval, Moments
from sim.files import BoxError, known
from sim.results import Results

SPREADS = ("seat_spread", "strategy_spread")
ENDS = ("win_share.max", "win_share.min")
COUNTED = ("turns", "rounds", "margin", "lead_changes")  # for each game


def names(about: dict) -> list[str]:
    """Every figure of a run by name, but that q95 stands for q01 to q99, and differences."""
    quantiles = [f"{what}.{q}" for what in headline.there(about, COUNTED) for q in ("median", "q95")]
    several = [*SPREADS, *ENDS] if len(about["line_ups"][0]) > 1 else []
    return [*several, *headline.names(about), *quantiles, *headline.more(about)]


def check(name: str, about: dict, where: str) -> None:
    """Raises: BoxError for a figure that this run has not, with the nearest."""
    parts = headline.terms(name)
    if len(parts) == 1:
        known(re.sub(r"\.q(?!00)\d\d$", ".q95", name), names(about), where)
    elif len(parts) > 2:
        raise BoxError(f"{where}: {name!r} is a difference of more than two")
    for part in parts[:2] if len(parts) > 1 else ():
        known(part, [*headline.names(about), *headline.more(about)], where)


def is_difference(name: str) -> bool:
    return len(headline.terms(name)) > 1


def is_share(name: str) -> bool:
    """Whether a figure is told in per cent."""
    return name in SPREADS or headline.is_share(name)


def figure(deals: Deals, run: Results, name: str) -> Interval:
    """One figure of a run; check() has looked whether there is such."""
    what, _, last = name.partition(".")
    if name in SPREADS:
        return spread(deals, headline.seats_of(deals.about) if name == SPREADS[0] else strategies(deals))
    if name in ENDS:
        return extreme(deals, strategies(deals), max if name == ENDS[0] else min)
    if what in COUNTED and last:
        return quantile(deals, run, what, 0.5 if last == "median" else int(last[1:]) / 100)
    if is_difference(name) and headline.is_share(name):
        return paired.apart(*(headline.values(deals, term) for term in headline.terms(name)), deals.about, 1)
    return interval(headline.values(deals, name), deals.about, headline.is_share(name))


def strategies(deals: Deals) -> list[str]:
    return headline.strategies_of(deals.about)


def spread(deals: Deals, who: list[str]) -> Interval:
    """The best less the worst: at least what some pair differs by for sure, at most what any pair may."""
    shares = [deals.values[f"win_share.{name}"].to_numpy() for name in who]
    pairs = list(combinations(shares, 2))
    found = widest([paired.apart(one, other, deals.about, len(pairs)) for one, other in pairs], len(deals.values))
    return found._replace(high=min(1.0, found.high))


def extreme(deals: Deals, who: list[str], which: Callable[..., float]) -> Interval:
    """The best or the worst share of wins."""
    found = [interval(deals.values[f"win_share.{name}"].to_numpy(), deals.about, True, len(who)) for name in who]
    return Interval(*(which(one[end] for one in found) for end in range(3)), found[0].n)


def quantile(deals: Deals, run: Results, what: str, share: float) -> Interval:
    """Of all games: the least value up to which that share of them lies.  Looks at the run part by part, twice."""
    value, counts = headline.OF_GAMES[what], dict[float, int]()
    whole = deals.values.lazy().select("deal")
    games = [part.join(whole, on="deal", how="semi") for part, _ in run.parts]
    for part in games:
        found = part.group_by(value.cast(pl.Float64).alias("value")).agg(pl.len()).collect()
        for at, times in found.iter_rows():
            counts[at] = counts.get(at, 0) + times
    values = np.array(sorted(counts))
    up_to = np.cumsum([counts[at] for at in values]) / sum(counts.values())
    middle = at_share(values, up_to, share)
    sides = {"below": value.cast(pl.Float64) < middle, "to": value.cast(pl.Float64) <= middle}
    moments = dict.fromkeys(sides, Moments())
    for part in games:
        shares = part.group_by("deal").agg(side.mean().alias(name) for name, side in sides.items()).collect()
        moments = {name: so_far.merged(Moments.of(shares[name].to_numpy())) for name, so_far in moments.items()}
    if moments["to"].n < 2:
        return Interval(middle, -math.inf, math.inf, moments["to"].n)
    around = [of_moments(of_side, deals.about, True) for of_side in moments.values()]
    reach = max(max(one.high - one.mean, one.mean - one.low) for one in around)
    low = at_share(values, up_to, share - reach) if share > reach else -math.inf
    high = at_share(values, up_to, share + reach) if share + reach < 1 else math.inf
    return Interval(middle, low, high, around[0].n)


def at_share(values: np.ndarray, up_to: np.ndarray, share: float) -> float:
    return float(values[min(int(np.searchsorted(up_to, share - 1e-12)), len(values) - 1)])
