"""meeplecarlo compare"""

from __future__ import annotations

import json
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sim.cli import INTERRUPTED, WIDTH, announce, say

NAMES = ("base", "variant")

if TYPE_CHECKING:
    from reports.page import Page
    from sim.experiment import Experiment, Progress


@click.command(
    epilog="""\b
Examples:
  meeplecarlo compare template --base params.silver=2 --variant params.silver=3
  meeplecarlo compare template --variant params.silver=3 --variant plans.chapel.points=8 --games 4000
  meeplecarlo compare template --table random,carpenter,random --base strategy=stonemason --variant strategy=learner
  meeplecarlo compare template --variant cards=cards.xlsx
  meeplecarlo compare template --base strategy.2=random --variant strategy.2=learner --players 3 --json
  meeplecarlo compare template --variant forbid=stonemason:quarry --variant forbid=stonemason:market
  meeplecarlo compare seeds/template-first.toml --variant params.silver=4 --within win_share=0.02 --within score=1
  meeplecarlo compare --base seeds/template-first.toml --variant seeds/template-first.toml --variant params.gift=1
  meeplecarlo compare template --variant params.guild=0 --csv guild.csv --png guild.png --out runs/guild
  meeplecarlo compare template --variant params.guild=0 --xlsx guild.xlsx --out guild.html
  meeplecarlo compare --base runs/guild/base --variant runs/guild/variant

A side is what its changes make of GAME, FILE and the options; strategy=NAME seats NAME as the first of the table,
strategy.2=NAME as the second; players=3 makes it a table of three; cards=FILE.xlsx plays with the cards in that
spreadsheet (meeplecarlo export-cards); forbid=VERB, forbid=NAME:VERB and forbid=2:VERB are those of run --forbid. A
side may also be an experiment of its own (a TOML file) or a run folder.""",
)
@click.argument("named", metavar="[GAME|FILE]", nargs=-1)
@click.option("--base", metavar="CHANGE|FILE|RUN", multiple=True, help="What the base is; repeatable.")
@click.option("--variant", metavar="CHANGE|FILE|RUN", multiple=True, help="What the variant is; repeatable.")
@click.option("--players", type=int, help="Players at the table. [as many as --table names, else 4]")
@click.option("--table", metavar="A,B,...", help="Strategies, one for each player; see meeplecarlo info GAME.")
@click.option("--strategies", "pool", metavar="A,B,...", help="A pool: all combinations at tables of --players.")
@click.option("--strategy", "files", metavar="FILE", multiple=True, help="Your own strategies; repeatable.")
@click.option("--games", type=int, help="Games of each side, rounded up to whole deals. [20000]")
@click.option("--repeats", type=int, help="Plays of the same deal and seating, with other whims. [1]")
@click.option("--seed", type=int, help="Root of all luck: the same for both sides. [0]")
@click.option("--set", "changes", metavar="NAME=VALUE", multiple=True, help="A change on both sides; repeatable.")
@click.option("--cards", metavar="FILE.xlsx|FOLDER", multiple=True, help="Cards of both sides (see export-cards).")
@click.option("--fixed-seats", is_flag=True, default=None, help="Strategies keep the seats in which they are listed.")
@click.option("--threads", type=int, help="Threads. [as many as there are cores]")
@click.option("--within", metavar="NUMBER=MARGIN", multiple=True, help="What counts as no change: win_share=0.01.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the table to this file as well.")
@click.option("--png", "png_file", type=click.Path(path_type=Path), help="Draw the differences into this file as well.")
@click.option("--xlsx", "xlsx_file", type=click.Path(path_type=Path), help="Write a spreadsheet as well.")
@click.option(
    "--out",
    metavar="FOLDER|FILE.html",
    type=click.Path(path_type=Path),
    help="A page with everything; a folder also keeps both runs, in OUT/base and OUT/variant.",
)
@click.option("--resume", is_flag=True, help="Go on with what is in --out: play only what is missing of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
def command(
    named: tuple[str, ...],
    base: tuple[str, ...],
    variant: tuple[str, ...],
    within: tuple[str, ...],
    csv_file: Path | None,
    png_file: Path | None,
    xlsx_file: Path | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Say what a change does: both sides play the same deals, and every headline number is compared.

    Pairing by deals takes the luck of the deal out of the differences.
    """
    from sim.files import BoxError

    if len(named) > 1:
        raise BoxError(f"{' '.join(named)}: one game at most; two runs are --base {named[0]} --variant {named[1]}")
    margins = dict(map(margin, within))
    what = named[0] if named else None
    sides = [side(words, what, options) for words in (base, variant)]
    if sides[0] == sides[1]:
        raise BoxError("base and variant are the same; say --base and --variant")
    page = page_of(out, "compare.html")
    files = Files(csv_file, png_file, xlsx_file, page)
    out = None if out == page else out
    check_places((*files[:3], None if out else page), xlsx_file)
    for name in sorted({one.game for one in sides if not isinstance(one, Path)}):
        announce(name, quiet)
    with kept(out, resume) as home:
        folders = [one if isinstance(one, Path) else home / name for name, one in zip(NAMES, sides, strict=True)]
        wanted = [
            replace(one, out=folder) for one, folder in zip(sides, folders, strict=True) if not isinstance(one, Path)
        ]
        if not all_played(wanted, out, resume, quiet):
            return INTERRUPTED
        return told(folders, margins, files, as_json, quiet)


class Files(NamedTuple):
    """What is to be written besides."""

    csv: Path | None
    png: Path | None
    xlsx: Path | None
    page: Path | None


def check_places(files: Sequence[Path | None], xlsx: Path | None) -> None:
    """Before anything is played: the folders of these files are there, and a spreadsheet is called like one."""
    from sim import sheets
    from sim.files import BoxError

    for file in files:
        if file and not file.parent.is_dir():
            raise BoxError(f"{file.parent}: there is no such folder")
    if xlsx:
        sheets.check_name(xlsx)


def page_of(out: Path | None, name: str) -> Path | None:
    """Where the page goes: a file is itself, and a folder holds it."""
    return out / name if out and out.suffix.lower() != ".html" else out


# What was asked.


def side(words: Sequence[str], what: str | None, options: dict[str, Any]) -> Experiment | Path:
    """One side: a run folder, or an experiment with its changes."""
    from sim.files import BoxError

    folders = [word for word in words if (Path(word) / "run.json").exists()]
    files = [word for word in words if word.endswith(".toml") and "=" not in word]
    if folders:
        if len(words) > 1:
            raise BoxError(f"{folders[0]}: a run that has been played cannot be changed any more")
        return Path(folders[0])
    if len(files) > 1:
        raise BoxError(f"{' and '.join(files)}: a side is one experiment")
    for word in words:
        if word not in files and "=" not in word:
            raise BoxError(f"{word}: neither a change (name=value), nor a TOML file, nor a run folder")
    experiment = files[0] if files else what
    if experiment is None:
        raise BoxError("say what is played: a game, or a TOML file with an experiment")
    return changed(experiment, [word for word in words if word not in files], options)


def changed(what: str, words: Sequence[str], options: dict[str, Any]) -> Experiment:
    """The experiment that the options describe, with changes: of numbers, of who sits there, of what is forbidden."""
    from sim.cli.run import asked, known_here
    from sim.files import BoxError

    seats = [word for word in words if word.startswith(("strategy=", "strategy."))]
    sizes = [word for word in words if word.startswith("players=")]
    sheets = [word for word in words if word.startswith("cards=")]
    banned = [word for word in words if word.startswith("forbid=")]
    numbers = (*options["changes"], *(word for word in words if word not in (*seats, *sizes, *sheets, *banned)))
    cards = (*options["cards"], *(word.removeprefix("cards=") for word in sheets))
    players = number_of(sizes[-1]) if sizes else options["players"]
    found = asked(what, **options | {"players": players, "changes": numbers, "cards": cards})
    found = replace(found, forbid=(*found.forbid, *(word.removeprefix("forbid=") for word in banned)))
    if found.until:
        raise BoxError(f"{what}, until: sides are to be of one length; leave it out and say games")
    for word in seats:
        place, _, name = word.removeprefix("strategy").partition("=")
        known_here(found.game, (name,), found.files)
        found = replace(found, strategies=seated(found, word, place.removeprefix(".") or "1", name))
    return found


def number_of(word: str) -> int:
    """ "players=3" -> 3"""
    from sim.cli.run import change
    from sim.files import BoxError

    number = change(word)[1]
    if not isinstance(number, int):
        raise BoxError(f"{word}: say players=NUMBER")
    return number


def seated(experiment: Experiment, word: str, place: str, name: str) -> tuple[str, ...]:
    """The table with another strategy at one place of it."""
    from sim.files import BoxError

    table = list(experiment.strategies)
    if experiment.players is not None:
        raise BoxError(f"{word}: a pool has no places; change its --strategies")
    if not place.isdecimal() or not 1 <= int(place) <= len(table):
        raise BoxError(f"{word}: say strategy.1=NAME to strategy.{len(table)}=NAME")
    table[int(place) - 1] = name
    return tuple(table)


def margin(text: str) -> tuple[str, float]:
    """ "win_share=0.02" -> ("win_share", 0.02)"""
    from reports.compare import check_within
    from sim.files import BoxError

    name, _, value = text.partition("=")
    check_within({name: 0.0})
    try:
        size = float(value)
    except ValueError:
        size = -1.0
    if not 0 <= size < float("inf"):
        raise BoxError(f"--within {text}: say a number and how much of it counts as no change, win_share=0.01")
    return name, size


# Playing it.


@contextmanager
def kept(out: Path | None, resume: bool) -> Iterator[Path]:
    """Where the runs are: a folder of the user's, or one that is gone afterwards."""
    from sim.files import BoxError

    if out and (out / "run.json").exists():
        raise BoxError(f"{out}: is the folder of a run; name another")
    if out:
        yield out
        return
    if resume:
        raise BoxError("resume: say what to go on with (--out)")
    with tempfile.TemporaryDirectory(prefix="meeplecarlo-") as folder:
        yield Path(folder)


def all_played(wanted: Sequence[Experiment], out: Path | None, resume: bool, quiet: bool) -> bool:
    """Play experiments one after the other, under one bar; False when it was interrupted."""
    from sim.cli.run import shown

    games, before = sum(one.last for one in wanted), 0
    with shown(quiet) as progress:
        for one in wanted:
            if not one_played(one, progress, before, games, out, resume):
                return False
            before += one.last
    return True


def one_played(
    one: Experiment, progress: Progress | None, before: int, games: int, out: Path | None, resume: bool
) -> bool:
    """Play one of several experiments; `before` of all `games` have been played.  False when it was interrupted."""
    from sim import experiment
    from sim.results import read_about

    def more(done: int, of: int) -> None:
        if progress:
            progress(before + done, games)

    folder = experiment.run(one if out or one.forbid else replace(one, trace=0), more, resume)
    if read_about(folder)["status"] == "complete":
        return True
    say(f"interrupted; finished games are kept in {out}; --resume goes on with them" if out else "interrupted")
    return False


# What is shown.


def told(folders: Sequence[Path], margins: dict[str, float], files: Files, as_json: bool, quiet: bool) -> int:
    """Print what came of both sides; returns the exit code."""
    from reports import compare, headline, options
    from sim import games, sheets
    from sim.files import BoxError
    from sim.lineups import players_in_words
    from sim.results import load

    runs = [load(folder) for folder in folders]
    if len({run.about["game"] for run in runs}) > 1:
        raise BoxError(f"two games: {runs[0].about['game']} and {runs[1].about['game']}")
    abouts = [run.about for run in runs]
    by_player = not compare.apart(*abouts) and compare.replaced(*abouts)
    game = games.get(abouts[0]["game"]) if by_player else None
    found = compare.pair(*(headline.by_deal(run, game) for run in runs))
    if found.base.values.is_empty() or found.variant.values.is_empty():
        say("no deal was finished on both sides without a fault")
        return 1
    frame = compare.table(found, margins)
    if files.csv:
        sheets.write_csv(frame, files.csv, compare.assumed_cards(*abouts))
    if files.png:
        write_png(compare.chart(frame), files.png, compare.assumed_cards(*abouts))
    if files.xlsx or files.page:
        from reports import compare_page

        if files.xlsx:
            sheets.write_xlsx(compare_page.tables(frame, found), files.xlsx)
        if files.page:
            write_page(compare_page.page(frame, found, margins), files.page, quiet)
    if as_json:
        click.echo(json.dumps(compare.as_json(frame, found)))
        return 0
    seats = players_in_words(len(abouts[0]["line_ups"][0]))
    click.echo(f"{abouts[0]['title']}, {seats}: {abouts[0]['games']:,} games a side")
    for line in compare.changes(*abouts):
        click.echo(f"  {line}")
    click.echo()
    for line in compare.lines(frame, WIDTH):
        click.echo(line)
    click.echo()
    banned = [*options.worth(frame, *abouts), *options.kept(options.table(runs[1]))]
    for line in (*banned, *[""] * bool(banned), *compare.words(frame, found)):
        click.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False, break_long_words=False))
    return 0


def write_page(page: Page, file: Path, quiet: bool) -> None:
    """Write a page and say where.

    Raises: BoxError when it cannot be written.
    """
    from reports.page import laid_out
    from sim.files import make_folder
    from sim.results import write_text

    make_folder(file.parent)
    write_text(laid_out(page), file)
    if not quiet:
        say(f"the page: {file}")


def write_png(ax: Any, file: Path, assumed: str | None) -> None:
    """Args: assumed: as in charts.write_png.

    Raises: BoxError when it cannot be written.
    """
    from reports import charts
    from sim.files import BoxError

    try:
        charts.write_png(ax, file, assumed)
    except OSError as error:
        raise BoxError(f"{file}: cannot be written: {error.strerror}") from None
