"""What each action would bring, as far as the player in turn can know it: the columns of desk.gains."""

from sim.games.architects.cards import Apprentice, Building, Goods, Tables
from sim.games.architects.cathedral import cards_to_discard
from sim.games.architects.features import (
    needs_carpentry,
    needs_masonry,
    needs_tiling,
    note_nearest,
)
from sim.games.architects.guardhouse import captives, held_by_rivals
from sim.games.architects.guildhall import can_build
from sim.games.architects.hands import virtue_off
from sim.games.architects.market import market_silver
from sim.games.architects.names import (
    CIRCLES,
    COLUMNS,
    DISPLAY,
    LEVELS,
    PLAYERS,
    VIRTUES,
    Ability,
    Action,
    Gain,
    Place,
    Question,
)
from sim.games.architects.paying import tax_due
from sim.games.architects.scoring import virtue_at_end, virtue_lost_at_end
from sim.games.architects.state import Player, State, Table
from sim.games.architects.turn import CAPTORS, PRISON
from sim.games.architects.workshop import can_reach, free_reach, hire_silver, skipped
from sim.record import NOTHING
from sim.rule import rule


@rule
def bring(desk: Table, slot: int, goods: Goods, sign: int) -> None:
    brings = desk.gains[slot]
    brings[Gain.WOOD] += sign * goods.wood
    brings[Gain.CLAY] += sign * goods.clay
    brings[Gain.STONE] += sign * goods.stone
    brings[Gain.GOLD] += sign * goods.gold
    brings[Gain.MARBLE] += sign * goods.marble
    brings[Gain.SILVER] += sign * goods.silver


@rule
def bring_by(me: Player, tables: Tables, desk: Table, slot: int, ability: Ability) -> None:
    """What own Apprentices with this ability add."""
    for number in range(me.hired):
        card = tables.apprentices[me.apprentices[number]]
        if card.ability == ability:
            bring(desk, slot, card.gain, 1)
            desk.gains[slot][Gain.VIRTUE] += card.gain_virtue
            desk.gains[slot][Gain.CARDS] += card.gain_cards


@rule
def bring_virtue(me: Player, desk: Table, slot: int, points: int) -> None:
    """R10.1: what goes below 0 is debts, what goes above 14 is nothing."""
    brings = desk.gains[slot]
    if points < 0:
        brings[Gain.VIRTUE] -= min(me.virtue, -points)
        brings[Gain.DEBTS] += max(0, -points - me.virtue)
    else:
        brings[Gain.VIRTUE] += min(points, VIRTUES - 1 - me.virtue)


@rule
def min_needed(gain: float, lack: int) -> float:
    """How much of a gain fills a lack."""
    return max(0.0, min(gain, 1.0 * lack))


