"""Crusades (R9, R18) and the deals by which others help (R10)."""

import numpy as np

from sim.deck import bit, take
from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.clergy import climb
from sim.games.abbey.goods import add, can_trade
from sim.games.abbey.names import DEALS, FACES, HELD, Action, Cause, Deal, Purpose, Question, Source, Use
from sim.games.abbey.peasants import come_home
from sim.games.abbey.state import Desk, Held, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def clear_crusade(held: Held) -> None:
    held.card = NOTHING
    held.begun = 0
    held.face = 0
    held.dice = 0
    held.done = 0
    held.helper = NOTHING
    held.deal = NOTHING


@rule
def free_slot(me: Player) -> int:
    for slot in range(HELD):
        if me.crusade[slot].card == NOTHING:
            return slot
    return NOTHING


@rule
def uncompleted(me: Player) -> int:
    count = 0
    for slot in range(HELD):
        if me.crusade[slot].card != NOTHING and me.crusade[slot].done == 0:
            count += 1
    return count


@rule
def draw_crusade(state: State, me: Player) -> int:
    """R1.2, R18.1"""
    card = take(state.crusade_pile)
    if card != NOTHING:
        me.crusade[free_slot(me)].card = card
        me.crusades_taken |= bit(card)
    return card


@rule
def missing(tables: Tables, held: Held) -> int:
    """Dice that a crusade still lacks."""
    return tables.crusades[held.card].dice - held.dice


@rule
def is_open(held: Held) -> bool:
    return held.card != NOTHING and held.done == 0


@rule
def legal_crusading(me: Player, desk: Desk, n: int) -> int:
    """R9.1"""
    for slot in range(HELD):
        held = me.crusade[slot]
        if is_open(held) and (held.begun or me.seated + me.baptized > 0):
            for face in range(1, FACES):
                fits = held.begun == 0 or held.face == face
                n = offer(desk, n, Action.CRUSADE + slot * 6 + face - 1, fits and me.dice[face] > 0)
    return n


@rule
def put_dice(tables: Tables, held: Held, face: int, many: int) -> None:
    """R9.1, R9.3"""
    held.face = face
    held.dice += many
    held.done = missing(tables, held) == 0


@rule
def crusade(state: State, tables: Tables, me: Player, slot: int, face: int) -> None:
    """R9.1: a crusade is begun with a peasant, who is chosen next."""
    held = me.crusade[slot]
    me.dice[face] -= 1
    me.uses[Use.CRUSADE] += 1
    put_dice(tables, held, face, 1)
    if held.begun == 0:
        held.begun = 1
        state.purpose = Purpose.CRUSADE
        state.within = Question.PEASANT


@rule
def can_help(tables: Tables, them: Player, held: Held) -> bool:
    """R10.2"""
    return them.dice[held.face] >= missing(tables, held) and them.seated + them.baptized > 0


@rule
def next_helper(state: State, tables: Tables, slot: int, after: int) -> int:
    """R10.1: who is asked next after the seat `after`, or NOTHING."""
    held = state.players[state.turn].crusade[slot]
    for step in range(1, state.seats):
        seat = (state.turn + step) % state.seats
        is_later = after == NOTHING or step > (after - state.turn + state.seats) % state.seats
        if is_later and can_help(tables, state.players[seat], held):
            return seat
    return NOTHING


@rule
def can_offer(state: State, tables: Tables, slot: int, deal: int) -> bool:
    """R10.1, R10.3"""
    held = state.players[state.turn].crusade[slot]
    if not is_open(held) or held.begun == 0 or held.offered[deal]:
        return False
    return missing(tables, held) <= tables.params.help_dice and next_helper(state, tables, slot, NOTHING) != NOTHING


@rule
def legal_offers(state: State, tables: Tables, desk: Desk) -> int:
    n = offer(desk, 0, Action.STOP_OFFERING, True)
    for slot in range(HELD):
        for deal in range(DEALS):
            n = offer(desk, n, Action.OFFER + slot * DEALS + deal, can_offer(state, tables, slot, deal))
    return n


@rule
def seek_help(state: State, tables: Tables) -> None:
    """R10.1"""
    state.doing = NOTHING
    for slot in range(HELD):
        for deal in range(DEALS):
            if can_offer(state, tables, slot, deal):
                state.doing = Question.OFFER
                return


@rule
def offer_deal(state: State, tables: Tables, me: Player, slot: int, deal: int) -> None:
    """R10.1, R10.3"""
    me.crusade[slot].offered[deal] = 1
    me.uses[Use.OFFER] += 1
    state.target = slot
    state.on_offer = deal
    state.asked = next_helper(state, tables, slot, NOTHING)
    state.within = Question.ANSWER


@rule
def decline(state: State, tables: Tables) -> None:
    state.asked = next_helper(state, tables, state.target, state.asked)
    if state.asked == NOTHING:
        state.within = NOTHING
        seek_help(state, tables)


