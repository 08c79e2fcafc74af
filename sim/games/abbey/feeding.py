"""Phases 8, 9 and 10: garden, farms, feeding, darkness and income (R15, R16, R17)."""

from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.events import event_amount
from sim.games.abbey.goods import can_trade
from sim.games.abbey.names import SPACES, Action, Cause, Effect, EventEffect, Question, Source, Use
from sim.games.abbey.peasants import defense, must_lose, population
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def tend_garden(tables: Tables, me: Player) -> None:
    """R15.1"""
    me.goods.grain += me.power[Effect.GARDEN] * (me.goods.grain // tables.params.garden_grain)


@rule
def tend_farms(state: State, tables: Tables, me: Player) -> None:
    """R15.2"""
    if me.power[Effect.SHEEP_FARM] > 0 and me.sheep_since < state.rounds:
        me.sheep = min(tables.params.sheep_barn, me.sheep + 1)
    if me.power[Effect.DAIRY_FARM] > 0 and me.cows_since < state.rounds:
        me.cows = min(tables.params.cow_barn, me.cows + 1)


@rule
def feeding_levels(state: State, tables: Tables, me: Player) -> int:
    """R15.3, R15.4, R6.6: levels that sheep or grain must cover."""
    people = population(me)
    if people == 0 or event_amount(state, tables, EventEffect.FEED_FREE) > 0:
        return 0
    levels = 1 + (people >= tables.params.second_level) + (people >= tables.params.third_level)
    levels += event_amount(state, tables, EventEffect.FEED_MORE)
    return max(0, levels - me.cows - me.power[Effect.FEED_LESS])


@rule
def come_to_table(state: State, tables: Tables, me: Player) -> None:
    """R15.1 to R15.4"""
    tend_garden(tables, me)
    tend_farms(state, tables, me)
    state.owed = feeding_levels(state, tables, me)
    if state.owed > 0:
        state.doing = Question.FEED


@rule
def legal_meals(tables: Tables, me: Player, desk: Desk) -> int:
    """R15.4"""
    n = offer(desk, 0, Action.FEED, True)
    n = offer(desk, n, Action.EAT_SHEEP, me.sheep > 0)
    return offer(desk, n, Action.TRADE, can_trade(tables, me))


@rule
def eat_sheep(state: State, tables: Tables, me: Player) -> None:
    """R15.4"""
    me.sheep -= 1
    me.uses[Use.SHEEP] += 1
    state.owed = max(0, state.owed - tables.params.sheep_levels)
    if state.owed == 0:
        state.doing = NOTHING


@rule
def feed(state: State, tables: Tables, me: Player) -> None:
    """R15.4, R15.5"""
    paid = min(state.owed, me.goods.grain)
    me.goods.grain -= paid
    short = state.owed - paid
    me.points[Source.HUNGER] -= short * tables.params.hunger_prestige
    must_lose(state, me, short, Cause.HUNGER)
    state.doing = NOTHING


@rule
def darkness_in(tables: Tables, number: int) -> int:
    """R16.1, R21.2: the level of a round."""
    return tables.darkness[min(SPACES - 1, number - 1 + tables.params.darkness_start)].level


@rule
def darkness(state: State, tables: Tables) -> int:
    """R16.1, R6.6"""
    return darkness_in(tables, state.rounds) + event_amount(state, tables, EventEffect.DARKNESS)


@rule
def face_darkness(state: State, tables: Tables, me: Player) -> None:
    """R16.2"""
    guard = defense(tables, me)
    gap = max(0, darkness(state, tables) - guard)
    me.guard[state.rounds - 1] = guard
    me.gap[state.rounds - 1] = gap
    me.points[Source.DARKNESS] -= gap * tables.params.darkness_prestige
    must_lose(state, me, gap, Cause.DARKNESS)


@rule
def collect_income(state: State, tables: Tables, me: Player) -> None:
    """R17.1, R17.2, R6.6"""
    if event_amount(state, tables, EventEffect.NO_INCOME) > 0:
        return
    me.goods.coins += population(me) * tables.params.income
    me.goods.coins += me.working * me.power[Effect.COIN_PER_WORKER] + me.power[Effect.COINS]
    me.goods.wood += me.power[Effect.WOOD]
    me.goods.grain += me.power[Effect.GRAIN]
    me.goods.stone += me.power[Effect.STONE]
