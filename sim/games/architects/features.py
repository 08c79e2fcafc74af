"""What a player may look at and what can only be imagined; what an action brings stands in gains.py."""

import numpy as np

from sim.deck import put, shuffle, take
from sim.game import forget, is_asked_for, new_luck
from sim.games.architects.cards import Goods, Tables
from sim.games.architects.cathedral import cards_to_discard, room_at
from sim.games.architects.guardhouse import captives, held_by_rivals
from sim.games.architects.guildhall import can_build, has_skills, spaces
from sim.games.architects.market import workers_at_market
from sim.games.architects.names import CIRCLES, DISPLAY, LEVELS, Feature, Luck, Place
from sim.games.architects.scoring import standing
from sim.games.architects.state import UNKNOWN, Player, State, Table
from sim.record import NOTHING
from sim.rng import Stream
from sim.rule import rule

NONE = np.uint64(0)
FAR = 99  #  goods lacking when there is no Building to build
LUCKS = len(Luck)


@rule
def lacking(mine: Goods, cost: Goods) -> int:
    """Goods that a price still lacks."""
    lack = max(0, cost.wood - mine.wood) + max(0, cost.clay - mine.clay) + max(0, cost.stone - mine.stone)
    return lack + max(0, cost.gold - mine.gold) + max(0, cost.marble - mine.marble)


@rule
def nearest_building(me: Player, tables: Tables) -> int:
    """The Building in hand, its skills met, that lacks the fewest goods (then with most points), or NOTHING."""
    nearest, least, points = NOTHING, FAR, 0
    for slot in range(me.cards):
        card = tables.buildings[me.hand[slot]]
        if has_skills(me, card):
            lack = lacking(me.goods, card.cost)
            if lack < least or (lack == least and card.points > points):
                nearest, least, points = me.hand[slot], lack, card.points
    return nearest


@rule
def note_nearest(me: Player, tables: Tables, desk: Table) -> int:
    """The nearest Building, worked out once a decision: `legal` forgets it."""
    if desk.nearest == UNKNOWN:
        desk.nearest = nearest_building(me, tables)
    return desk.nearest


@rule
def step_lacking(state: State, tables: Tables, me: Player) -> int:
    """Goods that the next Cathedral step still lacks; virtue, room and a card to discard must be there."""
    if me.level == LEVELS - 1 or me.virtue < tables.params.cathedral_virtue_floor:
        return FAR
    if me.cards < cards_to_discard(tables, me) or room_at(state, tables, me.level + 1) == 0:
        return FAR
    step = tables.cathedral[me.level + 1]
    return lacking(me.goods, step.cost) + max(0, step.wood_or_stone - me.goods.wood - me.goods.stone)


@rule
def most_points_payable(me: Player, tables: Tables) -> int:
    most = 0
    for slot in range(me.cards):
        if can_build(me, tables, me.hand[slot]):
            most = max(most, tables.buildings[me.hand[slot]].points)
    return most


@rule
def needs_carpentry(me: Player, tables: Tables) -> bool:
    """A Building in hand asks for a skill that no own Apprentice has."""
    for slot in range(me.cards):
        if tables.buildings[me.hand[slot]].carpentry and me.carpentry == 0:
            return True
    return False


@rule
def needs_tiling(me: Player, tables: Tables) -> bool:
    for slot in range(me.cards):
        if tables.buildings[me.hand[slot]].tiling and me.tiling == 0:
            return True
    return False


@rule
def needs_masonry(me: Player, tables: Tables) -> bool:
    for slot in range(me.cards):
        if tables.buildings[me.hand[slot]].masonry and me.masonry == 0:
            return True
    return False


@rule
def skills_lacking(me: Player, tables: Tables) -> int:
    """Skills that the Buildings in hand need and nobody has."""
    if me.carpentry and me.tiling and me.masonry:
        return 0
    carpentry, tiling, masonry = 0, 0, 0
    for slot in range(me.cards):
        card = tables.buildings[me.hand[slot]]
        carpentry |= card.carpentry
        tiling |= card.tiling
        masonry |= card.masonry
    count = 0
    if carpentry and me.carpentry == 0:
        count += 1
    if tiling and me.tiling == 0:
        count += 1
    if masonry and me.masonry == 0:
        count += 1
    return count


