"""Guardhouse and Prison."""

from sim.game import offer
from sim.games.architects.cards import Tables
from sim.games.architects.hands import collect
from sim.games.architects.names import Ability, Action, Place, Question, Use
from sim.games.architects.paying import can_pay_silver, pay_silver
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue, lose_virtue
from sim.record import NOTHING
from sim.rule import rule


@rule
def captives(state: State, me: Player) -> int:
    """Rivals' workers on the own board."""
    count = 0
    for seat in range(state.seats):
        count += me.captured[seat]
    return count


@rule
def held_by_rivals(state: State, seat: int) -> int:
    """Own workers on rivals' boards."""
    count = 0
    for rival in range(state.seats):
        count += state.players[rival].captured[seat]
    return count


@rule
def can_ransom(state: State, tables: Tables, me: Player) -> bool:
    """R9.4"""
    if held_by_rivals(state, state.turn) == 0:
        return False
    return can_pay_silver(me, tables, tables.params.ransom_tax, tables.params.ransom_silver)


@rule
def can_pay_debt(tables: Tables, me: Player) -> bool:
    """R9.5"""
    return me.unpaid > 0 and can_pay_silver(me, tables, tables.params.payoff_tax, tables.params.payoff_silver)


@rule
def can_visit_guardhouse(state: State, tables: Tables, me: Player) -> bool:
    """R9.1: one of the four actions would have an effect now."""
    if me.at[Place.PRISON] > 0 or captives(state, me) > 0:
        return True
    return held_by_rivals(state, state.turn) > 0 or can_pay_debt(tables, me)


@rule
def visit_guardhouse(state: State, tables: Tables, me: Player) -> None:
    """R9.1, R9.2"""
    state.left = me.at[Place.GUARDHOUSE] * tables.params.guard_actions_per_worker
    state.done = 0
    state.doing = Question.GUARDHOUSE


@rule
def legal_guard_actions(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R9.1: the first must be taken; R9.2: then stop at will."""
    n = offer(desk, 0, Action.IMPRISON, captives(state, me) > 0)
    n = offer(desk, n, Action.RELEASE, me.at[Place.PRISON] > 0)
    n = offer(desk, n, Action.RANSOM_SILVER, can_ransom(state, tables, me))
    n = offer(desk, n, Action.RANSOM_DEBT, held_by_rivals(state, state.turn) > 0)
    n = offer(desk, n, Action.PAY_DEBT, can_pay_debt(tables, me))
    return offer(desk, n, Action.STOP, state.done > 0)


@rule
def imprison(state: State, tables: Tables, me: Player) -> None:
    """R9.3: deliver all captured workers."""
    for seat in range(state.seats):
        state.players[seat].at[Place.PRISON] += me.captured[seat]
        me.goods.silver += me.captured[seat] * tables.params.imprison_silver
        me.captured[seat] = 0
    me.uses[Use.IMPRISON] += 1


@rule
def release(me: Player) -> None:
    """R9.3: all own workers leave the Prison."""
    me.workers += me.at[Place.PRISON]
    me.at[Place.PRISON] = 0


@rule
def free_captured(state: State, seat: int) -> None:
    """R9.4, R11.6: all own workers on rivals' boards return."""
    for rival in range(state.seats):
        state.players[seat].workers += state.players[rival].captured[seat]
        state.players[rival].captured[seat] = 0


@rule
def ransom_for_silver(state: State, tables: Tables, me: Player) -> None:
    """R9.4"""
    pay_silver(state, me, tables, tables.params.ransom_tax, tables.params.ransom_silver)
    free_captured(state, state.turn)
    me.uses[Use.RANSOM] += 1


@rule
def ransom_for_debt(state: State, tables: Tables, me: Player) -> None:
    """R9.4"""
    me.unpaid += tables.params.ransom_debt
    lose_virtue(me, tables, tables.params.ransom_virtue)
    free_captured(state, state.turn)
    me.uses[Use.RANSOM] += 1


@rule
def pay_debt(state: State, tables: Tables, me: Player) -> None:
    """R9.5, R15.2"""
    pay_silver(state, me, tables, tables.params.payoff_tax, tables.params.payoff_silver)
    me.unpaid -= 1
    me.paid += 1
    gain_virtue(me, tables, tables.params.payoff_virtue)
    collect(state, tables, me, Ability.PAY_DEBT)
    me.uses[Use.PAY_DEBT] += 1


@rule
def act_at_guardhouse(state: State, tables: Tables, me: Player, action: int) -> None:
    """R9.2"""
    match action:
        case Action.IMPRISON:
            imprison(state, tables, me)
        case Action.RELEASE:
            release(me)
            me.uses[Use.RELEASE] += 1
        case Action.RANSOM_SILVER:
            ransom_for_silver(state, tables, me)
        case Action.RANSOM_DEBT:
            ransom_for_debt(state, tables, me)
        case _:
            pay_debt(state, tables, me)
    state.done += 1
    state.left -= 1
    if state.left == 0:
        state.doing = NOTHING
