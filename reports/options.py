"""Who does what, and when?  Uses of each verb by strategy, by winners and others, and by third of the game.

Seen in the deals that a run follows (sim.deeds): the first ones and every fiftieth.  A number is a mean per player and
game; thirds are of the rounds of each game.  Winners are weighed by their share of the win, others by the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from reports import charts
from reports.closing import names_of, seats_of
from reports.deals import codes, counted, interval
from reports.intervals import FEW, Interval, mean_words, percent
from sim.results import Results

EVERYONE, WINNERS, OTHERS, GAP = "everyone", "winners", "others", "winners less others"
WHOLE = 0  #    in place of a third: the whole game
THIRDS = ("first third", "middle", "last third")
SLICE = 500  #  games in memory at a time
ROWS = 24  #    verbs that a figure has room for
ENDS = ("low", "high", "all_low", "all_high")
SHAPE = {"who": pl.String, "verb": pl.String, "third": pl.Int32, "deals": pl.Int64, "games": pl.Int64} | {
    name: pl.Float64 for name in ("mean", *ENDS)
}
KEPT = "though forbidden"  # told like a verb: uses of what is forbidden, because nothing else was legal


def table(run: Results) -> pl.DataFrame:
    """A line for each verb, each third of the game (0: the whole) and for whom: everyone, winners, others, the
    difference of these, each strategy.

    `low` to `high` holds by itself, `all_low` to `all_high` together with those of all other verbs, and of strategies
    with those of all other strategies, too; both are empty where fewer than ten deals saw the verb.  No lines when the
    run has followed no whole deal.
    """
    counted(run)
    found = by_deal(run)
    if not found:
        return pl.DataFrame(schema=SHAPE)
    verbs = list(columns(run).values())
    games = len(found[EVERYONE]) * run.about["games_per_deal"]
    seen = {who: np.count_nonzero(found[EVERYONE if who == GAP else who], axis=0) for who in found}
    rows = []
    for who, values in found.items():
        name = who.removeprefix(STRATEGY)
        family = len(verbs) * (sum(one.startswith(STRATEGY) for one in found) if who.startswith(STRATEGY) else 1)
        for third, number in np.ndindex(values.shape[1:]):
            row = {"who": name, "verb": verbs[number], "third": third, "deals": len(values), "games": games}
            known = seen[who][third, number] >= FEW
            rows.append(row | line(values[:, third, number], run.about, known, family))
    return pl.DataFrame(rows, schema=SHAPE)


def line(values: np.ndarray, about: Mapping[str, Any], is_known: bool, family: int) -> dict[str, float | None]:
    """The mean over deals and its intervals."""
    usual = {**about, "until": None}
    ends: list[float | None] = [None] * len(ENDS)
    if is_known:
        both = (interval(values, usual, family=several) for several in (1, family))
        ends = [end for one in both for end in (one.low, one.high)]
    return {"mean": float(np.mean(values)), **dict(zip(ENDS, ends, strict=True))}


STRATEGY = "strategy "  # before a name here: a strategy might be called `winners`


def columns(run: Results) -> dict[str, str]:
    """What is counted: columns, and how they are called."""
    names = run.verbs.collect_schema().names() if run.verbs is not None else []
    found = {name: name.removeprefix("verb_").replace("_", " ") for name in names if name.startswith("verb_")}
    return found | ({"forbidden": KEPT} if "forbidden" in names else {})


def by_deal(run: Results) -> dict[str, np.ndarray]:
    """Uses per player and game of each followed deal: for each of whom [deal, third (0: the whole game), verb]."""
    found: dict[str, list[np.ndarray]] = {}
    for counts, won, sat in followed(run, list(columns(run))):
        for who, values in means(counts, won, sat, names_of(run.about)).items():
            found.setdefault(who, []).append(np.concatenate([values.sum(axis=1, keepdims=True), values], axis=1))
    return {who: np.concatenate(parts) for who, parts in found.items()}


def means(counts: np.ndarray, won: np.ndarray, sat: np.ndarray, names: Sequence[str]) -> dict[str, np.ndarray]:
    """Args: counts: [deal, game, third, seat, verb].  won, sat: [deal, game, seat]."""
    games, seats = sat.shape[1:]
    found = {EVERYONE: counts.sum(axis=(1, 3)) / (games * seats)}
    found[WINNERS] = np.einsum("dgtsv,dgs->dtv", counts, won) / games
    if seats > 1:
        found[OTHERS] = (found[EVERYONE] * seats - found[WINNERS]) / (seats - 1)
        found[GAP] = found[WINNERS] - found[OTHERS]
    for number, name in enumerate(names):
        here = sat == number
        total = np.einsum("dgtsv,dgs->dtv", counts, here.astype(float))
        found[f"{STRATEGY}{name}"] = total / here.sum(axis=(1, 2))[:, None, None]
    return found


def followed(run: Results, names: Sequence[str]) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """The whole deals that were followed, some at a time: counts of these columns [deal, game, third, seat, column],
    and shares of wins and strategies [deal, game, seat]."""
    if run.verbs is None:
        return
    per_deal, players, thirds = run.about["games_per_deal"], seats_of(run.about), len(THIRDS)
    games = run.verbs.select("game", "deal").unique().collect()
    whole = games.filter(pl.len().over("deal") == per_deal).sort("game")
    frame = run.verbs.join(whole.lazy().select("game"), on="game", how="semi").sort("game", "third", "seat").collect()
    rows = run.seats.join(whole.lazy().select("game"), on="game", how="semi")
    rows = rows.select("game", "seat", "strategy", "win_share").sort("game", "seat").collect()
    sat, won = codes(rows["strategy"], names_of(run.about)), rows["win_share"].to_numpy()
    step = max(SLICE // per_deal, 1) * per_deal
    for first in range(0, len(whole), step):
        many = min(step, len(whole) - first)
        here = slice(first * players, (first + many) * players)
        part = frame[first * thirds * players : (first + many) * thirds * players].select(names).to_numpy()
        counts = part.reshape(-1, per_deal, thirds, players, len(names)).astype(float)
        shape = (-1, per_deal, players)
        yield counts, won[here].reshape(shape), sat[here].reshape(shape)


# Figures.


def shown(frame: pl.DataFrame) -> list[str]:
    """The verbs of a figure: those done most, in the order of the game."""
    whole = frame.filter((pl.col("who") == EVERYONE) & (pl.col("third") == WHOLE))
    everyone = whole.filter((pl.col("mean") > 0) & (pl.col("verb") != KEPT))
    most = set(everyone.sort("mean", descending=True, maintain_order=True).head(ROWS)["verb"])
    return [verb for verb in everyone["verb"] if verb in most]


def strategies_of(frame: pl.DataFrame) -> list[str]:
    """The strategies, which come after all others."""
    everyone = frame["who"].unique(maintain_order=True).to_list()
    return everyone[4 if GAP in everyone else 2 :]


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Uses per player and game in each third, of winners beside others; colour is each verb's own scale."""
    whose = [who for who in (WINNERS, OTHERS) if who in frame["who"]]
    cells = [(who, third + 1) for who in whose for third in range(len(THIRDS))]
    names = [f"{who}, {THIRDS[third - 1]}" for who, third in cells]
    ax = charts.map_of(shown(frame), names, values(frame, cells), "uses per player and game", ax)
    ax.axvline(len(THIRDS) - 0.5, color="white", linewidth=4)
    return ax


