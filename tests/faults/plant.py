"""Plants known faults, one at a time, in a copy of the project and tells which check finds each.

    python tests/faults/plant.py --game template

The faults stand in <game>.toml beside this file: was, the text that is replaced, now, what is put in its place, and
in one sentence what is wrong.  Three checks look at every copy: the game's own rule tests, its recorded games
(playthroughs and signature), and the kit, `meeplecarlo check GAME`.  Faults in code that all games share are looked
at by that code's own tests too.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import click

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
REMARKS = FOLDER / "remarks.md"  # what a reader of the page should know about these looks
COPIED = ("sim", "heuristics", "reports", "tests", "seeds", "conftest.py", "pyproject.toml", "README.md")
SHARED_TESTS = ("luck", "records", "batch", "results")
CHECKS = ("rules", "kit", "recorded", "shared")
SECONDS = {"rules": 300, "recorded": 300, "shared": 400, "kit": 900}  # ten times what they take, or more
COMPILED = 4  #  times as long, when all rules must be compiled first
MAIN = "import sys; from sim.cli import main; sys.exit(main(sys.argv[1:]))"
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
CAUGHT = ("caught", "no end")


class Fault(NamedTuple):
    game: str  #   whose checks look at it
    name: str
    file: str  #   from the root of the project
    kind: str
    wrong: str  #  one sentence
    was: str
    now: str
    led_to: str = ""  # the check that was added because nothing else noticed it

    def planted(self, text: str) -> str:
        """The file's text with the fault in it.

        Raises: ValueError when what it replaces is not there exactly once.
        """
        if text.count(self.was) != 1:
            raise ValueError(f"{self.name}: what it replaces stands {text.count(self.was)} times in {self.file}")
        return text.replace(self.was, self.now)

    @property
    def is_shared(self) -> bool:
        """In code that every game runs."""
        return Path(self.file).parent == Path("sim")


def faults() -> list[Fault]:
    """All that are written down."""
    files = sorted(FOLDER.glob("*.toml"))
    return [Fault(file.stem, **block) for file in files for block in tomllib.loads(file.read_text())["fault"]]


def copy_project(into: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, into / name, ignore=shutil.ignore_patterns("__pycache__", "faults"))
        else:
            shutil.copy(source, into / name)


def command(check: str, game: str, root: Path, is_in_game: bool) -> list[str]:
    """What is run, in a copy of the project; strategies are asked only where the fault is not the game's."""
    match check:
        case "rules":
            files = sorted((root / "sim/games" / game).glob("test_*.py"))  # test_game.py repeats recorded games
            return [*PYTEST, *(str(file) for file in files if file.name != "test_game.py")]
        case "recorded":
            return [*PYTEST, "tests/test_games.py", "-k", f"(playthrough or signature) and {game}"]
        case "shared":
            return [*PYTEST, *(f"tests/test_{name}.py" for name in SHARED_TESTS)]
        case _:
            return ["-c", MAIN, "check", game, "--first", *["--game-only"] * is_in_game]


class Outcome(NamedTuple):
    result: str  #  green, caught, crashed (the kit could not say), no end, hung (where nobody looks for that)
    by: str  #      the tests or promises that failed


NOT_ASKED = Outcome("not asked", "")


def look(check: str, game: str, root: Path, compiled: bool, is_in_game: bool = False) -> Outcome:
    """Run one check in a copy of the project; only the kit needs what is compiled."""
    compiled = compiled and check == "kit"
    settings = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}
    settings |= {"NUMBA_DISABLE_JIT": str(int(not compiled)), "MEEPLECARLO_CACHE": str(root / ".cache")}
    process = subprocess.Popen(
        [sys.executable, *command(check, game, root, is_in_game)],
        cwd=root,
        env=settings,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=SECONDS[check] * (COMPILED if compiled else 1))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Outcome("no end" if check == "kit" else "hung", "the time limit")
    if process.returncode == 0:
        return Outcome("green", "")
    broken = list(broken_promises(said) if check == "kit" else failed_tests(said))
    if process.returncode == 1 and broken:
        return Outcome("caught", "; ".join(dict.fromkeys(broken)))
    last = [line for line in said.splitlines() if line.strip()][-1:]
    return Outcome("crashed" if check == "kit" else "caught", "".join(last)[:160])


