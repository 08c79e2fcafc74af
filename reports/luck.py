"""Luck or skill?  What the variance of scores, and of wins, goes back to: strategy, seat, deal, whims, and what these
do together.

The score of a player picked at random, in a game picked at random, has a variance.  It is the sum of what each of these
does on the average of the others, of what two of them do beyond that, and so on (Fisher's analysis of variance).
Strategies and seats are the ones at hand, equally often each with each; deals are drawn from all there might be.

strategy, seat, strategy x seat    differences that remain however many deals are played
deal                               some deals give all players more than others do
deal x seat, deal x strategy       some deals favour a seat, or a strategy
deal x seat x strategy             what the cards and dice of a deal do to one seat in the hands of one strategy alone
others at the table                who else sits there, where that varies (pools)
deal x others                      what deals do to one table alone; and in which order the others sit
whims                              players who do now this, now that, on one deal in one seating

Whims are told from deals by repeats alone (`run --repeats 2`).  Without them each deal's part holds whims as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from scipy import special

from reports import charts
from reports.closing import names_of, seats_of
from reports.deals import codes, counted, parts
from reports.intervals import LEVEL, Interval, percent
from sim.results import Results

OUTCOMES = {"score": "score", "win_share": "wins"}
SPACES = ("mean", "seat", "strategy", "both")
FIXED = {"strategy": "strategy", "seat": "seat", "both": "strategy x seat"}
BY_DEAL = {
    "mean": "deal",
    "seat": "deal x seat",
    "strategy": "deal x strategy",
    "both": "deal x seat x strategy",
}
OTHERS, DEAL_OTHERS, WHIMS, LUCK = "others at the table", "deal x others", "whims", "luck together"
SHAPE = {"of": pl.String, "part": pl.String, "deals": pl.Int64, "repeats": pl.Int64, "total": pl.Float64} | {
    name: pl.Float64 for name in ("variance", "share", "low", "high")
}


class Cells(NamedTuple):
    """One outcome of whole deals, by seat and strategy."""

    means: np.ndarray  #    deal, seat, strategy: over all repeats
    whims: np.ndarray  #    deal, space (and last: others): variance between repeats
    others: np.ndarray  #   deal, player: what is left within a cell of means; no players where a cell has but one
    weights: np.ndarray  #  strategy: its part of the sittings
    repeats: int


class Part(NamedTuple):
    """An estimated variance, and what each deal adds to its error (the influence function)."""

    variance: float
    influence: np.ndarray
    low: float = math.inf  #   ends that hold where the influence vanishes, near a fixed part of 0
    high: float = -math.inf


def table(run: Results) -> pl.DataFrame:
    """A line for each part of the variance of scores, and of wins, with its share of the whole and the 95 % interval.

    `luck together` is the sum of all parts with a deal in them and of whims; it is no part of its own.
    """
    counted(run)
    rows = []
    for column, found in cells(run).items():
        if len(found.means) < 2:
            return pl.DataFrame(schema=SHAPE)
        split = components(found, run.about["fixed_seats"])
        total = Part(sum(part.variance for part in split.values()), np.sum([p.influence for p in split.values()], 0))
        lucky = [part for name, part in split.items() if name.startswith("deal") or name == WHIMS]
        split[LUCK] = Part(sum(part.variance for part in lucky), np.sum([part.influence for part in lucky], 0))
        for name, part in split.items():
            share = share_of(part, total)
            row = {
                "of": OUTCOMES[column],
                "part": name,
                "deals": share.n,
                "repeats": found.repeats,
                "total": total.variance,
            }
            rows.append(row | {"variance": part.variance, "share": share.mean, "low": share.low, "high": share.high})
    return pl.DataFrame(rows, schema=SHAPE)


# From rows to cells.


def cells(run: Results) -> dict[str, Cells]:
    """Scores and shares of wins by column, over the deals that count."""
    about = run.about
    seats, repeats, names = seats_of(about), about["repeats"], names_of(about)
    shape = (-1, about["games_per_deal"] // repeats, repeats, seats)  # deal, seating, repeat, seat
    found: dict[str, list[tuple[np.ndarray, ...]]] = {column: [] for column in OUTCOMES}
    weights = np.ones(1)
    for part in parts(run, seats=("strategy", *OUTCOMES)):
        sat = codes(part.seats["strategy"], names).reshape(shape)[:, :, 0]  # deal, seating, seat
        if about["fixed_seats"]:  # each strategy has its seat: they cannot be told apart
            sat = np.zeros_like(sat)
        weights = np.bincount(sat[0].ravel()) / sat[0].size
        for column, so_far in found.items():
            values = part.seats[column].cast(pl.Float64).to_numpy().reshape(shape)
            so_far.append(of_part(values, sat, len(weights), len(about["line_ups"])))
    return {
        column: Cells(*(np.concatenate(arrays) for arrays in zip(*so_far, strict=True)), weights, repeats)
        for column, so_far in found.items()
    }


def of_part(values: np.ndarray, sat: np.ndarray, strategies: int, line_ups: int = 1) -> tuple[np.ndarray, ...]:
    """Args: values: deal, seating, repeat, seat.  sat: deal, seating, seat."""
    here = np.stack([sat == number for number in range(strategies)], axis=3).astype(float)  # deal, seating, seat, one
    times = here.sum(axis=1)
    weights = times[0, 0] / times[0, 0].sum()
    by_repeat = np.einsum("dgks,dgst->dkst", values, here) / times[:, None]
    means, repeats = by_repeat.mean(axis=1), values.shape[2]
    rest = np.zeros((len(values), repeats, 0))
    if times.max() > 1:
        rest = in_order(values - np.einsum("dkst,dgst->dgks", by_repeat, here), sat, line_ups)
    whims = np.zeros((len(values), len(SPACES) + 1))
    if repeats > 1:
        split = spaces(by_repeat - means[:, None], weights)
        whims[:, :-1] = np.stack([(part**2).sum(axis=(1, 2, 3)) for part in split.values()], 1) / (repeats - 1)
        whims[:, -1] = (rest.var(axis=1, ddof=1)).sum(axis=1)
    return means, whims, rest.mean(axis=1)


def in_order(rest: np.ndarray, sat: np.ndarray, line_ups: int) -> np.ndarray:
    """What is left within cells, in an order that is the same in every deal: by line-up, strategy and seat; scaled so
    that a sum of squares is a mean of squares.  Args: rest: deal, seating, repeat, seat."""
    deals, seatings, repeats, seats = rest.shape
    by_line_up = rest.reshape(deals, line_ups, seatings // line_ups, repeats, seats)
    who = np.argsort(sat.reshape(deals, line_ups, -1, 1, seats), axis=2, kind="stable")
    found = np.take_along_axis(by_line_up, np.broadcast_to(who, by_line_up.shape), axis=2)
    return np.moveaxis(found, 3, 1).reshape(deals, repeats, -1) / math.sqrt(seatings * seats)


def spaces(tables: np.ndarray, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Tables of seats x strategies -> what is their mean, their seats', their strategies', and the rest, scaled so that
    a sum of squares is a mean of squares over players."""
    seats = tables.shape[-2]
    mean = (tables * weights).sum(axis=-1, keepdims=True).mean(axis=-2, keepdims=True)
    seat = (tables * weights).sum(axis=-1, keepdims=True) - mean
    strategy = tables.mean(axis=-2, keepdims=True) - mean
    both = tables - mean - seat - strategy
    scale = np.sqrt(np.broadcast_to(weights / seats, tables.shape[-2:]))
    return {name: part * scale for name, part in zip(SPACES, (mean, seat, strategy, both), strict=True)}


