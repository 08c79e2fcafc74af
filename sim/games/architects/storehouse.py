"""King's Storehouse."""

from sim.deck import bit
from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import draw_buildings
from sim.games.architects.names import HIRED, Ability, Action, Place, Question, Then, Use
from sim.games.architects.paying import add, can_pay, pay
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue
from sim.record import NOTHING
from sim.rule import rule


@rule
def visit_storehouse(state: State, tables: Tables, me: Player) -> None:
    """R4.1"""
    state.left = me.at[Place.STOREHOUSE] * tables.params.trades_per_worker
    state.doing = Question.TRADE


@rule
def can_trade_with(me: Player, tables: Tables, slot: int) -> bool:
    """R4.3"""
    if slot >= me.hired:
        return False
    card = tables.apprentices[me.apprentices[slot]]
    return card.ability == Ability.TRADE and can_pay(me, tables, card.pay)


@rule
def legal_trades(tables: Tables, me: Player, desk: Table) -> int:
    """R4.1, R4.2, R4.3"""
    params, mine, n = tables.params, me.goods, 0
    n = offer(desk, n, Action.TRADE_VIRTUE, mine.wood + mine.clay + mine.stone >= params.storehouse_virtue_price)
    n = offer(desk, n, Action.TRADE_MARBLE, mine.wood + mine.stone >= params.storehouse_marble_price)
    for slot in range(HIRED):
        n = offer(desk, n, Action.TRADE_WITH + slot, can_trade_with(me, tables, slot))
    return offer(desk, n, Action.STOP, True)


@rule
def count_trade(state: State, me: Player) -> None:
    me.uses[Use.TRADE] += 1
    state.left -= 1
    if state.left == 0:
        state.doing = NOTHING


@rule
def trade_for_virtue(state: State, tables: Tables, me: Player) -> None:
    """R4.2: the mixture is the player's choice, the virtue comes once it is paid."""
    state.clay_share = tables.params.storehouse_virtue_price
    state.then = Then.TRADE_VIRTUE
    count_trade(state, me)


@rule
def trade_for_marble(state: State, tables: Tables, me: Player) -> None:
    """R4.2"""
    state.wood_share = tables.params.storehouse_marble_price
    state.then = Then.TRADE_MARBLE
    count_trade(state, me)


@rule
def trade_with(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R4.3: the trade on an own Apprentice's card."""
    card = tables.apprentices[me.apprentices[slot]]
    pay(state, me, tables, card.pay)
    add(me.goods, card.gain)
    gain_virtue(me, tables, card.gain_virtue)
    draw_buildings(state, me, card.gain_cards)
    me.apprentices_used |= bit(me.apprentices[slot])
    count_trade(state, me)
