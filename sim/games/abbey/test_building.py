"""Phases 6 and 7: moving and building."""

import pytest

from sim.games.abbey.names import Action, Effect, Question, Source, Stage, Standing
from sim.games.abbey.peasants import defense
from sim.games.abbey.reset import clear_table
from sim.games.abbey.scenes import (
    Scene,
    archer,
    build,
    build_free,
    call_from,
    from_pew,
    have,
    kind,
    move,
    pews,
    put_in,
    site,
    tower,
)

RICH = {"wood": 20, "grain": 20, "stone": 20, "sand": 20, "coins": 40}


def moving(*places, squares=0, scene=None, baptized=0):
    scene = scene or Scene(2)
    scene.seats[0].clergy = squares
    scene.people(0, *places, baptized=baptized)
    return scene.phase(Stage.MOVE)


def test_R13_1_one_move_is_one_peasant_one_space():
    scene = moving((1, 1), (1, 2)).do(move(1, 2))
    assert pews(scene.seats[0]) == [(1, 1), (2, 2)] and scene.legal() == {Action.STOP_MOVING}
    scene.phase(Stage.RESET).phase(Stage.MOVE)
    assert scene.legal() == {Action.STOP_MOVING, move(1, 1), move(2, 2)}  # and one in the next round


def test_R13_1_three_moves_may_be_split_and_nobody_jumps():
    scene = moving((1, 1), (2, 1), squares=3)
    assert move(1, 1) not in scene.legal()
    scene.do(move(2, 1), move(1, 1), move(3, 1))
    assert pews(scene.seats[0]) == [(2, 1), (4, 1)]


def test_R13_1_pilgrims_bring_everyone_two_moves_more():
    scene = Scene(2)
    scene.event("plenty_8")
    moving((1, 1), scene=scene).do(move(1, 1), move(2, 1), move(3, 1))
    assert pews(scene.seats[0]) == [(4, 1)] and scene.seats[0].moves == 3


def test_R13_2_the_example_of_the_rulebook():
    """Three moves, then free ones: to the baptistery, into the Bakery, into the Mason's Guild; an archer later."""
    scene = Scene(2)
    scene.stands(0, "bakery", "masons_guild", "battlement_1")
    moving((1, 1), (1, 2), squares=3, scene=scene, baptized=1)
    scene.do(move(1, 2), move(2, 2), move(3, 2), move(4, 2))
    me = scene.seats[0]
    assert (me.baptized, me.moves) == (2, 3)
    scene.do(put_in("bakery"), put_in("masons_guild"), Action.STOP_MOVING, Action.STOP_MOVING)
    scene.goods(0, coins=5)
    scene.phase(Stage.BUILD)
    scene.do(archer("battlement_1"))
    assert scene.asked() == (0, Question.PEASANT)
    scene.do(from_pew(1, 1))
    assert (me.working, defense(scene.tables, me), have(me)) == (4, 2, {})


def test_R13_2_a_full_baptistery_takes_nobody():
    assert move(4, 1) not in moving((4, 1), baptized=3).legal()
    assert move(4, 1) in moving((4, 1), baptized=2).legal()


def test_R13_3_only_built_cards_without_a_worker_and_the_bell_tower():
    scene = Scene(2)
    scene.stands(0, "bell_tower", "chapel", "gate_tower_1", "library", "second garden")
    legal = moving(scene=scene, baptized=1).legal()
    assert legal == {Action.STOP_MOVING, put_in("bell_tower"), put_in("library"), put_in("second garden")}
    scene.do(put_in("second garden"))
    assert scene.seats[0].power[Effect.GARDEN] == 2  # both Gardens count


def test_R13_4_a_bath_house_moves_workers_but_each_card_is_entered_once():
    scene = Scene(2)
    scene.stands(0, "bath_house", staffed=True)
    scene.stands(0, "bakery", "brewery")
    moving(scene=scene)
    scene.do(call_from("garden"))
    assert scene.asked() == (0, Question.RELOCATE) and scene.legal() == {put_in("bakery"), put_in("brewery")}
    scene.do(put_in("bakery"), call_from("bakery"))
    assert scene.legal() == {put_in("garden"), put_in("brewery")}
    scene.do(put_in("garden"), call_from("garden"))
    assert scene.legal() == {put_in("brewery")}
    scene.do(put_in("brewery"))
    assert not [action for action in scene.legal() if Action.RELOCATE <= action < Action.BUILD]
    assert moving(scene=scene).legal() >= {call_from("brewery"), call_from("bath_house")}


def test_R13_4_a_worker_passes_through_a_sheep_farm_and_home_again():
    """Ruling G4: any number of moves; so a new farm gets its two sheep, and the worker goes back to his card."""
    scene = Scene(2)
    scene.stands(0, "bath_house", staffed=True)
    scene.stands(0, "sheep_farm")
    moving(scene=scene).do(call_from("garden"), put_in("sheep_farm"), call_from("sheep_farm"), put_in("garden"))
    assert scene.seats[0].sheep == 2 and scene.seats[0].power[Effect.GARDEN] == 1


