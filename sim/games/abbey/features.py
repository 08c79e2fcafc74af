"""What a player may look at and what can only be imagined; what an action brings stands in gains.py."""

import numpy as np

from sim.deck import Deck, put, shuffle, take
from sim.game import forget, is_asked_for, new_luck
from sim.games.abbey.building import can_place, room, stone_off
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.crusades import is_open, missing, uncompleted
from sim.games.abbey.dice import dice_left, locked
from sim.games.abbey.events import is_vikings
from sim.games.abbey.feeding import darkness, darkness_in, feeding_levels
from sim.games.abbey.goods import amount
from sim.games.abbey.moving import moves_a_round
from sim.games.abbey.names import (
    ARCHERS,
    BELL,
    FACES,
    GOODS,
    HELD,
    KINDS,
    SITES,
    SPOTS,
    TOWERS,
    EventKind,
    Feature,
    Good,
    Luck,
    Question,
    Stage,
    Standing,
)
from sim.games.abbey.peasants import defense, permanent_defense, population
from sim.games.abbey.reset import over_store
from sim.games.abbey.scoring import archers, standing
from sim.games.abbey.setup import deal_events
from sim.games.abbey.state import UNKNOWN, Desk, Held, Player, State
from sim.record import NOTHING
from sim.rng import Stream, below, draw
from sim.rule import rule

FAR = 99  #  goods lacking when there is nothing to build
ONE, NONE = np.uint64(1), np.uint64(0)
LUCKS = len(Luck)


@rule
def is_one_asked_for(desk: Desk, first: Feature, last: Feature) -> bool:
    """Whether one of some features, all among the first 64, has to be worked out."""
    wanted = ((ONE << np.uint64(last - first + 1)) - ONE) << np.uint64(first)
    return wanted & ~desk.skips != NONE


@rule
def short(have: int, cost: int) -> int:
    return max(0, cost - have)


@rule
def lacking(tables: Tables, me: Player, cost: Goods) -> int:
    """R14.10: goods that a card still lacks."""
    mine = me.goods
    lack = short(mine.wood, cost.wood) + short(mine.grain, cost.grain) + short(mine.sand, cost.sand)
    return lack + short(mine.coins, cost.coins) + short(mine.stone + stone_off(tables, me), cost.stone)


@rule
def lacking_of(tables: Tables, me: Player, cost: Goods, good: int) -> int:
    """R14.10: what a card still lacks of one good."""
    have = amount(me.goods, good)
    if good == Good.STONE:
        have += stone_off(tables, me)
    return short(have, amount(cost, good))


@rule
def cards_in_hand(me: Player) -> int:
    count = 0
    for kind in range(KINDS):
        count += me.hand[kind]
    return count


@rule
def nearest_card(tables: Tables, me: Player) -> int:
    """The kind in hand, such as may be built, that lacks the fewest goods (then with most prestige), or NOTHING."""
    nearest, least, prestige = NOTHING, FAR, 0
    if cards_in_hand(me) == 0:
        return NOTHING
    for kind in range(KINDS):
        if me.hand[kind] > 0 and can_place(tables, me, kind):
            card = tables.buildings[kind]
            lack = lacking(tables, me, card.cost)
            if lack < least or (lack == least and card.prestige > prestige):
                nearest, least, prestige = kind, lack, card.prestige
    return nearest


@rule
def note_nearest(tables: Tables, me: Player, desk: Desk) -> int:
    """The nearest card, worked out once a decision: `legal` forgets it."""
    if desk.nearest == UNKNOWN:
        desk.nearest = nearest_card(tables, me)
    return desk.nearest


@rule
def may_raise(tables: Tables, me: Player, tower: int) -> bool:
    """But for its cost."""
    return me.site[tower] == Standing.NONE and me.towers < tables.params.tower_limit


@rule
def nearest_tower(tables: Tables, me: Player) -> int:
    """The tower that lacks the fewest goods, then with most prestige, or NOTHING."""
    nearest, least, prestige = NOTHING, FAR, 0
    for tower in range(TOWERS):
        if may_raise(tables, me, tower):
            lack = lacking(tables, me, tables.towers[tower].cost)
            if lack < least or (lack == least and tables.towers[tower].prestige > prestige):
                nearest, least, prestige = tower, lack, tables.towers[tower].prestige
    return nearest


