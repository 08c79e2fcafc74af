"""What does this change do?  Differences of every headline number between a base and a variant.

They pair, deal by deal, when both have played the same deals in the same seatings; otherwise they are compared as
independent.  A difference counts up to a margin, `within`: 2 points of a share, 2 % of the base's mean of anything
else, or what the reader says.

balanced      the 95 % interval lies inside +- within
changed       it lies outside, and p, corrected by Holm for all numbers told, is at most 0.05
cannot tell   anything else; about so many games would tell, if mean and spread stay as they are
"""

from __future__ import annotations

import math
import shlex
import statistics
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import polars as pl

from reports import headline, paired
from reports.closing import in_numbers
from reports.headline import Deals
from reports.intervals import LEVEL, Moments, bare_words, holm, share_interval
from sim import files, sheets
from sim.files import known

POINTS = 0.02  #  what a share,
PART = 0.02  #    and what part of the base's mean anything else may differ and still count as the same
ENDS = ("difference", "low", "high")
ENDLESS = 1_000  # times the games played: more is not worth a number
CHANGED, BALANCED, UNKNOWN = "changed", "balanced", "cannot tell"
UNITS = ("win_share", "score", *headline.OF_GAMES)  # for which another margin may be said


class Pair(NamedTuple):
    """Both sides, and the deals on which they are compared."""

    base: Deals
    variant: Deals
    is_paired: bool
    faulted: int  #       deals left out on both sides, because a game of one of them has a fault
    why_not: list[str]  # why they do not pair


def pair(base: Deals, variant: Deals) -> Pair:
    """Bring two sides together.  Where they pair, a deal that is left out on one side is left out on both."""
    why_not = apart(base.about, variant.about)
    faulted = len({*base.faulted, *variant.faulted}) if not why_not else len(base.faulted) + len(variant.faulted)
    if not why_not:
        both = base.values.select("deal").join(variant.values.select("deal"), on="deal")
        base, variant = (
            side._replace(values=side.values.join(both, on="deal", how="semi").sort("deal")) for side in (base, variant)
        )
    return Pair(base, variant, not why_not, faulted, why_not)


def apart(base: Mapping[str, Any], variant: Mapping[str, Any]) -> list[str]:
    """Why two runs do not pair; nothing: they do."""
    found = [name for name in ("seed",) if base[name] != variant[name]]
    if base["counts"]["deals"] != variant["counts"]["deals"]:
        found.append("number of deals")
    shapes = [[len(about["line_ups"]), len(about["line_ups"][0])] for about in (base, variant)]
    if shapes[0] != shapes[1] or any(base[name] != variant[name] for name in ("fixed_seats", "repeats")):
        found.append("seatings")
    return found


def replaced(base: Mapping[str, Any], variant: Mapping[str, Any]) -> list[int]:
    """Players of the table, from 0, whose strategy is another; for pools none."""
    if len(base["line_ups"]) > 1 or len(variant["line_ups"]) > 1:
        return []
    both = zip(base["line_ups"][0], variant["line_ups"][0], strict=False)
    return [number for number, (one, other) in enumerate(both) if one != other]


def table(found: Pair, within: Mapping[str, float] | None = None) -> pl.DataFrame:
    """A line for each headline number of both sides, the largest difference first, in units of its margin.

    Args: within: other margins, {"win_share": 0.02, "score": 1}.
    """
    difference = paired.paired if found.is_paired else paired.independent
    differences = {}
    for name in compared(found):
        base, variant = (side.values[name].cast(pl.Float64).to_numpy() for side in (found.base, found.variant))
        differences[name] = difference(base, variant, headline.is_share(name))
    corrected = holm([one.p for one in differences.values()])
    about, deals = found.base.about, max(len(found.base.values), 1)
    games = about["games_per_deal"] * about["counts"]["deals"] / deals  # played for one deal that is compared
    rows = [
        line(name, one, float(p), len(differences), margin(name, one.base, within or {}), games)
        for (name, one), p in zip(differences.items(), corrected, strict=True)
    ]
    frame = pl.DataFrame(rows, schema=SHAPE)
    return frame.sort(pl.col("size").abs(), descending=True, nulls_last=True, maintain_order=True)


def compared(found: Pair) -> list[str]:
    """What both sides have; a player of the table only if it is another on the two sides."""
    others = [f"player_{number + 1}" for number in replaced(found.base.about, found.variant.about)]
    names = [name for name in found.base.values.columns[1:] if name in found.variant.values.columns]
    return [name for name in names if ".player_" not in name or name.split(".")[1] in others]


