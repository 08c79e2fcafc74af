"""Phase 3: recruiting and training."""

import pytest

from sim.games.abbey.clergy import climb
from sim.games.abbey.names import Action, Question, Source, Stage
from sim.games.abbey.peasants import defense
from sim.games.abbey.scenes import Scene, crusade, defend, have, pews, recruit, take, train


def placing(*faces, scene=None, **params):
    scene = scene or Scene(2, **params)
    scene.dice(0, *faces)
    return scene.phase(Stage.PLACE)


def test_R8_2_example_a_two_3s_and_a_2_recruit_three_peasants():
    scene = Scene(2)
    scene.seated(0, 3)
    placing(3, 3, 2, scene=scene).do(recruit(3), recruit(3), recruit(2))
    assert len(pews(scene.seats[0])) == 6 and scene.seats[0].supply == 15 - 7
    assert scene.seats[0].recruiting == 3


def test_R8_2_the_fourth_die_does_not_recruit_and_a_4_never_does():
    scene = placing(1, 1, 1, 1, 4)
    assert recruit(1) in scene.legal() and recruit(4) not in scene.legal()
    scene.do(recruit(1), recruit(1), recruit(1))
    assert recruit(1) not in scene.legal()
    assert defend(1) in scene.legal()


def test_R8_3_example_b_two_4s_and_a_6_from_the_top_of_postulant_complete_deacon():
    scene = Scene(2)
    me = scene.seats[0]
    me.clergy = 3
    placing(4, 4, 6, scene=scene).do(train(4), train(4))
    assert defense(scene.tables, me) == 1
    scene.do(train(6))
    assert (me.clergy, defense(scene.tables, me)) == (6, 2)
    assert scene.tables.steps[me.clergy].completed == 2


def test_R8_3_three_dice_train_and_low_ones_do_not():
    scene = placing(5, 5, 5, 5, 3)
    assert train(5) in scene.legal() and train(3) not in scene.legal()
    scene.do(train(5), train(5), train(5))
    assert train(5) not in scene.legal()


def test_R8_3_nobody_trains_beyond_the_last_square_and_extra_steps_are_lost():
    scene = Scene(2)
    scene.stands(0, "unnamed_4", staffed=True)
    scene.seats[0].clergy = 18
    placing(5, 5, scene=scene).do(train(5))
    assert scene.seats[0].clergy == 19 and train(5) not in scene.legal()


@pytest.mark.parametrize("heights, last", [("low", 15), ("middle", 19), ("high", 25)])
def test_R8_3_other_heights(heights, last):
    assert Scene(2, clergy_heights=heights).tables.last_step == last


@pytest.mark.parametrize("square, moves", [(0, 1), (2, 1), (3, 3), (13, 3), (14, 6), (19, 6)])
def test_R8_4_moves_are_1_then_3_then_6(square, moves):
    scene = Scene(2)
    assert scene.tables.params.moves + scene.tables.steps[square].moves == moves


def test_R8_4_the_priest_brings_two_resources_of_choice_once():
    scene = Scene(2)
    scene.goods(0)
    scene.seats[0].clergy = 9
    placing(4, scene=scene).do(train(4))
    assert scene.asked() == (0, Question.RESOURCE)
    assert scene.legal() == {take(good) for good in ("wood", "grain", "stone", "sand")}
    scene.do(take("sand"), take("sand"))
    assert have(scene.seats[0]) == {"sand": 2} and scene.asked() == (0, Question.PLACE)


def test_R8_4_bishop_4_prestige_and_each_cardinal_square_its_own():
    scene = Scene(2)
    me = scene.seats[0]
    climb(scene.state, scene.tables, 0, 13)
    assert me.points[Source.CLERGY] == 0  # Postulant, Deacon and Priest bring none
    placing(4, 5, 6, scene=scene).do(train(4))
    assert me.points[Source.CLERGY] == 4
    scene.do(train(5), train(6))
    assert me.points[Source.CLERGY] == 4 + 1 + 1
    me.clergy, me.points[Source.CLERGY] = 18, 0
    assert defense(scene.tables, me) == 2
    placing(4, scene=scene)
    me.training = 0
    scene.do(train(4))
    assert (me.points[Source.CLERGY], defense(scene.tables, me)) == (3, 3)


def test_R8_5_any_die_defends():
    scene = placing(1, 6)
    scene.do(defend(1), defend(6))
    assert defense(scene.tables, scene.seats[0]) == 3 and scene.seats[0].defending == 2


@pytest.mark.parametrize("dice", (1, 2))
def test_R8_6_the_library_changes_a_die_for_the_abbey_only(dice):
    scene = Scene(2, library_dice=dice)
    scene.start(0, "library")
    scene.crusade(0, "crusade_1", face=2, dice=1)
    placing(6, 6, 6, scene=scene)
    assert {recruit(6), train(6), defend(6)} <= scene.legal() and crusade(6) not in scene.legal()
    for _ in range(dice):
        assert recruit(6) in scene.legal()
        scene.do(recruit(6))
    assert recruit(6) not in scene.legal() and scene.seats[0].library == dice
    scene = Scene(2)
    scene.start(0, "library")
    placing(1, 1, scene=scene).do(train(1))
    assert scene.seats[0].clergy == 1 and train(1) not in scene.legal()


def test_R8_6_the_library_serves_again_after_reset():
    scene = Scene(2)
    scene.start(0, "library")
    placing(1, scene=scene).do(train(1))
    scene.phase(Stage.RESET)
    assert train(1) in placing(1, scene=scene).legal()


def test_R8_7_cards_add_a_step_and_a_peasant_to_the_first_die():
    scene = Scene(2)
    scene.stands(0, "unnamed_4", "unnamed_5", staffed=True)
    me = scene.seats[0]
    placing(1, 1, 4, 4, scene=scene).do(recruit(1), recruit(1), train(4), train(4))
    assert (me.seated, me.clergy, me.recruiting, me.training) == (1 + 3, 3, 2, 2)


def test_R8_1_a_new_recruit_may_start_a_crusade_and_dice_left_over_stay():
    scene = Scene(2)
    scene.people(0)
    scene.crusade(0, "crusade_1")
    placing(1, 5, 5, scene=scene)
    assert crusade(5) not in scene.legal()
    scene.do(recruit(1))
    scene.do(crusade(5), Action.FROM_PEW, Action.STOP_PLACING)
    assert scene.seats[0].dice[5] == 1 and scene.asked() == (1, Question.PLACE)
