"""Virtue and debts."""

from sim.games.architects.cards import Tables
from sim.games.architects.names import VIRTUES, Use
from sim.games.architects.state import Player
from sim.rule import rule


@rule
def lose_virtue(me: Player, tables: Tables, points: int) -> None:
    """R10.1: each point that would fall below 0 is a debt."""
    for _ in range(points):
        if me.virtue > 0:
            me.virtue -= 1
        else:
            me.unpaid += tables.params.virtue_floor_debts


@rule
def gain_virtue(me: Player, tables: Tables, points: int) -> None:
    """R10.1, R10.2: each point that would rise above 14 may destroy an unpaid debt; its owner is asked."""
    for _ in range(points):
        if me.virtue < VIRTUES - 1:
            me.virtue += 1
        else:
            me.excess = min(me.unpaid, me.excess + tables.params.virtue_top_debts)


@rule
def settle_excess(me: Player, destroys: bool) -> None:
    """R10.2, R10.3: the owner has said whether an unpaid debt goes; a destroyed debt is not a paid one."""
    me.excess -= 1
    if destroys:
        me.unpaid -= 1
        me.uses[Use.DESTROY_DEBT] += 1