def margin(name: str, base: float, within: Mapping[str, float]) -> float:
    """By how much a number may differ and still count as the same."""
    usual = POINTS if headline.is_share(name) else PART * abs(base)
    return within.get(name.split(".")[0], usual)


SHAPE = {"number": pl.String} | {
    **{name: pl.Float64 for name in ("base", "variant", "difference", "low", "high", "within", "size")},
    **{name: pl.Float64 for name in ("p", "p_holm", "variance_ratio")},
    **{"deals": pl.Int64, "verdict": pl.String, "games_needed": pl.Int64},
}


def line(
    name: str, found: paired.Difference, p_holm: float, family: int, within: float, games: float
) -> dict[str, Any]:
    """One number, one of a family of so many."""
    mean, low, high, deals = found.interval
    told = verdict(low, high, within, p_holm)
    needed = paired.needed(found, within, family)
    return {
        "number": name,
        "base": found.base,
        "variant": found.variant,
        "difference": mean,
        "low": low,
        "high": high,
        "within": within,
        "size": mean / within if within else None,
        "p": found.p,
        "p_holm": p_holm,
        "variance_ratio": None if math.isnan(found.gain) else found.gain,
        "deals": deals,
        "verdict": told,
        "games_needed": math.ceil(needed * games) if told == UNKNOWN and needed < ENDLESS * deals else None,
    }


def verdict(low: float, high: float, within: float, p_holm: float) -> str:
    """One of the three."""
    if -within <= low and high <= within:
        return BALANCED
    is_outside = low > within or high < -within
    return CHANGED if is_outside and p_holm <= 1 - LEVEL else UNKNOWN


def check_within(within: Mapping[str, float]) -> None:
    """Raises: BoxError for a margin of something that is no headline number."""
    for name in within:
        known(name, UNITS, "within")


def chart(frame: pl.DataFrame, ax: Any = None) -> Any:
    """Every difference with its interval, in units of what may differ and still count as the same (shaded)."""
    from reports import charts  # takes a second

    rows = frame.filter(pl.col("within") > 0)
    sizes = (rows.select(pl.col(name) / pl.col("within")).to_series().to_numpy() for name in ENDS)
    label = "variant less base; shaded: counts as the same"
    return charts.dots(rows["number"].to_list(), *sizes, label=label, line=(0.0, "no change"), band=(-1.0, 1.0), ax=ax)


# In words.


def changes(base: Mapping[str, Any], variant: Mapping[str, Any]) -> Iterator[str]:
    """What is other in the variant."""
    usual = "as in the box"
    for name in dict.fromkeys([*base["changes"], *variant["changes"]]):
        values = [about["changes"].get(name, usual) for about in (base, variant)]
        if values[0] != values[1]:
            yield f"{name}: {values[0]} -> {values[1]}"
    for number in replaced(base, variant):
        yield f"player {number + 1}: {base['line_ups'][0][number]} -> {variant['line_ups'][0][number]}"
    banned = [", ".join(about.get("forbid", ())) or "nothing" for about in (base, variant)]
    if banned[0] != banned[1]:
        yield f"forbidden: {banned[0]} -> {banned[1]}"
    for name in ("seed", "games", "repeats", "fixed_seats"):
        if base[name] != variant[name]:
            yield f"{name}: {base[name]} -> {variant[name]}"
    seats = [len(about["line_ups"][0]) for about in (base, variant)]
    if seats[0] != seats[1]:
        yield f"players: {seats[0]} -> {seats[1]}"
    if base["source_key"] != variant["source_key"]:
        yield "the rules themselves are other"
    if base["tables_digest"] != variant["tables_digest"] and base["changes"] == variant["changes"]:
        yield "the numbers of the box itself are other"
    for name in base["strategies"].keys() & variant["strategies"].keys() if banned[0] == banned[1] else ():
        if base["strategies"][name]["digest"] != variant["strategies"][name]["digest"]:
            yield f"strategy {name} is another"


