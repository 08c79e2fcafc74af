"""What may be done and what it does: the table of contents of the rules."""

from sim.game import offer
from sim.games.architects.capturing import (
    can_visit_town_centre,
    capture,
    legal_captures,
    visit_town_centre,
)
from sim.games.architects.cards import Tables
from sim.games.architects.cathedral import can_climb, discard_for_step, legal_discards, start_step
from sim.games.architects.gathering import (
    can_dig_gold,
    dig_clay,
    dig_gold,
    rob_tax_stand,
    work_forest,
    work_quarry,
    work_silversmith,
)
from sim.games.architects.guardhouse import (
    act_at_guardhouse,
    can_visit_guardhouse,
    legal_guard_actions,
    visit_guardhouse,
)
from sim.games.architects.guildhall import (
    build,
    can_build_any,
    choose_goods,
    enter_guildhall,
    free_by_barracks,
    legal_at_barracks,
    legal_buildings,
    legal_sales,
    sell,
)
from sim.games.architects.hands import discard
from sim.games.architects.market import (
    can_hire_at_market,
    can_look,
    can_visit_market,
    hire_at_market,
    keep,
    legal_keeps,
    look,
    visit_left,
    visit_right,
)
from sim.games.architects.names import MOST_SHARE, Action, Luck, Place, Question, Space
from sim.games.architects.paying import pay_clay_share, pay_gold_share, pay_wood_share
from sim.games.architects.setup import deal_hands, draft, end_draft, lay_out, legal_drafts, pass_hands, shuffle_piles
from sim.games.architects.state import UNKNOWN, Player, State, Table
from sim.games.architects.storehouse import (
    legal_trades,
    trade_for_marble,
    trade_for_virtue,
    trade_with,
    visit_storehouse,
)
from sim.games.architects.turn import begin_turn, go_on, legal_returns, score_dungeon, take_back
from sim.games.architects.virtue import settle_excess
from sim.games.architects.workshop import (
    can_hire,
    choose_hire,
    dismiss,
    draw_plans,
    legal_dismissals,
    legal_hires,
    visit_workshop,
)
from sim.record import NOTHING
from sim.rng import seed
from sim.rule import rule

LUCKS = len(Luck)


@rule
def start(state: State, tables: Tables) -> None:
    """R1.5: the draft is over; seat 1 has the first turn."""
    end_draft(state, tables)
    state.turn = 0
    begin_turn(state)


@rule
def setup(state: State, tables: Tables) -> None:
    """R1.1 to R1.6"""
    for number in range(LUCKS):
        seed(state.luck[number], state.root, state.deal, number)
    shuffle_piles(state, tables)
    lay_out(state, tables)
    deal_hands(state, tables)
    state.raised = NOTHING
    state.last_turns = NOTHING
    state.doing = Question.DRAFT
    if tables.params.draft_kept == 0:
        start(state, tables)
    go_on(state, tables)


@rule
def next_pick(state: State, tables: Tables) -> None:
    """R1.4: when all have chosen, the hands move on; after the last pick the game starts."""
    state.turn += 1
    if state.turn < state.seats:
        return
    state.turn = 0
    state.picks += 1
    if state.picks < tables.params.draft_kept:
        pass_hands(state)
    else:
        start(state, tables)


@rule
def legal_shares(desk: Table, owed: int, most: int, rest: int) -> int:
    """R4.2: how much of a price of `owed` may be paid in one good, when the others come to `rest`."""
    n = 0
    for share in range(min(owed, most, MOST_SHARE) + 1):
        n = offer(desk, n, Action.SHARE + share, owed - share <= rest)
    return n


@rule
def legal_market_visits(state: State, tables: Tables, me: Player, desk: Table, n: int) -> int:
    """R8.1"""
    if me.virtue > tables.params.market_virtue_ceiling:
        return n
    n = offer(desk, n, Action.MARKET_LEFT, can_visit_market(state, tables, me, Space.LEFT))
    n = offer(desk, n, Action.MARKET_HIRE, can_hire_at_market(state, tables, me))
    n = offer(desk, n, Action.MARKET_LOOK, can_look(state, tables, me))
    return offer(desk, n, Action.MARKET_RIGHT, can_visit_market(state, tables, me, Space.RIGHT))


