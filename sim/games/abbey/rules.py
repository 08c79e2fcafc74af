"""What may be done and what it does: the table of contents of the rules."""

from sim.game import offer
from sim.games.abbey.building import (
    build,
    build_altar,
    build_free,
    build_wall,
    legal_works,
    raise_tower,
    remodel,
    train_archer,
)
from sim.games.abbey.buying import buy, legal_purchases
from sim.games.abbey.cards import Tables
from sim.games.abbey.clergy import legal_resources, take_resource
from sim.games.abbey.crusades import (
    crusade,
    decline,
    enlist,
    give_up,
    help_out,
    legal_enlisting,
    legal_offers,
    legal_surrenders,
    offer_deal,
    seek_help,
)
from sim.games.abbey.dice import legal_faces, legal_rerolls, lift, set_aside, throw_again
from sim.games.abbey.feeding import eat_sheep, feed, legal_meals
from sim.games.abbey.gathering import (
    add_pips,
    gather,
    legal_gatherings,
    legal_pips,
    legal_wagons,
    load_up,
    take_initiative,
)
from sim.games.abbey.goods import legal_swaps, swap
from sim.games.abbey.moving import enter_card, leave_card, legal_moves, legal_rooms, move, put_to_work
from sim.games.abbey.names import BELL, DEALS, FIRST_COPY, WAYS, Action, Purpose, Question, Use
from sim.games.abbey.peasants import legal_free_peasants, legal_losses, lose_peasant, staff, take_peasant
from sim.games.abbey.placing import defend, legal_placings, recruit, train
from sim.games.abbey.reset import check_store, legal_stores, lose_excess, offer_last_trades
from sim.games.abbey.setup import (
    bid,
    choose_start_card,
    legal_bids,
    legal_start_cards,
    pass_bid,
    set_up,
)
from sim.games.abbey.state import UNKNOWN, Desk, Player, State
from sim.games.abbey.turn import go_on
from sim.games.abbey.vikings import fight, give_card, give_way, legal_fights, legal_gifts
from sim.record import NOTHING
from sim.rule import rule


@rule
def setup(state: State, tables: Tables) -> None:
    """R1.1 to R1.8"""
    set_up(state, tables)
    state.doing = NOTHING
    state.within = NOTHING
    state.asked = NOTHING
    go_on(state, tables)


@rule
def legal_answers(desk: Desk) -> int:
    """R10.1"""
    n = offer(desk, 0, Action.ACCEPT, True)
    return offer(desk, n, Action.DECLINE, True)


@rule
def legal_last_trades(desk: Desk) -> int:
    """R20.1"""
    n = offer(desk, 0, Action.TRADE, True)
    return offer(desk, n, Action.STOP_TRADING, True)


