"""The worked examples of our rulings, by their numbers there."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, build, capture, discard, have, hire
from sim.record import NOTHING


@pytest.mark.parametrize("virtue, tax", [(7, 2), (3, 1), (1, 0)])
def test_vector_1_a_hire_two_columns_out_of_reach(virtue, tax):
    scene = Scene(2)
    scene.show(3, "labourer")
    scene.workers(0, workshop=1)
    scene.seats[0].virtue = virtue
    scene.goods(0, silver=tax + 4)
    scene.do(Action.WORKSHOP, hire(3))
    assert (scene.seats[0].goods.silver, scene.state.tax) == (0, 4 + tax)
    assert list(scene.state.coins) == [1, 1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("conspirators, virtue, tax, silver", [(0, 7, 1, 2), (1, 7, 1, 1), (2, 7, 1, 0), (2, 2, 0, 0)])
def test_vector_2_the_third_worker_at_the_town_centre(conspirators, virtue, tax, silver):
    scene = Scene(3)
    me = scene.seats[0]
    scene.hired(0, *("conspirator_1", "conspirator_2")[:conspirators])
    scene.workers(0, town_centre=2, forest=1)
    scene.workers(1, forest=2)
    scene.workers(2, forest=3)
    me.virtue = virtue
    scene.goods(0, silver=tax + silver)
    scene.do(Action.TOWN_CENTRE, *(capture(Place.FOREST, seat) for seat in range(3)))
    assert (me.goods.silver, scene.state.tax, scene.state.seat) == (0, 4 + tax, 1)


@pytest.mark.parametrize("virtue, debts", [(7, 1), (0, 2)])
def test_vector_3_a_reset_after_gatekeeper_and_squire(virtue, debts):
    scene = Scene(3)
    a, b, c = scene.seats
    scene.workers(0, prison=4)
    scene.workers(1, prison=4)
    scene.workers(2, prison=1)
    scene.at_market(NOTHING, 2, NOTHING)
    scene.hired(2, "gatekeeper", "squire_gold")
    for seat in range(3):
        scene.goods(seat)
    a.virtue = virtue
    scene.state.reset = 1
    scene.do(Action.STOREHOUSE, Action.STOP)
    assert [int(me.at[Place.PRISON]) for me in (a, b, c)] == [4, 4, 0]
    assert (a.virtue, a.unpaid, have(a)) == (max(0, virtue - 1), debts, {})
    assert (b.virtue, b.unpaid, have(b)) == (6, 1, {})
    assert (c.virtue, c.unpaid, have(c)) == (7, 0, {"gold": 1})


def test_vector_4_a_ransom_for_a_debt_lowers_the_tax_of_the_pay_off():
    scene = Scene(2)
    me = scene.seats[0]
    scene.hired(0, "debt_collector_stone")
    scene.workers(0, guardhouse=1)
    scene.held(1, 0, 3)
    me.virtue = 4
    scene.goods(0, silver=5)
    scene.do(Action.GUARDHOUSE, Action.RANSOM_DEBT)
    assert (me.virtue, me.unpaid) == (3, 1)
    scene.do(Action.PAY_DEBT)
    assert (me.virtue, me.unpaid, me.paid, scene.state.tax) == (4, 0, 1, 4 + 2)
    assert have(me) == {"stone": 2}


@pytest.mark.parametrize("answer, unpaid", [(Action.DESTROY, 0), (Action.SPARE, 1)])
def test_vector_5_three_points_at_virtue_13(answer, unpaid):
    scene = Scene(2)
    me = scene.seats[0]
    scene.hired(0, "labourer", "squire_virtue")
    scene.hand(0, "fountain")  # 1 virtue, and the space calls for a reset: 2 more
    scene.goods(0, stone=3, marble=1)
    scene.fill_guildhall(6, 1)
    me.virtue, me.unpaid = 13, 1
    scene.do(Action.CONSTRUCT, build("fountain"))
    assert (me.virtue, scene.state.question) == (14, Question.DESTROY)
    scene.do(answer)  # one question for one debt: the other point is lost
    assert (me.virtue, me.unpaid, scene.state.seat) == (14, unpaid, 1)


def test_vector_6_the_order_of_the_last_turns():
    scene = Scene(4)
    scene.fill_guildhall(19)
    scene.hand(2, "well")
    scene.goods(2, wood=2, stone=2)
    scene.turn(2).do(Action.CONSTRUCT, build("well"))
    order = []
    while not scene.state.over:
        order.append(int(scene.state.seat) + 1)
        scene.do(Action.QUARRY)
    assert order == [4, 1, 2, 3]


@pytest.mark.parametrize("virtue, gold", [(7, 1), (8, 2)])
def test_vector_7_the_palace(virtue, gold):
    scene = Scene(2)
    scene.hired(0, "labourer")
    scene.hand(0, "palace")
    scene.goods(0, wood=3, stone=3, marble=2)
    scene.seats[0].virtue = virtue
    scene.do(Action.CONSTRUCT, build("palace"))
    assert have(scene.seats[0]) == {"gold": gold}


def test_vector_8_a_whole_score():
    """Fountain 4, Gambler's Den 10 and Lumber Camp 3, and Smithy 3: buildings worth 20."""
    scene = Scene(2)
    me = scene.seats[0]
    scene.built(0, "fountain", "gamblers_den", "lumber_camp", "smithy")
    scene.goods(0, gold=2, marble=1, silver=19)
    scene.workers(0, prison=5)
    me.level, me.virtue, me.unpaid = 4, 14, 3
    mine = scene.finish().seats[0]
    assert (mine.score_buildings, mine.score_cathedral, mine.score_virtue, mine.score_debts) == (20, 12, 7, -6)
    assert (mine.score_gold_marble, mine.score_silver, mine.score_prison) == (3, 1, -2)
    assert mine.score == 35


