"""What each action would bring, as far as the player in turn can know it: the columns of desk.gains.

What several verbs have in common stands in bringing.py, and what trades bring in trading.py.
"""

from sim.games.abbey.bringing import (
    about_kind,
    about_site,
    bring,
    bring_defense,
    bring_die,
    bring_steps,
    fill,
    pay,
    value_of,
)
from sim.games.abbey.buying import price
from sim.games.abbey.cards import Tables
from sim.games.abbey.crusades import missing
from sim.games.abbey.gathering import larger_of, way_of
from sim.games.abbey.names import (
    BELL,
    DEALS,
    FIRST_COPY,
    PEW_ROWS,
    TOKENS,
    WAYS,
    Action,
    Deal,
    Effect,
    Gain,
    Question,
    Reward,
    Standing,
)
from sim.games.abbey.setup import PASSED
from sim.games.abbey.state import Desk, Player, State
from sim.games.abbey.trading import from_trade, from_wish_to_trade
from sim.rule import rule


@rule
def from_crusading(tables: Tables, me: Player, desk: Desk, number: int) -> None:
    """R9.1, R9.3"""
    brings, held = desk.gains[desk.slot], me.crusade[number]
    card = tables.crusades[held.card]
    brings[Gain.CRUSADE_DICE] = 1
    brings[Gain.CARD_PRESTIGE] = card.prestige
    brings[Gain.CARD_LACKS] = missing(tables, held) - 1
    brings[Gain.PEASANTS] = -1 if held.begun == 0 else 0
    if missing(tables, held) == 1:
        brings[Gain.CRUSADE_DONE] = 1
        brings[Gain.PRESTIGE] = card.prestige


