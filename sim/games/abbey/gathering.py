"""Phase 5: resource spots and initiative (R12)."""

from sim.deck import put, shuffle, take
from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.crusades import take_bags, take_wagons
from sim.games.abbey.dice import dice_left, legal_faces
from sim.games.abbey.goods import add, gain
from sim.games.abbey.names import (
    FACES,
    MOST_PIPS,
    MOST_WAGONS,
    SPOTS,
    TOKENS,
    WAYS,
    Action,
    Effect,
    Luck,
    Question,
    Use,
)
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def way_of(larger: int, smaller: int) -> int:
    """The way of two dice, or of one (smaller is 0): 1; 1 1; 2; 2 1; 2 2; 3 ..."""
    return (larger - 1) * (larger + 2) // 2 + smaller


@rule
def larger_of(way: int) -> int:
    face = 1
    while way_of(face + 1, 0) <= way:
        face += 1
    return face


@rule
def smaller_of(way: int) -> int:
    return way - way_of(larger_of(way), 0)


@rule
def pips_left(me: Player) -> int:
    """R12.4: of tool bags, and of cards that add one."""
    return max(0, me.bags + me.power[Effect.PIPS] - me.pips)


@rule
def most_pips(me: Player, total: int, count: int) -> int:
    """R12.4: how many may be added."""
    return min(pips_left(me), 6 * count - total)


@rule
def has_bonus(state: State, tables: Tables, spot: int) -> bool:
    """R12.2"""
    return state.bonus[spot] < tables.sizes[state.seats - 1].bonus_squares


@rule
def legal_at_spot(state: State, tables: Tables, me: Player, spot: int, desk: Desk, n: int) -> int:
    """R12.2, R12.3"""
    value, bonus = tables.goods[spot].value, has_bonus(state, tables, spot)
    for larger in range(1, FACES):
        if me.dice[larger] > 0:
            first = Action.GATHER + spot * WAYS + way_of(larger, 0)
            n = offer(desk, n, first, larger + most_pips(me, larger, 1) >= value)
            for smaller in range(1, larger + 1 if bonus else 0):
                total = larger + smaller
                has_both = me.dice[smaller] > (smaller == larger)
                n = offer(desk, n, first + smaller, has_both and total + most_pips(me, total, 2) >= value)
    return n


@rule
def legal_gatherings(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    """R12.1, R6.5"""
    n = offer(desk, 0, Action.STOP_GATHERING, True)
    for spot in range(SPOTS):
        if spot != state.closed and me.came[spot] == 0:
            n = legal_at_spot(state, tables, me, spot, desk, n)
    if state.initiative == NOTHING:
        n = legal_faces(me, desk, n, Action.INITIATIVE)
    return n


@rule
def come_to_spots(state: State, me: Player) -> None:
    """R12.1"""
    if me.passed:
        return
    if dice_left(me) == 0:
        me.passed = 1
    else:
        state.doing = Question.GATHER


@rule
def load_up(state: State, tables: Tables, me: Player, wagons: int) -> None:
    """R12.3, R12.5, R2.4"""
    value = tables.goods[state.spot].value
    gain(me.goods, state.spot, state.total // value + wagons)
    if me.power[Effect.CHANGE] > 0:
        me.goods.coins += state.total % value
    me.wagons -= wagons
    me.uses[Use.WAGONS] += wagons
    state.within = NOTHING
    state.doing = NOTHING


@rule
def ask_for_wagons(state: State, tables: Tables, me: Player) -> None:
    if me.wagons > 0:
        state.within = Question.WAGONS
    else:
        load_up(state, tables, me, 0)


@rule
def gather(state: State, tables: Tables, me: Player, spot: int, way: int) -> None:
    """R12.2: dice first, then pips and wagons."""
    larger, smaller = larger_of(way), smaller_of(way)
    me.dice[larger] -= 1
    state.count = 1
    if smaller > 0:
        me.dice[smaller] -= 1
        state.bonus[spot] += 1
        state.count = 2
    me.came[spot] = 1
    me.uses[Use.WOOD + spot] += state.count
    state.spot = spot
    state.total = larger + smaller
    if most_pips(me, state.total, state.count) > 0:
        state.within = Question.PIPS
    else:
        ask_for_wagons(state, tables, me)


@rule
def legal_pips(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    """R12.3, R12.4"""
    n, value = 0, tables.goods[state.spot].value
    for pips in range(min(MOST_PIPS, most_pips(me, state.total, state.count)) + 1):
        n = offer(desk, n, Action.PIPS + pips, state.total + pips >= value)
    return n


@rule
def add_pips(state: State, tables: Tables, me: Player, pips: int) -> None:
    """R12.4"""
    state.total += pips
    me.pips += pips
    me.uses[Use.PIPS] += pips
    ask_for_wagons(state, tables, me)


@rule
def legal_wagons(me: Player, desk: Desk) -> int:
    """R12.5"""
    n = 0
    for wagons in range(min(me.wagons, MOST_WAGONS) + 1):
        n = offer(desk, n, Action.WAGONS + wagons, True)
    return n


@rule
def take_initiative(state: State, tables: Tables, me: Player, face: int) -> None:
    """R12.6"""
    me.dice[face] -= 1
    me.uses[Use.INITIATIVE] += 1
    state.initiative = state.turn
    if state.token_pile.left == 0:
        for token in range(TOKENS):
            put(state.token_pile, token)
        shuffle(state.token_pile, state.luck[Luck.TOKENS])
    token = tables.tokens[take(state.token_pile)]
    add(me.goods, token.gain)
    take_bags(state, tables, me, token.bags)
    take_wagons(state, tables, me, token.wagons)
    state.doing = NOTHING
