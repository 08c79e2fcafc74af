"""Tries each action a few times on a copy of the game, playing on at random, and keeps the best.

It knows no more than its seat does: before each trial the hidden hands and the pile are dealt anew.
"""

import numpy as np

from sim.games.template.cards import Tables
from sim.games.template.features import imagine
from sim.games.template.rules import apply, legal
from sim.games.template.state import Desk, Scratch, State
from sim.players import Plan
from sim.record import NOTHING
from sim.rng import Stream, below
from sim.rule import copy, rule

TRIALS = 4
AHEAD = 12  # decisions played on after the action


@rule
def play_on(trial: State, tables: Tables, desk: Desk, stream: Stream) -> None:
    for _ in range(AHEAD):
        if trial.over:
            return
        n = legal(trial, tables, desk)
        apply(trial, tables, desk.actions[below(stream, n)])


@rule
def worth(state: State, seat: int) -> float:
    me = state.players[seat]
    return 3.0 * me.points + me.wood + me.stone + 0.5 * me.silver


@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    seat, stream, trial = state.seat, state.whims[state.seat], scratch.trial
    chosen, most = NOTHING, -np.inf
    for slot in range(n):
        action, value = scratch.actions[slot], 0.0
        for _ in range(TRIALS):
            copy(trial, state)
            imagine(trial, tables, seat, stream)
            apply(trial, tables, action)
            play_on(trial, tables, scratch.trial_desk, stream)
            value += worth(trial, seat)
        if value > most:
            chosen, most = action, value
    return chosen
