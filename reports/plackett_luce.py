"""A model of placings: Plackett and Luce's, with ties and with the seat.

Every player in a seat has a worth, exp(strength of its strategy + effect of its seat).  A game is a row of choices: who
comes in first, then who of the others is next, and so on.  A set of players is chosen with a chance in proportion to
the geometric mean of their worths, times a number for ties of that size (Davidson 1970; Turner, van Etten, Firth and
Kosmidis, "Modelling rankings in R: the PlackettLuce package", 2020).  The logarithm of a set's weight is linear in what
is sought,

    mean over the set of (strength + seat) + tie of its size,

so each choice is a multinomial logit, its likelihood has one maximum, and Newton's method finds it.  Strengths sum to
zero, and so do the effects of seats.

Standard errors are those of the sandwich, J^-1 B J^-1, with J the information and B the sum over deals of the outer
products of the deal's whole score: right even when the games of a deal go alike, or the model is not quite true.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import stats

from reports.placings import Placings, sums_by_deal

STEPS = 60  #      of Newton's method
CLOSE = 1e-10  #   the decrease still to be had, per choice, when it ends
FAR = 25.0  #      a strength beyond this is no estimate: there is no maximum
BLOCK = 20_000  #  choices at once
MOST = 50_000_000  # numbers that the test may hold


class Design(NamedTuple):
    """What is sought, as columns: contrasts of strengths, contrasts of seats, and one for each size of tie."""

    strengths: np.ndarray  #  strategies x columns; a row of zeros for one that is not rated
    seats: np.ndarray  #      seats x columns
    ties: list[int]  #        sizes of ties that occur

    @property
    def columns(self) -> int:
        return self.strengths.shape[1] + self.seats.shape[1] + len(self.ties)


class Choices(NamedTuple):
    """The different choices of all patterns; sets of seats are numbers with a bit for each seat."""

    strategy: np.ndarray  #   choices x seats, -1 for nobody
    among: np.ndarray  #      the seats from which was chosen
    chosen: np.ndarray
    of_pattern: np.ndarray  # patterns x stages: the choice, or -1


class Fit(NamedTuple):
    values: np.ndarray  #      by column of the design
    covariance: np.ndarray  #  of the sandwich
    information: np.ndarray
    deals: int


def contrasts(n: int) -> np.ndarray:
    """n numbers that sum to zero, by the first n - 1 of them."""
    return np.vstack([np.eye(n - 1), -np.ones(n - 1)]) if n else np.zeros((0, 0))


def choices(found: Placings, only_first: bool = False) -> Choices:
    """Take the patterns apart: first the winners among all, then the next among the others, until one is left."""
    seats = found.place.shape[1]
    bits = 1 << np.arange(seats)
    left = ((found.strategy >= 0) * bits).sum(axis=1)
    stages = []
    for _ in range(1 if only_first else seats - 1):
        there = (left[:, None] & bits) > 0
        first = np.where(there, found.place, seats + 1).min(axis=1)
        chosen = ((there & (found.place == first[:, None])) * bits).sum(axis=1)
        is_choice = there.sum(axis=1) > 1
        stages.append(np.where(is_choice, left << seats | chosen, -1))
        left = np.where(is_choice, left & ~chosen, 0)
    sets = np.stack(stages, axis=1)
    base = int(found.strategy.max(initial=0)) + 2
    seating = (found.strategy + 1) @ (base ** np.arange(seats, dtype=np.int64))
    _, seating = np.unique(seating, return_inverse=True)
    keys = np.where(sets >= 0, (seating[:, None].astype(np.int64) << 2 * seats) | sets, -1)
    numbers, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    missing = int(numbers[:1].tolist() == [-1])
    kept = first[missing:]
    what = numbers[missing:] & ((1 << 2 * seats) - 1)
    return Choices(
        found.strategy[kept // sets.shape[1]],
        what >> seats,
        what & ((1 << seats) - 1),
        inverse.reshape(sets.shape) - missing,
    )


def fit(found: Placings, design: Design, only_first: bool = False) -> Fit | None:
    """The maximum of the likelihood; None where there is none, or not one alone.

    Args: only_first: only winners are told, the others are not ranked.
    """
    of = choices(found, only_first)
    weights = stage_counts(of, found.counts)
    values = np.zeros(design.columns)
    if not len(of.among) or not design.columns:
        return None
    height, slope, information = likelihood(of, weights, design, values)
    if np.linalg.matrix_rank(information, tol=1e-9 * weights.sum()) < design.columns:
        return None
    for _ in range(STEPS):
        step = np.linalg.solve(information, slope)
        gain = float(slope @ step)
        if gain < CLOSE * weights.sum():
            return closed(found, of, design, values, information)
        share = 1.0
        while True:
            tried = likelihood(of, weights, design, values + share * step)
            if tried[0] >= height + 0.1 * share * gain or share < 1e-6:
                break
            share /= 2
        values = values + share * step
        height, slope, information = tried
        if np.abs(values).max() > FAR or np.linalg.cond(information) > 1e13:
            return None
    return None


def closed(found: Placings, of: Choices, design: Design, values: np.ndarray, information: np.ndarray) -> Fit:
    """The fit, with the covariance of the sandwich; a few deals make it a little wider."""
    scores = by_pattern(of, stage_scores(of, design, values))
    between = sum(deals.T @ deals for deals in sums_by_deal(scores, found.of_game))
    inverse, n = np.linalg.inv(information), len(found.of_game)
    return Fit(values, inverse @ between @ inverse * (n / max(n - 1, 1)), information, n)


def stage_counts(of: Choices, counts: np.ndarray) -> np.ndarray:
    """How many games have each choice."""
    there = of.of_pattern >= 0
    many = np.broadcast_to(counts[:, None], there.shape)[there]
    return np.bincount(of.of_pattern[there], many, minlength=len(of.among))


def by_pattern(of: Choices, values: np.ndarray) -> np.ndarray:
    """Sums over the choices of each pattern."""
    padded = np.vstack([values, np.zeros_like(values[:1])])  # -1, no choice, is the last
    return padded[of.of_pattern].sum(axis=1)


# One choice.


def subsets(seats: int, ties: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """All sets that can be chosen (as bits), and for each: one over its size for its seats, and the size of its tie."""
    sets = np.arange(1, 1 << seats)
    member = (sets[:, None] >> np.arange(seats)) & 1
    size = member.sum(axis=1)
    kept = (size == 1) | np.isin(size, ties)
    tie = size[:, None] == np.array(ties, int)[None, :]
    return sets[kept], np.hstack([member / size[:, None], tie])[kept]


def features(strategy: np.ndarray, design: Design) -> np.ndarray:
    """choices x (seats and ties) x columns: what each seat's player, and each size of tie, adds."""
    n, seats = strategy.shape
    a, b, t = design.strengths.shape[1], design.seats.shape[1], len(design.ties)
    found = np.zeros((n, seats + t, a + b + t))
    found[:, :seats, :a] = design.strengths[strategy] * (strategy >= 0)[:, :, None]
    found[:, :seats, a : a + b] = design.seats
    found[:, seats:, a + b :] = np.eye(t)
    return found


