"""The Black Market and its reset."""

import pytest

from sim.games.architects.names import PRINTED, Action, Place, Question
from sim.games.architects.scenes import (
    IDS,
    Scene,
    build,
    dismiss,
    hand,
    have,
    hire,
    keep,
    on_display,
    pile_of,
)
from sim.record import NOTHING

LEFT, HIRE, LOOK, RIGHT = Action.MARKET_LEFT, Action.MARKET_HIRE, Action.MARKET_LOOK, Action.MARKET_RIGHT
MARKET = {LEFT, HIRE, LOOK, RIGHT}
CARDS = {  # small side, large side
    "market_1": ({"marble": 1}, {"wood": 2, "marble": 2}),
    "market_2": ({"gold": 2}, {"wood": 1, "stone": 1, "gold": 1, "marble": 1}),
    "market_3": ({"stone": 1, "marble": 1}, {"stone": 2, "marble": 2}),
    "market_4": ({"wood": 1, "gold": 1}, {"wood": 2, "stone": 1, "gold": 1}),
    "market_5": ({"wood": 1, "marble": 1}, {"wood": 1, "stone": 2, "marble": 1}),
    "market_6": ({"marble": 1}, {"stone": 2, "marble": 2}),
    "market_7": ({"gold": 2}, {"wood": 1, "stone": 2, "marble": 1}),
    "market_8": ({"stone": 1, "marble": 1}, {"wood": 2, "stone": 1, "gold": 1}),
    "market_9": ({"wood": 1, "gold": 1}, {"wood": 1, "stone": 1, "gold": 1, "marble": 1}),
    "market_10": ({"wood": 1, "marble": 1}, {"wood": 2, "marble": 2}),
    "printed": ({"gold": 1, "marble": 1}, {"wood": 1, "stone": 1, "marble": 2}),
}


def offered(scene):
    return scene.legal() & MARKET


def reset(scene, seat=0):
    """Let a turn of this seat set off a reset."""
    scene.state.reset = 1
    scene.turn(seat).do(Action.QUARRY)
    return scene


@pytest.mark.parametrize("silver, spaces", [(0, set()), (1, {LEFT}), (2, {LEFT, HIRE, LOOK}), (3, MARKET)])
def test_R8_1_a_space_is_open_if_its_silver_can_be_paid(silver, spaces):
    scene = Scene(2)
    scene.goods(0, silver=silver)
    assert offered(scene) == spaces


@pytest.mark.parametrize("virtue, is_open", [(0, True), (9, True), (10, False), (14, False)])
def test_R8_1_with_more_than_nine_virtue_the_market_is_closed(virtue, is_open):
    scene = Scene(2)
    scene.seats[0].virtue = virtue
    assert offered(scene) == (MARKET if is_open else set())


@pytest.mark.parametrize("space, closed", [(0, {LEFT}), (1, {HIRE, LOOK}), (2, {RIGHT})])
def test_R8_1_each_space_holds_one_worker(space, closed):
    scene = Scene(2)
    scene.at_market(*(1 if number == space else NOTHING for number in range(3)))
    assert offered(scene) == MARKET - closed
    scene.at_market(*(0 if number == space else NOTHING for number in range(3)))
    assert offered(scene) == MARKET - closed, "the own worker bars the way as well"


@pytest.mark.parametrize("action, answer, silver", [(LEFT, (), 1), (HIRE, (hire(0),), 2), (RIGHT, (), 3)])
def test_R8_2_the_spaces_cost_one_two_and_three_silver_and_one_virtue(action, answer, silver):
    scene = Scene(2)
    scene.show(0, "labourer")
    scene.goods(0, silver=silver)
    scene.do(action, *answer)
    assert (scene.seats[0].goods.silver, scene.seats[0].virtue, scene.state.tax) == (0, 6, 4)
    assert scene.seats[0].at[Place.BLACK_MARKET] == 1


