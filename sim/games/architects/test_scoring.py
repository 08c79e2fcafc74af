"""The end of the game: final scoring.  What each Building counts: test_buildings.py."""

import pytest

from sim.games.architects.names import Action, Question, Tiebreak
from sim.games.architects.scenes import Scene


def test_R14_1_virtue_comes_before_points():
    """The Lighthouse counts the virtue that the Trading Post has just given."""
    scene = Scene(2)
    scene.built(0, "lighthouse", "trading_post")
    scene.goods(0, wood=4)
    row = scene.finish()
    assert (row.seats[0].virtue, row.seats[0].score_buildings) == (8, 6 + 7 + 2)


def test_R14_1_virtue_of_all_players_comes_before_points_of_any():
    """The virtue of seat 2 destroys a debt of its own before the University of seat 1 or 2 counts."""
    scene = Scene(2)
    scene.built(0, "lighthouse")
    scene.built(1, "university", "reservoir")
    them = scene.seats[1]
    them.virtue, them.unpaid, them.paid = 14, 1, 2
    row = scene.finish(Action.DESTROY)
    assert (row.seats[1].score_buildings, row.seats[1].score_debts) == (11 + 4 + 2, 0)


def test_R14_1_sources_are_the_sum():
    scene = Scene(2)
    scene.goods(0, silver=10, gold=1)
    scene.seats[0].level = 2
    row = scene.finish()
    mine = row.seats[0]
    assert mine.score == 4 + 0 + 1 + 1
    assert (mine.score_cathedral, mine.score_virtue, mine.score_silver, mine.score_gold_marble) == (4, 0, 1, 1)


def test_R14_2_several_effects_on_virtue_add_up_and_spend_nothing():
    scene = Scene(2)
    scene.built(0, "castle", "observatory", "reservoir", "chapel", "trading_post")
    me = scene.seats[0]
    scene.goods(0, gold=2, marble=2, clay=4)
    me.paid, me.level, me.virtue = 2, 1, 1
    row = scene.finish()
    assert row.seats[0].virtue == 1 + 1 + 1 + 1 + 2 + 1
    assert (me.goods.gold, me.goods.marble, me.goods.clay, me.paid) == (2, 2, 4, 2)
    assert row.seats[0].score_gold_marble == 4


def test_R14_3_points_of_virtue_below_0_are_debts():
    scene = Scene(2)
    scene.built(0, "dungeon")
    scene.seats[0].virtue = 1
    row = scene.finish()
    assert (row.seats[0].virtue, row.seats[0].unpaid, row.seats[0].score_debts) == (0, 1, -2)


@pytest.mark.parametrize("answers, virtue, unpaid, points", [
    ((Action.DUNGEON_FIRST,), 14, 1, 7 - 2),
    ((Action.DUNGEON_LAST, Action.DESTROY), 12, 0, 3),
    ((Action.DUNGEON_LAST, Action.SPARE), 12, 1, 3 - 2),
])  # fmt: skip
def test_R14_3_the_owner_of_the_dungeon_says_what_comes_first(answers, virtue, unpaid, points):
    """Virtue 13, one unpaid debt, three to gain."""
    scene = Scene(2)
    scene.built(0, "dungeon", "reservoir")
    me = scene.seats[0]
    me.virtue, me.unpaid, me.paid = 13, 1, 6
    row = scene.finish(*answers)
    assert (row.seats[0].virtue, row.seats[0].unpaid) == (virtue, unpaid)
    assert row.seats[0].score_virtue + row.seats[0].score_debts == points


def test_R14_3_at_the_lower_end_it_matters_too():
    found = []
    for answer in (Action.DUNGEON_FIRST, Action.DUNGEON_LAST):
        scene = Scene(2)
        scene.built(0, "dungeon", "reservoir")
        scene.seats[0].virtue, scene.seats[0].paid = 1, 6
        row = scene.finish(answer)
        found.append((int(row.seats[0].virtue), int(row.seats[0].unpaid)))
    assert found == [(3, 1), (2, 0)]


def test_R14_3_the_right_seat_is_asked_and_only_if_there_is_a_gain():
    scene = Scene(3)
    scene.built(1, "dungeon", "reservoir")
    scene.built(2, "castle")
    scene.state.guildhall, scene.state.last_turns = 16, 1
    scene.turn(2).do(Action.QUARRY)
    assert scene.state.over, "nothing to gain, nothing to ask"
    scene = Scene(3)
    scene.built(1, "dungeon", "reservoir")
    scene.seats[1].paid = 2
    scene.state.guildhall, scene.state.last_turns = 16, 1
    scene.turn(2).do(Action.QUARRY)
    assert (scene.state.seat, scene.state.question) == (1, Question.DUNGEON)
    assert scene.legal() == {Action.DUNGEON_FIRST, Action.DUNGEON_LAST}
    scene.do(Action.DUNGEON_LAST)
    assert scene.state.over and scene.seats[1].virtue == 6


@pytest.mark.parametrize("mine, theirs, points", [(1, 0, 2), (0, 0, 0), (3, 3, 0), (3, 4, 0), (5, 4, 2)])
def test_R14_4_most_is_strictly_more_than_every_other_player(mine, theirs, points):
    scene = Scene(3)
    scene.built(0, "wood_market")
    scene.goods(0, wood=mine)
    scene.goods(1, wood=theirs)
    scene.goods(2)
    assert scene.finish().seats[0].score_buildings == 7 + points


def test_R14_4_steeple_and_chapel_look_at_the_level():
    scene = Scene(2)
    scene.built(0, "steeple")
    scene.built(1, "chapel")
    scene.seats[0].level, scene.seats[1].level = 2, 3
    row = scene.finish()
    assert (row.seats[0].score_buildings, row.seats[1].virtue) == (4, 9)


