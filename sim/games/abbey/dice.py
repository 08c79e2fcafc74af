"""Phase 1: dice, and what lets them be rolled again (R5)."""

import numpy as np

from sim.game import offer
from sim.games.abbey.cards import MOST_DICE, Tables
from sim.games.abbey.names import FACES, HELD, Action, Effect, Question, Use
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rng import key
from sim.rule import rule

HALF, SIX = np.uint64(32), np.uint64(6)
EACH = 64  #  dice of one seat in one round, at most


@rule
def cast(state: State, seat: int, number: int, faces: int) -> int:
    """A die, 1 to `faces`, by round, seat and number: the same whatever else is rolled."""
    bits = key(state.dice_luck, (state.rounds * 8 + seat) * EACH + number)
    return 1 + np.int64(((bits >> HALF) * np.uint64(faces)) >> HALF)


@rule
def dice_left(me: Player) -> int:
    total = 0
    for face in range(1, FACES):
        total += me.dice[face]
    return total


@rule
def locked(me: Player) -> int:
    """R9.2: dice on uncompleted crusades."""
    total = 0
    for slot in range(HELD):
        held = me.crusade[slot]
        if held.card != NOTHING and held.done == 0:
            total += held.dice
    return total


@rule
def roll_dice(state: State, tables: Tables, seat: int) -> None:
    """R5.1"""
    me = state.players[seat]
    for number in range(min(MOST_DICE, tables.params.dice + me.power[Effect.DIE]) - locked(me)):
        me.dice[cast(state, seat, number, 6)] += 1
    me.rerolls = me.power[Effect.REROLL]


@rule
def begin_reroll(state: State, tables: Tables, me: Player) -> None:
    """R5.2"""
    if me.rerolls == 0 or dice_left(me) == 0:
        state.doing = NOTHING
        return
    state.doing = Question.REROLL
    state.left = tables.params.reroll_dice
    state.lifted = 0


@rule
def legal_faces(me: Player, desk: Desk, n: int, first: int) -> int:
    """One action for each face that a player has."""
    for face in range(1, FACES):
        n = offer(desk, n, first + face - 1, me.dice[face] > 0)
    return n


@rule
def legal_rerolls(me: Player, desk: Desk) -> int:
    return legal_faces(me, desk, offer(desk, 0, Action.KEEP_DICE, True), Action.REROLL)


@rule
def throw_again(state: State, tables: Tables, me: Player) -> None:
    """R5.2: the second result stays."""
    for number in range(state.lifted):
        me.dice[cast(state, state.turn, MOST_DICE * (1 + me.rerolls) + number, 6)] += 1
        me.uses[Use.REROLL] += 1
    me.rerolls -= 1
    begin_reroll(state, tables, me)


@rule
def lift(state: State, tables: Tables, me: Player, face: int) -> None:
    me.dice[face] -= 1
    state.lifted += 1
    state.left -= 1
    if state.left == 0 or dice_left(me) == 0:
        throw_again(state, tables, me)


@rule
def set_aside(state: State, me: Player, face: int) -> None:
    """R6.4"""
    me.dice[face] -= 1
    me.uses[Use.ASIDE] += 1
    state.left -= 1
    if state.left == 0 or dice_left(me) == 0:
        state.doing = NOTHING