def test_R8_2_at_virtue_0_the_point_is_a_debt():
    scene = Scene(2)
    scene.seats[0].virtue = 0
    scene.do(LEFT)
    assert (scene.seats[0].virtue, scene.seats[0].unpaid) == (0, 1)


def test_R8_2_first_the_price_then_the_reward_then_swindlers_then_carolines_card():
    scene = Scene(2)
    me = scene.seats[0]
    scene.board(0, "caroline")
    scene.hired(0, "swindler_clay")
    scene.top_buildings(*IDS["buildings"][:6])
    scene.goods(0, silver=2)
    scene.do(LOOK)
    assert (have(me), me.virtue, me.cards) == ({}, 6, 0), "the price is paid, nothing else has come"
    scene.do(keep("smithy"))
    assert (have(me), hand(me)) == ({"clay": 2}, ["smithy", IDS["buildings"][5]])


@pytest.mark.parametrize("name", CARDS)
def test_R8_3_left_gives_the_small_side_and_right_the_large_side(name):
    small, large = CARDS[name]
    for action, side in ((LEFT, small), (RIGHT, large)):
        scene = Scene(2)
        scene.market_cards(name, large=name)
        scene.goods(0, silver=3)
        scene.do(action)
        rest = 2 if action == LEFT else 0
        assert have(scene.seats[0]) == side | ({"silver": rest} if rest else {})


def test_R8_3_before_the_first_reset_the_board_shows_the_right_side():
    scene = Scene(2)
    scene.goods(0, silver=3)
    scene.do(RIGHT)
    assert have(scene.seats[0]) == {"wood": 1, "stone": 1, "marble": 2}


def test_R8_4_hire_any_open_apprentice_for_no_more_silver():
    scene = Scene(2)
    me = scene.seats[0]
    scene.show(7, "acolyte_masonry")
    scene.state.coins[7] = 3
    scene.goods(0, silver=2)
    top = pile_of(scene.state.apprentice_pile, "apprentices")[0]
    scene.do(HIRE)
    assert scene.legal() == {hire(slot) for slot in range(8)}
    scene.do(hire(7))
    assert (me.hired, me.goods.silver, me.virtue) == (1, 3, 7 - 1 + 1)
    assert (on_display(scene.state, 7), scene.state.coins[7], sum(scene.state.coins)) == (top, 0, 0)


def test_R8_4_the_limit_holds_here_too():
    scene = Scene(2)
    scene.hired(0, "stonecutter_1", "stonecutter_2", "miner_1", "woodcutter_1", "labourer")
    scene.do(HIRE, hire(3))
    assert (scene.state.question, scene.legal()) == (Question.DISMISS, {dismiss(slot) for slot in range(5)})
    scene.do(dismiss(4))
    assert scene.seats[0].hired == 5


def test_R8_4_the_player_says_hire_or_look_before_seeing_cards():
    scene = Scene(2)
    assert {HIRE, LOOK} <= scene.legal()
    scene.do(HIRE)
    assert scene.seats[0].looking == 0 and all(hire(0) <= action <= hire(7) for action in scene.legal())


def test_R8_5_look_at_five_keep_one_and_bury_the_others():
    scene = Scene(2)
    me = scene.seats[0]
    five = IDS["buildings"][10:15]
    scene.top_buildings(*five, "keep")
    left = scene.state.building_pile.left
    scene.do(LOOK)
    assert (scene.state.question, scene.legal()) == (Question.KEEP, {keep(name) for name in five})
    scene.do(keep(five[2]))
    pile = pile_of(scene.state.building_pile, "buildings")
    assert hand(me) == [five[2]] and len(pile) == left - 1 and pile[0] == "keep"
    assert sorted(pile[-4:]) == sorted(set(five) - {five[2]})
    assert me.looking == 0 and set(me.looked) == {NOTHING}


def test_R8_5_the_others_lie_in_random_order():
    orders = set()
    for deal in range(12):
        scene = Scene(2, deal=deal)
        scene.top_buildings(*IDS["buildings"][:5])
        scene.do(LOOK, keep("smithy"))
        orders.add(tuple(pile_of(scene.state.building_pile, "buildings")[-4:]))
    assert len(orders) > 3


