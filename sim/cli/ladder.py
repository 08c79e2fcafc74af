"""meeplecarlo ladder"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from sim.cli import GAME, announce, say

if TYPE_CHECKING:
    import numpy as np

    from heuristics import Source
    from reports.ladder import Step

USUAL = 4  # players, where the box allows it
KNOWN = ("tuned", "balanced")  # the first that is there stands for all scripted ones


@click.command(
    epilog="""\b
Examples:
  meeplecarlo ladder template
  meeplecarlo ladder template --games 400 --thinking-games 40 --seed 3 --json
  meeplecarlo ladder template --players 2 --top

A game says its ladder by names: random, greedy, tuned (or else balanced, or its first strategy that is a list or has
weights) and planner (or else its first in code); what is missing is skipped.""",
)
@click.argument("game", type=GAME)
@click.option("--rungs", metavar="A,B,...", help="Another ladder, lowest first.")
@click.option("--players", type=int, help="Players at the table. [4, or as the box allows]")
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="Of each row, in whole deals.")
@click.option(
    "--thinking-games", type=click.IntRange(1), default=400, show_default=True, help="The same, where code plays."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Root of all luck.")
@click.option("--top", is_flag=True, help="Also the top of the ladder against each of the others.")
@click.option("--threads", type=click.IntRange(1), help="Threads. [as many as there are cores]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="No remarks.")
def command(
    game: str, rungs: str | None, players: int | None, top: bool, as_json: bool, quiet: bool, **how: Any
) -> None:
    """Look whether better players win: random < greedy < scripted < planner.

    Each step is played as one against a table of the step below, in every seat of every deal; then each strategy
    against random players.
    """
    import heuristics
    from sim import games
    from sim.files import BoxError, known

    fewest, most = games.about(game)["players"]
    seats = min(max(USUAL, fewest), most) if players is None else players
    if seats not in range(fewest, most + 1):
        raise BoxError(f"{game} is for {fewest} to {most} players, not {seats}")
    sources = heuristics.sources(game)
    names = [known(name.strip(), sources, "strategy") for name in rungs.split(",")] if rungs else ladder(sources)
    if len(set(names)) != len(names) or len(names) < 2:
        raise BoxError(f"a ladder has two different rungs or more, not {', '.join(names)}")
    announce(game, quiet)
    if seats == 1:
        show_alone(game, sources, names, how, as_json, quiet)
        return
    pairs = {
        "steps": [(better, lesser) for lesser, better in pairwise(names)],
        "chance": [(name, "random") for name in sources if name != "random"],
        "top": [(names[-1], name) for name in sources if name not in ("random", names[-1])] if top else [],
    }
    found: dict[str, list[Step]] = {}
    for what, wanted in pairs.items():
        found[what] = [played(games.get(game), sources, *pair, seats, how, quiet) for pair in wanted]
    from reports import ladder as report

    about = {"game": game, "players": seats, "seed": how["seed"], "ladder": names}
    tell(about, report.as_json(**found), report.lines(**found), as_json)


def show_alone(
    game: str, sources: Mapping[str, Any], names: Sequence[str], how: Mapping[str, Any], as_json: bool, quiet: bool
) -> None:
    """The same for one player: a step up the ladder is worth so many points, on the same deals."""
    import numpy as np

    from reports import alone
    from reports import ladder as report
    from sim import games

    points = {name: played_alone(games.get(game), sources, name, how, quiet) for name in sources}
    steps = [report.step_alone(better, lesser, points) for lesser, better in pairwise(names)]
    frame = alone.table({name: of[~np.isnan(of[:, 0])] for name, of in points.items()}, {})
    about = {"game": game, "players": 1, "seed": how["seed"], "ladder": names}
    tell(about, report.alone_as_json(steps, frame), report.lines_alone(steps, frame), as_json)


def tell(about: dict[str, Any], found: dict[str, Any], lines: Iterable[str], as_json: bool) -> None:
    """Print what was found, as JSON or as lines, with what was played and what its cards rest on."""
    from sim import files, games
    from sim.lineups import players_in_words

    cards = files.provenance(games.folder(about["game"]))
    if as_json:
        assumed = {"assumed_card_data": files.assumed_cards(cards) or None}
        click.echo(json.dumps(about | assumed | found, indent=1))
        return
    title, players = games.about(about["game"])["title"], players_in_words(about["players"])
    click.echo(f"{title}, {players}, seed {about['seed']}: {' < '.join(about['ladder'])}\n")
    for line in [*lines, *files.caution(cards)]:
        click.echo(line)


def ladder(sources: Mapping[str, Any]) -> list[str]:
    """The rungs, lowest first."""
    listed = [name for name, source in sources.items() if source.block is not None]
    code = [name for name, source in sources.items() if source.block is None and name != "random"]
    scripted = [name for name in (*KNOWN, *listed) if name in listed and name != "greedy"][:1]
    thinking = ["planner"] if "planner" in code else code[:1]
    return ["random", *["greedy"] * ("greedy" in listed), *scripted, *thinking]


def played(
    game: Any, sources: Mapping[str, Any], better: str, lesser: str, seats: int, how: Mapping[str, Any], quiet: bool
) -> Step:
    """One player against a table of another."""
    import heuristics
    from reports.ladder import step

    games = games_of(f"{better} over {lesser}", [sources[better], sources[lesser]], how, quiet)
    one, other = heuristics.named([better, lesser], game)
    line_up = (one, *(other,) * (seats - 1))
    return step(better, lesser, seats, rows(game, line_up, -(-games // seats), how))


def played_alone(game: Any, sources: Mapping[str, Any], name: str, how: Mapping[str, Any], quiet: bool) -> np.ndarray:
    """The scores of one player in every deal; not a number where its game has a fault."""
    import heuristics
    from reports.ladder import scores_alone

    games = games_of(name, [sources[name]], how, quiet)
    return scores_alone(rows(game, tuple(heuristics.named([name], game)), games, how))


def rows(game: Any, line_up: tuple, deals: int, how: Mapping[str, Any]) -> np.ndarray:
    """Play a table; the first fault is said."""
    from sim import batch

    run = batch.run(game, [line_up], deals, root=how["seed"], threads=how["threads"])
    for number, what in list(run.faults.items())[:1]:
        say(batch.describe_fault(run.job, number, what))
    return run.rows


def games_of(what: str, of: Sequence[Source], how: Mapping[str, Any], quiet: bool) -> int:
    """How many games are played: fewer where code thinks."""
    thinks = any(source.block is None and source.file.stem != "random" for source in of)
    games = how["thinking_games" if thinks else "games"]
    if thinks and not quiet:
        say(f"{what}: {games:,} games, in which code thinks")
    return int(games)
