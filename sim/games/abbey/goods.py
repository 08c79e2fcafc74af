"""Goods: paying and trades (R2)."""

from sim.game import offer
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.names import MOST_SWAPPED, PAIRS, Action, Effect, Good, Use
from sim.games.abbey.state import Desk, Player
from sim.rule import rule


@rule
def amount(goods: Goods, good: int) -> int:
    match good:
        case Good.WOOD:
            return goods.wood
        case Good.GRAIN:
            return goods.grain
        case Good.STONE:
            return goods.stone
        case Good.SAND:
            return goods.sand
        case _:
            return goods.coins


@rule
def gain(goods: Goods, good: int, many: int) -> None:
    """More of one good, or less."""
    match good:
        case Good.WOOD:
            goods.wood += many
        case Good.GRAIN:
            goods.grain += many
        case Good.STONE:
            goods.stone += many
        case Good.SAND:
            goods.sand += many
        case _:
            goods.coins += many


@rule
def add(goods: Goods, more: Goods) -> None:
    goods.wood += more.wood
    goods.grain += more.grain
    goods.stone += more.stone
    goods.sand += more.sand
    goods.coins += more.coins


@rule
def resources(goods: Goods) -> int:
    """Coins are none."""
    return goods.wood + goods.grain + goods.stone + goods.sand


@rule
def value_of_resources(tables: Tables, goods: Goods) -> int:
    """R2.1, R20.5"""
    total = goods.wood * tables.goods[Good.WOOD].value + goods.grain * tables.goods[Good.GRAIN].value
    return total + goods.stone * tables.goods[Good.STONE].value + goods.sand * tables.goods[Good.SAND].value


@rule
def given_good(pair: int) -> int:
    """The pairs are wood for grain, stone, sand, coins; grain for wood, stone ..."""
    return pair // (PAIRS // 5)


@rule
def taken_good(pair: int) -> int:
    other = pair % (PAIRS // 5)
    return other if other < given_good(pair) else other + 1


@rule
def given_in_trade(tables: Tables, pair: int, number: int) -> int:
    """R2.2: the least that is worth `number` of the other good; for coins, `number` itself."""
    take = taken_good(pair)
    if take == Good.COINS:
        return number
    each = tables.goods[given_good(pair)].value
    return (number * tables.goods[take].value + each - 1) // each


@rule
def taken_in_trade(tables: Tables, pair: int, number: int) -> int:
    """R2.2: for coins the whole value."""
    if taken_good(pair) == Good.COINS:
        return number * tables.goods[given_good(pair)].value // tables.goods[Good.COINS].value
    return number


@rule
def can_trade(tables: Tables, me: Player) -> bool:
    """R2.3"""
    if me.trades >= tables.params.trades:
        return False
    if resources(me.goods) > 0:
        return True
    return me.goods.coins * tables.goods[Good.COINS].value >= tables.goods[Good.WOOD].value


@rule
def legal_swaps(tables: Tables, me: Player, desk: Desk) -> int:
    """R2.2"""
    n = 0
    for pair in range(PAIRS):
        held = amount(me.goods, given_good(pair))
        for number in range(1, MOST_SWAPPED + 1):
            if given_in_trade(tables, pair, number) > held:
                break
            if taken_in_trade(tables, pair, number) > 0:
                n = offer(desk, n, Action.SWAP + pair * MOST_SWAPPED + number - 1, True)
    return n


@rule
def swap(tables: Tables, me: Player, choice: int) -> None:
    """R2.2, R2.4"""
    pair, number = choice // MOST_SWAPPED, choice % MOST_SWAPPED + 1
    give, take = given_good(pair), taken_good(pair)
    given, taken = given_in_trade(tables, pair, number), taken_in_trade(tables, pair, number)
    gain(me.goods, give, -given)
    gain(me.goods, take, taken)
    if me.power[Effect.CHANGE] > 0:
        rest = given * tables.goods[give].value - taken * tables.goods[take].value
        me.goods.coins += rest // tables.goods[Good.COINS].value
    me.trades += 1
    me.uses[Use.TRADE] += 1