def broken_promises(said: str) -> Iterator[str]:
    """`template  BROKEN  ends by its rules: ...` -> the promise."""
    for line in said.splitlines():
        _, found, told = line.partition(" BROKEN ")
        if found:
            yield told.strip().split(": ")[0]


def failed_tests(said: str) -> Iterator[str]:
    for line in said.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            yield line.split(" ", 1)[1].split(" - ")[0].split("::")[-1]


def digest(fault: Fault) -> str:
    """Of the fault and all that its checks read: a result is kept as long as this is the same."""
    others = {file.parent.name for file in ROOT.glob("sim/games/*/__init__.py")} - {fault.game}
    files = [file for name in ("sim", "heuristics", "reports") for file in (ROOT / name).rglob("*")]
    files += [ROOT / "tests" / name for name in ("found.py", "test_games.py", "signatures.toml")]
    files += [ROOT / "tests" / f"test_{name}.py" for name in SHARED_TESTS if fault.is_shared]
    found = hashlib.sha256(repr(fault).encode())
    for file in sorted(files):
        if file.suffix in (".py", ".toml", ".csv", ".txt") and not others & set(file.parts):
            found.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return found.hexdigest()[:16]


def judged(fault: Fault, compiled: bool, until_caught: bool = False) -> dict:
    """One fault, planted in a copy of its own, and what each check says, or those up to the first that finds it."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        root = Path(folder)
        copy_project(root)
        file = root / fault.file
        file.write_text(fault.planted(file.read_text()))
        is_in_game = fault.file.startswith(f"sim/games/{fault.game}/")
        said: dict[str, Outcome] = {}
        for check in checks_of(fault):
            caught = any(outcome.result in CAUGHT for outcome in said.values())
            said[check] = NOT_ASKED if caught and until_caught else look(check, fault.game, root, compiled, is_in_game)
    return {"game": fault.game, "fault": fault.name, "compiled": compiled, "digest": digest(fault)} | {
        check: outcome._asdict() for check, outcome in said.items()
    }


def checks_of(fault: Fault) -> list[str]:
    return [check for check in CHECKS if check != "shared" or fault.is_shared]


def must_be_green(games: set[str], compiled: bool) -> None:
    """Without a fault nothing may fail."""
    with tempfile.TemporaryDirectory(prefix="unplanted-") as folder:
        root = Path(folder)
        copy_project(root)
        for game in sorted(games):
            for check in ("rules", "recorded", "kit"):
                outcome = look(check, game, root, compiled, is_in_game=True)
                if outcome.result != "green":
                    raise click.ClickException(f"{game}, {check}, without a fault: {outcome.result}: {outcome.by}")
                click.echo(f"{game}: {check} is green without a fault", err=True)


def table(found: list[tuple[Fault, dict]], missing: int) -> str:
    """The page: how to read it, remarks, totals, what escaped, and every fault."""
    parts = [HOW, how_far(found, missing), REMARKS.read_text().strip(), totals(found), escaped(found)]
    for game in dict.fromkeys(fault.game for fault, _ in found):
        rows = [row(fault, result) for fault, result in found if fault.game == game]
        all_compiled = all(result["compiled"] for fault, result in found if fault.game == game)
        plain = "" if all_compiled else " (plain Python)"
        head = "| fault | what is wrong | kind | rules | recorded | kit |\n|---|---|---|---|---|---|"
        parts.append("\n".join([f"## {game}{plain}\n", head, *rows]))
    return "\n\n".join(parts) + "\n"


def how_far(found: list[tuple[Fault, dict]], missing: int) -> str:
    """What the page does not know."""
    older = sum(result["digest"] != digest(fault) for fault, result in found)
    parts = ["Each fault stands here as it was last looked at."]
    if older:
        parts.append(f"For {older} of {len(found)} that was before the last change to their game or to shared code.")
    if missing:
        parts.append(f"**Not complete: {missing} more faults are not looked at yet.**")
    return "\n".join(parts)


HOW = """# Planted faults

