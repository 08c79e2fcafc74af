"""Crusades, help and deals."""

import pytest

from sim.games.abbey.crusades import is_open
from sim.games.abbey.dice import dice_left, locked
from sim.games.abbey.names import Action, Cause, Question, Source, Stage
from sim.games.abbey.scenes import Scene, box, crusade, from_pew, have, pews
from sim.record import NOTHING


def test_R9_1_first_a_die_and_a_peasant_then_dice_of_that_face():
    scene = Scene(2)
    scene.crusade(0, "crusade_2")
    scene.people(0, (1, 1), (2, 3), baptized=1)
    scene.dice(0, 2, 5, 5)
    scene.phase(Stage.PLACE)
    assert {crusade(2), crusade(5)} <= scene.legal()
    scene.do(crusade(5))
    assert scene.asked() == (0, Question.PEASANT)
    assert scene.legal() == {from_pew(1, 1), from_pew(2, 3), Action.FROM_BAPTISTERY}
    scene.do(from_pew(2, 3))
    held = scene.seats[0].crusade[0]
    assert (held.begun, held.face, held.dice, pews(scene.seats[0])) == (1, 5, 1, [(1, 1)])
    assert crusade(5) in scene.legal() and crusade(2) not in scene.legal()


def test_R9_1_no_peasant_no_crusade():
    scene = Scene(2)
    scene.crusade(0, "crusade_2")
    scene.people(0)
    scene.dice(0, 2)
    scene.phase(Stage.PLACE)
    assert crusade(2) not in scene.legal()  # the worker of the Garden does not go
    scene.people(0, baptized=1)
    assert crusade(2) in scene.legal()


def test_R9_2_dice_stay_over_rounds_and_can_be_added_later():
    scene = Scene(2)
    scene.crusade(0, "crusade_1", face=3, dice=2)
    assert locked(scene.seats[0]) == 2
    scene.dice(0, 3, 4)
    scene.phase(Stage.PLACE)
    scene.do(crusade(3))
    assert locked(scene.seats[0]) == 3
    scene.dice(0, 3)
    scene.do(crusade(3))
    assert locked(scene.seats[0]) == 0  # completed: these come back


def returning(name, **how):
    """Seat 0 has just filled this crusade, and rewards are due."""
    scene = Scene(2, **how)
    dice = int(scene.tables.crusades[int(name.split("_")[1]) - 1].dice)
    scene.goods(0)
    scene.goods(1)
    scene.crusade(0, name, face=4, dice=dice)
    return scene


@pytest.mark.parametrize(
    "name, goods, steps, prestige",
    [("crusade_1", {"stone": 1}, 3, 6), ("crusade_2", {"grain": 1}, 2, 4)],
)
def test_R9_3_the_two_rewards_of_the_rulebook(name, goods, steps, prestige):
    scene = returning(name)
    me = scene.seats[0]
    seated = me.seated
    scene.phase(Stage.REWARD)
    assert (have(me), me.clergy, me.points[Source.CRUSADES]) == (goods, steps, prestige)
    assert (me.seated, me.crusade[0].card, me.finished) == (seated + 1, NOTHING, 1)


@pytest.mark.parametrize("name, gained", [("crusade_15", (2, 1)), ("crusade_16", (1, 2))])
def test_R9_3_a_tool_bag_or_a_wagon_may_be_the_reward(name, gained):
    scene = returning(name)
    scene.phase(Stage.REWARD)
    assert (scene.seats[0].bags, scene.seats[0].wagons) == gained


def test_R9_3_two_completed_ones_one_after_the_other_with_a_choice_between():
    scene = returning("crusade_2")
    scene.crusade(0, "crusade_3", slot=1, face=1, dice=3)
    scene.seats[0].clergy = 8
    scene.phase(Stage.REWARD)
    assert scene.asked() == (0, Question.RESOURCE)
    scene.do(Action.RESOURCE, Action.RESOURCE)
    assert scene.seats[0].finished == 2 and scene.seats[0].clergy == 12
    assert have(scene.seats[0]) == {"grain": 1, "wood": 2 + 2}


def test_R9_3_with_full_pews_the_peasant_goes_to_supply():
    scene = Scene(2)
    scene.seated(0, 12)
    scene.crusade(0, "crusade_2", face=1, dice=3)
    supply = scene.seats[0].supply
    scene.phase(Stage.REWARD)
    assert (scene.seats[0].seated, scene.seats[0].supply) == (12, supply + 1)


