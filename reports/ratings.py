"""How strong is each strategy, with the seats allowed for?  Strengths by the model of reports/plackett_luce.py.

A strategy that never, or always, came in ahead of the others has no finite strength: it is set apart and said so.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
from scipy import special
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from reports import charts, plackett_luce
from reports.head_to_head import met
from reports.intervals import LEVEL, percent
from reports.placings import Placings, placings
from reports.plackett_luce import Design, Fit, contrasts
from sim.results import Results

SHAPE = {"kind": pl.String, "who": pl.String, "games": pl.Int64, "deals": pl.Int64, "note": pl.String} | {
    name: pl.Float64
    for name in ("strength", "error", "low", "high", "all_low", "all_high", "beside_average", "fit_p", "misfit")
}
ALONE = "not comparable with the others"


def table(run: Results) -> pl.DataFrame:
    """A line for each strategy, seat and size of tie: strength (a logarithm of worth), error and intervals.

    `beside_average` is a strategy's chance to come in first among average players, ties left out.  `fit_p` and `misfit`
    are of the test of fit, the same in each line: how likely a worse fit would be were the model true, and the largest
    difference between a share of wins and the model's.
    """
    return of_placings(placings(run))


def of_placings(found: Placings) -> pl.DataFrame:
    rated, notes = comparable(found)
    games = [int(found.counts[(found.strategy == number).any(axis=1)].sum()) for number in range(len(found.names))]
    among = found._replace(strategy=np.where(np.isin(found.strategy, rated), found.strategy, -1))
    only_first, deals = beaten_alike(found), len(found.of_game)
    tried = ((design, plackett_luce.fit(among, design, only_first)) for design in designs(among, rated, only_first))
    design, fitted = next(((design, fitted) for design, fitted in tried if fitted), (None, None))
    if not fitted or not design:
        rows = [
            {"kind": "strategy", "who": name, "games": games[number], "deals": deals, "note": notes.get(number, ALONE)}
            for number, name in enumerate(found.names)
        ]
        return pl.DataFrame(rows, schema=SHAPE)
    tested = plackett_luce.test(among, design, fitted, len(line_ups(among)) > 1, only_first)
    lines = [*strength_lines(found, design, fitted, rated, notes), *seat_lines(design, fitted)]
    lines += tie_lines(design, fitted)
    total = int(found.of_game.size)
    fit_of = {"fit_p": tested.p, "misfit": float(np.abs(tested.met - tested.expected).max())} if tested else {}
    rows = [
        {"deals": deals}
        | line
        | {"games": games[found.names.index(line["who"])] if line["kind"] == "strategy" else total}
        for line in lines
    ]
    return pl.DataFrame([row | fit_of for row in rows], schema=SHAPE)


def line_ups(found: Placings) -> np.ndarray:
    """The different sets of players that met."""
    return np.unique(np.sort(found.strategy, axis=1), axis=0)


def beaten_alike(found: Placings) -> bool:
    """Whether all who do not win always share one place, among three or more: then only winners are told."""
    losers = found.place > 1
    most = np.where(losers, found.place, 0).max(axis=1)
    least = np.where(losers, found.place, found.place.shape[1] + 1).min(axis=1)
    return found.place.shape[1] > 2 and bool(((most == least) | ~losers.any(axis=1)).all())


def comparable(found: Placings) -> tuple[list[int], dict[int, str]]:
    """The largest set of strategies each of which was somewhere, by steps, ahead of each other; and notes on the rest.

    Outside it the likelihood grows without end (Ford 1957).
    """
    k = len(found.names)
    ahead = np.zeros((k, k))
    for one in range(k):
        for other in range(k):
            if one != other:
                ahead[one, other] = found.counts @ met(found, one, other)[0]
    _, group = connected_components(csr_array(ahead > 0), directed=True, connection="strong")
    sizes = np.bincount(group)
    inside = np.flatnonzero(group == sizes.argmax())
    notes = {}
    for number in set(range(k)) - set(inside.tolist()):
        over, under = ahead[number, inside].sum(), ahead[inside, number].sum()
        notes[number] = ALONE
        if over and not under:
            notes[number] = "came in ahead of the others every time"
        if under and not over:
            notes[number] = "never came in ahead of the others"
    return inside.tolist(), notes


def designs(found: Placings, rated: list[int], only_first: bool) -> list[Design]:
    """What can be sought, best first: strategies and seats, or one of both where they cannot be told apart."""
    k, seats = len(found.names), found.place.shape[1]
    if seats < 2:
        return []
    strengths = np.zeros((k, max(len(rated) - 1, 0)))
    strengths[rated] = contrasts(len(rated))
    of = plackett_luce.choices(found, only_first)
    sizes = np.unique([int(chosen).bit_count() for chosen in np.unique(of.chosen)])
    ties = [int(size) for size in sizes if size > 1]
    no_strengths, no_seats = np.zeros((k, 0)), np.zeros((seats, 0))
    wanted = [(strengths, contrasts(seats)), (strengths, no_seats), (no_strengths, contrasts(seats))]
    if not strengths.shape[1]:
        wanted = wanted[:1]
    return [Design(one, other, ties) for one, other in wanted]


def strength_lines(found: Placings, design: Design, fitted: Fit, rated: list[int], notes: dict[int, str]) -> list[dict]:
    """Of all strategies, the strongest first; those that are not rated at the end."""
    seats, columns = found.place.shape[1], design.strengths.shape[1]
    weights = design.strengths
    rows = []
    for number, name in enumerate(found.names):
        row: dict[str, Any] = {"kind": "strategy", "who": name}
        if number not in rated or not columns:
            rows.append(
                row | {"note": notes.get(number, "strategy and seat cannot be told apart" if len(rated) > 1 else ALONE)}
            )
            continue
        row |= estimate(
            weights[number] @ fitted.values[:columns], weights[number], slice(0, columns), fitted, len(rated)
        )
        rows.append(row | {"beside_average": 1 / (1 + (seats - 1) * math.exp(-row["strength"]))})
    return sorted(rows, key=lambda row: -row.get("strength", -math.inf))


def seat_lines(design: Design, fitted: Fit) -> list[dict]:
    first, columns = design.strengths.shape[1], design.seats.shape[1]
    block = slice(first, first + columns)
    return [
        {"kind": "seat", "who": str(seat + 1)}
        | estimate(weights @ fitted.values[block], weights, block, fitted, len(design.seats))
        for seat, weights in enumerate(design.seats if columns else [])
    ]


def tie_lines(design: Design, fitted: Fit) -> list[dict]:
    first = design.columns - len(design.ties)
    return [
        {"kind": "tie", "who": f"of {size}"}
        | estimate(fitted.values[first + number], np.ones(1), slice(first + number, first + number + 1), fitted, 1)
        for number, size in enumerate(design.ties)
    ]


def estimate(value: float, weights: np.ndarray, block: slice, fitted: Fit, family: int) -> dict[str, float]:
    if fitted.deals < 2:  # the score of the only deal is zero at the maximum: that is no sign of certainty
        return {"strength": float(value)}
    error = math.sqrt(max(float(weights @ fitted.covariance[block, block] @ weights), 0.0))
    freedom = fitted.deals - 1
    alone, together = (error * float(special.stdtrit(freedom, 1 - (1 - LEVEL) / 2 / number)) for number in (1, family))
    ends = {"low": value - alone, "high": value + alone, "all_low": value - together, "all_high": value + together}
    return {"strength": float(value), "error": error} | ends


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Strengths of the strategies with their intervals; 0 is the average."""
    rows = frame.filter((pl.col("kind") == "strategy") & pl.col("strength").is_not_null())
    values = (rows[name].to_numpy() for name in ("strength", "all_low", "all_high"))
    label = "strength (0: average; 0.69 more: twice the odds)"
    return charts.dots(rows["who"].to_list(), *values, label=label, line=(0.0, "average"), ax=ax)


