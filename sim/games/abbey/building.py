"""Phase 7: buildings, towers, altar, wall and archers (R14)."""

from sim.deck import bit
from sim.game import offer
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.goods import can_trade
from sim.games.abbey.names import (
    ARCHERS,
    BELL,
    FIRST_COPY,
    KINDS,
    SECOND_COPY,
    SECONDS,
    SITES,
    TOWERS,
    Action,
    Effect,
    Mason,
    Purpose,
    Question,
    Source,
    Standing,
    Use,
)
from sim.games.abbey.state import Desk, Player, State
from sim.rule import rule


@rule
def stone_off(tables: Tables, me: Player) -> int:
    """R14.10"""
    if tables.params.masons_guild == Mason.FIRST_CARD and me.cut > 0:
        return 0
    return me.power[Effect.STONE_OFF]


@rule
def can_afford(tables: Tables, me: Player, cost: Goods) -> bool:
    mine = me.goods
    if mine.wood < cost.wood or mine.grain < cost.grain or mine.sand < cost.sand or mine.coins < cost.coins:
        return False
    return mine.stone >= cost.stone or mine.stone >= cost.stone - stone_off(tables, me)


@rule
def pay_card(tables: Tables, me: Player, cost: Goods) -> None:
    off = min(cost.stone, stone_off(tables, me))
    me.cut += off > 0
    me.goods.wood -= cost.wood
    me.goods.grain -= cost.grain
    me.goods.stone -= cost.stone - off
    me.goods.sand -= cost.sand
    me.goods.coins -= cost.coins


@rule
def counted(tables: Tables, me: Player) -> int:
    """R14.3: buildings that count for the limit and for Remodel."""
    return me.firsts + (me.seconds if tables.params.second_copy_uses_limit else 0)


@rule
def room(tables: Tables, me: Player) -> int:
    """R14.3, R14.5: buildings that may still be built."""
    return tables.params.building_limit + me.remodel * tables.params.remodel_buildings - counted(tables, me)


@rule
def can_place(tables: Tables, me: Player, kind: int) -> bool:
    """R14.3, R14.4"""
    if me.site[FIRST_COPY + kind] == Standing.NONE:
        return room(tables, me) > 0
    if kind >= SECONDS or me.site[SECOND_COPY + kind] != Standing.NONE:
        return False
    return room(tables, me) > 0 or not tables.params.second_copy_uses_limit


@rule
def legal_buildings(tables: Tables, me: Player, desk: Desk, n: int) -> int:
    """R14.2, R6.3"""
    for kind in range(KINDS):
        if me.hand[kind] > 0 and can_place(tables, me, kind):
            n = offer(desk, n, Action.BUILD + kind, can_afford(tables, me, tables.buildings[kind].cost))
            n = offer(desk, n, Action.BUILD_FREE + kind, me.free > 0)
    return n


@rule
def can_raise(tables: Tables, me: Player, tower: int) -> bool:
    """R14.6: of two alike the first comes first."""
    if me.site[tower] != Standing.NONE or me.towers >= tables.params.tower_limit:
        return False
    is_second = 0 < tower < BELL and tower % 2 == 0
    if is_second and me.site[tower - 1] == Standing.NONE:
        return False
    return can_afford(tables, me, tables.towers[tower].cost)


@rule
def can_remodel(state: State, tables: Tables, me: Player) -> bool:
    """R14.5"""
    price = tables.params.remodel_goods
    is_full = counted(tables, me) == tables.params.building_limit
    can_pay = me.goods.wood >= price and me.goods.stone >= price
    return is_full and can_pay and me.remodel == 0 and state.remodels > 0


@rule
def legal_archers(tables: Tables, me: Player, desk: Desk, n: int) -> int:
    """R14.8"""
    if me.goods.coins < tables.params.archer_coins or me.seated + me.baptized == 0:
        return n
    for tower in range(ARCHERS):
        n = offer(desk, n, Action.ARCHER + tower, me.site[tower + 1] == Standing.EMPTY)
    return n


