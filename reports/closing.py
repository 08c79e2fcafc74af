"""What a run shows at its end: for every strategy and every seat its share of wins and its mean score.

Wins are after tie-breaks, and those who still tie share one.  A deal counts if all its games were finished without a
fault.  Parts are looked at one by one and only moments are kept, so memory does not grow with the run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from reports import intervals, sequential
from reports.intervals import Interval, Moments, mean_words, percent, share_words
from sim import files, sheets
from sim.lineups import players_in_words
from sim.results import Results

GAMES = ("deal", "players", "status", "turns", "tied", "tied_on_score")
SEATS = ("deal", "seat", "strategy", "win_share", "score")


class Line(NamedTuple):
    who: str
    win_share: Interval
    score: Interval


class Closing(NamedTuple):
    about: dict[str, Any]  #       run.json
    games: int  #                  that were played
    deals: int  #                  that are counted
    faulted: int  #                deals left out because a game of theirs has a fault
    incomplete: int  #             deals that were interrupted
    swing: float  #                by how much the faulted deals could move a win share, all going one way
    strategies: list[Line]
    seats: list[Line]
    repeated: int  #               games that went as another of their deal
    turns: Interval  #             of one player
    tied_on_score: Interval  #     share of games in which the best score is shared,
    tied: Interval  #              and in which the win is


Tally = dict[tuple[str, str], Moments]


def closing(run: Results) -> Closing:
    """The closing figures of a run."""
    tally: Tally = defaultdict(Moments)
    per_deal = run.about["games_per_deal"]
    games = counted = faulted = incomplete = 0
    for games_part, seats_part in run.parts:
        deals = by_deal(games_part)
        games += int(deals["games"].sum())
        whole = deals.filter(is_whole(per_deal))
        counted += len(whole)
        incomplete += int((deals["games"] < per_deal).sum())
        faulted += int(((deals["games"] == per_deal) & (deals["faults"] > 0)).sum())
        count_games(tally, whole)
        count_seats(tally, whole, seats_part)
    find: Any = sequential if run.about.get("until") else intervals
    names = names_of(run.about)
    return Closing(
        run.about,
        games,
        counted,
        faulted,
        incomplete,
        faulted / max(counted + faulted, 1),
        [line(tally, "strategy", name, run.about) for name in names],
        [line(tally, "seat", str(seat), run.about) for seat in range(1, seats_of(run.about) + 1)],
        run.about["counts"]["repeated"],
        find.mean_interval(tally["games", "turns"]),
        find.share_interval(tally["games", "tied_on_score"]),
        find.share_interval(tally["games", "tied"]),
    )


def names_of(about: dict[str, Any]) -> list[str]:
    """The strategies of a run, in the order in which they were named."""
    return list(dict.fromkeys(name for line_up in about["line_ups"] for name in line_up))


def seats_of(about: dict[str, Any]) -> int:
    return len(about["line_ups"][0])


def by_deal(games: pl.LazyFrame) -> pl.DataFrame:
    """One row for each deal of a part: its games and faults, and the means of what all games have."""
    return (
        games.select(GAMES)
        .group_by("deal", maintain_order=True)
        .agg(
            pl.len().alias("games"),
            (pl.col("status") != 0).sum().alias("faults"),
            (pl.col("turns") / pl.col("players")).mean().alias("turns"),
            (pl.col("tied") > 1).mean().alias("tied"),
            (pl.col("tied_on_score") > 1).mean().alias("tied_on_score"),
        )
        .collect()
    )


def is_whole(per_deal: int) -> pl.Expr:
    return (pl.col("games") == per_deal) & (pl.col("faults") == 0)


def count_games(tally: Tally, whole: pl.DataFrame) -> None:
    for name in ("turns", "tied", "tied_on_score"):
        add(tally, ("games", name), whole[name])


def count_seats(tally: Tally, whole: pl.DataFrame, seats: pl.LazyFrame) -> None:
    """Every strategy's and every seat's means in each deal."""
    rows = seats.join(whole.lazy(), on="deal", how="semi").select(SEATS).collect()
    for what in ("strategy", "seat"):
        deals = rows.group_by("deal", what, maintain_order=True).agg(pl.col("win_share", "score").mean())
        for (who,), found in deals.partition_by(what, as_dict=True).items():
            add(tally, (f"{what} {who}", "win_share"), found["win_share"])
            add(tally, (f"{what} {who}", "score"), found["score"])


def moments(games: pl.LazyFrame, seats: pl.LazyFrame, per_deal: int, metric: str) -> dict[str, Moments]:
    """Of one part: every strategy's and every seat's, over whole deals."""
    tally: Tally = defaultdict(Moments)
    count_seats(tally, by_deal(games).filter(is_whole(per_deal)), seats)
    return {who: found for (who, name), found in tally.items() if name == metric}


def add(tally: Tally, key: tuple[str, str], values: pl.Series) -> None:
    tally[key] = tally[key].merged(Moments.of(values.to_numpy()))


def line(tally: Tally, what: str, who: str, about: dict[str, Any]) -> Line:
    share, score = tally[f"{what} {who}", "win_share"], tally[f"{what} {who}", "score"]
    if about.get("until"):
        family = len(about["strategies"]) + seats_of(about)
        return Line(who, sequential.share_interval(share, family), sequential.mean_interval(score, family))
    return Line(who, intervals.share_interval(share), intervals.mean_interval(score))


def uses(run: Results) -> pl.DataFrame:
    """How often each strategy does what: the means of the columns uses_*, per game, over whole deals."""
    names = [name for name in run.seats.collect_schema().names() if name.startswith("uses_")]
    sums = []
    for games_part, seats_part in run.parts:
        whole = by_deal(games_part).filter(is_whole(run.about["games_per_deal"])).lazy()
        seats = seats_part.join(whole, on="deal", how="semi")
        sums.append(seats.group_by("strategy").agg(pl.len().alias("games"), pl.col(names).sum()).collect())
    together = pl.concat(sums).group_by("strategy").agg(pl.col("games", *names).sum()).sort("strategy")
    return together.with_columns(pl.col(names) / pl.col("games"))


# In words.


def lines(found: Closing, alone: Sequence[str] = ()) -> Iterator[str]:
    """The closing table, readable at 100 columns.

    Args: alone: of games of one player, its own table (reports.alone): there is no share of wins.
    """
    about = found.about
    line_ups = f", {len(about['line_ups']):,} line-ups" if len(about["line_ups"]) > 1 else ""
    yield f"{about['title']}: {found.games:,} games with {players_in_words(seats_of(about))}{line_ups}"
    yield (
        f"counted: {deals_in_words(found.deals)} of {games_in_words(about['games_per_deal'])} each"
        + (f"; {found.incomplete:,} more not finished" if found.incomplete else "")
        + (f"; {found.faulted:,} more left out for faults" if found.faulted else "")
    )
    if about.get("forbid"):
        yield f"forbidden while anything else is legal: {', '.join(about['forbid'])}"
    if found.repeated:
        different = found.games - found.repeated
        yield f"repeated: {found.repeated:,} games went as another of their deal (different games: {different:,})"
    yield ""
    yield from alone or by_wins(found)
    yield ""
    yield f"turns of a player  {mean_words(found.turns)}"
    if not alone:
        tied = f"{share_words(found.tied_on_score)} on score, {share_words(found.tied)} after tie-breaks"
        yield f"tied games         {tied}"
    yield f"speed              {speed(about)}"
    yield from faults(found)
    yield ""
    yield from until(found)
    yield from box(about)


def by_wins(found: Closing) -> Iterator[str]:
    """Strategies, then seats."""
    share = f"share of wins (even: {percent(1 / seats_of(found.about))})"
    yield from table(("strategy", share, "mean score"), found.strategies)
    yield ""
    yield from table(("seat", share, "mean score"), found.seats)


def until(found: Closing) -> Iterator[str]:
    """What the brackets say; for a run that ends when enough is known, whether it is."""
    about = found.about
    if not about.get("until"):
        yield f"In brackets: 95 % intervals, each by itself, from {deals_in_words(found.deals)}."
        return
    told = about.get("stopped") or {"reached": False, "half_width": None, "looks": 0}
    width = "unknown" if told["half_width"] is None else f"{told['half_width']:.2g}"
    reached = "reached" if told["reached"] else "not reached"
    yield f"{about['until']}: {reached} after {deals_in_words(found.deals)} and {told['looks']} looks (widest: {width})"
    yield "In brackets: 95 % confidence sequences, which hold however often one looks; those of a column of"
    yield "strategies and seats hold together."


def deals_in_words(deals: int) -> str:
    return "1 deal" if deals == 1 else f"{deals:,} deals"


def games_in_words(games: int) -> str:
    return "1 game" if games == 1 else f"{games:,} games"


def table(head: tuple[str, str, str], rows: Sequence[Line]) -> Iterator[str]:
    """A strategy that sits in every seat wins an even share whatever happens: that is known without any game."""
    told = [share_words(row.win_share) if len(rows) > 1 else "even: nobody else plays" for row in rows]
    scores = (mean_words(row.score) for row in rows)
    yield from aligned([head, *zip((row.who for row in rows), told, scores, strict=True)])


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of words as lines, each column as wide as it must be."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def in_numbers(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The same for numbers, to the right, between a name and a word; at so many columns: names are cut if too long."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = min(widths[0], max(width - sum(widths[1:]) - 2 * (len(widths) - 1), 12))
    for row in rows:
        name = row[0] if len(row[0]) <= widths[0] else f"{row[0][: widths[0] - 2]}.."
        right = [cell.rjust(wide) for cell, wide in zip(row[1:-1], widths[1:-1], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *right, row[-1]]).rstrip()


def speed(about: dict[str, Any]) -> str:
    seconds = about["seconds"]["simulating"]
    return f"{about['counts']['played'] / seconds:,.0f} games per second" if seconds else "unknown"


def faults(found: Closing) -> Iterator[str]:
    """How many games broke, what that could do to the figures, and where the first ones are told."""
    by_status = found.about["faults"]["by_status"]
    if not by_status:
        return
    yield f"faults             {', '.join(f'{count:,} {status}' for status, count in by_status.items())}"
    yield f"                   (whichever way these deals had gone: a share of wins moves by < {bound(found.swing)})"
    yield from (f"                   {fault}" for fault in found.about["faults"]["first"][:3])


def bound(share: float) -> str:
    """A share that is not exceeded, rounded up."""
    return f"{min(int(1000 * share) + 1, 1000) / 10:.1f} %"


def box(about: dict[str, Any]) -> Iterator[str]:
    """How many numbers of the box are less than read in the rulebook."""
    yield f"Numbers and cards of the box: {files.counted(about['provenance'])}."
    yield from files.caution(about["provenance"])


def ending(about: dict[str, Any], folder: str) -> Iterator[str]:
    """On what the figures stand, and how to have them again."""
    yield f"These figures hold under these scripted players.  Seed {about['seed']}."
    yield f"again: {about['command']}"
    yield f"kept:  {folder}"


def as_json(found: Closing, alone: pl.DataFrame | None = None) -> dict[str, Any]:
    """The figures as dicts and numbers; an end of an interval that is not known is null.

    Args: alone: of games of one player, its own table.
    """
    wins = {
        "strategies": {row.who: line_as_json(row) for row in found.strategies},
        "seats": {row.who: line_as_json(row) for row in found.seats},
        "win_share_swing_of_faulted_deals": found.swing,
        "tied_on_score": interval_as_json(found.tied_on_score),
        "tied": interval_as_json(found.tied),
    }
    return {
        "assumed_card_data": files.assumed_cards(found.about["provenance"]) or None,
        "games": found.games,
        "deals": found.deals,
        "faulted_deals": found.faulted,
        "incomplete_deals": found.incomplete,
        "repeated_games": found.repeated,
        "different_games": found.games - found.repeated,
        "turns_of_a_player": interval_as_json(found.turns),
    } | (wins if alone is None else {"scores": sheets.finite(alone).to_dicts()})


def line_as_json(row: Line) -> dict[str, Any]:
    return {"win_share": interval_as_json(row.win_share), "score": interval_as_json(row.score)}


def interval_as_json(interval: Interval) -> dict[str, Any]:
    ends = {name: value if abs(value) != float("inf") else None for name, value in interval._asdict().items()}
    return ends
