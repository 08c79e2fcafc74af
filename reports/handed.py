"""What is one card worth?  An experiment: the same deals with the card and without it (sim.handing plays them).

handed    a seat by lot has the card, against another card by lot in its place
all       the game as it is, against the game without the card: every headline number
dealt     the same, of the seats that were dealt the card, in the deals in which one was

Each is a comparison of two sides on the same deals, told as by reports/compare.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import polars as pl

from reports import compare, headline
from reports.closing import names_of, seats_of
from reports.compare import Pair
from reports.headline import OF_GAMES, OF_SEATS, Deals
from reports.intervals import p_words
from sim.results import Results

ASKED = {
    "handed": "A seat that has the card, less the same seat with another card in its place",
    "all": "The game with the card, less the game without it",
    "dealt": "The seats that were dealt the card, less the same seats in the game without it",
}


def pairs(
    runs: Mapping[str, Results], file: str, number: int, holder: Callable[[int, int, int], int]
) -> dict[str, Pair]:
    """The comparisons that these runs allow.

    Args: runs: any of "handed" and "other", "as_it_is" and "without".  holder: (seed, deal, seats) -> the seat, from 0,
    to which the card was handed.
    """
    found: dict[str, Pair] = {}
    if "handed" in runs:
        about = runs["handed"].about
        deals = pl.Series("deal", range(about["counts"]["deals"]), pl.Int64)
        seats = [holder(about["seed"], deal, seats_of(about)) + 1 for deal in deals]
        sat = pl.DataFrame({"deal": deals, "seat": pl.Series(seats, dtype=pl.Int32)})
        found["handed"] = compare.pair(*(of_seats(runs[name], sat) for name in ("other", "handed")))
    if "without" in runs:
        sides = [runs[name] for name in ("without", "as_it_is")]
        found["all"] = compare.pair(*(headline.by_deal(side) for side in sides))
        sat = dealt(runs["as_it_is"], file, number)
        if len(sat):
            found["dealt"] = compare.pair(*(of_seats(side, sat) for side in sides))
    return {name: pair for name, pair in found.items() if len(pair.base.values) > 1}


def dealt(run: Results, file: str, number: int) -> pl.DataFrame:
    """Deals and the seats that were dealt the card in them (in any game of the deal)."""
    columns = [one["columns"].get("dealt") for one in run.about["cards"].values() if one["file"] == file]
    columns = [of[number // 64] for of in columns if of]
    if not columns:
        return pl.DataFrame(schema={"deal": pl.Int64, "seat": pl.Int32})
    has = pl.any_horizontal((pl.col(name) & pl.lit(1 << number % 64, pl.UInt64)) != 0 for name in columns)
    return run.seats.filter(has).select("deal", "seat").unique().sort("deal", "seat").collect()


def of_seats(run: Results, sat: pl.DataFrame) -> Deals:
    """Share of wins and score of these seats, whoever sits there and by strategy, and what the games have, by deal."""
    found = headline.by_deal(run)
    names = [] if run.about["fixed_seats"] else names_of(run.about)
    means = [pl.col(what).mean() for what in OF_SEATS]
    means += [
        pl.col(what).filter(pl.col("strategy") == name).mean().alias(f"{what}.{name}")
        for what in OF_SEATS
        for name in names
    ]
    rows = run.seats.join(sat.lazy(), on=["deal", "seat"], how="semi").group_by("deal").agg(means)
    values = rows.collect().join(found.values.select("deal", *OF_GAMES), on="deal").sort("deal")
    return found._replace(values=values)


# In words.


def lines(name: str, pair: Pair, frame: pl.DataFrame, width: int) -> Iterator[str]:
    yield f"{ASKED[name]}: {len(pair.base.values):,} deals"
    yield ""
    yield from compare.lines(frame, width)
    yield ""


def words(card: str, frames: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    """What came of it, and how it is to be read."""
    for name, frame in frames.items():
        row = frame.filter(pl.col("number") == ("win_share" if name != "all" else "turns")).row(0, named=True)
        what = "share of wins" if name != "all" else "turns of a player"
        told = compare.difference_words(row["difference"], row["low"], row["high"], name != "all")
        yield f"{card}: {ASKED[name].lower()}: {what} {told}, p {p_words(row['p_holm'])}."
    yield (
        "In brackets: 95 % intervals, each by itself. Shares are in percentage points. p is corrected by Holm for all "
        "numbers of its table; changed: the interval lies outside of what may differ and still count as the same (2 "
        "points of a share, 2 % of anything else)."
    )
    yield (
        "Both sides of a table are the same deals. The card is handed before anything is decided, so a difference is "
        "an effect of having it, in the hands of these scripted players."
    )


def as_json(found: Mapping[str, Pair], frames: Mapping[str, pl.DataFrame]) -> dict[str, Any]:
    return {name: compare.as_json(frames[name], found[name]) for name in found}
