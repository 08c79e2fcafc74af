"""The order of a turn and of the end of the game: what comes next when no question is open."""

from sim.game import Status, note_leader, offer, stop
from sim.games.architects.cards import Tables
from sim.games.architects.cathedral import climb
from sim.games.architects.guildhall import immediate_effect, raise_building, spaces
from sim.games.architects.market import count_prisoners, leave_market, reset_market
from sim.games.architects.names import CIRCLES, SPACES, Action, Place, Question, Stage, Then, Use
from sim.games.architects.scoring import standing, virtue_at_end, virtue_lost_at_end
from sim.games.architects.state import Player, State, Table
from sim.games.architects.virtue import gain_virtue, lose_virtue
from sim.record import NOTHING
from sim.rule import rule

PRISON, CAPTORS, MARKET = 9, 10, 15  # what follows the nine circles in Action.TAKE_BACK


@rule
def begin_turn(state: State) -> None:
    """R2.1; R2.6: a player with no worker in supply takes one back."""
    me = state.players[state.turn]
    if state.turn == 0:
        state.rounds += 1
    state.turns += 1
    me.turns += 1
    state.doing = Question.PLACE if me.workers > 0 else Question.TAKE_BACK
    state.stage = Stage.MARKET
    state.shopping = 0
    state.raised = NOTHING


@rule
def legal_on_circles(state: State, me: Player, desk: Table) -> int:
    """R2.6"""
    n = 0
    for circle in range(CIRCLES):
        n = offer(desk, n, Action.TAKE_BACK + circle, me.at[circle] > 0)
    return n


@rule
def legal_elsewhere(state: State, me: Player, desk: Table) -> int:
    """R2.7"""
    n = offer(desk, 0, Action.TAKE_BACK + PRISON, me.at[Place.PRISON] > 0)
    for rival in range(state.seats):
        n = offer(desk, n, Action.TAKE_BACK + CAPTORS + rival, state.players[rival].captured[state.turn] > 0)
    if n > 0:
        return n
    for space in range(SPACES):
        n = offer(desk, n, Action.TAKE_BACK + MARKET + space, state.market[space] == state.turn)
    return offer(desk, n, Action.PASS, n == 0)


@rule
def legal_returns(state: State, me: Player, desk: Table) -> int:
    """R2.6, R2.7"""
    n = legal_on_circles(state, me, desk)
    return n if n > 0 else legal_elsewhere(state, me, desk)


@rule
def take_back(state: State, me: Player, source: int) -> None:
    """R2.6, R2.7: one own worker comes back, and nothing else happens."""
    me.workers += 1
    me.uses[Use.TAKE_BACK] += 1
    if source < CIRCLES:
        me.at[source] -= 1
    elif source == PRISON:
        me.at[Place.PRISON] -= 1
    elif source < MARKET:
        state.players[source - CAPTORS].captured[state.turn] -= 1
    else:
        state.market[source - MARKET] = NOTHING
        me.at[Place.BLACK_MARKET] -= 1


@rule
def finish_payment(state: State, tables: Tables, me: Player) -> None:
    """R2.3: what was paid for to the last share comes now."""
    then = state.then
    state.then = Then.NOTHING
    match then:
        case Then.TRADE_VIRTUE:
            gain_virtue(me, tables, tables.params.storehouse_virtue_gain)
        case Then.TRADE_MARBLE:
            me.goods.marble += tables.params.storehouse_marble_gain
        case Then.CLIMB:
            climb(state, tables, me)
        case _:
            raise_building(state, tables, me)


@rule
def compare_standings(state: State, tables: Tables) -> None:
    """Who leads at the end of a round, for the result table."""
    leader, most = NOTHING, 0
    for seat in range(state.seats):
        points = standing(state, tables, seat)
        if seat == 0 or points > most:
            leader, most = seat, points
        elif points == most:
            leader = NOTHING
    note_leader(state, leader)


@rule
def next_turn(state: State, tables: Tables) -> None:
    """R13.2: when the Guildhall is full everyone has one last turn, the player who filled it last."""
    if state.last_turns == NOTHING:
        if state.guildhall >= spaces(state, tables):
            state.last_turns = state.seats * tables.params.last_turns_each
    else:
        state.last_turns -= 1
    if state.turn == state.seats - 1:
        compare_standings(state, tables)
    if state.last_turns == 0:
        state.stage = Stage.END_VIRTUE
        return
    if state.turns >= tables.params.turn_limit * state.seats:  # R2.9
        stop(state, Status.ENDLESS)
        return
    state.turn = (state.turn + 1) % state.seats
    begin_turn(state)


