"""Phase 6: peasants move to the baptistery and to work (R13)."""

from sim.deck import bit
from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.events import event_amount
from sim.games.abbey.names import (
    BELL,
    FIRST_COPY,
    PEW_ROWS,
    SITES,
    Action,
    Effect,
    EventEffect,
    Question,
    Standing,
    Use,
)
from sim.games.abbey.peasants import staff, unstaff
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def moves_a_round(state: State, tables: Tables, me: Player) -> int:
    """R13.1, R8.4"""
    moves = tables.params.moves + tables.steps[me.clergy].moves + me.power[Effect.MOVES]
    return moves + event_amount(state, tables, EventEffect.MOVES)


@rule
def legal_steps(state: State, tables: Tables, me: Player, desk: Desk, n: int) -> int:
    """R13.1, R13.2"""
    has_moves = me.moves < moves_a_round(state, tables, me)
    front = tables.params.pew_columns - 1
    for row in range(tables.params.pew_rows):
        for column in range(front):
            pew = column * PEW_ROWS + row
            is_free = me.pews[pew] > 0 and me.pews[pew + PEW_ROWS] == 0
            n = offer(desk, n, Action.MOVE + pew, has_moves and is_free)
        pew = front * PEW_ROWS + row
        n = offer(desk, n, Action.MOVE + pew, me.pews[pew] > 0 and me.baptized < tables.params.baptistery)
    return n


@rule
def legal_work(me: Player, desk: Desk, n: int) -> int:
    """R13.3"""
    if me.baptized == 0:
        return n
    for site in range(BELL, SITES):
        n = offer(desk, n, Action.STAFF + site - BELL, me.site[site] == Standing.EMPTY)
    return n


@rule
def may_enter(state: State, me: Player, site: int) -> bool:
    """R13.4"""
    return me.site[site] == Standing.EMPTY and state.fresh & bit(site) == 0


@rule
def legal_relocations(state: State, me: Player, desk: Desk, n: int) -> int:
    """R13.4"""
    if me.power[Effect.RELOCATE] == 0:
        return n
    rooms = 0
    for site in range(FIRST_COPY, SITES):
        rooms += may_enter(state, me, site)
    for site in range(FIRST_COPY, SITES if rooms > 0 else 0):
        n = offer(desk, n, Action.RELOCATE + site - FIRST_COPY, me.site[site] == Standing.STAFFED)
    return n


@rule
def legal_moves(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    n = offer(desk, 0, Action.STOP_MOVING, True)
    n = legal_steps(state, tables, me, desk, n)
    n = legal_work(me, desk, n)
    return legal_relocations(state, me, desk, n)


@rule
def move(tables: Tables, me: Player, pew: int) -> None:
    """R13.1, R13.2"""
    me.pews[pew] = 0
    if pew // PEW_ROWS == tables.params.pew_columns - 1:
        me.seated -= 1
        me.baptized += 1
        me.uses[Use.BAPTIZE] += 1
    else:
        me.pews[pew + PEW_ROWS] = 1
        me.moves += 1
        me.uses[Use.MOVE] += 1


@rule
def put_to_work(state: State, tables: Tables, me: Player, site: int) -> None:
    """R13.3"""
    me.baptized -= 1
    me.uses[Use.STAFF] += 1
    staff(state, tables, me, site)


@rule
def leave_card(state: State, tables: Tables, me: Player, site: int) -> None:
    """R13.4"""
    unstaff(tables, me, site)
    state.target = site
    state.within = Question.RELOCATE
    me.uses[Use.RELOCATE] += 1


@rule
def legal_rooms(state: State, me: Player, desk: Desk) -> int:
    """R13.4"""
    n = 0
    for site in range(FIRST_COPY, SITES):
        n = offer(desk, n, Action.STAFF + site - BELL, site != state.target and may_enter(state, me, site))
    return n


@rule
def enter_card(state: State, tables: Tables, me: Player, site: int) -> None:
    """R13.4"""
    staff(state, tables, me, site)
    state.fresh |= bit(site)
    state.within = NOTHING
