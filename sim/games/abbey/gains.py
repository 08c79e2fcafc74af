"""What each action would bring, as far as the player in turn can know it: the columns of desk.gains."""

from sim.games.abbey.building import can_place, stone_off
from sim.games.abbey.buying import owns, price
from sim.games.abbey.cards import Goods, Tables
from sim.games.abbey.crusades import missing
from sim.games.abbey.features import empty_towers, lacking, may_raise, note_nearest, note_tower, short
from sim.games.abbey.feeding import darkness, feeding_levels
from sim.games.abbey.gathering import larger_of, smaller_of
from sim.games.abbey.goods import amount, given_good, given_in_trade, taken_good, taken_in_trade
from sim.games.abbey.names import (
    BELL,
    DEALS,
    FIRST_COPY,
    GOODS,
    KINDS,
    MOST_SWAPPED,
    PAIRS,
    PEW_ROWS,
    SECOND_COPY,
    SECONDS,
    SPOTS,
    TOKENS,
    TOWERS,
    WAYS,
    Action,
    Deal,
    Effect,
    Gain,
    Good,
    Question,
    Reward,
    Stage,
    Standing,
)
from sim.games.abbey.peasants import defense
from sim.games.abbey.reset import excess, over_store, store_of
from sim.games.abbey.scoring import prestige_at_end
from sim.games.abbey.setup import PASSED
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def bring(desk: Desk, slot: int, goods: Goods, sign: int) -> None:
    brings = desk.gains[slot]
    brings[Gain.WOOD] += sign * goods.wood
    brings[Gain.GRAIN] += sign * goods.grain
    brings[Gain.STONE] += sign * goods.stone
    brings[Gain.SAND] += sign * goods.sand
    brings[Gain.COINS] += sign * goods.coins


@rule
def bring_defense(state: State, tables: Tables, me: Player, desk: Desk, slot: int, more: int) -> None:
    """R16.2: of the defense, what this round still asks for."""
    brings, gap = desk.gains[slot], darkness(state, tables) - defense(tables, me)
    brings[Gain.DEFENSE] += more
    brings[Gain.NEEDED_DEFENSE] += max(0, min(more, gap))


@rule
def fills(desk: Desk, slot: int, mine: Goods, cost: Goods, off: int) -> float:
    """Of the resources gained, those that a cost still lacks."""
    brings, needed = desk.gains[slot], 0.0
    needed += max(0.0, min(brings[Gain.WOOD], 1.0 * (cost.wood - mine.wood)))
    needed += max(0.0, min(brings[Gain.GRAIN], 1.0 * (cost.grain - mine.grain)))
    needed += max(0.0, min(brings[Gain.STONE], 1.0 * (cost.stone - off - mine.stone)))
    return needed + max(0.0, min(brings[Gain.SAND], 1.0 * (cost.sand - mine.sand)))


@rule
def unfed(state: State, tables: Tables, me: Player, more: float) -> float:
    """R15.4, R15.5: levels that the grain in hand, and some more, does not cover this round."""
    if state.stage > Stage.FEED:
        return 0.0
    return max(0.0, feeding_levels(state, tables, me) - me.goods.grain - more)


@rule
def fill(state: State, tables: Tables, me: Player, desk: Desk, slot: int) -> None:
    """What the goods gained are worth, and good for."""
    brings, off = desk.gains[slot], stone_off(tables, me)
    for good in range(GOODS):
        brings[Gain.VALUE] += brings[Gain.WOOD + good] * tables.goods[good].value
    nearest, tower = note_nearest(tables, me, desk), note_tower(tables, me, desk)
    if nearest != NOTHING:
        brings[Gain.NEEDED] = fills(desk, slot, me.goods, tables.buildings[nearest].cost, off)
    if tower != NOTHING:
        brings[Gain.TOWER_NEEDED] = fills(desk, slot, me.goods, tables.towers[tower].cost, off)
    if brings[Gain.GRAIN] != 0.0:
        brings[Gain.FED] = unfed(state, tables, me, 0.0) - unfed(state, tables, me, brings[Gain.GRAIN])