@rule
def biggest_group(me: Player) -> int:
    most = 0
    for circle in range(CIRCLES):
        most = max(most, me.at[circle])
    return most


@rule
def biggest_rival_group(state: State, seat: int) -> int:
    most = 0
    for rival in range(state.seats):
        if rival != seat:
            most = max(most, biggest_group(state.players[rival]))
    return most


@rule
def best_rival_standing(state: State, tables: Tables, seat: int) -> int:
    best = -1_000
    for rival in range(state.seats):
        if rival != seat:
            best = max(best, standing(state, tables, rival))
    return best


@rule
def coins_on_display(state: State) -> int:
    coins = 0
    for place in range(DISPLAY):
        coins += state.coins[place]
    return coins


@rule
def see_standings(state: State, tables: Tables, seat: int, desk: Table) -> None:
    seen = desk.features
    seen[Feature.POINTS] = standing(state, tables, seat)
    seen[Feature.LEAD] = seen[Feature.POINTS] - best_rival_standing(state, tables, seat)


@rule
def see_board(state: State, tables: Tables, seat: int, desk: Table) -> None:
    """What everyone sees."""
    me, seen = state.players[seat], desk.features
    seen[Feature.TAX] = state.tax
    seen[Feature.SPACES_LEFT] = spaces(state, tables) - state.guildhall
    seen[Feature.LAST_TURNS] = state.last_turns != NOTHING
    seen[Feature.ROUND] = state.rounds
    seen[Feature.PLAYERS] = state.seats
    seen[Feature.REWARDS] = state.reward_pile.left
    seen[Feature.LEFT] = state.left
    if is_asked_for(desk, Feature.POINTS) or is_asked_for(desk, Feature.LEAD):
        see_standings(state, tables, seat, desk)
    if is_asked_for(desk, Feature.LEVEL_ROOM):
        seen[Feature.LEVEL_ROOM] = room_at(state, tables, min(me.level + 1, LEVELS - 1))
    if is_asked_for(desk, Feature.RIVAL_GROUP):
        seen[Feature.RIVAL_GROUP] = biggest_rival_group(state, seat)
    if is_asked_for(desk, Feature.COINS):
        seen[Feature.COINS] = coins_on_display(state)
    if is_asked_for(desk, Feature.MARKET_WORKERS):
        seen[Feature.MARKET_WORKERS] = workers_at_market(state)


@rule
def see_own(state: State, tables: Tables, seat: int, desk: Table) -> None:
    """The own board and hand."""
    me, seen = state.players[seat], desk.features
    seen[Feature.WORKERS] = me.workers
    seen[Feature.WOOD] = me.goods.wood
    seen[Feature.CLAY] = me.goods.clay
    seen[Feature.STONE] = me.goods.stone
    seen[Feature.GOLD] = me.goods.gold
    seen[Feature.MARBLE] = me.goods.marble
    seen[Feature.SILVER] = me.goods.silver
    seen[Feature.VIRTUE] = me.virtue
    seen[Feature.DEBTS] = me.unpaid
    seen[Feature.PAID] = me.paid
    seen[Feature.CARDS] = me.cards
    seen[Feature.HIRED] = me.hired
    seen[Feature.CARPENTRY] = me.carpentry
    seen[Feature.TILING] = me.tiling
    seen[Feature.MASONRY] = me.masonry
    seen[Feature.BUILDINGS] = me.buildings
    seen[Feature.LEVEL] = me.level
    seen[Feature.PRISON] = me.at[Place.PRISON]
    if is_asked_for(desk, Feature.CAPTURED):
        seen[Feature.CAPTURED] = captives(state, me)
    if is_asked_for(desk, Feature.LOST):
        seen[Feature.LOST] = held_by_rivals(state, seat)
    for circle in range(CIRCLES):
        seen[Feature.AT_QUARRY + circle] = me.at[circle]