def chances(of: Choices, design: Design, values: np.ndarray, first: int) -> tuple[np.ndarray, ...]:
    """Of a block of choices: features, the sets, what is in them, their chances and their logarithms."""
    block = slice(first, first + BLOCK)
    x = features(of.strategy[block], design)
    sets, inside = subsets(of.strategy.shape[1], design.ties)
    logs = (x @ values) @ inside.T
    logs[(sets[None, :] & ~of.among[block, None]) != 0] = -np.inf
    logs -= logs.max(axis=1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    return x, sets, inside, np.exp(logs), logs


def likelihood(
    of: Choices, weights: np.ndarray, design: Design, values: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Logarithm of the likelihood, its slope and the information."""
    height, slope = 0.0, np.zeros(design.columns)
    information = np.zeros((design.columns, design.columns))
    for first in range(0, len(of.among), BLOCK):
        block = slice(first, first + BLOCK)
        x, sets, inside, chance, logs = chances(of, design, values, first)
        at, many = np.searchsorted(sets, of.chosen[block]), weights[block]
        height += float(many @ logs[np.arange(len(at)), at])
        mean = chance @ inside
        slope += np.einsum("u,ua,uai->i", many, inside[at] - mean, x, optimize=True)
        size = inside.shape[1]
        second = (chance @ (inside[:, :, None] * inside[:, None, :]).reshape(len(sets), -1)).reshape(-1, size, size)
        spread = (second - mean[:, :, None] * mean[:, None, :]) * many[:, None, None]
        information += np.tensordot(x, spread @ x, axes=((0, 1), (0, 1)))
    return height, slope, information


def stage_scores(of: Choices, design: Design, values: np.ndarray) -> np.ndarray:
    """choices x columns: the slope that each adds."""
    found = []
    for first in range(0, len(of.among), BLOCK):
        x, sets, inside, chance, _ = chances(of, design, values, first)
        at = np.searchsorted(sets, of.chosen[first : first + BLOCK])
        found.append(np.einsum("ua,uai->ui", inside[at] - chance @ inside, x))
    return np.concatenate(found)


# Does the model fit?


class Test(NamedTuple):
    """Shares of wins by cell, met and expected; and whether they differ by more than chance."""

    cells: np.ndarray  #     cells x 2: strategy and seat (or strategy and opponent)
    games: np.ndarray
    met: np.ndarray  #       shares of wins
    expected: np.ndarray
    statistic: float
    freedom: int
    p: float


def test(found: Placings, design: Design, fitted: Fit, against: bool, only_first: bool = False) -> Test | None:
    """A test of the moments `wins met less wins expected`, by strategy and seat (against: by strategy and opponent).

    Sums over deals are the sample, and what the fit takes away of them is allowed for (Newey 1985): their covariance is
    that of m - G J^-1 s, with m the deal's moments, s its score, and G the slope of expected wins.  Hotelling's F.
    """
    of = choices(found, only_first)
    cells, where = cells_of(found, against)
    if len(found.place) * len(cells) > MOST:
        return None
    residual, slope, expected = first_choice(of, design, fitted.values)
    moments, turn = np.zeros((len(found.place), len(cells))), np.zeros((len(cells), design.columns))
    games, wins, counts = np.zeros(len(cells)), np.zeros(len(cells)), found.counts
    for first in range(0, len(moments), BLOCK):
        block = slice(first, first + BLOCK)
        start = of.of_pattern[block, 0]
        inside = (where[block, :, :, None] == np.arange(len(cells))).sum(axis=2) * (start >= 0)[:, None, None]
        moments[block] = np.einsum("ps,psc->pc", residual[start], inside, optimize=True)
        turn += np.einsum("p,psc,psi->ci", counts[block], inside, slope[start], optimize=True)
        games += np.einsum("p,psc->c", counts[block], inside)
        wins += np.einsum("p,ps,psc->c", counts[block], expected[start], inside, optimize=True)
    scores = by_pattern(of, stage_scores(of, design, fitted.values))
    shrink = turn @ np.linalg.inv(fitted.information)
    total, between, scale = np.zeros(len(cells)), np.zeros((len(cells), len(cells))), 0.0
    for sums in sums_by_deal(np.hstack([moments, scores]), found.of_game):
        own, score = sums[:, : len(cells)], sums[:, len(cells) :]
        total += own.sum(axis=0)
        corrected = own - score @ shrink.T
        between += corrected.T @ corrected
        scale += float((own**2).sum())
    statistic, freedom = quadratic(total, between, scale)
    n = fitted.deals
    if not freedom or n <= 10 * freedom:
        return None
    p = float(stats.f.sf(statistic * (n - freedom) / (freedom * (n - 1)), freedom, n - freedom))
    return Test(cells, games, (wins + total) / games, wins / games, statistic, freedom, p)


def quadratic(total: np.ndarray, between: np.ndarray, scale: float) -> tuple[float, int]:
    """total' between^+ total, and the rank of `between`: what is next to nothing on this scale is nothing."""
    sizes, axes = np.linalg.eigh(between)
    kept = sizes > 1e-7 * scale
    return float(((axes[:, kept].T @ total) ** 2 / sizes[kept]).sum()), int(kept.sum())


def cells_of(found: Placings, against: bool) -> tuple[np.ndarray, np.ndarray]:
    """The cells that occur (strategy and seat, or strategy and opponent), and in which ones each seat of a pattern is.

    The second is patterns x seats x (1, or the other seats); -1 where nobody is.
    """
    patterns, seats = found.strategy.shape
    mine = np.repeat(found.strategy[:, :, None], seats - 1 if against else 1, axis=2)
    others = [[other for other in range(seats) if other != seat] for seat in range(seats)]
    second = found.strategy[:, others] if against else np.broadcast_to(np.arange(seats)[:, None], mine.shape)
    base = max(int(found.strategy.max()), seats) + 1
    keys = np.where((mine >= 0) & (second >= 0), mine * base + second, -1)
    numbers, where = np.unique(keys, return_inverse=True)
    missing = int(numbers[0] == -1)
    numbers = numbers[missing:]
    return np.stack([numbers // base, numbers % base], axis=1), where.reshape(keys.shape) - missing


def first_choice(of: Choices, design: Design, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each choice and seat: share met less expected, the slope of what is expected, and what is expected."""
    seats = of.strategy.shape[1]
    residuals, slopes, expected = [], [], []
    for first in range(0, len(of.among), BLOCK):
        x, sets, inside, chance, _ = chances(of, design, values, first)
        at, mean = np.searchsorted(sets, of.chosen[first : first + BLOCK]), chance @ inside
        size = inside.shape[1]
        second = (chance @ (inside[:, :, None] * inside[:, None, :]).reshape(len(sets), -1)).reshape(-1, size, size)
        spread = second - mean[:, :, None] * mean[:, None, :]
        residuals.append((inside[at] - mean)[:, :seats])
        slopes.append(spread[:, :seats] @ x)
        expected.append(mean[:, :seats])
    return np.concatenate(residuals), np.concatenate(slopes), np.concatenate(expected)
