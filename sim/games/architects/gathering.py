"""Quarry, Forest, Mines and Silversmith, and the Tax Stand."""

from sim.games.architects.cards import Tables
from sim.games.architects.hands import collect, mark_used, virtue_off
from sim.games.architects.names import Ability, Place
from sim.games.architects.state import Player, State
from sim.games.architects.virtue import lose_virtue
from sim.rule import rule


@rule
def work_quarry(state: State, tables: Tables, me: Player) -> None:
    """R3.1"""
    me.goods.stone += me.at[Place.QUARRY] * tables.params.stone_per_worker
    collect(state, tables, me, Ability.QUARRY)


@rule
def work_forest(state: State, tables: Tables, me: Player) -> None:
    """R3.1"""
    me.goods.wood += me.at[Place.FOREST] * tables.params.wood_per_worker
    collect(state, tables, me, Ability.FOREST)


@rule
def dig_clay(state: State, tables: Tables, me: Player) -> None:
    """R3.2"""
    me.goods.clay += me.at[Place.MINES] * tables.params.clay_per_worker + tables.params.mines_clay_extra
    collect(state, tables, me, Ability.MINES)


@rule
def can_dig_gold(me: Player, tables: Tables) -> bool:
    """R3.2: with the worker about to be placed."""
    return me.at[Place.MINES] + 1 >= tables.params.workers_per_gold


@rule
def dig_gold(state: State, tables: Tables, me: Player) -> None:
    """R3.2"""
    me.goods.gold += me.at[Place.MINES] // tables.params.workers_per_gold
    collect(state, tables, me, Ability.MINES)


@rule
def work_silversmith(state: State, tables: Tables, me: Player) -> None:
    """R3.3"""
    workers = me.at[Place.SILVERSMITH]
    me.goods.silver += workers * tables.params.silver_per_worker + tables.params.silversmith_extra
    collect(state, tables, me, Ability.SILVERSMITH)


@rule
def rob_tax_stand(state: State, tables: Tables, me: Player) -> None:
    """R7.1, R15.3"""
    me.goods.silver += state.tax
    state.tax = 0
    spared = virtue_off(me, tables, Ability.TAX_STAND_VIRTUE_OFF)
    lose_virtue(me, tables, max(0, tables.params.tax_stand_virtue - spared))
    mark_used(me, tables, Ability.TAX_STAND_VIRTUE_OFF)
    collect(state, tables, me, Ability.TAX_STAND)