@rule
def bring_steps(state: State, tables: Tables, me: Player, desk: Desk, slot: int, steps: int) -> None:
    """R8.3, R8.4"""
    brings, square = desk.gains[slot], me.clergy
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
        bring_defense(state, tables, me, desk, slot, more)


@rule
def from_die(me: Player, face: int, desk: Desk, slot: int) -> None:
    """A die leaves the hand."""
    brings = desk.gains[slot]
    brings[Gain.FACE] = face
    brings[Gain.MATCHES] = me.dice[face] - 1
    brings[Gain.DICE] = -1


@rule
def from_crusading(tables: Tables, me: Player, number: int, face: int, desk: Desk, slot: int) -> None:
    """R9.1, R9.3"""
    brings, held = desk.gains[slot], me.crusade[number]
    card = tables.crusades[held.card]
    brings[Gain.CRUSADE_DICE] = 1
    brings[Gain.CARD_PRESTIGE] = card.prestige
    brings[Gain.CARD_LACKS] = missing(tables, held) - 1
    brings[Gain.PEASANTS] = -1 if held.begun == 0 else 0
    if missing(tables, held) == 1:
        brings[Gain.CRUSADE_DONE] = 1
        brings[Gain.PRESTIGE] = card.prestige


@rule
def from_placing(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R8.1"""
    face = (action - Action.RECRUIT) % 6 + 1
    from_die(me, face, desk, slot)
    if action < Action.TRAIN:
        more = 1 + (me.power[Effect.RECRUIT] if me.recruiting == 0 else 0)
        desk.gains[slot][Gain.PEASANTS] = more
    elif action < Action.DEFEND:
        more = 1 + (me.power[Effect.CLERGY_STEP] if me.training == 0 else 0)
        bring_steps(state, tables, me, desk, slot, more)
    elif action < Action.CRUSADE:
        bring_defense(state, tables, me, desk, slot, tables.params.die_defense)
    else:
        from_crusading(tables, me, (action - Action.CRUSADE) // 6, face, desk, slot)


@rule
def from_deal(state: State, tables: Tables, me: Player, number: int, deal: int, desk: Desk, slot: int) -> None:
    """R10.3: for the player asked, whether owner or helper."""
    brings, held = desk.gains[slot], state.players[state.turn].crusade[number]
    card, is_owner = tables.crusades[held.card], state.seat == state.turn
    shared = card.prestige // 2 if deal == Deal.HALF else (card.prestige // 3 if deal == Deal.THIRD else 0)
    goods_go = deal == Deal.GOODS or deal == Deal.THIRD
    brings[Gain.PRESTIGE] += card.prestige - shared if is_owner else shared
    brings[Gain.CRUSADE_DONE] = 1
    if is_owner != goods_go:
        bring(desk, slot, card.reward, 1)
    if is_owner == (deal != Deal.STEPS):
        bring_steps(state, tables, me, desk, slot, card.steps)
    if not is_owner:
        brings[Gain.DICE] = -missing(tables, held)
    fill(state, tables, me, desk, slot)


@rule
def value_of(tables: Tables, goods: Goods) -> int:
    total = goods.coins * tables.goods[Good.COINS].value
    for good in range(SPOTS):
        total += amount(goods, good) * tables.goods[good].value
    return total


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
def about_site(state: State, tables: Tables, me: Player, number: int, sign: int, desk: Desk, slot: int) -> None:
    """A card, and what its worker does."""
    brings, site = desk.gains[slot], tables.sites[number]
    brings[Gain.STAFFED] = me.site[number] == Standing.STAFFED
    brings[Gain.SECOND] = number >= SECOND_COPY
    brings[Gain.FARM] = site.effect == Effect.SHEEP_FARM or site.effect == Effect.DAIRY_FARM
    brings[Gain.END] = sign * prestige_at_end(tables, me, site)
    if site.kind == NOTHING:
        brings[Gain.CARD_PRESTIGE] = tables.towers[number].prestige
    else:
        brings[Gain.CARD_PRESTIGE] = tables.buildings[site.kind].prestige
    if site.effect == Effect.DEFENSE:
        bring_defense(state, tables, me, desk, slot, sign * site.amount)


@rule
def about_kind(state: State, tables: Tables, me: Player, kind: int, desk: Desk, slot: int) -> None:
    """A building card that is not built yet."""
    brings, card = desk.gains[slot], tables.buildings[kind]
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


@rule
def from_buying(state: State, tables: Tables, me: Player, place: int, desk: Desk, slot: int) -> None:
    """R11.1, R11.3"""
    brings, kind = desk.gains[slot], state.market[place]
    card = tables.buildings[kind]
    about_kind(state, tables, me, kind, desk, slot)
    brings[Gain.HANDS] = 1
    brings[Gain.PRICE] = price(tables, place)
    brings[Gain.COINS] -= brings[Gain.PRICE]
    match card.reward:
        case Reward.CLERGY:
            bring_steps(state, tables, me, desk, slot, card.reward_amount)
        case Reward.PEASANT:
            brings[Gain.PEASANTS] += card.reward_amount
        case Reward.TOOL_BAG:
            brings[Gain.BAGS] += card.reward_amount
        case Reward.WAGON:
            brings[Gain.WAGONS] += card.reward_amount
        case _:
            brings[Gain.WOOD + card.reward] += card.reward_amount
    fill(state, tables, me, desk, slot)


@rule
def from_spot(state: State, tables: Tables, me: Player, spot: int, way: int, desk: Desk, slot: int) -> None:
    """R12.3: pips and wagons left out, unless nothing came without pips."""
    brings, larger, smaller = desk.gains[slot], larger_of(way), smaller_of(way)
    value = tables.goods[spot].value
    brings[Gain.DICE] = -2 if smaller > 0 else -1
    brings[Gain.PIPS] = larger + smaller
    brings[Gain.WOOD + spot] = max(1, (larger + smaller) // value)
    brings[Gain.WASTE] = (larger + smaller) % value if larger + smaller >= value else 0
    if me.power[Effect.CHANGE] > 0:
        brings[Gain.COINS] = brings[Gain.WASTE]
    fill(state, tables, me, desk, slot)


@rule
def from_initiative(state: State, tables: Tables, me: Player, face: int, desk: Desk, slot: int) -> None:
    """R12.6: the mean value of the goods on the tokens that are left."""
    from_die(me, face, desk, slot)
    total, left = 0, state.token_pile.left
    for number in range(left):
        total += value_of(tables, tables.tokens[state.token_pile.cards[number]].gain)
    if left == 0:
        for number in range(TOKENS):
            total += value_of(tables, tables.tokens[number].gain)
    desk.gains[slot][Gain.VALUE] = total / (left if left > 0 else TOKENS)


@rule
def from_loading(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R12.4, R12.5"""
    brings, value = desk.gains[slot], tables.goods[state.spot].value
    wagons, pips = max(0, action - Action.WAGONS), 0
    if action < Action.WAGONS:
        pips = action - Action.PIPS
    brings[Gain.WOOD + state.spot] = (state.total + pips) // value + wagons
    brings[Gain.WASTE] = (state.total + pips) % value
    brings[Gain.PIPS] = pips
    brings[Gain.WAGONS] = -wagons
    if me.power[Effect.CHANGE] > 0:
        brings[Gain.COINS] = brings[Gain.WASTE]
    fill(state, tables, me, desk, slot)


@rule
def from_moving(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R13.1 to R13.4, R14.9"""
    brings = desk.gains[slot]
    if action < Action.STAFF:
        column = (action - Action.MOVE) // PEW_ROWS + 1
        brings[Gain.COLUMN] = column
        if column == tables.params.pew_columns:
            brings[Gain.BAPTIZED] = 1
        else:
            brings[Gain.STEPS] = 1
    elif action < Action.RELOCATE:
        brings[Gain.WORKERS] = 1
        brings[Gain.BAPTIZED] = 0 if state.question == Question.RELOCATE else -1
        about_site(state, tables, me, action - Action.STAFF + BELL, 1, desk, slot)
    else:
        brings[Gain.WORKERS] = -1
        about_site(state, tables, me, action - Action.RELOCATE + FIRST_COPY, -1, desk, slot)


@rule
def from_works(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R14.5, R14.7"""
    brings, params = desk.gains[slot], tables.params
    match action:
        case Action.ALTAR:
            bring(desk, slot, tables.altar, -1)
            bring_defense(state, tables, me, desk, slot, params.altar_defense)
        case Action.WALL:
            brings[Gain.STONE] = -params.wall_stone
            if me.wall + 1 == params.wall_sections:
                brings[Gain.PRESTIGE] = params.wall_prestige
                bring_defense(state, tables, me, desk, slot, params.wall_defense)
        case _:
            brings[Gain.WOOD] = -params.remodel_goods
            brings[Gain.STONE] = -params.remodel_goods
    fill(state, tables, me, desk, slot)


@rule
def from_building(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R14.2, R6.3"""
    brings, is_free = desk.gains[slot], action >= Action.BUILD_FREE
    kind = action - Action.BUILD_FREE if is_free else action - Action.BUILD
    card = tables.buildings[kind]
    about_kind(state, tables, me, kind, desk, slot)
    brings[Gain.PRESTIGE] = card.prestige
    brings[Gain.HANDS] = -1
    if not is_free:
        bring(desk, slot, card.cost, -1)
        brings[Gain.STONE] += min(card.cost.stone, stone_off(tables, me))
    fill(state, tables, me, desk, slot)


@rule
def from_towers(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R14.6, R14.8"""
    brings = desk.gains[slot]
    if action >= Action.ARCHER:
        brings[Gain.COINS] = -tables.params.archer_coins
        brings[Gain.WORKERS] = 1
        about_site(state, tables, me, action - Action.ARCHER + 1, 1, desk, slot)
    else:
        tower = tables.towers[action - Action.TOWER]
        brings[Gain.PRESTIGE] = tower.prestige
        brings[Gain.CARD_PRESTIGE] = tower.prestige
        brings[Gain.CARD_COST] = value_of(tables, tower.cost)
        bring(desk, slot, tower.cost, -1)
        brings[Gain.STONE] += min(tower.cost.stone, stone_off(tables, me))
    fill(state, tables, me, desk, slot)


@rule
def from_peasant(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R3.3: which peasant goes."""
    brings = desk.gains[slot]
    brings[Gain.PEASANTS] = -1
    if action == Action.FROM_BAPTISTERY:
        brings[Gain.COLUMN] = tables.params.pew_columns + 1
        brings[Gain.BAPTIZED] = -1
    elif action < Action.FROM_SITE:
        brings[Gain.COLUMN] = (action - Action.FROM_PEW) // PEW_ROWS + 1
    else:
        brings[Gain.WORKERS] = -1
        about_site(state, tables, me, action - Action.FROM_SITE + 1, -1, desk, slot)


@rule
def from_giving(state: State, tables: Tables, me: Player, site: int, desk: Desk, slot: int) -> None:
    """R7.6"""
    workers = 1 if me.site[site] == Standing.STAFFED else 0
    about_site(state, tables, me, site, -workers, desk, slot)
    brings = desk.gains[slot]
    brings[Gain.WORKERS] = -workers
    brings[Gain.PEASANTS] = -workers
    if tables.sites[site].effect == Effect.SHEEP_FARM:
        brings[Gain.END] -= me.sheep * tables.params.sheep_prestige
    if tables.sites[site].effect == Effect.DAIRY_FARM:
        brings[Gain.END] -= me.cows * tables.params.cow_prestige


@rule
def pays_after(tables: Tables, me: Player, cost: Goods, pair: int, number: int) -> bool:
    """Whether a cost is payable after a trade, and was not before."""
    if lacking(tables, me, cost) == 0:
        return False
    give, take = given_good(pair), taken_good(pair)
    given, taken = given_in_trade(tables, pair, number), taken_in_trade(tables, pair, number)
    for good in range(GOODS):
        have = amount(me.goods, good)
        if good == give:
            have -= given
        if good == take:
            have += taken
        if good == Good.STONE:
            have += stone_off(tables, me)
        if have < amount(cost, good):
            return False
    return True


@rule
def reaches(me: Player, good: int, wanted: int, pair: int, taken: int) -> bool:
    """Whether a trade brings some good to a wanted amount that was not there."""
    have = amount(me.goods, good)
    return taken_good(pair) == good and have < wanted and have + taken >= wanted


@rule
def enables(tables: Tables, me: Player, pair: int, number: int) -> bool:
    """Whether a trade makes a card in hand, a tower, the altar, an archer or all that the wall lacks payable."""
    params, taken = tables.params, taken_in_trade(tables, pair, number)
    if empty_towers(me) > 0 and reaches(me, Good.COINS, params.archer_coins, pair, taken):
        return True
    if reaches(me, Good.STONE, (params.wall_sections - me.wall) * params.wall_stone, pair, taken):
        return True
    for kind in range(KINDS):
        if me.hand[kind] > 0 and can_place(tables, me, kind):
            if pays_after(tables, me, tables.buildings[kind].cost, pair, number):
                return True
    for tower in range(TOWERS):
        if may_raise(tables, me, tower) and pays_after(tables, me, tables.towers[tower].cost, pair, number):
            return True
    return me.altar == 0 and pays_after(tables, me, tables.altar, pair, number)


@rule
def some_trade_enables(tables: Tables, me: Player) -> bool:
    for pair in range(PAIRS):
        held = amount(me.goods, given_good(pair))
        for number in range(1, 4 if held > 0 else 0):
            if given_in_trade(tables, pair, number) <= held and enables(tables, me, pair, number):
                return True
    return False


@rule
def over(tables: Tables, me: Player, good: int, more: int) -> int:
    """R19.2: what would be above the store."""
    if good == Good.COINS:
        return 0
    return excess(amount(me.goods, good) + more, store_of(tables, me, good))


@rule
def stored(tables: Tables, me: Player, give: int, given: int, take: int, taken: int) -> int:
    """R19.2: resources that a trade keeps from being too many."""
    before = over(tables, me, give, 0) + over(tables, me, take, 0)
    return before - over(tables, me, give, -given) - over(tables, me, take, taken)


@rule
def from_wish_to_trade(state: State, tables: Tables, me: Player, desk: Desk, slot: int) -> None:
    """R2.2, R2.3: what some trade may be good for."""
    brings, grain = desk.gains[slot], 0
    brings[Gain.ENABLES] = some_trade_enables(tables, me)
    for good in range(GOODS):
        if good != Good.GRAIN:
            grain = max(grain, amount(me.goods, good) * tables.goods[good].value // tables.goods[Good.GRAIN].value)
    brings[Gain.FED] = unfed(state, tables, me, 0.0) - unfed(state, tables, me, 1.0 * grain)
    if state.question == Question.STORE:
        brings[Gain.STORED] = over_store(tables, me)


@rule
def from_trade(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R2.2, R2.4"""
    brings = desk.gains[slot]
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
    brings[Gain.ENABLES] = enables(tables, me, pair, number)
    brings[Gain.STORED] = stored(tables, me, give, given, take, taken)
    fill(state, tables, me, desk, slot)


@rule
def from_food(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R15.4, R15.5"""
    brings, params = desk.gains[slot], tables.params
    if action == Action.EAT_SHEEP:
        brings[Gain.FOOD] = min(state.owed, params.sheep_levels)
        brings[Gain.END] = -params.sheep_prestige
        return
    paid = min(state.owed, me.goods.grain)
    brings[Gain.FOOD] = paid
    brings[Gain.GRAIN] = -paid
    brings[Gain.PRESTIGE] = -(state.owed - paid) * params.hunger_prestige
    brings[Gain.PEASANTS] = -(state.owed - paid)
    fill(state, tables, me, desk, slot)
    brings[Gain.FED] = 0.0  # the grain goes where it is lacking


@rule
def from_vikings(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """R7.2, R7.3"""
    brings = desk.gains[slot]
    if action == Action.FIGHT:
        from_die(me, state.viking[state.met], desk, slot)
        brings[Gain.PRESTIGE] = tables.params.viking_die_prestige
    elif action == Action.REFUSE:
        brings[Gain.PRESTIGE] = tables.params.viking_no_die_prestige
        brings[Gain.PEASANTS] = -1


@rule
def from_first_choices(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """Actions that stand alone."""
    brings = desk.gains[slot]
    match action:
        case Action.FIGHT | Action.REFUSE:
            from_vikings(state, tables, me, action, desk, slot)
        case Action.ACCEPT:
            from_deal(state, tables, me, state.target, state.on_offer, desk, slot)
        case Action.ALTAR | Action.WALL | Action.REMODEL:
            from_works(state, tables, me, action, desk, slot)
        case Action.FEED | Action.EAT_SHEEP:
            from_food(state, tables, me, action, desk, slot)
        case Action.ENLIST:
            brings[Gain.COINS] = -tables.params.crusade_coins
            brings[Gain.VALUE] = -tables.params.crusade_coins
        case Action.TRADE:
            from_wish_to_trade(state, tables, me, desk, slot)
        case Action.FROM_BAPTISTERY:
            from_peasant(state, tables, me, action, desk, slot)
        case _:
            return


@rule
def from_last_choices(state: State, tables: Tables, me: Player, action: int, desk: Desk, slot: int) -> None:
    """Losses, trades and the auction."""
    brings = desk.gains[slot]
    if action < Action.GIVE_CARD:
        from_peasant(state, tables, me, action, desk, slot)
    elif action < Action.RESOURCE:
        from_giving(state, tables, me, action - Action.GIVE_CARD, desk, slot)
    elif action < Action.GIVE_UP:
        brings[Gain.WOOD + action - Action.RESOURCE] = 1
        fill(state, tables, me, desk, slot)
    elif action < Action.SWAP:
        brings[Gain.CRUSADE_DICE] = -me.crusade[action - Action.GIVE_UP].dice
        brings[Gain.PEASANTS] = -1
    elif action < Action.BID:
        from_trade(state, tables, me, action, desk, slot)
    elif action < Action.START_CARD:
        brings[Gain.PRICE] = action - Action.BID + 1
    else:
        about_kind(state, tables, me, action - Action.START_CARD, desk, slot)
        brings[Gain.PRICE] = max(PASSED + 1, me.bid)


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    me = state.players[state.seat]
    desk.gains[slot][:] = 0.0
    if action < Action.REROLL:
        from_first_choices(state, tables, me, action, desk, slot)
    elif action < Action.RECRUIT:
        from_die(me, (action - Action.REROLL) % 6 + 1, desk, slot)
    elif action < Action.OFFER:
        from_placing(state, tables, me, action, desk, slot)
    elif action < Action.BUY:
        number, deal = divmod(action - Action.OFFER, DEALS)
        from_deal(state, tables, me, number, deal, desk, slot)
    elif action < Action.GATHER:
        from_buying(state, tables, me, action - Action.BUY, desk, slot)
    elif action < Action.INITIATIVE:
        spot, way = divmod(action - Action.GATHER, WAYS)
        from_spot(state, tables, me, spot, way, desk, slot)
    elif action < Action.PIPS:
        from_initiative(state, tables, me, action - Action.INITIATIVE + 1, desk, slot)
    elif action < Action.MOVE:
        from_loading(state, tables, me, action, desk, slot)
    elif action < Action.BUILD:
        from_moving(state, tables, me, action, desk, slot)
    elif action < Action.TOWER:
        from_building(state, tables, me, action, desk, slot)
    elif action < Action.FROM_PEW:
        from_towers(state, tables, me, action, desk, slot)
    else:
        from_last_choices(state, tables, me, action, desk, slot)
