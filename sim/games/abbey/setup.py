"""Setup (R1) and the auction of starting cards (R21.3)."""

from sim.deck import bit, bury, put, shuffle, take
from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.crusades import clear_crusade, draw_crusade
from sim.games.abbey.names import (
    COLUMNS,
    COPIES,
    EVENTS,
    FIRST_COPY,
    HELD,
    MOST_BID,
    PLACES,
    STARTING,
    Action,
    EventKind,
    Luck,
    Question,
    Source,
    Standing,
)
from sim.games.abbey.peasants import recruit_peasants, staff
from sim.games.abbey.reset import fill_column
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rng import draw, key, seed
from sim.rule import copy, rule

LUCKS = len(Luck)
PASSED = -1  #  a bid


@rule
def shuffle_buildings(state: State, tables: Tables) -> None:
    """R1.1: single cards are shuffled, then known by their kinds only."""
    first, second = state.piles[0], state.piles[1]
    copy(first, tables.building_pile)
    copy(second, tables.building_pile)
    second.cards[:] = NOTHING
    second.left = 0
    shuffle(first, state.luck[Luck.BUILDINGS])
    for place in range(first.left):
        first.cards[place] //= COPIES
    half = first.left // 2
    while second.left < half:
        put(second, take(first))


@rule
def deal_events(state: State, tables: Tables, plenty: int, disaster: int, vikings: int) -> None:
    """R1.6: so many of each kind out of the shuffled cards in the box, then all together."""
    for _ in range(state.unused_events.left):
        event = take(state.unused_events)
        kind, wanted = tables.events[event].kind, False
        if kind == EventKind.PLENTY:
            plenty, wanted = plenty - 1, plenty > 0
        elif kind == EventKind.DISASTER:
            disaster, wanted = disaster - 1, disaster > 0
        else:
            vikings, wanted = vikings - 1, vikings > 0
        if wanted:
            put(state.event_pile, event)
        else:
            bury(state.unused_events, event)
    shuffle(state.event_pile, state.luck[Luck.EVENTS])


@rule
def fill_events(state: State, tables: Tables) -> None:
    """R1.6"""
    mix = tables.mixes[tables.params.event_mix]
    state.event_pile.cards[:] = NOTHING
    state.unused_events.cards[:] = NOTHING
    for event in range(EVENTS):
        put(state.unused_events, event)
    shuffle(state.unused_events, state.luck[Luck.EVENTS])
    deal_events(state, tables, mix.plenty, mix.disaster, mix.vikings)


@rule
def lay_out(state: State, tables: Tables) -> None:
    """R1.1, R1.6, R1.7"""
    for number in range(LUCKS):
        seed(state.luck[number], state.root, state.deal, number)
    state.dice_luck = draw(state.luck[Luck.DICE])
    shuffle_buildings(state, tables)
    for place in range(PLACES):
        state.market[place] = NOTHING
    for column in range(COLUMNS):
        fill_column(state, column)
    copy(state.crusade_pile, tables.crusade_pile)
    copy(state.token_pile, tables.token_pile)
    shuffle(state.crusade_pile, state.luck[Luck.CRUSADES])
    shuffle(state.token_pile, state.luck[Luck.TOKENS])
    fill_events(state, tables)
    state.event = NOTHING
    state.closed = NOTHING
    state.initiative = NOTHING
    state.remodels = tables.params.remodel_cards


@rule
def equip(state: State, tables: Tables, seat: int) -> None:
    """R1.2, R1.4, R1.5, R21.1, R21.3"""
    me, params, goods = state.players[seat], tables.params, tables.goods
    me.goods.wood = goods[0].start
    me.goods.grain = goods[1].start
    me.goods.stone = goods[2].start
    me.goods.sand = goods[3].start
    me.goods.coins = params.auction_coins if params.start_auction else goods[4].start
    me.bags = params.start_tool_bags
    me.wagons = params.start_wagons
    me.supply = params.peasants - 1  # one stands on the starting card
    recruit_peasants(tables, me, params.start_peasants)
    me.points[Source.START] = params.start_prestige_first + seat * params.start_prestige_step
    if params.start_at_postulant:
        me.clergy = tables.clergy[0].squares
    for slot in range(HELD):
        clear_crusade(me.crusade[slot])
    for _ in range(params.start_crusades):
        me.crusades_dealt |= bit(draw_crusade(state, me))


