"""meeplecarlo bench"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from sim.cli import GAME, announce, say

USUAL = 4  # players, where the box allows it
HEAD = ("games/s", "decisions/s", "decisions", "legal", "forced")
START = """
import sys
import heuristics
from sim import batch, games
game = games.get(games.named(sys.argv[1]))
batch.play_chunk(batch.job(game, [tuple(heuristics.named(sys.argv[2:], game))]), 0, 1)
"""


@click.command(
    epilog="""\b
Examples:
  meeplecarlo bench template
  meeplecarlo bench template --strategies stonemason,random --json
  meeplecarlo bench template --json > before.json
  meeplecarlo bench template --compare before.json

Games a second are those of one core: processor time of one thread, the best of several rounds of the same games.
The last example is for another commit than the one before it.""",
)
@click.argument("game", type=GAME, required=False)
@click.option("--players", type=int, help="Players at the table. [4, or as the box allows]")
@click.option("--strategies", metavar="A,B,...", help="Only these. [all of the game]")
@click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="Of the same games; the best counts."
)
@click.option("--cold", is_flag=True, help="Also a start with nothing compiled; takes as long as that.")
@click.option(
    "--compare", type=click.Path(path_type=Path), metavar="FILE", help="Ratios to what an earlier --json says."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str | None,
    players: int | None,
    strategies: str | None,
    rounds: int,
    cold: bool,
    compare: Path | None,
    as_json: bool,
) -> None:
    """Measure how fast a game (or every game) is played: by kind of strategy, by strategy and at a mixed table."""
    from sim import games

    names = [game] if game else games.names()
    before = read(compare) if compare else {}
    only = [name.strip() for name in strategies.split(",")] if strategies else []
    found: dict[str, Any] = {"versions": {}, "games": {}}
    for name in names:
        announce(name)
        found["games"][name] = measured(name, players, only, rounds, cold)
        if not as_json:
            for line in lines(found["games"][name]):
                click.echo(line)
    from sim.experiment import versions

    found["versions"] = versions() | {"cores": os.cpu_count()}
    if as_json:
        click.echo(json.dumps(found | ({"ratios": ratios(found, before)} if before else {}), indent=1))
    elif before:
        for line in compared(found, before):
            click.echo(line)


def read(file: Path) -> dict[str, Any]:
    from sim.files import BoxError

    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BoxError(f"{file}: {error.strerror}") from None
    except ValueError:
        raise BoxError(f"{file}: not what meeplecarlo bench --json prints") from None
    if not isinstance(told, dict) or not isinstance(told.get("games"), dict):
        raise BoxError(f"{file}: not what meeplecarlo bench --json prints")
    return told


# Measuring.


def measured(name: str, seats: int | None, only: list[str], rounds: int, cold: bool) -> dict[str, Any]:
    """All figures of one game."""
    import heuristics
    from sim import games, speed

    fewest, most = games.about(name)["players"]
    seats = min(max(USUAL, fewest), most) if seats is None else seats
    game = games.get(name)
    sources = heuristics.sources(name)
    names = only or list(sources)
    players = dict(zip(names, heuristics.named(names, game), strict=True))
    kinds = {strategy: kind(sources.get(strategy)) for strategy in names}
    rows: dict[str, Any] = {}
    for strategy, player in players.items():
        rows[strategy] = {"kind": kinds[strategy]} | speed.pace(game, [player] * seats, rounds=rounds)._asdict()
    if not only and "weights" not in kinds.values():
        rows |= by_weights_alone(game, sources, seats, rounds)
    mixed = [strategy for strategy in names if kinds[strategy] not in ("random", "code")] or names
    table = [mixed[seat % len(mixed)] for seat in range(seats)]
    seated = [players[strategy] for strategy in table]
    rows["mixed"] = {"kind": "mixed", "table": table} | speed.pace(game, seated, rounds=rounds)._asdict()
    cost = speed.writing(game, seated, rounds=min(rounds, 3))
    return {
        "title": game.title,
        "players": seats,
        "rounds": rounds,
        "signature": speed.signature(game, heuristics.named(["random"], game)[0]),
        "kinds": by_kind(rows.values()),
        "strategies": rows,
        "tables": cost._asdict() | {"ratio": cost.ratio},
        "start": {"warm": start(name, table)} | ({"cold": cold_start(name, table)} if cold else {}),
    }


def kind(source: Any) -> str:
    """What walks the strategy: a list, prices alone, or code of its own."""
    if source is None or source.block is None:
        return "random" if source and source.file.stem == "random" else "code"
    return "list" if "do" in source.block else "weights"


def by_weights_alone(game: Any, sources: Mapping[str, Any], seats: int, rounds: int) -> dict[str, Any]:
    """Where every strategy has a list: what the prices of the first would do without it."""
    import heuristics
    from sim import speed

    for name, source in sources.items():
        if source.block and "weights" in source.block:
            alone = source._replace(block={"about": source.about, "weights": source.block["weights"]})
            player = heuristics.made(f"{name}'s prices", alone, game)
            return {player.name: {"kind": "weights"} | speed.pace(game, [player] * seats, rounds=rounds)._asdict()}
    return {}


def by_kind(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Each kind's strategies together, as if they had played equally many games."""
    found: dict[str, Any] = {}
    for name in ("random", "list", "weights", "code"):
        own = [row for row in rows if row["kind"] == name]
        if not own:
            continue
        seconds = sum(1 / row["games_per_second"] for row in own)
        decisions = sum(row["decisions"] for row in own)
        found[name] = {
            "strategies": len(own),
            "games_per_second": len(own) / seconds,
            "decisions_per_second": decisions / seconds,
            "decisions": decisions / len(own),
            "legal": sum(row["legal"] * row["decisions"] for row in own) / decisions,
            "forced": sum(row["forced"] * row["decisions"] for row in own) / decisions,
        }
    return found