# From cells to parts.


def components(found: Cells, fixed_seats: bool = False) -> dict[str, Part]:
    """Every part of the variance that can be told: no strategies where there is but one, no whims without repeats."""
    several, repeats = found.means.shape[2] > 1, found.repeats
    kinds = [kind for kind in SPACES if several or kind in ("mean", "seat")]
    coordinates = {kind: part.reshape(len(part), -1) for kind, part in spaces(found.means, found.weights).items()}
    whims = {kind: between(found.whims[:, number]) for number, kind in enumerate((*SPACES, OTHERS))}
    named = FIXED | {"seat": "seat with its strategy"} if fixed_seats else FIXED
    split = {named[kind]: fixed(coordinates[kind]) for kind in ("strategy", "seat", "both") if kind in kinds}
    for kind in kinds:
        split[BY_DEAL[kind]] = less(varying(coordinates[kind]), whims[kind], repeats)
    if found.others.shape[1]:
        split[OTHERS] = fixed(found.others)
        split[DEAL_OTHERS] = less(varying(found.others), whims[OTHERS], repeats)
    if repeats > 1:
        split[WHIMS] = Part(sum(w.variance for w in whims.values()), np.sum([w.influence for w in whims.values()], 0))
    return split


def between(values: np.ndarray) -> Part:
    """A mean over deals."""
    return Part(float(values.mean()), values - values.mean())


def varying(x: np.ndarray) -> Part:
    """How much deals differ. Args: x: deal, coordinate."""
    return between(((x - x.mean(axis=0)) ** 2).sum(axis=1) * len(x) / (len(x) - 1))