@rule
def legal_placings(state: State, tables: Tables, me: Player, desk: Table) -> int:
    """R2.1: places where the player may act now."""
    n = offer(desk, 0, Action.QUARRY, True)
    n = offer(desk, n, Action.FOREST, True)
    n = offer(desk, n, Action.MINES_CLAY, True)
    n = offer(desk, n, Action.MINES_GOLD, can_dig_gold(me, tables))  # R3.2
    n = offer(desk, n, Action.SILVERSMITH, True)
    n = offer(desk, n, Action.STOREHOUSE, True)  # R4.1
    n = offer(desk, n, Action.WORKSHOP, can_hire(state, tables, me))
    n = offer(desk, n, Action.PLANS, state.building_pile.left > 0)  # R5.7
    n = offer(desk, n, Action.TOWN_CENTRE, can_visit_town_centre(me, tables))
    n = offer(desk, n, Action.TAX_STAND, state.tax > 0)  # R7.1
    n = legal_market_visits(state, tables, me, desk, n)
    n = offer(desk, n, Action.GUARDHOUSE, can_visit_guardhouse(state, tables, me))
    n = offer(desk, n, Action.CONSTRUCT, can_build_any(me, tables))  # R11.1
    return offer(desk, n, Action.CATHEDRAL, can_climb(state, tables, me))


@rule
def legal_two(desk: Table, first: Action, second: Action) -> int:
    n = offer(desk, 0, first, True)
    return offer(desk, n, second, True)


@rule
def legal(state: State, tables: Tables, desk: Table) -> int:
    me = state.players[state.seat]
    desk.nearest = UNKNOWN
    match state.question:
        case Question.PLACE:
            return legal_placings(state, tables, me, desk)
        case Question.DRAFT:
            return legal_drafts(me, desk)
        case Question.TAKE_BACK:
            return legal_returns(state, me, desk)
        case Question.CLAY_SHARE:
            return legal_shares(desk, state.clay_share, me.goods.clay, me.goods.wood + me.goods.stone)
        case Question.WOOD_SHARE:
            return legal_shares(desk, state.wood_share, me.goods.wood, me.goods.stone)
        case Question.GOLD_SHARE:
            return legal_shares(desk, state.gold_share, me.goods.gold, me.goods.marble)
        case Question.TRADE:
            return legal_trades(tables, me, desk)
        case Question.HIRE:
            return legal_hires(state, tables, me, desk)
        case Question.DISMISS:
            return legal_dismissals(me, desk)
        case Question.CAPTURE:
            return legal_captures(state, tables, me, desk)
        case Question.GUARDHOUSE:
            return legal_guard_actions(state, tables, me, desk)
        case Question.KEEP:
            return legal_keeps(me, desk)
        case Question.BUILD:
            return legal_buildings(me, tables, desk)
        case Question.SELL:
            return legal_sales(state, tables, me, desk)
        case Question.CHOOSE:
            return legal_two(desk, Action.FIRST, Action.SECOND)
        case Question.BARRACKS:
            return legal_at_barracks(state, tables, me, desk)
        case Question.DESTROY:
            return legal_two(desk, Action.DESTROY, Action.SPARE)
        case Question.DUNGEON:
            return legal_two(desk, Action.DUNGEON_FIRST, Action.DUNGEON_LAST)
        case _:
            return legal_discards(me, desk)


@rule
def place_worker(state: State, me: Player, action: int) -> None:
    """R2.1: the worker leaves the supply for the place of this action."""
    me.workers -= 1
    me.uses[action] += 1
    match action:
        case Action.QUARRY:
            me.at[Place.QUARRY] += 1
        case Action.FOREST:
            me.at[Place.FOREST] += 1
        case Action.MINES_CLAY | Action.MINES_GOLD:
            me.at[Place.MINES] += 1
        case Action.SILVERSMITH:
            me.at[Place.SILVERSMITH] += 1
        case Action.STOREHOUSE:
            me.at[Place.STOREHOUSE] += 1
        case Action.WORKSHOP | Action.PLANS:
            me.at[Place.WORKSHOP] += 1
        case Action.TOWN_CENTRE:
            me.at[Place.TOWN_CENTRE] += 1
        case Action.TAX_STAND:
            me.at[Place.TAX_STAND] += 1
        case Action.GUARDHOUSE:
            me.at[Place.GUARDHOUSE] += 1
        case Action.CONSTRUCT | Action.CATHEDRAL:
            me.at[Place.GUILDHALL] += 1
        case _:
            me.at[Place.BLACK_MARKET] += 1


