"""Goods and trades; the rulebook's own examples."""

import pytest

from sim.games.abbey.names import Action, Question, Stage
from sim.games.abbey.scenes import GOODS, Scene, have, swap


def trading(scene=None, **goods):
    """Seat 0 has these goods and wants to trade in the building phase."""
    scene = scene or Scene(2)
    scene.goods(0, **goods)
    scene.phase(Stage.BUILD)
    return scene.do(Action.TRADE)


@pytest.mark.parametrize(
    "goods, trade, after",
    [
        ({"coins": 8}, swap("coins", "wood", 4), {"wood": 4}),
        ({"stone": 1}, swap("stone", "coins", 1), {"coins": 4}),
        ({"sand": 2}, swap("sand", "stone", 2), {"stone": 2}),
        ({"sand": 1}, swap("sand", "wood", 2), {"wood": 2}),
        ({"sand": 1}, swap("sand", "stone", 1), {"stone": 1}),  # one is lost
    ],
)
def test_R2_2_trades_of_the_rulebook(goods, trade, after):
    assert have(trading(**goods).do(trade).seats[0]) == after


def test_R2_2_two_kinds_together_buy_nothing():
    """One wood and one grain are worth a sand, but neither is alone."""
    legal = trading(wood=1, grain=1).legal()
    assert not legal & {swap(given, "sand", 1) for given in GOODS if given != "sand"}
    assert legal == {swap("wood", "coins", 1), swap("grain", "coins", 1), swap("grain", "wood", 1)}


def test_R2_2_never_more_is_given_than_needed():
    scene = trading(wood=3)
    scene.do(swap("wood", "grain", 1))
    assert have(scene.seats[0]) == {"wood": 1, "grain": 1}


def test_R2_3_two_trades_a_round():
    scene = trading(coins=8)
    scene.do(swap("coins", "wood", 1), Action.TRADE, swap("coins", "wood", 1))
    assert Action.TRADE not in scene.legal() and scene.seats[0].trades == 2
    assert scene.asked() == (0, Question.BUILD)


@pytest.mark.parametrize("stage", (Stage.BUY, Stage.BUILD, Stage.FEED, Stage.ENLIST, Stage.STORE))
def test_R2_3_trades_are_offered_wherever_something_is_paid_or_stored(stage):
    scene = Scene(2)
    scene.goods(0, wood=4)
    assert Action.TRADE in scene.phase(stage).legal() and scene.state.seat == 0


def test_R2_3_coins_for_a_card_and_for_a_crusade_may_come_from_a_trade():
    for stage, pays in ((Stage.BUY, Action.BUY), (Stage.ENLIST, Action.ENLIST)):
        scene = Scene(2)
        scene.goods(0, grain=1)
        assert pays not in scene.phase(stage).legal()
        assert pays in scene.do(Action.TRADE, swap("grain", "coins", 1)).legal()


def test_R2_3_the_second_round_has_two_trades_again_but_not_the_end():
    scene = trading(coins=8)
    scene.do(swap("coins", "wood", 1), Action.TRADE, swap("coins", "wood", 1), Action.STOP_BUILDING)
    scene.phase(Stage.STORE)
    assert scene.state.rounds == 2 and scene.seats[0].trades == 0
    scene.state.rounds, scene.seats[0].trades = 7, 2
    scene.phase(Stage.STORE)
    assert scene.asked() == (1, Question.FINAL)


def test_R2_4_a_money_changer_gives_the_rest_in_coins():
    scene = Scene(2)
    scene.start(0, "money_changer")
    trading(scene, sand=1).do(swap("sand", "wood", 1))
    assert have(scene.seats[0]) == {"wood": 1, "coins": 3}


def test_R2_4_without_his_worker_the_money_changer_gives_nothing():
    scene = Scene(2)
    scene.stands(0, "money_changer")
    trading(scene, sand=1).do(swap("sand", "wood", 1))
    assert have(scene.seats[0]) == {"wood": 1}


def test_R2_1_no_trade_with_a_single_coin():
    scene = Scene(2)
    scene.goods(0, coins=1)
    scene.phase(Stage.BUILD)
    assert Action.TRADE not in scene.legal()
