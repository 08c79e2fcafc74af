"""The headline numbers of a run, deal by deal: what compare, sweep and targets look at.

win_share.NAME, score.NAME    of a strategy; of a seat NAME is seat_1, seat_2, ...
turns, rounds                 of a game; turns are those of one player
tied, tied_on_score           shares of games in which the win, and in which the best score, is shared
margin, lead_changes          the winner's score less the next one; times a sole leader gave way to another
Of one player alone there are only score, turns and rounds: nobody is beaten.
COLUMN.NAME, COLUMN           what a game declares itself, such as uses_market.NAME: only if it is asked for

The games of a deal share their luck, so a deal is one value: the mean over its games.  A deal counts if all its games
were finished without a fault.  Parts are looked at one by one, so memory holds one row a deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from reports.closing import is_whole
from reports.closing import names_of as strategies_of
from sim.lineups import Seating, around_the_table
from sim.results import Results

OF_GAMES = {
    "turns": pl.col("turns") / pl.col("players"),
    "rounds": pl.col("rounds"),
    "tied": pl.col("tied") > 1,
    "tied_on_score": pl.col("tied_on_score") > 1,
    "margin": pl.col("margin"),
    "lead_changes": pl.col("lead_changes"),
}
OF_SEATS = ("win_share", "score")
ALONE = ("score", "turns", "rounds")  # what there is of one player
SHARES = ("win_share", "tied", "tied_on_score")  # between 0 and 1


class Deals(NamedTuple):
    """Headline numbers of whole deals."""

    about: dict[str, Any]  #  run.json
    values: pl.DataFrame  #   deal, and a column a headline number
    faulted: list[int]  #     deals left out because a game of theirs has a fault
    incomplete: int  #        deals that were interrupted


def has(deals: Deals, figure: str) -> bool:
    return all(term in deals.values.columns for term in terms(figure))


def values(deals: Deals, figure: str) -> np.ndarray:
    """A headline number, or a difference of two, in every deal."""
    first, *less = (deals.values[term].cast(pl.Float64).to_numpy() for term in terms(figure))
    return first - less[0] if less else first


def is_share(name: str) -> bool:
    """Whether a headline number lies between 0 and 1."""
    return name.split(".")[0] in SHARES


def seats_of(about: dict[str, Any]) -> list[str]:
    return [f"seat_{seat}" for seat in range(1, len(about["line_ups"][0]) + 1)]


def names(about: dict[str, Any]) -> list[str]:
    """The headline numbers of a run, in the order in which they are told."""
    who = [*strategies_of(about), *seats_of(about)]
    return [*(f"{what}.{name}" for what in there(about, OF_SEATS) for name in who), *there(about, OF_GAMES)]


def there(about: dict[str, Any], names: Iterable[str]) -> list[str]:
    """Of these headline numbers those that a table of so many players has."""
    return [name for name in names if name in ALONE or len(about["line_ups"][0]) > 1]


def more(about: dict[str, Any]) -> list[str]:
    """Means of the columns that the game itself declares; none if the run is from before they were written down."""
    who, columns = [*strategies_of(about), *seats_of(about)], about.get("columns", {"seats": [], "games": []})
    return [*(f"{column}.{name}" for column in columns["seats"] for name in who), *columns["games"]]


def terms(figure: str) -> list[str]:
    """A difference of two is written with a minus, "score.greedy-score.seat_1"; a strategy may have one in its name."""
    return re.split(r"-(?=\w+\.)", figure)


def columns_of(about: dict[str, Any], show: Iterable[str]) -> dict[str, list[str]]:
    """The game's own columns that these figures need."""
    asked = {term.partition(".")[0] for figure in show for term in terms(figure)}
    return {table: [name for name in names if name in asked] for table, names in about.get("columns", {}).items()}


def by_deal(run: Results, game: Any = None, show: Iterable[str] = ()) -> Deals:
    """The headline numbers of every whole deal, in the order of the deals.

    Args: show: figures whose columns are wanted as well (more()).  game: if it is given, players of the line-up are
    told apart as well (win_share.player_1), also where two of them play the same strategy.
    """
    per_deal, found = run.about["games_per_deal"], []
    own = columns_of(run.about, show)
    of = {name: OF_GAMES[name] for name in there(run.about, OF_GAMES)}
    of |= {name: pl.col(name) for name in own.get("games", ())}
    what = (*there(run.about, OF_SEATS), *own.get("seats", ()))
    faulted, incomplete = list[int](), 0
    for games, seats in run.parts:
        deals = of_games(games, of)
        whole = deals.filter(is_whole(per_deal)).drop("games", "faults")
        faulted += deals.filter((pl.col("games") == per_deal) & (pl.col("faults") > 0))["deal"].to_list()
        incomplete += int((deals["games"] < per_deal).sum())
        rows = seats.join(whole.lazy().select("deal"), on="deal", how="semi")
        tables = [of_seats(rows, strategies_of(run.about), seats_of(run.about), what)]
        if game is not None:
            tables.append(of_players(rows, games, run.about, sits(game, run.about, whole["deal"]), what))
        for table in tables:
            whole = whole.join(table, on="deal", how="left", maintain_order="left")
        found.append(whole)
    return Deals(run.about, pl.concat(found).sort("deal"), faulted, incomplete)


def of_games(games: pl.LazyFrame, of: dict[str, pl.Expr]) -> pl.DataFrame:
    means = [value.mean().alias(name) for name, value in of.items()]
    counts = (pl.len().alias("games"), (pl.col("status") != 0).sum().alias("faults"))
    return games.group_by("deal", maintain_order=True).agg(*counts, *means).collect()


def of_seats(rows: pl.LazyFrame, strategies: list[str], seats: list[str], what: Sequence[str]) -> pl.DataFrame:
    """Means of every strategy and seat in each deal."""
    members = {name: pl.col("strategy") == name for name in strategies}
    members |= {name: pl.col("seat") == number for number, name in enumerate(seats, start=1)}
    return means_of(rows, members, what)


def of_players(
    rows: pl.LazyFrame, games: pl.LazyFrame, about: dict[str, Any], sits: pl.DataFrame, what: Sequence[str]
) -> pl.DataFrame:
    """Means of every player of the line-up in each deal; in each rotation all have moved on by a seat."""
    seats = len(seats_of(about))
    rotation = (pl.lit(0) if about["fixed_seats"] else pl.col("seating") % seats).alias("rotation")
    seated = rows.join(games.select("game", rotation), on="game").join(sits.lazy(), on="deal")
    player = pl.col("sits").list.get((pl.col("seat") - 1 + pl.col("rotation")) % seats)
    members = {f"player_{number + 1}": pl.col("player") == number for number in range(seats)}
    return means_of(seated.with_columns(player.alias("player")), members, what)


def means_of(rows: pl.LazyFrame, members: dict[str, pl.Expr], what: Sequence[str]) -> pl.DataFrame:
    means = [pl.col(one).filter(of).mean().alias(f"{one}.{who}") for one in what for who, of in members.items()]
    return rows.group_by("deal").agg(means).collect()


def sits(game: Any, about: dict[str, Any], deals: pl.Series) -> pl.DataFrame:
    """Which player of the line-up sits in each seat of each deal's first rotation."""
    seats, rotation = len(seats_of(about)), -1 if about["fixed_seats"] else 0
    found = [around_the_table(game, seats, about["seed"], Seating(deal, 0, rotation)) for deal in deals]
    return pl.DataFrame({"deal": deals, "sits": pl.Series(found, dtype=pl.List(pl.Int32))})
