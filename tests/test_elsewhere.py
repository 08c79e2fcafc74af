"""A game may stand anywhere on disk, and brings its strategies along."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLAY = """
import heuristics
from sim import games
from sim.batch import run
from sim.rule import source_key
print(*games.names(), *heuristics.sentences("pit"))
game = games.get("pit")
played = run(game, [tuple(heuristics.named(["digger", "random"], game))], 1)
print(played.faults, game.folder, played.job.game.name)
print(source_key(game.folder), source_key(game.folder / "heuristics"), source_key(game.folder.parent))
"""


def copied(folder):
    """The template under another name."""
    shutil.copytree(ROOT / "sim/games/template", folder, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    for file in folder.glob("*.py"):
        text = file.read_text().replace("sim.games.template", "sim.games.pit").replace('name="template"', 'name="pit"')
        file.write_text(text)
    (folder / "heuristics").mkdir()
    (folder / "heuristics" / "strategies.toml").write_text('[digger]\nabout = "Digs."\ndo = ["quarry", "recall"]\n')


def told(place):
    environment = os.environ | {"MEEPLECARLO_GAMES": str(place), "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_game_from_elsewhere_is_found_played_and_compiled_anew_when_edited(tmp_path):
    copied(tmp_path / "pit")
    names, played, keys = told(tmp_path)
    assert {"pit", "template", "random", "digger"} <= set(names.split())
    assert played == f"{{}} {tmp_path / 'pit'} pit"
    with (tmp_path / "pit" / "rules.py").open("a") as rules:
        rules.write("\n# edited\n")
    assert not set(told(tmp_path)[2].split()) & set(keys.split())
