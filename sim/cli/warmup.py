"""meeplecarlo warmup"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from sim.cli import GAME, NAME, say

PASSES = 3  # games compiled at the same time may each miss what the other has just kept
SHARED = "all games"  # in place of a game: what they share
WORK = """
import json, sys, time
begun = time.perf_counter()

def told(what):
    from sim.rule import RULES
    compiled = sum(sum(rule.stats.cache_misses.values()) for rule in RULES)
    print(json.dumps({"what": what, "compiled": compiled, "seconds": time.perf_counter() - begun}), flush=True)

import heuristics
from heuristics import priority, random
from sim import batch, deck, game, games, promises
told("shared rules")
if sys.argv[1:]:
    game = games.get(games.named(sys.argv[1]))
    told("rules")
    for player in heuristics.players(game).values():
        batch.job(game, [(player,) * game.seats[0]])
    [anyone] = heuristics.named(["random"], game)
    line_up = [(anyone,) * game.seats[0]]
    batch.play_chunk(batch.job(game, line_up, follows=1), 0, 1)
    batch.play_chunk(batch.job(game, line_up, checked=True), 0, 1)
    told("strategies")
"""


class Step(NamedTuple):
    what: str
    compiled: int  #    rules so far that were not in the cache
    seconds: float  #   since the process began


@click.command(
    epilog="""\b
Examples:
  meeplecarlo warmup template
  meeplecarlo warmup template --jobs 1""",
)
@click.argument("games", type=GAME, nargs=-1, metavar="[GAME]...")
@click.option("--jobs", type=click.IntRange(1), help="Processes at the same time. [as many as there are cores]")
def command(games: tuple[str, ...], jobs: int | None) -> int:
    """Compile games and their strategies ahead of time, several at once.

    Without GAME all of them. Compiled rules are kept in the cache folder (MEEPLECARLO_CACHE) until the source changes.
    """
    from sim.games import names
    from sim.record import PLAIN

    wanted = list(dict.fromkeys(games)) or names()
    if PLAIN:
        click.echo("nothing to do: NUMBA_DISABLE_JIT is set, and rules run as plain Python")
        return 0
    begun = time.perf_counter()
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    say(f"compiling what is not compiled yet of {', '.join(wanted)}; {jobs} at a time")
    failed = not warm(SHARED, quiet=None)  # first, so that it is compiled once
    left = wanted
    for _ in range(PASSES):
        with ThreadPoolExecutor(jobs) as pool:
            ends = dict(zip(left, pool.map(partial(warm, quiet=left is not wanted), left), strict=True))
        failed = failed or None in ends.values()
        left = [name for name, end in ends.items() if end and end.compiled] if jobs > 1 else []
        if not left:
            break
    click.echo(f"{'failed' if failed else 'done'} after {time.perf_counter() - begun:.1f} s")
    return 1 if failed else 0


def warm(name: str, quiet: bool | None = False) -> Step | None:
    """Compile one game; say how far it is, and (quiet=False) if there is nothing to do.  None: it does not compile."""
    before = Step("", 0, 0.0)
    try:
        for step in work(name):
            if step.compiled > before.compiled and not quiet:
                took = step.seconds - before.seconds
                click.echo(f"{name}: {step.what} compiled, {step.compiled - before.compiled} in {took:.1f} s")
            before = step
    except ChildProcessError as error:
        click.echo(f"{name}: does not compile: {error}")
        return None
    if not before.compiled and quiet is False:
        click.echo(f"{name}: nothing to do ({before.seconds:.1f} s to look)")
    return before


def work(name: str) -> Iterator[Step]:
    """The steps of a process that imports, and so compiles, one game.

    Raises: ChildProcessError with the last line of what it complained of.
    """
    from sim import games

    paths = [str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, *([] if name == SHARED else [games.word(name)])],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout and process.stderr
        for line in process.stdout:
            yield Step(**json.loads(line))
        complaint = process.stderr.read().strip().splitlines()
        if process.wait():
            raise ChildProcessError(complaint[-1] if complaint else f"{NAME} ended with {process.returncode}")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()
