"""Phase 12: reset and storage (R19)."""

from sim.deck import take
from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.dice import dice_left
from sim.games.abbey.goods import can_trade
from sim.games.abbey.names import COLUMNS, FACES, HELD, ROWS, SPOTS, Action, Effect, Good, Question, Use
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def take_dice_back(me: Player) -> None:
    """R19.1: whatever lies in the abbey, on spots or against Vikings."""
    me.uses[Use.IDLE] += dice_left(me)
    for face in range(1, FACES):
        me.dice[face] = 0
    me.recruiting = 0
    me.training = 0
    me.defending = 0
    me.library = 0
    me.moves = 0
    me.cut = 0
    me.free = 0
    me.fought = 0
    for spot in range(SPOTS):
        me.came[spot] = 0
    for slot in range(HELD):
        for deal in range(len(me.crusade[slot].offered)):
            me.crusade[slot].offered[deal] = 0


@rule
def fill_column(state: State, column: int) -> None:
    """R1.1, R19.1: cards move down, and the pile fills up."""
    low = column * ROWS
    for place in range(low, low + ROWS):
        above = place
        while above < low + ROWS and state.market[above] == NOTHING:
            above += 1
        if above == low + ROWS:
            state.market[place] = take(state.piles[column])
        elif above > place:
            state.market[place] = state.market[above]
            state.market[above] = NOTHING


@rule
def discard_lowest(state: State, column: int) -> None:
    """R19.1"""
    for place in range(column * ROWS, column * ROWS + ROWS):
        if state.market[place] != NOTHING:
            state.market[place] = NOTHING
            return


@rule
def clear_table(state: State) -> None:
    """R19.1"""
    for seat in range(state.seats):
        take_dice_back(state.players[seat])
    if state.initiative != NOTHING:
        state.first = state.initiative
    state.initiative = NOTHING
    state.event = NOTHING
    state.closed = NOTHING
    state.met = 0
    state.rows = 0
    state.fallen = 0
    for place in range(len(state.viking)):
        state.viking[place] = 0
    for spot in range(SPOTS):
        state.bonus[spot] = 0
    for column in range(COLUMNS):
        discard_lowest(state, column)
        fill_column(state, column)


@rule
def freshen(me: Player) -> None:
    """R19.3"""
    me.trades = 0
    me.pips = 0


@rule
def store_of(tables: Tables, me: Player, resource: int) -> int:
    """R19.2: how many may be kept; -1 for any number."""
    if resource == Good.GRAIN and me.power[Effect.STORE_GRAIN] > 0:
        return -1
    return max(tables.goods[resource].store, me.power[Effect.STORE])


@rule
def excess(held: int, store: int) -> int:
    return max(0, held - store) if store >= 0 else 0


@rule
def over_store(tables: Tables, me: Player) -> int:
    """R19.2: resources too many."""
    goods = me.goods
    over = excess(goods.wood, store_of(tables, me, Good.WOOD)) + excess(goods.grain, store_of(tables, me, Good.GRAIN))
    over += excess(goods.stone, store_of(tables, me, Good.STONE))
    return over + excess(goods.sand, store_of(tables, me, Good.SAND))


@rule
def lose_excess(tables: Tables, me: Player) -> None:
    """R19.2"""
    goods = me.goods
    goods.wood -= excess(goods.wood, store_of(tables, me, Good.WOOD))
    goods.grain -= excess(goods.grain, store_of(tables, me, Good.GRAIN))
    goods.stone -= excess(goods.stone, store_of(tables, me, Good.STONE))
    goods.sand -= excess(goods.sand, store_of(tables, me, Good.SAND))


@rule
def check_store(state: State, tables: Tables, me: Player) -> None:
    """R19.2: asked only while something is too much and can be traded."""
    state.doing = NOTHING
    if over_store(tables, me) > 0:
        if can_trade(tables, me):
            state.doing = Question.STORE
        else:
            lose_excess(tables, me)


@rule
def legal_stores(tables: Tables, me: Player, desk: Desk) -> int:
    n = offer(desk, 0, Action.STORE, True)
    return offer(desk, n, Action.TRADE, can_trade(tables, me))


@rule
def offer_last_trades(state: State, tables: Tables, me: Player) -> None:
    """R20.1"""
    state.doing = NOTHING
    if can_trade(tables, me):
        state.doing = Question.FINAL