def test_R9_4_given_up_the_dice_return_and_the_peasant_is_lost():
    scene = Scene(2)
    scene.crusade(0, "crusade_1", face=2, dice=3)
    scene.phase(Stage.GIVE_UP)
    assert scene.legal() == {Action.KEEP_CRUSADES, Action.GIVE_UP}
    scene.do(Action.GIVE_UP)
    me = scene.seats[0]
    assert (locked(me), me.lost[Cause.CRUSADE], me.given) == (0, 1, 1)
    assert is_open(me.crusade[0]) and me.crusade[0].begun == 0


def test_R9_4_only_what_was_begun_can_be_given_up():
    scene = Scene(2)
    scene.crusade(0, "crusade_1")
    scene.crusade(1, "crusade_2", face=2, dice=1)
    scene.phase(Stage.GIVE_UP)
    assert scene.asked() == (1, Question.GIVE_UP)


def test_R9_5_uncompleted_and_never_begun_ones_count_against_their_owner():
    scene = Scene(2)
    before = scene.row().seats[0].score
    scene.crusade(0, "crusade_1", face=2, dice=3)
    scene.crusade(0, "crusade_2", slot=1)
    row = scene.row()
    assert row.seats[0].score_uncompleted == -10 and row.seats[0].score == before - 10


def seeking(**how):
    """Seat 0 lacks one 3 of a crusade of four dice; seat 2 and seat 3 have one."""
    scene = Scene(4, crusade_help=True, **how)
    for seat in range(4):
        scene.goods(seat)
    scene.crusade(0, "crusade_1", face=3, dice=3)
    scene.dice(2, 3, 6)
    scene.dice(3, 3)
    return scene.phase(Stage.HELP)


def test_R10_1_the_owner_offers_and_those_who_can_help_are_asked_in_order():
    scene = seeking()
    assert scene.asked() == (0, Question.OFFER)
    assert scene.legal() == {Action.STOP_OFFERING} | {Action.OFFER + deal for deal in range(4)}
    scene.do(Action.OFFER)
    assert scene.asked() == (2, Question.ANSWER)
    scene.do(Action.DECLINE)
    assert scene.asked() == (3, Question.ANSWER)
    scene.do(Action.DECLINE)
    assert scene.asked() == (0, Question.OFFER) and Action.OFFER not in scene.legal()  # R10.3: once
    scene.do(Action.OFFER + 1, Action.ACCEPT)
    assert scene.asked() == (2, Question.PEASANT)
    scene.do(from_pew(1, 1))
    held = scene.seats[0].crusade[0]
    assert (held.done, held.helper, dice_left(scene.seats[2]), scene.seats[2].seated) == (1, 2, 1, 0)
    assert scene.asked()[1] == Question.BUY


def test_R10_1_the_others_are_asked_around_the_table():
    scene = Scene(4, crusade_help=True)
    scene.crusade(2, "crusade_1", face=3, dice=3)
    for seat in (0, 1, 3):
        scene.dice(seat, 3)
    scene.phase(Stage.HELP).do(Action.OFFER)
    asked = []
    while scene.asked()[1] == Question.ANSWER:
        asked.append(scene.asked()[0])
        scene.do(Action.DECLINE)
    assert asked == [3, 0, 1] and scene.asked() == (2, Question.OFFER)


def test_R10_2_without_dice_or_peasant_nobody_is_asked():
    scene = seeking(help_dice=1)
    scene.people(2)
    scene.do(Action.OFFER)
    assert scene.asked() == (3, Question.ANSWER)
    scene = Scene(2, crusade_help=True)
    scene.crusade(0, "crusade_1", face=3, dice=3)
    scene.dice(1, 4)
    assert scene.phase(Stage.HELP).asked()[1] == Question.BUY


def test_R10_2_who_helps_has_all_the_missing_dice():
    scene = Scene(3, crusade_help=True)
    scene.crusade(0, "crusade_1", face=3, dice=2)
    scene.dice(1, 3)
    scene.dice(2, 3, 3)
    scene.phase(Stage.HELP).do(Action.OFFER)
    assert scene.asked() == (2, Question.ANSWER)
    scene.do(Action.ACCEPT, from_pew(1, 1))
    assert scene.seats[0].crusade[0].done and [dice_left(me) for me in scene.seats] == [0, 1, 0]


def test_R10_1_no_deal_on_a_crusade_that_is_not_begun():
    scene = Scene(2, crusade_help=True, help_dice=3)
    scene.crusade(0, "crusade_2")
    for face in range(7):
        scene.seats[1].dice[face] = 3 * (face > 0)
    assert scene.phase(Stage.HELP).asked()[1] == Question.BUY


