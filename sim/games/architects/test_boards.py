"""The five player boards of side 2.  What they begin with: test_setup.py."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, build, capture, discard, dismiss, hand, have, hire, keep, share
from sim.record import NOTHING


def therese(**goods):
    scene = Scene(2)
    scene.board(0, "therese")
    scene.hired(0, "labourer")
    scene.goods(0, **goods)
    return scene


@pytest.mark.parametrize("gold, marble, shares", [
    (3, 0, {3}),
    (0, 3, {0}),
    (1, 2, {1}),
    (2, 2, {1, 2}),
    (9, 9, {0, 1, 2, 3}),
])  # fmt: skip
def test_R16_1_therese_pays_a_building_with_any_mixture_of_gold_and_marble(gold, marble, shares):
    """The Castle costs 1 gold and 2 marble."""
    for paid in shares:
        scene = therese(wood=4, clay=2, gold=gold, marble=marble)
        me = scene.seats[0]
        scene.hand(0, "castle")
        scene.do(Action.CONSTRUCT, build("castle"))
        assert (scene.state.question, scene.legal()) == (Question.GOLD_SHARE, {share(n) for n in shares})
        assert me.buildings == 0, "the card comes once all is paid"
        scene.do(share(paid))
        assert (me.goods.gold, me.goods.marble, me.buildings) == (gold - paid, marble - 3 + paid, 1)


def test_R16_1_others_pay_what_is_printed():
    scene = therese(wood=4, clay=2, gold=3)
    scene.hand(0, "castle")
    assert Action.CONSTRUCT in scene.legal()
    scene.board(0, "ada")
    assert Action.CONSTRUCT not in scene.legal()
    scene.goods(0, wood=4, clay=2, gold=1, marble=1)
    scene.board(0, "therese")
    assert Action.CONSTRUCT not in scene.legal(), "two are not three"


@pytest.mark.parametrize("level, owed", [(1, 1), (3, 1), (5, 4)])
@pytest.mark.parametrize("metal", ("gold", "marble"))
def test_R16_1_the_cathedral_too(level, owed, metal):
    scene = therese(**{metal: owed})
    me = scene.seats[0]
    me.level = level - 1
    scene.hand(0, "well")
    scene.rewards("reward_10")
    scene.do(Action.CATHEDRAL, share(owed if metal == "gold" else 0), discard("well"))
    assert (me.level, have(me)) == (level, {})


def test_R16_1_a_step_may_be_paid_with_a_mixture():
    scene = therese(gold=3, marble=3)
    scene.seats[0].level = 4
    scene.hand(0, "well")
    scene.do(Action.CATHEDRAL)
    assert scene.legal() == {share(n) for n in (1, 2, 3)}
    scene.do(share(3), discard("well"))
    assert (scene.seats[0].goods.gold, scene.seats[0].goods.marble, scene.seats[0].level) == (0, 2, 5)


def test_R16_1_castle_and_observatory_count_both():
    scene = therese(gold=3, marble=2)
    scene.built(0, "castle", "observatory")
    assert scene.finish().seats[0].virtue == 7 + 2 + 2
    scene = Scene(2)
    scene.goods(0, gold=3, marble=2)
    scene.built(0, "castle", "observatory")
    assert scene.finish().seats[0].virtue == 7 + 1 + 1


def test_R16_1_what_she_is_given_and_her_points_are_as_for_all():
    scene = therese(wood=2, stone=2, gold=3)
    scene.hand(0, "factory")
    scene.do(Action.CONSTRUCT, build("factory"), share(3))
    assert have(scene.seats[0]) == {"marble": 2}
    assert scene.finish().seats[0].score_gold_marble == 2


@pytest.mark.parametrize("action, answer", [
    (Action.MARKET_LEFT, ()),
    (Action.MARKET_HIRE, (hire(0),)),
    (Action.MARKET_RIGHT, ()),
])  # fmt: skip
def test_R16_2_caroline_draws_a_card_with_each_visit_to_the_market(action, answer):
    scene = Scene(2)
    scene.board(0, "caroline")
    scene.top_buildings("palace")
    scene.goods(0, silver=3)
    scene.do(action, *answer)
    assert hand(scene.seats[0]) == ["palace"]
    scene.goods(1, silver=3)
    scene.do(Action.MARKET_RIGHT if action != Action.MARKET_RIGHT else Action.MARKET_LEFT)
    assert scene.seats[1].cards == 0


def test_R16_2_caroline_draws_after_a_look_and_before_the_reset():
    scene = Scene(2)
    scene.board(0, "caroline")
    scene.at_market(1, NOTHING, 1)
    scene.top_buildings("well", "smithy", "keep", "tavern", "palace", "church")
    scene.goods(0, silver=2)
    scene.do(Action.MARKET_LOOK, keep("keep"))
    assert (hand(scene.seats[0]), scene.state.resets) == (["keep", "church"], 1)


def test_R16_2_caroline_may_have_to_put_a_card_away():
    scene = Scene(2)
    scene.board(0, "caroline")
    scene.hand(0, "well", "smithy", "keep", "tavern", "palace", "church")
    scene.do(Action.MARKET_LEFT)
    assert (scene.state.question, scene.seats[0].cards) == (Question.HAND_LIMIT, 7)


@pytest.mark.parametrize("virtue, price", [(11, 3), (4, 3), (3, 2), (2, 2), (1, 2), (0, 2)])
def test_R16_3_ada_ignores_one_tax_more_in_each_payment(virtue, price):
    scene = Scene(2)
    scene.board(0, "ada")
    scene.show(0, "labourer")
    scene.seats[0].virtue = virtue
    scene.goods(0, silver=price)
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.seats[0].goods.silver, scene.state.tax) == (0, 4 + price - 2)


def test_R16_3_ada_captures_first_for_nothing():
    scene = Scene(2)
    scene.board(0, "ada")
    scene.workers(1, quarry=2)
    scene.goods(0)
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1))
    assert (scene.seats[0].captured[1], scene.state.tax) == (2, 4)


def test_R16_3_ada_in_both_payments_of_a_visit():
    scene = Scene(2)
    scene.board(0, "ada")
    scene.workers(0, guardhouse=1)
    scene.seats[0].unpaid = 2
    scene.goods(0, silver=10)
    scene.do(Action.GUARDHOUSE, Action.PAY_DEBT, Action.PAY_DEBT)
    assert (scene.seats[0].goods.silver, scene.state.tax) == (0, 4 + 2 + 2)


def test_R16_4_frederick_discards_no_card_for_a_step():
    scene = Scene(2)
    scene.board(0, "frederick")
    scene.goods(0, gold=1)
    scene.rewards("reward_10")
    scene.do(Action.CATHEDRAL)
    assert (scene.seats[0].level, scene.state.seat, scene.seats[0].cards) == (1, 1, 0)
    scene.hand(0, "well")
    scene.goods(0, wood=3, stone=3)
    scene.turn(0).do(Action.CATHEDRAL, share(2))
    assert (scene.seats[0].level, hand(scene.seats[0])[0]) == (2, "well")


def test_R16_5_rudolf_hires_for_one_silver_less_but_not_less_tax():
    scene = Scene(2)
    scene.board(0, "rudolf")
    scene.show(2, "labourer")
    scene.goods(0, silver=5)
    scene.do(Action.WORKSHOP, hire(2))
    assert (scene.seats[0].goods.silver, scene.state.tax, list(scene.state.coins)[:3]) == (0, 6, [1, 1, 0])


def test_R16_5_rudolf_pays_the_market_in_full():
    scene = Scene(2)
    scene.board(0, "rudolf")
    scene.goods(0, silver=1)
    assert not scene.legal() & {Action.MARKET_HIRE, Action.MARKET_LOOK}
    scene.show(0, "labourer")
    scene.goods(0, silver=2)
    scene.do(Action.MARKET_HIRE, hire(0))
    assert scene.seats[0].goods.silver == 0


def test_R16_5_rudolf_has_room_for_six():
    scene = Scene(2)
    scene.board(0, "rudolf")
    me = scene.seats[0]
    scene.hired(0, "stonecutter_1", "miner_1", "woodcutter_1", "thief", "labourer")
    scene.goods(0, silver=3)
    scene.do(Action.WORKSHOP, hire(0))
    assert (me.hired, scene.state.seat) == (6, 1)
    scene.goods(0, silver=3)
    scene.turn(0).do(Action.WORKSHOP, hire(4))
    assert scene.legal() == {dismiss(slot) for slot in range(6)}
    scene.do(dismiss(5))
    assert me.hired == 6
