"""meeplecarlo replay"""

from __future__ import annotations

from pathlib import Path

import click

from sim.cli import announce, say


@click.command(
    epilog="""\b
Examples:
  meeplecarlo replay runs/first --game 17
  meeplecarlo replay runs/first --game 17 --json
  meeplecarlo replay runs/first --game 17 --strategy mine.toml""",
)
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--game", "number", type=int, default=0, show_default=True, help="Number of the game in its run.")
@click.option(
    "--strategy", "files", metavar="FILE", multiple=True, help="Where your own strategies are now, if they have moved."
)
@click.option(
    "--game-folder", type=click.Path(path_type=Path), help="Where a game of your own is now, if it has moved."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line: each decision, then the result.")
@click.option("--anyway", is_flag=True, help="Even if rules, numbers or strategies are not those of the run any more.")
def command(
    run: Path, number: int, files: tuple[str, ...], game_folder: Path | None, as_json: bool, anyway: bool
) -> int:
    """Tell one game of a run, move by move."""
    from sim import files as box
    from sim import games
    from sim.files import BoxError
    from sim.results import read_about

    about = read_about(run)
    announce(games.of_run(run, about, game_folder))
    from sim import experiment, replay

    job = experiment.prepare(experiment.again(about, files)).job
    other = experiment.differences(about, job)
    if other and not anyway:
        raise BoxError(f"{run} was played with other {' and other '.join(other)}; --anyway tells the game as it is now")
    kept = experiment.kept(run, number)
    tell = replay.json_lines if as_json else replay.words
    for line in replay.of_run(tell, job, number):
        click.echo(line)
    if not as_json:
        for line in box.caution(about["provenance"]):
            click.echo(f"\n{line}")
    if not experiment.is_as_kept(job, number, kept):
        say("this is not how the game went in its run")
        return 0 if anyway else 1
    return 0
