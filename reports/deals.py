"""The deals of a run that count, part by part: what every question looks at.

A deal counts if all its games were finished without a fault.  A part is a few thousand deals, so that memory does not
grow with the run; what is kept of it are counts, and for some questions one number a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from reports import intervals, sequential
from reports.closing import is_whole, seats_of
from reports.intervals import LEVEL, Interval, Moments
from sim.files import BoxError
from sim.results import Results

NONE = "no deal of this run was finished without a fault"


class Part(NamedTuple):
    """Whole deals: a row per game, a row per seat per game, both in order of games and seats."""

    games: pl.DataFrame
    seats: pl.DataFrame


class Means(NamedTuple):
    """What each seat, or each strategy, had in each deal: its mean over the games of the deal."""

    names: list[str]
    shares: np.ndarray  #   of wins: deals x names
    scores: np.ndarray
    games: list[int]  #     in which it sat, once for each time it sat there


def parts(run: Results, games: Iterable[str] = (), seats: Iterable[str] = ()) -> Iterator[Part]:
    """The whole deals of each part, with these columns; deals with a fault and unfinished ones are left out."""
    per_deal = run.about["games_per_deal"]
    for games_part, seats_part in run.parts:
        found = games_part.select(*dict.fromkeys(("game", "deal", "status", *games))).collect()
        deals = found.group_by("deal").agg(pl.len().alias("games"), (pl.col("status") != 0).sum().alias("faults"))
        whole = deals.filter(is_whole(per_deal)).select("deal")
        rows = seats_part.select(*dict.fromkeys(("deal", *seats)))
        if len(whole) < len(deals):
            found = found.join(whole, on="deal", how="semi", maintain_order="left")
            rows = rows.join(whole.lazy(), on="deal", how="semi", maintain_order="left")
        if len(whole):
            yield Part(found, rows.collect() if seats else pl.DataFrame())


def counted(run: Results) -> int:
    """How many deals count.

    Raises: BoxError when none does.
    """
    deals = int(run.about["counts"]["whole_deals"])
    if not deals:
        raise BoxError(NONE)
    return deals


def names_of(about: dict[str, Any]) -> list[str]:
    """The strategies of a run, in the order in which they were named."""
    return list(dict.fromkeys(name for line_up in about["line_ups"] for name in line_up))


def codes(column: pl.Series, names: list[str]) -> np.ndarray:
    """A column of strategies as their places in the list of names."""
    return column.cast(pl.String).replace_strict(names, list(range(len(names))), return_dtype=pl.Int32).to_numpy()


def means(run: Results) -> tuple[Means, Means]:
    """What the seats and what the strategies had in each deal."""
    counted(run)
    per_deal, players, names = run.about["games_per_deal"], seats_of(run.about), names_of(run.about)
    found: dict[str, list[np.ndarray]] = {"seats": [], "strategies": []}
    for part in parts(run, seats=("strategy", "win_share", "score")):
        values = part.seats.select("win_share", pl.col("score").cast(pl.Float64)).to_numpy()
        values = values.reshape(-1, per_deal, players, 2)
        found["seats"].append(values.mean(axis=1))
        sat = codes(part.seats["strategy"], names).reshape(values.shape[:3])
        found["strategies"].append(np.stack([mean_where(values, sat == number) for number in range(len(names))], 1))
    seats, strategies = (np.concatenate(parts_of) for parts_of in found.values())
    deals = len(seats)
    sits = [sum(line_up.count(name) for line_up in run.about["line_ups"]) for name in names]
    rounds = deals * per_deal // len(run.about["line_ups"])
    return (
        Means([str(seat + 1) for seat in range(players)], *np.moveaxis(seats, 2, 0), [deals * per_deal] * players),
        Means(names, *np.moveaxis(strategies, 2, 0), [rounds * times for times in sits]),
    )


def mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Each deal's mean over the rows where it is so."""
    return np.einsum("dgsv,dgs->dv", values, where) / where.sum(axis=(1, 2))[:, None]


def interval(values: np.ndarray, about: dict[str, Any], is_share: bool = False, family: int = 1) -> Interval:
    """The interval of a mean over deals, one of a family of so many that are to hold together (Bonferroni).

    A run that ended when enough was known has confidence sequences, and those always hold together.
    """
    return of_moments(Moments.of(values), about, is_share, family)


def of_moments(values: Moments, about: dict[str, Any], is_share: bool = False, family: int = 1) -> Interval:
    if about.get("until"):
        family = max(family, len(about["strategies"]) + seats_of(about))
        return (sequential.share_interval if is_share else sequential.mean_interval)(values, family)
    level = 1 - (1 - LEVEL) / family
    return (intervals.share_interval if is_share else intervals.mean_interval)(values, level)