def test_R8_5_a_short_pile_shows_what_there_is_and_an_empty_one_bars_the_look():
    scene = Scene(2)
    scene.empty_building_pile("well", "keep")
    scene.do(LOOK)
    assert scene.legal() == {keep("well"), keep("keep")}
    scene = Scene(2)
    scene.empty_building_pile()
    assert offered(scene) == MARKET - {LOOK}


@pytest.mark.parametrize("names, goods", [
    (["swindler_clay"], {"clay": 2}),
    (["swindler_stone"], {"stone": 1}),
    (["swindler_wood"], {"wood": 1}),
    (["swindler_wood", "swindler_stone", "swindler_clay"], {"wood": 1, "clay": 2, "stone": 1}),
])  # fmt: skip
@pytest.mark.parametrize("action, answer", [(LEFT, ()), (HIRE, (hire(0),)), (RIGHT, ())])
def test_R8_6_swindlers_add_their_goods_to_every_visit(action, answer, names, goods):
    scene = Scene(2)
    scene.market_cards("market_1", large="market_1")
    scene.show(0, "labourer")
    scene.hired(0, *names)
    scene.goods(0, silver=3)
    scene.do(action, *answer)
    visit = {LEFT: {"marble": 1}, HIRE: {}, RIGHT: {"wood": 2, "marble": 2}}[action]
    mine = have(scene.seats[0])
    mine.pop("silver", None)
    assert mine == {good: goods.get(good, 0) + visit.get(good, 0) for good in goods | visit}


def test_R8_6_a_swindler_hired_here_already_adds_its_goods():
    scene = Scene(2)
    scene.show(0, "swindler_stone")
    scene.goods(0, silver=2)
    scene.do(HIRE, hire(0))
    assert (have(scene.seats[0]), scene.seats[0].virtue) == ({"stone": 1}, 7 - 2)


@pytest.mark.parametrize("action, silver", [(LEFT, 0), (HIRE, 1), (RIGHT, 2)])
def test_R8_7_the_trickster_makes_each_visit_one_silver_cheaper(action, silver):
    scene = Scene(2)
    scene.hired(0, "trickster")
    scene.goods(0, silver=silver)
    assert action in scene.legal()
    scene.do(action, *(hire(0),) * (action == HIRE))
    assert scene.seats[0].goods.silver == 0
    scene.goods(0, silver=max(0, silver - 1))
    assert silver == 0 or action not in scene.turn(0).legal()


def test_R8_7_the_illusionist_spares_the_virtue_but_opens_no_door():
    scene = Scene(2)
    scene.hired(0, "illusionist")
    scene.seats[0].virtue = 9
    scene.do(LEFT)
    assert (scene.seats[0].virtue, scene.seats[0].unpaid) == (9, 0)
    scene.seats[0].virtue = 10
    assert not offered(scene.turn(0))


def test_R8_8_the_third_worker_is_served_before_the_reset():
    scene = Scene(2)
    me = scene.seats[0]
    scene.market_cards("market_2", below=("market_5",))
    scene.at_market(NOTHING, 1, 1)
    scene.goods(0, silver=1)
    scene.do(LEFT)
    assert have(me) == {"gold": 2}, "the card that lay there when it was placed"
    assert scene.state.resets == 1
    assert (me.at[Place.PRISON], scene.seats[1].at[Place.PRISON]) == (1, 2)
    assert list(scene.state.market) == [NOTHING] * 3
    assert (me.unpaid, scene.seats[1].unpaid) == (0, 1)


def test_R8_8_two_workers_do_not_call_for_a_reset():
    scene = Scene(2)
    scene.at_market(NOTHING, 1, NOTHING)
    scene.do(LEFT)
    assert scene.state.resets == 0 and scene.seats[0].at[Place.BLACK_MARKET] == 1


