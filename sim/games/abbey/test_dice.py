"""Phase 1 and the events of Phase 2."""

import pytest

from sim.deck import put
from sim.games.abbey.dice import cast, dice_left, roll_dice
from sim.games.abbey.names import PLAYERS, ROUNDS, SPOTS, Action, Cause, Effect, Question, Source, Stage
from sim.games.abbey.peasants import population
from sim.games.abbey.scenes import IDS, Scene, build, build_free, from_pew, have, without
from sim.record import NOTHING


def test_R5_1_nine_dice_less_those_on_crusades():
    """The supplement's vector: four locked, five rolled, six with a staffed Monk's Quarters."""
    scene = Scene(3)
    scene.crusade(1, "crusade_17", face=3, dice=4)
    scene.crusade(2, "crusade_18", face=3, dice=4)
    scene.stands(2, "monks_quarters", staffed=True)
    scene.state.rounds = 0
    scene.phase(Stage.ROLL)
    assert scene.state.rounds == 1
    # an event may set a die aside before anyone is asked
    less = 1 if scene.asked()[1] == Question.SET_ASIDE else 0
    assert [dice_left(me) for me in scene.seats][less:] == [9, 5, 6][less:]


def test_R5_1_a_die_is_the_same_whatever_else_is_rolled():
    one, two = Scene(2), Scene(2, dice=8)
    two.crusade(0, "crusade_1", face=2, dice=2)
    for number in range(6):
        assert cast(one.state, 0, number, 6) == cast(two.state, 0, number, 6)
    faces = {cast(one.state, seat, number, 6) for seat in range(2) for number in range(40)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_R5_1_dice_on_both_crusades_are_not_rolled():
    scene = Scene(2)
    scene.crusade(0, "crusade_17", face=3, dice=4)
    scene.crusade(0, "crusade_1", slot=1, face=2, dice=2)
    roll_dice(scene.state, scene.tables, 0)
    assert dice_left(scene.seats[0]) == 9 - 4 - 2


def test_R5_1_R7_1_seats_and_vikings_have_dice_of_their_own_in_each_round():
    scene, rolls = Scene(5), set()
    for scene.state.rounds in range(1, ROUNDS + 1):
        for seat in range(PLAYERS + 1):  # the Vikings roll as one seat more
            rolls.add(tuple(cast(scene.state, seat, number, 6) for number in range(20)))
    assert len(rolls) == ROUNDS * (PLAYERS + 1)


def ringing(scene):
    scene.stands(0, "bell_tower", staffed=True)
    scene.seats[0].rerolls = scene.seats[0].power[Effect.REROLL]
    scene.dice(0, 1, 1, 4)
    return scene.phase(Stage.REROLL)


def test_R5_2_a_bell_tower_rolls_up_to_two_dice_again_once():
    scene = ringing(Scene(2))
    assert scene.state.stage == Stage.REROLL and scene.state.event == NOTHING
    assert scene.legal() == {Action.KEEP_DICE, Action.REROLL, Action.REROLL + 3}
    scene.do(Action.REROLL)
    assert scene.asked() == (0, Question.REROLL) and dice_left(scene.seats[0]) == 2
    scene.do(Action.REROLL)
    assert dice_left(scene.seats[0]) == 3 and scene.seats[0].rerolls == 0
    assert scene.asked()[1] != Question.REROLL and scene.seats[0].dice[4] >= 1


def test_R5_2_one_die_or_none_is_allowed_and_two_sources_are_apart():
    scene = Scene(2)
    scene.stands(0, "monks_quarters", "second monks_quarters", staffed=True)
    ringing(scene)
    assert scene.seats[0].rerolls == 2
    scene.do(Action.KEEP_DICE)
    assert scene.asked() == (0, Question.REROLL) and scene.seats[0].rerolls == 1
    scene.do(Action.REROLL, Action.KEEP_DICE)
    assert scene.seats[0].rerolls == 0 and dice_left(scene.seats[0]) == 3


def test_R5_2_as_many_rerolls_as_sources_are_staffed_when_dice_are_rolled():
    scene = Scene(2)
    scene.stands(0, "bell_tower", "monks_quarters", "second monks_quarters", staffed=True)
    scene.stands(1, "bell_tower", "second monks_quarters")
    for seat in range(2):
        roll_dice(scene.state, scene.tables, seat)
    assert [int(me.rerolls) for me in scene.seats] == [2, 0]


def thrown_again(scene):
    """The faces that one re-roll of two 1s brings."""
    me = scene.seats[0]
    before = list(me.dice)
    scene.do(Action.REROLL, Action.REROLL)
    return [int(now) - int(was) + 2 * (face == 1) for face, (now, was) in enumerate(zip(me.dice, before, strict=True))]


def test_R5_2_each_reroll_throws_its_own_dice_and_other_faces():
    differ = False
    for deal in range(8):
        scene = Scene(2, deal=deal)
        scene.stands(0, "monks_quarters", "second monks_quarters", staffed=True)
        ringing(scene)
        scene.dice(0, 1, 1, 1, 1, 4)
        first, second = thrown_again(scene), thrown_again(scene)
        assert sum(first) == sum(second) == 2
        differ |= first != second
    assert differ


def test_R5_2_the_toggle_lets_the_bell_tower_wait_for_the_event():
    scene = ringing(Scene(2, bell_tower_before_event=False))
    assert scene.asked() == (0, Question.REROLL) and scene.state.stage == Stage.LATE_REROLL
    assert scene.state.event >= 0


def test_R6_1_vikings_go_under_the_pile_in_round_1_only():
    for deal in range(12):
        scene = Scene(2, deal=deal)
        pile = [int(card) for card in scene.state.event_pile.cards[:7]]
        vikings = {card for card in pile if IDS["events"][card].startswith("vikings")}
        top = [card in vikings for card in reversed(pile)]
        scene.state.rounds = 0
        scene.phase(Stage.ROLL)
        first = top.index(False)
        assert scene.state.event == pile[6 - first]
        under = [int(card) for card in scene.state.event_pile.cards[:first]]
        assert under == [pile[6 - place] for place in range(first)][::-1]


def test_R6_1_all_vikings_on_top_go_under_the_pile_one_by_one():
    scene = Scene(2)
    state = scene.state
    pile = sorted(
        (int(card) for card in state.event_pile.cards[:7]), key=lambda card: IDS["events"][card].startswith("vikings")
    )
    state.event_pile.cards[:7] = pile  # three Vikings on top
    scene.phase(Stage.DRAW)
    assert state.event == pile[3]
    assert [int(card) for card in state.event_pile.cards[:6]] == pile[4:] + pile[:3]


@pytest.mark.parametrize(
    "event, before, after",
    [
        ("plenty_2", {}, {"grain": 2}),
        ("plenty_3", {}, {"coins": 3}),
        ("plenty_5", {}, {"stone": 1}),
        ("disaster_3", {"wood": 3}, {"wood": 1}),
        ("disaster_3", {"wood": 1}, {}),
        ("disaster_5", {"coins": 2, "wood": 1}, {"wood": 1}),
    ],
)
def test_R6_2_gifts_and_losses_for_everyone(event, before, after):
    scene = Scene(3)
    for seat in range(3):
        scene.goods(seat, **before)
    scene.event(event)
    scene.phase(Stage.EVENT)
    assert [have(me) for me in scene.seats] == [after] * 3


def test_R6_2_a_newcomer_a_step_and_a_plague():
    scene = Scene(2)
    scene.event("plenty_4")
    scene.phase(Stage.EVENT)
    assert [population(me) for me in scene.seats] == [3, 3]
    scene = Scene(2)
    scene.seats[0].clergy = 13  # one below the Bishop's top
    scene.event("plenty_7")
    scene.phase(Stage.EVENT)
    assert scene.seats[0].points[Source.CLERGY] == 4 and scene.seats[1].clergy == 1
    scene = Scene(2)
    scene.event("disaster_1")
    scene.phase(Stage.EVENT)
    assert scene.asked() == (0, Question.LOSE)
    scene.do(from_pew(1, 1))
    assert scene.asked() == (1, Question.LOSE) and scene.seats[0].lost[Cause.DISASTER] == 1


def test_R6_3_one_building_for_nothing_and_no_tower():
    scene = Scene(2)
    scene.goods(0)
    scene.hand(0, "monks_quarters", "bakery")
    scene.event("plenty_1")
    scene.phase(Stage.EVENT)
    assert [int(me.free) for me in scene.seats] == [1, 1]
    scene.phase(Stage.BUILD)
    assert scene.legal() == {Action.STOP_BUILDING, build_free("monks_quarters"), build_free("bakery")}
    scene.do(build_free("monks_quarters"))
    assert scene.legal() == {Action.STOP_BUILDING} and scene.seats[0].points[Source.BUILDINGS] == 5
    scene.goods(0, wood=1, grain=1, stone=1)
    assert build("bakery") in scene.legal()
    scene.phase(Stage.RESET)
    assert [int(me.free) for me in scene.seats] == [0, 0]  # for this round


def test_R6_4_each_sets_a_die_of_his_choice_aside():
    scene = Scene(2)
    scene.dice(0, 1, 6)
    scene.dice(1, 3)
    scene.event("disaster_6")
    scene.phase(Stage.EVENT)
    assert scene.legal() == {Action.SET_ASIDE, Action.SET_ASIDE + 5}
    scene.do(Action.SET_ASIDE, Action.SET_ASIDE + 2)
    assert [dice_left(me) for me in scene.seats] == [1, 0]


def test_R6_4_who_has_no_die_left_sets_none_aside():
    scene = Scene(2)
    scene.dice(1, 3)
    scene.event("disaster_6")
    scene.phase(Stage.EVENT)
    assert scene.asked() == (1, Question.SET_ASIDE)


def test_R6_5_any_of_the_four_spots_may_be_closed():
    closed, landslide = set(), IDS["events"].index("disaster_7")
    for deal in range(30):
        scene = Scene(2, deal=deal)
        assert without(scene.state.event_pile, landslide) or without(scene.state.unused_events, landslide)
        put(scene.state.event_pile, landslide)
        closed.add(int(scene.phase(Stage.DRAW).state.closed))
    assert closed == set(range(SPOTS))


def test_R6_5_nobody_goes_to_a_closed_spot():
    scene = Scene(2)
    scene.dice(0, 6, 6)
    scene.phase(Stage.GATHER)
    open_spots = {(action - Action.GATHER) // 27 for action in scene.legal() if 83 <= action < 191}
    scene.state.closed = 2
    closed = {(action - Action.GATHER) // 27 for action in scene.legal() if 83 <= action < 191}
    assert (open_spots, closed) == ({0, 1, 2, 3}, {0, 1, 3})
