"""The page of a sweep: a section for each figure, laid out as the balance report is."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import compare, identity, method, sweep, targets
from reports.page import Figure, Page, Section, Shown
from reports.sweep import Case, Crossing
from reports.targets import Target

PLAYERS = "players"
WORDS = ("deal", "even", "interval", "percentage points", "share of wins", "spread", "strategy")


def page(cases: Sequence[Case], frame: pl.DataFrame, found: Sequence[Crossing], wanted: Sequence[Target] = ()) -> Page:
    """Args: frame, found: sweep.table and sweep.crossings of the cases."""
    about = cases[0].about
    by_figure = frame.partition_by("figure", maintain_order=True)
    cases_of = f"{len(cases)} cases of {about['games']:,} games with {sweep.players_of(cases)}"
    lead = f"{cases_of}, on the same deals where as many play."
    return Page(
        "Sweep",
        about["title"],
        " ".join(
            [lead, *compare.cautions(*(one.about for one in cases)), "Everything holds under these scripted players."]
        ),
        [card(rows, name, wanted) for name, rows in with_targets(by_figure)],
        [
            *(of_figure(number, rows, found, wanted) for number, rows in enumerate(by_figure, start=1)),
            Section(
                "identity", "What was played?", [], [], [Shown("The first case", ["", ""], settings(cases))], "", ""
            ),
            Section("again", "How to do it again?", [sweep.repeat(cases, frame, wanted)], [], [], "", ""),
        ],
        list(sweep.words(cases, frame, found)),
        method.LIMITS,
        {word: method.GLOSSARY[word] for word in WORDS},
        method.cite(about),
    )


def of_figure(number: int, rows: pl.DataFrame, found: Sequence[Crossing], wanted: Sequence[Target]) -> Section:
    """One figure over all cases."""
    name, keys = str(rows["figure"][0]), sweep.keys_of(rows)
    answer = extremes(rows, keys)
    answer += [f"It {sweep.crossing_words(one, keys[0])}." for one in found if one.figure == name]
    head = [*keys, name, "from the first", "target", "deals"]
    cells = [
        [*(row[key] for key in keys), sweep.told(row), sweep.apart(row), sweep.aim(row), f"{row['deals']:,}"]
        for row in rows.iter_rows(named=True)
    ]
    is_known = rows["value"].count() > 0
    axes = [Figure(f"figure-{number}", name, answer[0], sweep.chart(rows, found, wanted))] if is_known else []
    return Section(f"figure-{number}", name, answer, axes, [Shown(name, head, cells)], "", "")


def extremes(rows: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    """Where a figure is lowest and highest; for each number of players by itself, as for each another share is even."""
    has = rows.filter(pl.col("value").is_not_null()).sort("value", maintain_order=True)
    if has.is_empty():
        return ["No case has this figure."]
    others = [key for key in keys if key != PLAYERS]
    if PLAYERS not in keys or not others:
        low, high = lowest_and_highest(has, keys)
        return [f"Lowest: {low}.", f"Highest: {high}."]
    said = []
    for (players,), of in sorted(has.partition_by(PLAYERS, as_dict=True).items()):
        low, high = lowest_and_highest(of, others)
        said.append(f"With {players} players: lowest {low}, highest {high}.")
    return said


def lowest_and_highest(rows: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    """Args: rows: sorted by value."""
    ends = [rows.row(at, named=True) for at in (0, -1)]
    return [f"{sweep.told(row)} at {', '.join(sweep.place_words(key, row[key]) for key in keys)}" for row in ends]


def with_targets(by_figure: Sequence[pl.DataFrame]) -> list[tuple[str, pl.DataFrame]]:
    return [(str(rows["figure"][0]), rows) for rows in by_figure if rows["target"].count()]


def card(rows: pl.DataFrame, name: str, wanted: Sequence[Target]) -> dict[str, str]:
    """In how many cases the targets of a figure hold, and where; in how many they fail, or cannot be told."""
    found = {verdict: rows.filter(pl.col("target") == verdict) for verdict in (targets.HOLDS, targets.FAILS)}
    holds, fails = found.values()
    unknown = rows["target"].count() - len(holds) - len(fails)
    kind = "balanced" if len(holds) == len(rows) else "tilted" if len(fails) == len(rows) else "cannot"
    keys = sweep.keys_of(rows)
    where = [", ".join(sweep.place_words(key, row[key]) for key in keys) for row in holds.iter_rows(named=True)]
    said = [f"Fails in {len(fails)}, cannot be told in {unknown}."] if len(holds) < len(rows) else []
    said += [f"Holds at: {'; '.join(where)}."] if where else []
    aims = " and ".join(one.text for one in wanted if one.name == name)
    return {"asked": f"Target: {aims}", "kind": kind, "verdict": f"holds in {len(holds)} of {len(rows)} cases"} | {
        "reason": " ".join(said)
    }


def settings(cases: Sequence[Case]) -> list[list[str]]:
    return [list(row) for row in identity.table(cases[0]).iter_rows()]


def tables(cases: Sequence[Case], frame: pl.DataFrame, found: Sequence[Crossing]) -> dict[str, pl.DataFrame]:
    """As sheets."""
    return {"figures": frame, "crossings": sweep.crossing_rows(found), "first case": identity.table(cases[0])}
