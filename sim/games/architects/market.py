"""Black Market and its reset."""

from sim.deck import bit, bury, take
from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import collect, draw_buildings, hold, mark_used, silver_off, virtue_off
from sim.games.architects.names import (
    COLUMNS,
    LOOK,
    PRINTED,
    SPACES,
    Ability,
    Action,
    Luck,
    Place,
    Power,
    Question,
    Space,
)
from sim.games.architects.paying import add, has_power
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import lose_virtue
from sim.games.architects.workshop import open_hire, somebody_on_display
from sim.record import NOTHING
from sim.rng import below
from sim.rule import rule


@rule
def market_silver(me: Player, tables: Tables, space: Space) -> int:
    """R8.2, R8.7"""
    return max(0, tables.spaces[space].silver - silver_off(me, tables, Ability.MARKET_SILVER_OFF))


@rule
def can_visit_market(state: State, tables: Tables, me: Player, space: Space) -> bool:
    """R8.1"""
    if state.market[space] != NOTHING or me.virtue > tables.params.market_virtue_ceiling:
        return False
    return me.goods.silver >= market_silver(me, tables, space)


@rule
def enter_market(state: State, tables: Tables, me: Player, space: Space) -> None:
    """R8.2: first silver and virtue are paid."""
    state.market[space] = state.turn
    state.shopping = 1
    me.goods.silver -= market_silver(me, tables, space)
    spared = virtue_off(me, tables, Ability.MARKET_VIRTUE_OFF)
    lose_virtue(me, tables, max(0, tables.spaces[space].virtue - spared))
    mark_used(me, tables, Ability.MARKET_SILVER_OFF)
    mark_used(me, tables, Ability.MARKET_VIRTUE_OFF)


@rule
def visit_left(state: State, tables: Tables, me: Player) -> None:
    """R8.3"""
    enter_market(state, tables, me, Space.LEFT)
    add(me.goods, tables.market[state.small].small)


@rule
def visit_right(state: State, tables: Tables, me: Player) -> None:
    """R8.3"""
    enter_market(state, tables, me, Space.RIGHT)
    add(me.goods, tables.market[state.large].large)


@rule
def can_hire_at_market(state: State, tables: Tables, me: Player) -> bool:
    """R8.4"""
    return somebody_on_display(state) and can_visit_market(state, tables, me, Space.MIDDLE)


@rule
def hire_at_market(state: State, tables: Tables, me: Player) -> None:
    """R8.4: no coins for skipped columns."""
    enter_market(state, tables, me, Space.MIDDLE)
    open_hire(state, tables, me, COLUMNS, 0)


@rule
def can_look(state: State, tables: Tables, me: Player) -> bool:
    """R8.5"""
    return state.building_pile.left > 0 and can_visit_market(state, tables, me, Space.MIDDLE)


@rule
def look(state: State, tables: Tables, me: Player) -> None:
    """R8.5: see cards from the top of the pile."""
    enter_market(state, tables, me, Space.MIDDLE)
    for _ in range(tables.params.market_look):
        card = take(state.building_pile)
        if card != NOTHING:
            me.looked[me.looking] = card
            me.looking += 1
            me.buildings_offered |= bit(card)
    state.left = min(me.looking, tables.params.market_keep)
    state.doing = Question.KEEP


@rule
def legal_keeps(me: Player, desk: Table) -> int:
    """R8.5"""
    n = 0
    for slot in range(me.looking):
        n = offer(desk, n, Action.KEEP + me.looked[slot], True)
    return n


@rule
def bury_in_random_order(state: State, card: int, before: int) -> None:
    """Under the Building pile, among the `before` cards that just went there."""
    pile = state.building_pile
    bury(pile, card)
    other = below(state.luck[Luck.LEFTOVERS], before + 1)
    pile.cards[0] = pile.cards[other]
    pile.cards[other] = card


@rule
def keep(state: State, me: Player, card: int) -> None:
    """R8.5: keep one and bury the others."""
    hold(me, card)
    found = 0
    for slot in range(me.looking):
        if me.looked[slot] == card:
            found = 1
        elif found:
            me.looked[slot - 1] = me.looked[slot]
    me.looking -= 1
    me.looked[me.looking] = NOTHING
    state.left -= 1
    if state.left > 0:
        return
    for slot in range(me.looking):
        bury_in_random_order(state, me.looked[slot], slot)
    for slot in range(LOOK):
        me.looked[slot] = NOTHING
    me.looking = 0
    state.doing = NOTHING


@rule
def workers_at_market(state: State) -> int:
    count = 0
    for space in range(SPACES):
        if state.market[space] != NOTHING:
            count += 1
    return count


@rule
def leave_market(state: State, tables: Tables, me: Player) -> None:
    """R8.6, R16.2; R8.8: the worker that fills the market calls for a reset."""
    state.shopping = 0
    collect(state, tables, me, Ability.MARKET)
    if has_power(me, tables, Power.MARKET_CARD):
        draw_buildings(state, me, tables.params.power_market_cards)
    if workers_at_market(state) >= tables.params.black_market_reset_workers:
        state.reset = 1


@rule
def clear_market(state: State) -> None:
    """R8.9: workers to the Prison, the card to the right space."""
    for seat in range(state.seats):
        me = state.players[seat]
        me.at[Place.PRISON] += me.at[Place.BLACK_MARKET]
        me.at[Place.BLACK_MARKET] = 0
    state.market[:] = NOTHING
    if state.small != PRINTED:
        state.large = state.small
        top = take(state.market_pile)
        state.small = PRINTED if top == NOTHING else top


@rule
def free_by_gatekeepers(tables: Tables, me: Player) -> None:
    """R8.10: as many as they can, without a question."""
    for slot in range(me.hired):
        card = tables.apprentices[me.apprentices[slot]]
        if card.ability == Ability.RESET_RELEASE:
            freed = min(card.release, me.at[Place.PRISON])
            me.at[Place.PRISON] -= freed
            me.workers += freed
            if freed > 0:
                me.apprentices_used |= bit(me.apprentices[slot])


@rule
def pay_squires(state: State, tables: Tables, me: Player) -> None:
    """R8.10"""
    if me.at[Place.PRISON] == 0:
        collect(state, tables, me, Ability.RESET_CLEAN)


@rule
def reset_market(state: State, tables: Tables) -> None:
    """R8.9, R8.10"""
    state.reset = 0
    state.resets += 1
    clear_market(state)
    if not tables.params.gatekeeper_before_squire:
        for seat in range(state.seats):
            pay_squires(state, tables, state.players[seat])
    for seat in range(state.seats):
        free_by_gatekeepers(tables, state.players[seat])
    if tables.params.gatekeeper_before_squire:
        for seat in range(state.seats):
            pay_squires(state, tables, state.players[seat])


@rule
def count_prisoners(state: State, tables: Tables) -> None:
    """R8.11: counted once, for the virtue of the crowded and the debts of those with most."""
    most = 0
    for seat in range(state.seats):
        me = state.players[seat]
        most = max(most, me.at[Place.PRISON])
        if me.at[Place.PRISON] >= tables.params.reset_prison_threshold:
            lose_virtue(me, tables, tables.params.reset_prison_virtue)
    for seat in range(state.seats):
        me = state.players[seat]
        if most > 0 and me.at[Place.PRISON] == most:
            me.unpaid += tables.params.reset_debts
