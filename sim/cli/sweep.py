"""meeplecarlo sweep"""

from __future__ import annotations

import itertools
import json
import shutil
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli import INTERRUPTED, WIDTH, announce, say

if TYPE_CHECKING:
    import polars as pl

    from reports.sweep import Case, Crossing, Titled
    from reports.targets import Target
    from sim.experiment import Experiment

Changes = dict[str, Any]
NAME = "name"  #  the column of --cases that is no number but what the case is called
USUAL = "as in the box"
MOST = 1_000  # cases


@click.command(
    epilog="""\b
Examples:
  meeplecarlo sweep template --set params.silver=0,1,2,3
  meeplecarlo sweep template --set params.silver=1,3 --set params.opening=equal,stepped --show seat_spread,tied
  meeplecarlo sweep template --set params.buildings=3,4,5 --show turns.median --target "turns.median in 10..20"
  meeplecarlo sweep template --set strategy.1=stonemason,learner --table random,random,random --show win_share,score
  meeplecarlo sweep template --set params.market=1,2,3 --csv market.csv --png market --json --out runs/market
  meeplecarlo sweep template --set params.market=1,2,3 --xlsx market.xlsx --out market.html
  meeplecarlo sweep template --set params.market=1,2,3 --out runs/market --resume

Several values make a case each, several numbers a grid; --cases FILE.csv has a column a number and a row a case. There
an empty cell is as in the box, and a column `name` says what a case is called. strategy.1=A,B and players=2,3,4 are
turned like numbers.
Figures are named as in meeplecarlo targets --help; win_share and score are those of all strategies, win_share.seats
those of all seats; score.greedy-score.random is a difference.""",
)
@click.argument("what", metavar="GAME|FILE")
@click.option("--set", "values", metavar="NAME=A,B,...", multiple=True, help="What is turned; repeatable: a grid.")
@click.option("--cases", "cases_file", metavar="FILE", type=click.Path(path_type=Path), help="A CSV file of cases.")
@click.option("--show", metavar="A,B,...", help="Figures, a table each. [seat_spread,win_share,turns]")
@click.option("--target", "aims", metavar="TEXT", multiple=True, help='"win_share.seat_1 in 0.20..0.30"; repeatable.')
@click.option("--players", type=int, help="Players at the table. [as many as --table names, else 4]")
@click.option("--table", metavar="A,B,...", help="Strategies, one for each player; see meeplecarlo info GAME.")
@click.option("--strategies", "pool", metavar="A,B,...", help="A pool: all combinations at tables of --players.")
@click.option("--strategy", "files", metavar="FILE", multiple=True, help="Your own strategies; repeatable.")
@click.option("--games", type=int, help="Games of each case, rounded up to whole deals. [20000]")
@click.option("--repeats", type=int, help="Plays of the same deal and seating, with other whims. [1]")
@click.option("--seed", type=int, help="Root of all luck: the same for all cases. [0]")
@click.option("--cards", metavar="FILE.xlsx|FOLDER", multiple=True, help="Cards of all cases (see export-cards).")
@click.option("--fixed-seats", is_flag=True, default=None, help="Strategies keep the seats in which they are listed.")
@click.option("--threads", type=int, help="Threads. [as many as there are cores]")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write all tables to this file as one.")
@click.option("--png", "png_folder", type=click.Path(path_type=Path), help="Draw each figure into this folder as well.")
@click.option("--xlsx", "xlsx_file", type=click.Path(path_type=Path), help="Write a spreadsheet as well.")
@click.option(
    "--out",
    metavar="FOLDER|FILE.html",
    type=click.Path(path_type=Path),
    help="A page with everything; a folder also keeps the run of each case, in a folder of its name.",
)
@click.option("--resume", is_flag=True, help="Go on with what is in --out: play only what is missing of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the tables.")
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
def command(
    what: str,
    values: tuple[str, ...],
    cases_file: Path | None,
    show: str | None,
    aims: tuple[str, ...],
    csv_file: Path | None,
    png_folder: Path | None,
    xlsx_file: Path | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Turn a number, and see what it does: every case plays the same deals."""
    from reports import compare, sweep, targets
    from sim import sheets
    from sim.cli.compare import changed, check_places, kept, page_of, write_page
    from sim.experiment import prepare, settings

    page = page_of(out, "sweep.html")
    out = None if out == page else out
    check_places((csv_file, xlsx_file, None if out else page), xlsx_file)
    crossed = grid(values)
    listed = from_csv(cases_file) if cases_file else {0: {}}
    cases = [one | more for one in listed.values() for more in crossed]
    rows = [row for row in listed for _ in crossed]
    titles = [sweep.Titled(shown_of(one, crossed[0]), turned(one)) for one in cases]
    check([one.shown for one in titles])
    wanted = [targets.target(text) for text in aims]
    options["changes"] = ()
    experiments, abouts = [], []
    for row, one in zip(rows, titles, strict=True):
        with naming(cases_file, row, one):
            experiments.append(changed(what, list(map(written, one.changes.items())), options))
    announce(experiments[0].game, quiet)
    for row, one, wish in zip(rows, titles, experiments, strict=True):
        with naming(cases_file, row, one):
            abouts.append(settings(prepare(wish)))
    names = sweep.shown(show.split(",") if show else sweep.usual(abouts), wanted, abouts)
    with kept(out, resume) as home:
        placed = [replace(one, out=home / called(of.shown)) for one, of in zip(experiments, titles, strict=True)]
        found = played(titles, placed, names, out, resume, quiet)
    if found is None:
        return INTERRUPTED
    if not all(one.deals for one in found):
        say("a case has no deal that was finished without a fault")
        return 1
    frame, crossings = sweep.table(found, names, wanted), sweep.crossings(found, names, wanted)
    assumed = compare.assumed_cards(*(one.about for one in found))
    if csv_file:
        sheets.write_csv(frame, csv_file, assumed)
    if png_folder:
        draw(frame, crossings, wanted, png_folder, assumed)
    if xlsx_file or page:
        from reports import sweep_page

        if xlsx_file:
            sheets.write_xlsx(sweep_page.tables(found, frame, crossings), xlsx_file)
        if page:
            write_page(sweep_page.page(found, frame, crossings, wanted), page, quiet)
    if as_json:
        click.echo(json.dumps(sweep.as_json(found, frame, crossings)))
        return 0
    about = found[0].about
    click.echo(f"{about['title']}, {sweep.players_of(found)}: {len(found)} cases of {about['games']:,} games\n")
    for line in sweep.lines(frame, crossings):
        click.echo(line)
    for line in sweep.words(found, frame, crossings):
        click.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False, break_long_words=False))
    return 0


def draw(
    frame: pl.DataFrame, crossings: Sequence[Crossing], wanted: Sequence[Target], folder: Path, assumed: str | None
) -> None:
    """A file for each figure, called by its name."""
    from reports import sweep
    from sim.cli.compare import write_png
    from sim.files import make_folder

    make_folder(folder)
    for (name,), rows in frame.partition_by("figure", as_dict=True, maintain_order=True).items():
        write_png(sweep.chart(rows, crossings, wanted), folder / f"{str(name).replace('/', '_')}.png", assumed)


# What was asked.


def grid(values: Sequence[str]) -> list[Changes]:
    """("params.silver=1,2", "params.gift=1") -> a case for each combination."""
    from sim.cli.run import change
    from sim.files import BoxError

    axes: dict[str, list[Any]] = {}
    for text in values:
        name, equals, listed = text.partition("=")
        if not (name and equals and listed):
            raise BoxError(f"--set {text}: say name=value,value, for instance params.silver=1,2,3")
        if name in axes:
            raise BoxError(f"--set {text}: {name} is turned already")
        axes[name] = [change(f"{name}={value.strip()}")[1] for value in listed.split(",")]
    return [dict(zip(axes, chosen, strict=True)) for chosen in itertools.product(*axes.values())]


@contextmanager
def naming(file: Path | None, row: int, case: Titled) -> Iterator[None]:
    """A mistake about what a case changes is told with its file and row."""
    from sim.files import BoxError

    try:
        yield
    except BoxError as error:
        if file and any(name.partition(".")[0] in str(error) for name in case.changes):
            raise BoxError(f"{file.name}, row {row}: {error}") from None
        raise


def from_csv(file: Path) -> dict[int, Changes]:
    """A case for each row that is not empty, by its number; the columns are what is changed."""
    from sim.files import BoxError
    from sim.sheets import csv_rows

    rows = {number: row for number, row in enumerate(csv_rows(file), start=1) if any(row)}
    if len(rows) < 2:
        raise BoxError(f"{file.name}: no case; the first row names what is changed, each further row is a case")
    first = min(rows)
    names = [name.strip() for name in rows.pop(first)]
    for name, times in Counter(names).items():
        if times > 1 or not name:
            raise BoxError(
                f"{file.name}, row {first}: column {name!r} {'has no name' if not name else 'stands there twice'}"
            )
    for number, row in rows.items():
        if len(row) != len(names):
            raise BoxError(f"{file.name}, row {number}: {len(row)} cells, but {len(names)} columns")
    cases = {number: zip(names, map(str.strip, row), strict=True) for number, row in rows.items()}
    return {number: {name: given(name, cell) for name, cell in case} for number, case in cases.items()}


def given(name: str, cell: str) -> Any:
    """What a cell says; an empty one says nothing."""
    from sim.cli.run import change

    return USUAL if not cell else cell if name == NAME else change(f"{name}={cell}")[1]


def turned(case: Changes) -> Changes:
    """What of a case is other than in the box."""
    return {name: value for name, value in case.items() if name != NAME and value != USUAL}


def shown_of(case: Changes, axes: Changes) -> Changes:
    """What a case is called by: its name, if it has one, and what --set turns; else all that is turned."""
    return {name: value for name, value in case.items() if name in (NAME, *axes)} if NAME in case else case


def check(cases: Sequence[Changes]) -> None:
    from sim.files import BoxError

    if not any(cases):
        raise BoxError("nothing is turned; say --set name=value,value or --cases FILE.csv")
    if len(cases) > MOST:
        raise BoxError(f"{len(cases):,} cases are more than {MOST:,}")
    for name, times in Counter(map(called, cases)).items():
        if times > 1:
            raise BoxError(f"the case {name} stands there {times} times")


def called(case: Changes) -> str:
    """What the folder of a case is called: "params.silver=3,params.gift=1"; one with a name by that."""
    return ",".join(map(written, case.items())).removeprefix(f"{NAME}=").replace("/", "_")


def written(change: tuple[str, Any]) -> str:
    """("params.gift", True) -> "params.gift=true", as on a command line"""
    name, value = change
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


# Playing it.


def played(
    titles: Sequence[Titled],
    experiments: Sequence[Experiment],
    names: Sequence[str],
    out: Path | None,
    resume: bool,
    quiet: bool,
) -> list[Case] | None:
    """Play the cases one after the other, under one bar, and keep their figures; None: it was interrupted."""
    from reports import headline, sweep
    from sim.cli.compare import one_played
    from sim.cli.run import shown
    from sim.results import load

    games, found, begun = sum(one.last for one in experiments), list[Any](), time.monotonic()
    firsts = dict[int, Any]()  # of each number of players: others do not play the same deals
    with shown(quiet) as progress:
        for title, one in zip(titles, experiments, strict=True):
            before = sum(other.last for other in experiments[: len(found)])
            if not one_played(one, progress, before, games, out, resume):
                return None
            assert one.out
            run = load(one.out)
            deals = headline.by_deal(run, show=names)
            found.append(sweep.case(title, deals, run, names, firsts.get(one.seats)))
            firsts.setdefault(one.seats, deals)
            if not out:
                shutil.rmtree(one.out)
            if not quiet and not sys.stderr.isatty():
                spent = time.monotonic() - begun
                left = spent / len(found) * (len(titles) - len(found))
                told = f"case {len(found)} of {len(titles)}: {called(title.shown)}"
                say(f"{told} ({spent:.0f} s, about {left:.0f} s left)")
    return found
