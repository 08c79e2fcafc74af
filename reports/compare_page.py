"""The page of a comparison: laid out as the balance report is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import polars as pl

from reports import compare, identity, method
from reports.cards import listed
from reports.compare import BALANCED, CHANGED, UNKNOWN, Pair
from reports.page import Figure, Page, Section, Shown
from sim.lineups import players_in_words

LIMITS = (*method.LIMITS[:1], "A change may do more, or less, to people who learn of it.", *method.LIMITS[2:])
WORDS = ("deal", "interval", "percentage points", "share of wins", "strategy")
CAUTION = (
    "What is told as the same is the same within a margin, and only for these numbers. Where many numbers are looked "
    "at, believe the corrected p and not the single interval."
)


def page(frame: pl.DataFrame, found: Pair, within: Mapping[str, float] | None = None) -> Page:
    """Args: frame: compare.table(found, within)."""
    base, variant = found.base.about, found.variant.about
    lead = f"{base['games']:,} games a side with {players_in_words(len(base['line_ups'][0]))}."
    told, read = split(compare.words(frame, found))
    told[:1] = changed(frame) or told[:1]
    sides = [[row["what"], row["base"], row["variant"]] for row in sides_of(found).iter_rows(named=True)]
    again = compare.repeat(base, variant, within or {})
    axes = compare.chart(frame)
    figures = [Figure("differences", "Differences, in units of what counts as the same", told[0], axes)]
    shown = [Shown("All numbers", list(compare.HEAD), [list(compare.row_words(row)) for row in frame.to_dicts()])]
    return Page(
        "Comparison",
        base["title"],
        " ".join([lead, *compare.cautions(base, variant), "Everything holds under these scripted players."]),
        [card(frame, verdict, asked) for verdict, asked in ASKED.items()],
        [
            Section("changed", "What is changed?", list(compare.changes(base, variant)), [], [], "", ""),
            Section("differences", "What does that do?", told, figures, shown, CAUTION, basis(found)),
            Section(
                "identity", "What was played?", [], [], [Shown("Both sides", ["", "base", "variant"], sides)], "", ""
            ),
            Section("again", "How to do it again?", [again], [], [], "", ""),
        ],
        read,
        LIMITS,
        {word: method.GLOSSARY[word] for word in WORDS},
        method.cite(base),
    )


ASKED = {CHANGED: "Changed", BALANCED: "The same, within what counts", UNKNOWN: "Cannot tell yet"}
KINDS = {CHANGED: "tilted", BALANCED: "balanced", UNKNOWN: "cannot"}


def card(frame: pl.DataFrame, verdict: str, asked: str) -> dict[str, str]:
    names = frame.filter(pl.col("verdict") == verdict)["number"].to_list()
    return {"asked": asked, "kind": KINDS[verdict], "verdict": f"{len(names)} of {len(frame)} numbers"} | {
        "reason": listed(names, 4)
    }


def changed(frame: pl.DataFrame) -> list[str]:
    """What is surely other, and by how much; nothing if nothing is."""
    rows = frame.filter(pl.col("verdict") == CHANGED).to_dicts()
    told = [f"{row['number']} {compare.difference_of(row)}" for row in rows]
    return [f"Changed: {listed(told)}."] if told else []


def split(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """What was found, and, after the empty line, how it is to be read."""
    lines = list(words)
    at = lines.index("")
    return [line[:1].upper() + line[1:] for line in lines[:at]], lines[at + 1 :]


def basis(found: Pair) -> str:
    deals = [f"{len(side.values):,}" for side in (found.base, found.variant)]
    return f"{' and '.join(dict.fromkeys(deals))} deals a side, {'paired' if found.is_paired else 'independent'}"


def sides_of(found: Pair) -> pl.DataFrame:
    """What was played on both sides, a line for each setting."""
    base, variant = (dict(identity.table(side).iter_rows()) for side in (found.base, found.variant))
    names = list(dict.fromkeys(itertools.chain(base, variant)))
    values = {name: [of.get(what, "") for what in names] for name, of in (("base", base), ("variant", variant))}
    return pl.DataFrame({"what": names} | values)


def tables(frame: pl.DataFrame, found: Pair) -> dict[str, pl.DataFrame]:
    """As sheets."""
    return {"numbers": frame, "sides": sides_of(found)}
