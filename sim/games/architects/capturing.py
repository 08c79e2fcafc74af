"""Capturing groups of workers: the Town Centre, and Buildings that do the same for nothing."""

from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import mark_used, silver_off
from sim.games.architects.names import CIRCLES, PLAYERS, Ability, Action, Place, Question, Scope, Use
from sim.games.architects.paying import can_pay_silver, pay_silver, tax_due
from sim.games.architects.state import Player, State, Table
from sim.record import NOTHING
from sim.rule import rule


@rule
def can_visit_town_centre(me: Player, tables: Tables) -> bool:
    """R6.2"""
    return can_pay_silver(me, tables, tables.params.capture_tax, 0)


@rule
def open_captures(state: State, count: int, free: int) -> None:
    state.left = count
    state.done = 0
    state.free = free
    state.raided[:] = 0
    state.doing = Question.CAPTURE


@rule
def visit_town_centre(state: State, tables: Tables, me: Player) -> None:
    """R6.1: the number is fixed right after placing."""
    open_captures(state, me.at[Place.TOWN_CENTRE] * tables.params.captures_per_worker, 0)


@rule
def capture_tax(state: State, tables: Tables) -> int:
    """R6.2: the first capture of a visit is paid in tax."""
    return tables.params.capture_tax if state.done == 0 else 0


@rule
def capture_silver(state: State, tables: Tables, me: Player) -> int:
    """R6.2, R6.6: what the next capture costs besides tax."""
    if state.done == 0:
        return 0
    each, off = tables.params.capture_silver, silver_off(me, tables, Ability.TOWN_DISCOUNT)
    if tables.params.conspirator_scope == Scope.PER_CAPTURE:
        return max(0, each - off)
    return max(0, state.done * each - off) - max(0, (state.done - 1) * each - off)


@rule
def places_allowed(state: State, tables: Tables) -> int:
    """R6.4"""
    if state.seats <= 3:
        return tables.params.capture_places_small_table
    return tables.params.capture_places_large_table


@rule
def places_raided(state: State) -> int:
    count = 0
    for circle in range(CIRCLES):
        count += state.raided[circle]
    return count


@rule
def may_raid_elsewhere(state: State, tables: Tables) -> bool:
    """R6.4: at a circle not raided in this visit; R11.5: free captures are not bound to a place."""
    return state.free or places_raided(state) < places_allowed(state, tables)


@rule
def price_of_capture(state: State, tables: Tables, me: Player) -> int:
    """R6.2: tax and silver of the next one."""
    if state.free:
        return 0
    return tax_due(me, tables, capture_tax(state, tables)) + capture_silver(state, tables, me)


@rule
def offer_captures(state: State, tables: Tables, me: Player, desk: Table, n: int) -> int:
    """R6.2, R6.3, R6.5: any colour at any large circle, own groups too, if it can be paid."""
    desk.price = price_of_capture(state, tables, me)
    if me.goods.silver < desk.price:
        return n
    elsewhere = may_raid_elsewhere(state, tables)
    for circle in range(CIRCLES):
        if elsewhere or state.raided[circle]:
            for seat in range(state.seats):
                group = state.players[seat].at[circle]
                n = offer(desk, n, Action.CAPTURE + circle * PLAYERS + seat, group > 0)
    return n


@rule
def legal_captures(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R6.1: stop at will; R11.11: free captures may be declined."""
    n = offer_captures(state, tables, me, desk, 0)
    return offer(desk, n, Action.STOP, n == 0 or not state.free or tables.params.effects_may_be_declined)


@rule
def capture(state: State, tables: Tables, me: Player, group: int) -> None:
    """R6.2, R6.5: pay, and take all workers of one colour at one circle."""
    if not state.free:
        if capture_silver(state, tables, me) < tables.params.capture_silver and state.done > 0:
            mark_used(me, tables, Ability.TOWN_DISCOUNT)
        pay_silver(state, me, tables, capture_tax(state, tables), capture_silver(state, tables, me))
    circle, seat = group // PLAYERS, group % PLAYERS
    them = state.players[seat]
    workers = them.at[circle]
    them.at[circle] = 0
    if seat == state.turn:
        me.workers += workers
    else:
        me.captured[seat] += workers
    me.uses[Use.CAPTURE] += 1
    state.raided[circle] = 1
    state.done += 1
    state.left -= 1
    if state.left == 0:
        state.doing = NOTHING
