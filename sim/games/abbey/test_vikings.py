"""Vikings! cards."""

import pytest

from sim.games.abbey.names import Action, Cause, Effect, Question, Source, Stage, Standing
from sim.games.abbey.peasants import defense, population
from sim.games.abbey.reset import clear_table
from sim.games.abbey.scenes import Scene, build, from_pew, from_site, give, have, kind, site
from sim.games.abbey.vikings import can_fight, land


def prestige(scene):
    return [int(me.points[Source.VIKINGS]) for me in scene.seats]


def test_R7_the_example_of_the_rulebook():
    """Red has no 5; Blue's two 3s; Green's 1 wins; Yellow has no turn; Blue gains 3."""
    scene = Scene(4)
    for seat, faces in enumerate(((2, 2, 4), (3, 3, 6), (1, 6), (5, 5))):
        scene.dice(seat, *faces)
    scene.vikings(5, 3, 3, 1)
    scene.go()
    assert scene.asked() == (0, Question.LOSE)
    scene.do(from_pew(1, 1))
    assert scene.asked() == (1, Question.FIGHT) and scene.legal() == {Action.FIGHT, Action.REFUSE}
    scene.do(Action.FIGHT)
    assert scene.legal() == {Action.FIGHT, Action.STOP_FIGHTING}
    scene.do(Action.FIGHT)
    assert scene.asked() == (2, Question.FIGHT)
    scene.do(Action.FIGHT)
    assert prestige(scene) == [-1, 2 + 3, 1, 0]
    assert (scene.state.won, scene.state.defeats, scene.seats[1].most) == (1, 0, 1)
    assert scene.seats[0].lost[Cause.VIKINGS] == 1 and scene.asked()[1] == Question.PLACE


def test_R7_1_the_first_player_fights_first():
    scene = Scene(3)
    scene.state.first = 1
    for seat in range(3):
        scene.dice(seat, 4)
    scene.vikings(4, 4, 4)
    scene.go()
    order = []
    for _ in range(3):
        order.append(scene.asked()[0])
        scene.do(Action.FIGHT)
    assert order == [1, 2, 0] and prestige(scene) == [1, 1, 1]


