"""Facts do not import opinions, and reading about games compiles nothing."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
FILES = [file for folder in ("sim", "heuristics", "reports") for file in sorted((ROOT / folder).rglob("*.py"))]
UPWARD = {"sim/experiment.py"}  # these, and sim/cli, may look upward, inside functions


def imports(tree):
    """Modules that a piece of code imports."""
    for node in tree:
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_go_one_way(file):
    inside, tree = file.relative_to(ROOT).parts, ast.parse(file.read_text())
    at_the_top, anywhere = set(imports(tree.body)), set(imports(ast.walk(tree)))
    if inside[0] == "sim":
        looks_up = "/".join(inside) in UPWARD or inside[:2] == ("sim", "cli")
        for name in at_the_top if looks_up else anywhere:
            assert name.split(".")[0] not in ("heuristics", "reports"), name
    if inside[:2] == ("sim", "games") and len(inside) > 3:
        for name in anywhere:
            if name.startswith("sim.games."):
                assert name.split(".")[2] == inside[2], f"another game: {name}"
            assert not name.startswith("sim.cli"), name
    elif inside[0] == "sim":
        for name in anywhere:
            assert not name.startswith("sim.games.") or name.split(".")[2] in ("names", "about", "get"), name
    if inside[0] == "heuristics":
        for name in anywhere:
            assert name.split(".")[0] != "reports", name
            if name.startswith("sim.games."):
                assert name.split(".")[2] == inside[1], f"another game: {name}"
    if inside[0] == "reports":
        for name in anywhere:
            assert not name.startswith(("heuristics", "sim.games")), name


def test_reading_about_games_and_strategies_compiles_nothing():
    script = """
import sys
import heuristics
from sim import games
for name in games.names():
    games.about(name), heuristics.sentences(name)
print("numba" in sys.modules, any(module.startswith("sim.games.") for module in sys.modules))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    told = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]
