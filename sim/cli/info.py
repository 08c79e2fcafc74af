"""meeplecarlo info"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import click

from sim.cli import GAME, WIDTH, announce


@click.command(
    epilog="""\b
Examples:
  meeplecarlo info template
  meeplecarlo info template --columns
  meeplecarlo info template --words
  meeplecarlo info template --json""",
)
@click.argument("game", type=GAME)
@click.option("--columns", is_flag=True, help="What each column of the result tables means.")
@click.option("--words", is_flag=True, help="What a strategy can say: verbs, features and gains.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, columns: bool, words: bool, as_json: bool) -> None:
    """Tell what can be played and changed in a game, and where its numbers come from."""
    if columns or words:
        announce(game)
        found = (columns_of(game) if columns else {}) | (words_of(game) if words else {})
    else:
        found = about(game)
    if as_json:
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    for line in told(found) if columns or words else lines(found):
        click.echo(line)


def about(name: str) -> dict[str, Any]:
    """What is known of a game without importing it."""
    import heuristics
    from sim import files, games

    head = games.about(name)
    folder = games.folder(name)
    sources = files.provenance(folder)
    knobs = {key: param for key, param in files.params(folder / "params.toml").items() if "try" in param}
    return {
        "game": name,
        **head,
        "strategies": heuristics.sentences(name),
        "changes": {f"params.{key}": knob(param) for key, param in knobs.items()},
        "provenance": sources,
        "assumed_card_data": files.assumed_cards(sources) or None,
        "simplified": simplified(folder / "RULES.md"),
    }


def knob(param: dict[str, Any]) -> dict[str, Any]:
    return {key: param[key] for key in ("value", "try", "note", "provenance") if key in param}


def simplified(file: Any) -> str:
    """The part of RULES.md on what is not played as printed."""
    if not file.exists():
        return ""
    found, inside = [], False
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = line.startswith("## Simplified")
        elif inside:
            found.append(line)
    return "\n".join(found).strip()


def columns_of(name: str) -> dict[str, dict[str, str]]:
    from sim import games, results

    return {f"columns of {table}": columns for table, columns in results.columns(games.get(name)).items()}


def words_of(name: str) -> dict[str, dict[str, str]]:
    from sim import games

    game = games.get(name)
    verbs = {
        verb: f"action {first}" + (f" to {last}" if last != first else "") for verb, (first, last) in game.verbs.items()
    }
    return {
        "verbs": verbs,
        "features": {member.name.lower(): "" for member in game.feature},
        "gains": {member.name.lower(): "" for member in game.gain},
    }


# In words.


def lines(found: dict[str, Any]) -> Iterator[str]:
    from sim import files

    fewest, most = found["players"]
    yield f"{found['title']} ({found['game']}), {fewest} to {most} players"
    yield from wrapped(found["about"])
    if "edition" in found:
        yield from wrapped(f"Edition: {found['edition']}")
    yield from titled("Strategies (--table a,b,c)", found["strategies"].items())
    yield from titled(
        "Numbers worth changing (--set name=value)",
        ((name, knob_words(knob)) for name, knob in found["changes"].items()),
    )
    yield from titled("Where the numbers come from", provenance(found["provenance"]))
    yield from (f"  {line}" for line in files.caution(found["provenance"]))
    yield ""
    yield "Not played as printed (RULES.md)"
    yield from (f"  {line}".rstrip() for line in (found["simplified"] or "nothing").splitlines())


def knob_words(knob: dict[str, Any]) -> str:
    tries = ", ".join(map(plain, knob["try"]))
    note = f"; {knob['note']}" if "note" in knob else ""
    return f"{plain(knob['value'])} (try {tries}; {knob['provenance']}{note})"


def plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def provenance(files: dict[str, dict[str, int]]) -> Iterator[tuple[str, str]]:
    for name, count in files.items():
        yield name, ", ".join(f"{number} {kind}" for kind, number in count.items() if number)


def told(found: dict[str, dict[str, str]]) -> Iterator[str]:
    for number, (title, rows) in enumerate(found.items()):
        yield from list(titled(title.capitalize(), rows.items()))[0 if number else 1 :]


def titled(title: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A heading and a list of names with what they mean."""
    rows = list(rows)
    width = max((len(name) for name, _ in rows), default=0) + 4
    yield ""
    yield title
    for name, text in rows:
        yield from wrapped(f"  {name:{width - 2}}{text}".rstrip(), width)


def wrapped(text: str, indent: int = 0) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)
