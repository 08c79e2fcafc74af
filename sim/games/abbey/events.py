"""Phase 2: the event (R6)."""

from sim.deck import bury, take
from sim.games.abbey.cards import Tables
from sim.games.abbey.clergy import climb
from sim.games.abbey.dice import cast, dice_left
from sim.games.abbey.names import PLAYERS, SPOTS, Cause, EventEffect, EventKind, Question
from sim.games.abbey.peasants import must_lose, recruit_peasants
from sim.games.abbey.state import State
from sim.record import NOTHING
from sim.rule import rule

CLOSING = 60  #  the die that closes a spot


@rule
def is_vikings(state: State, tables: Tables) -> bool:
    return state.event != NOTHING and tables.events[state.event].kind == EventKind.VIKINGS


@rule
def event_amount(state: State, tables: Tables, effect: EventEffect) -> int:
    """What this round's event does of one kind, or 0."""
    if state.event == NOTHING or tables.events[state.event].effect != effect:
        return 0
    return tables.events[state.event].amount


@rule
def draw_event(state: State, tables: Tables) -> None:
    """R6.1, R6.5"""
    state.event = take(state.event_pile)
    while state.rounds == 1 and is_vikings(state, tables):
        bury(state.event_pile, state.event)
        state.event = take(state.event_pile)
    if event_amount(state, tables, EventEffect.CLOSED) > 0:
        state.closed = cast(state, PLAYERS, CLOSING, SPOTS) - 1


@rule
def feel_event(state: State, tables: Tables, seat: int) -> None:
    """R6.2, R6.3, R6.4: what the card does to one player at once; the rest is looked up when its phase comes."""
    if state.event == NOTHING:
        return
    me, event = state.players[seat], tables.events[state.event]
    match event.effect:
        case EventEffect.FREE_BUILDING:
            me.free = event.amount
        case EventEffect.GRAIN:
            me.goods.grain += event.amount
        case EventEffect.COINS:
            me.goods.coins += event.amount
        case EventEffect.STONE:
            me.goods.stone += event.amount
        case EventEffect.PEASANT:
            recruit_peasants(tables, me, event.amount)
        case EventEffect.CLERGY:
            climb(state, tables, seat, event.amount)
        case EventEffect.LOSE_PEASANT:
            must_lose(state, me, event.amount, Cause.DISASTER)
        case EventEffect.LOSE_WOOD:
            me.goods.wood -= min(me.goods.wood, event.amount)
        case EventEffect.LOSE_COINS:
            me.goods.coins -= min(me.goods.coins, event.amount)
        case EventEffect.DIE_LESS:
            state.left = min(event.amount, dice_left(me))
            if state.left > 0:
                state.doing = Question.SET_ASIDE
        case _:
            return
