"""What does a number do as it is turned?  Headline figures of several cases, all on the same deals.

Each case is told with its own interval, and with the paired interval of its difference from the first case.  Where one
number is turned, break-even is where a figure crosses a level, by straight lines between the cases: an even share of
wins, or an end of a target.  It is told with the stretch around it in which the ends of the intervals, joined by
straight lines as well, enclose the level.
"""

from __future__ import annotations

import math
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from reports import compare, figures, headline, paired, targets
from reports.closing import aligned
from reports.compare import difference_words
from reports.headline import Deals
from reports.intervals import Interval, percent
from reports.targets import Target
from sim import sheets
from sim.lineups import players_in_words
from sim.results import Results

NAME = "name"  #  the column of cases that is no number but what a case is called
USUAL, ALONE = ("seat_spread", "win_share", "turns"), ("score", "turns")


class Titled(NamedTuple):
    """What a case is."""

    shown: dict[str, Any]  #    called by: its name, or what is turned
    changes: dict[str, Any]  #  of the box, the table or the number of players


class Case(NamedTuple):
    """What is kept of one case."""

    title: Titled
    about: dict[str, Any]  #                   run.json
    deals: int
    faulted: int  #                            deals left out for faults
    found: dict[str, Interval]  #              figures by name, so far as the case has them
    against: dict[str, Interval]  #            differences from the first case


class Crossing(NamedTuple):
    """Where a figure crosses a level."""

    figure: str
    level: float
    at: float
    low: float  #   -inf, inf: beyond the values tried
    high: float


