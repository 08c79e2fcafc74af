"""Phase 4: building cards are bought (R11)."""

from sim.deck import bit
from sim.game import offer
from sim.games.abbey.cards import Building, Tables
from sim.games.abbey.clergy import climb
from sim.games.abbey.crusades import take_bags, take_wagons
from sim.games.abbey.goods import can_trade, gain
from sim.games.abbey.names import FIRST_COPY, PLACES, ROWS, SECONDS, Action, Question, Reward, Standing, Use
from sim.games.abbey.peasants import recruit_peasants
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def owns(me: Player, kind: int) -> bool:
    """A card of this kind, built or not."""
    return me.hand[kind] > 0 or me.site[FIRST_COPY + kind] != Standing.NONE


@rule
def come_to_market(state: State, me: Player) -> None:
    """R11.1"""
    if me.passed:
        return
    state.doing = Question.BUY
    for place in range(PLACES):
        kind = state.market[place]
        if kind != NOTHING:
            me.buildings_offered |= bit(kind)
            if kind < SECONDS and owns(me, kind):
                me.seconds_offered |= bit(kind)


@rule
def price(tables: Tables, place: int) -> int:
    """R11.2"""
    return tables.rows[place % ROWS].price


@rule
def legal_purchases(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    """R11.1, R11.3"""
    n = 0
    for place in range(PLACES):
        can_pay = me.goods.coins >= price(tables, place)
        n = offer(desk, n, Action.BUY + place, state.market[place] != NOTHING and can_pay)
    n = offer(desk, n, Action.TRADE, can_trade(tables, me))
    return offer(desk, n, Action.STOP_BUYING, True)


@rule
def take_reward(state: State, tables: Tables, me: Player, card: Building) -> None:
    """R11.3"""
    match card.reward:
        case Reward.CLERGY:
            climb(state, tables, state.turn, card.reward_amount)
        case Reward.PEASANT:
            recruit_peasants(tables, me, card.reward_amount)
        case Reward.TOOL_BAG:
            take_bags(state, tables, me, card.reward_amount)
        case Reward.WAGON:
            take_wagons(state, tables, me, card.reward_amount)
        case _:
            gain(me.goods, card.reward, card.reward_amount)


@rule
def buy(state: State, tables: Tables, me: Player, place: int) -> None:
    """R11.1"""
    kind = state.market[place]
    me.goods.coins -= price(tables, place)
    state.market[place] = NOTHING
    if owns(me, kind) and kind < SECONDS:
        me.seconds_taken |= bit(kind)
    me.buildings_taken |= bit(kind)
    me.hand[kind] += 1
    me.uses[Use.BUY] += 1
    state.doing = NOTHING
    take_reward(state, tables, me, tables.buildings[kind])