@rule
def fill_building(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """Of the goods gained, those that the nearest Building in hand still lacks."""
    nearest = note_nearest(me, tables, desk)
    if nearest == NOTHING:
        return
    cost, mine, brings = tables.buildings[nearest].cost, me.goods, desk.gains[slot]
    needed = min_needed(brings[Gain.WOOD], cost.wood - mine.wood)
    needed += min_needed(brings[Gain.CLAY], cost.clay - mine.clay)
    needed += min_needed(brings[Gain.STONE], cost.stone - mine.stone)
    needed += min_needed(brings[Gain.GOLD], cost.gold - mine.gold)
    needed += min_needed(brings[Gain.MARBLE], cost.marble - mine.marble)
    brings[Gain.NEEDED] = needed


@rule
def fill_step(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """Of the goods gained, those that the next Cathedral step still lacks."""
    if me.level == LEVELS - 1:
        return
    step, mine, brings = tables.cathedral[me.level + 1], me.goods, desk.gains[slot]
    needed = min_needed(brings[Gain.GOLD], step.cost.gold - mine.gold)
    needed += min_needed(brings[Gain.MARBLE], step.cost.marble - mine.marble)
    needed += min_needed(brings[Gain.WOOD] + brings[Gain.STONE], step.wood_or_stone - mine.wood - mine.stone)
    brings[Gain.STEP_NEEDED] = needed


@rule
def fill(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    fill_building(me, tables, desk, slot)
    fill_step(me, tables, desk, slot)


@rule
def from_gathering(me: Player, tables: Tables, action: int, desk: Table, slot: int) -> None:
    """R3.1, R3.2, R3.3"""
    brings, params = desk.gains[slot], tables.params
    match action:
        case Action.QUARRY:
            brings[Gain.STONE] = (me.at[Place.QUARRY] + 1) * params.stone_per_worker
            bring_by(me, tables, desk, slot, Ability.QUARRY)
        case Action.FOREST:
            brings[Gain.WOOD] = (me.at[Place.FOREST] + 1) * params.wood_per_worker
            bring_by(me, tables, desk, slot, Ability.FOREST)
        case Action.MINES_CLAY:
            brings[Gain.CLAY] = (me.at[Place.MINES] + 1) * params.clay_per_worker + params.mines_clay_extra
            bring_by(me, tables, desk, slot, Ability.MINES)
        case Action.MINES_GOLD:
            brings[Gain.GOLD] = (me.at[Place.MINES] + 1) // params.workers_per_gold
            bring_by(me, tables, desk, slot, Ability.MINES)
        case _:
            workers = me.at[Place.SILVERSMITH] + 1
            brings[Gain.SILVER] = workers * params.silver_per_worker + params.silversmith_extra
            bring_by(me, tables, desk, slot, Ability.SILVERSMITH)
    fill(me, tables, desk, slot)


@rule
def new_skills(me: Player, card: Apprentice) -> int:
    count = 0
    if card.carpentry and me.carpentry == 0:
        count += 1
    if card.tiling and me.tiling == 0:
        count += 1
    if card.masonry and me.masonry == 0:
        count += 1
    return count


@rule
def needed_skills(me: Player, tables: Tables, card: Apprentice) -> int:
    """New skills that a Building in hand asks for."""
    count = 0
    if card.carpentry and needs_carpentry(me, tables):
        count += 1
    if card.tiling and needs_tiling(me, tables):
        count += 1
    if card.masonry and needs_masonry(me, tables):
        count += 1
    return count


@rule
def best_hire(state: State, tables: Tables, me: Player, silver: int, reach: int) -> int:
    """Most skills needed that one hire could bring."""
    most = 0
    for slot in range(DISPLAY):
        if can_reach(state, tables, silver, reach, slot):
            most = max(most, needed_skills(me, tables, tables.apprentices[state.display[slot]]))
    return most


@rule
def from_hiring(state: State, tables: Tables, me: Player, desk: Table, slot: int) -> None:
    """R5.1: the price, and the best that could be had for it."""
    brings = desk.gains[slot]
    price = tax_due(me, tables, tables.params.hire_tax) + hire_silver(me, tables)
    brings[Gain.SILVER] = -price
    brings[Gain.HIRED] = 1
    reach = free_reach(me, tables, 1)
    brings[Gain.SKILLS_NEEDED] = best_hire(state, tables, me, me.goods.silver - price, reach)


@rule
def from_storehouse(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """R4.1, R4.2: as much marble as the trades and goods allow; other trades cannot be foreseen."""
    params, brings = tables.params, desk.gains[slot]
    trades = (me.at[Place.STOREHOUSE] + 1) * params.trades_per_worker
    trades = min(trades, (me.goods.wood + me.goods.stone) // max(1, params.storehouse_marble_price))
    brings[Gain.MARBLE] = trades * params.storehouse_marble_gain
    brings[Gain.STONE] = -trades * params.storehouse_marble_price
    fill_building(me, tables, desk, slot)


@rule
def from_town_centre(state: State, tables: Tables, me: Player, desk: Table, slot: int) -> None:
    """R6.2: the largest group of rivals for the first capture, and the largest own group."""
    brings, own, rivals = desk.gains[slot], 0, 0
    for circle in range(CIRCLES):
        own = max(own, me.at[circle])
        for seat in range(state.seats):
            if seat != state.turn:
                rivals = max(rivals, state.players[seat].at[circle])
    brings[Gain.SILVER] = -tax_due(me, tables, tables.params.capture_tax)
    brings[Gain.CAPTURED] = rivals
    if own > rivals:
        brings[Gain.WORKERS] += own
        brings[Gain.CAPTURED] = 0


@rule
def from_tax_stand(state: State, tables: Tables, me: Player, desk: Table, slot: int) -> None:
    """R7.1"""
    desk.gains[slot][Gain.SILVER] = state.tax
    loss = tables.params.tax_stand_virtue - virtue_off(me, tables, Ability.TAX_STAND_VIRTUE_OFF)
    bring_virtue(me, desk, slot, -max(0, loss))
    bring_by(me, tables, desk, slot, Ability.TAX_STAND)


@rule
def from_market(state: State, tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """R8.2, R8.3"""
    brings, space = desk.gains[slot], 1
    if action == Action.MARKET_LEFT:
        space = 0
        bring(desk, slot, tables.market[state.small].small, 1)
    elif action == Action.MARKET_RIGHT:
        space = 2
        bring(desk, slot, tables.market[state.large].large, 1)
    elif action == Action.MARKET_HIRE:
        brings[Gain.HIRED] = 1
        brings[Gain.SKILLS_NEEDED] = best_hire(state, tables, me, 0, COLUMNS)
    else:
        brings[Gain.CARDS] = tables.params.market_keep
    brings[Gain.SILVER] -= market_silver(me, tables, space)
    loss = tables.spaces[space].virtue - virtue_off(me, tables, Ability.MARKET_VIRTUE_OFF)
    bring_virtue(me, desk, slot, -max(0, loss))
    bring_by(me, tables, desk, slot, Ability.MARKET)
    fill(me, tables, desk, slot)


@rule
def from_guardhouse(state: State, me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """R9.3, R9.4: the action that moves most workers."""
    brings = desk.gains[slot]
    held, prisoners, lost = captives(state, me), me.at[Place.PRISON], held_by_rivals(state, state.turn)
    if held >= prisoners and held >= lost:
        brings[Gain.CAPTURED] = -held
        brings[Gain.SILVER] = held * tables.params.imprison_silver
    elif prisoners >= lost:
        brings[Gain.WORKERS] += prisoners
        brings[Gain.PRISON] = -prisoners
    else:
        brings[Gain.WORKERS] += lost
        brings[Gain.DEBTS] = 1


@rule
def from_building(me: Player, tables: Tables, card: Building, desk: Table, slot: int) -> None:
    """R11.3: its price, points and virtue."""
    brings = desk.gains[slot]
    bring(desk, slot, card.cost, -1)
    bring(desk, slot, card.gain, 1)
    brings[Gain.POINTS] = card.points
    brings[Gain.CARDS] = card.gain_cards - 1
    bring_virtue(me, desk, slot, card.virtue)


@rule
def from_construction(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """The Building with most points that can be paid."""
    best, most = NOTHING, -1
    for place in range(me.cards):
        building = me.hand[place]
        if tables.buildings[building].points > most and can_build(me, tables, building):
            best, most = building, tables.buildings[building].points
    if best != NOTHING:
        from_building(me, tables, tables.buildings[best], desk, slot)


@rule
def from_step(me: Player, tables: Tables, desk: Table, slot: int) -> None:
    """R12.3, R12.4: price, points and the 1 virtue that every step brings at least."""
    step, brings = tables.cathedral[me.level + 1], desk.gains[slot]
    bring(desk, slot, step.cost, -1)
    brings[Gain.STONE] -= step.wood_or_stone
    brings[Gain.POINTS] = step.points - tables.cathedral[me.level].points
    brings[Gain.CARDS] = -cards_to_discard(tables, me)
    bring_virtue(me, desk, slot, tables.params.reward_virtue_when_empty)
    bring_by(me, tables, desk, slot, Ability.CATHEDRAL)


@rule
def workers_there(me: Player, action: int) -> int:
    """Own workers at the place of a placing action, before it."""
    if action <= Action.FOREST:
        return me.at[action]
    match action:
        case Action.MINES_CLAY | Action.MINES_GOLD:
            return me.at[Place.MINES]
        case Action.SILVERSMITH:
            return me.at[Place.SILVERSMITH]
        case Action.STOREHOUSE:
            return me.at[Place.STOREHOUSE]
        case Action.WORKSHOP | Action.PLANS:
            return me.at[Place.WORKSHOP]
        case Action.TOWN_CENTRE:
            return me.at[Place.TOWN_CENTRE]
        case Action.TAX_STAND:
            return me.at[Place.TAX_STAND]
        case Action.GUARDHOUSE:
            return me.at[Place.GUARDHOUSE]
        case _:
            return 0


@rule
def from_placing(state: State, tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """R2.1: what the worker placed there would bring."""
    brings = desk.gains[slot]
    brings[Gain.WORKERS] = -1
    brings[Gain.PILE] = workers_there(me, action)
    match action:
        case Action.STOREHOUSE:
            from_storehouse(me, tables, desk, slot)
        case Action.WORKSHOP:
            from_hiring(state, tables, me, desk, slot)
        case Action.PLANS:
            brings[Gain.CARDS] = (
                tables.params.plans_base + (me.at[Place.WORKSHOP] + 1) // tables.params.workers_per_plan
            )
        case Action.TOWN_CENTRE:
            from_town_centre(state, tables, me, desk, slot)
        case Action.TAX_STAND:
            from_tax_stand(state, tables, me, desk, slot)
        case Action.MARKET_LEFT | Action.MARKET_HIRE | Action.MARKET_LOOK | Action.MARKET_RIGHT:
            from_market(state, tables, me, action, desk, slot)
        case Action.GUARDHOUSE:
            from_guardhouse(state, me, tables, desk, slot)
        case Action.CONSTRUCT:
            from_construction(me, tables, desk, slot)
        case Action.CATHEDRAL:
            from_step(me, tables, desk, slot)
        case _:
            from_gathering(me, tables, action, desk, slot)


@rule
def from_hire(state: State, tables: Tables, me: Player, place: int, desk: Table, slot: int) -> None:
    """R5.6: skills, ability and virtue of one Apprentice, coins and skips."""
    card, brings = tables.apprentices[state.display[place]], desk.gains[slot]
    brings[Gain.HIRED] = 1
    brings[Gain.SKILLS] = new_skills(me, card)
    brings[Gain.SKILLS_NEEDED] = needed_skills(me, tables, card)
    brings[Gain.ABILITY] = card.ability != Ability.NONE
    brings[Gain.SILVER] = state.coins[place] - skipped(place, state.reach) * tables.params.skip_silver
    bring_virtue(me, desk, slot, card.virtue)


@rule
def from_dismissal(tables: Tables, me: Player, place: int, desk: Table, slot: int) -> None:
    """R5.4: skills that nobody else would have any more."""
    card, brings = tables.apprentices[me.apprentices[place]], desk.gains[slot]
    brings[Gain.HIRED] = -1
    brings[Gain.ABILITY] = -1 if card.ability != Ability.NONE else 0
    if card.carpentry and me.carpentry == 1:
        brings[Gain.SKILLS] -= 1
    if card.tiling and me.tiling == 1:
        brings[Gain.SKILLS] -= 1
    if card.masonry and me.masonry == 1:
        brings[Gain.SKILLS] -= 1


@rule
def from_capture(state: State, group: int, desk: Table, slot: int) -> None:
    """R6.2, R6.5"""
    brings, seat = desk.gains[slot], group % PLAYERS
    workers = state.players[seat].at[group // PLAYERS]
    if seat == state.turn:
        brings[Gain.WORKERS] = workers
    else:
        brings[Gain.CAPTURED] = workers
    brings[Gain.SILVER] = -desk.price


@rule
def from_guard_action(state: State, tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """R9.3, R9.4, R9.5"""
    brings, params = desk.gains[slot], tables.params
    match action:
        case Action.IMPRISON:
            brings[Gain.CAPTURED] = -captives(state, me)
            brings[Gain.SILVER] = captives(state, me) * params.imprison_silver
        case Action.RELEASE:
            brings[Gain.WORKERS] = me.at[Place.PRISON]
            brings[Gain.PRISON] = -me.at[Place.PRISON]
        case Action.RANSOM_SILVER:
            brings[Gain.WORKERS] = held_by_rivals(state, state.turn)
            brings[Gain.SILVER] = -tax_due(me, tables, params.ransom_tax) - params.ransom_silver
        case Action.RANSOM_DEBT:
            brings[Gain.WORKERS] = held_by_rivals(state, state.turn)
            brings[Gain.DEBTS] = params.ransom_debt
            bring_virtue(me, desk, slot, -params.ransom_virtue)
        case _:
            brings[Gain.DEBTS] = -1
            brings[Gain.SILVER] = -tax_due(me, tables, params.payoff_tax) - params.payoff_silver
            bring_virtue(me, desk, slot, params.payoff_virtue)
            bring_by(me, tables, desk, slot, Ability.PAY_DEBT)


@rule
def from_trade(tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """R4.2, R4.3; of a mixture the goods that are held most stand for all."""
    brings, params = desk.gains[slot], tables.params
    if action == Action.TRADE_VIRTUE:
        brings[Gain.CLAY] = -params.storehouse_virtue_price
        bring_virtue(me, desk, slot, params.storehouse_virtue_gain)
    elif action == Action.TRADE_MARBLE:
        brings[Gain.STONE] = -params.storehouse_marble_price
        brings[Gain.MARBLE] = params.storehouse_marble_gain
        fill(me, tables, desk, slot)
    else:
        card = tables.apprentices[me.apprentices[action - Action.TRADE_WITH]]
        bring(desk, slot, card.gain, 1)
        fill(me, tables, desk, slot)
        bring(desk, slot, card.pay, -1)
        bring_virtue(me, desk, slot, card.gain_virtue)


@rule
def from_share(state: State, share: int, desk: Table, slot: int) -> None:
    """R4.2: one good against the others."""
    brings = desk.gains[slot]
    match state.question:
        case Question.CLAY_SHARE:
            brings[Gain.CLAY] = -share
            brings[Gain.STONE] = share - state.clay_share
        case Question.WOOD_SHARE:
            brings[Gain.WOOD] = -share
            brings[Gain.STONE] = share - state.wood_share
        case _:
            brings[Gain.GOLD] = -share
            brings[Gain.MARBLE] = share - state.gold_share


@rule
def from_card(me: Player, tables: Tables, building: int, sign: int, desk: Table, slot: int) -> None:
    """A Building card that comes to the hand or leaves it."""
    card, brings = tables.buildings[building], desk.gains[slot]
    cost = card.cost
    skills = 0
    if card.carpentry and me.carpentry == 0:
        skills += 1
    if card.tiling and me.tiling == 0:
        skills += 1
    if card.masonry and me.masonry == 0:
        skills += 1
    brings[Gain.CARDS] = sign
    brings[Gain.CARD_POINTS] = sign * card.points
    brings[Gain.CARD_COST] = sign * (cost.wood + cost.clay + cost.stone + 3 * (cost.gold + cost.marble))
    brings[Gain.CARD_SKILLS] = sign * skills


@rule
def from_return(state: State, me: Player, source: int, desk: Table, slot: int) -> None:
    """R2.6, R2.7"""
    brings = desk.gains[slot]
    brings[Gain.WORKERS] = 1
    if source < CIRCLES:
        brings[Gain.PILE] = me.at[source]
    elif source == PRISON:
        brings[Gain.PRISON] = -1
    elif source >= CAPTORS:
        brings[Gain.PILE] = 0


@rule
def from_dungeon(state: State, tables: Tables, me: Player, first: bool, desk: Table, slot: int) -> None:
    """R14.3"""
    gain, loss = virtue_at_end(state, tables, state.seat), virtue_lost_at_end(tables, me)
    brings, top = desk.gains[slot], VIRTUES - 1
    if first:
        low = max(0, me.virtue - loss)
        brings[Gain.VIRTUE] = min(top, low + gain) - me.virtue
        brings[Gain.DEBTS] = max(0, loss - me.virtue)
    else:
        high = min(top, me.virtue + gain)
        brings[Gain.VIRTUE] = max(0, high - loss) - me.virtue
        brings[Gain.DEBTS] = max(0, loss - high) - min(me.unpaid, me.virtue + gain - high)


@rule
def from_answer(state: State, tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """Answers of one kind each."""
    brings = desk.gains[slot]
    match action:
        case Action.DESTROY:
            brings[Gain.DEBTS] = -1
        case Action.FIRST:
            bring(desk, slot, tables.buildings[state.raised].gain, 1)
            fill(me, tables, desk, slot)
        case Action.SECOND:
            bring(desk, slot, tables.buildings[state.raised].alt, 1)
            fill(me, tables, desk, slot)
        case Action.FREE_CAPTURED:
            brings[Gain.WORKERS] = held_by_rivals(state, state.turn)
        case Action.DUNGEON_FIRST:
            from_dungeon(state, tables, me, True, desk, slot)
        case Action.DUNGEON_LAST:
            from_dungeon(state, tables, me, False, desk, slot)
        case Action.TRADE_VIRTUE | Action.TRADE_MARBLE:
            from_trade(tables, me, action, desk, slot)
        case Action.PASS | Action.STOP | Action.SPARE:
            return
        case _:
            from_guard_action(state, tables, me, action, desk, slot)


@rule
def from_detail(state: State, tables: Tables, me: Player, action: int, desk: Table, slot: int) -> None:
    """Answers that come in ranges of action numbers."""
    if action >= Action.DISCARD:
        from_card(me, tables, action - Action.DISCARD, -1, desk, slot)
        if state.question == Question.SELL:
            bring(desk, slot, tables.buildings[state.raised].gain, 1)
    elif action >= Action.BUILD:
        from_building(me, tables, tables.buildings[action - Action.BUILD], desk, slot)
    elif action >= Action.KEEP:
        from_card(me, tables, action - Action.KEEP, 1, desk, slot)
    elif action >= Action.DRAFT:
        from_card(me, tables, action - Action.DRAFT, 1, desk, slot)
    elif action >= Action.CAPTURE:
        from_capture(state, action - Action.CAPTURE, desk, slot)
    elif action >= Action.TAKE_BACK:
        from_return(state, me, action - Action.TAKE_BACK, desk, slot)
    elif action >= Action.HIRE:
        from_hire(state, tables, me, action - Action.HIRE, desk, slot)
    elif action >= Action.DISMISS:
        from_dismissal(tables, me, action - Action.DISMISS, desk, slot)
    elif action >= Action.TRADE_WITH:
        from_trade(tables, me, action, desk, slot)
    else:
        from_share(state, action - Action.SHARE, desk, slot)


@rule
def gains(state: State, tables: Tables, action: int, desk: Table, slot: int) -> None:
    """Every column of what this action brings."""
    me = state.players[state.seat]
    desk.gains[slot][:] = 0.0
    if action < Action.PASS:
        from_placing(state, tables, me, action, desk, slot)
    elif action < Action.SHARE:
        from_answer(state, tables, me, action, desk, slot)
    else:
        from_detail(state, tables, me, action, desk, slot)
