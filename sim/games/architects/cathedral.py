"""Cathedral."""

from sim.deck import take
from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import collect, discard, draw_buildings
from sim.games.architects.names import LEVELS, Ability, Action, Power, Question, Then
from sim.games.architects.paying import add, can_pay, has_power, pay
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue
from sim.record import NOTHING
from sim.rule import rule


@rule
def room_at(state: State, tables: Tables, level: int) -> int:
    """R12.2: free spaces on a level."""
    taken = 0
    for seat in range(state.seats):
        if state.players[seat].level == level:
            taken += 1
    return tables.cathedral[level].spaces - taken


@rule
def cards_to_discard(tables: Tables, me: Player) -> int:
    """R12.3, R16.4"""
    return 0 if has_power(me, tables, Power.CATHEDRAL_NO_DISCARD) else tables.params.cathedral_discard


@rule
def can_climb(state: State, tables: Tables, me: Player) -> bool:
    """R12.1, R12.2, R12.3"""
    if me.virtue < tables.params.cathedral_virtue_floor or me.level == LEVELS - 1:
        return False
    step = tables.cathedral[me.level + 1]
    if me.goods.wood + me.goods.stone < step.wood_or_stone or not can_pay(me, tables, step.cost):
        return False
    return me.cards >= cards_to_discard(tables, me) and room_at(state, tables, me.level + 1) > 0


@rule
def start_step(state: State, tables: Tables, me: Player) -> None:
    """R12.3: pay; the mixture of wood and stone and the card to discard are the player's choice."""
    step = tables.cathedral[me.level + 1]
    pay(state, me, tables, step.cost)
    state.wood_share = step.wood_or_stone
    if cards_to_discard(tables, me) > 0:
        state.doing = Question.DISCARD
    else:
        state.then = Then.CLIMB


@rule
def legal_discards(me: Player, desk: Table) -> int:
    """R12.3, R2.8: any card in hand."""
    n = 0
    for slot in range(me.cards):
        n = offer(desk, n, Action.DISCARD + me.hand[slot], True)
    return n


@rule
def discard_for_step(state: State, me: Player, building: int) -> None:
    """R12.3"""
    discard(state, me, building)
    state.doing = NOTHING
    state.then = Then.CLIMB


@rule
def climb(state: State, tables: Tables, me: Player) -> None:
    """R12.1, R12.4, R12.5"""
    me.level += 1
    reward = take(state.reward_pile)
    if reward == NOTHING:
        gain_virtue(me, tables, tables.params.reward_virtue_when_empty)
    else:
        card = tables.rewards[reward]
        gain_virtue(me, tables, card.virtue)
        add(me.goods, card.gain)
        draw_buildings(state, me, card.cards)
    collect(state, tables, me, Ability.CATHEDRAL)
