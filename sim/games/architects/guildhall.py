"""Guildhall: constructing Buildings and their immediate effects."""

from sim.deck import bit
from sim.game import offer
from sim.games.architects.capturing import offer_captures, open_captures
from sim.games.architects.cards import FEWEST, Building, Tables
from sim.games.architects.guardhouse import free_captured, held_by_rivals, release
from sim.games.architects.hands import discard, draw_buildings, let_go
from sim.games.architects.names import COLUMNS, Action, Effect, Place, Question, Then
from sim.games.architects.paying import add, can_pay, pay
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue, lose_virtue
from sim.games.architects.workshop import open_hire
from sim.record import NOTHING
from sim.rule import rule


@rule
def spaces(state: State, tables: Tables) -> int:
    """R13.1"""
    size = tables.guildhall[state.seats - FEWEST]
    return size.rows * size.row_length


@rule
def enter_guildhall(state: State, tables: Tables) -> None:
    """R11.1, R13.1; R13.3: in the last turns workers lie beside it and set off nothing."""
    if state.last_turns != NOTHING:
        return
    size = tables.guildhall[state.seats - FEWEST]
    state.guildhall += 1
    if state.guildhall == size.first_reset or state.guildhall == size.second_reset:
        state.reset = 1


@rule
def has_skills(me: Player, card: Building) -> bool:
    """R11.2"""
    if card.carpentry and me.carpentry == 0:
        return False
    if card.tiling and me.tiling == 0:
        return False
    return card.masonry == 0 or me.masonry > 0


@rule
def can_build(me: Player, tables: Tables, building: int) -> bool:
    """R11.2, R11.3"""
    card = tables.buildings[building]
    return has_skills(me, card) and can_pay(me, tables, card.cost)


@rule
def can_build_any(me: Player, tables: Tables) -> bool:
    """R11.1"""
    for slot in range(me.cards):
        if can_build(me, tables, me.hand[slot]):
            return True
    return False


@rule
def legal_buildings(me: Player, tables: Tables, desk: Table) -> int:
    n = 0
    for slot in range(me.cards):
        n = offer(desk, n, Action.BUILD + me.hand[slot], can_build(me, tables, me.hand[slot]))
    return n


@rule
def mark_skills(me: Player, tables: Tables, card: Building) -> None:
    """For the result table: Apprentices whose skill this Building needed."""
    for slot in range(me.hired):
        helper = tables.apprentices[me.apprentices[slot]]
        needed = card.carpentry * helper.carpentry + card.tiling * helper.tiling + card.masonry * helper.masonry
        if needed > 0:
            me.apprentices_used |= bit(me.apprentices[slot])


@rule
def build(state: State, tables: Tables, me: Player, building: int) -> None:
    """R11.3: pay; the card is laid down once everything is paid."""
    pay(state, me, tables, tables.buildings[building].cost)
    state.chosen = building
    state.doing = NOTHING
    state.then = Then.RAISE


@rule
def lay_down(me: Player, tables: Tables, building: int) -> None:
    """R11.3: the card lies before the player; R14.7: what each unpaid debt costs may change."""
    card = tables.buildings[building]
    me.built[me.buildings] = building
    me.buildings += 1
    me.points += card.points
    if card.effect == Effect.POINTS_PER_UNPAID_DEBT:
        me.per_debt += card.amount


@rule
def raise_building(state: State, tables: Tables, me: Player) -> None:
    """R11.3: the card comes to the table, then its virtue; its effect follows."""
    building = state.chosen
    card = tables.buildings[building]
    let_go(me, building)
    lay_down(me, tables, building)
    me.buildings_used |= bit(building)
    mark_skills(me, tables, card)
    gain_virtue(me, tables, max(0, card.virtue))
    lose_virtue(me, tables, max(0, -card.virtue))
    state.raised = building


@rule
def take_goods(state: State, me: Player, card: Building) -> None:
    """R11.4"""
    add(me.goods, card.gain)
    draw_buildings(state, me, card.gain_cards)


