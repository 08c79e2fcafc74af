"""Does the seat matter with more players, or with fewer?  Seats of several runs of one game, side by side.

With n players a seat is even at 1 / n.  Every number of players has a verdict of its own, the one that the report of
its run gives: the intervals of the seats of one run hold together, those of different runs do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl

from reports import charts, identity, seats, verdicts
from reports.closing import names_of, seats_of
from sim.files import BoxError
from sim.results import Results


def in_order(runs: Sequence[Results]) -> list[Results]:
    """The runs by their number of players, the fewest first.

    Raises: BoxError for runs of different games, two with as many players, or one of a single player.
    """
    found = sorted(runs, key=lambda run: seats_of(run.about))
    for one, other in pairwise(found):
        if one.about["game"] != other.about["game"]:
            names = sorted(run.about["game"] for run in (one, other))
            raise BoxError(f"beside: these are runs of different games, {names[0]} and {names[1]}")
        if seats_of(one.about) == seats_of(other.about):
            raise BoxError(f"beside: two of these runs have {seats_of(one.about)} players; see meeplecarlo compare")
    if seats_of(found[0].about) < 2:
        raise BoxError("beside: one of these runs has a single player, and so no seats to compare")
    return found


def table(runs: Sequence[Results], within: float) -> pl.DataFrame:
    """Of each run its verdict (a line without a seat) and a line for each seat, whose intervals hold together."""
    found = []
    for run in in_order(runs):
        judged = verdicts.table({"seats": seats.table(run)}, within).rename({"who": "seat"})
        players = pl.lit(seats_of(run.about), pl.Int64).alias("players")
        found.append(judged.select(players, pl.exclude("family", "other")))
    return pl.concat(found)


def played(runs: Sequence[Results]) -> pl.DataFrame:
    """A line for each run: what was played, and what repeats it."""
    rows = []
    for run in in_order(runs):
        is_of = dict(identity.table(run).iter_rows())
        kept = {name: is_of[name] for name in ("numbers changed", "games", "seed", "rules and numbers", "repeat it")}
        rows.append({"players": seats_of(run.about), "strategies": ", ".join(names_of(run.about))} | kept)
    return pl.DataFrame(rows)


def chart(frame: pl.DataFrame, within: float, ax: Any = None) -> Any:
    """A dot for each seat, with the line at which all seats of its number of players would be even."""
    rows = frame.filter(pl.col("seat").is_not_null())
    names = [f"{players} players, seat {seat}" for players, seat in rows.select("players", "seat").iter_rows()]
    values = (rows[name].to_numpy() for name in ("share", "low", "high"))
    ax = charts.dots(names, *values, label="share of wins", is_share=True, ax=ax)
    places, players = np.arange(len(rows))[::-1], rows["players"].to_numpy()
    for number in np.unique(players):
        of, even = places[players == number], 1 / number
        ends = of.min() - 0.45, of.max() + 0.45
        ax.fill_betweenx(ends, even - within, even + within, color=charts.SKY, alpha=0.18, linewidth=0)
        ax.plot((even, even), ends, color=charts.GREY, linewidth=1, linestyle="--")
    return ax


def words(frame: pl.DataFrame, runs: Sequence[Results]) -> Iterator[str]:
    """A verdict for each number of players, and what else is other in these runs."""
    for row in frame.filter(pl.col("seat").is_null()).iter_rows(named=True):
        of_run = frame.filter(pl.col("players") == row["players"]).rename({"seat": "who"})
        family = {"family": "seats"}
        why = verdicts.reason(row | family, of_run.with_columns(pl.lit("seats").alias("family")))
        yield f"With {row['players']} players: {verdicts.label(row)}. {why}"
    others = list(apart([run.about for run in runs]))
    if others:
        yield f"These runs differ in more than the number of players: {', '.join(others)}."


def apart(abouts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What not all of these runs have alike."""
    whats = {
        "strategies": lambda about: sorted((name, way["digest"]) for name, way in about["strategies"].items()),
        "numbers changed": lambda about: about["changes"],
        "rules": lambda about: about["source_key"],
        "fixed seats": lambda about: about["fixed_seats"],
    }
    for name, of in whats.items():
        if any(of(about) != of(abouts[0]) for about in abouts[1:]):
            yield name
