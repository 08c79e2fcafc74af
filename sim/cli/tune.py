"""meeplecarlo tune"""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Any

import click

from sim.cli import GAME, INTERRUPTED, announce, say

USUAL = 4  #   players, where the box allows it
PAUSE = 2.0  # seconds between two lines of progress


@click.command(
    epilog="""\b
Examples:
  meeplecarlo tune template --strategy appraiser --against stonemason,carpenter,chaser --games 20000
  meeplecarlo tune template --strategy chaser --against stonemason --games 20000 --aim margin --out tuned.toml

Candidates of a generation play the same deals in the same seats; a game that breaks, or in which players take more than
60 turns each, costs. The gain is measured on the deals of the next seed, which the search never met.""",
)
@click.argument("game", type=GAME)
@click.option("--strategy", required=True, metavar="NAME|FILE", help="A block with weights, or a file with one.")
@click.option("--against", required=True, metavar="A,B,...", help="Opponents; few sit repeatedly, many take turns.")
@click.option("--games", type=click.IntRange(1), default=400_000, show_default=True, help="To spend on the search.")
@click.option("--players", type=int, help="Players at the table. [4, or as the box allows]")
@click.option("--seed", type=click.IntRange(0, 2**32 - 2), default=0, show_default=True, help="Root of all luck.")
@click.option(
    "--aim",
    type=click.Choice(["win_share", "margin"]),
    default="win_share",
    show_default=True,
    help="What is improved.",
)
@click.option("--deals", type=click.IntRange(1), default=24, show_default=True, help="Of a candidate, in a generation.")
@click.option("--measure", type=click.IntRange(2), default=2000, show_default=True, help="Fresh deals for the gain.")
@click.option("--name", default="tuned", show_default=True, help="Of the block that is written.")
@click.option("--threads", type=click.IntRange(1), help="Threads. [as many as there are cores]")
@click.option("--out", type=click.Path(path_type=Path), help="File to write, which must not exist. [print]")
@click.option("--quiet", is_flag=True, help="No progress.")
def command(game: str, strategy: str, against: str, players: int | None, out: Path | None, **how: Any) -> int:
    """Improve what a strategy pays for things: its weights, by CMA-ES on paired deals.

    Ctrl-C ends the search, and what it has found so far is measured and written.
    """
    import heuristics
    from sim import games
    from sim.files import BoxError, known

    fewest, most = games.about(game)["players"]
    seats = min(max(USUAL, fewest), most) if players is None else players
    if seats not in range(fewest, most + 1):
        raise BoxError(f"{game} is for {fewest} to {most} players, not {seats}")
    sources = heuristics.sources(game)
    source = wanted(strategy, sources)
    names = list(dict.fromkeys(name.strip() for name in against.split(",")))
    for name in names:
        known(name, sources, "strategy")
    if out and out.exists():
        raise BoxError(f"{out}: is there already; name another file")
    announce(game, how["quiet"])
    line = [games.word(game), "--strategy", strategy, "--against", ",".join(names), "--games", str(how["games"])]
    line += ["--seed", str(how["seed"]), "--aim", how["aim"], "--deals", str(how["deals"]), "--players", str(seats)]
    return tuned(games.get(game), source, sources, names, seats, shlex.join(["meeplecarlo", "tune", *line]), out, how)


def wanted(strategy: str, sources: Any) -> Any:
    """The block to tune."""
    import heuristics
    from heuristics import tuning
    from sim.files import BoxError, known

    if strategy.endswith(".toml"):
        blocks = list(heuristics.blocks(Path(strategy)).values())
        if len(blocks) != 1:
            raise BoxError(f"{strategy}: {len(blocks)} strategies stand in it; tune takes a file with one")
        source = blocks[0]
    else:
        source = sources[known(strategy, sources, "strategy")]
    tuning.weighed(source, strategy)
    return source