@rule
def legal_within(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    """Questions within a part of the round."""
    match state.question:
        case Question.LOSE:
            return legal_losses(me, desk)
        case Question.PEASANT:
            return legal_free_peasants(me, desk)
        case Question.RESOURCE:
            return legal_resources(desk)
        case Question.ANSWER:
            return legal_answers(desk)
        case Question.PIPS:
            return legal_pips(state, tables, me, desk)
        case Question.WAGONS:
            return legal_wagons(me, desk)
        case Question.RELOCATE:
            return legal_rooms(state, me, desk)
        case _:
            return legal_swaps(tables, me, desk)


@rule
def legal_after_building(state: State, tables: Tables, me: Player, desk: Desk) -> int:
    match state.question:
        case Question.FEED:
            return legal_meals(tables, me, desk)
        case Question.ENLIST:
            return legal_enlisting(tables, me, desk)
        case Question.GIVE_UP:
            return legal_surrenders(me, desk)
        case Question.STORE:
            return legal_stores(tables, me, desk)
        case Question.FINAL:
            return legal_last_trades(desk)
        case _:
            return legal_within(state, tables, me, desk)


@rule
def legal(state: State, tables: Tables, desk: Desk) -> int:
    me = state.players[state.seat]
    desk.nearest = UNKNOWN
    desk.tower = UNKNOWN
    desk.has_lacks = False
    desk.wishes = UNKNOWN
    match state.question:
        case Question.BID:
            return legal_bids(state, me, desk)
        case Question.START_CARD:
            return legal_start_cards(state, desk)
        case Question.REROLL:
            return legal_rerolls(me, desk)
        case Question.SET_ASIDE:
            return legal_faces(me, desk, 0, Action.SET_ASIDE)
        case Question.FIGHT:
            return legal_fights(tables, me, desk)
        case Question.GIVE_CARD:
            return legal_gifts(me, desk)
        case Question.PLACE:
            return legal_placings(tables, me, desk)
        case Question.OFFER:
            return legal_offers(state, tables, desk)
        case Question.BUY:
            return legal_purchases(state, tables, me, desk)
        case Question.GATHER:
            return legal_gatherings(state, tables, me, desk)
        case Question.MOVE:
            return legal_moves(state, tables, me, desk)
        case Question.BUILD:
            return legal_works(state, tables, me, desk)
        case _:
            return legal_after_building(state, tables, me, desk)


@rule
def place_die(state: State, tables: Tables, me: Player, action: int) -> None:
    """R8.1"""
    if action < Action.TRAIN:
        recruit(tables, me, action - Action.RECRUIT + 1)
    elif action < Action.DEFEND:
        train(state, tables, me, action - Action.TRAIN + 1)
    elif action < Action.CRUSADE:
        defend(me, action - Action.DEFEND + 1)
    else:
        slot, face = divmod(action - Action.CRUSADE, 6)
        crusade(state, tables, me, slot, face + 1)


@rule
def choose_peasant(state: State, tables: Tables, me: Player, action: int) -> None:
    """R9.1, R10.2, R14.8"""
    take_peasant(tables, me, action)
    if state.purpose == Purpose.ARCHER:
        staff(state, tables, me, state.target)
    state.within = NOTHING
    state.asked = NOTHING
    if state.purpose == Purpose.HELP:
        seek_help(state, tables)


@rule
def gather_or_lead(state: State, tables: Tables, me: Player, action: int) -> None:
    """R12.1"""
    if action >= Action.INITIATIVE:
        take_initiative(state, tables, me, action - Action.INITIATIVE + 1)
    else:
        spot, way = divmod(action - Action.GATHER, WAYS)
        gather(state, tables, me, spot, way)


@rule
def move_or_work(state: State, tables: Tables, me: Player, action: int) -> None:
    """R13.1 to R13.4"""
    if action < Action.STAFF:
        move(tables, me, action - Action.MOVE)
    elif action < Action.RELOCATE:
        put_to_work(state, tables, me, action - Action.STAFF + BELL)
    else:
        leave_card(state, tables, me, action - Action.RELOCATE + FIRST_COPY)


@rule
def work(state: State, tables: Tables, me: Player, action: int) -> None:
    """R14.1"""
    match action:
        case Action.ALTAR:
            build_altar(state, tables, me)
        case Action.WALL:
            build_wall(state, tables, me)
        case Action.REMODEL:
            remodel(state, tables, me)
        case _ if action < Action.RELOCATE:
            put_to_work(state, tables, me, action - Action.STAFF + BELL)
        case _ if action < Action.BUILD_FREE:
            build(state, tables, me, action - Action.BUILD)
        case _ if action < Action.TOWER:
            build_free(state, tables, me, action - Action.BUILD_FREE)
        case _ if action < Action.ARCHER:
            raise_tower(state, tables, me, action - Action.TOWER)
        case _:
            train_archer(state, tables, me, action - Action.ARCHER + 1)


@rule
def trade(state: State, tables: Tables, me: Player, choice: int) -> None:
    """R2.2, R2.3"""
    state.within = NOTHING
    swap(tables, me, choice)
    if state.doing == Question.STORE:
        check_store(state, tables, me)
    elif state.doing == Question.FINAL:
        offer_last_trades(state, tables, me)


@rule
def answer_within(state: State, tables: Tables, me: Player, action: int) -> None:
    match state.question:
        case Question.LOSE:
            lose_peasant(state, tables, me, action)
        case Question.PEASANT:
            choose_peasant(state, tables, me, action)
        case Question.RESOURCE:
            take_resource(state, action - Action.RESOURCE)
        case Question.ANSWER:
            if action == Action.ACCEPT:
                help_out(state, tables)
            else:
                decline(state, tables)
        case Question.PIPS:
            add_pips(state, tables, me, action - Action.PIPS)
        case Question.WAGONS:
            load_up(state, tables, me, action - Action.WAGONS)
        case Question.RELOCATE:
            enter_card(state, tables, me, action - Action.STAFF + BELL)
        case _:
            trade(state, tables, me, action - Action.SWAP)


@rule
def answer_early(state: State, tables: Tables, me: Player, action: int) -> None:
    """Setup and Phases 1 and 2."""
    match state.question:
        case Question.BID:
            bid(state, me, action - Action.BID + 1)
        case Question.START_CARD:
            choose_start_card(state, tables, me, action - Action.START_CARD)
        case Question.REROLL:
            lift(state, tables, me, action - Action.REROLL + 1)
        case Question.SET_ASIDE:
            set_aside(state, me, action - Action.SET_ASIDE + 1)
        case Question.FIGHT:
            fight(state, tables, me)
        case _:
            give_card(state, tables, me, action - Action.GIVE_CARD)


@rule
def answer(state: State, tables: Tables, me: Player, action: int) -> None:
    """Phases 3 to 12."""
    match state.question:
        case Question.PLACE:
            place_die(state, tables, me, action)
        case Question.OFFER:
            slot, deal = divmod(action - Action.OFFER, DEALS)
            offer_deal(state, tables, me, slot, deal)
        case Question.BUY:
            buy(state, tables, me, action - Action.BUY)
        case Question.GATHER:
            gather_or_lead(state, tables, me, action)
        case Question.MOVE:
            move_or_work(state, tables, me, action)
        case Question.BUILD:
            work(state, tables, me, action)
        case Question.FEED:
            if action == Action.FEED:
                feed(state, tables, me)
            else:
                eat_sheep(state, tables, me)
        case Question.ENLIST:
            enlist(state, tables, me)
        case _:
            give_up(state, me, action - Action.GIVE_UP)


@rule
def end_part(state: State, tables: Tables, me: Player, action: int) -> bool:
    """Whether the action ends a part of the round, by stopping or refusing."""
    match action:
        case Action.REFUSE:
            me.uses[Use.REFUSE] += 1
            give_way(state, tables, me)
        case Action.KEEP_DICE:
            throw_again(state, tables, me)
        case Action.STOP_BUYING | Action.STOP_GATHERING:
            me.passed = 1
            state.doing = NOTHING
        case Action.STORE:
            lose_excess(tables, me)
            state.doing = NOTHING
        case Action.PASS_BID:
            pass_bid(state, me)
        case Action.TRADE:
            state.within = Question.SWAP
        case Action.STOP_FIGHTING | Action.STOP_PLACING | Action.STOP_OFFERING | Action.STOP_MOVING:
            state.doing = NOTHING
        case Action.STOP_BUILDING | Action.STOP_ENLISTING | Action.KEEP_CRUSADES | Action.STOP_TRADING:
            state.doing = NOTHING
        case _:
            return False
    return True


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """Carry out one legal action, and the round as far as the next question."""
    me = state.players[state.seat]
    if not end_part(state, tables, me, action):
        if state.question <= Question.GIVE_CARD:
            answer_early(state, tables, me, action)
        elif state.question >= Question.PEASANT:
            answer_within(state, tables, me, action)
        else:
            answer(state, tables, me, action)
    go_on(state, tables)