@rule
def legal_fresh(state: State, me: Player, desk: Desk, n: int) -> int:
    """R14.9"""
    if me.baptized == 0 or state.fresh == 0:
        return n
    for site in range(BELL, SITES):
        is_new = state.fresh & bit(site) != 0
        n = offer(desk, n, Action.STAFF + site - BELL, is_new and me.site[site] == Standing.EMPTY)
    return n


@rule
def can_build_altar(tables: Tables, me: Player) -> bool:
    """R14.7"""
    params = tables.params
    return me.altar == 0 and me.goods.coins >= params.altar_coins and me.goods.wood >= params.altar_wood


@rule
def can_build_wall(tables: Tables, me: Player) -> bool:
    """R14.7"""
    return me.wall < tables.params.wall_sections and me.goods.stone >= tables.params.wall_stone


@rule
def legal_works(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    """R14.1"""
    n = offer(desk, 0, Action.STOP_BUILDING, True)
    n = legal_buildings(tables, me, desk, n)
    for tower in range(TOWERS):
        n = offer(desk, n, Action.TOWER + tower, can_raise(tables, me, tower))
    n = offer(desk, n, Action.ALTAR, can_build_altar(tables, me))
    n = offer(desk, n, Action.WALL, can_build_wall(tables, me))
    n = offer(desk, n, Action.REMODEL, can_remodel(state, tables, me))
    n = legal_archers(tables, me, desk, n)
    n = legal_fresh(state, me, desk, n)
    return offer(desk, n, Action.TRADE, can_trade(tables, me))


@rule
def put_up(state: State, tables: Tables, me: Player, kind: int) -> None:
    """R14.2, R14.4"""
    site = FIRST_COPY + kind
    if me.site[site] != Standing.NONE:
        site = SECOND_COPY + kind
        me.seconds += 1
        me.seconds_used |= bit(kind)
    else:
        me.firsts += 1
    me.site[site] = Standing.EMPTY
    state.fresh |= bit(site)
    me.hand[kind] -= 1
    me.points[Source.BUILDINGS] += tables.buildings[kind].prestige
    me.buildings_used |= bit(kind)


@rule
def build(state: State, tables: Tables, me: Player, kind: int) -> None:
    """R14.2"""
    pay_card(tables, me, tables.buildings[kind].cost)
    put_up(state, tables, me, kind)
    me.uses[Use.BUILD] += 1


@rule
def build_free(state: State, tables: Tables, me: Player, kind: int) -> None:
    """R6.3"""
    me.free -= 1
    put_up(state, tables, me, kind)
    me.uses[Use.BUILD_FREE] += 1


@rule
def raise_tower(state: State, tables: Tables, me: Player, tower: int) -> None:
    """R14.6"""
    pay_card(tables, me, tables.towers[tower].cost)
    me.site[tower] = Standing.EMPTY
    state.fresh |= bit(tower)
    me.towers += 1
    me.points[Source.TOWERS] += tables.towers[tower].prestige
    me.uses[Use.TOWER] += 1


@rule
def build_altar(state: State, tables: Tables, me: Player) -> None:
    """R14.7"""
    me.goods.coins -= tables.params.altar_coins
    me.goods.wood -= tables.params.altar_wood
    me.altar = 1
    me.altar_round = state.rounds
    me.uses[Use.ALTAR] += 1


@rule
def build_wall(state: State, tables: Tables, me: Player) -> None:
    """R14.7"""
    me.goods.stone -= tables.params.wall_stone
    me.wall += 1
    me.uses[Use.WALL] += 1
    if me.wall == tables.params.wall_sections:
        me.points[Source.WALL] += tables.params.wall_prestige
        me.wall_round = state.rounds


@rule
def remodel(state: State, tables: Tables, me: Player) -> None:
    """R14.5"""
    me.goods.wood -= tables.params.remodel_goods
    me.goods.stone -= tables.params.remodel_goods
    me.remodel = 1
    state.remodels -= 1
    me.uses[Use.REMODEL] += 1


@rule
def train_archer(state: State, tables: Tables, me: Player, tower: int) -> None:
    """R14.8: who it is is chosen next."""
    me.goods.coins -= tables.params.archer_coins
    me.uses[Use.ARCHER] += 1
    state.purpose = Purpose.ARCHER
    state.target = tower
    state.within = Question.PEASANT
