"""The Guildhall: constructing, its size, and the end of the game.  What each Building does: test_buildings.py."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, build, capture, captures, discard, hand, have, hire, share
from sim.record import NOTHING

SIZES = {2: (12, 7, 10), 3: (16, 9, 13), 4: (20, 11, 16), 5: (24, 13, 19)}  # spaces, and those that call for a reset


def well(scene, seat=0):
    """Let a seat construct the Well, which needs no skill and changes no virtue."""
    scene.hand(seat, "well")
    scene.goods(seat, wood=2, stone=2)
    return scene.turn(seat).do(Action.CONSTRUCT, build("well"))


def test_R11_1_a_worker_here_takes_the_next_space_and_stays():
    scene = Scene(2)
    well(scene)
    me = scene.seats[0]
    assert (scene.state.guildhall, me.at[Place.GUILDHALL], me.workers) == (1, 1, 19)
    scene.workers(0, quarry=19)
    scene.turn(0)
    assert scene.legal() == {Action.TAKE_BACK + Place.QUARRY}, "never from the Guildhall"


def test_R11_1_only_for_a_construction_or_a_step_that_is_possible_now():
    scene = Scene(2)
    scene.hand(0, "well")
    scene.goods(0, wood=2, stone=1)
    assert not scene.legal() & {Action.CONSTRUCT, Action.CATHEDRAL}
    scene.goods(0, wood=2, stone=2)
    assert scene.legal() & {Action.CONSTRUCT, Action.CATHEDRAL} == {Action.CONSTRUCT}
    scene.goods(0, gold=1)
    assert scene.legal() & {Action.CONSTRUCT, Action.CATHEDRAL} == {Action.CATHEDRAL}
    scene.goods(0, wood=2, stone=2)
    scene.hand(0, "keep")
    assert not scene.legal() & {Action.CONSTRUCT, Action.CATHEDRAL}


def test_R11_1_only_what_can_be_built_is_offered():
    scene = Scene(2)
    scene.hand(0, "well", "smithy", "lumber_camp", "keep")
    scene.goods(0, wood=5, clay=4, stone=2, gold=2)
    scene.do(Action.CONSTRUCT)
    assert scene.legal() == {build("well"), build("smithy"), build("lumber_camp")}


def test_R11_2_every_skill_asked_for_on_apprentices_held_now():
    scene = Scene(2)
    scene.hand(0, "barracks")
    scene.goods(0, wood=6, clay=2, gold=2)
    scene.hired(1, "labourer")
    for name, enough in (("woodcutter_1", False), ("woodcutter_2", False), ("miner_1", False), ("stonecutter_1", True)):
        scene.hired(0, name)
        assert (Action.CONSTRUCT in scene.legal()) == enough, name


def test_R11_2_one_apprentice_may_serve_several_skills_and_none_is_used_up():
    scene = Scene(2)
    scene.hired(0, "labourer")
    for name, goods in (
        ("university", {"wood": 2, "clay": 4, "stone": 3, "marble": 2}),
        ("keep", {"wood": 5, "stone": 2, "gold": 2}),
        ("dungeon", {"stone": 4, "gold": 2, "marble": 2}),
    ):
        scene.hand(0, name)
        scene.goods(0, **goods)
        scene.turn(0).do(Action.CONSTRUCT, build(name))
    me = scene.seats[0]
    assert (me.buildings, me.hired, me.carpentry, me.tiling, me.masonry) == (3, 1, 1, 1, 1)


def test_R11_2_a_dismissed_skill_is_gone():
    scene = Scene(2)
    scene.hired(0, "labourer", "woodcutter_1", "woodcutter_2", "conspirator_1", "thief")
    scene.hand(0, "keep")
    scene.goods(0, wood=5, stone=2, gold=2, silver=4)
    assert Action.CONSTRUCT in scene.legal()
    scene.show(0, "conspirator_2")
    scene.do(Action.WORKSHOP, hire(0), Action.DISMISS)
    assert Action.CONSTRUCT not in scene.turn(0).legal()


def test_R11_3_pay_then_the_card_then_virtue_then_the_effect():
    """The Betting House at virtue 1: the loss leaves virtue 0 and no debt, and then comes the one debt."""
    scene = Scene(2)
    me = scene.seats[0]
    scene.hand(0, "well", "betting_house", "keep")
    scene.goods(0, clay=1, stone=2, gold=1, silver=2)
    me.virtue = 1
    scene.do(Action.CONSTRUCT, build("betting_house"))
    assert (have(me), hand(me), me.buildings, me.points) == ({"silver": 2}, ["well", "keep"], 1, 7)
    assert (me.virtue, me.unpaid) == (0, 1)


def test_R11_3_the_palace_counts_virtue_and_the_reset_comes_last():
    """Thieves' Den on the seventh space: its silver is there before prisoners are counted."""
    scene = Scene(2)
    me = scene.seats[0]
    scene.fill_guildhall(6)
    scene.hired(0, "stonecutter_1")
    scene.workers(0, prison=3)
    scene.hand(0, "thieves_den")
    scene.goods(0, wood=2, clay=1, stone=3)
    me.virtue = 2
    scene.do(Action.CONSTRUCT, build("thieves_den"))
    assert (have(me), me.virtue, me.unpaid) == ({"silver": 4}, 0, 2), (
        "2 for the card, and at 0 the reset costs two debts"
    )


