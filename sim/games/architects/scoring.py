"""Final scoring."""

from sim.games.architects.cards import Building, Tables
from sim.games.architects.guardhouse import captives
from sim.games.architects.names import Effect, Metric, Place, Power, Tiebreak
from sim.games.architects.paying import has_power
from sim.games.architects.state import Player, Row, SeatRow, State
from sim.rule import rule


@rule
def held_metals(me: Player, tables: Tables, metal: int) -> int:
    """R16.1: to Therese gold and marble are one good."""
    return me.goods.gold + me.goods.marble if has_power(me, tables, Power.GOLD_IS_MARBLE) else metal


@rule
def count_goods(me: Player, tables: Tables, metric: Metric) -> int:
    """What a Building counts among goods."""
    match metric:
        case Metric.WOOD:
            return me.goods.wood
        case Metric.CLAY:
            return me.goods.clay
        case Metric.STONE:
            return me.goods.stone
        case Metric.GOLD:
            return held_metals(me, tables, me.goods.gold)
        case Metric.MARBLE:
            return held_metals(me, tables, me.goods.marble)
        case Metric.SILVER:
            return me.goods.silver
        case _:
            return me.goods.wood + me.goods.clay + me.goods.stone


@rule
def count(state: State, tables: Tables, me: Player, metric: Metric) -> int:
    """What a Building counts (R14.2, R14.4, R14.5)."""
    match metric:
        case Metric.CATHEDRAL_LEVEL:
            return me.level
        case Metric.VIRTUE:
            return me.virtue
        case Metric.BUILDINGS:
            return me.buildings
        case Metric.CARPENTRY:
            return me.carpentry
        case Metric.TILING:
            return me.tiling
        case Metric.MASONRY:
            return me.masonry
        case Metric.CAPTURED_WORKERS:
            return captives(state, me)
        case Metric.PAID_DEBTS:
            return me.paid
        case Metric.UNPAID_DEBTS:
            return me.unpaid
        case Metric.PRISON:
            return me.at[Place.PRISON]
        case _:
            return count_goods(me, tables, metric)


@rule
def has_most(state: State, tables: Tables, seat: int, metric: Metric) -> bool:
    """R14.4: strictly more than every other player."""
    mine = count(state, tables, state.players[seat], metric)
    for rival in range(state.seats):
        if rival != seat and count(state, tables, state.players[rival], metric) >= mine:
            return False
    return True


@rule
def times(state: State, tables: Tables, seat: int, card: Building) -> int:
    """R14.5: floor(what it counts / per)."""
    return count(state, tables, state.players[seat], card.metric) // card.per


@rule
def virtue_at_end(state: State, tables: Tables, seat: int) -> int:
    """R14.2: virtue that this seat's Buildings give, the Dungeon left out."""
    me, points = state.players[seat], 0
    for number in range(me.buildings):
        card = tables.buildings[me.built[number]]
        if card.effect == Effect.VIRTUE_PER:
            points += times(state, tables, seat, card) * card.amount
        elif card.effect == Effect.VIRTUE_IF_MOST and has_most(state, tables, seat, card.metric):
            points += card.amount
    return points


@rule
def virtue_lost_at_end(tables: Tables, me: Player) -> int:
    """R14.2: the Dungeon."""
    points = 0
    for number in range(me.buildings):
        card = tables.buildings[me.built[number]]
        if card.effect == Effect.LOSE_VIRTUE:
            points += card.amount
    return points


@rule
def points_at_end(state: State, tables: Tables, seat: int, card: Building) -> int:
    """R14.4, R14.5, R14.6"""
    match card.effect:
        case Effect.POINTS_PER:
            return times(state, tables, seat, card) * card.amount
        case Effect.POINTS_IF_MOST:
            return card.amount if has_most(state, tables, seat, card.metric) else 0
        case Effect.POINTS_IF_NO_UNPAID_DEBT:
            return card.amount if state.players[seat].unpaid == 0 else 0
        case _:
            return 0