def repeat(base: Mapping[str, Any], variant: Mapping[str, Any], within: Mapping[str, float]) -> str:
    """One line that does it again.  Where the sides differ by more than numbers and players, it plays both first."""
    begun = [without(about["command"]) for about in (base, variant)]
    tables = [about["table"] for about in (base, variant)]
    margins = [word for name, size in within.items() for word in ("--within", f"{name}={size:g}")]
    if begun[0] != begun[1] or len(tables[0]) != len(tables[1]) or OF_RUNS & set(begun[0]):
        runs = [f"{about['command']} --out {name}" for name, about in (("base", base), ("variant", variant))]
        return " && ".join(
            [*runs, shlex.join(["meeplecarlo", "compare", "--base", "base", "--variant", "variant", *margins])]
        )
    game, *others = begun[0][2:]
    if base["players"] is None:
        others = ["--table", ",".join(tables[0]), *others]
    both = [name for name, value in base["changes"].items() if given(variant, name) == [f"{name}={plain(value)}"]]
    words = [word for name in both for word in ("--set", *given(base, name))]
    for side, about in (("--base", base), ("--variant", variant)):
        words += [word for name in about["changes"] if name not in both for word in (side, *given(about, name))]
        words += [word for verb in about.get("forbid", ()) for word in (side, f"forbid={verb}")]
    seats = enumerate(zip(*tables, strict=True), start=1)
    words += [word for at, (one, other) in seats if one != other for word in ("--variant", f"strategy.{at}={other}")]
    return shlex.join(["meeplecarlo", "compare", game, *others, *words, *margins])


OF_RUNS = {"--metagame", "--until"}  # only run can be asked for that
DROPPED = {"--table": 1, "--set": 1, "--forbid": 1, "--trace": 1, "--checked": 0}  # and how many values they have


def without(command: str) -> list[str]:
    """The words of a run's command line, but for its table, what is changed and forbidden, and what only run knows."""
    words, found = shlex.split(command), []
    while words:
        word = words.pop(0)
        if word in DROPPED:
            del words[: DROPPED[word]]
        else:
            found.append(word)
    return found


def given(about: Mapping[str, Any], name: str) -> list[str]:
    """A change as it is given: ["params.silver=3"]; nothing if it is as in the box."""
    return [f"{name}={plain(about['changes'][name])}"] if name in about["changes"] else []