@pytest.mark.parametrize("seats, rows", [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_R7_1_as_many_dice_as_players_from_high_to_low(seats, rows):
    scene = Scene(seats)
    seen = set()
    for number in range(20):
        scene.state.rounds = number
        land(scene.state, scene.tables)
        faces = [int(face) for face in scene.state.viking[:rows]]
        assert scene.state.rows == rows and faces == sorted(faces, reverse=True) and min(faces) > 0
        seen |= set(faces)
    assert seen == {1, 2, 3, 4, 5, 6}


def test_R7_3_refusing_costs_the_same_as_not_having_the_die():
    """The supplement's vector: row 4, the player holds a 4 and refuses."""
    scene = Scene(2)
    scene.dice(0, 4)
    scene.vikings(4, 1)
    scene.go().do(Action.REFUSE)
    assert (scene.asked(), prestige(scene)) == ((0, Question.LOSE), [-1, 0])
    scene.do(from_pew(1, 1))
    assert scene.seats[0].dice[4] == 1 and scene.state.fallen >= 1


def test_R7_3_refusing_may_be_barred():
    scene = Scene(2, viking_may_refuse=False)
    scene.dice(0, 4)
    scene.vikings(4, 1)
    assert scene.go().legal() == {Action.FIGHT}


def test_R7_3_without_a_peasant_the_row_still_falls():
    scene = Scene(2)
    scene.people(0)
    scene.start(0, "garden")
    scene.seats[0].supply += 1
    scene.seats[0].site[site("garden")] = Standing.EMPTY
    scene.seats[0].working = 0
    scene.seats[0].power[Effect.GARDEN] = 0
    scene.dice(1, 1)
    scene.vikings(4, 1)
    scene.go()
    assert population(scene.seats[0]) == 0
    assert scene.asked() == (1, Question.FIGHT) and scene.state.fallen == 1


def test_R7_3_an_archer_given_up_costs_his_defense_at_once():
    scene = Scene(2)
    scene.stands(0, "gate_tower_1", staffed=True)
    scene.dice(1, 1)
    scene.vikings(4, 1)
    assert defense(scene.tables, scene.seats[0]) == 2
    scene.go().do(from_site("gate_tower_1"))
    assert defense(scene.tables, scene.seats[0]) == 1


def lost(scene):
    """Both seats have no dice: the Vikings win."""
    scene.dice(0)
    scene.dice(1)
    scene.vikings(4, 1)
    return scene.go().do(from_pew(1, 1), from_pew(1, 1))


@pytest.mark.parametrize("is_loss", (True, False))
def test_R7_5_a_tie_is_a_loss_unless_the_knob_says_no(is_loss):
    scene = Scene(2, vikings_tie_is_loss=is_loss)
    scene.dice(1, 1)
    scene.vikings(4, 1)
    scene.go().do(from_pew(1, 1), Action.FIGHT)
    assert (scene.state.defeats, scene.state.won) == (is_loss, not is_loss)
    assert prestige(scene) == ([-1, 1] if is_loss else [-1, 1 + 3])


def test_R7_5_nobody_gains_3_when_two_placed_equally_many():
    scene = Scene(2)
    scene.dice(0, 4)
    scene.dice(1, 1)
    scene.vikings(4, 1)
    scene.go().do(Action.FIGHT, Action.FIGHT)
    assert scene.state.won == 1 and prestige(scene) == [1, 1]


def test_R7_6_each_gives_up_a_card_with_its_peasant_and_keeps_its_prestige():
    scene = Scene(2)
    scene.stands(0, "bakery", "chapel")
    scene.seats[0].points[Source.BUILDINGS] = 3
    lost(scene)
    assert scene.asked() == (0, Question.GIVE_CARD)
    assert scene.legal() == {give("garden"), give("bakery"), give("chapel")}
    scene.do(give("garden"))
    me = scene.seats[0]
    assert (me.firsts, me.taken, me.working, me.points[Source.BUILDINGS]) == (1, 1, 0, 3)
    assert me.lost[Cause.VIKINGS] == 2 and me.power[Effect.GARDEN] == 0
    assert scene.asked() == (1, Question.GIVE_CARD)


def test_R7_6_of_two_copies_the_other_becomes_the_first_with_its_own_peasant():
    scene = Scene(2)
    scene.start(0, "cloister")
    scene.stands(0, "second cloister")
    lost(scene).do(give("cloister"))
    me = scene.seats[0]
    assert me.site[site("cloister")] == Standing.EMPTY and me.site[site("second cloister")] == Standing.NONE
    assert (me.firsts, me.seconds, defense(scene.tables, me)) == (1, 0, 1)
    scene = Scene(2)
    scene.start(0, "cloister")
    scene.stands(0, "second cloister", staffed=True)
    lost(scene).do(give("cloister"))
    assert defense(scene.tables, scene.seats[0]) == 2
    scene = Scene(2)
    scene.start(0, "masons_guild")
    scene.stands(0, "second masons_guild", staffed=True)
    assert defense(scene.tables, scene.seats[0]) == 2
    lost(scene).do(give("masons_guild"))
    assert defense(scene.tables, scene.seats[0]) == 1  # the second's effect was of the second only


def test_R7_6_animals_go_with_their_own_farm_only():
    scene = Scene(2)
    scene.stands(0, "sheep_farm", "dairy_farm", staffed=True)
    scene.seats[0].sheep, scene.seats[0].cows = 4, 2
    lost(scene).do(give("sheep_farm"))
    assert (scene.seats[0].sheep, scene.seats[0].cows) == (0, 2)


def test_R7_6_R15_2_a_farm_built_after_one_that_was_lost_begins_anew():
    scene = Scene(2)
    me = scene.seats[0]
    scene.stands(0, "sheep_farm", staffed=True)
    lost(scene).do(give("sheep_farm"))
    scene.state.rounds = 3
    scene.stands(0, "sheep_farm", staffed=True)
    assert me.sheep == 2  # two for each card
    scene.goods(0, grain=3)
    scene.phase(Stage.FEED)
    assert me.sheep == 2  # and no further one in this round
    scene = Scene(2)
    me = scene.seats[0]
    scene.stands(0, "dairy_farm", staffed=True)
    me.cows = 2
    lost(scene).do(give("dairy_farm"))
    assert me.cows == 0
    scene.state.rounds = 3
    scene.stands(0, "dairy_farm", staffed=True)
    scene.goods(0, grain=3)
    scene.phase(Stage.FEED)
    assert me.cows == 0


def test_R7_7_who_has_nothing_built_loses_all_goods_and_no_more():
    scene = Scene(2)
    scene.start(0, "garden")
    me = scene.seats[0]
    me.site[site("garden")], me.firsts, me.working, me.power[Effect.GARDEN] = Standing.NONE, 0, 0, 0
    me.supply += 1
    me.sheep_since = 1
    scene.goods(0, wood=2, grain=1, stone=3, sand=2, coins=9)
    scene.hand(0, "bakery")
    lost(scene)
    assert have(me) == {} and (me.bags, me.wagons, me.hand[kind("bakery")]) == (1, 1, 1)
    assert scene.asked() == (1, Question.GIVE_CARD)


def test_R7_8_dice_placed_are_gone_and_the_library_does_not_help():
    scene = Scene(2)
    scene.start(0, "library")
    scene.dice(0, 3)
    scene.vikings(4, 1)
    assert not can_fight(scene.state, scene.seats[0])
    scene = Scene(2)
    scene.dice(0, 4, 4)
    scene.vikings(4, 1)
    scene.go().do(Action.FIGHT)
    assert sum(scene.seats[0].dice) == 1


def test_R7_4_no_turn_for_those_after_the_last_row():
    scene = Scene(2)
    scene.dice(0, 4, 1)
    scene.dice(1, 6)
    scene.vikings(4, 1)
    scene.go().do(Action.FIGHT, Action.FIGHT)
    assert prestige(scene) == [2 + 3, 0] and scene.asked() == (0, Question.PLACE)


def test_R7_6_R19_1_nobody_is_plundered_again_in_a_round_without_vikings():
    scene = Scene(2)
    scene.stands(0, "bakery")
    lost(scene).do(give("bakery"), give("garden"))
    clear_table(scene.state)
    scene.event("plenty_2")
    scene.phase(Stage.DEFEAT)
    assert scene.asked() == (0, Question.PLACE) and scene.state.defeats == 1


def test_R14_6_a_tower_lost_is_not_built_again():
    scene = Scene(2)
    scene.stands(0, "gate_tower_1", "gate_tower_2", "battlement_1", "battlement_2")
    lost(scene).do(give("gate_tower_1"))
    scene.goods(0, wood=9, stone=9, sand=9, coins=9)
    scene.phase(Stage.BUILD)
    assert not scene.legal() & set(range(Action.TOWER, Action.TOWER + 6))
    scene = Scene(2)
    scene.stands(0, "gate_tower_1")
    lost(scene).do(give("gate_tower_1"))
    scene.goods(0, wood=9, stone=9, sand=9, coins=9)
    scene.phase(Stage.BUILD)
    towers = scene.legal() & set(range(Action.TOWER, Action.TOWER + 6))
    assert {action - Action.TOWER for action in towers} == {site(name) for name in ("chapel", "bell_tower")} | {
        site("gate_tower_2"),
        site("battlement_1"),
    }
    assert build("bakery") not in scene.legal()
