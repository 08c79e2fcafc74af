"""The rules, in the order of RULES.md."""

from sim.game import note_leader, offer
from sim.games.chutes_and_ladders.cards import Tables
from sim.games.chutes_and_ladders.names import SQUARES, Action
from sim.games.chutes_and_ladders.state import Desk, Player, Row, State
from sim.record import NOTHING
from sim.rng import roll, seed
from sim.rule import rule


@rule
def setup(state: State, tables: Tables) -> None:
    """R1"""
    for seat in range(state.seats):
        seed(state.dice[seat], state.root, state.deal, seat)
    state.turns = 1
    state.rounds = 1


@rule
def reach(tables: Tables, square: int, pips: int) -> int:
    """R2: the square to which the die takes a piece."""
    if square + pips <= SQUARES:
        return square + pips
    return square if tables.params.exact_finish else SQUARES  # R2.1, R2.2


@rule
def move(me: Player, tables: Tables, pips: int) -> None:
    """R2, R3"""
    reached = reach(tables, me.square, pips)
    end = tables.leads_to[reached]
    me.rolls += 1
    if reached == me.square:
        me.stays += 1
    elif end > reached:
        me.ladders += 1
    elif end < reached:
        me.chutes += 1
    me.square = end


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """R5"""
    return state.players[seat].square


@rule
def leader(state: State) -> int:
    """The seat whose piece is alone in front, or NOTHING."""
    alone, most = 0, state.players[0].square
    for seat in range(1, state.seats):
        square = state.players[seat].square
        if square == most:
            alone = NOTHING
        elif square > most:
            alone, most = seat, square
    return alone


@rule
def is_home(state: State) -> bool:
    """R4: whether a piece is on the last square."""
    for seat in range(state.seats):
        if state.players[seat].square == SQUARES:
            return True
    return False


@rule
def end_turn(state: State, tables: Tables) -> None:
    ends_round = state.seat == state.seats - 1
    state.over = is_home(state) and (ends_round or not tables.params.equal_turns)  # R4, R4.1
    if ends_round or state.over:
        note_leader(state, leader(state))
    if state.over:
        return
    state.seat = (state.seat + 1) % state.seats
    state.turns += 1
    if ends_round:
        state.rounds += 1


@rule
def legal(state: State, tables: Tables, desk: Desk) -> int:
    """R2"""
    return offer(desk, 0, Action.ROLL, True)


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """R2: the one thing there is to do."""
    move(state.players[state.seat], tables, roll(state.dice[state.seat]))
    end_turn(state, tables)


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R5"""
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        mine.score_square = me.square
        mine.score = mine.score_square
        mine.rolls = me.rolls
        mine.stays = me.stays
        mine.chutes = me.chutes
        mine.ladders = me.ladders