@rule
def act_at_place(state: State, tables: Tables, me: Player, action: int) -> None:
    """What a worker just placed does."""
    match action:
        case Action.QUARRY:
            work_quarry(state, tables, me)
        case Action.FOREST:
            work_forest(state, tables, me)
        case Action.MINES_CLAY:
            dig_clay(state, tables, me)
        case Action.MINES_GOLD:
            dig_gold(state, tables, me)
        case Action.SILVERSMITH:
            work_silversmith(state, tables, me)
        case Action.STOREHOUSE:
            visit_storehouse(state, tables, me)
        case Action.WORKSHOP:
            visit_workshop(state, tables, me)
        case Action.PLANS:
            draw_plans(state, tables, me)
        case Action.TOWN_CENTRE:
            visit_town_centre(state, tables, me)
        case Action.TAX_STAND:
            rob_tax_stand(state, tables, me)
        case Action.MARKET_LEFT:
            visit_left(state, tables, me)
        case Action.MARKET_HIRE:
            hire_at_market(state, tables, me)
        case Action.MARKET_LOOK:
            look(state, tables, me)
        case Action.MARKET_RIGHT:
            visit_right(state, tables, me)
        case Action.GUARDHOUSE:
            visit_guardhouse(state, tables, me)
        case Action.CONSTRUCT:
            enter_guildhall(state, tables)
            state.doing = Question.BUILD
        case _:
            enter_guildhall(state, tables)
            start_step(state, tables, me)


@rule
def place(state: State, tables: Tables, me: Player, action: int) -> None:
    """R2.2"""
    state.doing = NOTHING
    place_worker(state, me, action)
    act_at_place(state, tables, me, action)


@rule
def apply_trade(state: State, tables: Tables, me: Player, action: int) -> None:
    """R4.1"""
    match action:
        case Action.TRADE_VIRTUE:
            trade_for_virtue(state, tables, me)
        case Action.TRADE_MARBLE:
            trade_for_marble(state, tables, me)
        case _:
            trade_with(state, tables, me, action - Action.TRADE_WITH)


@rule
def answer(state: State, tables: Tables, me: Player, action: int) -> None:
    """Carry out the answer to the open question, placing and stopping apart."""
    match state.question:
        case Question.DRAFT:
            draft(me, action - Action.DRAFT)
            next_pick(state, tables)
        case Question.TAKE_BACK:
            state.doing = NOTHING
            if action != Action.PASS:  # R2.7
                take_back(state, me, action - Action.TAKE_BACK)
        case Question.CLAY_SHARE:
            pay_clay_share(state, me, action - Action.SHARE)
        case Question.WOOD_SHARE:
            pay_wood_share(state, me, action - Action.SHARE)
        case Question.GOLD_SHARE:
            pay_gold_share(state, me, action - Action.SHARE)
        case Question.TRADE:
            apply_trade(state, tables, me, action)
        case Question.HIRE:
            choose_hire(state, tables, me, action - Action.HIRE)
        case Question.DISMISS:
            dismiss(state, tables, me, action - Action.DISMISS)
        case Question.CAPTURE:
            capture(state, tables, me, action - Action.CAPTURE)
        case Question.GUARDHOUSE:
            act_at_guardhouse(state, tables, me, action)
        case Question.KEEP:
            keep(state, me, action - Action.KEEP)
        case Question.BUILD:
            build(state, tables, me, action - Action.BUILD)
        case Question.DISCARD:
            discard_for_step(state, me, action - Action.DISCARD)
        case Question.SELL:
            sell(state, tables, me, action - Action.DISCARD)
        case Question.CHOOSE:
            choose_goods(state, tables, me, action == Action.FIRST)
        case Question.BARRACKS:
            if action == Action.FREE_CAPTURED:
                free_by_barracks(state)
            else:
                capture(state, tables, me, action - Action.CAPTURE)
        case Question.DESTROY:
            settle_excess(me, action == Action.DESTROY)
        case Question.DUNGEON:
            score_dungeon(state, tables, me, action == Action.DUNGEON_FIRST)
        case _:  # R2.8
            discard(state, me, action - Action.DISCARD)
            state.doing = NOTHING


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """Carry out one legal action, and the turn as far as the next question."""
    me = state.players[state.seat]
    if state.question == Question.PLACE:
        place(state, tables, me, action)
    elif action == Action.STOP:
        state.doing = NOTHING
    else:
        answer(state, tables, me, action)
    go_on(state, tables)
