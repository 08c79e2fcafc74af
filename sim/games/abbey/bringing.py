"""Columns of desk.gains that many actions have in common; they are written in the row desk.slot."""

from sim.games.abbey.building import can_place, stone_off
from sim.games.abbey.buying import owns
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.features import lacking, lacking_of, note_nearest, note_tower, short
from sim.games.abbey.feeding import darkness, feeding_levels
from sim.games.abbey.goods import value_of_resources
from sim.games.abbey.names import (
    FIRST_COPY,
    GOODS,
    SECOND_COPY,
    SECONDS,
    SPOTS,
    Effect,
    Gain,
    Good,
    Stage,
    Standing,
)
from sim.games.abbey.peasants import defense
from sim.games.abbey.scoring import prestige_at_end
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule

SATED = -1_000  #  hunger when nobody is fed any more this round


@rule
def bring(desk: Desk, goods: Goods, sign: int) -> None:
    brings = desk.gains[desk.slot]
    brings[Gain.WOOD] += sign * goods.wood
    brings[Gain.GRAIN] += sign * goods.grain
    brings[Gain.STONE] += sign * goods.stone
    brings[Gain.SAND] += sign * goods.sand
    brings[Gain.COINS] += sign * goods.coins


@rule
def pay(tables: Tables, me: Player, desk: Desk, cost: Goods) -> None:
    """R14.10"""
    bring(desk, cost, -1)
    desk.gains[desk.slot][Gain.STONE] += min(cost.stone, stone_off(tables, me))


@rule
def bring_die(me: Player, desk: Desk, face: int) -> None:
    """A die leaves the hand."""
    brings = desk.gains[desk.slot]
    brings[Gain.FACE] = face
    brings[Gain.MATCHES] = me.dice[face] - 1
    brings[Gain.DICE] = -1


@rule
def bring_defense(state: State, tables: Tables, me: Player, desk: Desk, more: int) -> None:
    """R16.2: of the defense, what this round still asks for."""
    brings, gap = desk.gains[desk.slot], darkness(state, tables) - defense(tables, me)
    brings[Gain.DEFENSE] += more
    brings[Gain.NEEDED_DEFENSE] += max(0, min(more, gap))


@rule
def bring_steps(state: State, tables: Tables, me: Player, desk: Desk, steps: int) -> None:
    """R8.3, R8.4"""
    brings, square = desk.gains[desk.slot], me.clergy
    for _ in range(steps):
        if square < tables.last_step:
            square += 1
            brings[Gain.CLERGY] += 1
            brings[Gain.PRESTIGE] += tables.steps[square].prestige
            if tables.steps[square].level != NOTHING:
                brings[Gain.LEVEL] += 1
                brings[Gain.PRESTIGE] += tables.clergy[tables.steps[square].level].prestige
        else:
            brings[Gain.WASTE] += 1
    more = tables.steps[square].defense - tables.steps[me.clergy].defense
    if more > 0:
        bring_defense(state, tables, me, desk, more)


@rule
def note_cost_lacks(tables: Tables, me: Player, desk: Desk) -> None:
    """Resources that the nearest card in hand and the nearest tower still lack."""
    nearest, tower = note_nearest(tables, me, desk), note_tower(tables, me, desk)
    desk.lacks[:] = 0.0
    desk.tower_lacks[:] = 0.0
    for good in range(SPOTS):
        if nearest != NOTHING:
            desk.lacks[good] = lacking_of(tables, me, tables.buildings[nearest].cost, good)
        if tower != NOTHING:
            desk.tower_lacks[good] = lacking_of(tables, me, tables.towers[tower].cost, good)


@rule
def note_lacks(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    """What goods may be good for, worked out once a decision: `legal` forgets it."""
    if not desk.has_lacks:
        desk.has_lacks = True
        note_cost_lacks(tables, me, desk)
        desk.hunger = SATED
        if state.stage <= Stage.FEED:
            desk.hunger = feeding_levels(state, tables, me) - me.goods.grain


@rule
def fed(desk: Desk, grain: float) -> float:
    """R15.4, R15.5: of the levels that the grain in hand does not cover this round, those that some more would."""
    return max(0.0, 1.0 * desk.hunger) - max(0.0, desk.hunger - grain)


@rule
def fill(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    """What the goods gained are worth, and good for."""
    note_lacks(state, tables, me, desk)
    brings = desk.gains[desk.slot]
    for good in range(GOODS):
        more = brings[Gain.WOOD + good]
        if more != 0.0:
            brings[Gain.VALUE] += more * tables.goods[good].value
        if more > 0.0:
            brings[Gain.NEEDED] += min(more, desk.lacks[good])
            brings[Gain.TOWER_NEEDED] += min(more, desk.tower_lacks[good])
    if brings[Gain.GRAIN] != 0.0:
        brings[Gain.FED] = fed(desk, brings[Gain.GRAIN])


@rule
def value_of(tables: Tables, goods: Goods) -> int:
    return value_of_resources(tables, goods) + goods.coins * tables.goods[Good.COINS].value


@rule
def value_lacking(tables: Tables, me: Player, cost: Goods) -> int:
    """What a player lacks to pay a card."""
    mine, goods = me.goods, tables.goods
    total = (
        short(mine.wood, cost.wood) * goods[Good.WOOD].value + short(mine.grain, cost.grain) * goods[Good.GRAIN].value
    )
    total += short(mine.stone + stone_off(tables, me), cost.stone) * goods[Good.STONE].value
    return total + short(mine.sand, cost.sand) * goods[Good.SAND].value + short(mine.coins, cost.coins)


@rule
def about_site(state: State, tables: Tables, me: Player, desk: Desk, number: int) -> None:
    """A card, and what its worker does, who comes or goes as the gain WORKERS says."""
    brings, site = desk.gains[desk.slot], tables.sites[number]
    workers = int(brings[Gain.WORKERS])
    brings[Gain.STAFFED] = me.site[number] == Standing.STAFFED
    brings[Gain.SECOND] = number >= SECOND_COPY
    brings[Gain.FARM] = site.effect == Effect.SHEEP_FARM or site.effect == Effect.DAIRY_FARM
    brings[Gain.END] = workers * prestige_at_end(tables, me, site)
    if site.kind == NOTHING:
        brings[Gain.CARD_PRESTIGE] = tables.towers[number].prestige
    else:
        brings[Gain.CARD_PRESTIGE] = tables.buildings[site.kind].prestige
    if site.effect == Effect.DEFENSE:
        bring_defense(state, tables, me, desk, workers * site.amount)


@rule
def about_kind(tables: Tables, me: Player, desk: Desk, kind: int) -> None:
    """A building card that is not built yet."""
    brings, card = desk.gains[desk.slot], tables.buildings[kind]
    brings[Gain.CARD_PRESTIGE] = card.prestige
    brings[Gain.CARD_COST] = value_of(tables, card.cost)
    brings[Gain.CARD_LACKS] = value_lacking(tables, me, card.cost)
    brings[Gain.SECOND] = owns(me, kind)
    brings[Gain.FARM] = card.effect_1 == Effect.SHEEP_FARM or card.effect_1 == Effect.DAIRY_FARM
    brings[Gain.BUILDABLE] = can_place(tables, me, kind) and lacking(tables, me, card.cost) == 0
    site = FIRST_COPY + kind
    if kind < SECONDS and me.site[site] != Standing.NONE:
        site = SECOND_COPY + kind
    brings[Gain.END] = prestige_at_end(tables, me, tables.sites[site])