@pytest.mark.parametrize("virtue, gold", [(3, 0), (4, 1), (7, 1), (8, 2), (12, 3), (14, 3)])
def test_R11_4_the_palace_gives_a_gold_for_each_full_four_virtue(virtue, gold):
    scene = Scene(2)
    scene.hired(0, "labourer")
    scene.hand(0, "palace")
    scene.goods(0, wood=3, stone=3, marble=2)
    scene.seats[0].virtue = virtue
    scene.do(Action.CONSTRUCT, build("palace"))
    assert have(scene.seats[0]) == ({"gold": gold} if gold else {})


FREE = {  # Building: price, captures
    "armoury": ({"wood": 3, "stone": 5, "gold": 1}, 1),
    "fortress": ({"clay": 3, "stone": 4, "gold": 1, "marble": 2}, 2),
    "barracks": ({"wood": 6, "clay": 2, "gold": 2}, 1),
}


def constructing(name, goods, seats=2, **params):
    """Seat 0 with the Labourer constructs a Building; its effect is open."""
    scene = Scene(seats, **params)
    scene.hired(0, "labourer")
    scene.hand(0, name)
    scene.goods(0, **goods)
    return scene


@pytest.mark.parametrize("seats", (2, 5))
@pytest.mark.parametrize("name", FREE)
def test_R11_5_captures_of_buildings_are_free_and_bound_to_no_place(name, seats):
    goods, count = FREE[name]
    scene = constructing(name, goods, seats)
    me = scene.seats[0]
    scene.workers(0, silversmith=2)
    for place in ("quarry", "forest", "mines"):
        scene.workers(1, **{place: 3})
    scene.do(Action.CONSTRUCT, build(name))
    all_groups = {capture(place, 1) for place in (Place.QUARRY, Place.FOREST, Place.MINES)}
    all_groups.add(capture(Place.SILVERSMITH, 0))
    assert captures(scene.legal()) == all_groups
    for place in (Place.QUARRY, Place.FOREST)[:count]:
        scene.do(capture(place, 1))
    assert (scene.state.seat, me.captured[1], have(me), scene.state.tax) == (1, 3 * count, {}, 4)


def test_R11_5_both_captures_of_the_fortress_may_be_at_one_place():
    scene = constructing("fortress", FREE["fortress"][0], 5)
    scene.workers(1, quarry=3)
    scene.workers(2, quarry=2)
    scene.do(Action.CONSTRUCT, build("fortress"), capture(Place.QUARRY, 1), capture(Place.QUARRY, 2))
    assert (scene.state.seat, scene.seats[0].captured.sum()) == (1, 5)


def test_R11_5_an_own_group_comes_home():
    scene = constructing("armoury", FREE["armoury"][0])
    scene.workers(0, workshop=4)
    scene.do(Action.CONSTRUCT, build("armoury"), capture(Place.WORKSHOP, 0))
    assert (scene.seats[0].workers, scene.seats[0].at[Place.WORKSHOP], scene.state.seat) == (19, 0, 1)


