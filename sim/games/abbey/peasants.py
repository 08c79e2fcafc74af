"""Peasants, the cards they work on, and the defense of an abbey (R3, R4)."""

from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.names import CHAPEL, PEW_ROWS, PEWS, SITES, Action, Cause, Effect, Standing
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule

PRIEST = 3  #  columns completed with the Priest's


@rule
def population(me: Player) -> int:
    """R15.3: in pews, baptistery and on cards."""
    return me.seated + me.baptized + me.working


@rule
def first_empty_pew(tables: Tables, me: Player) -> int:
    """R3.1"""
    for column in range(tables.params.pew_columns):
        for row in range(tables.params.pew_rows):
            if me.pews[column * PEW_ROWS + row] == 0:
                return column * PEW_ROWS + row
    return NOTHING


@rule
def can_seat(tables: Tables, me: Player) -> bool:
    return me.seated < tables.params.pew_columns * tables.params.pew_rows


@rule
def sit_down(tables: Tables, me: Player) -> None:
    me.pews[first_empty_pew(tables, me)] = 1
    me.seated += 1


@rule
def recruit_peasants(tables: Tables, me: Player, many: int) -> None:
    """R3.2"""
    for _ in range(many):
        if me.supply > 0 and can_seat(tables, me):
            me.supply -= 1
            sit_down(tables, me)


@rule
def come_home(tables: Tables, me: Player) -> None:
    """R9.3: from a crusade to the pews, or to supply."""
    if can_seat(tables, me):
        sit_down(tables, me)
    else:
        me.supply += 1


@rule
def staff(state: State, tables: Tables, me: Player, number: int) -> None:
    """A peasant begins to work on a card."""
    site = tables.sites[number]
    me.site[number] = Standing.STAFFED
    me.working += 1
    me.power[site.effect] += site.amount
    if site.effect == Effect.SHEEP_FARM and me.sheep_since == 0:  # R15.2
        me.sheep_since = state.rounds
        me.sheep = min(tables.params.sheep_barn, me.sheep + tables.params.sheep_start)
    if site.effect == Effect.DAIRY_FARM and me.cows_since == 0:
        me.cows_since = state.rounds


@rule
def unstaff(tables: Tables, me: Player, number: int) -> None:
    site = tables.sites[number]
    me.site[number] = Standing.EMPTY
    me.working -= 1
    me.power[site.effect] -= site.amount


@rule
def legal_free_peasants(me: Player, desk: Desk) -> int:
    """Those in pews and baptistery."""
    n = 0
    for pew in range(PEWS):
        n = offer(desk, n, Action.FROM_PEW + pew, me.pews[pew] > 0)
    return offer(desk, n, Action.FROM_BAPTISTERY, me.baptized > 0)


@rule
def legal_losses(me: Player, desk: Desk) -> int:
    """R3.3"""
    n = legal_free_peasants(me, desk)
    for site in range(1, SITES):
        n = offer(desk, n, Action.FROM_SITE + site - 1, me.site[site] == Standing.STAFFED)
    return n


@rule
def take_peasant(tables: Tables, me: Player, action: int) -> None:
    """He leaves his place in the abbey."""
    if action == Action.FROM_BAPTISTERY:
        me.baptized -= 1
    elif action < Action.FROM_SITE:
        me.pews[action - Action.FROM_PEW] = 0
        me.seated -= 1
    else:
        unstaff(tables, me, action - Action.FROM_SITE + 1)


@rule
def lose_peasant(state: State, tables: Tables, me: Player, action: int) -> None:
    """R3.3"""
    take_peasant(tables, me, action)
    me.lost[state.cause] += 1
    state.losing -= 1


@rule
def must_lose(state: State, me: Player, many: int, cause: Cause) -> None:
    """R3.3: no more than there are."""
    state.losing = min(many, population(me))
    state.cause = cause


@rule
def permanent_defense(tables: Tables, me: Player) -> int:
    """R4.1, R4.2: without the dice of this round."""
    params, here = tables.params, tables.steps[me.clergy]
    defense = params.start_defense + me.altar * params.altar_defense + here.defense + me.power[Effect.DEFENSE]
    if me.wall >= params.wall_sections:
        defense += params.wall_defense
    if me.site[CHAPEL] == Standing.EMPTY and here.completed >= PRIEST:
        defense += params.chapel_defense
    return defense


@rule
def defense(tables: Tables, me: Player) -> int:
    """R4.1"""
    return permanent_defense(tables, me) + me.defending * tables.params.die_defense
