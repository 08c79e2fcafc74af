"""Skill: does a player that should be better win more than its share against the one below?

One of the better players sits with as many of the lesser as the table holds, in every seat of every deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from reports import alone
from reports.closing import aligned, interval_as_json
from reports.intervals import Interval, Moments, mean_interval, mean_words, percent, share_interval, share_words
from sim import sheets
from sim.game import Status

BEATS_CHANCE = 0.9  # share of wins against random players only, that one who can play has


class Step(NamedTuple):
    """One player against a table of another."""

    player: str
    below: str
    seats: int
    win_share: Interval
    forced: float  #  share of the decisions, all players', with one legal action
    faulted: int  #   deals left out because a game of theirs has a fault

    @property
    def is_above(self) -> bool:
        """Beyond chance."""
        return self.win_share.n > 1 and self.win_share.low > 1 / self.seats

    @property
    def verdict(self) -> str:
        if self.is_above:
            return "above its share"
        if self.win_share.n > 1 and self.win_share.high < 1 / self.seats:
            return "below its share"
        return "not shown"

    @property
    def beats_chance(self) -> str:
        if self.win_share.n and self.win_share.mean >= BEATS_CHANCE:
            return "yes" if self.win_share.low >= BEATS_CHANCE else "yes, within the error"
        return "no"


def step(player: str, below: str, seats: int, rows: np.ndarray) -> Step:
    """What came of whole deals of `seats` games each, in which `player` is the first of the line-up."""
    sitting = rows["seats"][:, :seats]
    share = np.where(sitting["strategy"] == 0, sitting["win_share"], 0.0).sum(axis=1).reshape(-1, seats)
    whole = (rows["status"] == Status.FINISHED).reshape(-1, seats).all(axis=1)
    decisions = int(rows["decisions"].sum())
    return Step(
        player,
        below,
        seats,
        share_interval(Moments.of(share[whole].mean(axis=1))),
        float(rows["forced"].sum()) / max(decisions, 1),
        int((~whole).sum()),
    )


class StepAlone(NamedTuple):
    """How many points one player alone scores more than another, on the same deals."""

    player: str
    below: str
    more: Interval

    @property
    def verdict(self) -> str:
        if self.more.n > 1 and self.more.low > 0:
            return "more"
        return "less" if self.more.n > 1 and self.more.high < 0 else "not shown"


def scores_alone(rows: np.ndarray) -> np.ndarray:
    """(deals, 1) scores of games of one player; not a number where the game has a fault."""
    finished = rows["status"] == Status.FINISHED
    return np.where(finished, rows["seats"]["score"][:, 0], np.nan)[:, None]


def step_alone(player: str, below: str, points: Mapping[str, np.ndarray]) -> StepAlone:
    """Over the deals that both have finished; code that thinks has played fewer."""
    deals = min(len(points[player]), len(points[below]))
    more = points[player][:deals, 0] - points[below][:deals, 0]
    return StepAlone(player, below, mean_interval(Moments.of(more[~np.isnan(more)])))


# In words.


def lines_alone(steps: Sequence[StepAlone], frame: pl.DataFrame) -> Iterator[str]:
    """The ladder of one player, and what each strategy scores."""
    cells = [("step", "more points", "verdict")]
    cells += [(f"{row.player} over {row.below}", mean_words(row.more), row.verdict) for row in steps]
    yield from aligned(cells)
    missing = [f"{row.player} over {row.below} ({row.verdict})" for row in steps if row.verdict != "more"]
    yield f"the ladder does not hold: {', '.join(missing)}" if missing else "the ladder holds"
    yield ""
    yield from alone.lines(frame)
    yield ""
    yield f"In brackets: 95 % intervals, each by itself, from {frame['deals'].max():,} deals each at most."


def alone_as_json(steps: Sequence[StepAlone], frame: pl.DataFrame) -> dict[str, Any]:
    return {
        "steps": [row._asdict() | {"more": interval_as_json(row.more), "verdict": row.verdict} for row in steps],
        "holds": all(row.verdict == "more" for row in steps),
        "scores": sheets.finite(frame).to_dicts(),
    }


def lines(steps: Sequence[Step], chance: Sequence[Step], top: Sequence[Step]) -> Iterator[str]:
    """The ladder, and how each player does against chance."""
    yield from table("step", "verdict", [(f"{row.player} over {row.below}", row, row.verdict) for row in steps])
    yield holds(steps)
    if top:
        yield ""
        yield from table(f"{top[0].player} over each", "verdict", [(row.below, row, row.verdict) for row in top])
    if chance:
        yield ""
        yield from table("over random", ">= 90 %", [(row.player, row, row.beats_chance) for row in chance])
    every = (*steps, *chance, *top)
    yield ""
    yield f"Even would be {percent(1 / every[0].seats)}. Forced: decisions, all players', with one legal action."
    yield f"In brackets: 95 % intervals, each by itself, from {deals(every)}."
    left_out = sum(row.faulted for row in every)
    if left_out:
        yield f"Left out for faults: {left_out:,} deals."


def holds(steps: Sequence[Step]) -> str:
    missing = [f"{row.player} over {row.below} ({row.verdict})" for row in steps if not row.is_above]
    return f"the ladder does not hold: {', '.join(missing)}" if missing else "the ladder holds"


def deals(rows: Sequence[Step]) -> str:
    counts = sorted({row.win_share.n for row in rows})
    return f"{counts[0]:,} deals each" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,} deals each"


def table(what: str, last: str, rows: Sequence[tuple[str, Step, str]]) -> Iterator[str]:
    cells = [(what, "share of wins", "forced", last)]
    cells += [(name, share_words(row.win_share), percent(row.forced), word) for name, row, word in rows]
    yield from aligned(cells)


def as_json(steps: Sequence[Step], chance: Sequence[Step], top: Sequence[Step]) -> dict[str, Any]:
    return {
        "steps": [step_as_json(row) | {"verdict": row.verdict} for row in steps],
        "holds": all(row.is_above for row in steps),
        "over_random": [step_as_json(row) | {"at_least_90_percent": row.beats_chance} for row in chance],
        "top_over_each": [step_as_json(row) | {"verdict": row.verdict} for row in top],
    }


def step_as_json(row: Step) -> dict[str, Any]:
    return row._asdict() | {"win_share": interval_as_json(row.win_share)}
