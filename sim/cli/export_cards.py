"""meeplecarlo export-cards"""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli import GAME, say


@click.command(
    epilog="""\b
Examples:
  meeplecarlo export-cards template --out cards.xlsx
  meeplecarlo export-cards template --out cards
  meeplecarlo run template --cards cards.xlsx
  meeplecarlo compare template --variant cards=cards.xlsx""",
)
@click.argument("game", type=GAME)
@click.option(
    "--out",
    required=True,
    metavar="FILE.xlsx|FOLDER",
    type=click.Path(path_type=Path),
    help="A new file with a sheet for each card file, or a new folder for them as CSV.",
)
@click.option("--quiet", is_flag=True, help="Do not say what to do with it.")
def command(game: str, out: Path, quiet: bool) -> None:
    """Write the cards of a game to a spreadsheet, where they may be changed.

    run --cards FILE plays with them, and compare --variant cards=FILE says what that does.
    """
    from sim import sheets

    sheets.export(game, out)
    if not quiet:
        say(f"the cards: {out}; change what you like, then: meeplecarlo compare {game} --variant cards={out}")