def test_R10_1_more_than_help_dice_missing_is_not_asked_for():
    scene = Scene(2, crusade_help=True)
    scene.crusade(0, "crusade_1", face=3, dice=1)
    scene.dice(1, 3, 3, 3)
    assert scene.phase(Stage.HELP).asked()[1] == Question.BUY


def test_R10_1_deals_are_off_by_default():
    scene = Scene(2)
    scene.crusade(0, "crusade_1", face=3, dice=3)
    scene.dice(1, 3)
    assert scene.phase(Stage.HELP).asked()[1] == Question.BUY


@pytest.mark.parametrize(
    "deal, prestige, stones, squares",
    [
        (0, [6, 0], [0, 1], [3, 0]),
        (1, [3, 3], [1, 0], [3, 0]),
        (2, [4, 2], [0, 1], [3, 0]),
        (3, [6, 0], [1, 0], [0, 3]),
    ],
)
def test_R10_3_what_the_helper_takes(deal, prestige, stones, squares):
    scene = seeking()
    scene.do(Action.OFFER + deal, Action.ACCEPT, from_pew(1, 1))
    pair = (scene.seats[0], scene.seats[2])
    seated = [int(me.seated) for me in pair]
    scene.phase(Stage.REWARD)
    assert [int(me.points[Source.CRUSADES]) for me in pair] == prestige
    assert [int(me.goods.stone) for me in pair] == stones
    assert [int(me.clergy) for me in pair] == squares
    assert [int(me.seated) for me in pair] == [seated[0] + 1, seated[1] + 1]  # R10.4
    assert scene.state.deals == 1


@pytest.mark.parametrize("deal, prestige", [(1, [3, 2]), (2, [4, 1])])
def test_R10_3_shares_are_rounded_down_and_the_owner_has_the_odd_point(deal, prestige):
    scene = Scene(2, box(("params.crusade_help", True), ("crusades.crusade_2.prestige", 5)))
    scene.crusade(0, "crusade_2", face=3, dice=2)
    scene.dice(1, 3)
    scene.phase(Stage.HELP).do(Action.OFFER + deal, Action.ACCEPT, from_pew(1, 1))
    scene.phase(Stage.REWARD)
    assert [int(me.points[Source.CRUSADES]) for me in scene.seats] == prestige


def test_R10_3_what_was_declined_may_be_offered_again_in_the_next_round():
    scene = seeking().do(Action.OFFER, Action.DECLINE, Action.DECLINE)
    assert Action.OFFER not in scene.legal()
    scene.phase(Stage.RESET)
    scene.dice(2, 3)
    assert Action.OFFER in scene.phase(Stage.HELP).legal()


def test_R10_3_a_helper_who_takes_the_steps_chooses_the_priests_goods():
    scene = seeking()
    scene.seats[2].clergy = 8
    scene.do(Action.OFFER + 3, Action.ACCEPT, from_pew(1, 1))
    scene.phase(Stage.REWARD)
    assert scene.asked() == (2, Question.RESOURCE)


def test_R18_1_one_coin_for_a_crusade_while_fewer_than_two_are_uncompleted():
    scene = Scene(2)
    scene.crusade(0, "crusade_1")
    scene.goods(0, coins=1)
    scene.goods(1)
    scene.phase(Stage.ENLIST)
    assert scene.legal() == {Action.ENLIST, Action.STOP_ENLISTING}
    scene.do(Action.ENLIST)
    me = scene.seats[0]
    assert have(me) == {} and me.crusade[1].card != NOTHING
    assert scene.asked() == (1, Question.ENLIST) and scene.legal() == {Action.STOP_ENLISTING}
    assert scene.phase(Stage.ENLIST).asked()[0] == 1  # two uncompleted: seat 0 is not asked


def test_R18_1_without_cards_nobody_is_asked():
    scene = Scene(2)
    scene.state.crusade_pile.left = 0
    scene.state.crusade_pile.cards[:] = NOTHING
    assert scene.phase(Stage.ENLIST).asked()[1] != Question.ENLIST


def test_R18_1_completed_ones_do_not_count():
    """The supplement's vector: two completed, one open, a further one may be bought."""
    scene = returning("crusade_1")
    scene.crusade(0, "crusade_2", slot=1)
    scene.seats[0].finished = 1
    scene.phase(Stage.REWARD)
    assert scene.asked() == (0, Question.ENLIST) and scene.seats[0].finished == 2
