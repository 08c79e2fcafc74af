"""The loop over decisions and games; the only place where rows of records appear."""

import numpy as np

from sim.game import ENDLESS, ask, begin_row, close_row, may_go_on, open_row
from sim.games.abbey.cards import Tables
from sim.games.abbey.features import features
from sim.games.abbey.gains import gains
from sim.games.abbey.rules import apply, legal, setup
from sim.games.abbey.scoring import score
from sim.games.abbey.state import Row, Scratch, State
from sim.players import LineUp, Plan
from sim.record import NOTHING
from sim.rule import clear, rule


@rule
def show(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> None:
    """Work out what this player looks at, and no more."""
    if plan.sees_features:
        features(state, tables, state.seat, scratch)
    if plan.sees_gains:
        for slot in range(n):
            gains(state, tables, scratch.actions[slot], scratch, slot)


@rule
def decide(state: State, tables: Tables, scratch: Scratch, line_up: LineUp, n: int) -> int:
    if n == 1:  # nothing to ask
        return np.int64(scratch.actions[0])
    plan = line_up.plan[state.sits[state.seat]]
    show(state, tables, scratch, plan, n)
    return ask(state, tables, scratch, plan, n)


@rule
def play_on(state: State, tables: Tables, scratch: Scratch, line_up: LineUp, last: int) -> None:
    """Play until round `last` has ended, or the game."""
    while state.rounds <= last and not state.over and not scratch.halt:
        n = legal(state, tables, scratch)
        if not may_go_on(state, tables, n):
            break
        action = decide(state, tables, scratch, line_up, n)
        if action != NOTHING:
            apply(state, tables, action)


@rule
def play(
    state: State, tables: Tables, scratch: Scratch, line_ups: LineUp[:], root: int, first: int, rows: Row[:]
) -> None:
    """Games first, first + 1, ...: each deal is played by every line-up in every rotation before the next."""
    rotations = line_ups[0].seats if line_ups[0].rotates else 1
    for i in range(len(rows)):
        row = rows[i]
        open_row(row, first + i, len(line_ups) * rotations, line_ups[0].repeats)
        line_up = line_ups[row.seating // rotations]
        clear(state)
        begin_row(state, line_up, root, row)
        setup(state, tables)
        play_on(state, tables, scratch, line_up, ENDLESS)
        if scratch.halt:
            return
        score(state, tables, row)
        close_row(row, state)
