"""The headline numbers of a run, deal by deal: what compare, sweep and targets look at.

win_share.NAME, score.NAME    of a strategy; of a seat NAME is seat_1, seat_2, ...
turns, rounds                 of a game; turns are those of one player
tied, tied_on_score           shares of games in which the win, and in which the best score, is shared
margin, lead_changes          the winner's score less the next one; times a sole leader gave way to another

The games of a deal share their luck, so a deal is one value: the mean over its games.  A deal counts if all its games
were finished without a fault.  Parts are looked at one by one, so memory holds one row a deal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import polars as pl

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
SHARES = ("win_share", "tied", "tied_on_score")  # between 0 and 1


class Deals(NamedTuple):
    """Headline numbers of whole deals."""

    about: dict[str, Any]  #  run.json
    values: pl.DataFrame  #   deal, and a column a headline number
    faulted: list[int]  #     deals left out because a game of theirs has a fault
    incomplete: int  #        deals that were interrupted


def is_share(name: str) -> bool:
    """Whether a headline number lies between 0 and 1."""
    return name.split(".")[0] in SHARES


def strategies_of(about: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for line_up in about["line_ups"] for name in line_up))


def seats_of(about: dict[str, Any]) -> list[str]:
    return [f"seat_{seat}" for seat in range(1, len(about["line_ups"][0]) + 1)]


def names(about: dict[str, Any]) -> list[str]:
    """The headline numbers of a run, in the order in which they are told."""
    who = [*strategies_of(about), *seats_of(about)]
    return [*(f"{what}.{name}" for what in OF_SEATS for name in who), *OF_GAMES]


def by_deal(run: Results, game: Any = None) -> Deals:
    """The headline numbers of every whole deal, in the order of the deals.

    Args: game: if it is given, players of the line-up are told apart as well (win_share.player_1), also where two of
    them play the same strategy.
    """
    per_deal, found = run.about["games_per_deal"], []
    faulted, incomplete = list[int](), 0
    for games, seats in run.parts:
        deals = of_games(games)
        whole = deals.filter((pl.col("games") == per_deal) & (pl.col("faults") == 0)).drop("games", "faults")
        faulted += deals.filter((pl.col("games") == per_deal) & (pl.col("faults") > 0))["deal"].to_list()
        incomplete += int((deals["games"] < per_deal).sum())
        rows = seats.join(whole.lazy().select("deal"), on="deal", how="semi")
        tables = [of_seats(rows, strategies_of(run.about), seats_of(run.about))]
        if game is not None:
            tables.append(of_players(rows, games, run.about, sits(game, run.about, whole["deal"])))
        for table in tables:
            whole = whole.join(table, on="deal", how="left", maintain_order="left")
        found.append(whole)
    return Deals(run.about, pl.concat(found).sort("deal"), faulted, incomplete)


def of_games(games: pl.LazyFrame) -> pl.DataFrame:
    means = [value.mean().alias(name) for name, value in OF_GAMES.items()]
    counts = (pl.len().alias("games"), (pl.col("status") != 0).sum().alias("faults"))
    return games.group_by("deal", maintain_order=True).agg(*counts, *means).collect()


def of_seats(rows: pl.LazyFrame, strategies: list[str], seats: list[str]) -> pl.DataFrame:
    """Means of every strategy and seat in each deal."""
    members = {name: pl.col("strategy") == name for name in strategies}
    members |= {name: pl.col("seat") == number for number, name in enumerate(seats, start=1)}
    return means_of(rows, members)


def of_players(rows: pl.LazyFrame, games: pl.LazyFrame, about: dict[str, Any], sits: pl.DataFrame) -> pl.DataFrame:
    """Means of every player of the line-up in each deal; in each rotation all have moved on by a seat."""
    seats = len(seats_of(about))
    rotation = (pl.lit(0) if about["fixed_seats"] else pl.col("seating") % seats).alias("rotation")
    seated = rows.join(games.select("game", rotation), on="game").join(sits.lazy(), on="deal")
    player = pl.col("sits").list.get((pl.col("seat") - 1 + pl.col("rotation")) % seats)
    members = {f"player_{number + 1}": pl.col("player") == number for number in range(seats)}
    return means_of(seated.with_columns(player.alias("player")), members)


def means_of(rows: pl.LazyFrame, members: dict[str, pl.Expr]) -> pl.DataFrame:
    means = [pl.col(what).filter(of).mean().alias(f"{what}.{who}") for what in OF_SEATS for who, of in members.items()]
    return rows.group_by("deal").agg(means).collect()


def sits(game: Any, about: dict[str, Any], deals: pl.Series) -> pl.DataFrame:
    """Which player of the line-up sits in each seat of each deal's first rotation."""
    seats, rotation = len(seats_of(about)), -1 if about["fixed_seats"] else 0
    found = [around_the_table(game, seats, about["seed"], Seating(deal, 0, rotation)) for deal in deals]
    return pl.DataFrame({"deal": deals, "sits": pl.Series(found, dtype=pl.List(pl.Int32))})