@rule
def end_effects(state: State, tables: Tables, seat: int) -> int:
    """R14.6: points of all end effects of this seat's Buildings."""
    me, points = state.players[seat], 0
    for number in range(me.buildings):
        points += points_at_end(state, tables, seat, tables.buildings[me.built[number]])
    return points


@rule
def points_of_debts(tables: Tables, me: Player) -> int:
    """R14.7: Fountain and Gambler's Den change what each unpaid debt costs."""
    each = tables.params.points_per_unpaid_debt + me.per_debt
    return each * me.unpaid + tables.params.points_per_paid_debt * me.paid


@rule
def points_of_metals(tables: Tables, me: Player) -> int:
    """R14.9"""
    return me.goods.gold * tables.params.points_per_gold + me.goods.marble * tables.params.points_per_marble


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """Points of a seat if the game ended now, end effects of Buildings left out."""
    me = state.players[seat]
    points = me.points + tables.cathedral[me.level].points + tables.virtue[me.virtue].points
    points += points_of_debts(tables, me) + points_of_metals(tables, me)
    return (
        points
        + me.goods.silver // tables.params.silver_per_point
        - me.at[Place.PRISON] // (tables.params.prisoners_per_point)
    )


@rule
def score_sources(state: State, tables: Tables, seat: int, mine: SeatRow) -> None:
    """R14.6 to R14.11"""
    me = state.players[seat]
    mine.score_buildings = me.points + end_effects(state, tables, seat)
    mine.score_cathedral = tables.cathedral[me.level].points
    mine.score_virtue = tables.virtue[me.virtue].points
    mine.score_debts = points_of_debts(tables, me)
    mine.score_gold_marble = points_of_metals(tables, me)
    mine.score_silver = me.goods.silver // tables.params.silver_per_point
    mine.score_prison = -(me.at[Place.PRISON] // tables.params.prisoners_per_point)
    mine.score = mine.score_buildings + mine.score_cathedral + mine.score_virtue + mine.score_debts
    mine.score += mine.score_gold_marble + mine.score_silver + mine.score_prison
    mine.tiebreak[Tiebreak.VIRTUE] = me.virtue  # R14.12
    mine.tiebreak[Tiebreak.SILVER] = me.goods.silver


@rule
def keep_cards(state: State, me: Player, mine: SeatRow) -> None:
    mine.buildings_dealt = me.buildings_dealt
    mine.buildings_offered = me.buildings_offered
    mine.buildings_taken = me.buildings_taken
    mine.buildings_used = me.buildings_used
    mine.apprentices_dealt = state.opening
    mine.apprentices_offered = me.apprentices_offered
    mine.apprentices_taken = me.apprentices_taken
    mine.apprentices_used = me.apprentices_used


@rule
def keep_end(state: State, me: Player, mine: SeatRow) -> None:
    """The end state in the game's own words."""
    mine.uses[:] = me.uses
    mine.turns_taken = me.turns
    mine.virtue = me.virtue
    mine.level = me.level
    mine.buildings = me.buildings
    mine.hired = me.hired
    mine.unpaid = me.unpaid
    mine.paid = me.paid
    mine.wood = me.goods.wood
    mine.clay = me.goods.clay
    mine.stone = me.goods.stone
    mine.gold = me.goods.gold
    mine.marble = me.goods.marble
    mine.silver = me.goods.silver
    mine.cards = me.cards
    mine.workers = me.workers
    mine.prison = me.at[Place.PRISON]
    mine.captured = captives(state, me)
    mine.board = me.board


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R14.1"""
    row.resets = state.resets
    row.building_pile = state.building_pile.left
    row.reward_pile = state.reward_pile.left
    row.tax = state.tax
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        score_sources(state, tables, seat, mine)
        keep_cards(state, me, mine)
        keep_end(state, me, mine)
        row.guildhall += me.at[Place.GUILDHALL]
