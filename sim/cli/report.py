"""meeplecarlo report"""

from __future__ import annotations

import json
from pathlib import Path

import click

from sim.cli import say
from sim.cli.targets import FAILED


@click.command(
    epilog="""\b
Examples:
  meeplecarlo report runs/first
  meeplecarlo report runs/first --within 0.03 --out first.html
  meeplecarlo report runs/first --png figures --csv tables --xlsx tables.xlsx
  meeplecarlo report runs/first --targets seeds/targets/template.toml
  meeplecarlo report runs/four --beside runs/two --beside runs/three
  meeplecarlo report runs/first --json > first.json""",
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The page. [report.html in the run folder]")
@click.option("--png", type=click.Path(path_type=Path), help="Folder for the figures as PNG.")
@click.option("--csv", type=click.Path(path_type=Path), help="Folder for the tables as CSV.")
@click.option("--xlsx", type=click.Path(path_type=Path), help="A spreadsheet with a sheet for each table.")
@click.option(
    "--within",
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    default=0.02,
    show_default=True,
    help="What is balanced: a share of wins that differs from even by no more than this.",
)
@click.option("--targets", "aims", type=click.Path(path_type=Path), help="A file of targets: exit code 3 if one fails.")
@click.option(
    "--beside",
    metavar="RUN",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A run of the same game with another number of players, to show its seats beside; repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print verdicts and tables as one JSON object.")
@click.option("--quiet", is_flag=True, help="Do not say where the page is.")
def command(
    run: Path,
    out: Path | None,
    png: Path | None,
    csv: Path | None,
    xlsx: Path | None,
    within: float,
    aims: Path | None,
    beside: tuple[Path, ...],
    as_json: bool,
    quiet: bool,
) -> int:
    """Write the balance report of a run: one HTML page with everything in it, and the verdicts here.

    RUN is the folder of a run.
    """
    from sim import files, sheets
    from sim.files import BoxError
    from sim.results import load, write_text

    if xlsx:
        sheets.check_name(xlsx)
    results = load(run)
    from reports import alone, identity, page, targets, verdicts

    wanted = targets.from_toml(aims) if aims else ()
    found = page.report(results, within, wanted, [load(folder) for folder in beside])
    file = out or run / "report.html"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if png:
            page.write_png(found, png)
        if csv:
            page.write_csv(found, csv)
        if xlsx:
            sheets.write_xlsx(found.tables, xlsx)
    except OSError as error:
        raise BoxError(f"{error.filename}: cannot be written: {error.strerror}") from None
    write_text(page.html(found), file)
    if as_json:
        click.echo(json.dumps({"page": str(file)} | page.as_json(found), allow_nan=False))
    else:
        is_alone = alone.is_alone(results.about)
        for sentence in alone.words(found.tables["scores"]) if is_alone else verdicts.words(found.verdicts):
            click.echo(sentence)
        for line in targets.lines(found.tables["targets"]) if aims else ():
            click.echo(line)
        for line in [*identity.unfinished(results.about), *files.caution(results.about["provenance"])]:
            click.echo(line)
        click.echo(f"These {'figures' if is_alone else 'verdicts'} hold under these scripted players.")
    if not quiet:
        say(f"the page: {file}")
    return FAILED if aims and targets.FAILS in found.tables["targets"]["verdict"] else 0
