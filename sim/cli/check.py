"""meeplecarlo check"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli import GAME, announce, say

if TYPE_CHECKING:
    from sim.conformance import Kit
    from sim.promises import Finding


@click.command(
    epilog="""\b
Examples:
  meeplecarlo check template --game-only
  meeplecarlo check template --strategy stonemason
  meeplecarlo check template --strategy mine.toml
  meeplecarlo check template --strategy mine.py
  meeplecarlo check template""",
)
@click.argument("game", type=GAME, required=False)
@click.option("--strategy", "wanted", metavar="NAME|FILE", multiple=True, help="Only this; repeatable. [all]")
@click.option("--game-only", is_flag=True, help="Only what the game itself promises, not its strategies.")
def command(game: str | None, wanted: tuple[str, ...], game_only: bool) -> int:
    """Look whether a game and its strategies keep what every game and every player promises.

    A game always offers an action, comes to an end, is the same again from the same seed, shows nothing hidden, and
    more. A player does not look at what its seat cannot see, touches nothing but its own whims, does only what is
    legal, does the same when asked the same, and comes to the end of games at every table size. One line for each
    promise; a broken one says what is wrong, where, and what to look at, and the exit code is 1.
    """
    if not game:
        raise click.UsageError("say which game: meeplecarlo check GAME [--strategy NAME|FILE]")
    if wanted and game_only:
        raise click.UsageError("--strategy NAME and --game-only exclude each other")
    from sim import games

    games.folder(game)
    broken = 0
    for line, kept in looked(game, wanted, game_only):
        click.echo(line)
        broken += not kept
    if broken:
        say(f"{broken} promise{'s' * (broken > 1)} broken")
    return 1 if broken else 0


def looked(name: str, wanted: tuple[str, ...], game_only: bool) -> Iterator[tuple[str, bool]]:
    """Every line to print, and whether it tells of nothing broken."""
    import heuristics
    from sim.files import BoxError, known

    sources = heuristics.sources(name)
    chosen: dict[str, Any] = {}
    for word in wanted or (() if game_only else sources):
        is_file = Path(word).suffix in (".toml", ".py")
        chosen |= heuristics.in_file(Path(word)) if is_file else {word: sources[known(word, sources, "strategy")]}
    if wanted and not chosen:
        raise BoxError(f"{', '.join(wanted)}: no strategy stands in it")
    announce(name)
    from sim import conformance, games

    game = games.get(name)
    quick = [strategy for strategy, source in sources.items() if source.block or strategy == "random"]
    width = max(map(len, [*chosen, name])) + 2
    kit = conformance.Kit(game, heuristics.named(quick, game))
    for finding in () if wanted else conformance.findings(kit):
        yield f"{name:{width}}{told(finding)}", finding.kept
    yield from strategies_looked(kit, chosen, width)
    for cards, unused in {} if wanted else conformance.never_used(kit).items():
        if unused:
            yield f"{name:{width}}note    {cards} that no strategy here ever uses: {', '.join(unused)}", True


def strategies_looked(kit: Kit, chosen: dict[str, Any], width: int) -> Iterator[tuple[str, bool]]:
    import heuristics
    from sim import promises
    from sim.files import BoxError

    for strategy, source in chosen.items():
        try:
            player = heuristics.made(strategy, source, kit.game)
        except BoxError:
            raise
        except Exception as error:  # whatever a file of Python raises
            yield f"{strategy:{width}}BROKEN  can be compiled: {' '.join(str(error).split())}", False
            continue
        others = [player for player in kit.players if player.name == "random"]
        for finding in promises.findings(kit.game, player, kit.positions, others):
            yield f"{strategy:{width}}{told(finding)}", finding.kept


def told(finding: Finding) -> str:
    if finding.kept:
        return f"ok      {finding.promise}"
    look_at = f" (look at: {finding.look_at})" if finding.look_at else ""
    return f"BROKEN  {finding.promise}: {finding.problem}{look_at}"
