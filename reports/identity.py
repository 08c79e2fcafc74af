"""What was played: game, options, players, numbers and what repeats it."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports.closing import seats_of
from reports.deals import names_of
from sim import files
from sim.results import Results

UNCERTAIN = ("assumed", "recalled")
SHAPE = {"what": pl.String, "value": pl.String}


def table(run: Results) -> pl.DataFrame:
    """A line for each setting, in words."""
    about = run.about
    counts = about["counts"]
    changes = ", ".join(f"{name} = {value}" for name, value in about["changes"].items())
    rows = {
        "game": about["title"],
        "edition": about.get("edition") or "not named",
        "numbers changed": changes or "none",
        "forbidden verbs": ", ".join(about.get("forbid", ())) or "none",
        "players at the table": str(seats_of(about)),
        "tables": str(len(about["line_ups"])) + (" (all tables of the pool)" if len(about["line_ups"]) > 1 else ""),
        "seats": "fixed" if about["fixed_seats"] else "each table in every rotation",
        "games": f"{counts['played']:,} in {counts['deals']:,} deals of {about['games_per_deal']:,}",
        "deals counted": f"{counts['whole_deals']:,}",
        "games that went as another of their deal": f"{counts['repeated']:,}",
        "numbers and cards of the box": files.counted(about["provenance"]),
        "assumed card data": files.assumed_cards(about["provenance"]) or "none",
        "seed": str(about["seed"]),
        "played": f"{about['begun']}, Meeple Carlo {about['versions']['meeplecarlo']}",
        "rules and numbers": f"{about['source_key']}, {about['tables_digest']}",
        "repeat it": about["command"],
    }
    if about.get("until"):
        rows["played until"] = about["until"]
    return pl.DataFrame({"what": list(rows), "value": list(rows.values())}, schema=SHAPE)


def players(run: Results) -> pl.DataFrame:
    """The strategies with what they believe."""
    names = names_of(run.about)
    about = [run.about["strategies"][name]["about"] for name in names]
    return pl.DataFrame({"strategy": names, "about": about})


def words(about: dict[str, Any]) -> list[str]:
    """What is less sure than it looks."""
    said = []
    for kind in UNCERTAIN:
        files = {name: kinds[kind] for name, kinds in about["provenance"].items() if kinds.get(kind)}
        if files:
            where = ", ".join(f"{count} in {name}" for name, count in files.items())
            said.append(f"Numbers that are {kind}, not read in a source: {where}.")
    return said


def unfinished(about: dict[str, Any]) -> list[str]:
    """A sentence on a run that was not played to its end; nothing of one that was."""
    if about["status"] == "complete":
        return []
    return [f"This run is {about['status']}: it holds {about['counts']['played']:,} of {about['games']:,} games."]
