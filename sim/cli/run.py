"""meeplecarlo run"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli import INTERRUPTED, announce, say

if TYPE_CHECKING:
    from sim.experiment import Experiment, Progress

USUAL = 4  # players, where the box allows it
FORBID = "Keep all, a strategy, or a player (2:VERB) from a verb while anything else is legal; repeatable."


@click.command(
    epilog="""\b
Examples:
  meeplecarlo run template
  meeplecarlo run template --table stonemason,carpenter --games 5000 --seed 7
  meeplecarlo run template --players 3 --set params.silver=4 --set params.opening=stepped
  meeplecarlo run template --cards cards.xlsx
  meeplecarlo run template --strategy mine.toml --strategy mine.py --players 3
  meeplecarlo run template --strategies stonemason,carpenter,learner,random --players 3
  meeplecarlo run template --strategies stonemason,random --players 3 --metagame
  meeplecarlo run template --table random,learner --repeats 5
  meeplecarlo run template --forbid stonemason:quarry --forbid market
  meeplecarlo run template --until "win_share +- 0.01"
  meeplecarlo run template --until "score +- 0.2" --games 50000
  meeplecarlo run template --games 1000 --checked --out runs/checked
  meeplecarlo run template --games 50000 --out runs/long
  meeplecarlo run template --games 50000 --out runs/long --resume
  meeplecarlo run seeds/template-first.toml --json --quiet
  meeplecarlo run ./mygame --players 2""",
)
@click.argument("what", metavar="GAME|FILE")
@click.option("--players", type=int, help="Players at the table. [as many as --table names, else 4]")
@click.option("--table", metavar="A,B,...", help="Strategies, one for each player; see meeplecarlo info GAME.")
@click.option("--strategies", "pool", metavar="A,B,...", help="A pool: all combinations at tables of --players.")
@click.option(
    "--metagame", is_flag=True, default=None, help="With a pool: also tables at which one sits several times."
)
@click.option(
    "--strategy",
    "files",
    metavar="FILE",
    multiple=True,
    help="Your own strategies: blocks in a .toml or one choose() in a .py; repeatable. They are seated first.",
)
@click.option("--games", type=int, help="Games, rounded up to whole deals. [20000]")
@click.option("--until", metavar="WHAT", help='Until so much is known, or --games [1000000]: "win_share +- 0.005".')
@click.option("--repeats", type=int, help="Plays of the same deal and seating, with other whims. [1]")
@click.option("--seed", type=int, help="Root of all luck: the same seed gives the same games. [0]")
@click.option("--set", "changes", metavar="NAME=VALUE", multiple=True, help="Change a number of the box; repeatable.")
@click.option("--cards", metavar="FILE.xlsx|FOLDER", multiple=True, help="Cards from a spreadsheet (see export-cards).")
@click.option("--forbid", metavar="[WHO:]VERB", multiple=True, help=FORBID)
@click.option("--fixed-seats", is_flag=True, default=None, help="Strategies keep the seats in which they are listed.")
@click.option("--checked", is_flag=True, default=None, help="Check after every decision what must always hold; slow.")
@click.option("--trace", type=int, help="Deals that are followed, and a fiftieth of the rest; 0: none. [25]")
@click.option("--threads", type=int, help="Threads. [as many as there are cores]")
@click.option("--out", type=click.Path(path_type=Path), help="Run folder, new or empty. [a new one in runs/]")
@click.option("--resume", is_flag=True, help="Go on with the run in --out: play only what is missing of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the closing table.")
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
def command(what: str, resume: bool, as_json: bool, quiet: bool, **options: Any) -> int:
    """Play many games and show who won how often.

    GAME is one of meeplecarlo games, or the folder of a game of your own; FILE is a TOML file with an experiment, whose
    settings the options change.

    Every deal is played in every rotation of the table, so that strategies and seats are told apart from luck.
    """
    wanted = asked(what, **options)
    if wanted.per_deal > wanted.seats and not quiet:
        say(layout(wanted))
    announce(wanted.game, quiet)
    from sim import experiment

    with shown(quiet) as progress:
        folder = experiment.run(wanted, progress, resume)
    return close(folder, as_json)


# What was asked.


def asked(
    what: str,
    players: int | None,
    table: str | None,
    pool: str | None,
    files: tuple[str, ...],
    changes: tuple[str, ...],
    cards: tuple[str, ...] = (),
    **others: Any,
) -> Experiment:
    """The experiment that the command line describes, checked as far as can be without compiling a game."""
    from sim import files as box
    from sim import games
    from sim.experiment import LIMIT, Experiment, from_toml

    given = {name: value for name, value in others.items() if value not in (None, ())}
    pinned = from_toml(Path(what)) if what.endswith(".toml") else None
    game = pinned.game if pinned else games.named(what)
    fewest, most = games.about(game)["players"]
    if "until" in given and not pinned:
        given.setdefault("games", LIMIT)
    seats, usual = range(fewest, most + 1), min(max(USUAL, fewest), most)
    given["files"] = (pinned.files if pinned else ()) + files
    if table is not None and pool is not None:
        raise box.BoxError("--table is one table and --strategies a pool of them: say one of both")
    if pool is not None or (pinned and pinned.players and table is None):
        names = split(pool) if pool is not None else pinned.strategies if pinned else ()
        given["players"] = players if players is not None else (pinned and pinned.players) or usual
        given["strategies"] = pooled(game, names, given["players"], seats, given["files"])
    else:
        if table is not None:
            names = split(table)
        elif pinned:
            names = pinned.strategies
        else:
            names = tuple(name for file in files for name in own(file))
            players = max(len(names), usual) if players is None else players
        given["players"] = None
        given.setdefault("metagame", False)
        given["strategies"] = seated(game, names, players, seats, given["files"])
    given["changes"] = dict(pinned.changes if pinned else {}) | on_cards(game, cards) | dict(map(change, changes))
    box.read(games.folder(game), given["changes"])
    return replace(pinned, **given) if pinned else Experiment(game, **given)


def on_cards(game: str, places: tuple[str, ...]) -> dict[str, Any]:
    """What the spreadsheets change, the last one over the others."""
    if not places:
        return {}
    from sim import sheets

    return {name: value for place in places for name, value in sheets.changes(game, Path(place)).items()}


def split(names: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(","))


def own(file: str) -> list[str]:
    """The names of the strategies in a file of the user's own."""
    import heuristics

    return list(heuristics.in_file(Path(file)))


