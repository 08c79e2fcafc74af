"""Workshop: hiring Apprentices and drawing plans."""

from sim.deck import bit, bury, take
from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import draw_buildings
from sim.games.architects.names import COLUMNS, DISPLAY, Action, Place, Power, Question, Use
from sim.games.architects.paying import can_pay_silver, has_power, pay_silver
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue, lose_virtue
from sim.record import NOTHING
from sim.rule import rule


@rule
def limit(me: Player, tables: Tables) -> int:
    """R5.4, R16.5"""
    if has_power(me, tables, Power.HIRE_OFF):
        return tables.params.power_apprentice_limit
    return tables.params.apprentice_limit


@rule
def hire_silver(me: Player, tables: Tables) -> int:
    """R5.1, R16.5: the part of the price that is not tax."""
    off = tables.params.power_hire_off if has_power(me, tables, Power.HIRE_OFF) else 0
    return max(0, tables.params.hire_silver - off)


@rule
def skipped(slot: int, reach: int) -> int:
    """R5.2: columns beyond reach on the way to this place of the display."""
    return max(0, slot % COLUMNS + 1 - reach)


@rule
def free_reach(me: Player, tables: Tables, coming: int) -> int:
    """R5.2: columns within reach, with `coming` workers more than are there."""
    return min(COLUMNS, (me.at[Place.WORKSHOP] + coming) * tables.params.columns_per_worker)


@rule
def can_reach(state: State, tables: Tables, silver: int, reach: int, slot: int) -> bool:
    """R5.2: an Apprentice lies there and the coins for skipped columns can be paid."""
    return state.display[slot] != NOTHING and silver >= skipped(slot, reach) * tables.params.skip_silver


@rule
def somebody_on_display(state: State) -> bool:
    """Rows slide left, so the first column tells."""
    return state.display[0] != NOTHING or state.display[COLUMNS] != NOTHING


@rule
def can_hire(state: State, tables: Tables, me: Player) -> bool:
    """R5.1: the whole price of at least one Apprentice can be paid."""
    skips = skipped(0, free_reach(me, tables, 1)) * tables.params.skip_silver
    price = hire_silver(me, tables) + skips
    return somebody_on_display(state) and can_pay_silver(me, tables, tables.params.hire_tax, price)


@rule
def open_hire(state: State, tables: Tables, me: Player, reach: int, free: int) -> None:
    """Ask which Apprentice; note for the result table which there were to choose from."""
    state.reach = reach
    state.free = free
    for slot in range(DISPLAY):
        if can_reach(state, tables, me.goods.silver, reach, slot):
            me.apprentices_offered |= bit(state.display[slot])
            state.doing = Question.HIRE


@rule
def visit_workshop(state: State, tables: Tables, me: Player) -> None:
    """R5.1"""
    pay_silver(state, me, tables, tables.params.hire_tax, hire_silver(me, tables))
    open_hire(state, tables, me, free_reach(me, tables, 0), 0)


@rule
def legal_hires(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R5.2; R11.7: with the Tavern a player may decline (R11.11)."""
    n = 0
    for slot in range(DISPLAY):
        n = offer(desk, n, Action.HIRE + slot, can_reach(state, tables, me.goods.silver, state.reach, slot))
    return offer(desk, n, Action.STOP, state.free and tables.params.effects_may_be_declined)


@rule
def slide(state: State, slot: int) -> None:
    """R5.3, R5.6: the row closes up, coins stay on their cards, and column 4 is filled from the pile."""
    last = slot // COLUMNS * COLUMNS + COLUMNS - 1
    for place in range(slot, last):
        state.display[place] = state.display[place + 1]
        state.coins[place] = state.coins[place + 1]
    state.display[last] = take(state.apprentice_pile)
    state.coins[last] = 0


@rule
def pay_skips(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R5.2: one coin on each of the left-most cards of the row."""
    first = slot // COLUMNS * COLUMNS
    for column in range(skipped(slot, state.reach)):
        me.goods.silver -= tables.params.skip_silver
        state.coins[first + column] += tables.params.skip_silver


@rule
def hire(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R5.3, R5.6: pay the coins, take the card with those on it, its virtue at once."""
    pay_skips(state, tables, me, slot)
    number = state.display[slot]
    card = tables.apprentices[number]
    me.goods.silver += state.coins[slot]
    me.apprentices[me.hired] = number
    me.hired += 1
    me.carpentry += card.carpentry
    me.tiling += card.tiling
    me.masonry += card.masonry
    me.apprentices_taken |= bit(number)
    slide(state, slot)
    gain_virtue(me, tables, max(0, card.virtue))
    lose_virtue(me, tables, max(0, -card.virtue))
    state.doing = NOTHING


@rule
def choose_hire(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R5.4, R5.5: at the limit, ask first who makes room."""
    if me.hired < limit(me, tables):
        hire(state, tables, me, slot)
    else:
        state.chosen = slot
        state.doing = Question.DISMISS


@rule
def dismiss(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R5.4, R5.5: under the pile; the virtue it brought stays as it is."""
    number = me.apprentices[slot]
    card = tables.apprentices[number]
    me.carpentry -= card.carpentry
    me.tiling -= card.tiling
    me.masonry -= card.masonry
    for place in range(slot, me.hired - 1):
        me.apprentices[place] = me.apprentices[place + 1]
    me.hired -= 1
    me.apprentices[me.hired] = NOTHING
    me.uses[Use.DISMISS] += 1
    bury(state.apprentice_pile, number)
    hire(state, tables, me, state.chosen)


@rule
def legal_dismissals(me: Player, desk: Table) -> int:
    """R5.4"""
    n = 0
    for slot in range(me.hired):
        n = offer(desk, n, Action.DISMISS + slot, True)
    return n


@rule
def draw_plans(state: State, tables: Tables, me: Player) -> None:
    """R5.7"""
    more = me.at[Place.WORKSHOP] // tables.params.workers_per_plan
    draw_buildings(state, me, tables.params.plans_base + more)
