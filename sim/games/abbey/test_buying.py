"""Phases 4 and 5: cards, resource spots and initiative."""

import pytest

from sim.games.abbey.checks import pile
from sim.games.abbey.names import Action, Question, Stage
from sim.games.abbey.scenes import IDS, Scene, gather, have, initiative, kind
from sim.record import NOTHING


def shopping(seats=3, **how):
    scene = Scene(seats, **how)
    for seat in range(seats):
        scene.goods(seat, coins=10)
    return scene.phase(Stage.BUY)


def test_R11_1_once_clockwise_and_once_back_from_the_last():
    scene = shopping()
    order = []
    for place in range(6):
        order.append(scene.asked()[0])
        scene.do(Action.BUY + place)
    assert order == [0, 1, 2, 2, 1, 0] and [sum(me.hand) for me in scene.seats] == [2, 2, 2]
    assert scene.asked()[1] != Question.BUY


def test_R11_1_the_first_player_buys_first_and_the_one_before_him_twice_running():
    scene = Scene(3)
    scene.state.first = 1
    for seat in range(3):
        scene.goods(seat, coins=10)
    scene.phase(Stage.BUY)
    order = []
    for place in range(6):
        order.append(scene.asked()[0])
        scene.do(Action.BUY + place)
    assert order == [1, 2, 0, 0, 2, 1]


def test_R11_1_who_passes_is_out():
    scene = shopping().do(Action.STOP_BUYING, Action.BUY, Action.STOP_BUYING)
    assert scene.asked() == (1, Question.BUY)
    assert scene.do(Action.BUY + 1).asked()[1] != Question.BUY


@pytest.mark.parametrize(
    "how, prices",
    [({}, [1, 2, 3, 4]), ({"price_bottom_is_1": True}, [1, 2, 3, 4]), ({"price_bottom_is_1": False}, [4, 3, 2, 1])],
)
def test_R11_2_rows_cost_1_to_4_from_the_bottom_and_nothing_slides(how, prices):
    scene = Scene(2, **how)
    for row, price in enumerate(prices):
        scene.goods(0, coins=price)
        scene.phase(Stage.BUY)
        legal = scene.legal()
        assert Action.BUY + row in legal
        assert Action.BUY + 4 + row in legal
        cheaper = {Action.BUY + other for other in range(4) if prices[other] > price}
        assert not cheaper & legal
    scene.market(0, "unnamed_7")
    scene.goods(0, coins=10)
    scene.phase(Stage.BUY).do(Action.BUY)
    assert scene.state.market[0] == NOTHING and scene.seats[0].goods.coins == 10 - prices[0]
    assert scene.seats[0].goods.sand == 1


@pytest.mark.parametrize(
    "name, gained",
    [
        ("library", "clergy"),
        ("monks_quarters", "seated"),
        ("unnamed_6", "bags"),
        ("cellarium", "wagons"),
    ],
)
def test_R11_3_rewards_come_at_once(name, gained):
    scene = Scene(2)
    scene.market(0, name)
    before = int(getattr(scene.seats[0], gained))
    scene.phase(Stage.BUY).do(Action.BUY)
    assert getattr(scene.seats[0], gained) == before + 1 and scene.seats[0].hand[kind(name)] == 1


def test_R2_5_no_more_tool_bags_and_wagons_than_the_box_has():
    scene = Scene(2)
    scene.seats[1].bags = scene.seats[1].wagons = 10
    scene.market(0, "unnamed_6")
    scene.market(4, "cellarium")
    scene.phase(Stage.BUY).do(Action.BUY, Action.STOP_BUYING, Action.BUY + 4)
    assert (scene.seats[0].bags, scene.seats[0].wagons) == (1, 1)
    assert scene.seats[0].hand[kind("cellarium")] == 1


def test_R2_5_a_used_wagon_goes_back_to_the_box():
    scene = Scene(2)
    scene.seats[1].wagons = 9
    scene.market(0, "cellarium")
    scene.dice(0, 6)
    scene.phase(Stage.GATHER).do(gather("wood", 6), Action.WAGONS + 1)
    assert scene.seats[0].wagons == 0
    scene.seats[1].wagons += 1
    scene.phase(Stage.BUY).do(Action.BUY)
    assert scene.seats[0].wagons == 1


