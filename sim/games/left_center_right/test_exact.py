"""The exact answers are those that others found, and known.toml holds nothing else."""

import ast
import functools
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from sim.games.left_center_right import exact

FOLDER = Path(__file__).parent
SHARES = {
    2: [0.382075, 0.617925],
    3: [0.306843, 0.328019, 0.365138],
    4: [0.239258, 0.24318, 0.255345, 0.262217],
    5: [0.193707, 0.193808, 0.199938, 0.206322, 0.206225],
}
TURNS = {2: 5.80989, 3: 18.86303, 4: 33.93285, 5: 49.93482}  # skipped ones included
TURNS_WITH_A_ROLL = {2: 5.80989, 3: 17.51589, 4: 28.94543, 5: 39.70201}
WINS = {  # by seat, in a simulation by others: Mathematics Stack Exchange, question 261133
    2: [76233, 123767],
    3: [91720, 98359, 109921],
    4: [95913, 97396, 101796, 104895],
    5: [96340, 97629, 99926, 103080, 103025],
}
MATCHES = tomllib.loads((FOLDER / "known.toml").read_text())["match"]
answers = functools.cache(exact.game)


@pytest.mark.parametrize("players", SHARES)
def test_shares_and_turns(players):
    game = answers(players)
    assert game.win_share == pytest.approx(SHARES[players], abs=6e-7)
    assert game.turns.mean() == pytest.approx(TURNS[players], abs=6e-6)
    assert game.turns_with_a_roll == pytest.approx(TURNS_WITH_A_ROLL[players], abs=6e-6)


@pytest.mark.parametrize("players", WINS)
def test_published_counts_agree_within_chance(players):
    counts = np.array(WINS[players])
    assert stats.chisquare(counts, answers(players).win_share * counts.sum()).pvalue > 0.001


def test_published_counts_would_not_agree_with_seats_the_other_way_round():
    counts = np.array(WINS[3])
    assert stats.chisquare(counts, answers(3).win_share[::-1] * counts.sum()).pvalue < 1e-9


def test_one_chip_and_one_die_by_hand():
    """Two players, one chip each.  The first die ends it with 3 of its 6 faces, and whoever rolled has lost."""
    game = answers(2, 1, 1)
    assert game.win_share == pytest.approx([1 / 3, 2 / 3])
    assert game.turns.mean() == pytest.approx(2) and game.turns_with_a_roll == pytest.approx(2)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["about"])
def test_known_toml_is_what_exact_gives(match):
    changes = {path.removeprefix("params."): value for path, value in match.get("changes", {}).items()}
    game = exact.game(len(match["table"]), **changes)
    given = {
        "win_share": game.win_share,
        "turns.mean": game.turns.mean(),
        "turns.sd": game.turns.std(),
        "turns_with_a_roll.mean": game.turns_with_a_roll,
    }
    for name, value in match["exact"].items():
        assert value == pytest.approx(given[name], rel=1e-7), name


def test_known_toml_speaks_of_every_number_of_players():
    assert {len(match["table"]) for match in MATCHES} == {2, 3, 4, 5}


def test_the_rules_are_not_asked():
    """exact.py imports nothing of ours."""
    tree = ast.parse((FOLDER / "exact.py").read_text())
    assert not [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in [node.module]
        if name.startswith("sim")
    ]