def test_R11_6_the_hideout_frees_all_own_prisoners():
    scene = constructing("hideout", {"wood": 3, "clay": 1, "stone": 2})
    scene.workers(0, prison=6)
    scene.workers(1, prison=2)
    scene.do(Action.CONSTRUCT, build("hideout"))
    assert (scene.seats[0].workers, scene.seats[0].at[Place.PRISON], scene.seats[1].at[Place.PRISON]) == (19, 0, 2)


def test_R11_6_barracks_give_the_captured_back_or_a_capture():
    for seats in (2, 3):
        scene = constructing("barracks", FREE["barracks"][0], 3)
        scene.held(1, 0, 4)
        scene.held(2, 0, 2)
        scene.workers(1, quarry=3)
        scene.do(Action.CONSTRUCT, build("barracks"))
        assert scene.state.question == Question.BARRACKS
        assert scene.legal() == {Action.FREE_CAPTURED, capture(Place.QUARRY, 1), Action.STOP}
        me = scene.seats[0]
        if seats == 2:
            scene.do(Action.FREE_CAPTURED)
            assert (me.workers, scene.seats[1].captured[0], scene.seats[2].captured[0]) == (19, 0, 0)
        else:
            scene.do(capture(Place.QUARRY, 1))
            assert (me.workers, me.captured[1], scene.seats[1].captured[0]) == (13, 3, 4)
        assert (scene.state.seat, have(me)) == (1, {})


def test_R11_7_the_tavern_hires_any_open_apprentice_for_nothing():
    scene = constructing("tavern", {"wood": 3, "stone": 2, "gold": 1})
    me = scene.seats[0]
    scene.show(3, "acolyte_masonry")
    scene.state.coins[3] = 2
    scene.do(Action.CONSTRUCT, build("tavern"))
    assert scene.legal() == {*(hire(slot) for slot in range(8)), Action.STOP}
    scene.do(hire(3))
    assert (me.hired, me.virtue, have(me), list(scene.state.coins), scene.state.seat) == (
        2,
        8,
        {"silver": 2},
        [0] * 8,
        1,
    )


def test_R11_7_at_the_limit_the_tavern_lets_one_be_dismissed():
    scene = constructing("tavern", {"wood": 3, "stone": 2, "gold": 1})
    scene.hired(0, "miner_1", "miner_2", "jeweller_1", "jeweller_2")
    scene.do(Action.CONSTRUCT, build("tavern"), hire(0))
    assert scene.legal() == {Action.DISMISS + slot for slot in range(5)}
    scene.do(Action.DISMISS + 4)
    assert scene.seats[0].hired == 5


@pytest.mark.parametrize("virtue, unpaid", [(7, 1), (1, 1), (0, 2)])
def test_R11_8_the_betting_house_brings_a_debt_after_its_loss_of_virtue(virtue, unpaid):
    scene = constructing("betting_house", {"clay": 1, "stone": 2, "gold": 1})
    scene.seats[0].virtue = virtue
    scene.do(Action.CONSTRUCT, build("betting_house"))
    assert (scene.seats[0].virtue, scene.seats[0].unpaid) == (max(0, virtue - 1), unpaid)


@pytest.mark.parametrize("unpaid, asked", [(0, False), (1, True), (3, True)])
def test_R11_8_the_church_destroys_one_unpaid_debt(unpaid, asked):
    scene = constructing("church", {"clay": 3, "stone": 3})
    scene.seats[0].unpaid = unpaid
    scene.do(Action.CONSTRUCT, build("church"))
    if asked:
        assert scene.legal() == {Action.DESTROY, Action.SPARE}
        scene.do(Action.DESTROY)
    me = scene.seats[0]
    assert (me.unpaid, me.paid, me.virtue, scene.state.seat) == (max(0, unpaid - 1), 0, 8, 1)


def test_R11_8_at_virtue_14_the_church_may_destroy_two():
    """One for the point of virtue that its card brings, and one for its effect."""
    scene = constructing("church", {"clay": 3, "stone": 3})
    scene.seats[0].virtue, scene.seats[0].unpaid = 14, 3
    scene.do(Action.CONSTRUCT, build("church"), Action.DESTROY, Action.DESTROY)
    assert (scene.seats[0].unpaid, scene.state.seat) == (1, 1)