def plain(value: Any) -> str:
    """As on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def words(frame: pl.DataFrame, found: Pair) -> Iterator[str]:
    """What was compared, on what it stands, and how it is to be read."""
    by_verdict = {name: frame.filter(pl.col("verdict") == name) for name in (CHANGED, BALANCED, UNKNOWN)}
    changed, same, unknown = (found_so["number"].to_list() for found_so in by_verdict.values())
    yield f"changed: {', '.join(changed) or 'no number, as far as these games can tell'}"
    yield f"balanced: {len(same)} of {len(frame)} numbers; cannot tell yet: {len(unknown)}"
    other = by_verdict[UNKNOWN].filter(pl.col("p_holm") <= 1 - LEVEL)["number"].to_list()
    if other:
        yield f"surely not the same, but perhaps by less than counts: {', '.join(other)}"
    yield ""
    yield (
        "In brackets: 95 % intervals of variant less base, each by itself. Shares are in percentage points. size: the "
        "difference in units of what may differ and still count as the same (2 points of a share, 2 % of the base of "
        "anything else, or as --within says). balanced: the interval lies inside that; changed: outside, and p, "
        f"corrected by Holm for all {len(frame)} numbers, is at most 0.05; else cannot tell, with the games a side "
        "that would tell if mean and spread stay so."
    )
    if found.is_paired:
        gains = frame["variance_ratio"].drop_nulls()
        if len(gains):
            yield (
                f"Both sides have played the same {frame['deals'][0]:,} deals. gain: how many times as many "
                f"independent deals would be as precise; {gains.min():.1f} to {gains.max():.1f}, median "
                f"{statistics.median(gains):.1f}."
            )
        still = frame.filter(pl.col("low") == pl.col("high"))
        if len(still):
            most = share_interval(Moments(frame["deals"][0], 0.0, 0.0)).high
            yield f"The same in every deal: {', '.join(still['number'])} (at most {100 * most:.2g} % of deals differ)."
    else:
        yield (
            f"The sides do not pair (other {', '.join(found.why_not)}) and are compared as independent, on "
            f"{len(found.base.values):,} and {len(found.variant.values):,} deals."
        )
    yield from left_out(found)
    yield from cautions(found.base.about, found.variant.about)
    yield f"These figures hold under these scripted players.  {seeds(found)}"


def cautions(*abouts: Mapping[str, Any]) -> list[str]:
    """What is said of assumed cards, once for all that are alike."""
    return list(dict.fromkeys(line for about in abouts for line in files.caution(about["provenance"])))


def assumed_cards(*abouts: Mapping[str, Any]) -> str | None:
    """The same as a field."""
    found = dict.fromkeys(files.assumed_cards(about["provenance"]) for about in abouts)
    return "; ".join(filter(None, found)) or None


def left_out(found: Pair) -> Iterator[str]:
    if found.faulted:
        sides = [len(side.faulted) / (len(side.values) + len(side.faulted)) for side in (found.base, found.variant)]
        swing = 2 * found.faulted / (len(found.base.values) + found.faulted) if found.is_paired else sum(sides)
        where = "on both sides " if found.is_paired else ""
        yield (
            f"Left out {where}for faults: {found.faulted:,} deals; had they all gone one way, a difference of shares "
            f"would be other by up to {100 * min(swing, 1):.2g} points."
        )
    incomplete = found.base.incomplete + found.variant.incomplete
    if incomplete:
        yield f"Left out because they were interrupted: {incomplete:,} deals."
    names = [headline.strategies_of(side.about) for side in (found.base, found.variant)]
    alone = [name for name in dict.fromkeys(names[0] + names[1]) if name not in names[0] or name not in names[1]]
    if alone:
        yield f"On one side only, and not compared by name: {', '.join(alone)}."
    if any(side.about.get("until") for side in (found.base, found.variant)):
        yield "A side ended when enough was known (--until); intervals are reckoned as if its length had been fixed."


def seeds(found: Pair) -> str:
    base, variant = (side.about["seed"] for side in (found.base, found.variant))
    return f"Seed {base}." if base == variant else f"Seeds {base} and {variant}."


HEAD = ("", "base", "variant", "difference", "size", "p", "gain", "verdict")


def lines(frame: pl.DataFrame, width: int = 100) -> Iterator[str]:
    """The table, at so many columns: names are cut where they are too long."""
    yield from in_numbers([HEAD, *(row_words(row) for row in frame.iter_rows(named=True))], width)


def row_words(row: Mapping[str, Any]) -> tuple[str, ...]:
    is_share = headline.is_share(row["number"])
    told = row["verdict"] if row["games_needed"] is None else f"{row['verdict']}: {shortened(row['games_needed'])}"
    return (
        row["number"],
        *(side_words(row[side], row["deals"], is_share) for side in ("base", "variant")),
        difference_of(row),
        "" if row["size"] is None else f"{abs(row['size']):.1f}",
        "<.001" if row["p_holm"] < 0.001 else f"{row['p_holm']:.3f}".removeprefix("0"),
        "" if row["variance_ratio"] is None else f"{row['variance_ratio']:.1f}",
        told,
    )


def difference_of(row: Mapping[str, Any]) -> str:
    return difference_words(row["difference"], row["low"], row["high"], headline.is_share(row["number"]))


def side_words(value: float, deals: int, is_share: bool) -> str:
    return bare_words(value, deals).removesuffix(" %") if is_share else f"{value:.2f}"


def difference_words(mean: float, low: float, high: float, is_share: bool) -> str:
    """ "+5.5 (+4.7 to +6.4)"; shares in percentage points."""
    times, digits = (100, 1) if is_share else (1, 2)
    told, *ends = (f"{times * value:+z.{digits}f}" for value in (mean, low, high))
    return f"{told} ({ends[0]} to {ends[1]})" if math.isfinite(low) else f"{told} (one deal)"


def shortened(games: float) -> str:
    """83500 -> "84k", rounded up"""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if games > size:
            return f"{math.ceil(games / size):,}{letter}"
    return f"{games:,.0f}"


def as_json(frame: pl.DataFrame, found: Pair) -> dict[str, Any]:
    """Everything as dicts and numbers; what is not known is null."""
    keep = ("game", "command", "seed", "changes", "line_ups", "games")
    return {
        "assumed_card_data": assumed_cards(found.base.about, found.variant.about),
        **{
            name: {what: side.about[what] for what in keep}
            for name, side in (("base", found.base), ("variant", found.variant))
        },
        "is_paired": found.is_paired,
        "not_paired_because": found.why_not,
        "faulted_deals": found.faulted,
        "family": len(frame),
        "numbers": sheets.finite(frame).to_dicts(),
    }
