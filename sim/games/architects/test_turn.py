"""The turn: paying and tax, taking workers back, the hand limit."""

import pytest

from sim.game import Status
from sim.games.architects import GAME
from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import (
    FROM_PRISON,
    IDS,
    Scene,
    build,
    capture,
    discard,
    from_board,
    from_market,
    hand,
    have,
    hire,
    pile_of,
    take_back,
)
from sim.record import NOTHING
from sim.replay import result


def test_R2_1_seats_place_one_worker_in_turn():
    scene = Scene(3)
    for seat, action, place in (
        (0, Action.QUARRY, Place.QUARRY),
        (1, Action.FOREST, Place.FOREST),
        (2, Action.SILVERSMITH, Place.SILVERSMITH),
        (0, Action.MINES_CLAY, Place.MINES),
    ):
        me = scene.seats[seat]
        assert (scene.state.seat, scene.state.question) == (seat, Question.PLACE)
        workers = me.workers
        scene.do(action)
        assert (me.workers, me.at[place]) == (workers - 1, 1)
    assert (scene.state.turns, scene.state.rounds, scene.state.seat) == (5, 2, 1)


def test_R2_1_only_places_where_the_player_may_act_now():
    scene = Scene(2)
    scene.goods(0)
    always = {Action.QUARRY, Action.FOREST, Action.MINES_CLAY, Action.SILVERSMITH, Action.STOREHOUSE, Action.PLANS}
    assert scene.legal() == always | {Action.TAX_STAND}
    scene.state.tax = 0
    assert scene.legal() == always
    scene.goods(0, silver=3)
    market = {Action.MARKET_LEFT, Action.MARKET_HIRE, Action.MARKET_LOOK, Action.MARKET_RIGHT}
    assert scene.legal() == always | market | {Action.TOWN_CENTRE}


def test_R2_2_the_reset_follows_the_action_then_the_hand_limit_then_the_end():
    """The last space but one calls for nothing; here the seventh space resets a market with one worker."""
    scene = Scene(2)
    me, state = scene.seats[0], scene.state
    scene.fill_guildhall(6)
    scene.at_market(NOTHING, 1, NOTHING)
    scene.hired(0, "labourer")
    scene.hand(0, "drafting_room", "well", "smithy", "tavern", "palace", "keep", "church")
    scene.goods(0, stone=4, gold=3)
    scene.do(Action.CONSTRUCT)
    assert (state.question, state.resets) == (Question.BUILD, 0)
    scene.do(build("drafting_room"))  # 6 cards left, and 2 drawn
    assert (state.seat, state.question, state.resets) == (0, Question.HAND_LIMIT, 1)
    assert (me.cards, scene.seats[1].at[Place.PRISON], scene.seats[1].unpaid) == (8, 1, 1)
    scene.do(discard("well"), discard("smithy"))
    assert (state.seat, state.question) == (1, Question.PLACE)


def test_R2_2_the_end_is_looked_at_after_the_hand_limit():
    scene = Scene(2)
    scene.fill_guildhall(11)
    scene.hired(0, "labourer")
    scene.hand(0, "drafting_room", "well", "smithy", "tavern", "palace", "keep", "church")
    scene.goods(0, stone=4, gold=3)
    scene.do(Action.CONSTRUCT, build("drafting_room"), discard("well"))
    assert (scene.state.question, scene.state.last_turns) == (Question.HAND_LIMIT, NOTHING)
    scene.do(discard("smithy"))
    assert (scene.state.seat, scene.state.last_turns) == (1, 2)


def test_R2_3_silver_on_an_apprentice_does_not_help_to_pay_for_it():
    scene = Scene(2)
    scene.state.coins[0] = 5
    scene.goods(0, silver=3)
    assert Action.WORKSHOP not in scene.legal()
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP)
    assert have(scene.seats[0]) == {} and scene.legal() == {hire(0), hire(4)}
    scene.do(hire(0))
    assert have(scene.seats[0]) == {"silver": 5}


def test_R2_3_coins_for_skipped_columns_are_paid_before_the_target_yields_its_own():
    scene = Scene(2)
    scene.state.coins[1] = 5
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP)
    assert hire(1) not in scene.legal()


def test_R2_3_a_price_is_paid_whole_or_not_at_all():
    scene = Scene(2)
    scene.hand(0, "smithy")
    for goods in ({"wood": 2, "clay": 3}, {"wood": 1, "clay": 4}, {"clay": 9, "stone": 9, "gold": 9}):
        scene.goods(0, **goods)
        assert Action.CONSTRUCT not in scene.legal()
    scene.goods(0, wood=2, clay=4)
    assert Action.CONSTRUCT in scene.legal()