@pytest.mark.parametrize("name, freed", [("gatekeeper", True), ("jeweller_1", False)])
def test_R8_8_who_is_hired_by_the_third_worker_already_helps(name, freed):
    scene = Scene(2)
    me = scene.seats[0]
    scene.show(0, name)
    scene.workers(0, prison=2)
    scene.at_market(1, NOTHING, 1)
    scene.do(HIRE, hire(0))
    assert me.at[Place.PRISON] == (1 if freed else 3)


def test_R8_8_the_guildhall_resets_even_an_empty_market():
    scene = Scene(2)
    scene.market_cards("market_2", below=("market_5", "market_1"))
    scene.fill_guildhall(6)
    scene.workers(1, prison=3)
    scene.hired(1, "gatekeeper")
    scene.hired(0, "squire_gold")
    scene.hand(0, "well")
    scene.goods(0, wood=2, stone=2)
    scene.do(Action.CONSTRUCT, build("well"))
    assert scene.state.resets == 1
    assert (IDS["market"][scene.state.large], IDS["market"][scene.state.small]) == ("market_2", "market_5")
    assert have(scene.seats[0]) == {"clay": 4, "gold": 1}
    assert (scene.seats[1].at[Place.PRISON], scene.seats[1].unpaid, scene.seats[1].virtue) == (1, 1, 7)


def test_R8_9_workers_go_to_prison_and_the_card_to_the_right_space():
    scene = Scene(3)
    scene.market_cards("market_4", below=("market_6", "market_8"))
    scene.at_market(0, 1, 1)
    reset(scene, 2)
    state = scene.state
    assert [int(me.at[Place.PRISON]) for me in scene.seats] == [1, 2, 0]
    assert [int(me.at[Place.BLACK_MARKET]) for me in scene.seats] == [0, 0, 0]
    assert (IDS["market"][state.large], IDS["market"][state.small]) == ("market_4", "market_6")
    assert pile_of(state.market_pile, "market") == ["market_8"]
    assert list(state.market) == [NOTHING] * 3


def test_R8_9_with_the_pile_empty_only_the_card_step_is_left_out():
    scene = Scene(2)
    scene.market_cards("market_4", large="market_9")
    reset(scene)
    assert (IDS["market"][scene.state.large], scene.state.small) == ("market_4", PRINTED)
    scene.at_market(1, 1, NOTHING)
    scene.workers(1, prison=1)
    reset(scene)
    assert (IDS["market"][scene.state.large], scene.state.small) == ("market_4", PRINTED)
    them = scene.seats[1]
    assert (them.at[Place.PRISON], them.virtue, them.unpaid) == (3, 6, 1)


@pytest.mark.parametrize("prisoners, left", [(0, 0), (1, 0), (2, 0), (3, 1), (6, 4)])
def test_R8_10_a_gatekeeper_frees_up_to_two(prisoners, left):
    scene = Scene(2)
    me = scene.seats[1]
    scene.hired(1, "gatekeeper")
    scene.workers(1, prison=prisoners)
    workers = me.workers
    reset(scene)
    assert (me.at[Place.PRISON], me.workers) == (left, workers + prisoners - left)


@pytest.mark.parametrize("first, gold", [(True, 1), (False, 0)])
def test_R8_10_gatekeepers_come_before_squires_or_by_the_knob_after(first, gold):
    scene = Scene(2, gatekeeper_before_squire=first)
    scene.hired(0, "squire_gold", "gatekeeper")
    scene.workers(0, prison=2)
    scene.goods(0)
    reset(scene)
    assert (scene.seats[0].goods.gold, scene.seats[0].at[Place.PRISON]) == (gold, 0)


@pytest.mark.parametrize(
    "name, what", [("squire_gold", "gold"), ("squire_marble", "marble"), ("squire_virtue", "virtue")]
)
@pytest.mark.parametrize("first", [True, False])
def test_R8_10_a_squire_whose_owner_has_a_prisoner_gives_nothing(name, what, first):
    for prisoners, count in ((0, 2 if what == "virtue" else 1), (1, 0)):
        scene = Scene(2, gatekeeper_before_squire=first)
        scene.hired(0, name)
        scene.workers(0, prison=prisoners)
        scene.goods(0)
        reset(scene)
        goods = scene.seats[0].goods
        assert (scene.seats[0].virtue - 7 if what == "virtue" else getattr(goods, what)) == count