@rule
def see_nearest(mine: Goods, cost: Goods, desk: Table) -> None:
    """What the nearest Building still lacks."""
    seen = desk.features
    seen[Feature.LACKING] = lacking(mine, cost)
    seen[Feature.LACKS_WOOD] = max(0, cost.wood - mine.wood)
    seen[Feature.LACKS_CLAY] = max(0, cost.clay - mine.clay)
    seen[Feature.LACKS_STONE] = max(0, cost.stone - mine.stone)
    seen[Feature.LACKS_GOLD] = max(0, cost.gold - mine.gold)
    seen[Feature.LACKS_MARBLE] = max(0, cost.marble - mine.marble)


@rule
def see_plans(state: State, tables: Tables, me: Player, desk: Table) -> None:
    """What the cards in hand and the Cathedral ask for."""
    seen, nearest = desk.features, note_nearest(me, tables, desk)
    seen[Feature.BIGGEST_GROUP] = biggest_group(me)
    if is_asked_for(desk, Feature.BUILDABLE):
        seen[Feature.BUILDABLE] = most_points_payable(me, tables)
    if is_asked_for(desk, Feature.SKILLS_LACKING):
        seen[Feature.SKILLS_LACKING] = skills_lacking(me, tables)
    if is_asked_for(desk, Feature.STEP_LACKING):
        seen[Feature.STEP_LACKING] = step_lacking(state, tables, me)
    if nearest != NOTHING:
        see_nearest(me.goods, tables.buildings[nearest].cost, desk)
    else:
        seen[Feature.LACKING] = FAR
        for column in range(Feature.LACKS_WOOD, Feature.STEP_LACKING):
            seen[column] = 0.0


@rule
def features(state: State, tables: Tables, seat: int, desk: Table) -> None:
    """R17.1: everything that lies open, and the own hand."""
    see_board(state, tables, seat, desk)
    see_own(state, tables, seat, desk)
    see_plans(state, tables, state.players[seat], desk)


@rule
def gather_hidden(state: State, seat: int) -> None:
    """All Building cards that `seat` cannot see come to the pile."""
    for other in range(state.seats):
        them = state.players[other]
        if other != seat:
            for slot in range(them.cards):
                put(state.building_pile, them.hand[slot])
            for slot in range(them.passing):
                put(state.building_pile, them.passed[slot])
            for slot in range(them.looking):
                put(state.building_pile, them.looked[slot])


@rule
def deal_hidden(state: State, seat: int) -> None:
    """As many cards as there were."""
    for other in range(state.seats):
        them = state.players[other]
        if other != seat:
            for slot in range(them.cards):
                them.hand[slot] = take(state.building_pile)
            for slot in range(them.passing):
                them.passed[slot] = take(state.building_pile)
            for slot in range(them.looking):
                them.looked[slot] = take(state.building_pile)


@rule
def forget_dealt(them: Player) -> None:
    """Sets of cards are kept for the result rows; here they would tell what a rival was dealt."""
    them.buildings_dealt = NONE
    them.buildings_offered = NONE
    them.buildings_taken = NONE


@rule
def shuffle_rewards(state: State) -> None:
    """R1.1: which Rewards are in the pile and which in the box nobody knows."""
    kept = state.reward_pile.left
    while state.unused_rewards.left > 0:
        put(state.reward_pile, take(state.unused_rewards))
    shuffle(state.reward_pile, state.luck[Luck.REWARDS])
    while state.reward_pile.left > kept:
        put(state.unused_rewards, take(state.reward_pile))


@rule
def imagine(state: State, tables: Tables, seat: int, stream: Stream) -> None:
    """R17.1: deal anew the hands and piles that `seat` cannot see.  Only for a copy of the real state."""
    forget(state, seat, stream)
    for number in range(LUCKS):
        new_luck(state.luck[number], stream)
    for other in range(state.seats):
        if other != seat:
            forget_dealt(state.players[other])
    gather_hidden(state, seat)
    shuffle(state.building_pile, state.luck[Luck.BUILDINGS])  # by a key of each card: where it lay does not matter
    deal_hidden(state, seat)
    shuffle(state.apprentice_pile, state.luck[Luck.APPRENTICES])
    shuffle(state.market_pile, state.luck[Luck.MARKET])
    shuffle_rewards(state)
