"""The order of phases: what comes next when no question is open (R1.8)."""

import numpy as np

from sim.game import note_leader
from sim.games.abbey.buying import come_to_market
from sim.games.abbey.cards import Tables
from sim.games.abbey.crusades import can_enlist, collect_rewards, reconsider, seek_help
from sim.games.abbey.dice import begin_reroll, roll_dice
from sim.games.abbey.events import draw_event, feel_event, is_vikings
from sim.games.abbey.feeding import collect_income, come_to_table, face_darkness
from sim.games.abbey.gathering import come_to_spots
from sim.games.abbey.names import Question, Stage
from sim.games.abbey.reset import check_store, clear_table, freshen, offer_last_trades
from sim.games.abbey.scoring import standing
from sim.games.abbey.setup import go_on_bidding, without_card
from sim.games.abbey.state import State
from sim.games.abbey.vikings import be_plundered, end_fight, land, meet_vikings
from sim.record import NOTHING
from sim.rule import rule

NO_SITES = np.uint64(0)


@rule
def compare_standings(state: State, tables: Tables) -> None:
    """Who leads at the end of a round, for the result table."""
    leader, most = NOTHING, 0
    for seat in range(state.seats):
        prestige = standing(state, tables, seat)
        if seat == 0 or prestige > most:
            leader, most = seat, prestige
        elif prestige == most:
            leader = NOTHING
    note_leader(state, leader)


@rule
def begin_round(state: State, tables: Tables) -> None:
    """R5.1"""
    state.rounds += 1
    for seat in range(state.seats):
        roll_dice(state, tables, seat)


@rule
def all_may_act(state: State) -> None:
    for seat in range(state.seats):
        state.players[seat].passed = 0


@rule
def begin_stage(state: State, tables: Tables) -> None:
    """What a stage begins with; a stage of nobody is over at once."""
    state.step = 0
    match state.stage:
        case Stage.ROLL:
            begin_round(state, tables)
            state.step = state.seats
        case Stage.DRAW:
            draw_event(state, tables)
            state.step = state.seats
        case Stage.FIGHT:
            if is_vikings(state, tables):
                land(state, tables)
            else:
                state.step = state.seats
        case Stage.DEFEAT:
            if state.rows == 0 or not end_fight(state, tables):
                state.step = state.seats
        case Stage.HELP:
            if not tables.params.crusade_help:
                state.step = state.seats
        case Stage.BUY | Stage.GATHER:
            all_may_act(state)
        case Stage.RESET:
            clear_table(state)
            state.step = state.seats
        case _:
            return


@rule
def end_round(state: State, tables: Tables) -> None:
    """R19.3"""
    compare_standings(state, tables)
    if state.rounds < tables.params.rounds:
        for seat in range(state.seats):
            freshen(state.players[seat])


@rule
def next_stage(state: State, tables: Tables) -> None:
    """R1.8, R20.1"""
    if state.stage == Stage.STORE:
        end_round(state, tables)
    if state.stage == Stage.FINAL:
        state.over = True
        return
    if state.stage == Stage.STORE and state.rounds < tables.params.rounds:
        state.stage = Stage.ROLL
    else:
        state.stage += 1
    begin_stage(state, tables)


@rule
def is_over(state: State) -> bool:
    """Whether a stage is over."""
    if state.stage == Stage.AUCTION:
        return without_card(state) == 0
    if state.stage != Stage.GATHER:
        return state.step >= state.seats
    for seat in range(state.seats):
        if not state.players[seat].passed:
            return False
    return True


@rule
def seat_in_turn(state: State) -> int:
    """Clockwise from the first player; when cards are bought again, back from the last."""
    step = state.step % state.seats
    if state.stage == Stage.BUY_AGAIN:
        step = state.seats - 1 - step
    return (state.first + step) % state.seats


@rule
def begin_part(state: State) -> None:
    """Phases 6 and 7 note what was entered and finished."""
    state.fresh = NO_SITES


@rule
def act_before_spots(state: State, tables: Tables, seat: int) -> None:
    """Phases 1 to 4, of one seat."""
    me = state.players[seat]
    match state.stage:
        case Stage.REROLL:
            if tables.params.bell_tower_before_event:
                begin_reroll(state, tables, me)
        case Stage.LATE_REROLL:
            if not tables.params.bell_tower_before_event:
                begin_reroll(state, tables, me)
        case Stage.EVENT:
            feel_event(state, tables, seat)
        case Stage.FIGHT:
            meet_vikings(state, tables, me)
        case Stage.DEFEAT:
            be_plundered(state, me)
        case Stage.PLACE:
            state.doing = Question.PLACE
        case Stage.HELP:
            seek_help(state, tables)
        case _:
            come_to_market(state, me)


@rule
def act_after_spots(state: State, tables: Tables, seat: int) -> None:
    """Phases 5 to 12, of one seat."""
    me = state.players[seat]
    match state.stage:
        case Stage.GATHER:
            come_to_spots(state, me)
        case Stage.MOVE:
            begin_part(state)
            state.doing = Question.MOVE
        case Stage.BUILD:
            begin_part(state)
            state.doing = Question.BUILD
        case Stage.FEED:
            come_to_table(state, tables, me)
        case Stage.DARKNESS:
            face_darkness(state, tables, me)
        case Stage.INCOME:
            collect_income(state, tables, me)
        case Stage.REWARD:
            collect_rewards(state, tables, seat)
        case Stage.ENLIST:
            if can_enlist(state, tables, me):
                state.doing = Question.ENLIST
        case Stage.GIVE_UP:
            reconsider(state, me)
        case Stage.STORE:
            check_store(state, tables, me)
        case _:
            offer_last_trades(state, tables, me)


@rule
def act(state: State, tables: Tables) -> None:
    """The part of the next seat in this stage."""
    if state.stage == Stage.AUCTION:
        go_on_bidding(state)
    else:
        state.turn = seat_in_turn(state)
        state.step += 1
        if state.stage < Stage.GATHER:
            act_before_spots(state, tables, state.turn)
        else:
            act_after_spots(state, tables, state.turn)
    state.turns += state.doing != NOTHING


@rule
def open_question(state: State) -> bool:
    """Whether somebody must answer before the game can go on; who and what is set."""
    state.seat = state.turn
    if state.losing > 0:
        state.question = Question.LOSE
        return True
    if state.choosing > 0:
        state.seat = state.chooser
        state.question = Question.RESOURCE
        return True
    if state.within != NOTHING:
        if state.asked != NOTHING:
            state.seat = state.asked
        state.question = state.within
        return True
    if state.doing != NOTHING:
        state.question = state.doing
        return True
    return False


@rule
def go_on(state: State, tables: Tables) -> None:
    """Carry the game on to the next question."""
    while not state.over and not open_question(state):
        if is_over(state):
            next_stage(state, tables)
        else:
            act(state, tables)
