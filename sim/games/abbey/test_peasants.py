"""Peasants and defense."""

import pytest

from sim.games.abbey.names import Action, Cause, Question, Source, Stage, Standing
from sim.games.abbey.peasants import defense, population, recruit_peasants
from sim.games.abbey.scenes import Scene, from_pew, from_site, pews, site


def test_R3_1_pews_fill_from_the_back_and_from_the_bottom():
    scene = Scene(2)
    me = scene.seats[0]
    scene.people(0, (1, 1), (1, 3), (2, 2))
    recruit_peasants(scene.tables, me, 3)
    assert pews(me) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def test_R3_2_with_an_empty_supply_or_full_pews_a_gift_is_lost_and_no_die_recruits():
    scene = Scene(2, dice=9)
    scene.seated(0, 12)
    scene.seats[1].lost[Cause.HUNGER], scene.seats[1].supply = scene.seats[1].supply, 0
    for seat in (0, 1):
        before = population(scene.seats[seat])
        recruit_peasants(scene.tables, scene.seats[seat], 1)
        assert population(scene.seats[seat]) == before
        scene.dice(seat, 1, 2, 3)
        scene.phase(Stage.PLACE)
        if seat == 1:
            scene.do(Action.STOP_PLACING)
        assert not [action for action in scene.legal() if Action.RECRUIT <= action < Action.TRAIN]


def in_the_dark(defended=3, level=5):
    """Seat 0 has this defense in a round of this level."""
    scene = Scene(2)
    scene.state.rounds = level - 1  # levels 3, 3, 4, 5
    for me in scene.seats:
        me.defending = level
    scene.seats[0].defending = defended - 1
    return scene


def test_R3_3_the_owner_says_whom_he_loses_and_they_never_come_back():
    scene = in_the_dark()
    scene.people(0, (1, 1), (3, 2), baptized=1)
    scene.phase(Stage.DARKNESS)
    assert scene.asked() == (0, Question.LOSE)
    assert scene.legal() == {from_pew(1, 1), from_pew(3, 2), Action.FROM_BAPTISTERY, from_site("garden")}
    scene.do(from_site("garden"), from_pew(3, 2))
    me = scene.seats[0]
    assert me.site[site("garden")] == Standing.EMPTY and pews(me) == [(1, 1)]
    assert (me.lost[Cause.DARKNESS], me.working, scene.state.losing) == (2, 0, 0)


def test_R3_3_with_one_peasant_left_only_he_is_lost_but_all_the_prestige():
    """The supplement's vector: darkness 5, defense 3, one peasant."""
    scene = in_the_dark()
    scene.people(0)
    scene.phase(Stage.DARKNESS)
    scene.do(from_site("garden"))
    me = scene.seats[0]
    assert (population(me), me.points[Source.DARKNESS], me.lost[Cause.DARKNESS]) == (0, -4, 1)


def test_R3_4_a_worker_is_not_moved_without_a_bath_house():
    scene = Scene(2)
    scene.stands(0, "bakery")
    scene.phase(Stage.MOVE)
    assert not [action for action in scene.legal() if Action.RELOCATE <= action < Action.BUILD]


@pytest.mark.parametrize(
    "arrange, more",
    [
        (lambda scene, me: setattr(me, "altar", 1), 1),
        (lambda scene, me: setattr(me, "clergy", 6), 1),
        (lambda scene, me: setattr(me, "clergy", 19), 2),
        (lambda scene, me: setattr(me, "wall", 4), 0),
        (lambda scene, me: setattr(me, "wall", 5), 1),
        (lambda scene, me: scene.stands(0, "gate_tower_1", "battlement_1", staffed=True), 2),
        (lambda scene, me: scene.stands(0, "gate_tower_1"), 0),
        (lambda scene, me: scene.stands(0, "cloister", "second cloister", staffed=True), 2),
        (lambda scene, me: scene.stands(0, "cloister"), 0),
        (lambda scene, me: scene.stands(0, "masons_guild", "second masons_guild", staffed=True), 1),
        (lambda scene, me: setattr(me, "defending", 3), 3),
    ],
)
def test_R4_1_what_defends(arrange, more):
    scene = Scene(2)
    arrange(scene, scene.seats[0])
    assert defense(scene.tables, scene.seats[0]) == 1 + more


def test_R4_2_chapel_and_priest_give_one_defense_and_it_goes_with_the_chapel():
    scene = Scene(2)
    me = scene.seats[0]
    me.clergy = 10  # Deacon and Priest complete
    assert defense(scene.tables, me) == 2
    scene.stands(0, "chapel")
    assert defense(scene.tables, me) == 3
    me.site[site("chapel")] = Standing.GONE
    assert defense(scene.tables, me) == 2
