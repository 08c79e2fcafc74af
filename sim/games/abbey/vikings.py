"""Phase 2: Vikings attack (R7)."""

from sim.game import offer
from sim.games.abbey.cards import Tables
from sim.games.abbey.dice import cast
from sim.games.abbey.names import (
    FIRST_COPY,
    PLAYERS,
    SECOND_COPY,
    SECONDS,
    SITES,
    Action,
    Cause,
    Effect,
    Question,
    Source,
    Standing,
    Use,
)
from sim.games.abbey.peasants import must_lose, unstaff
from sim.games.abbey.state import Desk, Player, State
from sim.record import NOTHING
from sim.rule import rule


@rule
def land(state: State, tables: Tables) -> None:
    """R7.1: dice from high to low."""
    state.rows = tables.sizes[state.seats - 1].viking_dice
    state.met = 0
    state.fallen = 0
    for number in range(state.rows):
        face, place = cast(state, PLAYERS, number, 6), number
        while place > 0 and state.viking[place - 1] < face:
            state.viking[place] = state.viking[place - 1]
            place -= 1
        state.viking[place] = face
    for seat in range(state.seats):
        state.players[seat].fought = 0


@rule
def can_fight(state: State, me: Player) -> bool:
    """R7.2"""
    return state.met < state.rows and me.dice[state.viking[state.met]] > 0


@rule
def give_way(state: State, tables: Tables, me: Player) -> None:
    """R7.3"""
    me.points[Source.VIKINGS] += tables.params.viking_no_die_prestige
    state.met += 1
    state.fallen += 1
    must_lose(state, me, 1, Cause.VIKINGS)
    state.doing = NOTHING


@rule
def meet_vikings(state: State, tables: Tables, me: Player) -> None:
    """R7.1, R7.4"""
    if state.met == state.rows:
        return
    if can_fight(state, me):
        state.doing = Question.FIGHT
    else:
        give_way(state, tables, me)


@rule
def legal_fights(tables: Tables, me: Player, desk: Desk) -> int:
    n = offer(desk, 0, Action.FIGHT, True)
    n = offer(desk, n, Action.REFUSE, me.fought == 0 and tables.params.viking_may_refuse)
    return offer(desk, n, Action.STOP_FIGHTING, me.fought > 0)


@rule
def fight(state: State, tables: Tables, me: Player) -> None:
    """R7.2"""
    me.dice[state.viking[state.met]] -= 1
    me.fought += 1
    me.uses[Use.VIKINGS] += 1
    me.points[Source.VIKINGS] += tables.params.viking_die_prestige
    state.met += 1
    if not can_fight(state, me):
        state.doing = NOTHING


@rule
def is_won(state: State, tables: Tables) -> bool:
    """R7.5"""
    dice = state.met - state.fallen
    return dice > state.fallen or (dice == state.fallen and not tables.params.vikings_tie_is_loss)


@rule
def honour_most(state: State, tables: Tables) -> None:
    """R7.5: the one player with most dice."""
    most, who = 0, NOTHING
    for seat in range(state.seats):
        if state.players[seat].fought > most:
            most, who = state.players[seat].fought, seat
        elif state.players[seat].fought == most:
            who = NOTHING
    if who != NOTHING:
        state.players[who].points[Source.VIKINGS] += tables.params.viking_most_prestige
        state.players[who].most += 1


@rule
def end_fight(state: State, tables: Tables) -> bool:
    """R7.5: whether the Vikings won."""
    if is_won(state, tables):
        state.won += 1
        honour_most(state, tables)
        return False
    state.defeats += 1
    return True


@rule
def stands(me: Player, site: int) -> bool:
    return me.site[site] == Standing.EMPTY or me.site[site] == Standing.STAFFED


@rule
def legal_gifts(me: Player, desk: Desk) -> int:
    """R7.6"""
    n = 0
    for site in range(SITES):
        n = offer(desk, n, Action.GIVE_CARD + site, stands(me, site))
    return n


@rule
def be_plundered(state: State, me: Player) -> None:
    """R7.6, R7.7"""
    for site in range(SITES):
        if stands(me, site):
            state.doing = Question.GIVE_CARD
            return
    me.goods.wood = 0
    me.goods.grain = 0
    me.goods.stone = 0
    me.goods.sand = 0
    me.goods.coins = 0


@rule
def kill_animals(tables: Tables, me: Player, site: int) -> None:
    """R7.6: with their farm."""
    if tables.sites[site].effect == Effect.SHEEP_FARM:
        me.sheep = 0
        me.sheep_since = 0
    if tables.sites[site].effect == Effect.DAIRY_FARM:
        me.cows = 0
        me.cows_since = 0


@rule
def move_up(tables: Tables, me: Player, kind: int) -> None:
    """R7.6: the second copy becomes the first, with its own peasant."""
    first, second = tables.sites[FIRST_COPY + kind], tables.sites[SECOND_COPY + kind]
    me.site[FIRST_COPY + kind] = me.site[SECOND_COPY + kind]
    if me.site[SECOND_COPY + kind] == Standing.STAFFED:
        me.power[second.effect] -= second.amount
        me.power[first.effect] += first.amount
    me.site[SECOND_COPY + kind] = Standing.NONE
    me.seconds -= 1


@rule
def give_card(state: State, tables: Tables, me: Player, site: int) -> None:
    """R7.6"""
    if me.site[site] == Standing.STAFFED:
        unstaff(tables, me, site)
        me.lost[Cause.VIKINGS] += 1
    kind = tables.sites[site].kind
    me.taken += 1
    kill_animals(tables, me, site)
    if site < FIRST_COPY:
        me.site[site] = Standing.GONE  # R14.6
    elif site >= SECOND_COPY:
        me.site[site] = Standing.NONE
        me.seconds -= 1
    elif kind < SECONDS and me.site[SECOND_COPY + kind] != Standing.NONE:
        move_up(tables, me, kind)
    else:
        me.site[site] = Standing.NONE
        me.firsts -= 1
    state.doing = NOTHING
