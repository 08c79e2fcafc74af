"""Phases 8, 9 and 10."""

import pytest

from sim.games.abbey.feeding import darkness_in, feeding_levels
from sim.games.abbey.names import Action, Cause, Question, Source, Stage
from sim.games.abbey.scenes import Scene, from_pew, have


def hungry(seated, scene=None, rounds=1, **goods):
    """Seat 0 has one worker in his Garden and so many in the pews; the Garden gives nothing below 3 grain."""
    scene = scene or Scene(2)
    scene.state.rounds = rounds
    scene.seated(0, seated)
    scene.goods(0, **goods)
    scene.goods(1)
    return scene.phase(Stage.FEED)


@pytest.mark.parametrize("people, levels", [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (13, 3)])
def test_R15_3_levels_of_population(people, levels):
    scene = Scene(2)
    scene.seated(0, people - 1)
    assert feeding_levels(scene.state, scene.tables, scene.seats[0]) == levels


def test_R15_3_nobody_eats_nothing():
    scene = Scene(2)
    scene.people(0)
    me = scene.seats[0]
    me.working = 0
    assert feeding_levels(scene.state, scene.tables, me) == 0


def test_R15_5_eight_peasants_without_grain_lose_two_and_4_prestige():
    scene = hungry(7).do(Action.FEED, from_pew(1, 1), from_pew(1, 2))
    me = scene.seats[0]
    assert (me.points[Source.HUNGER], me.lost[Cause.HUNGER], me.seated) == (-4, 2, 5)


def test_R15_4_grain_is_paid_as_far_as_it_goes():
    scene = hungry(7, grain=1).do(Action.FEED, from_pew(1, 1))
    assert (scene.seats[0].points[Source.HUNGER], have(scene.seats[0])) == (-2, {})


def test_R15_4_three_cows_feed_twelve_for_nothing():
    scene = Scene(2)
    scene.stands(0, "dairy_farm", staffed=True)
    scene.seats[0].cows = 3
    hungry(10, scene=scene, rounds=2, grain=1)
    assert scene.asked()[0] == 1 and (scene.seats[0].cows, scene.seats[0].goods.grain) == (3, 1)


def test_R15_4_ten_peasants_with_two_cows_and_a_bakery_need_nothing():
    scene = Scene(2)
    scene.stands(0, "bakery", staffed=True)
    scene.seats[0].cows, scene.seats[0].cows_since = 2, 1
    hungry(8, scene=scene)
    assert scene.asked()[0] == 1


@pytest.mark.parametrize("seated, grain", [(7, 0), (12, 1)])
def test_R15_4_a_sheep_covers_two_levels_and_is_spent(seated, grain):
    """One sheep feeds eight; thirteen peasants need a grain besides."""
    scene = Scene(2)
    scene.seats[0].sheep = scene.seats[0].sheep_since = 1
    hungry(seated, scene=scene, grain=2).do(Action.EAT_SHEEP)
    if grain:
        assert scene.asked() == (0, Question.FEED)
        scene.do(Action.FEED)
    assert (scene.seats[0].sheep, scene.seats[0].goods.grain, scene.asked()[0]) == (0, 2 - grain, 1)


def test_R15_4_nobody_must_spend_a_sheep():
    scene = Scene(2)
    scene.seats[0].sheep = scene.seats[0].sheep_since = 1
    hungry(3, scene=scene).do(Action.FEED, from_pew(1, 1))
    assert scene.seats[0].sheep == 1 and scene.seats[0].points[Source.HUNGER] == -2


@pytest.mark.parametrize("gardens, before, after", [(1, 3, 4), (1, 5, 6), (1, 6, 8), (2, 3, 5), (2, 6, 10)])
def test_R15_1_a_grain_for_each_three_held_before(gardens, before, after):
    scene = Scene(2)
    if gardens == 2:
        scene.stands(0, "second garden", staffed=True)
    hungry(0, scene=scene, grain=before).do(Action.FEED)
    assert scene.seats[0].goods.grain == after - 1


def test_R15_2_two_sheep_at_once_then_one_a_round_up_to_five():
    scene = Scene(2)
    scene.stands(0, "sheep_farm", "dairy_farm", staffed=True)
    me = scene.seats[0]
    assert (me.sheep, me.cows) == (2, 0)
    for rounds, sheep, cows in ((1, 2, 0), (2, 3, 1), (3, 4, 2), (4, 5, 3), (5, 5, 3)):
        hungry(0, scene=scene, rounds=rounds, grain=2)
        assert (me.sheep, me.cows) == (sheep, cows)


