"""What lies in seeds/ fits the games as they are: cases for sweeps, and more strategies."""

import re
import shlex
from pathlib import Path

import pytest
from found import GAMES

import heuristics
from sim.cli import INTERRUPTED, answer
from sim.cli.sweep import NAME, from_csv, turned
from sim.files import digest
from sim.players import line_up_rows

ROOT = Path(__file__).parent.parent
SEEDS = ROOT / "seeds"
PAGE = (ROOT / "docs" / "abbey.md").read_text().replace("\\\n", " ")


def game_of(file):
    return GAMES[file.stem.partition("-")[0]]


@pytest.mark.parametrize("file", sorted(SEEDS.glob("*.csv")), ids=lambda file: file.stem)
def test_every_case_is_another_box(file):
    game, cases = game_of(file), list(from_csv(file).values())
    assert turned(cases[0]) == {} and len({case[NAME] for case in cases}) == len(cases)
    assert len({digest(game.load(turned(case))) for case in cases}) == len(cases)


@pytest.mark.parametrize("file", sorted((SEEDS / "strategies").glob("*.toml")), ids=lambda file: file.stem)
def test_strategies_can_be_seated(file):
    players = heuristics.from_toml(file, game_of(file))
    for player in players.values():
        line_up_rows(game_of(file), [(player,)])
    assert players


def test_the_ranges_of_what_is_assumed_are_all_there_that_the_rules_allow():
    """Of 19 dials 18 can be turned, each as far as it goes in the data report; farms of a kind cannot."""
    cases = list(from_csv(SEEDS / "abbey-uncertainty.csv").values())
    turned_by_some = {name for case in cases for name in turned(case)}
    assert len(turned_by_some - {"buildings.masons_guild.amount_1"}) == 18
    assert all(len(turned(case)) == 1 for case in cases[1:]) and len(cases) == 31


@pytest.mark.parametrize("line", re.findall(r"^    meeplecarlo (sweep .*)$", PAGE, re.M))
def test_the_commands_of_the_page_on_the_abbey_are_understood(line, monkeypatch, capsys):
    """Cases, strategies, figures and targets are all there; nothing is played."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sim.cli.sweep.played", lambda *asked: None)
    assert answer([*shlex.split(line), "--quiet"]) == INTERRUPTED
    assert capsys.readouterr().err == ""


def test_the_page_on_the_abbey_has_a_command_for_each_question():
    questions = re.split(r"^## ", PAGE, flags=re.M)[1:]
    assert len(questions) == 5 and all("    meeplecarlo sweep abbey " in question for question in questions)