def strategy_chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Uses per player and game of each strategy; colour is each verb's own scale."""
    ways = strategies_of(frame)
    cells = [(who, WHOLE) for who in ways]
    return charts.map_of(shown(frame), ways, values(frame, cells), "uses per player and game", ax)


def values(frame: pl.DataFrame, cells: Sequence[tuple[str, int]]) -> np.ndarray:
    """[verb, cell]; a strategy may be called as somebody else here, and then comes last."""
    of = {(row["who"], row["third"], row["verb"]): row["mean"] for row in frame.iter_rows(named=True)}
    return np.array([[of[who, third, verb] for who, third in cells] for verb in shown(frame)])


# In words.


def words(frame: pl.DataFrame) -> list[str]:
    """What is done most, what winners do more and less, where strategies differ, what comes early and late."""
    if frame.is_empty():
        return ["No game of this run was followed decision by decision (`meeplecarlo run --trace 25`)."]
    forced = kept(frame)
    frame = frame.filter(pl.col("verb") != KEPT)
    whole = frame.filter(pl.col("third") == WHOLE)
    everyone = whole.filter(pl.col("who") == EVERYONE)
    first = everyone.row(0, named=True)
    most = everyone.filter(pl.col("low").is_not_null()).sort("mean", descending=True).head(3)
    named = ", ".join(f"{row['verb']} {mean_words(together(row))}" for row in most.iter_rows(named=True))
    said = [f"Done most, times per player and game: {named}."] if named else []
    said += gaps(whole.filter(pl.col("who") == GAP))
    said += apart(whole.filter(pl.col("who").is_in(strategies_of(frame))))
    said += timing(frame.filter(pl.col("who") == EVERYONE))
    never = everyone.filter(pl.col("mean") == 0)["verb"].to_list()
    if never:
        said.append(f"Never done by anybody here: {', '.join(never)}.")
    return [
        *said,
        *forced,
        f"This is seen in {first['games']:,} games of {first['deals']:,} deals, those that were followed.",
    ]


def gaps(frame: pl.DataFrame) -> list[str]:
    """What winners do more and less, by intervals that hold together over all verbs."""
    more = frame.filter(pl.col("all_low") > 0).sort("mean", descending=True).head(3)
    less = frame.filter(pl.col("all_high") < 0).sort("mean").head(3)
    if frame.is_empty():
        return []
    if more.is_empty() and less.is_empty():
        return ["Nothing is shown that winners do more or less often than the others."]
    parts = [
        f"{how} often: " + ", ".join(f"{row['verb']} {signed(together(row))}" for row in some.iter_rows(named=True))
        for how, some in (("more", more), ("less", less))
        if len(some)
    ]
    return [f"Winners beside the others, {'; '.join(parts)}."]