def test_R13_4_sheep_come_only_once_for_a_card():
    """The supplement's vector: the worker goes out and in again."""
    scene = Scene(2)
    scene.stands(0, "bath_house", "sheep_farm", staffed=True)
    scene.stands(0, "bakery")
    assert scene.seats[0].sheep == 2
    moving(scene=scene).do(call_from("sheep_farm"), put_in("bakery"), call_from("bakery"), put_in("sheep_farm"))
    assert scene.seats[0].sheep == 2 and scene.seats[0].power[Effect.SHEEP_FARM] == 1
    moving(scene=scene).do(call_from("sheep_farm"), put_in("bakery"))
    scene.state.rounds = 3
    moving(scene=scene, baptized=1).do(put_in("sheep_farm"))
    assert scene.seats[0].sheep == 2


def building(scene=None, seats=2, goods=RICH, **how):
    scene = scene or Scene(seats, **how)
    scene.goods(0, **goods)
    return scene.phase(Stage.BUILD)


def test_R14_2_a_card_costs_what_it_says_and_gives_its_prestige():
    scene = Scene(2)
    scene.hand(0, "monks_quarters")
    scene = building(scene, goods={"wood": 2, "stone": 2, "sand": 1})
    scene.do(build("monks_quarters"))
    me = scene.seats[0]
    assert (have(me), me.points[Source.BUILDINGS], me.firsts) == ({}, 5, 2)
    assert me.site[site("monks_quarters")] == Standing.EMPTY and me.hand[kind("monks_quarters")] == 0


def test_R14_2_one_good_too_few_is_too_few():
    for missing in ("wood", "stone", "sand"):
        scene = Scene(2)
        scene.hand(0, "monks_quarters")
        goods = {"wood": 2, "stone": 2, "sand": 1}
        assert build("monks_quarters") not in building(scene, goods=goods | {missing: goods[missing] - 1}).legal()


SIX_MORE = ("bakery", "brewery", "tithe_barn", "cellarium", "bath_house", "library")


def test_R14_3_seven_buildings_second_copies_included():
    scene = Scene(2)
    scene.stands(0, *SIX_MORE)
    scene.hand(0, "money_changer", "garden")
    legal = building(scene).legal()
    assert build("money_changer") not in legal and build("garden") not in legal
    scene = Scene(2, second_copy_uses_limit=False)
    scene.stands(0, *SIX_MORE)
    scene.hand(0, "money_changer", "garden")
    legal = building(scene).legal()
    assert build("money_changer") not in legal and build("garden") in legal


def test_R14_5_a_remodel_card_makes_room_for_two():
    scene = Scene(2)
    scene.stands(0, *SIX_MORE[:-1])
    scene.hand(0, "library", "money_changer", "garden", "cloister")
    assert Action.REMODEL not in building(scene).legal()
    scene.do(build("library"), Action.REMODEL)
    assert Action.REMODEL not in scene.legal()  # once
    assert scene.state.remodels == 4 and scene.seats[0].goods.wood == 20 - 2 - 2
    scene.do(build("money_changer"), build("garden"))
    assert build("cloister") not in scene.legal() and Action.REMODEL not in scene.legal()


def test_R14_5_no_more_remodel_cards_than_the_box_has():
    scene = Scene(2)
    scene.stands(0, *SIX_MORE)
    scene.state.remodels, scene.seats[1].remodel = 1, 4  # as if others had taken the rest
    assert Action.REMODEL in building(scene).legal()
    scene.state.remodels, scene.seats[1].remodel = 0, 5
    assert Action.REMODEL not in building(scene).legal()


def test_R14_4_two_of_a_kind_and_one_of_a_farm():
    scene = Scene(2)
    scene.hand(0, "bakery", "bakery", "bakery", "sheep_farm", "sheep_farm")
    building(scene).do(build("bakery"), build("bakery"), build("sheep_farm"))
    me = scene.seats[0]
    assert (me.firsts, me.seconds, me.hand[kind("bakery")]) == (3, 1, 1)
    assert me.points[Source.BUILDINGS] == 3 + 3 + 1  # each copy gives its prestige
    assert build("bakery") not in scene.legal() and build("sheep_farm") not in scene.legal()
    assert int(me.seconds_used) == 1 << kind("bakery")


def test_R14_4_the_second_copy_works_without_the_first():
    scene = Scene(2)
    scene.stands(0, "bath_house")
    scene.stands(0, "second bath_house", staffed=True)
    assert scene.seats[0].power[Effect.MOVES] == 2 and scene.seats[0].power[Effect.RELOCATE] == 0


