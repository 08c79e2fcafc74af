"""meeplecarlo check"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sim.cli import announce, say


@click.command(
    epilog="""\b
Examples:
  meeplecarlo check
  meeplecarlo check template --strategy stonemason
  meeplecarlo check template --strategy mine.toml
  meeplecarlo check template --strategy mine.py
  meeplecarlo check template""",
)
@click.argument("game", required=False)
@click.option("--strategy", "wanted", metavar="NAME|FILE", multiple=True, help="Only this; repeatable. [all]")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Root of all luck, without GAME.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, without GAME.")
@click.option("--quiet", is_flag=True, help="No remarks.")
def command(game: str | None, wanted: tuple[str, ...], seed: int, as_json: bool, quiet: bool) -> int:
    """Look whether strategies keep what every player promises.

    A player does not look at what its seat cannot see, touches nothing but its own whims, does only what is legal, does
    the same when asked the same, and comes to the end of games at every table size. One line for each promise; exit
    code 1 when one is broken.

    Without GAME: look whether the toolkit is right. Games whose odds and lengths are known exactly are played and
    compared, and it is measured how often 95 % intervals hold what they should. Exit code 1 when one is wrong.
    """
    if not game and wanted:
        raise click.UsageError("say which game: meeplecarlo check GAME [--strategy NAME|FILE]")
    if not game:
        return known_answers(seed, as_json, quiet)
    from sim import games

    games.folder(game)
    broken = False
    for line, kept in looked(game, wanted):
        click.echo(line)
        broken = broken or not kept
    return 1 if broken else 0


def known_answers(seed: int, as_json: bool, quiet: bool) -> int:
    """Compare with what is known exactly of games."""
    from reports import answers
    from sim import games
    from sim.files import BoxError

    files = {name: folder / "known.toml" for name, folder in games.folders().items()}
    files = {name: file for name, file in files.items() if file.exists()}
    if not files:
        raise BoxError("no game has a known.toml")
    for name in files:
        announce(name, quiet)
    found = answers.answers(files, seed, str if quiet else say)
    for line in [json.dumps(answers.as_json(found), indent=1)] if as_json else answers.lines(found):
        click.echo(line)
    return 0 if found.ok else 1


def looked(name: str, wanted: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Every line to print, and whether it tells of nothing broken."""
    import heuristics
    from sim.files import BoxError, known

    sources = heuristics.sources(name)
    chosen: dict[str, Any] = {}
    for word in wanted or sources:
        is_file = Path(word).suffix in (".toml", ".py")
        chosen |= heuristics.in_file(Path(word)) if is_file else {word: sources[known(word, sources, "strategy")]}
    if not chosen:
        raise BoxError(f"{', '.join(wanted)}: no strategy stands in it")
    announce(name)
    from sim import games, promises

    game = games.get(name)
    quick = [strategy for strategy, source in sources.items() if source.block or strategy == "random"]
    positions = promises.positions(game, heuristics.named(quick, game))
    width = max(map(len, chosen)) + 2
    for strategy, source in chosen.items():
        try:
            player = heuristics.made(strategy, source, game)
        except BoxError:
            raise
        except Exception as error:  # whatever a file of Python raises
            yield f"{strategy:{width}}BROKEN  can be compiled: {' '.join(str(error).split())}", False
            continue
        for finding in promises.findings(game, player, positions, heuristics.named(["random"], game)):
            told = "ok      " if finding.kept else "BROKEN  "
            yield f"{strategy:{width}}{told}{finding.promise}{': ' * (not finding.kept)}{finding.problem}", finding.kept
