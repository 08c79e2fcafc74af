"""Paying: prices, tax and shares of mixed prices (R2.3 to R2.5)."""

from sim.games.architects.cards import Goods, Tables
from sim.games.architects.names import Power
from sim.games.architects.state import Player, State
from sim.rule import rule


@rule
def has_power(me: Player, tables: Tables, power: Power) -> bool:
    """R16.1 to R16.5"""
    return tables.boards[me.board].power == power


@rule
def add(goods: Goods, more: Goods) -> None:
    goods.wood += more.wood
    goods.clay += more.clay
    goods.stone += more.stone
    goods.gold += more.gold
    goods.marble += more.marble
    goods.silver += more.silver


@rule
def can_pay(me: Player, tables: Tables, cost: Goods) -> bool:
    """R2.3, and R16.1: to Therese gold and marble are one good."""
    mine = me.goods
    if mine.wood < cost.wood or mine.clay < cost.clay or mine.stone < cost.stone or mine.silver < cost.silver:
        return False
    if mine.gold >= cost.gold and mine.marble >= cost.marble:
        return True
    together = mine.gold + mine.marble >= cost.gold + cost.marble
    return together and has_power(me, tables, Power.GOLD_IS_MARBLE)


@rule
def pay(state: State, me: Player, tables: Tables, cost: Goods) -> None:
    """R2.3; what Therese owes in gold and marble waits for her choice (R16.1)."""
    me.goods.wood -= cost.wood
    me.goods.clay -= cost.clay
    me.goods.stone -= cost.stone
    me.goods.silver -= cost.silver
    if has_power(me, tables, Power.GOLD_IS_MARBLE):
        state.gold_share += cost.gold + cost.marble
    else:
        me.goods.gold -= cost.gold
        me.goods.marble -= cost.marble


@rule
def tax_due(me: Player, tables: Tables, tax: int) -> int:
    """R2.5: what is left of a tax at this virtue; R16.3: Ada ignores more."""
    ignored = tables.virtue[me.virtue].tax_ignored
    if has_power(me, tables, Power.TAX_OFF):
        ignored += tables.params.power_tax_off
    return max(0, tax - ignored)


@rule
def can_pay_silver(me: Player, tables: Tables, tax: int, silver: int) -> bool:
    return me.goods.silver >= tax_due(me, tables, tax) + silver


@rule
def pay_silver(state: State, me: Player, tables: Tables, tax: int, silver: int) -> None:
    """R2.4: tax goes to the Tax Stand, other silver to the supply."""
    due = tax_due(me, tables, tax)
    me.goods.silver -= due + silver
    state.tax += due


@rule
def pay_clay_share(state: State, me: Player, clay: int) -> None:
    """R4.2: the rest is paid in wood and stone."""
    me.goods.clay -= clay
    state.wood_share = state.clay_share - clay
    state.clay_share = 0


@rule
def pay_wood_share(state: State, me: Player, wood: int) -> None:
    """R4.2, R12.3: the rest is paid in stone."""
    me.goods.wood -= wood
    me.goods.stone -= state.wood_share - wood
    state.wood_share = 0


@rule
def pay_gold_share(state: State, me: Player, gold: int) -> None:
    """R16.1: the rest is paid in marble."""
    me.goods.gold -= gold
    me.goods.marble -= state.gold_share - gold
    state.gold_share = 0