@rule
def note_tower(tables: Tables, me: Player, desk: Desk) -> int:
    """The nearest tower, worked out once a decision."""
    if desk.tower == UNKNOWN:
        desk.tower = nearest_tower(tables, me)
    return desk.tower


@rule
def best_payable(tables: Tables, me: Player) -> int:
    """Most prestige on a card in hand that can be paid and placed now."""
    most = 0
    for kind in range(KINDS):
        if me.hand[kind] > 0 and can_place(tables, me, kind):
            if lacking(tables, me, tables.buildings[kind].cost) == 0:
                most = max(most, tables.buildings[kind].prestige)
    return most


@rule
def most_alike(me: Player) -> int:
    """Dice of the commonest face."""
    most = 0
    for face in range(1, FACES):
        most = max(most, me.dice[face])
    return most


@rule
def dice_for(me: Player, held: Held) -> int:
    """Own dice that fit a crusade."""
    return me.dice[held.face] if held.begun else most_alike(me)


@rule
def empty_cards(me: Player) -> int:
    count = 0
    for site in range(BELL, SITES):
        count += me.site[site] == Standing.EMPTY
    return count


@rule
def empty_towers(me: Player) -> int:
    count = 0
    for site in range(1, ARCHERS + 1):
        count += me.site[site] == Standing.EMPTY
    return count


@rule
def see_goods(state: State, me: Player, desk: Desk) -> None:
    seen = desk.features
    seen[Feature.WOOD] = me.goods.wood
    seen[Feature.GRAIN] = me.goods.grain
    seen[Feature.STONE] = me.goods.stone
    seen[Feature.SAND] = me.goods.sand
    seen[Feature.COINS] = me.goods.coins
    seen[Feature.BAGS] = me.bags
    seen[Feature.WAGONS] = me.wagons
    seen[Feature.SHEEP] = me.sheep
    seen[Feature.COWS] = me.cows
    seen[Feature.ROUND] = state.rounds
    seen[Feature.PLAYERS] = state.seats


@rule
def see_faces(tables: Tables, me: Player, desk: Desk) -> None:
    """What the dice in hand show."""
    seen, low, high, best = desk.features, 0, 0, 0
    for face in range(1, FACES):
        if me.dice[face] > 0:
            best = face
            low += me.dice[face] if face <= tables.params.recruit_highest else 0
            high += me.dice[face] if face >= tables.params.train_lowest else 0
    seen[Feature.LOW_DICE] = low
    seen[Feature.HIGH_DICE] = high
    seen[Feature.BEST_DIE] = best


@rule
def see_dice(tables: Tables, me: Player, desk: Desk) -> None:
    seen = desk.features
    if is_asked_for(desk, Feature.DICE):
        seen[Feature.DICE] = dice_left(me)
    if is_one_asked_for(desk, Feature.LOW_DICE, Feature.BEST_DIE):
        see_faces(tables, me, desk)
    seen[Feature.RECRUITING] = me.recruiting
    seen[Feature.TRAINING] = me.training


@rule
def to_level(tables: Tables, me: Player) -> int:
    """R8.4: squares to the next top of a clergy column."""
    top = me.clergy
    while top < tables.last_step and (top == me.clergy or tables.steps[top].level == NOTHING):
        top += 1
    return top - me.clergy