def test_R11_3_a_third_copy_may_be_bought():
    scene = Scene(2)
    scene.hand(0, "bakery", "bakery")
    scene.market(0, "bakery")
    scene.phase(Stage.BUY).do(Action.BUY)
    assert scene.seats[0].hand[kind("bakery")] == 3
    assert int(scene.seats[0].seconds_taken) == 1 << kind("bakery")


def test_R11_1_only_a_further_copy_is_noted_as_one():
    scene = Scene(2)
    scene.goods(0, coins=9)
    scene.market(0, "bakery")
    scene.market(4, "bakery")
    scene.phase(Stage.BUY).do(Action.BUY)
    assert scene.seats[0].seconds_taken == 0
    scene.do(Action.STOP_BUYING, Action.BUY + 4)
    assert int(scene.seats[0].seconds_taken) == 1 << kind("bakery")


def gathering(*faces, seats=2, scene=None, **how):
    scene = scene or Scene(seats, **how)
    for me in scene.seats:
        me.bags = me.wagons = 0
    for seat in range(len(scene.seats)):
        scene.goods(seat)
    scene.dice(0, *faces)
    return scene.phase(Stage.GATHER)


@pytest.mark.parametrize(
    "action, goods",
    [
        (gather("wood", 6, 6), {"wood": 6}),
        (gather("grain", 3), {"grain": 1}),
        (gather("stone", 4), {"stone": 1}),
        (gather("stone", 6, 2), {"stone": 2}),
        (gather("stone", 6, 5), {"stone": 2}),
        (gather("sand", 6), {"sand": 1}),
        (gather("sand", 5, 5), {"sand": 2}),
        (gather("wood", 3), {"wood": 1}),
    ],
)
def test_R12_3_pips_divided_by_the_value(action, goods):
    """6 wood need two sixes; 8 to 11 pips on stone give 2."""
    scene = gathering(6, 6, 3, 4, 2, 5, 5)
    assert have(scene.do(action).seats[0]) == goods


def test_R12_3_what_yields_nothing_is_not_allowed():
    scene = gathering(1, 2)
    scene.seats[0].wagons = 3  # which add to what dice bring
    legal = scene.legal()
    assert gather("wood", 1) not in legal and gather("wood", 2) in legal
    assert gather("grain", 2) not in legal and gather("grain", 2, 1) in legal