def fixed(x: np.ndarray) -> Part:
    """How far from zero the mean over all deals is, squared, less what luck adds to that.

    The influence of a deal vanishes where that is zero.  There the ends are those of a ball around the mean, whose
    radius is by the approximation of Box (1954) and Satterthwaite (1946).
    """
    centre, apart = x.mean(axis=0), varying(x)
    variance = float((centre**2).sum()) - apart.variance / len(x)
    influence = 2 * (x - centre) @ centre - apart.influence / len(x)
    away = x - centre
    products = away @ away.T if x.shape[0] < x.shape[1] else away.T @ away  # of the same trace, and that of its square
    trace, squares = float(np.trace(products)) / (len(x) - 1), float((products**2).sum()) / (len(x) - 1) ** 2
    radius = 0.0
    if squares > 0:
        radius = math.sqrt(squares / trace / len(x) * float(special.chdtri(trace**2 / squares, 1 - LEVEL)))
    size = math.sqrt(float((centre**2).sum()))
    return Part(variance, influence, max(size - radius, 0.0) ** 2, (size + radius) ** 2)


def less(part: Part, whims: Part, repeats: int) -> Part:
    """What deals do, less what whims add to it where they are known."""
    return Part(part.variance - whims.variance / repeats, part.influence - whims.influence / repeats)


def share_of(part: Part, total: Part) -> Interval:
    """A part's share of the whole: Student's t on what each deal adds, not below 0; the wider where a fixed part has
    ends of its own."""
    n = len(part.influence)
    if total.variance <= 0:
        return Interval(0.0, 0.0, 0.0, n)
    share = part.variance / total.variance
    added = (part.influence - share * total.influence) / total.variance
    reach = float(special.stdtrit(n - 1, (1 + LEVEL) / 2)) * float(added.std(ddof=1)) / math.sqrt(n)
    low = min(share - reach, part.low / total.variance)
    high = max(share + reach, part.high / total.variance)
    return Interval(share, max(low, 0.0), min(high, 1.0), n)


# Figure and words.


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Two bars, of scores and of wins, put together of their parts."""
    rows = frame.filter(pl.col("part") != LUCK)
    outcomes = rows["of"].unique(maintain_order=True).to_list()
    shares = {(row["of"], row["part"]): 100 * max(row["share"], 0.0) for row in rows.iter_rows(named=True)}
    named = rows["part"].unique(maintain_order=True).to_list()
    return charts.stacked(
        outcomes,
        {part: np.array([shares[of, part] for of in outcomes]) for part in named},
        "% of the variance",
        ax,
    )


def words(frame: pl.DataFrame, about: Mapping[str, Any]) -> list[str]:
    """How much is luck, how much strategy and seat, and what this run cannot tell apart."""
    if frame.is_empty():
        return ["It takes two deals at least to tell what differences go back to."]
    said = []
    for (of,), rows in frame.partition_by("of", as_dict=True, maintain_order=True).items():
        parts_of = {row["part"]: row for row in rows.iter_rows(named=True)}
        named = [part for part in ("strategy", "seat", "seat with its strategy", OTHERS) if part in parts_of]
        told = ", ".join(f"{shared(parts_of[part])} {part}" for part in named)
        total = parts_of[LUCK]["total"]
        spread = f" (a standard deviation of {math.sqrt(total):.2f} points)" if of == "score" else ""
        said.append(f"Of the differences in {of}{spread}, {shared(parts_of[LUCK])} are luck, {told}.")
    repeats = about["repeats"]
    if repeats > 1:
        whims = [f"{shared(row)} of {row['of']}" for row in frame.filter(pl.col("part") == WHIMS).iter_rows(named=True)]
        said.append(f"Of that luck, whims of the players are {' and '.join(whims)}.")
    else:
        said.append(
            "Deals were not repeated, so the whims of players, if they have any, are within the deal's parts, mostly "
            "in the last: deal x seat x strategy and whims are one remainder (meeplecarlo run --repeats 2 parts it)."
        )
    if about["fixed_seats"]:
        said.append("Seats are fixed in this run, so a seat and the strategy in it cannot be told apart.")
    elif len(about["strategies"]) < 2:
        said.append("There is but one strategy here, so all there is to see is luck and the seat.")
    return said


def shared(row: Mapping[str, Any]) -> str:
    """ "31.2 % (30.1 to 32.3)", or the bound alone, or none."""
    if row["high"] <= 0:
        return "none"
    low, high = percent(row["low"]).removesuffix(" %"), percent(row["high"]).removesuffix(" %")
    return f"{percent(row['share'])} ({low} to {high})" if row["share"] > 0 else f"< {high} %"