def pooled(game: str, names: tuple[str, ...], players: int, seats: range, files: tuple[str, ...]) -> tuple[str, ...]:
    """The strategies of a pool, for tables of so many players."""
    known_here(game, names, files)
    fits(game, players, seats)
    return names


def seated(
    game: str, names: tuple[str, ...], players: int | None, seats: range, files: tuple[str, ...]
) -> tuple[str, ...]:
    """A strategy for every seat."""
    from sim.files import BoxError
    from sim.lineups import players_in_words

    strategies = known_here(game, names, files)
    count = (len(names) or min(max(USUAL, seats[0]), seats[-1])) if players is None else players
    fits(game, count, seats)
    if len(names) > count:
        raise BoxError(f"{len(names)} strategies are named for {players_in_words(count)}")
    own = [name for name in strategies if name != "random"] or list(strategies)
    if not names:
        return tuple(own[number % len(own)] for number in range(count))
    others = "balanced" if "balanced" in own else own[0]
    return names + (others,) * (count - len(names))


def known_here(game: str, names: tuple[str, ...], files: tuple[str, ...]) -> list[str]:
    """The strategies there are, after a look that all of these are among them."""
    import heuristics
    from sim.files import known

    strategies = list(heuristics.sentences(game, files))
    for name in names:
        if not name.endswith(".py"):
            known(name, strategies, "strategy")
    return strategies


def fits(game: str, players: int, seats: range) -> None:
    from sim.files import BoxError

    if players not in seats:
        raise BoxError(f"{game} is for {seats[0]} to {seats[-1]} players, not {players}")


def change(text: str) -> tuple[str, Any]:
    """ "params.silver=3" -> ("params.silver", 3)"""
    from sim.files import BoxError

    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise BoxError(f"--set {text}: say name=value, for instance params.silver=3")
    if re.fullmatch(r"[+-]?\d+", value):
        return name, int(value)
    return name, {"true": True, "false": False}.get(value, value)


# What is shown.


def layout(wanted: Experiment) -> str:
    """How many games a pool or repeats make: it is easy to ask for more than one thinks."""
    counts = [(wanted.line_ups, "line-ups"), (wanted.seats, "rotations"), (wanted.repeats, "repeats")]
    if wanted.fixed_seats:
        del counts[1]
    each = " x ".join(f"{count:,} {what}" for count, what in counts if count > 1)
    deals = wanted.last // wanted.per_deal
    return f"{each} = {wanted.per_deal:,} games a deal; {deals:,} deals = {wanted.last:,} games"


@contextmanager
def shown(quiet: bool) -> Iterator[Progress | None]:
    """A bar with an estimate, on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def close(folder: Path, as_json: bool) -> int:
    """Print what came of the run; returns the exit code."""
    from sim.results import load, read_about

    about = read_about(folder)
    if about["status"] == "interrupted":
        say(f"interrupted; {about['counts']['played']:,} finished games are kept in {folder}; --resume goes on with it")
        return INTERRUPTED
    from reports import alone, closing

    run = load(folder)
    found = closing.closing(run)
    ranked = alone.table(alone.scores(run), about) if found.deals and alone.is_alone(about) else None
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "run": about, "closing": closing.as_json(found, ranked)}))
    if not found.deals:
        for fault in about["faults"]["first"][:3]:
            say(fault)
        say(f"no deal was finished without a fault; the games are kept in {folder}")
        return 1
    if not as_json:
        table = list(alone.lines(ranked)) if ranked is not None else ()
        for line in [*closing.lines(found, table), *closing.ending(about, str(folder))]:
            click.echo(line)
    return 0
