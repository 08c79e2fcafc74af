"""Data that a strategy in code reads at import counts as part of it."""

import pytest

import heuristics
from sim import games
from sim.experiment import digest
from sim.rule import source_key

CODE = '''"""Rolls as its table says."""

from sim.games.template.cards import Tables
from sim.games.template.state import Scratch, State
from sim.players import Plan
from sim.rule import rule


@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    return scratch.actions[0]
'''


@pytest.fixture
def file(tmp_path):
    (tmp_path / "looker.py").write_text(CODE)
    (tmp_path / "looker.csv").write_text("1\n")
    return tmp_path / "looker.py"


def key(folder):
    source_key.cache_clear()
    return source_key(folder)


@pytest.mark.parametrize("name, counts", [("looker.csv", True), ("results.csv", False)])
def test_the_csv_of_its_name_counts_and_no_other(file, name, counts):
    player = heuristics.from_code(file)
    before = key(file.parent), digest(player)
    file.with_name(name).write_text("2\n")
    after = key(file.parent), digest(player)
    assert [new != old for new, old in zip(after, before, strict=True)] == [counts, counts]


def test_the_card_files_of_a_game_are_not_compiled_in(tmp_path, monkeypatch):
    (tmp_path / "cards.py").write_text("")
    (tmp_path / "cards.csv").write_text("1\n")
    monkeypatch.setattr(games, "folders", lambda: {"pit": tmp_path})
    before = key(tmp_path)
    (tmp_path / "cards.csv").write_text("2\n")
    assert key(tmp_path) == before