def apart(frame: pl.DataFrame) -> list[str]:
    """The verb of which the most and the least eager strategy differ most."""
    if frame["who"].n_unique() < 2:
        return []
    ends = frame.group_by("verb", maintain_order=True).agg((pl.col("mean").max() - pl.col("mean").min()).alias("gap"))
    verb = ends.sort("gap", descending=True, maintain_order=True)["verb"][0]
    rows = frame.filter(pl.col("verb") == verb).sort("mean", descending=True, maintain_order=True)
    most, least = rows.row(0, named=True), rows.row(-1, named=True)
    return [
        f"Strategies differ most in {verb}: {most['who']} {uses_words(most, together)}, {least['who']} "
        f"{uses_words(least, together)} times."
    ]


def timing(frame: pl.DataFrame) -> list[str]:
    """The verbs with the largest part in the first third and in the last."""
    known = frame.filter(pl.col("third") == WHOLE).filter(pl.col("low").is_not_null())["verb"]
    if known.is_empty():
        return []
    used, parts = pl.col("mean"), {}
    for third in (1, len(THIRDS)):
        rows = frame.filter(pl.col("verb").is_in(known.to_list()) & pl.col("third").is_in([WHOLE, third]))
        share = used.filter(pl.col("third") == third).sum() / used.filter(pl.col("third") == WHOLE).sum()
        top = rows.group_by("verb", maintain_order=True).agg(share.alias("share"))
        verb, part = top.sort("share", descending=True, maintain_order=True).row(0)
        parts[third] = f"{verb} ({'all' if part >= 1 else percent(part)} of its uses that were seen)"
    return [f"Earliest: {parts[1]} in the first third of the rounds. Latest: {parts[3]} in the last."]


def alone(row: Mapping[str, Any]) -> Interval:
    return Interval(row["mean"], row["low"], row["high"], row["deals"])


def together(row: Mapping[str, Any]) -> Interval:
    return Interval(row["mean"], row["all_low"], row["all_high"], row["deals"])


def signed(gap: Interval) -> str:
    return f"{gap.mean:+.2f} ({gap.low:+.2f} to {gap.high:+.2f})"


def uses_words(row: Mapping[str, Any], of: Callable[[Mapping[str, Any]], Interval] = alone) -> str:
    """A mean with its interval; where there is none, how seldom it was."""
    if row["low"] is not None:
        return mean_words(of(row))
    return "never" if row["mean"] == 0 else f"{row['mean']:.3f} (too seldom to tell)"


# What is forbidden.


def kept(frame: pl.DataFrame) -> list[str]:
    """How often each strategy did what is forbidden to it, because nothing else was legal."""
    rows = frame.filter((pl.col("verb") == KEPT) & (pl.col("third") == WHOLE))
    if rows.is_empty():
        return []
    done = rows.filter(pl.col("who").is_in(strategies_of(frame)) & (pl.col("mean") > 0))
    games, deals = rows["games"][0], rows["deals"][0]
    where = f"seen in {games:,} games of {deals:,} deals"
    if done.is_empty():
        return [f"What is forbidden was never the only thing that was legal ({where})."]
    said = ", ".join(f"{row['who']} {uses_words(row)}" for row in done.iter_rows(named=True))
    return [f"Nothing else was legal, and so it was done, times per player and game: {said} ({where})."]


def worth(frame: pl.DataFrame, base: Mapping[str, Any], variant: Mapping[str, Any]) -> list[str]:
    """What an option is worth to those to whom the variant forbids it and the base does not.

    Args: frame: of reports.compare.  base, variant: run.json.
    """
    verbs: dict[str, list[str]] = {}
    for word in variant.get("forbid", ()):
        if word not in base.get("forbid", ()):
            who, _, verb = word.rpartition(":")
            verbs.setdefault(who, []).append(verb)
    if "" in verbs:
        return [
            f"Forbidden to everybody: {', '.join(verbs[''])}. Shares of wins say whom that helps; what it is worth to "
            "all is in scores and lengths. Nobody has learned to do without."
        ]
    return [to_one(frame, who, named) for who, named in verbs.items()]


def to_one(frame: pl.DataFrame, who: str, verbs: Sequence[str]) -> str:
    seat = f"player_{who}" if f"win_share.player_{who}" in frame["number"] else who
    parts = []
    units = (("win_share", 100, 1, "percentage points of its share of wins"), ("score", 1, 2, "points"))
    for number, times, digits, unit in units:
        for row in frame.filter(pl.col("number") == f"{number}.{seat}").iter_rows(named=True):
            mean, low, high = (-times * row[end] for end in ("difference", "high", "low"))
            parts.append(f"{mean:.{digits}f} {unit} ({low:.{digits}f} to {high:.{digits}f})")
    named = f"player {who}" if seat != who else who
    found = " and ".join(parts) or "not known"
    return f"To {named} as it is written, {' and '.join(verbs)} is worth {found}. It has not learned to do without."