@rule
def help_out(state: State, tables: Tables) -> None:
    """R10.2: the helper's dice; his peasant is chosen next."""
    held, them = state.players[state.turn].crusade[state.target], state.players[state.asked]
    many = missing(tables, held)
    them.dice[held.face] -= many
    them.uses[Use.HELP] += many
    state.deals += 1
    put_dice(tables, held, held.face, many)
    held.helper = state.asked
    held.deal = state.on_offer
    state.purpose = Purpose.HELP
    state.within = Question.PEASANT


@rule
def helper_share(held: Held, prestige: int) -> int:
    """R10.3"""
    if held.helper == NOTHING:
        return 0
    if held.deal == Deal.HALF:
        return prestige // 2
    return prestige // 3 if held.deal == Deal.THIRD else 0


@rule
def gets_goods(held: Held, seat: int) -> int:
    """R10.3: whose the goods are."""
    return held.helper if held.helper != NOTHING and (held.deal == Deal.GOODS or held.deal == Deal.THIRD) else seat


@rule
def take_bags(state: State, tables: Tables, me: Player, many: int) -> None:
    """R2.5"""
    left = tables.params.tool_bags
    for seat in range(state.seats):
        left -= state.players[seat].bags
    me.bags += max(0, min(many, left))


@rule
def take_wagons(state: State, tables: Tables, me: Player, many: int) -> None:
    """R2.5"""
    left = tables.params.wagons
    for seat in range(state.seats):
        left -= state.players[seat].wagons
    me.wagons += max(0, min(many, left))


@rule
def reward(state: State, tables: Tables, seat: int, held: Held) -> None:
    """R9.3, R10.3, R10.4: goods, steps, prestige and the peasants."""
    me, card = state.players[seat], tables.crusades[held.card]
    winner = state.players[gets_goods(held, seat)]
    add(winner.goods, card.reward)
    take_bags(state, tables, winner, card.bags)
    take_wagons(state, tables, winner, card.wagons)
    shared = helper_share(held, card.prestige)
    me.points[Source.CRUSADES] += card.prestige - shared
    me.crusades_used |= bit(held.card)
    me.finished += 1
    come_home(tables, me)
    climber = seat
    if held.helper != NOTHING:
        state.players[held.helper].points[Source.CRUSADES] += shared
        come_home(tables, state.players[held.helper])
        if held.deal == Deal.STEPS:
            climber = np.int64(held.helper)
    climb(state, tables, climber, card.steps)
    clear_crusade(held)


@rule
def collect_rewards(state: State, tables: Tables, seat: int) -> None:
    """R9.3: one crusade at a time, for its steps may ask for a choice."""
    for slot in range(HELD):
        held = state.players[seat].crusade[slot]
        if held.card != NOTHING and held.done:
            reward(state, tables, seat, held)
            state.step -= 1
            return


@rule
def can_enlist(state: State, tables: Tables, me: Player) -> bool:
    """R18.1"""
    return uncompleted(me) < tables.params.crusade_limit and state.crusade_pile.left > 0


@rule
def legal_enlisting(tables: Tables, me: Player, desk: Desk) -> int:
    n = offer(desk, 0, Action.ENLIST, me.goods.coins >= tables.params.crusade_coins)
    n = offer(desk, n, Action.TRADE, can_trade(tables, me))
    return offer(desk, n, Action.STOP_ENLISTING, True)


@rule
def enlist(state: State, tables: Tables, me: Player) -> None:
    """R18.1"""
    me.goods.coins -= tables.params.crusade_coins
    me.crusades_offered |= bit(draw_crusade(state, me))
    me.uses[Use.ENLIST] += 1
    state.doing = NOTHING


@rule
def is_given_up(held: Held) -> bool:
    """What may be given up: begun and not completed."""
    return is_open(held) and held.begun == 1


@rule
def legal_surrenders(me: Player, desk: Desk) -> int:
    """R9.4"""
    n = offer(desk, 0, Action.KEEP_CRUSADES, True)
    for slot in range(HELD):
        n = offer(desk, n, Action.GIVE_UP + slot, is_given_up(me.crusade[slot]))
    return n


@rule
def reconsider(state: State, me: Player) -> None:
    """R9.4"""
    state.doing = NOTHING
    for slot in range(HELD):
        if is_given_up(me.crusade[slot]):
            state.doing = Question.GIVE_UP


@rule
def give_up(state: State, me: Player, slot: int) -> None:
    """R9.4: the card stays and may be begun anew."""
    held = me.crusade[slot]
    held.begun = 0
    held.face = 0
    held.dice = 0
    me.lost[Cause.CRUSADE] += 1
    me.given += 1
    me.uses[Use.GIVE_UP] += 1
    reconsider(state, me)
