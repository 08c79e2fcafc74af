"""What trades would bring: above all, what can be paid after one that could not be paid before."""

from sim.games.abbey.bringing import fed, fill, note_lacks
from sim.games.abbey.building import can_place, stone_off
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.features import empty_towers, may_raise
from sim.games.abbey.goods import amount, given_good, given_in_trade, taken_good, taken_in_trade
from sim.games.abbey.names import (
    GOODS,
    KINDS,
    MOST_SWAPPED,
    TOWERS,
    Action,
    Effect,
    Gain,
    Good,
    Question,
)
from sim.games.abbey.reset import over_store, store_of
from sim.games.abbey.state import UNKNOWN, Desk, Player, State, Wish
from sim.rule import rule

BOUGHT = 3  #  units of a good for which a trade is imagined before it is chosen
UNLIMITED = -1_000  #  above the store: no trade makes it too much


@rule
def wish_for(me: Player, desk: Desk, good: int, many: int) -> None:
    """So many more of one good, for which anything may be given."""
    wish = desk.wish[desk.wishes]
    wish.good = good
    wish.lack = many
    for other in range(GOODS):
        wish.spare[other] = amount(me.goods, other)
    desk.wishes += 1


@rule
def wish_to_pay(tables: Tables, me: Player, desk: Desk, cost: Goods) -> None:
    """R14.10: a cost is within reach of one trade if one good is short; of others only what it leaves may be given."""
    wish, shorts = desk.wish[desk.wishes], 0
    for good in range(GOODS):
        wish.spare[good] = amount(me.goods, good) - amount(cost, good)
        if good == Good.STONE:
            wish.spare[good] += stone_off(tables, me)
        if wish.spare[good] < 0:
            wish.good = good
            wish.lack = -wish.spare[good]
            shorts += 1
    if shorts == 1:
        desk.wishes += 1


@rule
def note_wishes(tables: Tables, me: Player, desk: Desk) -> None:
    """What one trade could make payable: an archer, all that the wall lacks, cards in hand, towers and the altar."""
    params = tables.params
    if me.goods.coins < params.archer_coins and empty_towers(me) > 0:
        wish_for(me, desk, Good.COINS, params.archer_coins - me.goods.coins)
    wall = (params.wall_sections - me.wall) * params.wall_stone
    if me.goods.stone < wall:
        wish_for(me, desk, Good.STONE, wall - me.goods.stone)
    for kind in range(KINDS):
        if me.hand[kind] > 0 and can_place(tables, me, kind):
            wish_to_pay(tables, me, desk, tables.buildings[kind].cost)
    for tower in range(TOWERS):
        if may_raise(tables, me, tower):
            wish_to_pay(tables, me, desk, tables.towers[tower].cost)
    if me.altar == 0:
        wish_to_pay(tables, me, desk, tables.altar)


@rule
def note_store(tables: Tables, me: Player, desk: Desk) -> None:
    """R19.2: how far each resource is above what may be kept; of coins and what knows no limit, any number may be."""
    for good in range(GOODS):
        store = store_of(tables, me, good) if good != Good.COINS else -1
        desk.above[good] = amount(me.goods, good) - store if store >= 0 else UNLIMITED


@rule
def note_trading(tables: Tables, me: Player, desk: Desk) -> None:
    """All that trades are weighed by, worked out once a decision: `legal` forgets it."""
    if desk.wishes == UNKNOWN:
        desk.wishes = 0
        note_wishes(tables, me, desk)
        note_store(tables, me, desk)


@rule
def enables(desk: Desk, give: int, given: int, take: int, taken: int) -> bool:
    """Whether a trade makes something payable."""
    for place in range(desk.wishes):
        wish = desk.wish[place]
        if wish.good == take and taken >= wish.lack and given <= wish.spare[give]:
            return True
    return False


@rule
def pair_of(give: int, take: int) -> int:
    return give * (GOODS - 1) + (take if take < give else take - 1)


@rule
def is_granted(tables: Tables, me: Player, wish: Wish, give: int) -> bool:
    """Whether a small trade of one good brings what is wished for: the first that brings enough asks for least."""
    pair = pair_of(give, wish.good)
    for number in range(1, BOUGHT + 1):
        if taken_in_trade(tables, pair, number) >= wish.lack:
            return given_in_trade(tables, pair, number) <= min(amount(me.goods, give), wish.spare[give])
    return False


@rule
def some_trade_enables(tables: Tables, me: Player, desk: Desk) -> bool:
    for place in range(desk.wishes):
        wish = desk.wish[place]
        for give in range(GOODS):
            if give != wish.good and wish.spare[give] > 0 and is_granted(tables, me, wish, give):
                return True
    return False


@rule
def most_grain(tables: Tables, me: Player) -> int:
    """R2.2: that one trade brings."""
    most = 0
    for good in range(GOODS):
        if good != Good.GRAIN:
            most = max(most, amount(me.goods, good) * tables.goods[good].value // tables.goods[Good.GRAIN].value)
    return most


@rule
def from_wish_to_trade(state: State, tables: Tables, me: Player, desk: Desk) -> None:
    """R2.2, R2.3: what some trade may be good for."""
    note_lacks(state, tables, me, desk)
    note_trading(tables, me, desk)
    brings = desk.gains[desk.slot]
    brings[Gain.ENABLES] = some_trade_enables(tables, me, desk)
    if desk.hunger > 0:
        brings[Gain.FED] = fed(desk, 1.0 * most_grain(tables, me))
    if state.question == Question.STORE:
        brings[Gain.STORED] = over_store(tables, me)


@rule
def from_trade(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R2.2, R2.4"""
    note_trading(tables, me, desk)
    brings, above = desk.gains[desk.slot], desk.above
    pair, number = divmod(action - Action.SWAP, MOST_SWAPPED)
    number += 1
    give, take = given_good(pair), taken_good(pair)
    given, taken = given_in_trade(tables, pair, number), taken_in_trade(tables, pair, number)
    rest = given * tables.goods[give].value - taken * tables.goods[take].value
    brings[Gain.WOOD + give] -= given
    brings[Gain.WOOD + take] += taken
    if me.power[Effect.CHANGE] > 0:
        brings[Gain.COINS] += rest
    else:
        brings[Gain.WASTE] = rest
    brings[Gain.ENABLES] = enables(desk, give, given, take, taken)
    brings[Gain.STORED] = max(0, above[give]) + max(0, above[take])
    brings[Gain.STORED] -= max(0, above[give] - given) + max(0, above[take] + taken)
    fill(state, tables, me, desk)
