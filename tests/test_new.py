"""`new` makes a game that is whole, and touches nothing that is there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import heuristics
from sim import games
from sim.cli import main

ROOT = Path(__file__).parent.parent


def outcome(here, *words):
    """pytest, in a process of its own and in plain Python."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error", *words]
    return subprocess.run(line, cwd=here, env=environment, capture_output=True, text=True)


def test_it_has_all_that_the_model_has_and_nothing_of_its_name(tmp_path, capsys):
    assert main(["new", "salt_mine", "--in", str(tmp_path / "games")]) == 0
    folder, model = tmp_path / "games" / "salt_mine", games.folder("template")
    said = capsys.readouterr().out
    assert f"meeplecarlo run {folder}" in said and "heuristics/" in said
    there = {file.name for file in folder.rglob("*") if file.is_file()}
    wanted = {file.name for where in (model, heuristics.FOLDER / "template") for file in where.rglob("*.*")}
    assert there == {name for name in wanted if not name.endswith(".pyc")} - {"__pycache__"} | {"conftest.py"}
    text = "\n".join(file.read_text() for file in folder.rglob("*") if file.is_file())
    assert "template" not in text and text.count("The Quarry") == 1 and "sim.games.salt_mine" in text
    assert games.header(folder)["title"] == "Salt mine"
    for word in said.split():
        if word.endswith((".py", ".toml", ".csv")):
            assert (folder / word).exists(), word


@pytest.mark.parametrize(
    "place, words", [(".", ["mygame"]), (".", []), ("mygame", []), ("mygame/tests", ["test_rules.py"])]
)
def test_its_tests_run_from_anywhere(place, words, tmp_path):
    assert main(["new", "mygame", "--in", str(tmp_path)]) == 0
    done = outcome(tmp_path / place, *words)
    assert done.returncode == 0 and "passed" in done.stdout and "warning" not in done.stdout, done.stdout


@pytest.mark.parametrize(
    "file, old, new, fails",
    [
        ("rules.py", "me.silver += tables.params.market", "me.silver += 2", "test_R2_2"),
        ("rules.py", "me.workers += me.placed[where]", "me.workers += 1", "test_whatever_is_legal"),
        ("rules.py", "mine.score_silver = silver", "mine.score_silver = 2 * silver", "test_R6_three"),
        ("rules.py", "me.points += plan.points", "me.points += 1", "test_playthrough"),
        ("RULES.md", "R2.2 Market", "R2.5 Market", "test_every_rule_is_cited"),
    ],
)
def test_its_tests_find_a_broken_rule(file, old, new, fails, tmp_path):
    assert main(["new", "mygame", "--in", str(tmp_path)]) == 0
    text = (tmp_path / "mygame" / file).read_text()
    assert text.count(old) == 1
    (tmp_path / "mygame" / file).write_text(text.replace(old, new))
    done = outcome(tmp_path, "mygame", "-k", fails)
    assert done.returncode == 1 and f"::{fails}" in done.stdout, done.stdout


@pytest.mark.parametrize(
    "words, says",
    [
        (["mine"], "mine: is there already, and nothing in it was touched"),
        (["other", "--in", "file"], "file/other: cannot be made: Not a directory"),
        (["my-game"], "my-game: a game's name is letters, digits and _, and no word of Python"),
        (["../mine"], "../mine: a game's name is letters"),
        (["class"], "class: a game's name is letters"),
        (["get"], "get: a game cannot be called that"),
        (["sim"], "sim: Meeple Carlo itself is called so"),
        (["template"], "template: a game of that name is there already"),
    ],
)
def test_a_mistake_is_told_in_one_line(words, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "file").write_text("")
    assert main(["new", *words]) == 2
    said = capsys.readouterr()
    assert says in said.err and len(said.err.splitlines()) == 1 and said.out == ""
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["file", "mine"]