def start(name: str, table: Iterable[str], cache: str | None = None) -> dict[str, float]:
    """A new process until its first game is played, in seconds: by the clock, and of the processor."""
    from sim import games

    paths = [str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    environment |= {"MEEPLECARLO_CACHE": cache} if cache else {}
    begun, spent = time.perf_counter(), of_children()
    done = subprocess.run(
        [sys.executable, "-c", START, games.word(name), *table],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name} cannot be started in a process of its own:\n{done.stderr}")
    return {"seconds": time.perf_counter() - begun, "processor": of_children() - spent}


def of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def cold_start(name: str, table: Iterable[str]) -> dict[str, float]:
    say(f"{name}: starting with nothing compiled")
    with TemporaryDirectory() as cache:
        return start(name, table, cache)


# In words.


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    from sim.lineups import players_in_words

    yield f"{found['title']}, {players_in_words(found['players'])}, signature {found['signature']}"
    yield ""
    yield from table("kind", {f"{name} ({row['strategies']})": row for name, row in found["kinds"].items()})
    yield ""
    yield from table("four at a table" if found["players"] == 4 else "alone at a table", found["strategies"])
    faulted = {name: row["faults"] / row["games"] for name, row in found["strategies"].items() if row["faults"]}
    for name, share in faulted.items():
        yield f"{name}: {share:.0%} of its games ended with a fault; look at its decisions only"
    yield ""
    yield f"mixed     {', '.join(found['strategies']['mixed']['table'])}"
    yield f"tables    {found['tables']['ratio']:.1%} of the time of the games, for frames and Parquet (mixed table)"
    for name, took in found["start"].items():
        yield f"{name} start{took['seconds']:5.1f} s to the first game; {took['processor']:.1f} s of the processor"
    yield ""


def table(what: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    width = max(map(len, (what, *rows))) + 2
    yield f"{what:{width}}" + "".join(f"{head:>13}" for head in HEAD)
    for name, row in rows.items():
        cells = (
            f"{row['games_per_second']:,.{0 if row['games_per_second'] >= 100 else 1}f}",
            f"{row['decisions_per_second']:,.0f}",
            f"{row['decisions']:.1f}",
            f"{row['legal']:.1f}",
            f"{100 * row['forced']:.1f} %",
        )
        yield f"{name:{width}}" + "".join(f"{cell:>13}" for cell in cells)


def ratios(now: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Games a second now against before (more is faster), and times before against now, so that more is better."""
    found: dict[str, dict[str, float]] = {}
    for name in now["games"].keys() & before["games"].keys():
        new, old = now["games"][name], before["games"][name]
        found[name] = {
            who: row["games_per_second"] / old["strategies"][who]["games_per_second"]
            for who, row in new["strategies"].items()
            if who in old["strategies"]
        }
        found[name]["tables"] = old["tables"]["ratio"] / new["tables"]["ratio"]
        for how, took in new["start"].items():
            if how in old["start"]:
                found[name][f"{how} start"] = old["start"][how]["processor"] / max(took["processor"], 1e-9)
    return found


def compared(now: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[str]:
    found = ratios(now, before)
    if not found:
        yield "no game stands in both"
    for name, speeds in found.items():
        yield f"{name}: how many times as fast as before"
        for who, ratio in speeds.items():
            yield f"  {who:20}{ratio:6.2f}"
        old, new = before["games"][name], now["games"][name]
        if old["signature"] != new["signature"]:
            yield f"  the rules changed: signature {old['signature']} before, {new['signature']} now"
        if old["players"] != new["players"]:
            yield f"  {old['players']} players before, {new['players']} now"
    changed = [what for what in now["versions"] if now["versions"][what] != before["versions"].get(what)]
    if changed:
        yield "other versions than before: " + ", ".join(
            f"{what} {before['versions'].get(what, '?')} -> {now['versions'][what]}" for what in changed
        )