def test_R11_9_the_library_gives_two_gold_for_a_card_under_the_pile():
    scene = constructing("library", {"wood": 4, "stone": 2, "marble": 1})
    scene.hand(0, "library", "well", "keep")
    scene.do(Action.CONSTRUCT, build("library"))
    assert scene.legal() == {discard("well"), discard("keep"), Action.STOP}
    scene.do(discard("well"))
    assert (have(scene.seats[0]), hand(scene.seats[0]), scene.state.seat) == ({"gold": 2}, ["keep"], 1)
    assert scene.state.building_pile.cards[0] == build("well") - Action.BUILD


def test_R11_9_without_another_card_there_is_nothing_to_sell():
    scene = constructing("library", {"wood": 4, "stone": 2, "marble": 1})
    scene.do(Action.CONSTRUCT, build("library"))
    assert (have(scene.seats[0]), scene.state.seat) == ({}, 1)


def test_R11_10_the_monument_gives_everyone_a_virtue():
    scene = constructing("monument", {"wood": 2, "stone": 3, "marble": 2}, 3)
    scene.seats[2].virtue = 0
    scene.do(Action.CONSTRUCT, build("monument"))
    assert [int(me.virtue) for me in scene.seats] == [9, 8, 1]


def test_R11_10_the_watchtower_costs_everyone_with_three_prisoners_a_virtue_its_owner_too():
    scene = constructing("watchtower", {"wood": 4, "clay": 3, "gold": 1, "marble": 1}, 4)
    for seat, prisoners in enumerate((3, 2, 3, 7)):
        scene.workers(seat, prison=prisoners)
    scene.seats[2].virtue = 0
    scene.do(Action.CONSTRUCT, build("watchtower"))
    assert [int(me.virtue) for me in scene.seats] == [5, 7, 0, 6]
    assert [int(me.unpaid) for me in scene.seats] == [0, 0, 1, 0]


MAY_DECLINE = {
    "armoury": {"wood": 3, "stone": 5, "gold": 1},
    "fortress": {"clay": 3, "stone": 4, "gold": 1, "marble": 2},
    "barracks": {"wood": 6, "clay": 2, "gold": 2},
    "tavern": {"wood": 3, "stone": 2, "gold": 1},
    "library": {"wood": 4, "stone": 2, "marble": 1},
    "church": {"clay": 3, "stone": 3},
}


@pytest.mark.parametrize("may", (True, False))
@pytest.mark.parametrize("name", MAY_DECLINE)
def test_R11_11_six_effects_may_be_declined_or_by_the_knob_may_not(name, may):
    scene = constructing(name, MAY_DECLINE[name], effects_may_be_declined=may)
    me = scene.seats[0]
    scene.hand(0, name, "well")
    scene.workers(1, quarry=2, forest=2)
    scene.held(1, 0, 1)
    me.unpaid = 1
    scene.do(Action.CONSTRUCT, build(name))
    if name == "church":
        assert me.unpaid == int(may)
        if may:
            scene.do(Action.SPARE)
            assert me.unpaid == 1
    else:
        assert (Action.STOP in scene.legal()) == may
        if may:
            before = have(me), hand(me), me.hired, me.captured.sum(), me.workers
            scene.do(Action.STOP)
            assert (have(me), hand(me), me.hired, me.captured.sum(), me.workers) == before
        else:
            scene.do(min(scene.legal()))
    assert (scene.state.seat == 1) == (may or name != "fortress")


def test_R11_11_each_capture_may_be_declined_by_itself():
    scene = constructing("fortress", MAY_DECLINE["fortress"])
    scene.workers(1, quarry=2, forest=2)
    scene.do(Action.CONSTRUCT, build("fortress"), capture(Place.QUARRY, 1), Action.STOP)
    assert (scene.seats[0].captured[1], scene.state.seat) == (2, 1)


def test_R11_11_what_cannot_be_done_need_not_be_done():
    scene = constructing("fortress", MAY_DECLINE["fortress"], effects_may_be_declined=False)
    scene.workers(1, quarry=2)
    scene.do(Action.CONSTRUCT, build("fortress"), capture(Place.QUARRY, 1))
    assert scene.legal() == {Action.STOP}


@pytest.mark.parametrize("seats", SIZES)
def test_R13_1_rows_of_one_space_more_than_players_and_two_resets(seats):
    spaces, first, second = SIZES[seats]
    resets = []
    for space in range(1, spaces + 1):
        scene = Scene(seats)
        scene.fill_guildhall(space - 1)
        assert scene.state.last_turns == NOTHING
        well(scene, space % seats)
        resets += [space] * int(scene.state.resets)
        assert scene.state.guildhall == space
        assert scene.state.last_turns == (seats if space == spaces else NOTHING)
    assert resets == [first, second]


