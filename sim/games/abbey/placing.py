"""Phase 3: dice in the abbey (R8)."""

from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.clergy import climb
from sim.games.abbey.crusades import legal_crusading
from sim.games.abbey.names import FACES, Action, Effect, Use
from sim.games.abbey.peasants import can_seat, recruit_peasants
from sim.games.abbey.state import Desk, Player, State
from sim.rule import rule


@rule
def can_use(me: Player, face: int, fits: bool) -> bool:
    """R8.6: a die of this face, which fits or which the Library changes."""
    return me.dice[face] > 0 and (fits or me.library < me.power[Effect.LIBRARY])


@rule
def can_recruit(tables: Tables, me: Player) -> bool:
    """R8.2, R3.2"""
    return me.recruiting < tables.params.recruit_dice and me.supply > 0 and can_seat(tables, me)


@rule
def can_train(tables: Tables, me: Player) -> bool:
    """R8.3"""
    return me.training < tables.params.train_dice and me.clergy < tables.last_step


@rule
def legal_placings(tables: Tables, me: Player, desk: Desk) -> int:
    """R8.1"""
    n = offer(desk, 0, Action.STOP_PLACING, True)
    recruits, trains = can_recruit(tables, me), can_train(tables, me)
    for face in range(1, FACES):
        if me.dice[face] > 0:
            fits = face <= tables.params.recruit_highest
            n = offer(desk, n, Action.RECRUIT + face - 1, recruits and can_use(me, face, fits))
            fits = face >= tables.params.train_lowest
            n = offer(desk, n, Action.TRAIN + face - 1, trains and can_use(me, face, fits))
            n = offer(desk, n, Action.DEFEND + face - 1, True)
    return legal_crusading(me, desk, n)


@rule
def change_die(me: Player, fits: bool) -> None:
    """R8.6"""
    if not fits:
        me.library += 1
        me.uses[Use.LIBRARY] += 1


@rule
def recruit(tables: Tables, me: Player, face: int) -> None:
    """R8.2, R8.7"""
    me.dice[face] -= 1
    me.uses[Use.RECRUIT] += 1
    change_die(me, face <= tables.params.recruit_highest)
    me.recruiting += 1
    recruit_peasants(tables, me, 1)
    if me.recruiting == 1:
        recruit_peasants(tables, me, me.power[Effect.RECRUIT])


@rule
def train(state: State, tables: Tables, me: Player, face: int) -> None:
    """R8.3, R8.7"""
    me.dice[face] -= 1
    me.uses[Use.TRAIN] += 1
    change_die(me, face >= tables.params.train_lowest)
    me.training += 1
    climb(state, tables, state.turn, 1)
    if me.training == 1:
        climb(state, tables, state.turn, me.power[Effect.CLERGY_STEP])


@rule
def defend(me: Player, face: int) -> None:
    """R8.5"""
    me.dice[face] -= 1
    me.uses[Use.DEFEND] += 1
    me.defending += 1
