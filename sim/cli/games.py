"""meeplecarlo games"""

from __future__ import annotations

import json
import textwrap

import click

from sim.cli import WIDTH, say


@click.command(
    epilog="""\b
Examples:
  meeplecarlo games
  meeplecarlo games --json""",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List the games there are."""
    from sim import games

    for reason in games.installed()[1].values():
        say(reason)
    found = {name: games.about(name) for name in games.names()}
    if as_json:
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    width = max(map(len, found), default=0) + 2
    for name, about in found.items():
        fewest, most = about["players"]
        click.echo(f"{name:{width}}{about['title']}, {fewest} to {most} players")
        click.echo(textwrap.fill(about["about"], WIDTH, initial_indent=" " * width, subsequent_indent=" " * width))
