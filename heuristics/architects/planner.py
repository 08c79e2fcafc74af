"""Thinks to the end: plays each action out on imagined copies of the game, and keeps what leaves it furthest ahead.

It knows no more than its seat does: before each trial the hidden hands and piles are dealt anew, the same for all
actions.  Actions are tried in heats; the worse half drops out after each.
"""

import numpy as np

from sim.games.architects.cards import Apprentice, Building, Goods, Tables
from sim.games.architects.cathedral import can_climb
from sim.games.architects.features import imagine, lacking, nearest_building, step_lacking
from sim.games.architects.gains import new_skills
from sim.games.architects.guardhouse import held_by_rivals
from sim.games.architects.guildhall import can_build_any
from sim.games.architects.market import can_visit_market
from sim.games.architects.names import CIRCLES, PLAYERS, Action, Place, Question, Space
from sim.games.architects.rules import apply, legal
from sim.games.architects.scoring import end_effects, standing
from sim.games.architects.state import Player, Scratch, State, Table
from sim.games.architects.workshop import can_hire
from sim.players import Plan
from sim.record import NOTHING
from sim.rng import Stream
from sim.rule import copy, rule

HEATS = 3
TRIALS = 2  #        of each action in a heat
MOST = 12  #         answers tried: those the quick player likes best
ROUNDS = 40  #       that are played out at most
PATIENCE = 45  #     rounds of thought; after that it plays quickly, for two who wait for each other never end
LEAD = 15.0  #       a lead of so many points is worth half of the largest
HURRY = 0.0005  #    what the end of a game loses by coming late, times the square of the round
TOTAL, IN = 0, 1  #  columns of its own desk: what an action has brought so far, and 1 while it is still in

# Prices of the quick player, in points.
GOOD = 0.3  #        wood, clay or stone
METAL = 0.5  #       gold or marble
VIRTUE = 0.3
SKILL = 1.5  #       an Apprentice with a skill that none has yet
MANY = 4  #          workers in Prison
GOOD_NAME = 6  #     virtue to keep when shopping
FAR = 10  #          goods that a step may lack and still be aimed at
CLOSE = 0.7  #       of its points, what a card in hand is worth when nothing is missing


# A quick greedy player, for all seats, once the action is tried.


@rule
def card_worth(me: Player, card: Building) -> float:
    """A Building card in hand: its points, less what is still missing."""
    cost, mine = card.cost, me.goods
    plain = max(0, cost.wood - mine.wood) + max(0, cost.clay - mine.clay) + max(0, cost.stone - mine.stone)
    metal = max(0, cost.gold - mine.gold) + max(0, cost.marble - mine.marble)
    worth = CLOSE * (card.points + VIRTUE * card.virtue) - GOOD * plain - METAL * metal
    if card.carpentry and me.carpentry == 0:
        worth -= SKILL
    if card.tiling and me.tiling == 0:
        worth -= SKILL
    if card.masonry and me.masonry == 0:
        worth -= SKILL
    return worth


@rule
def look_for_hands(state: State, tables: Tables, me: Player) -> int:
    """No card in hand can be built with the skills there are."""
    if me.cards > 0 and me.hired < tables.params.apprentice_limit:
        return Action.WORKSHOP if can_hire(state, tables, me) else Action.SILVERSMITH
    return Action.PLANS if state.building_pile.left > 0 else Action.SILVERSMITH


@rule
def fetch_gold(tables: Tables, me: Player) -> int:
    return Action.MINES_GOLD if me.at[Place.MINES] + 1 >= tables.params.workers_per_gold else Action.MINES_CLAY


@rule
def fetch_marble(tables: Tables, me: Player) -> int:
    enough = me.goods.wood + me.goods.stone >= tables.params.storehouse_marble_price
    return Action.STOREHOUSE if enough else Action.QUARRY


@rule
def fetch(tables: Tables, me: Player, cost: Goods) -> int:
    """A placing that brings most of what this price still lacks."""
    if me.goods.gold < cost.gold:
        return fetch_gold(tables, me)
    if me.goods.marble < cost.marble:
        return fetch_marble(tables, me)
    wood = min(cost.wood - me.goods.wood, me.at[Place.FOREST] + 1)
    clay = min(cost.clay - me.goods.clay, me.at[Place.MINES] + 2)
    stone = min(cost.stone - me.goods.stone, me.at[Place.QUARRY] + 1)
    if clay > wood and clay > stone:
        return Action.MINES_CLAY
    return Action.FOREST if wood > stone else Action.QUARRY