def usual(abouts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The figures that are shown if none is named: of one player alone there is no share of wins, and one strategy in
    every seat has an even one whatever happens."""
    if all(len(about["line_ups"][0]) == 1 for about in abouts):
        return ALONE
    return USUAL if any(len(headline.strategies_of(about)) > 1 for about in abouts) else (USUAL[0], *ALONE)


def shown(asked: Sequence[str], wanted: Sequence[Target], abouts: Sequence[Mapping[str, Any]]) -> list[str]:
    """The figures to show: win_share and score stand for those of all strategies, score.seats for those of all seats.

    Raises: BoxError for a figure that no case has.
    """
    names = list(dict.fromkeys(name for about in abouts for name in headline.strategies_of(about)))
    who = {"win_share": names, "score": names}
    most = max(abouts, key=lambda about: len(about["line_ups"][0]))  # players
    every = {**most, "line_ups": [*most["line_ups"], *(line_up for about in abouts for line_up in about["line_ups"])]}
    found: list[str] = []
    for one in (*asked, *(target.name for target in wanted)):
        if one in who:
            found += [f"{one}.{name}" for name in who[one]]
        else:
            what, last = one.rpartition(".")[::2]
            several = [f"{what}.{seat}" for seat in headline.seats_of(most)] if last == "seats" else [one]
            for name in several:
                figures.check(name, every, "show")
            found += several
    return list(dict.fromkeys(found))


def case(title: Titled, deals: Deals, run: Results, show: Sequence[str], first: Deals | None) -> Case:
    """The figures of one case; `first`: of the first case, for differences."""
    others = [*figures.names(deals.about), *(name for name in show if ".q" in name)]
    has = [name for name in show if headline.has(deals, name) or name in others]
    found = {name: figures.figure(deals, run, name) for name in has if len(deals.values)}
    against = {}
    if first is not None and not compare.apart(first.about, deals.about):
        both = compare.pair(first, deals)
        for name in (name for name in found if headline.has(both.base, name) and headline.has(both.variant, name)):
            values = (headline.values(side, name) for side in (both.base, both.variant))
            against[name] = paired.interval(*values, headline.is_share(name) and not figures.is_difference(name))
    return Case(title, deals.about, len(deals.values), len(deals.faulted), found, against)


def players_of(cases: Sequence[Case]) -> str:
    """How many sit at the tables, in words."""
    sizes = sorted({len(one.about["line_ups"][0]) for one in cases})
    return players_in_words(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} players"


def table(cases: Sequence[Case], show: Sequence[str], wanted: Sequence[Target] = ()) -> pl.DataFrame:
    """A line for each figure and case, in this order; what a case has not is null."""
    rows = []
    for name in show:
        aims = [target for target in wanted if target.name == name]
        for number, one in enumerate(cases, start=1):
            value, apart = one.found.get(name), one.against.get(name)
            verdicts = {targets.judge(aim, value) for aim in aims} if value else set()
            worst = next((said for said in (targets.FAILS, targets.UNKNOWN, targets.HOLDS) if said in verdicts), None)
            rows.append(
                {"figure": name, "case": number}
                | {change: compare.plain(given) for change, given in one.title.shown.items()}
                | ends("", value, "value")
                | ends("difference_", apart, "difference")
                | {"target": worst, "deals": one.deals, "faulted": one.faulted}
            )
    numbers = ("value", "low", "high", "difference", "difference_low", "difference_high")
    return pl.DataFrame(rows, {name: schema_of(name, numbers) for name in rows[0]})


def schema_of(name: str, numbers: Sequence[str]) -> Any:
    if name in numbers:
        return pl.Float64
    return pl.Int64 if name in ("case", "deals", "faulted") else pl.String


def ends(before: str, found: Interval | None, name: str) -> dict[str, Any]:
    names = (name, f"{before}low", f"{before}high")
    return dict(zip(names, found[:3] if found else (None, None, None), strict=True))


# Break-even.


def crossings(cases: Sequence[Case], show: Sequence[str], wanted: Sequence[Target] = ()) -> list[Crossing]:
    """Where the figures cross their levels, if one number is turned; else nothing."""
    if len({len(one.about["line_ups"][0]) for one in cases}) > 1:
        return []  # what is even is another for each number of players
    keys = list(dict.fromkeys(key for one in cases for key in one.title.changes))
    given = [one.title.changes.get(key) for key in keys[:1] for one in cases]
    if len(keys) != 1 or not all(isinstance(value, int) and not isinstance(value, bool) for value in given):
        return []
    found = []
    for name in show:
        points = sorted((one.title.changes[keys[0]], one.found[name]) for one in cases if name in one.found)
        for level in levels(name, wanted, cases[0].about):
            found += [Crossing(name, level, *where) for where in crossed(points, level)]
    return found


def levels(name: str, wanted: Sequence[Target], about: Mapping[str, Any]) -> list[float]:
    """The ends of a figure's targets; or, of a share of wins, what would be even."""
    aims = [end for target in wanted if target.name == name for end in (target.low, target.high) if math.isfinite(end)]
    is_one = name.startswith("win_share.") and name not in figures.ENDS
    return aims or ([1 / len(about["line_ups"][0])] if is_one else [])


def crossed(points: Sequence[tuple[float, Interval]], level: float) -> list[tuple[float, float, float]]:
    """(at, low, high) of each crossing."""
    where = {end: met([(at, found[end]) for at, found in points], level) for end in range(3)}
    edges = sorted(where[1] + where[2])
    return [
        (
            at,
            max((x for x in edges if x <= at), default=-math.inf),
            min((x for x in edges if x >= at), default=math.inf),
        )
        for at in where[0]
    ]


def met(line: Sequence[tuple[float, float]], level: float) -> list[float]:
    """Where straight lines from point to point meet a level, going from one side of it to the other."""
    found = []
    for (left, before), (right, after) in zip(line, line[1:], strict=False):
        if (before < level) != (after < level):
            found.append(left + (right - left) * (level - before) / (after - before))
    return found


def chart(rows: pl.DataFrame, found: Sequence[Crossing] = (), wanted: Sequence[Target] = (), ax: Any = None) -> Any:
    """One figure over the cases: along the number that is turned, or else case by case.

    Args: rows: those of one figure.  found: where it breaks even, marked.  wanted: its targets, shaded.
    """
    from reports import charts  # takes a second

    name, keys = str(rows["figure"][0]), keys_of(rows)
    rows = rows.filter(pl.col("value").is_not_null())
    values = [rows[column].to_numpy() for column in ("value", "low", "high")]
    aims = [one for one in wanted if one.name == name]
    if len(keys) > 1 or rows[keys[0]].cast(pl.Int64, strict=False).null_count():
        labels = rows.select(pl.concat_str(keys, separator=", ")).to_series().to_list()
        ax, span = charts.dots(labels, *values, label=name, is_share=figures.is_share(name), ax=ax), "axvspan"
        if keys != [NAME]:
            heading = textwrap.fill(f"rows: {', '.join(keys)}", 70, break_on_hyphens=False)
            ax.set_title(heading, loc="left", fontsize=9, color=charts.GREY)
    else:
        at = rows[keys[0]].cast(pl.Int64).to_numpy()
        order = at.argsort()
        series = {name: (at[order], *(one[order] for one in values))}
        ax, span = charts.lines(series, keys[0], name, is_share=figures.is_share(name), ax=ax), "axhspan"
        ax.set_xticks(at, rows[keys[0]].to_list())  # what was tried
        for one in found:
            if one.figure == name:
                ax.plot(one.at, one.level, "x", color=charts.ORANGE, markersize=9, markeredgewidth=2)
    ends = ax.get_xlim() if span == "axvspan" else ax.get_ylim()
    for one in aims:
        between = [max(one.low, ends[0]), min(one.high, ends[1])]
        if between[0] < between[1]:
            getattr(ax, span)(*between, color=charts.SKY, alpha=0.18, linewidth=0)
    (ax.set_xlim if span == "axvspan" else ax.set_ylim)(ends)
    return ax


def keys_of(frame: pl.DataFrame) -> list[str]:
    """The columns that say what is turned."""
    return frame.columns[2 : frame.columns.index("value")]


def place_words(key: str, value: Any) -> str:
    """ "params.silver = 3"; a case with a name is called by that."""
    return str(value) if key == NAME else f"{key} = {value}"


def crossing_rows(found: Sequence[Crossing]) -> pl.DataFrame:
    """A line for each crossing."""
    floats = dict.fromkeys(("level", "at", "low", "high"), pl.Float64)
    return pl.DataFrame([one._asdict() for one in found], {"figure": pl.String} | floats)


# In words.


def lines(frame: pl.DataFrame, found: Sequence[Crossing]) -> Iterator[str]:
    """One table for each figure, with where it breaks even."""
    keys = keys_of(frame)
    for (name,), rows in frame.partition_by("figure", as_dict=True, maintain_order=True).items():
        more = {"from the first": apart, "target": aim}
        shown = [what for what, column in zip(more, ("difference", "target"), strict=True) if rows[column].count()]
        cells = [[*keys, str(name), *shown]]
        for row in rows.iter_rows(named=True):
            cells.append([*(row[key] for key in keys), told(row), *(more[what](row) for what in shown)])
        yield from aligned(cells)
        for crossing in found:
            if crossing.figure == name:
                yield f"  {crossing_words(crossing, keys[0])}"
        yield ""


def told(row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return "-"
    return targets.value_words(row["figure"], Interval(row["value"], row["low"], row["high"], row["deals"]))


def apart(row: Mapping[str, Any]) -> str:
    if row["difference"] is None:
        return ""
    values = (row["difference"], row["difference_low"], row["difference_high"])
    return difference_words(*values, headline.is_share(row["figure"]))


def aim(row: Mapping[str, Any]) -> str:
    return row["target"] or ""


def crossing_words(found: Crossing, key: str) -> str:
    level = percent(found.level) if figures.is_share(found.figure) else f"{found.level:g}"
    low = f"{found.low:.2f}" if math.isfinite(found.low) else "below what was tried"
    high = f"{found.high:.2f}" if math.isfinite(found.high) else "beyond what was tried"
    return f"crosses {level} at {key} = {found.at:.2f} ({low} to {high})"


def repeat(cases: Sequence[Case], frame: pl.DataFrame, wanted: Sequence[Target] = ()) -> str:
    """One line that does it again; what is no grid is in a file, cases.csv."""
    about, keys = cases[0].about, keys_of(frame)
    axes = {key: list(dict.fromkeys(compare.plain(one.title.shown.get(key)) for one in cases)) for key in keys}
    is_grid = math.prod(map(len, axes.values())) == len(cases) and all(
        one.title.shown == one.title.changes for one in cases
    )
    game, *others = compare.without(about["command"])[2:]
    if about["players"] is None:
        others = ["--table", ",".join(about["table"]), *others]
    if compare.OF_RUNS & set(others) or about.get("forbid"):
        return " && ".join(one.about["command"] for one in cases)
    for name in about["changes"]:
        if name not in keys:
            others += ["--set", *compare.given(about, name)]
    for key, values in axes.items() if is_grid else ():
        others += ["--set", f"{key}={','.join(values)}"]
    others += [] if is_grid else ["--cases", "cases.csv"]
    others += ["--show", ",".join(frame["figure"].unique(maintain_order=True))]
    others += [word for one in wanted for word in ("--target", one.text)]
    return shlex.join(["meeplecarlo", "sweep", game, *others])


def words(cases: Sequence[Case], frame: pl.DataFrame, found: Sequence[Crossing]) -> Iterator[str]:
    """On what the figures stand."""
    counts = [one.deals for one in cases]
    deals = " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))
    yield (
        f"In brackets: 95 % intervals, each by itself, from {deals} deals of each case; those of a spread, a maximum "
        "or a minimum are made of intervals that hold for all together."
    )
    if frame["difference"].null_count() < len(frame):
        same = " of as many players" if len({len(one.about["line_ups"][0]) for one in cases}) > 1 else ""
        yield (
            f"All cases{same} have played the same deals; from the first: the paired difference from the first{same}, "
            "shares in percentage points."
        )
    if found:
        yield "Crossings are by straight lines between the cases; what happens between whole numbers is not played."
    faulted = sum(one.faulted for one in cases)
    if faulted:
        yield f"Left out for faults: {faulted:,} deals of all cases together."
    yield from compare.cautions(*(one.about for one in cases))
    yield f"These figures hold under these scripted players.  Seed {cases[0].about['seed']}."


def as_json(cases: Sequence[Case], frame: pl.DataFrame, found: Sequence[Crossing]) -> dict[str, Any]:
    keep = ("game", "command", "seed", "games")
    return {
        "assumed_card_data": compare.assumed_cards(*(one.about for one in cases)),
        "cases": [one.title._asdict() | {name: one.about[name] for name in keep} for one in cases],
        "figures": sheets.finite(frame.select(pl.exclude(*cases[0].title.shown))).to_dicts(),
        "crossings": sheets.finite(crossing_rows(found)).to_dicts(),
    }