@rule
def choose_goods(state: State, tables: Tables, me: Player, first: bool) -> None:
    """R11.4: exactly one of the two."""
    card = tables.buildings[state.raised]
    if first:
        add(me.goods, card.gain)
    else:
        add(me.goods, card.alt)
    state.doing = NOTHING


@rule
def take_goods_by_virtue(me: Player, card: Building) -> None:
    """R11.4: the Palace."""
    for _ in range(me.virtue // card.per * card.amount):
        add(me.goods, card.gain)


@rule
def offer_to_destroy(tables: Tables, me: Player, count: int) -> None:
    """R11.8, R11.11: the Church asks its owner, if he may decline."""
    count = min(count, me.unpaid)
    if tables.params.effects_may_be_declined:
        me.excess += count
    else:
        me.unpaid -= count


@rule
def open_sale(state: State, me: Player, count: int) -> None:
    """R11.9"""
    if me.cards >= count:
        state.left = count
        state.done = 0
        state.doing = Question.SELL


@rule
def legal_sales(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R11.9, R11.11"""
    n = 0
    for slot in range(me.cards):
        n = offer(desk, n, Action.DISCARD + me.hand[slot], True)
    return offer(desk, n, Action.STOP, tables.params.effects_may_be_declined and state.done == 0)


@rule
def sell(state: State, tables: Tables, me: Player, building: int) -> None:
    """R11.9"""
    discard(state, me, building)
    state.done += 1
    state.left -= 1
    if state.left == 0:
        add(me.goods, tables.buildings[state.raised].gain)
        state.doing = NOTHING


@rule
def open_barracks(state: State) -> None:
    """R11.6"""
    open_captures(state, 1, 1)
    state.doing = Question.BARRACKS


@rule
def legal_at_barracks(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R11.6, R11.11"""
    n = offer(desk, 0, Action.FREE_CAPTURED, held_by_rivals(state, state.turn) > 0)
    n = offer_captures(state, tables, me, desk, n)
    return offer(desk, n, Action.STOP, n == 0 or tables.params.effects_may_be_declined)


@rule
def free_by_barracks(state: State) -> None:
    """R11.6"""
    free_captured(state, state.turn)
    state.doing = NOTHING


@rule
def bless_all(state: State, tables: Tables, points: int) -> None:
    """R11.10: the Monument."""
    for seat in range(state.seats):
        gain_virtue(state.players[seat], tables, points)


@rule
def watch_prison(state: State, tables: Tables, points: int) -> None:
    """R11.10: the Watchtower."""
    for seat in range(state.seats):
        me = state.players[seat]
        if me.at[Place.PRISON] >= tables.params.reset_prison_threshold:
            lose_virtue(me, tables, points)


@rule
def immediate_effect(state: State, tables: Tables, me: Player) -> None:
    """R11.4 to R11.10: what the Building just finished does at once."""
    card = tables.buildings[state.raised]
    match card.effect:
        case Effect.GAIN:
            take_goods(state, me, card)
        case Effect.GAIN_CHOICE:
            state.doing = Question.CHOOSE
        case Effect.GAIN_PER:
            take_goods_by_virtue(me, card)
        case Effect.HIRE_FREE:
            open_hire(state, tables, me, COLUMNS, 1)
        case Effect.CAPTURE_FREE:
            open_captures(state, card.amount, 1)
        case Effect.RELEASE_OR_CAPTURE:
            open_barracks(state)
        case Effect.TAKE_DEBT:
            me.unpaid += card.amount
        case Effect.DESTROY_DEBT:
            offer_to_destroy(tables, me, card.amount)
        case Effect.DISCARD_FOR_GOLD:
            open_sale(state, me, card.amount)
        case Effect.RELEASE_PRISON:
            release(me)
        case Effect.ALL_GAIN_VIRTUE:
            bless_all(state, tables, card.amount)
        case Effect.CROWDED_PRISON_LOSES_VIRTUE:
            watch_prison(state, tables, card.amount)
