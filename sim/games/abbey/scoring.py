"""Final scoring (R20)."""

from sim.games.abbey.cards import Site, Tables
from sim.games.abbey.goods import resources, value_of_resources
from sim.games.abbey.names import (
    ARCHERS,
    COLUMNS,
    FIRST_COPY,
    HELD,
    KINDS,
    SECOND_COPY,
    SITES,
    Effect,
    Source,
    Standing,
    Tiebreak,
)
from sim.games.abbey.peasants import population
from sim.games.abbey.state import Player, Row, SeatRow, State
from sim.record import NOTHING
from sim.rule import rule

SOURCES = len(Source)


@rule
def prestige_at_end(tables: Tables, me: Player, site: Site) -> int:
    """R20.3: what one staffed card counts."""
    match site.effect:
        case Effect.END_PRESTIGE:
            return site.amount
        case Effect.END_PER_COINS:
            return me.goods.coins // site.per * site.amount
        case Effect.END_PER_GOODS:
            return resources(me.goods) // site.per * site.amount
        case Effect.END_PER_WORKERS:
            return me.working // site.per * site.amount
        case Effect.END_PER_CLERGY:
            return tables.steps[me.clergy].completed * site.amount
        case _:
            return 0


@rule
def end_effects(tables: Tables, me: Player, first: int, last: int) -> int:
    """R20.3: of the staffed sites from `first` up to, not including, `last`."""
    prestige = 0
    for number in range(first, last):
        if me.site[number] == Standing.STAFFED:
            prestige += prestige_at_end(tables, me, tables.sites[number])
    return prestige


@rule
def animals(tables: Tables, me: Player) -> int:
    """R20.2"""
    return me.sheep * tables.params.sheep_prestige + me.cows * tables.params.cow_prestige


@rule
def unbuilt(tables: Tables, me: Player) -> int:
    """R20.4: printed prestige of cards in hand."""
    prestige = 0
    for kind in range(KINDS):
        prestige += me.hand[kind] * tables.buildings[kind].prestige
    return prestige


@rule
def uncompleted_prestige(tables: Tables, me: Player) -> int:
    """R9.5; one that is completed and not yet counted does not count against him."""
    prestige = 0
    for slot in range(HELD):
        held = me.crusade[slot]
        if held.card != NOTHING and held.done == 0:
            prestige += tables.crusades[held.card].prestige
    return prestige


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """Prestige of a seat if the game ended now."""
    me, prestige = state.players[seat], 0
    for source in range(SOURCES):
        prestige += me.points[source]
    prestige += animals(tables, me) + end_effects(tables, me, FIRST_COPY, SITES)
    return prestige - unbuilt(tables, me) - uncompleted_prestige(tables, me)


@rule
def score_sources(tables: Tables, me: Player, mine: SeatRow) -> None:
    """R20.1 to R20.4"""
    mine.score_start = me.points[Source.START]
    mine.score_buildings = me.points[Source.BUILDINGS]
    mine.score_towers = me.points[Source.TOWERS]
    mine.score_wall = me.points[Source.WALL]
    mine.score_crusades = me.points[Source.CRUSADES]
    mine.score_vikings = me.points[Source.VIKINGS]
    mine.score_clergy = me.points[Source.CLERGY]
    mine.score_hunger = me.points[Source.HUNGER]
    mine.score_darkness = me.points[Source.DARKNESS]
    mine.score_animals = animals(tables, me)
    mine.score_firsts = end_effects(tables, me, FIRST_COPY, SECOND_COPY)
    mine.score_seconds = end_effects(tables, me, SECOND_COPY, SITES)
    mine.score_unbuilt = -unbuilt(tables, me)
    mine.score_uncompleted = -uncompleted_prestige(tables, me)
    mine.tiebreak[Tiebreak.RESOURCES] = value_of_resources(tables, me.goods)  # R20.5


@rule
def keep_cards(me: Player, mine: SeatRow) -> None:
    mine.buildings_dealt = me.buildings_dealt
    mine.buildings_offered = me.buildings_offered
    mine.buildings_taken = me.buildings_taken
    mine.buildings_used = me.buildings_used
    mine.seconds_offered = me.seconds_offered
    mine.seconds_taken = me.seconds_taken
    mine.seconds_used = me.seconds_used
    mine.crusades_dealt = me.crusades_dealt
    mine.crusades_offered = me.crusades_offered
    mine.crusades_taken = me.crusades_taken
    mine.crusades_used = me.crusades_used
    mine.start_card = me.start_card


@rule
def archers(me: Player) -> int:
    count = 0
    for tower in range(1, ARCHERS + 1):
        count += me.site[tower] == Standing.STAFFED
    return count


@rule
def keep_abbey(tables: Tables, me: Player, mine: SeatRow) -> None:
    """The abbey at the end, in the game's own words."""
    mine.clergy = me.clergy
    mine.levels = tables.steps[me.clergy].completed
    mine.altar_round = me.altar_round
    mine.wall_round = me.wall_round
    mine.postulant_round = me.level_round[0]
    mine.buildings = me.firsts + me.seconds
    mine.seconds = me.seconds
    mine.towers = me.towers
    mine.archers = archers(me)
    mine.workers = me.working
    mine.peasants = population(me)
    mine.taken = me.taken
    mine.crusades_completed = me.finished
    mine.crusades_given_up = me.given
    mine.most_dice = me.most
    mine.sheep = me.sheep
    mine.cows = me.cows
    for kind in range(KINDS):
        mine.unbuilt += me.hand[kind]


@rule
def keep_counts(me: Player, mine: SeatRow) -> None:
    mine.wood = me.goods.wood
    mine.grain = me.goods.grain
    mine.stone = me.goods.stone
    mine.sand = me.goods.sand
    mine.coins = me.goods.coins
    mine.uses[:] = me.uses
    mine.lost[:] = me.lost
    mine.defense[:] = me.guard
    mine.unmatched[:] = me.gap


@rule
def add_up(mine: SeatRow) -> None:
    mine.score = mine.score_start + mine.score_buildings + mine.score_towers + mine.score_wall + mine.score_crusades
    mine.score += mine.score_vikings + mine.score_clergy + mine.score_animals + mine.score_firsts + mine.score_seconds
    mine.score += mine.score_hunger + mine.score_darkness + mine.score_unbuilt + mine.score_uncompleted


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R20.1"""
    row.fights_won = state.won
    row.fights_lost = state.defeats
    for column in range(COLUMNS):
        row.building_cards += state.piles[column].left
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        score_sources(tables, me, mine)
        keep_cards(me, mine)
        keep_abbey(tables, me, mine)
        keep_counts(me, mine)
        add_up(mine)
    row.deals = state.deals