@pytest.mark.parametrize(
    "seats, resets, spaces", [(2, (7, 10), 12), (3, (9, 13), 16), (4, (11, 16), 20), (5, (13, 19), 24)]
)
def test_vector_9_resets_and_size_of_the_guildhall(seats, resets, spaces):
    found = []
    for filled in range(spaces):
        scene = Scene(seats)
        scene.fill_guildhall(filled)
        scene.hand(0, "well")
        scene.goods(0, gold=1)
        scene.do(Action.CATHEDRAL, discard("well"))
        found += [filled + 1] * int(scene.state.resets)
        assert (scene.state.last_turns != NOTHING) == (filled + 1 == spaces)
    assert tuple(found) == resets


def test_vector_10_the_eleventh_reset():
    scene = Scene(2)
    me, them = scene.seats
    for number in range(11):
        shown = int(scene.state.small), int(scene.state.large)
        if number == 10:
            scene.workers(1, prison=4)
            before = int(them.virtue), int(them.unpaid)
        scene.state.reset = 1
        scene.turn(0).do(Action.STOREHOUSE, Action.STOP)
        assert ((int(scene.state.small), int(scene.state.large)) == shown) == (number == 10)
    assert scene.state.market_pile.left == 0
    assert (them.virtue, them.unpaid) == (before[0] - 1, before[1] + 1)
    scene.goods(0, silver=1)
    scene.turn(0).do(Action.MARKET_LEFT)
    assert have(me) == {"gold": 1, "marble": 1}


def test_vector_11_the_labourer():
    scene = Scene(2)
    scene.hired(0, "labourer")
    scene.built(0, "tilers_hut")
    scene.hand(0, "university")
    scene.goods(0, wood=2, clay=4, stone=3, marble=2)
    scene.do(Action.CONSTRUCT, build("university"))
    assert scene.finish().seats[0].score_buildings == 5 + 1 + 11 + 2


def test_vector_12_trickster_and_illusionist():
    scene = Scene(2)
    scene.hired(0, "trickster", "illusionist")
    scene.goods(0)
    me = scene.seats[0]
    me.virtue = 10
    assert Action.MARKET_LEFT not in scene.legal()
    me.virtue = 9
    scene.do(Action.MARKET_LEFT)
    assert (me.virtue, me.goods.silver, me.at[Place.BLACK_MARKET]) == (9, 0, 1)