def tuned(
    game: Any, source: Any, sources: Any, names: list[str], seats: int, line: str, out: Path | None, how: Any
) -> int:
    """Search, measure, write."""
    import heuristics
    from heuristics import tuning
    from sim import speed
    from sim.experiment import stop_on_signal

    opponents = tuning.tables(heuristics.named(names, game), seats)
    best, stopped = None, False
    with stop_on_signal() as stop:
        begun = told = time.monotonic()
        options = {name: how[name] for name in ("games", "deals", "seed", "aim", "threads")}
        gained = 0.0
        for best in tuning.search(game, source, opponents, stop=stop, **options):
            gained += 0.1 * (best.centre - best.start - gained)
            if not how["quiet"] and (time.monotonic() - told > PAUSE or best.games >= how["games"]):
                told = time.monotonic()
                what = tuning.AIMS[how["aim"]]
                say(f"generation {best.number}, {best.games:,} of {how['games']:,} games: {what} {gained:+.3f}")
        stopped = stop()
    if best is None:
        say("interrupted before the first generation had ended; nothing was found")
        return INTERRUPTED
    changed = tuning.with_weights(source, best.weights)
    of_rules = speed.signature(game, heuristics.named(["random"], game)[0])
    found = [
        f"# aim: {tuning.AIMS[how['aim']]}; {game.name}, signature {of_rules}",
        f"# {best.games:,} games in {best.number} generations{', interrupted' * stopped}, "
        f"{time.monotonic() - begun:.0f} s",
    ]
    players = [heuristics.made(name, this, game) for name, this in (("as it was", source), ("as it is now", changed))]
    own = (*names, "random", how["name"], *(name for name, this in sources.items() if this.block is None))
    others = [name for name in sources if name not in own and sources[name] != source]
    for what, who in (("opponents tuned on", names), ("other opponents", others)):
        if who:
            report = measured(game, players, who, seats, how)
            if report is None:
                return INTERRUPTED
            found += [f"# against {what} ({', '.join(who)}):", *(f"#   {words}" for words in report)]
    about = f"Plays like {source_name(source, sources)}, at prices that tuning found against {', '.join(names)}."
    write("\n".join([f"# {line}", *found, tuning.as_toml(how["name"], about, changed)]), found, out)
    return 0


def source_name(source: Any, sources: Any) -> str:
    return next((name for name, this in sources.items() if this == source), source.file.stem)


def measured(game: Any, players: list[Any], who: list[str], seats: int, how: Any) -> list[str] | None:
    """The gain on fresh deals, in words."""
    import heuristics
    from heuristics import tuning
    from reports.intervals import Moments, mean_interval

    if not how["quiet"]:
        say(f"measuring the gain on {how['measure']:,} fresh deals against {', '.join(who)}")
    opponents = tuning.tables(heuristics.named(who, game), seats)
    gain = tuning.gain(game, players[0], players[1], opponents, how["measure"], how["seed"] + 1, how["threads"])
    if gain is None or not len(gain.win_share):
        return None if gain is None else [f"all {gain.faulted} deals have faults"]
    share, margin = (mean_interval(Moments.of(values)) for values in (gain.win_share, gain.margin))
    return [
        f"share of wins {100 * gain.before:.1f} % -> {100 * gain.after:.1f} %: {100 * share.mean:+.2f} points "
        f"({100 * share.low:+.2f} to {100 * share.high:+.2f})",
        f"margin {margin.mean:+.2f} ({margin.low:+.2f} to {margin.high:+.2f}); {gain.turns:.1f} turns of a player",
        f"{share.n:,} deals of seed {how['seed'] + 1}, paired"
        + (f"; {gain.faulted} more left out for faults" if gain.faulted else ""),
    ]


def write(block: str, report: list[str], out: Path | None) -> None:
    from sim.files import BoxError

    if not out:
        click.echo(block)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(block)
    except OSError as error:
        click.echo(block)  # so that nothing is lost
        raise BoxError(f"{out}: cannot be written: {error.strerror}") from None
    for line in report:
        click.echo(line.removeprefix("# "))
    click.echo(f"written to {out}")
    sys.stdout.flush()
