"""meeplecarlo cards"""

from __future__ import annotations

import json
import tempfile
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli import INTERRUPTED, WIDTH, announce, say

if TYPE_CHECKING:
    from sim.handing import Card
    from sim.results import Results


@click.command(
    epilog="""\b
Examples:
  meeplecarlo cards runs/first
  meeplecarlo cards runs/first --csv tables --png figures
  meeplecarlo cards runs/first --json > cards.json
  meeplecarlo cards template --experiment chapel --games 4000 --seed 7
  meeplecarlo cards template --experiment plans.chapel --table stonemason,carpenter""",
)
@click.argument("what", metavar="RUN|GAME|FILE")
@click.option(
    "--experiment", "card", metavar="CARD", help="Measure one card of a game, by id or name, on paired deals."
)
@click.option("--players", type=int, help="Players at the table. [as many as --table names, else 4]")
@click.option("--table", metavar="A,B,...", help="Strategies, one for each player; see meeplecarlo info GAME.")
@click.option("--strategies", "pool", metavar="A,B,...", help="A pool: all combinations at tables of --players.")
@click.option("--strategy", "files", metavar="FILE", multiple=True, help="Your own strategies; repeatable.")
@click.option("--games", type=int, help="Games of each side, rounded up to whole deals. [20000]")
@click.option("--seed", type=int, help="Root of all luck. [0]")
@click.option("--set", "changes", metavar="NAME=VALUE", multiple=True, help="A change of a number; repeatable.")
@click.option("--threads", type=int, help="Threads. [as many as there are cores]")
@click.option(
    "--within",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=0.02,
    show_default=True,
    help="Of a run: a value of a card that counts as none, in shares of wins.",
)
@click.option("--csv", type=click.Path(path_type=Path), help="Folder for the tables as CSV.")
@click.option("--png", type=click.Path(path_type=Path), help="Folder for the figures as PNG.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the tables.")
@click.option("--quiet", is_flag=True, help="No progress, no remarks.")
def command(
    what: str,
    card: str | None,
    within: float,
    csv: Path | None,
    png: Path | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Say what the cards of a run are worth, who takes them, and which are dear or cheap for what they do.

    RUN is the folder of a run. With --experiment, one card of a GAME (or of the experiment in a FILE) is measured
    instead: handed to a seat by lot, and taken out of the game, on the same deals.
    """
    from sim.files import BoxError

    if (Path(what) / "run.json").exists():
        if card or any(options.values()):
            raise BoxError(f"{what}: a run that has been played cannot be changed; name the game for an --experiment")
        return of_run(Path(what), within, csv, png, as_json)
    if not card:
        raise BoxError(f"{what}: not the folder of a run; to measure one card of a game say --experiment CARD")
    return of_card(what, card, csv, png, as_json, quiet, options)


# The cards of a run.


def of_run(folder: Path, within: float, csv: Path | None, png: Path | None, as_json: bool) -> int:
    from reports import cards, compare, page
    from sim import files, sheets
    from sim.files import BoxError
    from sim.results import load

    run = load(folder)
    found = cards.table(run, within)
    if not len(found):
        raise BoxError(f"{folder}: this run keeps no cards ({run.about['title']} has none, or it was played before)")
    tables = {"cards": found} | {name: ask(found, run.about) for name, ask in page.CURVES.items()}
    section = page.about_cards(run.about, tables, within)
    assumed = compare.assumed_cards(run.about)
    write(csv, tables, png, {figure.name: figure.axes for figure in section.figures}, assumed)
    if as_json:
        told = {"run": str(folder), "assumed_card_data": assumed, "answer": section.answer, "caution": section.caution}
        rows = {name: sheets.finite(frame).to_dicts() for name, frame in tables.items()}
        click.echo(json.dumps(told | rows, allow_nan=False))
        return 0
    click.echo(f"{run.about['title']}: {section.basis}\n")
    for line in cards.lines(found, WIDTH):
        click.echo(line)
    for sentence in [*section.answer, cards.READING, section.caution, *files.caution(run.about["provenance"])]:
        click.echo(textwrap.fill(sentence, WIDTH, break_on_hyphens=False, break_long_words=False))
    return 0


def write(
    csv: Path | None, tables: dict[str, Any], png: Path | None, figures: dict[str, Any], assumed: str | None
) -> None:
    """Tables and figures into folders, which are made if need be; `assumed`: what both say that they rest on."""
    from sim.cli.compare import write_png
    from sim.files import make_folder
    from sim.sheets import write_csv

    for folder in (csv, png):
        if folder:
            make_folder(folder)
    if csv:
        for name, frame in tables.items():
            write_csv(frame, csv / f"{name}.csv", assumed)
    if png:
        for name, axes in figures.items():
            write_png(axes, png / f"{name}.png", assumed)


# One card of a game.


def of_card(
    what: str, text: str, csv: Path | None, png: Path | None, as_json: bool, quiet: bool, options: dict[str, Any]
) -> int:
    from reports import compare, handed
    from sim import experiment, handing
    from sim.cli.run import asked
    from sim.files import BoxError

    wanted = replace(asked(what, **options), trace=0)
    if wanted.until or wanted.repeats > 1:
        raise BoxError(f"{what}: an experiment on a card has one length and no repeats")
    if wanted.checked:
        raise BoxError(f"{what}, checked: what must always hold may not hold without a card; leave it out")
    announce(wanted.game, quiet)
    table = experiment.prepare(wanted)
    card = handing.named(table.job.game, text)
    with tempfile.TemporaryDirectory(prefix="meeplecarlo-") as home:
        runs = played(table, card, Path(home), quiet)
        if runs is None:
            say("interrupted")
            return INTERRUPTED
        found = handed.pairs(runs, card.file, card.number, handing.holder)
    if not found:
        say("no deal was finished on both sides without a fault")
        return 1
    frames = {name: compare.table(pair) for name, pair in found.items()}
    assumed = compare.assumed_cards(*(one.about for one in runs.values()))
    write(csv, frames, png, {name: compare.chart(frame) for name, frame in frames.items()} if png else {}, assumed)
    if as_json:
        told = {"card": card._asdict(), "assumed_card_data": assumed}
        click.echo(json.dumps(told | {"comparisons": handed.as_json(found, frames)}))
        return 0
    job = table.job
    click.echo(f"{job.game.title}, {card.name}: {table.last:,} games a side, {len(job.line_ups[0])} players\n")
    for name, pair in found.items():
        for line in handed.lines(name, pair, frames[name], WIDTH):
            click.echo(line)
    cautions = compare.cautions(*(one.about for one in runs.values()))
    for line in [*handed.words(card.name, frames), *faults(found), *cautions]:
        click.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False, break_long_words=False))
    return 0


def faults(found: dict[str, Any]) -> list[str]:
    """What was left out, each once."""
    from reports import compare

    return list(dict.fromkeys(line for pair in found.values() for line in compare.left_out(pair)))


def played(table: Any, card: Card, home: Path, quiet: bool) -> dict[str, Results] | None:
    """The sides that can be played, each once; None when interrupted.

    Raises: BoxError when the card can neither be handed nor taken out.
    """
    from sim import handing
    from sim.cli.run import shown
    from sim.results import load

    jobs, runs = sides(table.job, card), {}
    with shown(quiet) as progress:
        for number, (name, job) in enumerate(jobs.items()):

            def more(done: int, of: int, before: int = number * table.last) -> None:
                if progress:
                    progress(before + done, len(jobs) * table.last)

            if not handing.run(table, job, home / name, more):
                return None
            runs[name] = load(home / name)
    return runs


def sides(job: Any, card: Card) -> dict[str, Any]:
    """What is played; what cannot be is said, and if nothing can, refused."""
    from sim import handing
    from sim.files import BoxError

    found, refused = dict[str, Any](), []
    handed, other = (handing.handed(card, job.root, is_other) for is_other in (False, True))
    changes = {"handed": {"handed": handed, "other": other}, "without": {"without": handing.taken_out(card)}}
    for kind, of in changes.items():
        try:
            for change in of.values():
                handing.try_out(job, card.file, change, kind == "handed")
        except BoxError as error:
            refused.append(str(error))
            continue
        found |= {name: handing.changed(job, card.file, change) for name, change in of.items()}
    if not found:
        raise BoxError("; ".join(refused))
    for line in refused:
        say(line)
    return found | ({"as_it_is": job} if "without" in found else {})