@rule
def take_start_card(state: State, tables: Tables, me: Player, kind: int) -> None:
    """R1.3"""
    site = FIRST_COPY + kind
    me.site[site] = Standing.EMPTY
    me.firsts += 1
    me.card = 1
    me.start_card = kind
    me.buildings_taken |= bit(kind)
    me.buildings_used |= bit(kind)
    staff(state, tables, me, site)


@rule
def deal_start_cards(state: State, tables: Tables) -> None:
    """R1.2: in the order of a key of each kind."""
    salt = draw(state.luck[Luck.STARTING])
    for kind in range(STARTING):
        before = 0
        for other in range(STARTING):
            before += key(salt, other) < key(salt, kind)
        if before < state.seats:
            me = state.players[before]
            me.buildings_dealt |= bit(kind)
            take_start_card(state, tables, me, kind)


@rule
def open_auction(state: State) -> None:
    """R21.3"""
    for kind in range(STARTING):
        state.starting[kind] = 1
        for seat in range(state.seats):
            state.players[seat].buildings_offered |= bit(kind)


@rule
def set_up(state: State, tables: Tables) -> None:
    """R1.1 to R1.8"""
    lay_out(state, tables)
    for seat in range(state.seats):
        equip(state, tables, seat)
    if tables.params.start_auction:
        open_auction(state)
    else:
        deal_start_cards(state, tables)


@rule
def bidders(state: State) -> int:
    """R21.3: who may still bid in this round of bidding."""
    count = 0
    for seat in range(state.seats):
        count += state.players[seat].card == 0 and state.players[seat].bid != PASSED
    return count


@rule
def without_card(state: State) -> int:
    count = 0
    for seat in range(state.seats):
        count += state.players[seat].card == 0
    return count


@rule
def next_bidder(state: State) -> int:
    """R21.3: from the seat after the one that bid last, in turn order."""
    for step in range(state.seats):
        seat = (state.step + step) % state.seats
        if state.players[seat].card == 0 and state.players[seat].bid != PASSED:
            return seat
    return NOTHING


@rule
def go_on_bidding(state: State) -> None:
    """R21.3"""
    state.turn = next_bidder(state)
    state.step = state.turn + 1
    state.doing = Question.BID
    if bidders(state) == 1:
        state.doing = Question.START_CARD


@rule
def legal_bids(state: State, me: Player, desk: Desk) -> int:
    """R21.3"""
    n = offer(desk, 0, Action.PASS_BID, True)
    for coins in range(state.high + 1, min(me.goods.coins, MOST_BID) + 1):
        n = offer(desk, n, Action.BID + coins - 1, True)
    return n


@rule
def bid(state: State, me: Player, coins: int) -> None:
    me.bid = coins
    state.high = coins
    state.doing = NOTHING


@rule
def pass_bid(state: State, me: Player) -> None:
    me.bid = PASSED
    state.doing = NOTHING


@rule
def legal_start_cards(state: State, desk: Desk) -> int:
    n = 0
    for kind in range(STARTING):
        n = offer(desk, n, Action.START_CARD + kind, state.starting[kind] > 0)
    return n


@rule
def choose_start_card(state: State, tables: Tables, me: Player, kind: int) -> None:
    """R21.3: pay the bid; the next round of bidding begins with the first player."""
    me.goods.coins -= me.bid
    state.starting[kind] = 0
    take_start_card(state, tables, me, kind)
    for seat in range(state.seats):
        state.players[seat].bid = 0
    state.high = 0
    state.step = 0
    state.doing = NOTHING
