"""What lies in seeds/ fits the games as they are: cases for sweeps, and strategies that leave something out."""

from pathlib import Path

import pytest
from found import GAMES

import heuristics
from sim.cli.sweep import NAME, from_csv, turned
from sim.files import digest
from sim.players import line_up_rows

SEEDS = Path(__file__).parent.parent / "seeds"


def game_of(file):
    return GAMES[file.stem.partition("-")[0]]


@pytest.mark.parametrize("file", sorted(SEEDS.glob("*.csv")), ids=lambda file: file.stem)
def test_every_case_is_another_box(file):
    game, cases = game_of(file), from_csv(file)
    assert turned(cases[0]) == {} and len({case[NAME] for case in cases}) == len(cases)
    assert len({digest(game.load(turned(case))) for case in cases}) == len(cases)


@pytest.mark.parametrize("file", sorted((SEEDS / "strategies").glob("*.toml")), ids=lambda file: file.stem)
def test_strategies_that_leave_something_out_can_be_seated(file):
    players = heuristics.from_toml(file, game_of(file))
    for player in players.values():
        line_up_rows(game_of(file), [(player,)])
        assert player.plan.nevers > 0


def test_the_ranges_of_what_is_assumed_are_all_there_that_the_rules_allow():
    """Of 19 dials 18 can be turned, each as far as it goes in the data report; farms of a kind cannot."""
    cases = from_csv(SEEDS / "abbey-uncertainty.csv")
    turned_by_some = {name for case in cases for name in turned(case)}
    assert len(turned_by_some - {"buildings.masons_guild.amount_1"}) == 18
    assert all(len(turned(case)) == 1 for case in cases[1:]) and len(cases) == 31
