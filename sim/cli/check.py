"""meeplecarlo check"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli import GAME, announce, say

if TYPE_CHECKING:
    from sim.conformance import Kit
    from sim.promises import Finding

FEW = 300  # games of each match with a known answer, in plain Python


@click.command(
    epilog="""\b
Examples:
  meeplecarlo check
  meeplecarlo check template --game-only
  meeplecarlo check template --strategy stonemason
  meeplecarlo check template --strategy mine.toml
  meeplecarlo check template --strategy mine.py
  meeplecarlo check template""",
)
@click.argument("game", type=GAME, required=False)
@click.option("--strategy", "wanted", metavar="NAME|FILE", multiple=True, help="Only this; repeatable. [all]")
@click.option("--game-only", is_flag=True, help="Only what the game itself promises, not its strategies.")
@click.option("--first", is_flag=True, help="Stop at the first broken promise.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Root of all luck, without GAME.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, without GAME.")
@click.option("--quiet", is_flag=True, help="No remarks.")
def command(
    game: str | None, wanted: tuple[str, ...], game_only: bool, first: bool, seed: int, as_json: bool, quiet: bool
) -> int:
    """Look whether a game and its strategies keep what every game and every player promises.

    A game always offers an action, comes to an end, is the same again from the same seed, shows nothing hidden, and
    more. A player does not look at what its seat cannot see, touches nothing but its own whims, does only what is
    legal, does the same when asked the same, and comes to the end of games at every table size. One line for each
    promise; a broken one says what is wrong, where, and what to look at, and the exit code is 1. What a game's
    known.toml says of it is played and compared, too.

    Without GAME: look whether the toolkit is right. Games whose odds and lengths are known exactly are played and
    compared, and it is measured how often 95 % intervals hold what they should. Exit code 1 when one is wrong.
    """
    if not game and (wanted or game_only):
        raise click.UsageError("say which game: meeplecarlo check GAME [--strategy NAME|FILE]")
    if wanted and game_only:
        raise click.UsageError("--strategy NAME and --game-only exclude each other")
    if not game:
        return known_answers(seed, as_json, quiet)
    from sim import games

    games.folder(game)
    broken = 0
    for line, kept in looked(game, wanted, game_only, quiet):
        click.echo(line)
        broken += not kept
        if first and broken:
            break
    if broken:
        say(f"{broken} promise{'s' * (broken > 1)} broken")
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


def looked(name: str, wanted: tuple[str, ...], game_only: bool, quiet: bool) -> Iterator[tuple[str, bool]]:
    """Every line to print, and whether it tells of nothing broken."""
    import heuristics
    from sim import files as box
    from sim.files import BoxError, known

    sources = heuristics.sources(name)
    chosen: dict[str, Any] = {}
    for word in wanted or (() if game_only else sources):
        is_file = Path(word).suffix in (".toml", ".py")
        chosen |= heuristics.in_file(Path(word)) if is_file else {word: sources[known(word, sources, "strategy")]}
    if wanted and not chosen:
        raise BoxError(f"{', '.join(wanted)}: no strategy stands in it")
    announce(name, quiet)
    from sim import conformance, games
    from sim.record import PLAIN

    game = games.get(name)
    quick = [strategy for strategy, source in sources.items() if source.block or strategy == "random"]
    width = max(map(len, [*chosen, name])) + 2
    kit = conformance.Kit(game, heuristics.named(quick, game))
    for finding in () if wanted else conformance.findings(kit):
        yield f"{name:{width}}{told(finding)}", finding.kept
    if not wanted and (game.folder / "known.toml").exists():
        finding = answers_known(game, quiet)
        yield f"{name:{width}}{told(finding)}", finding.kept
    yield from strategies_looked(kit, chosen, width)
    for line in box.caution(box.provenance(game.folder)):
        yield f"{name:{width}}note    {line}", True
    few = bool(wanted) or PLAIN  # too few games in plain Python to say that a card is never used
    for cards, unused in {} if few else conformance.never_used(kit).items():
        if unused:
            yield f"{name:{width}}note    {cards} that no strategy here ever uses: {', '.join(unused)}", True


def answers_known(game: Any, quiet: bool) -> Finding:
    """Whether what known.toml says of the game comes out when it is played."""
    from reports import known
    from sim.promises import Finding
    from sim.record import PLAIN

    matches = known.matches(game.name, game.folder / known.FILE)
    if PLAIN:  # some hundred times slower
        matches = [known.shorter(match, FEW) for match in matches]
    wrong = [row for row in known.judged(list(known.compared(matches, tell=str if quiet else say))) if not row.ok]
    problem = "; ".join(f"{row.match}, {row.what}: {row.measured:g}, exactly {row.exact:g}" for row in wrong)
    return Finding("gives the answers that are known", problem, "the rules, or known.toml")


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
