"""The strategy `optimal` of Pig plays what is worked out beside the rules."""

import numpy as np
import pytest

import heuristics
from sim.games.pig import GAME, exact
from sim.games.pig.names import Action
from sim.games.pig.test_rules import table_for


@pytest.fixture(scope="module")
def rolls_on():
    return exact.optimal()


@pytest.mark.parametrize("goal", [100, 50])
def test_the_strategy_does_what_is_optimal(goal, rolls_on):
    """At 300 positions, by distance from the goal."""
    [optimal] = heuristics.named(["optimal"], GAME)
    state, tables, scratch = table_for(2, goal=goal)
    luck = np.random.default_rng(1)
    for _ in range(300):
        own, rival, total = (int(luck.integers(low, high)) for low, high in ((0, goal), (0, goal), (2, 60)))
        state.players[0].score, state.players[1].score, state.turn_total = own, rival, total
        action = optimal.choose(state, tables, scratch, optimal.plan, GAME.legal(state, tables, scratch))
        ahead = 100 - goal
        rolls = own + total < goal and rolls_on[own + ahead, rival + ahead, total]
        assert action == (Action.ROLL if rolls else Action.HOLD)