@pytest.mark.parametrize("seats", SIZES)
def test_R13_2_then_everyone_has_one_last_turn_the_one_who_filled_it_last(seats):
    for filler in range(seats):
        scene = Scene(seats)
        scene.fill_guildhall(SIZES[seats][0] - 1)
        well(scene, filler)
        order = []
        while not scene.state.over:
            order.append(int(scene.state.seat))
            scene.do(Action.QUARRY)
        assert order == [(filler + 1 + number) % seats for number in range(seats)]


def test_R13_2_the_turn_that_fills_it_ends_normally():
    scene = Scene(2)
    scene.fill_guildhall(11)
    scene.hired(0, "labourer")
    scene.hand(0, "fortress")
    scene.goods(0, **MAY_DECLINE["fortress"])
    scene.workers(1, quarry=1)
    scene.do(Action.CONSTRUCT, build("fortress"))
    assert (scene.state.seat, scene.state.question) == (0, Question.CAPTURE)
    scene.do(Action.STOP)
    assert (scene.state.seat, scene.state.last_turns) == (1, 2)


def test_R13_3_in_the_last_turns_workers_lie_beside_the_guildhall_and_set_off_nothing():
    scene = Scene(2)
    scene.fill_guildhall(11)
    well(scene)
    scene.hand(1, "smithy")
    scene.goods(1, wood=2, clay=4)
    scene.do(Action.CONSTRUCT, build("smithy"))
    scene.hand(0, "lumber_camp")
    scene.goods(0, gold=1)
    scene.do(Action.CATHEDRAL, discard("lumber_camp"))
    state = scene.state
    assert (state.guildhall, sum(int(me.at[Place.GUILDHALL]) for me in scene.seats)) == (12, 14)
    assert (scene.seats[1].buildings, scene.seats[0].level, state.resets) == (1, 1, 0)
    assert state.over


def test_R13_3_three_workers_still_reset_the_market():
    scene = Scene(2)
    scene.fill_guildhall(11)
    scene.at_market(NOTHING, 1, 1)
    well(scene)
    scene.do(Action.MARKET_LEFT)
    assert (scene.state.resets, scene.seats[1].at[Place.PRISON]) == (1, 3)


def test_R13_3_a_player_without_a_worker_takes_one_back():
    scene = Scene(2)
    scene.fill_guildhall(11, 0)
    scene.workers(1, quarry=20)
    well(scene)
    assert scene.state.question == Question.TAKE_BACK
    scene.do(Action.TAKE_BACK + Place.QUARRY)
    assert (scene.state.seat, scene.seats[1].workers) == (0, 1)
    scene.do(Action.STOREHOUSE, Action.STOP)
    assert scene.state.over


def test_R13_2_the_hand_limit_holds_in_the_last_turn():
    scene = Scene(2)
    scene.hand(1, "well", "smithy", "tavern", "palace", "keep", "church")
    scene.state.guildhall, scene.state.last_turns = 12, 1
    scene.turn(1).do(Action.PLANS)
    assert (scene.state.question, scene.state.over) == (Question.HAND_LIMIT, 0)
    scene.do(discard("well"))
    assert scene.state.over


def test_R13_2_mixed_prices_can_be_asked_in_the_last_turn():
    scene = Scene(2)
    scene.goods(1, wood=2)
    scene.state.guildhall, scene.state.last_turns = 12, 1
    scene.turn(1).do(Action.STOREHOUSE, Action.TRADE_VIRTUE, share(0))
    assert not scene.state.over
    scene.do(share(2))
    assert scene.state.over and scene.seats[1].virtue == 8


@pytest.mark.parametrize("each", (0, 1, 2))
def test_R13_2_how_many_last_turns_is_in_the_box(each):
    scene = Scene(3, last_turns_each=each)
    scene.fill_guildhall(15)
    well(scene, 1)
    turns = []
    while not scene.state.over:
        turns.append(int(scene.state.seat))
        scene.do(Action.QUARRY)
    assert turns == [2, 0, 1] * each
