"""Do the tool's own 95 % intervals hold what they should as often as they say?

Figures whose exact values stand in a game's known.toml are measured in thousands of short runs, each with its own
interval by reports.intervals, and it is counted how many of those hold the exact value.  The short runs are the deals
of a long one in blocks: deals have nothing in common.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from reports.intervals import LEVEL, Interval, Moments, mean_interval, paired_interval, share_interval, wilson_ends
from reports.known import Exact, Match, Tell, deals_of, per_deal, ready, verdict
from sim.files import BoxError

RUNS = 10_000
DEALS = 400  #       of a run, usually
PIECE = 500  #       runs played at a time
TOLERANCE = 0.01  #  that coverage may be off


class Case(NamedTuple):
    """A figure to measure often: of one match, or how it differs between two settings of it."""

    kind: str  #                             one of INTERVALS
    game: str
    table: tuple[str, ...]
    figure: str  #                           as Exact.words has it
    changes: Mapping[str, Any] = {}
    less: Mapping[str, Any] | None = None  # the changes of the other setting, on the same deals
    fixed_seats: bool = True
    deals: int = DEALS


# A difference on the same deals is nothing in most of them and large in a few: it needs longer runs.
CASES = (
    Case("share", "left_center_right", ("roller",) * 3, "win_share of seat 1"),
    Case("share", "chutes_and_ladders", ("roller",) * 2, "win_share of seat 1", {"params.equal_turns": True}),
    Case("share", "pig", ("optimal", "hold20"), "win_share of optimal", fixed_seats=False),
    Case("mean", "chutes_and_ladders", ("roller",), "turns, mean"),
    Case("paired", "chutes_and_ladders", ("roller",), "turns, mean", less={"params.exact_finish": False}, deals=1_600),
    Case("rare", "chutes_and_ladders", ("roller",), "turns at most 7"),
)


class Covered(NamedTuple):
    """How often the intervals of one figure hold its exact value."""

    kind: str
    game: str
    match: str
    what: str
    exact: float
    runs: int
    deals: int  #    of each
    share: float  #  of the runs, whose interval holds it
    low: float  #    ends of that share's own 95 % interval (Wilson's)
    high: float
    faulted: int  #  games with a fault

    @property
    def ok(self) -> bool:
        """Within the tolerance; the exact interval of a rare event errs on the wide side, and may hold more often."""
        fewest, most = allowed(self.runs)
        hits = round(self.share * self.runs)
        return not self.faulted and fewest <= hits and (hits <= most or self.kind == "rare")


def allowed(runs: int, level: float = LEVEL) -> tuple[int, int]:
    """How many of so many intervals must hold at the least, and may at the most."""
    return math.ceil((level - TOLERANCE) * runs - 1e-9), math.floor((level + TOLERANCE) * runs + 1e-9)


def alarm(runs: int, level: float = LEVEL) -> float:
    """How often intervals that hold just so often are called wrong."""
    fewest, most = allowed(runs, level)
    return float(stats.binom.cdf(fewest - 1, runs, level) + stats.binom.sf(most, runs, level))


def held(runs: np.ndarray, exact: float, interval: Callable[[np.ndarray], Interval]) -> int:
    """In how many runs the interval holds the exact value.

    Args: runs: (runs, deals, settings) values.  interval: of the (deals, settings) values of one run.
    """
    return sum(low <= exact <= high for _, low, high, _ in map(interval, runs))


def of_share(run: np.ndarray) -> Interval:
    return share_interval(Moments.of(run[:, 0]))


def of_mean(run: np.ndarray) -> Interval:
    return mean_interval(Moments.of(run[:, 0]))


def of_pairs(run: np.ndarray) -> Interval:
    return paired_interval(run[:, 0], run[:, 1])


INTERVALS = {"share": of_share, "mean": of_mean, "paired": of_pairs, "rare": of_share}


# Playing.


class Side(NamedTuple):
    """What is measured at one setting."""

    match: Match
    exact: Exact


def covered(
    matches: Iterable[Match], seed: int = 0, runs: int = RUNS, tell: Tell = str, cases: Sequence[Case] = CASES
) -> Iterator[Covered]:
    """Play each case in so many runs, and count.

    Args: tell: called with a line on what is played.
    Raises: BoxError, before anything is played, when a figure has no exact value in any of the matches.
    """
    matches = list(matches)
    for case, sides in [(case, sides_of(case, matches)) for case in cases]:
        about, exact, what = sides[0].match.about, sides[0].exact.value, case.figure
        if case.less is not None:
            exact -= sides[1].exact.value
            what += f" less that with {in_words(case.less)}"
        tell(f"{case.game} ({about}), {what}: {runs:,} runs of {case.deals:,} deals")
        hits, faulted = count(case, sides, exact, seed, runs)
        share, ends = hits / runs, wilson_ends(runs, hits)
        yield Covered(case.kind, case.game, about, what, exact, runs, case.deals, share, *ends, faulted)


def sides_of(case: Case, matches: Sequence[Match]) -> list[Side]:
    settings = [case.changes] if case.less is None else [case.changes, case.less]
    return [sought(matches, case, changes) for changes in settings]


def sought(matches: Iterable[Match], case: Case, changes: Mapping[str, Any]) -> Side:
    """The match that a case is about, with these changes, and the exact value in it."""
    for match in matches:
        played = match.experiment
        if (played.game, played.strategies, played.fixed_seats) != (case.game, case.table, case.fixed_seats):
            continue
        for exact in match.exact if dict(played.changes) == dict(changes) else ():
            if exact.words == case.figure:
                return Side(match, exact)
    told = f" with {in_words(changes)}" if changes else ""
    raise BoxError(f"{case.game}/known.toml: {case.figure} at {', '.join(case.table)}{told} is missing")


def in_words(changes: Mapping[str, Any]) -> str:
    return " and ".join(f"{name} = {str(value).lower()}" for name, value in changes.items())


def count(case: Case, sides: Sequence[Side], exact: float, seed: int, runs: int) -> tuple[int, int]:
    """Runs whose interval holds the exact value, until a game has a fault; and how many have."""
    jobs = [ready(side.match, seed) for side in sides]
    hits = 0
    for first in range(0, runs, PIECE):
        last = min(first + PIECE, runs)
        played = [
            deals_of(job, first * case.deals, last * case.deals, [side.exact])
            for side, job in zip(sides, jobs, strict=True)
        ]
        faulted = sum(len(faults) for _, faults in played)
        if faulted:
            return hits, faulted
        values = [per_deal(side.exact, games[:, :, 0]) for side, (games, _) in zip(sides, played, strict=True)]
        blocks = np.stack(values, axis=1).reshape(last - first, case.deals, len(sides))
        hits += held(blocks, exact, INTERVALS[case.kind])
    return hits, 0


# In words.


def lines(found: Sequence[Covered]) -> Iterator[str]:
    """One line a figure."""
    yield "How often 95 % intervals of short runs hold the exact value:"
    for row in found:
        share = f"{100 * row.share:.2f} % ({100 * row.low:.2f} to {100 * row.high:.2f})"
        runs = f"{row.runs:,} runs of {row.deals:>5,} deals"
        faulted = f"; {row.faulted:,} games with a fault" if row.faulted else ""
        yield f"  {verdict(row.ok)}  {share}  {runs}  {row.kind:6}  {row.game} ({row.match}), {row.what}{faulted}"


def ending(found: Sequence[Covered]) -> Iterator[str]:
    """How many are as asked, and which are not."""
    wrong = [row for row in found if not row.ok]
    yield (
        f"{len(found) - len(wrong)} of {len(found)} coverages are 95 % within {100 * TOLERANCE:g} % "
        f"(of rare events: or above)"
    )
    for row in wrong:
        yield f"WRONG: {row.game} ({row.match}), {row.what}: {100 * row.share:.2f} % of {row.runs:,} intervals hold"
