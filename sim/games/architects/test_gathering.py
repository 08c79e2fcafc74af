"""Quarry, Forest, Mines and Silversmith, the King's Storehouse and the Tax Stand."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, have, share, trade_with


def visits(action, count, **start):
    """What each of several visits of seat 0 brings."""
    scene = Scene(2)
    scene.goods(0, **start)
    found = []
    for _ in range(count):
        before = have(scene.seats[0])
        scene.turn(0).do(action)
        after = have(scene.seats[0])
        found.append({good: after[good] - before.get(good, 0) for good in after if after[good] != before.get(good, 0)})
    return found


def test_R3_1_the_quarry_gives_stone_for_each_own_worker():
    assert visits(Action.QUARRY, 4) == [{"stone": 1}, {"stone": 2}, {"stone": 3}, {"stone": 4}]


def test_R3_1_the_forest_gives_wood_for_each_own_worker():
    assert visits(Action.FOREST, 3) == [{"wood": 1}, {"wood": 2}, {"wood": 3}]


def test_R3_1_rivals_workers_do_not_count():
    scene = Scene(3)
    scene.workers(1, quarry=5)
    scene.goods(0)
    scene.do(Action.QUARRY)
    assert have(scene.seats[0]) == {"stone": 1}


def test_R3_2_clay_is_one_more_than_workers():
    assert visits(Action.MINES_CLAY, 3) == [{"clay": 2}, {"clay": 3}, {"clay": 4}]


@pytest.mark.parametrize("there, gold", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_R3_2_gold_is_one_for_every_two_workers(there, gold):
    scene = Scene(2)
    scene.workers(0, mines=there)
    scene.goods(0)
    scene.do(Action.MINES_GOLD)
    assert have(scene.seats[0]) == {"gold": gold}


def test_R3_2_the_first_worker_cannot_dig_gold():
    scene = Scene(2)
    assert Action.MINES_GOLD not in scene.legal() and Action.MINES_CLAY in scene.legal()
    scene.workers(1, mines=5)
    assert Action.MINES_GOLD not in scene.legal()
    scene.workers(0, mines=1)
    assert Action.MINES_GOLD in scene.legal()


def test_R3_3_the_silversmith_gives_one_more_than_workers():
    assert visits(Action.SILVERSMITH, 3) == [{"silver": 2}, {"silver": 3}, {"silver": 4}]


def test_R4_1_a_visit_without_a_trade_is_allowed():
    scene = Scene(2)
    scene.goods(0)
    scene.do(Action.STOREHOUSE)
    assert (scene.state.question, scene.legal()) == (Question.TRADE, {Action.STOP})
    scene.do(Action.STOP)
    assert (scene.state.seat, scene.seats[0].at[Place.STOREHOUSE], have(scene.seats[0])) == (1, 1, {})


def test_R4_1_as_many_trades_as_own_workers_the_same_again_too():
    scene = Scene(2)
    me = scene.seats[0]
    scene.workers(0, storehouse=2)
    scene.workers(1, storehouse=4)
    scene.goods(0, wood=12)
    virtue = me.virtue
    scene.do(Action.STOREHOUSE)
    for trade, paid in ((Action.TRADE_VIRTUE, 2), (Action.TRADE_MARBLE, 3), (Action.TRADE_VIRTUE, 2)):
        shares = (share(0), share(paid)) if trade == Action.TRADE_VIRTUE else (share(paid),)
        assert scene.state.question == Question.TRADE
        scene.do(trade, *shares)
    assert scene.state.seat == 1, "three workers, three trades"
    assert (me.virtue, have(me)) == (virtue + 2, {"wood": 5, "marble": 1})


def test_R4_1_the_player_may_stop_after_any_trade():
    scene = Scene(2)
    scene.workers(0, storehouse=2)
    scene.goods(0, wood=12)
    scene.do(Action.STOREHOUSE, Action.TRADE_MARBLE, share(3), Action.STOP)
    assert (scene.state.seat, have(scene.seats[0])) == (1, {"wood": 9, "marble": 1})


@pytest.mark.parametrize(
    "goods, clay, wood",
    [
        ({"wood": 1, "clay": 1, "stone": 1}, {0, 1}, {0: {1}, 1: {0, 1}}),
        ({"clay": 5}, {2}, {2: set()}),
        ({"wood": 5, "clay": 5}, {0, 1, 2}, {0: {2}, 1: {1}, 2: set()}),
        ({"stone": 2}, {0}, {0: {0}}),
    ],
)
def test_R4_2_virtue_is_paid_with_any_mixture_of_wood_clay_and_stone(goods, clay, wood):
    for first in clay:
        for second in wood[first] or {0}:
            scene = Scene(2)
            me = scene.seats[0]
            scene.goods(0, **goods)
            scene.do(Action.STOREHOUSE, Action.TRADE_VIRTUE)
            assert (scene.state.question, scene.legal()) == (Question.CLAY_SHARE, {share(n) for n in clay})
            scene.do(share(first))
            if wood[first]:
                assert me.virtue == 7, "virtue comes once all is paid"
                assert (scene.state.question, scene.legal()) == (Question.WOOD_SHARE, {share(n) for n in wood[first]})
                scene.do(share(second))
            assert (me.virtue, scene.state.seat) == (8, 1)
            paid = {good: count - have(me).get(good, 0) for good, count in goods.items()}
            expected = {"clay": first, "wood": second, "stone": 2 - first - second}
            assert {good: n for good, n in paid.items() if n} == {good: n for good, n in expected.items() if n}


@pytest.mark.parametrize("goods", [{"wood": 1}, {"clay": 1}, {"stone": 1}, {"gold": 9, "marble": 9, "silver": 9}])
def test_R4_2_virtue_cannot_be_had_for_less_or_for_other_goods(goods):
    scene = Scene(2)
    scene.goods(0, **goods)
    scene.do(Action.STOREHOUSE)
    assert scene.legal() == {Action.STOP}


@pytest.mark.parametrize(
    "goods, shares",
    [
        ({"wood": 3}, {3}),
        ({"stone": 3}, {0}),
        ({"wood": 2, "stone": 2}, {1, 2}),
        ({"wood": 9, "stone": 9}, set(range(4))),
    ],
)
def test_R4_2_marble_is_paid_with_any_mixture_of_wood_and_stone(goods, shares):
    for wood in shares:
        scene = Scene(2)
        scene.goods(0, **goods)
        scene.do(Action.STOREHOUSE, Action.TRADE_MARBLE)
        assert (scene.state.question, scene.legal()) == (Question.WOOD_SHARE, {share(n) for n in shares})
        assert scene.seats[0].goods.marble == 0
        scene.do(share(wood))
        mine = scene.seats[0].goods
        left = (goods.get("wood", 0) - wood, goods.get("stone", 0) - 3 + wood)
        assert (mine.wood, mine.stone, mine.marble) == (*left, 1)


def test_R4_2_clay_buys_no_marble():
    scene = Scene(2)
    scene.goods(0, wood=1, clay=9, stone=1)
    scene.do(Action.STOREHOUSE)
    assert scene.legal() == {Action.TRADE_VIRTUE, Action.STOP}


def test_R4_3_an_own_apprentices_trade_is_one_of_the_trades():
    scene = Scene(2)
    scene.hired(0, "thief", "merchant_gold")
    scene.hired(1, "merchant_wood")
    scene.goods(0, silver=5)
    scene.workers(0, storehouse=1)
    scene.do(Action.STOREHOUSE)
    assert scene.legal() == {trade_with(1), Action.STOP}
    scene.do(trade_with(1))
    assert have(scene.seats[0]) == {"gold": 1, "silver": 3}
    scene.do(trade_with(1))
    assert (have(scene.seats[0]), scene.state.seat) == ({"gold": 2, "silver": 1}, 1)


def test_R4_3_a_trade_that_cannot_be_paid_is_not_offered():
    scene = Scene(2)
    scene.hired(0, "merchant_marble", "merchant_stone")
    scene.goods(0, silver=2)
    scene.do(Action.STOREHOUSE)
    assert scene.legal() == {trade_with(1), Action.STOP}


def test_R7_1_the_tax_stand_gives_all_its_silver_and_costs_two_virtue():
    scene = Scene(2)
    scene.goods(0, silver=1)
    scene.do(Action.TAX_STAND)
    assert (scene.seats[0].goods.silver, scene.seats[0].virtue, scene.state.tax) == (5, 5, 0)
    assert Action.TAX_STAND not in scene.legal(), "nothing lies there"
    scene.state.tax = 1
    assert Action.TAX_STAND in scene.legal()


def test_R7_1_workers_there_do_not_matter():
    scene = Scene(2)
    scene.workers(0, tax_stand=3)
    scene.goods(0)
    scene.do(Action.TAX_STAND)
    assert (scene.seats[0].goods.silver, scene.seats[0].virtue) == (4, 5)