def test_R15_2_a_farm_without_a_worker_brings_nothing():
    scene = Scene(2)
    scene.stands(0, "sheep_farm", "dairy_farm")
    me = scene.seats[0]
    me.sheep, me.cows, me.sheep_since, me.cows_since = 2, 1, 1, 1
    hungry(0, scene=scene, rounds=2)
    assert (me.sheep, me.cows) == (2, 1)


def test_R15_4_grain_and_cows_of_this_phase_are_there_for_feeding():
    scene = Scene(2)
    scene.stands(0, "dairy_farm", staffed=True)
    hungry(3, scene=scene, rounds=2, grain=3)  # five people: the new cow covers a level
    me = scene.seats[0]
    assert (me.cows, me.goods.grain, int(scene.state.owed)) == (1, 4, 1)


def test_R6_6_feast_and_famine():
    scene = Scene(2)
    scene.event("plenty_6")
    assert feeding_levels(scene.state, scene.tables, scene.seats[0]) == 0
    scene = Scene(2)
    scene.event("disaster_2")
    assert feeding_levels(scene.state, scene.tables, scene.seats[0]) == 2


def test_R6_6_R15_5_a_famine_makes_four_levels_of_nine_peasants():
    scene = Scene(2)
    scene.event("disaster_2")
    hungry(8, scene=scene).do(Action.FEED)
    assert (scene.state.losing, scene.seats[0].points[Source.HUNGER]) == (4, -8)


@pytest.mark.parametrize("start, levels", [("first", [3, 3, 4, 5, 6, 7, 8]), ("second", [3, 4, 5, 6, 7, 8, 9])])
def test_R16_1_R21_2_the_darkness_of_seven_rounds(start, levels):
    tables = Scene(2, darkness_start=start).tables
    assert [darkness_in(tables, number) for number in range(1, 8)] == levels


def test_R16_2_defense_3_against_5_loses_two_peasants_and_4_prestige():
    scene = Scene(2)
    scene.state.rounds = 4
    scene.seated(0, 4)
    scene.seats[0].defending, scene.seats[1].defending = 2, 4
    scene.phase(Stage.DARKNESS)
    scene.do(from_pew(1, 1), from_pew(1, 2))
    me = scene.seats[0]
    assert (me.points[Source.DARKNESS], me.lost[Cause.DARKNESS], me.gap[3], me.guard[3]) == (-4, 2, 2, 3)
    assert scene.seats[1].points[Source.DARKNESS] == 0


def test_R16_2_losing_an_archer_does_not_widen_the_gap():
    scene = Scene(2)
    scene.stands(0, "gate_tower_1", staffed=True)
    scene.seats[1].defending = 9
    scene.phase(Stage.DARKNESS)
    scene.do(Action.FROM_SITE)
    assert scene.seats[0].lost[Cause.DARKNESS] == 1 and scene.seats[0].gap[0] == 1


def test_R6_6_a_long_night_and_no_income():
    scene = Scene(2)
    scene.event("disaster_4")
    scene.phase(Stage.DARKNESS)
    assert scene.seats[0].gap[0] == 3
    scene = Scene(2)
    scene.goods(0)
    scene.event("disaster_8")
    scene.phase(Stage.INCOME)
    assert have(scene.seats[0]) == {}


def test_R17_1_a_coin_for_each_peasant_and_none_on_crusades():
    scene = Scene(2)
    scene.goods(0)
    scene.people(0, (1, 1), (1, 2), baptized=1)
    scene.crusade(0, "crusade_1", face=2, dice=1)
    scene.phase(Stage.INCOME)
    assert have(scene.seats[0]) == {"coins": 4}


def test_R17_2_a_brewery_counts_workers_itself_included_and_cards_add_their_goods():
    scene = Scene(2)
    scene.goods(0)
    scene.people(0)
    scene.stands(0, "brewery", "gate_tower_1", "bell_tower", staffed=True)
    scene.phase(Stage.INCOME)
    assert have(scene.seats[0]) == {"coins": 4 + 4}
    scene = Scene(2)
    scene.goods(0)
    scene.people(0)
    scene.stands(0, "unnamed_1", "unnamed_2", "unnamed_3", "cellarium", "second cellarium", staffed=True)
    scene.phase(Stage.INCOME)
    assert have(scene.seats[0]) == {"coins": 6 + 2, "wood": 1, "stone": 1, "grain": 1}