@rule
def see_peasants(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    seen = desk.features
    seen[Feature.SUPPLY] = me.supply
    seen[Feature.PEASANTS] = population(me)
    seen[Feature.PEWS] = me.seated
    seen[Feature.BAPTIZED] = me.baptized
    seen[Feature.WORKING] = me.working
    seen[Feature.CLERGY] = me.clergy
    seen[Feature.LEVELS] = tables.steps[me.clergy].completed
    if is_asked_for(desk, Feature.TO_LEVEL):
        seen[Feature.TO_LEVEL] = to_level(tables, me)
    if is_asked_for(desk, Feature.MOVES):
        seen[Feature.MOVES] = moves_a_round(state, tables, me) - me.moves
    seen[Feature.LOSING] = state.losing > 0


@rule
def see_darkness(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    seen, level = desk.features, darkness(state, tables)
    seen[Feature.DEFENSE] = defense(tables, me)
    seen[Feature.DARKNESS] = level
    seen[Feature.GAP] = max(0, level - seen[Feature.DEFENSE])
    seen[Feature.NEXT_DARKNESS] = 0
    if state.rounds < tables.params.rounds:
        seen[Feature.NEXT_DARKNESS] = darkness_in(tables, state.rounds + 1)


@rule
def see_defense(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    seen = desk.features
    if is_one_asked_for(desk, Feature.DEFENSE, Feature.NEXT_DARKNESS):
        see_darkness(state, tables, me, desk)
    if is_asked_for(desk, Feature.PERMANENT):
        seen[Feature.PERMANENT] = permanent_defense(tables, me)
    seen[Feature.ALTAR] = me.altar
    seen[Feature.WALL] = me.wall
    seen[Feature.TOWERS] = me.towers
    if is_asked_for(desk, Feature.EMPTY_TOWERS):
        seen[Feature.EMPTY_TOWERS] = empty_towers(me)
    if is_asked_for(desk, Feature.ARCHERS):
        seen[Feature.ARCHERS] = archers(me)


@rule
def see_buildings(tables: Tables, me: Player, desk: Desk) -> None:
    seen = desk.features
    seen[Feature.HAND] = cards_in_hand(me)
    seen[Feature.BUILDINGS] = me.firsts + me.seconds
    seen[Feature.BUILD_ROOM] = room(tables, me)
    seen[Feature.FREE_BUILDING] = me.free
    seen[Feature.TRADES] = tables.params.trades - me.trades
    if is_asked_for(desk, Feature.EMPTY_CARDS):
        seen[Feature.EMPTY_CARDS] = empty_cards(me)
    if is_asked_for(desk, Feature.BUILDABLE):
        seen[Feature.BUILDABLE] = best_payable(tables, me)
    if is_asked_for(desk, Feature.TOWER_LACKING):
        tower = note_tower(tables, me, desk)
        seen[Feature.TOWER_LACKING] = FAR
        if tower != NOTHING:
            seen[Feature.TOWER_LACKING] = lacking(tables, me, tables.towers[tower].cost)


@rule
def see_nearest(tables: Tables, me: Player, desk: Desk) -> None:
    """What the nearest card in hand still lacks."""
    seen, nearest = desk.features, note_nearest(tables, me, desk)
    for column in range(Feature.LACKING, Feature.TOWER_LACKING):
        seen[column] = 0.0
    seen[Feature.LACKING] = FAR
    if nearest != NOTHING:
        cost = tables.buildings[nearest].cost
        seen[Feature.LACKING] = lacking(tables, me, cost)
        for good in range(GOODS):
            seen[Feature.LACKS_WOOD + good] = lacking_of(tables, me, cost, good)


@rule
def see_crusades(tables: Tables, me: Player, desk: Desk) -> None:
    seen, least, fitting, begun = desk.features, FAR, 0, 0
    for slot in range(HELD):
        held = me.crusade[slot]
        if is_open(held):
            begun += held.begun
            if missing(tables, held) < least:
                least, fitting = missing(tables, held), dice_for(me, held)
    seen[Feature.CRUSADES] = uncompleted(me)
    seen[Feature.STARTED] = begun
    seen[Feature.CRUSADE_LACKING] = least
    seen[Feature.CRUSADE_DICE] = fitting
    if is_asked_for(desk, Feature.LOCKED):
        seen[Feature.LOCKED] = locked(me)


@rule
def vikings_left(state: State, tables: Tables) -> int:
    """Cards still to come, as everyone can count."""
    is_here = is_vikings(state, tables) and state.stage <= Stage.FIGHT
    return tables.mixes[tables.params.event_mix].vikings - state.won - state.defeats - is_here


@rule
def lead(state: State, tables: Tables, seat: int, mine: int) -> int:
    """Standing of a seat less the best other one."""
    best = -1_000
    for rival in range(state.seats):
        if rival != seat:
            best = max(best, standing(state, tables, rival))
    return mine - best if state.seats > 1 else 0


@rule
def see_standings(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    mine = standing(state, tables, seat)
    desk.features[Feature.POINTS] = mine
    desk.features[Feature.LEAD] = lead(state, tables, seat, mine)


@rule
def see_table(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    seen, me = desk.features, state.players[seat]
    if is_asked_for(desk, Feature.VIKINGS_LEFT):
        seen[Feature.VIKINGS_LEFT] = vikings_left(state, tables)
    seen[Feature.VIKING_ROWS] = state.rows - state.met
    seen[Feature.VIKING_PLACED] = me.fought
    seen[Feature.VIKINGS_AHEAD] = 2 * state.fallen - state.met
    seen[Feature.IS_FIRST] = state.first == seat
    seen[Feature.INITIATIVE] = state.initiative != NOTHING
    seen[Feature.HIGH_BID] = state.high
    seen[Feature.LEVELS_DUE] = state.owed if state.question == Question.FEED else 0
    seen[Feature.ASKER_LEAD] = 0
    if state.question == Question.ANSWER:
        seen[Feature.ASKER_LEAD] = lead(state, tables, state.turn, standing(state, tables, state.turn))
    for spot in range(SPOTS):
        seen[Feature.BONUS_WOOD + spot] = tables.sizes[state.seats - 1].bonus_squares - state.bonus[spot]
    if is_asked_for(desk, Feature.OVER_STORE):
        seen[Feature.OVER_STORE] = over_store(tables, me)
    if is_asked_for(desk, Feature.FOOD_DUE):
        seen[Feature.FOOD_DUE] = feeding_levels(state, tables, me)
    if is_asked_for(desk, Feature.POINTS) or is_asked_for(desk, Feature.LEAD):
        see_standings(state, tables, seat, desk)


@rule
def features(state: State, tables: Tables, seat: int, desk: Desk) -> None:
    """R22.1: all that lies open."""
    me = state.players[seat]
    see_goods(state, me, desk)
    see_dice(tables, me, desk)
    see_peasants(state, tables, me, desk)
    see_defense(state, tables, me, desk)
    see_buildings(tables, me, desk)
    see_crusades(tables, me, desk)
    see_table(state, tables, seat, desk)
    if is_one_asked_for(desk, Feature.LACKING, Feature.LACKS_COINS):
        see_nearest(tables, me, desk)


@rule
def sort(deck: Deck) -> None:
    """The order in which cards lay must not show in what is imagined."""
    for place in range(1, deck.left):
        card, hole = deck.cards[place], place
        while hole > 0 and deck.cards[hole - 1] > card:
            deck.cards[hole] = deck.cards[hole - 1]
            hole -= 1
        deck.cards[hole] = card


@rule
def mix(deck: Deck, stream: Stream) -> None:
    """By place, not by card: several of one kind are alike."""
    sort(deck)
    for last in range(deck.left - 1, 0, -1):
        other = below(stream, last + 1)
        card = deck.cards[last]
        deck.cards[last] = deck.cards[other]
        deck.cards[other] = card


@rule
def imagine_buildings(state: State, stream: Stream) -> None:
    """R22.1: which cards are in which pile nobody knows."""
    first, second = state.piles[0], state.piles[1]
    left = np.int64(second.left)
    for _ in range(left):
        put(first, take(second))
    mix(first, stream)
    for _ in range(left):
        put(second, take(first))


@rule
def imagine_events(state: State, tables: Tables) -> None:
    """R22.1, R1.6: how many of each kind are left is known, but not which, nor their order."""
    pile, box = state.event_pile, state.unused_events
    unseen_plenty, unseen_disaster, unseen_vikings = 0, 0, 0
    for _ in range(pile.left):
        put(box, take(pile))
    for place in range(box.left):
        kind = tables.events[box.cards[place]].kind
        unseen_plenty += kind == EventKind.PLENTY
        unseen_disaster += kind == EventKind.DISASTER
        unseen_vikings += kind == EventKind.VIKINGS
    shuffle(box, state.luck[Luck.EVENTS])
    mixture, all_cards = tables.mixes[tables.params.event_mix], tables.in_box
    plenty = mixture.plenty - all_cards.plenty + unseen_plenty
    disaster = mixture.disaster - all_cards.disaster + unseen_disaster
    deal_events(state, tables, plenty, disaster, mixture.vikings - all_cards.vikings + unseen_vikings)


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """R22.1: deal anew what nobody sees.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(LUCKS):
        new_luck(state.luck[number], stream)
    state.dice_luck = draw(stream)
    imagine_buildings(state, stream)
    imagine_events(state, tables)
    shuffle(state.crusade_pile, state.luck[Luck.CRUSADES])
    shuffle(state.token_pile, state.luck[Luck.TOKENS])
