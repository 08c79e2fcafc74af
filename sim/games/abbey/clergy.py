"""The clergy track (R8.3, R8.4)."""

from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.goods import gain
from sim.games.abbey.names import SPOTS, Action, Source
from sim.games.abbey.state import Desk, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def reach_top(state: State, tables: Tables, seat: int, column: int) -> None:
    """R8.4: defense and moves are counted where they matter."""
    me, level = state.players[seat], tables.clergy[column]
    me.points[Source.CLERGY] += level.prestige
    me.level_round[column] = state.rounds
    if level.goods > 0:
        state.choosing += level.goods
        state.chooser = seat


@rule
def climb(state: State, tables: Tables, seat: int, steps: int) -> None:
    """R8.3: one square after the other; what lies beyond the last is lost."""
    me = state.players[seat]
    for _ in range(steps):
        if me.clergy < tables.last_step:
            me.clergy += 1
            step = tables.steps[me.clergy]
            me.points[Source.CLERGY] += step.prestige
            if step.level != NOTHING:
                reach_top(state, tables, seat, step.level)


@rule
def legal_resources(desk: Desk) -> int:
    """R8.4: the Priest."""
    n = 0
    for resource in range(SPOTS):
        n = offer(desk, n, Action.RESOURCE + resource, True)
    return n


@rule
def take_resource(state: State, resource: int) -> None:
    """R8.4"""
    gain(state.players[state.chooser].goods, resource, 1)
    state.choosing -= 1
