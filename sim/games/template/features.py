"""What a player may look at, what an action brings, and what can only be imagined."""

import numpy as np

from sim.deck import put, shuffle, take
from sim.game import forget, new_luck
from sim.games.template.cards import Tables
from sim.games.template.names import HAND, LUCK, Action, Feature, Gain, Luck, Place
from sim.games.template.rules import can_build, standing
from sim.games.template.state import Desk, Player, State
from sim.record import NOTHING
from sim.rng import Stream
from sim.rule import rule

NONE = np.uint64(0)


@rule
def plans_in_hand(me: Player) -> int:
    held = 0
    for slot in range(HAND):
        if me.hand[slot] != NOTHING:
            held += 1
    return held


@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """What `seat` sees: its own goods and plans, and of the others what lies open."""
    me, seen = state.players[seat], desk.features
    seen[Feature.WORKERS] = me.workers
    seen[Feature.SILVER] = me.silver
    seen[Feature.WOOD] = me.wood
    seen[Feature.STONE] = me.stone
    seen[Feature.BUILT] = me.built
    seen[Feature.PLANS] = plans_in_hand(me)
    seen[Feature.DECK] = state.plans.left
    seen[Feature.ROUND] = state.rounds
    built, points = 0, 0
    for other in range(state.seats):
        if other != seat:
            built = max(built, state.players[other].built)
            points = max(points, standing(state, tables, other))
    seen[Feature.RIVAL_BUILT] = built
    seen[Feature.LEAD] = standing(state, tables, seat) - points


@rule
def most_points(me: Player, tables: Tables) -> int:
    """Of the plans that can be built now."""
    most = 0
    for slot in range(HAND):
        if can_build(me, tables, slot):
            most = max(most, tables.plans[me.hand[slot]].points)
    return most


@rule
def lacks_wood(me: Player, tables: Tables) -> int:
    """For the plan in hand that lacks most."""
    most = 0
    for slot in range(HAND):
        if me.hand[slot] != NOTHING:
            most = max(most, tables.plans[me.hand[slot]].wood - me.wood)
    return most


@rule
def lacks_stone(me: Player, tables: Tables) -> int:
    most = 0
    for slot in range(HAND):
        if me.hand[slot] != NOTHING:
            most = max(most, tables.plans[me.hand[slot]].stone - me.stone)
    return most


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    """What the player in turn would have more (or less) of."""
    me, brings = state.players[state.seat], desk.gains[slot]
    brings[:] = 0.0
    match action:
        case Action.QUARRY:
            brings[Gain.STONE] = me.placed[Place.QUARRY] + 1
            brings[Gain.NEEDED] = min(me.placed[Place.QUARRY] + 1, lacks_stone(me, tables))
        case Action.FOREST:
            brings[Gain.WOOD] = me.placed[Place.FOREST] + 1
            brings[Gain.NEEDED] = min(me.placed[Place.FOREST] + 1, lacks_wood(me, tables))
        case Action.MARKET:
            brings[Gain.SILVER] = tables.params.market
        case Action.GUILD:
            brings[Gain.SILVER] = -tables.params.guild
            brings[Gain.PLANS] = 1
        case Action.RECALL:
            brings[Gain.WORKERS] = tables.params.workers - me.workers
        case Action.BUILD:
            brings[Gain.POINTS] = most_points(me, tables)
        case _ if action < Action.PLAN:
            plan = tables.plans[me.seen[action - Action.KEEP]]
            brings[Gain.PLANS] = 1
            brings[Gain.CARD_POINTS] = plan.points
        case _:
            plan = tables.plans[me.hand[action - Action.PLAN]]
            brings[Gain.WOOD] = -plan.wood
            brings[Gain.STONE] = -plan.stone
            brings[Gain.POINTS] = plan.points
            brings[Gain.CARD_POINTS] = plan.points
    if action <= Action.GUILD:
        brings[Gain.WORKERS] = -1


@rule
def forget_plans(them: Player) -> None:
    """What came of which luck is kept for the result rows; here it would tell what they hold."""
    them.plans_dealt = NONE
    them.plans_offered = NONE
    them.plans_taken = NONE


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """Deal anew the hands and the pile that `seat` cannot see.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(LUCK):
        new_luck(state.luck[number], stream)
    for other in range(state.seats):
        if other != seat:
            forget_plans(state.players[other])
        for slot in range(HAND):
            if other != seat and state.players[other].hand[slot] != NOTHING:
                put(state.plans, state.players[other].hand[slot])
    shuffle(state.plans, state.luck[Luck.PLANS])  # by a key of each card: where it lay before does not matter
    for other in range(state.seats):
        for slot in range(HAND):
            if other != seat and state.players[other].hand[slot] != NOTHING:
                state.players[other].hand[slot] = take(state.plans)
