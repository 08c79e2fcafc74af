"""The Workshop."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import (
    IDS,
    Scene,
    dismiss,
    hand,
    have,
    hire,
    on_display,
    pile_of,
)

FIVE = ("stonecutter_1", "stonecutter_2", "miner_1", "woodcutter_1", "gatekeeper")


def at_workshop(there=0, silver=9, seats=2):
    """Seat 0 at the Workshop to hire, with workers there already, before Apprentices that bring no virtue."""
    scene = Scene(seats)
    names = (
        "jeweller_1",
        "labourer",
        "thief",
        "miner_2",
        "merchant_clay",
        "merchant_gold",
        "trader_wood",
        "patron_clay",
    )
    for slot, name in enumerate(names):
        scene.show(slot, name)
    scene.workers(0, workshop=there)
    scene.goods(0, silver=silver)
    return scene


def test_R5_1_a_visit_is_a_hire_or_plans():
    scene = at_workshop()
    assert {Action.WORKSHOP, Action.PLANS} <= scene.legal()
    cards = scene.seats[0].cards
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.seats[0].hired, scene.seats[0].cards, scene.state.seat) == (1, cards, 1)


def test_R5_1_a_hire_costs_four_silver_two_of_them_tax():
    scene = at_workshop(silver=4)
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.seats[0].goods.silver, scene.state.tax) == (0, 6)
    assert Action.WORKSHOP not in at_workshop(silver=3).legal()


@pytest.mark.parametrize("there", range(6))
@pytest.mark.parametrize("silver", (4, 5, 6, 7))
def test_R5_2_columns_within_reach_are_free_and_each_beyond_costs_a_coin(there, silver):
    scene = at_workshop(there, silver)
    scene.do(Action.WORKSHOP)
    reach = min(4, there + 1)
    within = {column for column in range(4) if column + 1 - reach <= silver - 4}
    assert scene.legal() == {hire(row * 4 + column) for row in range(2) for column in within}


@pytest.mark.parametrize("row", (0, 4))
@pytest.mark.parametrize(
    "there, column, coins",
    [(0, 0, []), (0, 1, [1]), (0, 2, [1, 1]), (0, 3, [1, 1, 1]), (1, 3, [1, 1]), (2, 3, [1]), (3, 3, []), (7, 3, [])],
)
def test_R5_2_coins_lie_on_the_left_most_cards_of_the_row_never_on_the_target(there, column, coins, row):
    scene = at_workshop(there)
    target = on_display(scene.state, row + column)
    scene.do(Action.WORKSHOP, hire(row + column))
    expected = [0] * 8
    expected[row : row + len(coins)] = coins
    assert list(scene.state.coins) == expected
    assert scene.seats[0].goods.silver == 9 - 4 - len(coins)
    assert IDS["apprentices"][scene.seats[0].apprentices[0]] == target


def test_R5_2_rivals_workers_widen_nobodys_reach():
    scene = at_workshop(silver=4)
    scene.workers(1, workshop=3)
    scene.do(Action.WORKSHOP)
    assert scene.legal() == {hire(0), hire(4)}


def test_R5_3_coins_pile_up_and_slide_with_their_card():
    scene = at_workshop(silver=20)
    first, second, fourth = (on_display(scene.state, slot) for slot in (0, 1, 3))
    scene.state.coins[3] = 4
    scene.do(Action.WORKSHOP, hire(2))
    scene.turn(0).do(Action.WORKSHOP, hire(2))  # the fourth slid to the third column; two workers skip one
    assert list(scene.state.coins) == [2, 1, 0, 0, 0, 0, 0, 0], "and its coins were taken"
    assert IDS["apprentices"][scene.seats[0].apprentices[1]] == fourth
    assert [on_display(scene.state, slot) for slot in (0, 1)] == [first, second]
    silver = scene.seats[0].goods.silver
    scene.turn(0).do(Action.WORKSHOP, hire(0))
    assert scene.seats[0].goods.silver == silver - 4 + 2
    assert (on_display(scene.state, 0), list(scene.state.coins)[:4]) == (second, [1, 0, 0, 0])


def test_R5_3_whoever_hires_the_card_takes_the_coins():
    scene = at_workshop()
    scene.do(Action.WORKSHOP, hire(1))
    scene.goods(1, silver=4)
    scene.do(Action.WORKSHOP, hire(0))
    assert scene.seats[1].goods.silver == 1


def test_R5_4_with_five_apprentices_one_must_make_room():
    scene = at_workshop()
    me = scene.seats[0]
    scene.hired(0, *FIVE)
    assert (me.masonry, me.tiling, me.carpentry) == (3, 1, 1)
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.state.question, scene.legal()) == (Question.DISMISS, {dismiss(slot) for slot in range(5)})
    assert me.hired == 5
    scene.do(dismiss(1))
    assert [IDS["apprentices"][card] for card in me.apprentices[:5]] == [
        "stonecutter_1",
        "miner_1",
        "woodcutter_1",
        "gatekeeper",
        "jeweller_1",
    ]
    assert (me.masonry, me.tiling, me.carpentry) == (2, 2, 1)
    assert pile_of(scene.state.apprentice_pile, "apprentices")[-1] == "stonecutter_2"
    assert scene.state.seat == 1


def test_R5_4_below_the_limit_nobody_is_dismissed():
    scene = at_workshop()
    scene.hired(0, *FIVE[:4])
    scene.do(Action.WORKSHOP, hire(0))
    assert (scene.seats[0].hired, scene.state.seat) == (5, 1)


def test_R5_5_dismissing_undoes_neither_virtue_nor_buildings():
    scene = at_workshop()
    me = scene.seats[0]
    scene.hired(0, "acolyte_masonry", "stonecutter_2", "miner_1", "woodcutter_1", "conspirator_1")
    scene.built(0, "factory")  # needed masonry
    scene.do(Action.WORKSHOP, hire(0), dismiss(0))
    assert (me.virtue, me.buildings, me.points) == (7, 1, 7)


def test_R5_5_nothing_is_revealed_between_the_choices():
    scene = at_workshop()
    scene.hired(0, *FIVE)
    scene.do(Action.WORKSHOP)
    before = list(scene.state.display), pile_of(scene.state.apprentice_pile, "apprentices")
    scene.do(hire(2))
    assert (list(scene.state.display), pile_of(scene.state.apprentice_pile, "apprentices")) == before


@pytest.mark.parametrize("name, virtue", [("acolyte_tiling", 8), ("trickster", 6), ("labourer", 7)])
def test_R5_6_the_virtue_on_a_card_counts_at_once(name, virtue):
    scene = at_workshop()
    scene.show(0, name)
    scene.do(Action.WORKSHOP, hire(0))
    assert scene.seats[0].virtue == virtue


@pytest.mark.parametrize("slot", range(8))
def test_R5_6_the_row_slides_left_and_is_filled_from_the_pile(slot):
    scene = at_workshop(3)
    rows = [[on_display(scene.state, row * 4 + column) for column in range(4)] for row in range(2)]
    top = pile_of(scene.state.apprentice_pile, "apprentices")[0]
    scene.do(Action.WORKSHOP, hire(slot))
    del rows[slot // 4][slot % 4]
    rows[slot // 4].append(top)
    assert [[on_display(scene.state, row * 4 + column) for column in range(4)] for row in range(2)] == rows


@pytest.mark.parametrize("there, drawn", [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (5, 4)])
def test_R5_7_plans_are_one_card_and_one_for_every_two_workers(there, drawn):
    scene = Scene(2)
    scene.workers(0, workshop=there)
    scene.workers(1, workshop=4)
    top = pile_of(scene.state.building_pile, "buildings")[:drawn]
    silver = have(scene.seats[0])
    scene.do(Action.PLANS)
    assert hand(scene.seats[0]) == top
    assert (have(scene.seats[0]), scene.seats[0].at[Place.WORKSHOP]) == (silver, there + 1)


def test_R5_7_a_short_pile_gives_what_there_is_and_an_empty_one_bars_the_way():
    scene = Scene(2)
    scene.workers(0, workshop=5)
    scene.empty_building_pile("well", "keep")
    scene.do(Action.PLANS)
    assert sorted(hand(scene.seats[0])) == ["keep", "well"]
    scene.turn(0)
    assert Action.PLANS not in scene.legal()


def test_R5_7_the_building_pile_is_never_shuffled_again():
    """What goes under the pile comes again in the order in which it went there."""
    scene = Scene(2)
    scene.empty_building_pile()
    scene.hand(0, "well", "keep")
    scene.hand(0)
    assert pile_of(scene.state.building_pile, "buildings") == ["keep", "well"]
    scene.turn(0).do(Action.PLANS)
    assert hand(scene.seats[0]) == ["keep"]