@rule
def fetch_for_step(tables: Tables, me: Player) -> int:
    step = tables.cathedral[me.level + 1]
    if me.goods.wood + me.goods.stone < step.wood_or_stone:
        return Action.FOREST if me.at[Place.FOREST] > me.at[Place.QUARRY] else Action.QUARRY
    return fetch(tables, me, step.cost)


@rule
def next_place(state: State, tables: Tables) -> int:
    """Where the quick player places a worker; always legal."""
    me = state.players[state.seat]
    if can_climb(state, tables, me):
        return Action.CATHEDRAL
    if can_build_any(me, tables):
        return Action.CONSTRUCT
    if me.at[Place.PRISON] >= MANY:
        return Action.GUARDHOUSE
    if me.virtue >= GOOD_NAME and can_visit_market(state, tables, me, Space.RIGHT):
        return Action.MARKET_RIGHT
    building, step = nearest_building(me, tables), step_lacking(state, tables, me)
    if building == NOTHING:
        return fetch_for_step(tables, me) if step < FAR else look_for_hands(state, tables, me)
    if step <= lacking(me.goods, tables.buildings[building].cost):
        return fetch_for_step(tables, me)
    return fetch(tables, me, tables.buildings[building].cost)


@rule
def group_worth(state: State, me: Player, group: int) -> float:
    """A group to capture: rivals' workers, or the own coming home."""
    workers = state.players[group % PLAYERS].at[group // PLAYERS]
    return 0.5 * workers if group % PLAYERS == state.turn and me.workers > 3 else 1.0 * workers


@rule
def hire_worth(me: Player, card: Apprentice, coins: int) -> float:
    """An open Apprentice: skills that are new, virtue and the silver on the card."""
    return 1.0 + SKILL * new_skills(me, card) + VIRTUE * card.virtue + 0.1 * coins


@rule
def liking_of_answer(state: State, me: Player, action: int) -> float:
    """How well the quick player likes an answer of one kind."""
    match action:
        case Action.TRADE_MARBLE:
            return 2.0
        case Action.TRADE_VIRTUE:
            return 1.0 if me.virtue < GOOD_NAME else -1.0
        case Action.RELEASE | Action.PAY_DEBT:
            return 3.0
        case Action.IMPRISON:
            return 2.0
        case Action.RANSOM_SILVER | Action.RANSOM_DEBT:
            return held_by_rivals(state, state.turn) - 2.0
        case Action.FREE_CAPTURED:
            return 1.0 * held_by_rivals(state, state.turn)
        case Action.DESTROY:
            return 1.0
        case _:
            return 0.0


@rule
def liking(state: State, tables: Tables, action: int) -> float:
    """How well the quick player likes an answer."""
    me = state.players[state.seat]
    if action < Action.SHARE:
        return liking_of_answer(state, me, action)
    if action >= Action.DISCARD:
        return -card_worth(me, tables.buildings[action - Action.DISCARD])
    if action >= Action.BUILD:
        return 10.0 + tables.buildings[action - Action.BUILD].points
    if action >= Action.DRAFT:
        return 10.0 + card_worth(me, tables.buildings[(action - Action.DRAFT) % (Action.KEEP - Action.DRAFT)])
    if action >= Action.CAPTURE:
        return group_worth(state, me, action - Action.CAPTURE)
    if action >= Action.TAKE_BACK:
        source = action - Action.TAKE_BACK
        return 1.0 * me.at[source] if source < CIRCLES else 0.5
    if action >= Action.HIRE:
        place = action - Action.HIRE
        return hire_worth(me, tables.apprentices[state.display[place]], state.coins[place])
    return 0.1 * (action - Action.SHARE) if action < Action.TRADE_WITH else 1.5


@rule
def quick_answer(state: State, tables: Tables, desk: Table, n: int) -> int:
    """The action the quick player likes best."""
    chosen, most = desk.actions[0], -np.inf
    for slot in range(n):
        like = liking(state, tables, desk.actions[slot])
        if like > most:
            chosen, most = desk.actions[slot], like
    return chosen


@rule
def play_out(trial: State, tables: Tables, desk: Table) -> None:
    """Everyone plays quickly, to the end or as far as the game itself may go on."""
    last = trial.turns + min(ROUNDS * trial.seats, tables.longest - trial.decisions)
    while not trial.over and trial.turns <= last:
        if trial.question == Question.PLACE:
            apply(trial, tables, next_place(trial, tables))
        else:
            apply(trial, tables, quick_answer(trial, tables, desk, legal(trial, tables, desk)))


# What an end is worth.


@rule
def points_of(state: State, tables: Tables, seat: int) -> int:
    return standing(state, tables, seat) + end_effects(state, tables, seat)


@rule
def value(state: State, tables: Tables, seat: int) -> float:
    """The lead over the best rival, between -1 and 1: the first points of it count most; and the sooner, the better."""
    best = -np.inf
    for rival in range(state.seats):
        if rival != seat:
            best = max(best, points_of(state, tables, rival))
    lead = points_of(state, tables, seat) - best
    return lead / (LEAD + abs(lead)) - HURRY * state.rounds * state.rounds


# Thinking.


@rule
def outcome(state: State, tables: Tables, scratch: Scratch, stream: Stream, slot: int) -> float:
    """One trial of one action."""
    trial = scratch.trial
    copy(trial, state)
    imagine(trial, tables, state.seat, stream)
    apply(trial, tables, scratch.actions[slot])
    play_out(trial, tables, scratch.trial_desk)
    return value(trial, tables, state.seat)


@rule
def try_all(state: State, tables: Tables, scratch: Scratch, n: int) -> None:
    """One trial of each action that is still in; what is imagined is the same for all of them."""
    stream = state.whims[state.seat]
    a, b, c, count = stream.a, stream.b, stream.c, stream.count
    for slot in range(n):
        if scratch.gains[slot][IN] > 0.0:
            stream.a = a
            stream.b = b
            stream.c = c
            stream.count = count
            scratch.gains[slot][TOTAL] += outcome(state, tables, scratch, stream, slot)


@rule
def best_of(scratch: Scratch, n: int) -> int:
    """The place of the best action that is still in."""
    best, most = 0, -np.inf
    for slot in range(n):
        if scratch.gains[slot][IN] > 0.0 and scratch.gains[slot][TOTAL] > most:
            best, most = slot, scratch.gains[slot][TOTAL]
    return best


@rule
def count_in(scratch: Scratch, n: int) -> int:
    count = 0
    for slot in range(n):
        if scratch.gains[slot][IN] > 0.0:
            count += 1
    return count


@rule
def keep_best(scratch: Scratch, n: int, count: int) -> None:
    """Only the best so many stay in."""
    for _ in range(min(count, count_in(scratch, n))):
        scratch.gains[best_of(scratch, n)][IN] = -1.0
    for slot in range(n):
        scratch.gains[slot][IN] = 1.0 if scratch.gains[slot][IN] < 0.0 else 0.0


@rule
def is_idle(state: State, tables: Tables, action: int) -> bool:
    """Not worth a thought."""
    me = state.players[state.seat]
    match action:
        case Action.TAX_STAND:
            return state.tax < 2
        case Action.STOREHOUSE:
            return me.goods.wood + me.goods.clay + me.goods.stone < tables.params.storehouse_virtue_price
        case _:
            return Action.CAPTURE <= action < Action.DRAFT and group_worth(state, me, action - Action.CAPTURE) < 2.0


@rule
def enter(state: State, tables: Tables, scratch: Scratch, n: int) -> None:
    """Which actions are tried: all but the idle, or all if there is no other; of many answers the likeliest."""
    for slot in range(n):
        scratch.gains[slot][IN] = 0.0 if is_idle(state, tables, scratch.actions[slot]) else 1.0
    if count_in(scratch, n) == 0:
        for slot in range(n):
            scratch.gains[slot][IN] = 1.0
    if state.question != Question.PLACE and count_in(scratch, n) > MOST:
        for slot in range(n):
            scratch.gains[slot][TOTAL] = liking(state, tables, scratch.actions[slot])
        keep_best(scratch, n, MOST)
    for slot in range(n):
        scratch.gains[slot][TOTAL] = 0.0


@rule
def is_small(question: int) -> bool:
    """Questions that are answered without a thought."""
    match question:
        case Question.CLAY_SHARE | Question.WOOD_SHARE | Question.GOLD_SHARE | Question.DRAFT | Question.TAKE_BACK:
            return True
        case Question.DISCARD | Question.HAND_LIMIT | Question.DESTROY:
            return True
        case _:
            return False


@rule
def think(state: State, tables: Tables, scratch: Scratch, n: int) -> int:
    """The best of the last heat."""
    enter(state, tables, scratch, n)
    for heat in range(HEATS):
        for _ in range(TRIALS):
            try_all(state, tables, scratch, n)
        if heat < HEATS - 1:
            keep_best(scratch, n, (count_in(scratch, n) + 1) // 2)
    return scratch.actions[best_of(scratch, n)]


@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    if state.rounds <= PATIENCE and not is_small(state.question):
        return think(state, tables, scratch, n)
    return next_place(state, tables) if state.question == Question.PLACE else quick_answer(state, tables, scratch, n)