def test_R2_4_tax_goes_to_the_tax_stand_other_silver_to_the_supply_and_coins_to_the_cards():
    scene = Scene(2)
    scene.goods(0, silver=9)
    scene.do(Action.WORKSHOP, hire(2))  # 4, of which 2 tax, and 2 coins
    assert scene.state.tax == 4 + 2
    assert list(scene.state.coins) == [1, 1, 0, 0, 0, 0, 0, 0]
    assert scene.seats[0].goods.silver == 9 - 6


def test_R2_4_discounts_never_touch_tax_nor_bring_a_price_below_nothing():
    """Two Conspirators on two captures: the first still costs its tax, the second nothing instead of -1."""
    scene = Scene(2)
    scene.hired(0, "conspirator_1", "conspirator_2")
    scene.workers(0, town_centre=1)
    scene.workers(1, quarry=1, forest=1)
    scene.goods(0, silver=1)
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1), capture(Place.FOREST, 1))
    assert (scene.state.tax, scene.seats[0].goods.silver) == (5, 0)


PRICES = {  # virtue: what is paid for a hire, a first capture, a pay-off, a ransom
    0: (2, 0, 4, 3),
    1: (2, 0, 4, 3),
    2: (3, 0, 5, 4),
    3: (3, 0, 5, 4),
    4: (4, 1, 6, 5),
    7: (4, 1, 6, 5),
    14: (4, 1, 6, 5),
}
TAXES = (2, 1, 3, 2)


PAYING = (
    (Action.WORKSHOP, hire(0)),
    (Action.TOWN_CENTRE, capture(Place.QUARRY, 1)),
    (Action.GUARDHOUSE, Action.PAY_DEBT),
    (Action.GUARDHOUSE, Action.RANSOM_SILVER),
)


@pytest.mark.parametrize("number", range(4), ids=("hire", "capture", "pay-off", "ransom"))
@pytest.mark.parametrize("virtue", PRICES)
def test_R2_5_tax_is_ignored_by_the_virtue_held_and_never_reaches_the_tax_stand(virtue, number):
    price, full = PRICES[virtue][number], PRICES[14][number]
    ignored = full - price
    assert ignored == min(TAXES[number], {0: 2, 1: 2, 2: 1, 3: 1}.get(virtue, 0))
    scene = Scene(2)
    me = scene.seats[0]
    scene.show(0, "thief")  # brings no virtue
    scene.workers(1, quarry=2)
    scene.held(1, 0, 1)
    me.virtue, me.unpaid = virtue, 1
    scene.goods(0, silver=price)
    scene.do(*PAYING[number])
    assert me.goods.silver == 0
    assert scene.state.tax == 4 + TAXES[number] - ignored
    assert scene.state.seat == 1


@pytest.mark.parametrize("number", range(4), ids=("hire", "capture", "pay-off", "ransom"))
@pytest.mark.parametrize("virtue", PRICES)
def test_R2_5_one_silver_less_is_too_little(virtue, number):
    price = PRICES[virtue][number]
    if price == 0:
        return
    scene = Scene(2)
    me = scene.seats[0]
    scene.workers(1, quarry=2)
    scene.held(1, 0, 1)
    me.virtue, me.unpaid = virtue, int(number == 2)
    scene.goods(0, silver=price - 1)
    place, action = PAYING[number]
    if place == Action.GUARDHOUSE:
        scene.do(Action.GUARDHOUSE)
        assert action not in scene.legal()
    else:
        assert place not in scene.legal()


def test_R2_5_each_payment_goes_by_the_virtue_of_its_moment():
    """Two debts paid off in one visit: at virtue 1 two silver of tax are ignored, at virtue 2 one."""
    scene = Scene(2)
    me = scene.seats[0]
    scene.workers(0, guardhouse=1)
    me.virtue, me.unpaid = 1, 2
    scene.goods(0, silver=10)
    scene.do(Action.GUARDHOUSE, Action.PAY_DEBT)
    assert (me.goods.silver, scene.state.tax, me.virtue) == (10 - 4, 4 + 1, 2)
    scene.do(Action.PAY_DEBT)
    assert (me.goods.silver, scene.state.tax, me.virtue) == (6 - 5, 5 + 2, 3)


def test_R2_5_virtue_lost_by_the_visit_itself_comes_too_late():
    """The Gatekeeper costs 1 virtue, but at the moment of paying virtue was 4."""
    scene = Scene(2)
    scene.show(0, "gatekeeper")
    scene.seats[0].virtue = 4
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.seats[0].virtue, scene.seats[0].goods.silver) == (3, 0)


def test_R2_6_without_a_worker_one_comes_back_from_a_large_circle_of_choice():
    scene = Scene(2)
    me = scene.seats[0]
    scene.workers(0, quarry=9, guardhouse=5)
    scene.held(1, 0, 3)
    scene.workers(0, prison=3)
    scene.turn(0)
    before = have(me)
    assert scene.state.question == Question.TAKE_BACK
    assert scene.legal() == {take_back(Place.QUARRY), take_back(Place.GUARDHOUSE)}
    scene.do(take_back(Place.GUARDHOUSE))
    assert (me.workers, me.at[Place.GUARDHOUSE], me.at[Place.QUARRY]) == (1, 4, 9)
    assert (scene.state.seat, scene.state.question, have(me)) == (1, Question.PLACE, before)


