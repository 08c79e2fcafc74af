"""Setup and the draft of opening hands."""

from sim.deck import bit, put, shuffle, take
from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import draw_buildings, hold
from sim.games.architects.market import bury_in_random_order
from sim.games.architects.names import BOARDS, DISPLAY, PRINTED, Action, Luck, Place
from sim.games.architects.paying import add
from sim.games.architects.state import Player, State, Table
from sim.record import NOTHING
from sim.rng import draw, key
from sim.rule import copy, rule


@rule
def shuffle_piles(state: State, tables: Tables) -> None:
    """R1.1"""
    copy(state.building_pile, tables.building_pile)
    copy(state.apprentice_pile, tables.apprentice_pile)
    copy(state.reward_pile, tables.reward_pile)
    copy(state.market_pile, tables.market_pile)
    shuffle(state.building_pile, state.luck[Luck.BUILDINGS])
    shuffle(state.apprentice_pile, state.luck[Luck.APPRENTICES])
    shuffle(state.reward_pile, state.luck[Luck.REWARDS])
    shuffle(state.market_pile, state.luck[Luck.MARKET])
    kept = tables.params.rewards_per_player * state.seats + tables.params.rewards_extra
    state.unused_rewards.cards[:] = NOTHING
    while state.reward_pile.left > kept:
        put(state.unused_rewards, take(state.reward_pile))


@rule
def lay_out(state: State, tables: Tables) -> None:
    """R1.2, R8.3"""
    for place in range(DISPLAY):
        state.display[place] = take(state.apprentice_pile)
        state.opening |= bit(state.display[place])
    state.tax = tables.params.tax_stand_start
    state.small = take(state.market_pile)
    state.large = PRINTED
    state.market[:] = NOTHING


@rule
def deal_hands(state: State, tables: Tables) -> None:
    """R1.4"""
    for seat in range(state.seats):
        me = state.players[seat]
        me.hand[:] = NOTHING
        me.passed[:] = NOTHING
        me.looked[:] = NOTHING
        me.built[:] = NOTHING
        me.apprentices[:] = NOTHING
        for slot in range(tables.params.draft_dealt):
            me.passed[slot] = take(state.building_pile)
            me.buildings_dealt |= bit(me.passed[slot])
            me.passing += 1
        me.buildings_offered = me.buildings_dealt


@rule
def legal_drafts(me: Player, desk: Table) -> int:
    """R1.4"""
    n = 0
    for slot in range(me.passing):
        n = offer(desk, n, Action.DRAFT + me.passed[slot], True)
    return n


@rule
def draft(me: Player, building: int) -> None:
    """R1.4: keep one; the others close up."""
    hold(me, building)
    found = 0
    for slot in range(me.passing):
        if me.passed[slot] == building:
            found = 1
        elif found:
            me.passed[slot - 1] = me.passed[slot]
    me.passing -= 1
    me.passed[me.passing] = NOTHING


@rule
def pass_hands(state: State) -> None:
    """R1.4: to the next seat."""
    last = state.seats - 1
    for slot in range(state.players[last].passing):
        card = state.players[last].passed[slot]
        for seat in range(last, 0, -1):
            state.players[seat].passed[slot] = state.players[seat - 1].passed[slot]
        state.players[0].passed[slot] = card
    for seat in range(state.seats):
        me = state.players[seat]
        for slot in range(me.passing):
            me.buildings_offered |= bit(me.passed[slot])


@rule
def bury_leftovers(state: State) -> None:
    """R1.4: under the pile, in random order."""
    before = 0
    for seat in range(state.seats):
        me = state.players[seat]
        for slot in range(me.passing):
            bury_in_random_order(state, me.passed[slot], before)
            me.passed[slot] = NOTHING
            before += 1
        me.passing = 0


@rule
def begin_plain(tables: Tables, me: Player, seat: int) -> None:
    """R1.3"""
    me.workers = tables.params.workers
    me.virtue = tables.params.start_virtue
    me.goods.silver = tables.params.start_silver_first + tables.params.start_silver_step * seat


@rule
def begin_with_board(state: State, tables: Tables, me: Player) -> None:
    """R1.6: what the board shows."""
    board = tables.boards[me.board]
    me.workers = board.workers
    me.at[Place.PRISON] = board.prison
    me.virtue = board.virtue
    me.unpaid = board.debts
    add(me.goods, board.start)
    draw_buildings(state, me, board.cards)


@rule
def deal_boards(state: State, tables: Tables) -> None:
    """R1.6: different boards at random; the highest virtue sits in seat 1, and the order around the table stays."""
    salt, first = draw(state.luck[Luck.BOARDS]), 0
    for seat in range(state.seats):
        for board in range(1, BOARDS):  # the board that `seat` others come before
            before = 0
            for other in range(1, BOARDS):
                if key(salt, other) < key(salt, board):
                    before += 1
            if before == seat:
                state.players[seat].board = board
        if tables.boards[state.players[seat].board].virtue > tables.boards[state.players[first].board].virtue:
            first = seat
    for _ in range(first):
        board = state.players[0].board
        for seat in range(state.seats - 1):
            state.players[seat].board = state.players[seat + 1].board
        state.players[state.seats - 1].board = board


@rule
def end_draft(state: State, tables: Tables) -> None:
    """R1.3, R1.4, R1.6: what players begin with is given once the draft is over (R1.5)."""
    bury_leftovers(state)
    if tables.params.board_side == 2:
        deal_boards(state, tables)
    for seat in range(state.seats):
        me = state.players[seat]
        if tables.params.board_side == 2:
            begin_with_board(state, tables, me)
        else:
            begin_plain(tables, me, seat)