@rule
def score_virtue(state: State, tables: Tables) -> None:
    """R14.1, R14.2, R14.3: end effects on virtue, seat by seat, then the game is over."""
    if state.scored == state.seats:
        state.over = True
        return
    state.turn = state.scored
    state.scored += 1
    me = state.players[state.turn]
    gain, loss = virtue_at_end(state, tables, state.turn), virtue_lost_at_end(tables, me)
    if gain > 0 and loss > 0:
        state.doing = Question.DUNGEON
        return
    gain_virtue(me, tables, gain)
    lose_virtue(me, tables, loss)


@rule
def score_dungeon(state: State, tables: Tables, me: Player, first: bool) -> None:
    """R14.3: the loss before or after the gains."""
    gain, loss = virtue_at_end(state, tables, state.turn), virtue_lost_at_end(tables, me)
    if first:
        lose_virtue(me, tables, loss)
        gain_virtue(me, tables, gain)
    else:
        gain_virtue(me, tables, gain)
        lose_virtue(me, tables, loss)
    state.doing = NOTHING


@rule
def carry_out_action(state: State, tables: Tables, me: Player) -> bool:
    """R2.2: what the action still brings; whether there was anything."""
    if state.stage == Stage.MARKET:
        state.stage = Stage.EFFECT
        if state.shopping:
            leave_market(state, tables, me)
            return True
    if state.stage == Stage.EFFECT:
        state.stage = Stage.RESET
        if state.raised != NOTHING:
            immediate_effect(state, tables, me)
            return True
    return False


@rule
def carry_out_reset(state: State, tables: Tables) -> bool:
    """R2.2: the reset in its two parts; whether one was due."""
    if state.stage == Stage.RESET:
        state.stage = Stage.RESET_COUNT if state.reset else Stage.HAND
        if state.reset:
            reset_market(state, tables)
            return True
    if state.stage == Stage.RESET_COUNT:
        state.stage = Stage.HAND
        count_prisoners(state, tables)
        return True
    return False


@rule
def next_stage(state: State, tables: Tables) -> None:
    """R2.2: carry out the next part of the turn that needs no answer; parts with nothing to do are passed."""
    me = state.players[state.turn]
    if state.stage == Stage.END_VIRTUE:
        score_virtue(state, tables)
    elif carry_out_action(state, tables, me) or carry_out_reset(state, tables):
        return
    elif me.cards > tables.params.hand_limit:  # R2.8
        state.doing = Question.HAND_LIMIT
    else:
        next_turn(state, tables)


@rule
def has_excess(state: State) -> bool:
    """R10.2: somebody may destroy a debt."""
    for seat in range(state.seats):
        if state.players[seat].excess > 0:
            return True
    return False


@rule
def first_with_excess(state: State) -> int:
    """R10.2: of those who may destroy a debt the next from the one whose turn it is."""
    for step in range(state.seats):
        seat = (state.turn + step) % state.seats
        if state.players[seat].excess > 0:
            return seat
    return NOTHING


@rule
def share_to_ask(state: State) -> int:
    """Which part of a mixed price is still to be settled, or NOTHING."""
    if state.clay_share > 0:
        return Question.CLAY_SHARE
    if state.wood_share > 0:
        return Question.WOOD_SHARE
    if state.gold_share > 0:
        return Question.GOLD_SHARE
    return NOTHING


@rule
def open_question(state: State) -> bool:
    """Whether somebody must answer before the turn can go on; who and what is set."""
    if has_excess(state):
        state.seat = first_with_excess(state)
        state.question = Question.DESTROY
        return True
    state.seat = state.turn
    share = share_to_ask(state)
    if share != NOTHING:
        state.question = share
        return True
    if state.then == Then.NOTHING and state.doing != NOTHING:
        state.question = state.doing
        return True
    return False


@rule
def go_on(state: State, tables: Tables) -> None:
    """Carry the turn on to the next question."""
    while not state.over and not open_question(state):
        if state.then != Then.NOTHING:
            finish_payment(state, tables, state.players[state.turn])
        else:
            next_stage(state, tables)
