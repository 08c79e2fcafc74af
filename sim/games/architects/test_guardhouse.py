"""Guardhouse and Prison; virtue and debts."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, build, have, hire, share
from sim.record import NOTHING

IMPRISON, RELEASE, SILVER, DEBT, PAY = (
    Action.IMPRISON, Action.RELEASE, Action.RANSOM_SILVER, Action.RANSOM_DEBT, Action.PAY_DEBT,
)  # fmt: skip


def guarded(there=0, silver=20, **situation):
    """Seat 0 before the Guardhouse: prisoners, captured or lost workers, unpaid debts."""
    scene = Scene(3)
    me = scene.seats[0]
    scene.workers(0, guardhouse=there, prison=situation.get("prison", 0))
    scene.held(0, 1, situation.get("captured", 0))
    scene.held(2, 0, situation.get("lost", 0))
    me.unpaid = situation.get("unpaid", 0)
    scene.goods(0, silver=silver)
    return scene


@pytest.mark.parametrize("situation, actions", [
    ({}, None),
    ({"unpaid": 1, "silver": 5}, None),
    ({"prison": 1}, {RELEASE}),
    ({"captured": 1}, {IMPRISON}),
    ({"lost": 1, "silver": 4}, {DEBT}),
    ({"lost": 1, "silver": 5}, {SILVER, DEBT}),
    ({"unpaid": 1, "silver": 6}, {PAY}),
    ({"prison": 1, "captured": 1, "lost": 1, "unpaid": 1}, {IMPRISON, RELEASE, SILVER, DEBT, PAY}),
])  # fmt: skip
def test_R9_1_a_worker_needs_an_action_with_an_effect_and_one_must_be_taken(situation, actions):
    scene = guarded(**situation)
    assert (Action.GUARDHOUSE in scene.legal()) == (actions is not None)
    if actions:
        scene.do(Action.GUARDHOUSE)
        assert scene.legal() == actions, "no stopping yet"


def test_R9_1_rivals_in_prison_or_on_other_boards_are_no_business_of_mine():
    scene = Scene(3)
    scene.workers(1, prison=3)
    scene.held(2, 1, 3)
    assert Action.GUARDHOUSE not in scene.legal()


def test_R9_2_up_to_n_actions_and_the_player_may_stop_after_the_first():
    scene = guarded(2, unpaid=3, prison=2, captured=1)
    scene.do(Action.GUARDHOUSE, PAY)
    assert scene.legal() == {PAY, RELEASE, IMPRISON, Action.STOP}
    scene.do(PAY)
    assert scene.legal() == {PAY, RELEASE, IMPRISON, Action.STOP} and scene.seats[0].goods.silver == 8
    scene.do(PAY)
    assert (scene.state.seat, scene.seats[0].paid, scene.seats[0].unpaid) == (1, 3, 0)
    scene = guarded(2, unpaid=3)
    scene.do(Action.GUARDHOUSE, PAY, Action.STOP)
    assert (scene.state.seat, scene.seats[0].paid) == (1, 1)


def test_R9_2_any_order_and_each_must_have_an_effect_when_chosen():
    """Delivering pays for the debt, and what was delivered cannot be delivered again."""
    scene = guarded(2, silver=2, captured=4, unpaid=1, prison=1)
    scene.do(Action.GUARDHOUSE)
    assert scene.legal() == {IMPRISON, RELEASE}
    scene.do(IMPRISON)
    assert scene.legal() == {RELEASE, PAY, Action.STOP}
    scene.do(PAY)
    assert scene.legal() == {RELEASE, Action.STOP}
    scene.do(RELEASE)
    assert scene.state.seat == 1


def test_R9_2_with_nothing_more_to_do_the_visit_is_over():
    scene = guarded(3, prison=1)
    scene.do(Action.GUARDHOUSE, RELEASE)
    assert scene.legal() == {Action.STOP}


def test_R9_3_all_captured_workers_are_delivered_for_a_silver_each():
    scene = Scene(3)
    me = scene.seats[0]
    scene.held(0, 1, 3)
    scene.held(0, 2, 2)
    scene.held(1, 2, 4)
    scene.goods(0)
    scene.do(Action.GUARDHOUSE, IMPRISON)
    assert (have(me), me.captured.sum()) == ({"silver": 5}, 0)
    assert [int(them.at[Place.PRISON]) for them in scene.seats] == [0, 3, 2]
    assert scene.seats[1].captured[2] == 4, "only those on the own board"


def test_R9_3_release_frees_all_own_workers_in_prison():
    scene = guarded(prison=5)
    scene.workers(1, prison=2)
    workers = scene.seats[0].workers
    scene.do(Action.GUARDHOUSE, RELEASE)
    assert (scene.seats[0].workers, scene.seats[0].at[Place.PRISON]) == (workers - 1 + 5, 0)
    assert (scene.seats[1].at[Place.PRISON], scene.seats[0].goods.silver) == (2, 20)


@pytest.mark.parametrize("action", (SILVER, DEBT))
def test_R9_4_buying_back_frees_from_all_rivals_at_once(action):
    scene = Scene(3)
    me = scene.seats[0]
    scene.held(1, 0, 3)
    scene.held(2, 0, 2)
    scene.held(2, 1, 1)
    scene.goods(0, silver=5)
    workers = me.workers
    scene.do(Action.GUARDHOUSE, action)
    assert me.workers == workers - 1 + 5
    assert [int(them.captured.sum()) for them in scene.seats] == [0, 0, 1]
    if action == SILVER:
        assert (me.goods.silver, scene.state.tax, me.unpaid, me.virtue) == (0, 4 + 2, 0, 7)
    else:
        assert (me.goods.silver, scene.state.tax, me.unpaid, me.virtue) == (5, 4, 1, 6)


def test_R9_4_at_virtue_0_the_other_price_is_two_debts():
    scene = guarded(lost=2, silver=0)
    scene.seats[0].virtue = 0
    scene.do(Action.GUARDHOUSE, DEBT)
    assert (scene.seats[0].virtue, scene.seats[0].unpaid) == (0, 2)


def test_R9_5_a_debt_is_paid_off_for_six_silver_three_of_them_tax():
    scene = guarded(unpaid=2, silver=6)
    me = scene.seats[0]
    scene.do(Action.GUARDHOUSE, PAY)
    assert (me.unpaid, me.paid, me.virtue, me.goods.silver, scene.state.tax) == (1, 1, 8, 0, 4 + 3)


def test_R9_6_captured_workers_on_a_board_are_not_in_prison():
    scene = Scene(2)
    scene.held(0, 1, 5)
    scene.state.reset = 1
    scene.do(Action.QUARRY)
    assert (scene.seats[1].virtue, scene.seats[1].unpaid) == (7, 0)


def test_R10_1_virtue_falls_point_by_point_and_below_0_each_point_is_a_debt():
    for virtue, unpaid in ((2, 0), (1, 1), (0, 2)):
        scene = Scene(2)
        me = scene.seats[0]
        me.virtue = virtue
        scene.do(Action.TAX_STAND)
        assert (me.virtue, me.unpaid) == (0, unpaid)


def test_R10_1_a_debt_and_a_loss_together_at_virtue_0_are_two_debts():
    """The Betting House."""
    scene = Scene(2)
    scene.hand(0, "betting_house")
    scene.seats[0].virtue = 0
    scene.goods(0, clay=1, stone=2, gold=1)
    scene.do(Action.CONSTRUCT, build("betting_house"))
    assert (scene.seats[0].virtue, scene.seats[0].unpaid) == (0, 2)


@pytest.mark.parametrize("unpaid, asked", [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_R10_2_each_point_above_14_may_destroy_a_debt_and_is_lost_without_one(unpaid, asked):
    scene = Scene(2)
    me = scene.seats[0]
    scene.hired(0, "squire_virtue")
    me.virtue, me.unpaid = 14, unpaid
    scene.state.reset = 1
    scene.do(Action.QUARRY)
    for number in range(asked):
        assert (scene.state.seat, scene.state.question) == (0, Question.DESTROY)
        assert scene.legal() == {Action.DESTROY, Action.SPARE}
        scene.do(Action.DESTROY)
        assert me.unpaid == unpaid - number - 1
    assert (scene.state.seat, scene.state.question, me.virtue, me.paid) == (1, Question.PLACE, 14, 0)


def test_R10_2_the_owner_may_keep_the_debt():
    scene = Scene(2)
    me = scene.seats[0]
    me.virtue, me.unpaid = 14, 2
    scene.goods(0, wood=2)
    scene.do(Action.STOREHOUSE, Action.TRADE_VIRTUE, share(0), share(2), Action.SPARE)
    assert (me.virtue, me.unpaid, scene.state.seat) == (14, 2, 1)


def test_R10_2_the_owner_is_asked_in_another_players_turn():
    """A Monument of seat 2 raises all; seats 1 and 3 have debts to destroy, and answer in the order of the table."""
    scene = Scene(3)
    for me in scene.seats:
        me.virtue, me.unpaid = 14, 1
    scene.hired(1, "labourer")
    scene.hand(1, "monument")
    scene.goods(1, wood=2, stone=3, marble=2)
    scene.turn(1).do(Action.CONSTRUCT, build("monument"))
    asked = []
    for answer in (Action.SPARE, Action.DESTROY, Action.SPARE, Action.DESTROY):
        assert (scene.state.turn, scene.state.question) == (1, Question.DESTROY)
        asked.append(int(scene.state.seat))
        scene.do(answer)
    assert asked == [1, 1, 2, 0], "the owner first for the virtue of the card, then all for its effect"
    assert [int(me.unpaid) for me in scene.seats] == [0, 0, 1]
    assert (scene.state.seat, scene.state.question) == (2, Question.PLACE)


def test_R10_2_the_owner_is_asked_at_a_reset_of_another():
    scene = Scene(2)
    scene.hired(1, "squire_virtue")
    scene.seats[1].virtue, scene.seats[1].unpaid = 13, 3
    scene.at_market(0, 0, NOTHING)
    scene.goods(0, silver=3)
    scene.do(Action.MARKET_RIGHT)
    assert (scene.state.turn, scene.state.seat, scene.state.question) == (0, 1, Question.DESTROY)
    assert scene.seats[0].unpaid == 0, "prisoners are counted after that"
    scene.do(Action.DESTROY)
    assert (scene.seats[1].virtue, scene.seats[1].unpaid, scene.seats[0].unpaid) == (14, 2, 1)


def test_R10_2_the_owner_is_asked_at_the_end_of_the_game():
    scene = Scene(2)
    scene.built(0, "reservoir")
    me = scene.seats[0]
    me.virtue, me.unpaid, me.paid = 13, 1, 4
    row = scene.finish(Action.DESTROY)
    assert (row.seats[0].virtue, row.seats[0].unpaid) == (14, 0)


def test_R10_2_the_owner_is_asked_before_the_turn_goes_on():
    """Paid off at virtue 14 with a debt left: it may go before the next action of the visit is chosen."""
    scene = guarded(1, unpaid=2)
    scene.seats[0].virtue = 14
    scene.do(Action.GUARDHOUSE, PAY)
    assert (scene.state.question, scene.seats[0].unpaid) == (Question.DESTROY, 1)
    scene.do(Action.DESTROY)
    assert scene.legal() == {Action.STOP}


def test_R10_3_a_destroyed_debt_is_not_a_paid_one():
    scene = Scene(2)
    me = scene.seats[0]
    scene.hired(0, "debt_collector_clay")
    scene.show(0, "acolyte_masonry")
    me.virtue, me.unpaid = 14, 1
    scene.goods(0, silver=4)
    scene.do(Action.WORKSHOP, hire(0), Action.DESTROY)
    assert (me.unpaid, me.paid, me.virtue, have(me)) == (0, 0, 14, {})