def has_strengths(frame: pl.DataFrame) -> bool:
    return not frame.filter((pl.col("kind") == "strategy") & pl.col("strength").is_not_null()).is_empty()


def words(frame: pl.DataFrame) -> list[str]:
    """The strongest, those that could not be rated, what a seat is worth, and whether the model fits."""
    rated = frame.filter(pl.col("strength").is_not_null())
    players, seats = rated.filter(pl.col("kind") == "strategy"), rated.filter(pl.col("kind") == "seat")
    said = []
    if len(players) > 1:
        best = players.row(0, named=True)
        chance = percent(best["beside_average"])
        ends = "one deal" if best["deals"] < 2 else f"{best['all_low']:+.2f} to {best['all_high']:+.2f}"
        strength = f"{best['strength']:+.2f}, {ends}"
        said.append(f"{best['who']} is rated strongest ({strength}): beside average players it would win {chance}.")
    else:
        said.append("There are no ratings: they need two strategies that each came in ahead of the other at times.")
    for row in frame.filter((pl.col("kind") == "strategy") & pl.col("note").is_not_null()).iter_rows(named=True):
        if row["note"] != ALONE or len(players) > 1:
            said.append(f"{row['who']} has no rating: {row['note']} ({row['games']:,} games).")
    if len(seats):
        best = seats.sort("strength", descending=True).row(0, named=True)
        ends = "one deal" if best["deals"] < 2 else f"{odds(best['all_low'])} to {odds(best['all_high'])}"
        said.append(f"Seat {best['who']} is worth most: {math.exp(best['strength']):.2f} times the odds ({ends}).")
    p, gap = frame["fit_p"][0] if len(frame) else None, frame["misfit"][0] if len(frame) else None
    if p is not None and gap is not None:
        differs = f"its largest error in a share of wins is {100 * gap:.1f} percentage points"
        said.append(
            f"One number a strategy does not tell all here ({chance_words(p)}): {differs}."
            if p < 1 - LEVEL
            else f"Nothing speaks against the model ({chance_words(p)}); {differs}."
        )
    return said


def odds(strength: float) -> str:
    """Of two deals an end may be beyond all numbers."""
    return f"{math.exp(strength):.2f}" if strength < 100 else "inf"


def chance_words(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
