"""meeplecarlo targets"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import click

from sim.cli import WIDTH, say

FAILED = 3


@click.command(
    epilog="""\b
Examples:
  meeplecarlo run template --games 2000 --out runs/judged
  meeplecarlo targets runs/judged seeds/targets/template.toml
  meeplecarlo targets runs/judged seeds/targets/template.toml --json

FILE is TOML, shares are parts of 1:

  targets = ["seat_spread < 0.03", "win_share.max < 0.40", "turns.median in 20..28", "win_share.seat_1 in 0.2..0.3"]

Exit code 3 if a target fails, and with --strict also if one cannot be told yet.""",
)
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="What cannot be told yet counts as a failure.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write the table to this file as well.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
def command(run: Path, file: Path, strict: bool, csv_file: Path | None, as_json: bool) -> int:
    """Judge a run by targets: each holds, fails, or cannot be told yet."""
    from reports import compare, headline, targets
    from sim import sheets
    from sim.results import load

    wanted = targets.from_toml(file)
    played = load(run)
    deals = headline.by_deal(played, show=[one.name for one in wanted])
    if deals.values.is_empty():
        say("no deal was finished without a fault")
        return 1
    frame = targets.table(deals, played, wanted)
    if csv_file:
        sheets.write_csv(frame, csv_file, compare.assumed_cards(played.about))
    if as_json:
        rows = sheets.finite(frame).to_dicts()
        assumed = compare.assumed_cards(played.about)
        click.echo(json.dumps({"run": str(run), "assumed_card_data": assumed, "targets": rows}))
    else:
        click.echo(f"{played.about['title']}: {played.about['command']}\n")
        for line in targets.lines(frame):
            click.echo(line)
        click.echo()
        for line in [*targets.words(frame), *compare.cautions(played.about)]:
            click.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False, break_long_words=False))
    is_bad = frame["verdict"].is_in([targets.FAILS, *([targets.UNKNOWN] if strict else [])])
    return FAILED if is_bad.any() else 0