@pytest.mark.parametrize("seats, squares", [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_R12_2_bonus_squares_by_number_of_players(seats, squares):
    scene = gathering(6, 6, seats=seats)
    for seat in range(1, seats):
        scene.dice(seat, 6, 6)
    for seat in range(seats):
        both = gather("wood", 6, 6) in scene.legal()
        assert both == (seat < squares) and gather("wood", 6) in scene.legal()
        scene.do(gather("wood", 6, 6) if both else gather("wood", 6))


def test_R12_2_bonus_squares_are_free_again_after_reset():
    scene = gathering(6, 6).do(gather("wood", 6, 6))
    scene.phase(Stage.RESET)
    assert gather("wood", 6, 6) in gathering(6, 6, scene=scene).legal()


def test_R12_2_nobody_comes_to_a_spot_twice_and_turns_go_round():
    scene = gathering(6, 6, 6)
    scene.dice(1, 5)
    scene.do(gather("wood", 6))
    assert scene.asked() == (1, Question.GATHER)
    scene.do(initiative(5))
    assert scene.asked() == (0, Question.GATHER)
    assert not scene.legal() & {gather("wood", 6), gather("wood", 6, 6)} and gather("grain", 6, 6) in scene.legal()
    scene.do(Action.STOP_GATHERING)  # R12.1: a pass is final
    assert scene.asked()[1] == Question.MOVE


def test_R12_4_two_tool_bags_turn_a_4_into_a_6():
    scene = gathering(4)
    scene.seats[0].bags = 3
    scene.do(gather("grain", 4))
    assert scene.asked() == (0, Question.PIPS) and scene.legal() == {Action.PIPS + pips for pips in range(3)}
    scene.do(Action.PIPS + 2)
    assert have(scene.seats[0]) == {"grain": 2} and scene.seats[0].pips == 2


def test_R12_4_a_6_cannot_rise_but_a_6_and_a_3_can():
    """The supplement's vector: dice 6 and 3 on stone with three tool bags give three stone."""
    scene = gathering(6, 6, 3)
    scene.seats[0].bags = 3
    scene.do(gather("stone", 6, 3), Action.PIPS + 3)
    assert have(scene.seats[0]) == {"stone": 3}
    scene = gathering(6)
    scene.seats[0].bags = 3
    assert have(scene.do(gather("sand", 6)).seats[0]) == {"sand": 1}


def test_R12_4_bags_may_lift_a_die_to_its_first_token_and_are_used_once_a_round():
    scene = gathering(3, 4)
    scene.seats[0].bags = 2
    assert gather("sand", 3) in scene.legal()
    scene.do(gather("sand", 3))
    assert scene.legal() == {Action.PIPS + 2}
    scene.do(Action.PIPS + 2)
    assert gather("sand", 4) not in scene.legal() and gather("stone", 4) in scene.legal()
    scene = gathering(4, scene=Scene(2))
    scene.stands(0, "unnamed_6", "second unnamed_6", staffed=True)
    scene.do(gather("wood", 4))
    assert scene.legal() == {Action.PIPS, Action.PIPS + 1, Action.PIPS + 2}


def test_R12_5_wagons_add_one_each_and_are_gone():
    scene = gathering(6)
    scene.seats[0].wagons = 2
    scene.do(gather("wood", 6))
    assert scene.asked() == (0, Question.WAGONS)
    scene.do(Action.WAGONS + 2)
    assert have(scene.seats[0]) == {"wood": 5} and scene.seats[0].wagons == 0


def test_R2_4_a_money_changer_gives_the_rest_of_the_pips():
    """The supplement's vector: 9 pips on stone give 2 stone and a coin."""
    scene = Scene(2)
    scene.start(0, "money_changer")
    gathering(5, 4, scene=scene).do(gather("stone", 5, 4))
    assert have(scene.seats[0]) == {"stone": 2, "coins": 1}


def on_top(deck, token):
    """This initiative token comes next."""
    number, top = IDS["initiative"].index(token), deck.left - 1
    other = list(deck.cards[: top + 1]).index(number)
    deck.cards[other], deck.cards[top] = int(deck.cards[top]), number


@pytest.mark.parametrize(
    "token, goods", [("wood", {"wood": 3}), ("grain", {"grain": 2}), ("stone", {"stone": 1}), ("sand", {"sand": 1})]
)
def test_R12_6_initiative_gives_the_top_token_and_the_first_turn_of_the_next_round(token, goods):
    scene = gathering(1, 1, seats=3)
    scene.dice(2, 2, 2)
    state = scene.state
    on_top(state.token_pile, token)
    scene.do(Action.STOP_GATHERING)
    assert scene.asked() == (2, Question.GATHER)
    scene.do(initiative(2))
    assert have(scene.seats[2]) == goods and state.first == 0
    assert not [action for action in scene.legal() if Action.INITIATIVE <= action < Action.PIPS]
    scene.phase(Stage.RESET)
    assert state.first == 2
    scene.dice(2, 3)
    scene.phase(Stage.GATHER)
    assert scene.asked() == (2, Question.GATHER) and initiative(3) in scene.legal()  # also who is first already


@pytest.mark.parametrize("token, gained", [("tool_bag", (1, 0)), ("wagon", (0, 1))])
def test_R12_6_a_tool_bag_or_a_wagon_of_a_token_serves_at_once(token, gained):
    scene = gathering(1, 5)
    on_top(scene.state.token_pile, token)
    scene.do(initiative(1))
    me = scene.seats[0]
    assert ((me.bags, me.wagons), have(me)) == (gained, {})
    scene.do(gather("wood", 5), Action.PIPS + 1 if gained[0] else Action.WAGONS + 1)
    assert have(me) == {"wood": 3}


def test_R12_6_the_seventh_draw_shuffles_the_six_anew():
    orders = set()
    for deal in range(8):
        scene = gathering(1, scene=Scene(2, deal=deal))
        scene.state.token_pile.left = 0
        scene.state.token_pile.cards[:] = NOTHING
        scene.do(initiative(1))
        orders.add(tuple(pile(scene.state.token_pile)))
    assert len(orders) > 4 and all(len(set(order)) == 5 for order in orders)