def test_R14_5_huts_count_apprentices_and_the_aqueduct_buildings():
    scene = Scene(2)
    scene.hired(0, "labourer", "miner_1", "thief")
    scene.built(0, "tilers_hut", "carpenters_hut", "masons_hut", "aqueduct")
    assert scene.finish().seats[0].score_buildings == 5 + 5 + 5 + 3 + 2 + 2 + 1 + 4


def test_R14_5_cathedral_steps_are_no_buildings_and_hands_no_apprentices():
    scene = Scene(2)
    scene.built(0, "aqueduct")
    scene.seats[0].level = 3
    scene.hand(0, "well", "smithy")
    assert scene.finish().seats[0].score_buildings == 3 + 1


def test_R14_6_printed_points_and_end_effects():
    scene = Scene(2)
    scene.built(0, "fortress", "dungeon", "well")
    scene.built(1, "university")
    row = scene.finish()
    assert [int(row.seats[seat].score_buildings) for seat in range(2)] == [12 + 14 + 3, 11 + 2]


@pytest.mark.parametrize("unpaid", range(4))
def test_R14_7_an_unpaid_debt_costs_two_points(unpaid):
    scene = Scene(2)
    scene.seats[0].unpaid, scene.seats[0].paid = unpaid, 5
    assert scene.finish().seats[0].score_debts == -2 * unpaid


@pytest.mark.parametrize("level, points", list(enumerate((0, 2, 4, 7, 12, 20))))
def test_R14_8_the_cathedral_counts_only_the_level_reached(level, points):
    scene = Scene(2)
    scene.seats[0].level = level
    assert scene.finish().seats[0].score_cathedral == points


@pytest.mark.parametrize("goods, metals, silver", [
    ({"gold": 3, "marble": 2}, 5, 0),
    ({"silver": 9}, 0, 0),
    ({"silver": 10}, 0, 1),
    ({"silver": 29, "gold": 1}, 1, 2),
    ({"wood": 30, "clay": 30, "stone": 30}, 0, 0),
])  # fmt: skip
def test_R14_9_gold_marble_and_each_ten_silver(goods, metals, silver):
    scene = Scene(2)
    scene.goods(0, **goods)
    row = scene.finish()
    assert (row.seats[0].score_gold_marble, row.seats[0].score_silver) == (metals, silver)


TRACK = (-9, -8, -7, -5, -3, -1, 0, 0, 0, 0, 1, 2, 3, 5, 7)


@pytest.mark.parametrize("virtue, points", list(enumerate(TRACK)))
def test_R14_10_the_virtue_track(virtue, points):
    scene = Scene(2)
    scene.seats[0].virtue = virtue
    assert scene.finish().seats[0].score_virtue == points


@pytest.mark.parametrize("prisoners, points", [(0, 0), (1, 0), (2, -1), (3, -1), (5, -2)])
def test_R14_11_each_two_prisoners_cost_a_point(prisoners, points):
    scene = Scene(2)
    scene.workers(0, prison=prisoners)
    assert scene.finish().seats[0].score_prison == points


def test_R14_11_nothing_else_scores():
    scene = Scene(2)
    scene.hand(0, "keep", "dungeon")
    scene.goods(0, wood=9, clay=9, stone=9)
    scene.hired(0, "labourer")
    scene.held(0, 1, 5)
    scene.held(1, 0, 5)
    scene.seats[0].paid = 5
    row = scene.finish()
    assert (row.seats[0].score, row.seats[1].score) == (0, 0)


@pytest.mark.parametrize("virtue, silver, places, shares", [
    ((7, 8, 9), (9, 0, 0), (3, 2, 1), (0, 0, 1)),
    ((8, 8, 7), (3, 4, 9), (2, 1, 3), (0, 1, 0)),
    ((8, 8, 8), (5, 5, 4), (1, 1, 3), (0.5, 0.5, 0)),
    ((8, 8, 8), (5, 5, 5), (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
])  # fmt: skip
def test_R14_12_a_tie_goes_by_virtue_then_silver_and_is_shared(virtue, silver, places, shares):
    scene = Scene(3)
    for seat, me in enumerate(scene.seats):
        scene.goods(seat, silver=silver[seat])
        me.virtue = virtue[seat]
    row = scene.finish()
    assert [int(row.seats[seat].score) for seat in range(3)] == [0, 0, 0]
    assert tuple(int(row.seats[seat].place) for seat in range(3)) == places
    assert tuple(float(row.seats[seat].win_share) for seat in range(3)) == pytest.approx(shares)
    assert tuple(int(row.seats[seat].tiebreak[Tiebreak.VIRTUE]) for seat in range(3)) == virtue


def test_R14_12_the_highest_total_wins_before_any_tie_break():
    scene = Scene(2)
    scene.goods(0, silver=10)
    scene.goods(1, silver=9)
    scene.seats[0].virtue, scene.seats[1].virtue = 6, 9
    row = scene.finish()
    assert (row.seats[0].place, row.seats[1].place, row.margin) == (1, 2, 1)


def test_R14_12_virtue_of_the_tie_break_is_that_after_the_end_effects():
    scene = Scene(2)
    scene.built(0, "castle")
    scene.built(1, "palace")
    scene.goods(0, gold=2, silver=10)
    scene.goods(1, gold=2, silver=20)
    row = scene.finish()
    assert (row.seats[0].score, row.seats[1].score) == (10 + 2 + 1, 9 + 2 + 2)
    assert (row.seats[0].virtue, row.seats[1].virtue, row.seats[0].place) == (8, 7, 1)