def test_R8_10_a_worker_coming_from_the_market_is_a_prisoner_for_the_squire():
    scene = Scene(2)
    scene.hired(0, "squire_gold")
    scene.at_market(0, NOTHING, NOTHING)
    scene.goods(0)
    reset(scene, 1)
    assert have(scene.seats[0]) == {}


@pytest.mark.parametrize("prisoners, virtue, unpaid", [
    ((0, 0, 0), (7, 7, 7), (0, 0, 0)),
    ((1, 0, 0), (7, 7, 7), (1, 0, 0)),
    ((2, 2, 1), (7, 7, 7), (1, 1, 0)),
    ((3, 4, 2), (6, 6, 7), (0, 1, 0)),
    ((3, 3, 3), (6, 6, 6), (1, 1, 1)),
])  # fmt: skip
def test_R8_11_three_prisoners_cost_virtue_and_the_most_a_debt(prisoners, virtue, unpaid):
    scene = Scene(3)
    for seat, count in enumerate(prisoners):
        scene.workers(seat, prison=count)
    reset(scene)
    assert tuple(int(me.virtue) for me in scene.seats) == virtue
    assert tuple(int(me.unpaid) for me in scene.seats) == unpaid


def test_R8_11_at_virtue_0_both_are_debts():
    scene = Scene(2)
    scene.seats[1].virtue = 0
    scene.workers(1, prison=3)
    reset(scene)
    assert (scene.seats[1].virtue, scene.seats[1].unpaid) == (0, 2)


def test_R8_11_prisoners_are_counted_after_the_gatekeepers():
    scene = Scene(2)
    scene.hired(0, "gatekeeper")
    scene.workers(0, prison=4)
    scene.workers(1, prison=3)
    reset(scene)
    assert [(int(me.virtue), int(me.unpaid)) for me in scene.seats] == [(7, 0), (6, 1)]


def test_R8_11_the_debt_of_a_reset_comes_after_the_squires_virtue_was_settled():
    """At virtue 14 the Squire may destroy the old debt, not the one that this reset brings to another."""
    scene = Scene(2)
    scene.seats[0].virtue, scene.seats[0].unpaid = 14, 1
    scene.hired(0, "squire_virtue")
    scene.workers(1, prison=1)
    reset(scene)
    assert (scene.state.question, scene.state.seat, scene.seats[1].unpaid) == (Question.DESTROY, 0, 0)
    scene.do(Action.DESTROY)
    assert (scene.seats[0].unpaid, scene.seats[1].unpaid, scene.state.seat) == (0, 1, 1)


def test_R8_8_what_was_built_on_the_space_that_resets_already_helps():
    """The Hideout frees the prisoners before they are counted, and the Gatekeeper hired by a Tavern acts."""
    scene = Scene(2)
    me = scene.seats[0]
    scene.fill_guildhall(6)
    scene.hired(0, "labourer")
    scene.workers(0, prison=4)
    scene.hand(0, "hideout")
    scene.goods(0, wood=3, clay=1, stone=2)
    scene.do(Action.CONSTRUCT, build("hideout"))
    assert (scene.state.resets, me.virtue, me.unpaid) == (1, 5, 0)
    scene = Scene(2)
    me = scene.seats[0]
    scene.fill_guildhall(9)
    scene.hired(0, "labourer")
    scene.show(5, "gatekeeper")
    scene.workers(0, prison=4)
    scene.hand(0, "tavern")
    scene.goods(0, wood=3, stone=2, gold=1)
    scene.do(Action.CONSTRUCT, build("tavern"))
    assert scene.state.resets == 0, "the Tavern comes first"
    scene.do(hire(5))
    assert (scene.state.resets, me.at[Place.PRISON], me.virtue, me.unpaid) == (1, 2, 6, 1)
