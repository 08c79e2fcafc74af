"""Loses to nobody in the long run: the optimal policy of Neller and Presser for two players, looked up.

optimal.csv is written by sim/games/pig/exact.py.  What is best depends only on how far both are from the goal.  At a
larger table it plays as if against the leading rival alone; further than 100 from the goal, as if 100 from it.
"""

from pathlib import Path

import numpy as np

from sim.games.pig.cards import Tables
from sim.games.pig.features import best_rival
from sim.games.pig.names import Action
from sim.games.pig.state import Scratch, State
from sim.players import Plan
from sim.rule import rule

GOAL = 100  # of the policy
CHANGES = 5
# By own and rival's score: the turn totals from which to hold, to roll again, to hold again ...
ROWS = np.loadtxt(Path(__file__).with_suffix(".csv"), delimiter=",", skiprows=1, dtype=np.int16)
CHANGE = np.ascontiguousarray(ROWS[:, 2:]).reshape(GOAL, GOAL, CHANGES)


@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    ahead, total = GOAL - tables.params.goal, state.turn_total
    own = max(0, state.players[state.seat].score + ahead)
    rival = max(0, best_rival(state, state.seat) + ahead)
    rolls = True
    for number in range(CHANGES):
        if total >= CHANGE[own, rival, number]:
            rolls = not rolls
    return Action.ROLL if rolls else Action.HOLD