The checks are checked: known programming mistakes are planted in copies of the project, one at a time, and each check
is asked whether it notices. The faults stand in `tests/faults/`, one file for each game, and were written before it was
looked up which check would find them; a few in code that all games share count for one game. This page is made by

    make faults

- **rules**: the game's own tests of its rules, which somebody who adds a game writes.
- **recorded**: its recorded games, and the one number that sums up many games at random. They notice that something
  changed, not that it is wrong; a fault that was there when they were recorded they keep.
- **kit**: `meeplecarlo check GAME`, which knows no rule of the game; the cell names the broken promises. Where a game
  has known answers (known.toml), they are part of it. "crashed" says that it ended with an error and named no promise;
  this does not count as caught. A kit that finds no end within its time counts: it is there to see this.
- A fault in shared code is also looked at by the tests of that code, named behind "shared:".

Every check stops at its first failing test, and the kit at its first broken promise. A fault with a star led to a new
check or test when it was first looked at, which is told behind it.

"Not asked": another check had found it already, and this one takes long.

In tables headed "plain Python" nothing was compiled, since compiling a copy of a large game takes a minute; the kit
then looks at fewer games and positions, and cannot compare compiled with plain Python."""


def caught_by(result: dict, *checks: str) -> bool:
    return any(result.get(check, {}).get("result") in CAUGHT for check in checks)


def totals(found: list[tuple[Fault, dict]]) -> str:
    kinds = {
        "faults": lambda result: True,
        "caught by rules": lambda result: caught_by(result, "rules"),
        "by the kit": lambda result: caught_by(result, "kit"),
        "by rules or kit": lambda result: caught_by(result, "rules", "kit"),
        "by rules only": lambda result: caught_by(result, "rules") and not caught_by(result, "kit"),
        "by the kit only": lambda result: caught_by(result, "kit") and not caught_by(result, "rules"),
        "by recorded games": lambda result: caught_by(result, "recorded"),
        "by anything": lambda result: caught_by(result, *CHECKS),
    }
    lines = ["| game | " + " | ".join(kinds) + " |", "|---" * (len(kinds) + 1) + "|"]
    games = list(dict.fromkeys(fault.game for fault, _ in found))
    for game in [*games, "all"] if len(games) > 1 else games:
        results = [result for fault, result in found if game in (fault.game, "all")]
        counts = [sum(map(bool, map(is_so, results))) for is_so in kinds.values()]
        cells = [str(counts[0]), *(f"{count} ({count / counts[0]:.0%})" for count in counts[1:])]
        lines.append(f"| {game} | " + " | ".join(cells) + " |")
    return "## In numbers\n\n" + "\n".join(lines)


def escaped(found: list[tuple[Fault, dict]]) -> str:
    """What nothing noticed, and what only the recorded games or the shared code's tests did."""
    alone = [(fault, result) for fault, result in found if not caught_by(result, "rules", "kit")]
    lines = [f"- {fault.game}, {fault.name}: {fault.wrong} {noticed(result)}" for fault, result in alone]
    return "## What neither rules nor kit noticed\n\n" + ("\n".join(lines) or "Nothing escaped both.")


def noticed(result: dict) -> str:
    others = [name for name in ("recorded", "shared") if caught_by(result, name)]
    return f"(Noticed by: {', '.join(others)}.)" if others else "**Escaped everything.**"