def test_R14_6_four_towers_of_six():
    scene = building().do(tower("chapel"), tower("bell_tower"), tower("gate_tower_1"), tower("battlement_1"))
    me = scene.seats[0]
    assert me.points[Source.TOWERS] == 4 + 6 + 8 + 10 and me.towers == 4
    assert not scene.legal() & set(range(Action.TOWER, Action.TOWER + 6))
    pairs = [tower(f"{name}_{number}") for name in ("gate_tower", "battlement") for number in (1, 2)]
    assert building().do(*pairs).seats[0].points[Source.TOWERS] == 2 * 8 + 2 * 10


def test_R14_6_of_two_alike_the_first_comes_first():
    scene = building()
    assert tower("gate_tower_2") not in scene.legal()
    assert tower("gate_tower_2") in scene.do(tower("gate_tower_1")).legal()


def test_R14_7_the_altar_costs_4_coins_and_2_wood_and_stands_once():
    scene = building(goods={"wood": 2, "coins": 4}).do(Action.ALTAR)
    me = scene.seats[0]
    assert (have(me), me.altar, me.altar_round, defense(scene.tables, me)) == ({}, 1, 1, 2)
    assert Action.ALTAR not in building(scene).legal()
    assert Action.ALTAR not in building(goods={"wood": 2, "coins": 3}).legal()


def test_R14_7_only_the_fifth_section_gives_8_prestige_and_a_defense():
    scene = building(goods={"stone": 6})
    me = scene.seats[0]
    for section in range(1, 6):
        scene.do(Action.WALL)
        assert (me.points[Source.WALL], defense(scene.tables, me)) == ((8, 2) if section == 5 else (0, 1))
    assert me.goods.stone == 1 and Action.WALL not in scene.legal() and me.wall_round == 1


def test_R14_8_an_archer_on_each_tower_for_5_coins():
    scene = Scene(2)
    scene.stands(0, "gate_tower_1", "chapel", "bell_tower")
    building(scene, goods={"coins": 9})
    archers = {action for action in scene.legal() if Action.ARCHER <= action < Action.FROM_PEW}
    assert archers == {archer("gate_tower_1")}
    scene.do(archer("gate_tower_1"), from_pew(1, 1))
    assert scene.seats[0].goods.coins == 4 and archer("gate_tower_1") not in scene.legal()


def test_R14_9_only_a_card_finished_now_gets_a_peasant_in_this_phase():
    scene = Scene(2)
    scene.stands(0, "library")
    scene.hand(0, "bakery")
    scene.people(0, baptized=2)
    building(scene).do(build("bakery"))
    assert put_in("bakery") in scene.legal() and put_in("library") not in scene.legal()
    scene.do(put_in("bakery"), tower("bell_tower"), put_in("bell_tower"))
    assert scene.seats[0].working == 3
    scene.do(Action.STOP_BUILDING)
    assert scene.asked() == (1, Question.BUILD)


@pytest.mark.parametrize("guild, stones", [("each_card", [1, 0]), ("first_card", [1, 1]), ("off", [2, 1])])
def test_R14_10_a_masons_guild_saves_a_stone_on_cards_but_not_on_the_wall(guild, stones):
    """The supplement's vector: a Gate Tower's 2 stone become 1; a section of wall costs 1."""
    scene = Scene(2, masons_guild=guild)
    scene.start(0, "masons_guild")
    scene.hand(0, "bakery")
    building(scene).do(tower("gate_tower_1"))
    assert scene.seats[0].goods.stone == 20 - stones[0]
    scene.do(build("bakery"))
    assert scene.seats[0].goods.stone == 20 - sum(stones)
    scene.do(Action.WALL)
    assert scene.seats[0].goods.stone == 20 - sum(stones) - 1
    scene.do(Action.ALTAR)
    assert scene.seats[0].goods.stone == 20 - sum(stones) - 1


def test_R14_10_the_first_card_of_each_round_is_cheaper_with_that_knob():
    scene = Scene(2, masons_guild="first_card")
    scene.start(0, "masons_guild")
    building(scene).do(tower("gate_tower_1"))
    clear_table(scene.state)
    building(scene).do(tower("battlement_1"))
    assert scene.seats[0].goods.stone == 20 - 3 + 1


def test_R14_10_a_masons_guild_saves_nothing_on_a_remodel_card():
    scene = Scene(2)
    scene.start(0, "masons_guild")
    scene.stands(0, *SIX_MORE)
    assert Action.REMODEL not in building(scene, goods={"wood": 2, "stone": 1}).legal()
    assert have(building(scene, goods={"wood": 2, "stone": 2}).do(Action.REMODEL).seats[0]) == {}


def test_R6_3_free_building_obeys_the_limit():
    scene = Scene(2)
    scene.stands(0, *SIX_MORE)
    scene.hand(0, "money_changer")
    scene.seats[0].free = 1
    assert build_free("money_changer") not in building(scene).legal()