@rule
def from_placing(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R8.1"""
    face = (action - Action.RECRUIT) % 6 + 1
    bring_die(me, desk, face)
    if action < Action.TRAIN:
        more = 1 + (me.power[Effect.RECRUIT] if me.recruiting == 0 else 0)
        desk.gains[desk.slot][Gain.PEASANTS] = more
    elif action < Action.DEFEND:
        more = 1 + (me.power[Effect.CLERGY_STEP] if me.training == 0 else 0)
        bring_steps(state, tables, me, desk, more)
    elif action < Action.CRUSADE:
        bring_defense(state, tables, me, desk, tables.params.die_defense)
    else:
        from_crusading(tables, me, desk, (action - Action.CRUSADE) // 6)


@rule
def from_deal(state: State, tables: Tables, me: Player, desk: Desk, number: int) -> None:
    """R10.3: for the player asked, whether owner or helper; deals are numbered as offers are."""
    slot, deal = divmod(number, DEALS)
    brings, held = desk.gains[desk.slot], state.players[state.turn].crusade[slot]
    card, is_owner = tables.crusades[held.card], state.seat == state.turn
    shared = card.prestige // 2 if deal == Deal.HALF else (card.prestige // 3 if deal == Deal.THIRD else 0)
    goods_go = deal == Deal.GOODS or deal == Deal.THIRD
    brings[Gain.PRESTIGE] += card.prestige - shared if is_owner else shared
    brings[Gain.CRUSADE_DONE] = 1
    if is_owner != goods_go:
        bring(desk, card.reward, 1)
    if is_owner == (deal != Deal.STEPS):
        bring_steps(state, tables, me, desk, card.steps)
    if not is_owner:
        brings[Gain.DICE] = -missing(tables, held)
    fill(state, tables, me, desk)


@rule
def from_buying(state: State, tables: Tables, me: Player, desk: Desk, place: int) -> None:
    """R11.1, R11.3"""
    brings, kind = desk.gains[desk.slot], state.market[place]
    card = tables.buildings[kind]
    about_kind(tables, me, desk, kind)
    brings[Gain.HANDS] = 1
    brings[Gain.PRICE] = price(tables, place)
    brings[Gain.COINS] -= brings[Gain.PRICE]
    match card.reward:
        case Reward.CLERGY:
            bring_steps(state, tables, me, desk, card.reward_amount)
        case Reward.PEASANT:
            brings[Gain.PEASANTS] += card.reward_amount
        case Reward.TOOL_BAG:
            brings[Gain.BAGS] += card.reward_amount
        case Reward.WAGON:
            brings[Gain.WAGONS] += card.reward_amount
        case _:
            brings[Gain.WOOD + card.reward] += card.reward_amount
    fill(state, tables, me, desk)


@rule
def from_spot(state: State, tables: Tables, me: Player, desk: Desk, choice: int) -> None:
    """R12.3: pips and wagons left out, unless nothing came without pips."""
    spot, way = divmod(choice, WAYS)
    brings, larger = desk.gains[desk.slot], larger_of(way)
    smaller = way - way_of(larger, 0)
    value = tables.goods[spot].value
    brings[Gain.DICE] = -2 if smaller > 0 else -1
    brings[Gain.PIPS] = larger + smaller
    brings[Gain.WOOD + spot] = max(1, (larger + smaller) // value)
    brings[Gain.WASTE] = (larger + smaller) % value if larger + smaller >= value else 0
    if me.power[Effect.CHANGE] > 0:
        brings[Gain.COINS] = brings[Gain.WASTE]
    fill(state, tables, me, desk)


@rule
def from_initiative(state: State, tables: Tables, me: Player, desk: Desk, face: int) -> None:
    """R12.6: the mean value of the goods on the tokens that are left."""
    bring_die(me, desk, face)
    total, left = 0, state.token_pile.left
    for number in range(left):
        total += value_of(tables, tables.tokens[state.token_pile.cards[number]].gain)
    if left == 0:
        for number in range(TOKENS):
            total += value_of(tables, tables.tokens[number].gain)
    desk.gains[desk.slot][Gain.VALUE] = total / (left if left > 0 else TOKENS)


@rule
def from_loading(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R12.4, R12.5"""
    brings, value = desk.gains[desk.slot], tables.goods[state.spot].value
    wagons, pips = max(0, action - Action.WAGONS), 0
    if action < Action.WAGONS:
        pips = action - Action.PIPS
    brings[Gain.WOOD + state.spot] = (state.total + pips) // value + wagons
    brings[Gain.WASTE] = (state.total + pips) % value
    brings[Gain.PIPS] = pips
    brings[Gain.WAGONS] = -wagons
    if me.power[Effect.CHANGE] > 0:
        brings[Gain.COINS] = brings[Gain.WASTE]
    fill(state, tables, me, desk)


@rule
def from_moving(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R13.1 to R13.4, R14.9"""
    brings = desk.gains[desk.slot]
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
        about_site(state, tables, me, desk, action - Action.STAFF + BELL)
    else:
        brings[Gain.WORKERS] = -1
        about_site(state, tables, me, desk, action - Action.RELOCATE + FIRST_COPY)


@rule
def from_works(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R14.5, R14.7"""
    brings, params = desk.gains[desk.slot], tables.params
    match action:
        case Action.ALTAR:
            bring(desk, tables.altar, -1)
            bring_defense(state, tables, me, desk, params.altar_defense)
        case Action.WALL:
            brings[Gain.STONE] = -params.wall_stone
            if me.wall + 1 == params.wall_sections:
                brings[Gain.PRESTIGE] = params.wall_prestige
                bring_defense(state, tables, me, desk, params.wall_defense)
        case _:
            brings[Gain.WOOD] = -params.remodel_goods
            brings[Gain.STONE] = -params.remodel_goods
    fill(state, tables, me, desk)


@rule
def from_building(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R14.2, R6.3"""
    brings, is_free = desk.gains[desk.slot], action >= Action.BUILD_FREE
    kind = action - Action.BUILD_FREE if is_free else action - Action.BUILD
    card = tables.buildings[kind]
    about_kind(tables, me, desk, kind)
    brings[Gain.PRESTIGE] = card.prestige
    brings[Gain.HANDS] = -1
    if not is_free:
        pay(tables, me, desk, card.cost)
    fill(state, tables, me, desk)


@rule
def from_towers(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R14.6, R14.8"""
    brings = desk.gains[desk.slot]
    if action >= Action.ARCHER:
        brings[Gain.COINS] = -tables.params.archer_coins
        brings[Gain.WORKERS] = 1
        about_site(state, tables, me, desk, action - Action.ARCHER + 1)
    else:
        tower = tables.towers[action - Action.TOWER]
        brings[Gain.PRESTIGE] = tower.prestige
        brings[Gain.CARD_PRESTIGE] = tower.prestige
        brings[Gain.CARD_COST] = value_of(tables, tower.cost)
        pay(tables, me, desk, tower.cost)
    fill(state, tables, me, desk)


@rule
def from_peasant(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R3.3: which peasant goes."""
    brings = desk.gains[desk.slot]
    brings[Gain.PEASANTS] = -1
    if action == Action.FROM_BAPTISTERY:
        brings[Gain.COLUMN] = tables.params.pew_columns + 1
        brings[Gain.BAPTIZED] = -1
    elif action < Action.FROM_SITE:
        brings[Gain.COLUMN] = (action - Action.FROM_PEW) // PEW_ROWS + 1
    else:
        brings[Gain.WORKERS] = -1
        about_site(state, tables, me, desk, action - Action.FROM_SITE + 1)


@rule
def from_giving(state: State, tables: Tables, me: Player, desk: Desk, site: int) -> None:
    """R7.6"""
    brings, workers = desk.gains[desk.slot], 1 if me.site[site] == Standing.STAFFED else 0
    brings[Gain.WORKERS] = -workers
    brings[Gain.PEASANTS] = -workers
    about_site(state, tables, me, desk, site)
    if tables.sites[site].effect == Effect.SHEEP_FARM:
        brings[Gain.END] -= me.sheep * tables.params.sheep_prestige
    if tables.sites[site].effect == Effect.DAIRY_FARM:
        brings[Gain.END] -= me.cows * tables.params.cow_prestige


@rule
def from_food(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R15.4, R15.5"""
    brings, params = desk.gains[desk.slot], tables.params
    if action == Action.EAT_SHEEP:
        brings[Gain.FOOD] = min(state.owed, params.sheep_levels)
        brings[Gain.END] = -params.sheep_prestige
        return
    paid = min(state.owed, me.goods.grain)
    brings[Gain.FOOD] = paid
    brings[Gain.GRAIN] = -paid
    brings[Gain.PRESTIGE] = -(state.owed - paid) * params.hunger_prestige
    brings[Gain.PEASANTS] = -(state.owed - paid)
    fill(state, tables, me, desk)
    brings[Gain.FED] = 0.0  # the grain goes where it is lacking


@rule
def from_vikings(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """R7.2, R7.3"""
    brings = desk.gains[desk.slot]
    if action == Action.FIGHT:
        bring_die(me, desk, state.viking[state.met])
        brings[Gain.PRESTIGE] = tables.params.viking_die_prestige
    elif action == Action.REFUSE:
        brings[Gain.PRESTIGE] = tables.params.viking_no_die_prestige
        brings[Gain.PEASANTS] = -1


@rule
def from_first_choices(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """Actions that stand alone."""
    brings = desk.gains[desk.slot]
    match action:
        case Action.FIGHT | Action.REFUSE:
            from_vikings(state, tables, me, desk, action)
        case Action.ACCEPT:
            from_deal(state, tables, me, desk, state.target * DEALS + state.on_offer)
        case Action.ALTAR | Action.WALL | Action.REMODEL:
            from_works(state, tables, me, desk, action)
        case Action.FEED | Action.EAT_SHEEP:
            from_food(state, tables, me, desk, action)
        case Action.ENLIST:
            brings[Gain.COINS] = -tables.params.crusade_coins
            brings[Gain.VALUE] = -tables.params.crusade_coins
        case Action.TRADE:
            from_wish_to_trade(state, tables, me, desk)
        case Action.FROM_BAPTISTERY:
            from_peasant(state, tables, me, desk, action)
        case _:
            return


@rule
def from_last_choices(state: State, tables: Tables, me: Player, desk: Desk, action: int) -> None:
    """Losses, trades and the auction."""
    brings = desk.gains[desk.slot]
    if action < Action.GIVE_CARD:
        from_peasant(state, tables, me, desk, action)
    elif action < Action.RESOURCE:
        from_giving(state, tables, me, desk, action - Action.GIVE_CARD)
    elif action < Action.GIVE_UP:
        brings[Gain.WOOD + action - Action.RESOURCE] = 1
        fill(state, tables, me, desk)
    elif action < Action.SWAP:
        brings[Gain.CRUSADE_DICE] = -me.crusade[action - Action.GIVE_UP].dice
        brings[Gain.PEASANTS] = -1
    elif action < Action.BID:
        from_trade(state, tables, me, desk, action)
    elif action < Action.START_CARD:
        brings[Gain.PRICE] = action - Action.BID + 1
    else:
        about_kind(tables, me, desk, action - Action.START_CARD)
        brings[Gain.PRICE] = max(PASSED + 1, me.bid)


@rule
def gains(state: State, tables: Tables, action: int, desk: Desk, slot: int) -> None:
    me = state.players[state.seat]
    desk.slot = slot
    desk.gains[slot][:] = 0.0
    if action < Action.REROLL:
        from_first_choices(state, tables, me, desk, action)
    elif action < Action.RECRUIT:
        bring_die(me, desk, (action - Action.REROLL) % 6 + 1)
    elif action < Action.OFFER:
        from_placing(state, tables, me, desk, action)
    elif action < Action.BUY:
        from_deal(state, tables, me, desk, action - Action.OFFER)
    elif action < Action.GATHER:
        from_buying(state, tables, me, desk, action - Action.BUY)
    elif action < Action.INITIATIVE:
        from_spot(state, tables, me, desk, action - Action.GATHER)
    elif action < Action.PIPS:
        from_initiative(state, tables, me, desk, action - Action.INITIATIVE + 1)
    elif action < Action.MOVE:
        from_loading(state, tables, me, desk, action)
    elif action < Action.BUILD:
        from_moving(state, tables, me, desk, action)
    elif action < Action.TOWER:
        from_building(state, tables, me, desk, action)
    elif action < Action.FROM_PEW:
        from_towers(state, tables, me, desk, action)
    else:
        from_last_choices(state, tables, me, desk, action)