def row(fault: Fault, result: dict) -> str:
    shared = f"; shared: {cell(result['shared'])}" if "shared" in result else ""
    kit = cell(result["kit"]) + shared
    name = f"{fault.name} *" if fault.led_to else fault.name
    cells = (name, f"{fault.wrong}{led(fault)}", fault.kind, cell(result["rules"]), cell(result["recorded"]), kit)
    return f"| {' | '.join(cells)} |"


def led(fault: Fault) -> str:
    return f" (Led to: {fault.led_to}.)" if fault.led_to else ""


def cell(outcome: dict) -> str:
    by = outcome["by"].replace("|", "\\|")
    match outcome["result"]:
        case "green":
            return "-"
        case "not asked":
            return "not asked"
        case "caught":
            return by
        case "no end":
            return "the time limit"
        case other:
            return f"({other}: {by})" if by else f"({other})"


def read_results(file: Path) -> list[dict]:
    """All looks there were, the oldest first."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def last_looks(chosen: list[Fault], results: list[dict]) -> list[tuple[Fault, dict]]:
    """Each fault that was looked at, and what was found the last time, also in code that was changed since."""
    last = {(result["game"], result["fault"]): result for result in results}
    return [(fault, last[fault.game, fault.name]) for fault in chosen if (fault.game, fault.name) in last]


@click.command()
@click.option("--game", "games", multiple=True, help="Only faults of this game; repeatable. [all]")
@click.option("--fault", "names", multiple=True, help="Only this fault; repeatable. [all]")
@click.option("--workers", default=2, show_default=True, help="Copies looked at at the same time.")
@click.option("--out", type=Path, default=ROOT / "docs" / "planted-faults.md", help="[docs/planted-faults.md]")
@click.option("--page-only", is_flag=True, help="Plant nothing, write the page of what is known already.")
@click.option("--plain", is_flag=True, help="In plain Python: for games that take long to compile.")
@click.option("--until-caught", is_flag=True, help="Ask no further check about a fault that one has found.")
@click.option("--every", default=1, show_default=True, help="Only each such fault of a game's list, from the first.")
def main(
    games: tuple[str, ...],
    names: tuple[str, ...],
    workers: int,
    out: Path,
    page_only: bool,
    plain: bool,
    until_caught: bool,
    every: int,
) -> None:
    """Plant each fault and write a page of which check noticed it.

    Results are kept beside the page, one line of JSON for each: an interrupted run goes on, and a fault is looked at
    again only when it, its game, or the code that all games share was changed.
    """
    chosen = [fault for fault in faults() if (not games or fault.game in games) and (not names or fault.name in names)]
    if not chosen:
        raise click.ClickException("there is no such fault")
    kept = out.with_suffix(".jsonl")
    results = read_results(kept)
    known = {(result["digest"], result["compiled"]) for result in results}
    waiting = [fault for fault in each(chosen, every) if not page_only and (digest(fault), not plain) not in known]
    must_be_green({fault.game for fault in waiting}, not plain)
    out.parent.mkdir(exist_ok=True)
    with ThreadPoolExecutor(workers) as pool, kept.open("a") as file:
        for result in pool.map(lambda fault: judged(fault, not plain, until_caught), waiting):
            print(json.dumps(result), file=file, flush=True)
            results.append(result)
            click.echo(f"{result['game']}, {result['fault']}: {told(result)}", err=True)
    found = last_looks(chosen, results)
    out.write_text(table(found, len(chosen) - len(found)))


def each(chosen: list[Fault], every: int) -> list[Fault]:
    """The first of every so many faults of each game."""
    games = dict.fromkeys(fault.game for fault in chosen)
    return [fault for game in games for fault in [one for one in chosen if one.game == game][::every]]


def told(result: dict) -> str:
    return ", ".join(f"{check} {result[check]['result']}" for check in CHECKS if check in result)


if __name__ == "__main__":
    main()