@pytest.mark.parametrize("place", range(9))
def test_R2_6_any_large_circle_will_do(place):
    scene = Scene(2)
    scene.workers(0, **{Place(place).name: 20})
    scene.turn(0)
    assert scene.legal() == {take_back(place)}
    scene.do(take_back(place))
    assert (scene.seats[0].workers, scene.seats[0].at[place]) == (1, 19)


def test_R2_7_next_come_prison_and_rivals_boards_as_the_player_likes():
    scene = Scene(3)
    me = scene.seats[0]
    scene.workers(0, prison=10)
    scene.held(1, 0, 4)
    scene.held(2, 0, 4)
    scene.at_market(NOTHING, 0, NOTHING)
    scene.fill_guildhall(1, 0)
    scene.turn(0)
    assert scene.legal() == {FROM_PRISON, from_board(1), from_board(2)}
    scene.do(from_board(2))
    assert (me.workers, scene.seats[2].captured[0], scene.seats[1].captured[0]) == (1, 3, 4)
    me.workers -= 1
    me.at[Place.PRISON] += 1
    scene.turn(0).do(FROM_PRISON)
    assert (me.workers, me.at[Place.PRISON]) == (1, 10)


def test_R2_7_then_the_black_market():
    scene = Scene(5)
    me = scene.seats[0]
    scene.fill_guildhall(18, 0)
    scene.at_market(0, 1, 0)
    scene.turn(0)
    assert scene.legal() == {from_market(0), from_market(2)}
    scene.do(from_market(2))
    assert (me.workers, me.at[Place.BLACK_MARKET], list(scene.state.market)) == (1, 1, [0, 1, NOTHING])
    assert scene.state.resets == 0


def test_R2_7_and_if_all_twenty_are_in_the_guildhall_the_turn_passes():
    scene = Scene(5)
    scene.fill_guildhall(20, 0)
    scene.turn(0)
    assert scene.legal() == {Action.PASS}
    scene.do(Action.PASS)
    assert (scene.state.seat, scene.seats[0].workers) == (1, 0)


def test_R2_8_more_than_six_cards_are_put_under_the_pile_at_the_end_of_the_own_turn():
    scene = Scene(2)
    names = IDS["buildings"][:6]
    scene.hand(0, *names)
    scene.top_buildings("palace", "keep")
    scene.workers(0, workshop=1)
    scene.do(Action.PLANS)
    me = scene.seats[0]
    assert hand(me) == [*names, "palace", "keep"]
    assert (scene.state.seat, scene.state.question) == (0, Question.HAND_LIMIT)
    assert scene.legal() == {discard(name) for name in (*names, "palace", "keep")}
    scene.do(discard("keep"))
    assert (scene.state.question, me.cards) == (Question.HAND_LIMIT, 7)
    scene.do(discard(names[0]))
    assert hand(me) == [*names[1:], "palace"]
    assert pile_of(scene.state.building_pile, "buildings")[-2:] == ["keep", names[0]]
    assert scene.state.seat == 1


def test_R2_8_six_cards_are_not_too_many():
    scene = Scene(2)
    scene.hand(0, *IDS["buildings"][:5])
    scene.do(Action.PLANS)
    assert (scene.seats[0].cards, scene.state.seat) == (6, 1)


def test_R2_8_more_may_be_held_before_the_end_of_the_turn():
    """Two cards drawn to a hand of six, and one of the eight goes to the Library."""
    scene = Scene(2)
    scene.hired(0, "labourer")
    scene.hand(0, "library", *IDS["buildings"][:6], "keep")
    scene.goods(0, wood=4, stone=2, marble=1)
    scene.do(Action.CONSTRUCT, build("library"))
    assert (scene.seats[0].cards, scene.state.question) == (7, Question.SELL)
    scene.do(discard("keep"))
    assert (scene.seats[0].cards, scene.state.seat) == (6, 1)


def test_R2_9_a_game_that_goes_on_too_long_is_stopped_and_is_no_result():
    scene = Scene(2, turn_limit=2)
    for number in range(4):
        assert not scene.state.over
        scene.do(Action.QUARRY if number < 2 else Action.FOREST)
    assert scene.state.over and scene.state.status == Status.ENDLESS
    row = result(GAME, scene.state, scene.tables)
    assert (row.status, row.seats[0].place, row.seats[1].win_share) == (Status.ENDLESS, 0, 0)


def test_R2_9_the_limit_is_a_thousand_turns_for_each_player():
    assert Scene(2).tables.params.turn_limit == 1000
