"""The rules, in the order of RULES.md."""

from sim.game import note_leader, offer
from sim.games.left_center_right.cards import Tables
from sim.games.left_center_right.names import FACES, Action, Face
from sim.games.left_center_right.state import Desk, Row, State
from sim.record import NOTHING
from sim.rng import below, seed
from sim.rule import rule


@rule
def setup(state: State, tables: Tables) -> None:
    """R1"""
    for seat in range(state.seats):
        seed(state.dice[seat], state.root, state.deal, seat)
        state.players[seat].chips = tables.params.chips
    state.turns = 1
    state.rounds = 1


@rule
def neighbour(state: State, seat: int, way: int) -> int:
    """The next seat (way 1), or the one before (way -1)."""
    return (seat + way) % state.seats


@rule
def move_chip(state: State, face: int) -> None:
    """R2.1"""
    me = state.players[state.seat]
    match face:
        case Face.LEFT:
            me.chips -= 1
            state.players[neighbour(state, state.seat, 1)].chips += 1
        case Face.CENTER:
            me.chips -= 1
            state.middle += 1
        case Face.RIGHT:
            me.chips -= 1
            state.players[neighbour(state, state.seat, -1)].chips += 1


@rule
def roll_dice(state: State, tables: Tables) -> None:
    """R2"""
    for _ in range(min(state.players[state.seat].chips, tables.params.dice)):
        move_chip(state, below(state.dice[state.seat], FACES))


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """R4"""
    return state.players[seat].chips


@rule
def leader(state: State) -> int:
    """The seat that has most chips alone, or NOTHING."""
    alone, most = 0, state.players[0].chips
    for seat in range(1, state.seats):
        chips = state.players[seat].chips
        if chips == most:
            alone = NOTHING
        elif chips > most:
            alone, most = seat, chips
    return alone


@rule
def has_one_owner(state: State) -> bool:
    """R3: whether one player has all the chips that are left."""
    owners = 0
    for seat in range(state.seats):
        if state.players[seat].chips > 0:
            owners += 1
    return owners == 1


@rule
def end_turn(state: State) -> None:
    ends_round = state.seat == state.seats - 1
    state.over = has_one_owner(state)  # R3
    if ends_round or state.over:
        note_leader(state, leader(state))
    if state.over:
        return
    state.seat = neighbour(state, state.seat, 1)
    state.turns += 1
    if ends_round:
        state.rounds += 1


@rule
def legal(state: State, tables: Tables, desk: Desk) -> int:
    has_chips = state.players[state.seat].chips > 0
    n = offer(desk, 0, Action.ROLL, has_chips)  # R2
    return offer(desk, n, Action.PASS, not has_chips)  # R2.2


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """R2: carry out the one legal action."""
    me = state.players[state.seat]
    match action:
        case Action.ROLL:
            me.rolls += 1
            roll_dice(state, tables)
        case Action.PASS:
            me.passes += 1
    end_turn(state)


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R4"""
    row.middle = state.middle
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        mine.score_chips = me.chips
        mine.score = mine.score_chips
        mine.rolls = me.rolls
        mine.passes = me.passes
        row.turns_with_a_roll += me.rolls
