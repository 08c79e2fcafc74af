"""The rules, in the order of RULES.md."""

from sim.game import note_leader, offer
from sim.games.pig.cards import Tables
from sim.games.pig.names import Action, Question, Tiebreak
from sim.games.pig.state import Desk, Player, Row, State
from sim.record import NOTHING
from sim.rng import roll, seed
from sim.rule import rule


@rule
def setup(state: State, tables: Tables) -> None:
    """R1"""
    for seat in range(state.seats):
        seed(state.dice[seat], state.root, state.deal, seat)
    state.question = Question.TURN
    state.turns = 1
    state.rounds = 1


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """Points banked."""
    return state.players[seat].score


@rule
def leader(state: State) -> int:
    """The seat that leads alone, or NOTHING."""
    alone, most = NOTHING, -1
    for seat in range(state.seats):
        points = state.players[seat].score
        if points == most:
            alone = NOTHING
        elif points > most:
            alone, most = seat, points
    return alone


@rule
def end_turn(state: State, tables: Tables) -> None:
    """R1, R3"""
    me = state.players[state.seat]
    state.turn_total = 0
    me.turn_rolls = 0
    state.over = me.score >= tables.params.goal
    last = state.seat == state.seats - 1
    if last or state.over:
        note_leader(state, leader(state))
    if state.over:
        return
    state.seat = (state.seat + 1) % state.seats
    state.turns += 1
    if last:
        state.rounds += 1


@rule
def roll_die(state: State, tables: Tables, me: Player) -> None:
    """R2.2, R2.3"""
    number = roll(state.dice[state.seat])
    me.rolls += 1
    me.turn_rolls += 1
    me.longest_turn = max(me.longest_turn, me.turn_rolls)
    if number > 1:
        state.turn_total += number
        return
    me.busts += 1
    me.lost += state.turn_total
    end_turn(state, tables)


@rule
def hold(state: State, tables: Tables, me: Player) -> None:
    """R2.4"""
    me.score += state.turn_total
    me.holds += 1
    me.best_turn = max(me.best_turn, state.turn_total)
    end_turn(state, tables)


@rule
def legal(state: State, tables: Tables, desk: Desk) -> int:
    """R2, R2.1"""
    n = offer(desk, 0, Action.ROLL, True)
    return offer(desk, n, Action.HOLD, state.turn_total > 0)


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """R2: carry out one legal action."""
    me = state.players[state.seat]
    if action == Action.ROLL:
        roll_die(state, tables, me)
    else:
        hold(state, tables, me)


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R3.1"""
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        mine.score = me.score
        mine.score_banked = me.score
        mine.tiebreak[Tiebreak.WON] = me.score >= tables.params.goal
        mine.rolls = me.rolls
        mine.busts = me.busts
        mine.holds = me.holds
        mine.lost = me.lost
        mine.best_turn = me.best_turn
        mine.longest_turn = me.longest_turn
