"""Compiled and plain play the same games, and the cache never serves an old rule."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from found import GAMES, compiled_only, every_game, listed

import heuristics

ROOT = Path(__file__).parent.parent
THOUGHTS = 12  # decisions of a game with thinkers in it: in plain Python each may take seconds
PLAY = """
import hashlib, sys
import heuristics
from sim import games
from sim.batch import run
longest, name, *tables = sys.argv[1:]
game = games.get(name)
for table in tables:
    loaded = game.load({})
    loaded.longest = min(loaded.longest, int(longest))
    played = run(game, [tuple(heuristics.named(table.split(","), game))], 1, tables=loaded, rotates=False)
    print(table, hashlib.sha256(played.rows.tobytes()).hexdigest(), played.faults)
"""


def start(*args, root=ROOT, script=PLAY, **settings):
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"} | settings
    command = [sys.executable, "-W", "error", "-W", "ignore:Record", "-c", script, *map(str, args)]
    return subprocess.Popen(
        command, cwd=root, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def told(process):
    out, wrong = process.communicate(timeout=600)
    assert process.returncode == 0, wrong
    return out


def tables_of(game, names):
    """Every one of these players, with seats for as few as may be."""
    seats = game.seats[0]
    padded = [*names, *["random"] * (-len(names) % seats)]
    return [",".join(padded[start : start + seats]) for start in range(0, len(padded), seats)]


@every_game
@compiled_only
def test_compiled_is_plain(game):
    """To the last bit, for every strategy there is."""
    names = list(heuristics.sources(game.name))
    quick = [name for name in listed(game) if name != "random"]
    slow = [name for name in names if name not in (*quick, "random")]
    for longest, some in ((10**6, quick), (THOUGHTS, slow)):
        if some:
            args = (longest, game.name, *tables_of(game, [*some, "random"]))
            plain, compiled = start(*args, NUMBA_DISABLE_JIT="1"), start(*args)
            assert told(compiled) == told(plain)


COUNT = """
import sys
import heuristics
from sim import games
from sim.batch import run
from sim.rule import RULES
game = games.get("template")
played = run(game, [tuple(heuristics.named(["stonemason", "thinker"], game))], 5)
print(hash(played.rows.tobytes()))
print(sum(sum(rule.stats.cache_misses.values()) for rule in RULES if rule.__module__.startswith("sim")))
print(sum(sum(rule.stats.cache_misses.values()) for rule in RULES if not rule.__module__.startswith("sim")))
"""


@compiled_only
def test_an_edited_rule_is_seen_and_an_edited_strategy_compiles_no_game(tmp_path):
    skip = shutil.ignore_patterns("__pycache__", *(name for name in GAMES if name != "template"))
    for folder in ("sim", "heuristics"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=skip)
    rules, thinker = tmp_path / "sim/games/template/rules.py", tmp_path / "heuristics/template/thinker.py"

    def result():
        settings = {"MEEPLECARLO_CACHE": str(tmp_path / "cache"), "PYTHONHASHSEED": "0"}
        rows, game, strategy = told(start(root=tmp_path, script=COUNT, **settings)).split()
        return rows, int(game) > 0, int(strategy) > 0

    def edit(file, old, new):
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    first, *compiled = result()
    assert compiled == [True, True]
    assert any((tmp_path / "cache").rglob("*.nbi"))
    assert result() == (first, False, False)
    (tmp_path / "sim/results.py").write_text("# nothing is compiled from here\n")
    edit(thinker, "TRIALS = 4", "TRIALS = 1")
    second, *compiled = result()
    assert second != first and compiled == [False, True]
    edit(rules, "me.stone += me.placed", "me.stone += 2 * me.placed")
    third, *compiled = result()
    assert third != second and compiled[0]


@compiled_only
def test_nothing_is_written_beside_the_sources():
    """The cache folder is the user's, or where MEEPLECARLO_CACHE says."""
    assert not [file for folder in ("sim", "heuristics", "tests") for file in (ROOT / folder).rglob("*.nb[ic]")]
