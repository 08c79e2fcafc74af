"""The Town Centre."""

import pytest

from sim.games.architects.names import Action, Place, Question
from sim.games.architects.scenes import Scene, capture, captures

CIRCLES = [Place(number) for number in range(9)]


def raid(seats=2, there=2, silver=9, **params):
    """Seat 0 is about to place at the Town Centre, with workers there; all have workers in Quarry, Forest and Mines."""
    scene = Scene(seats, **params)
    scene.workers(0, town_centre=there)
    for seat in range(seats):
        scene.workers(seat, quarry=1, forest=2, mines=3)
    scene.goods(0, silver=silver)
    return scene


def test_R6_1_none_to_as_many_captures_as_own_workers():
    scene = raid()
    scene.do(Action.TOWN_CENTRE)
    assert (scene.state.question, scene.state.left) == (Question.CAPTURE, 3)
    scene.do(Action.STOP)
    assert (scene.state.seat, scene.seats[0].goods.silver, scene.state.tax) == (1, 9, 4), "none costs nothing"
    scene = raid()
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1), Action.STOP)
    assert (scene.state.seat, scene.seats[0].captured[1]) == (1, 1)
    scene = raid()
    scene.do(Action.TOWN_CENTRE, *(capture(Place.QUARRY, seat) for seat in (1, 0)), capture(Place.MINES, 1))
    assert (scene.state.seat, scene.seats[0].captured[1]) == (1, 4)


def test_R6_1_the_number_does_not_shrink_when_the_own_group_here_is_captured():
    scene = raid()
    workers = scene.seats[0].workers
    scene.do(Action.TOWN_CENTRE, capture(Place.TOWN_CENTRE, 0))
    assert (scene.seats[0].workers, scene.seats[0].at[Place.TOWN_CENTRE]) == (workers - 1 + 3, 0)
    scene.do(capture(Place.MINES, 1), capture(Place.MINES, 0))
    assert (scene.state.seat, scene.seats[0].captured[1]) == (1, 3)


@pytest.mark.parametrize("count, tax, silver", [(1, 1, 0), (2, 1, 1), (3, 1, 2)])
def test_R6_2_the_first_capture_costs_tax_and_each_further_one_silver(count, tax, silver):
    scene = raid(3)
    scene.do(Action.TOWN_CENTRE, *(capture(Place.FOREST, seat) for seat in range(count)))
    assert (scene.state.tax, scene.seats[0].goods.silver) == (4 + tax, 9 - tax - silver)


def test_R6_2_who_cannot_pay_for_a_first_capture_may_not_place_here():
    assert Action.TOWN_CENTRE not in raid(silver=0).legal()
    assert Action.TOWN_CENTRE in raid(silver=1).legal()
    scene = raid(silver=0)
    scene.seats[0].virtue = 3
    assert Action.TOWN_CENTRE in scene.legal(), "the tax is ignored"


def test_R6_2_what_cannot_be_paid_is_not_offered():
    scene = raid(silver=1)
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1))
    assert scene.legal() == {Action.STOP}


@pytest.mark.parametrize("place", CIRCLES)
def test_R6_3_one_capture_takes_all_workers_of_one_colour_at_one_large_circle(place):
    scene = Scene(3)
    scene.workers(1, **{place.name: 5})
    scene.workers(2, **{place.name: 2})
    scene.goods(0, silver=1)
    scene.do(Action.TOWN_CENTRE)
    own = {capture(Place.TOWN_CENTRE, 0)}
    assert captures(scene.legal()) == {capture(place, 1), capture(place, 2)} | own
    scene.do(capture(place, 1))
    assert list(scene.seats[0].captured) == [0, 5, 0, 0, 0]
    assert (scene.seats[1].at[place], scene.seats[2].at[place]) == (0, 2)


def test_R6_3_market_guildhall_prison_and_boards_are_safe():
    scene = Scene(3)
    scene.at_market(1, 1, 2)
    scene.fill_guildhall(3, 1)
    scene.workers(1, prison=4)
    scene.held(2, 1, 3)
    scene.goods(0, silver=9)
    scene.do(Action.TOWN_CENTRE)
    assert captures(scene.legal()) == {capture(Place.TOWN_CENTRE, 0)}


@pytest.mark.parametrize("seats, places", [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_R6_4_captures_are_made_at_one_place_or_with_few_players_at_two(seats, places):
    scene = raid(seats, 3)
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1))
    if places == 2:
        assert capture(Place.TOWN_CENTRE, 0) in scene.legal()
        scene.do(capture(Place.FOREST, 1))
    only = (Place.QUARRY, Place.FOREST)[:places]
    taken = {capture(place, 1) for place in only}
    assert captures(scene.legal()) == {capture(place, seat) for place in only for seat in range(seats)} - taken
    scene.do(capture(Place.QUARRY, 0))
    assert {(action - Action.CAPTURE) // 5 for action in captures(scene.legal())} <= {int(place) for place in only}


@pytest.mark.parametrize("knob, seats", [("capture_places_small_table", 3), ("capture_places_large_table", 4)])
@pytest.mark.parametrize("places", (1, 2, 3))
def test_R6_4_the_number_of_places_is_in_the_box(knob, seats, places):
    scene = raid(seats, 4, **{knob: places})
    scene.do(Action.TOWN_CENTRE)
    for number, place in enumerate((Place.QUARRY, Place.FOREST, Place.MINES)):
        assert (capture(place, 1) in scene.legal()) == (number < places)
        if number < places:
            scene.do(capture(place, 1))


def test_R6_4_a_further_visit_begins_afresh():
    scene = raid(4, 0)
    scene.do(Action.TOWN_CENTRE, capture(Place.QUARRY, 1))
    scene.turn(0).do(Action.TOWN_CENTRE, capture(Place.FOREST, 2))
    assert list(scene.seats[0].captured) == [0, 1, 2, 0, 0]
    assert scene.state.tax == 4 + 2, "and pays tax again"


def test_R6_5_own_groups_count_cost_and_come_home():
    """The example of the rules: the third worker, and all three colours at one place, the own one too."""
    scene = raid(3)
    me = scene.seats[0]
    workers = me.workers
    scene.do(Action.TOWN_CENTRE, *(capture(Place.MINES, seat) for seat in (0, 1, 2)))
    assert (me.workers, me.at[Place.MINES]) == (workers - 1 + 3, 0)
    assert list(me.captured) == [0, 3, 3, 0, 0]
    assert (scene.state.tax, me.goods.silver) == (4 + 1, 9 - 3)


def test_R6_5_the_new_worker_itself_may_be_taken_back():
    scene = Scene(2)
    workers = scene.seats[0].workers
    scene.do(Action.TOWN_CENTRE, capture(Place.TOWN_CENTRE, 0))
    assert (scene.seats[0].workers, scene.seats[0].at[Place.TOWN_CENTRE]) == (workers, 0)


def raid_cost(conspirators, count, **params):
    """Tax and silver of so many captures."""
    scene = raid(5, 4, **params)
    scene.hired(0, *("conspirator_1", "conspirator_2")[:conspirators])
    scene.do(Action.TOWN_CENTRE, *(capture(Place.MINES, seat) for seat in range(count)))
    return int(scene.state.tax) - 4, 9 - int(scene.seats[0].goods.silver) - int(scene.state.tax) + 4


@pytest.mark.parametrize("conspirators, silver", [(0, [0, 1, 2, 3, 4]), (1, [0, 0, 1, 2, 3]), (2, [0, 0, 0, 1, 2])])
def test_R6_6_each_conspirator_takes_one_silver_off_a_visit(conspirators, silver):
    assert [raid_cost(conspirators, count) for count in range(1, 6)] == [(1, cost) for cost in silver]


@pytest.mark.parametrize("conspirators, each", [(0, 1), (1, 0), (2, 0)])
def test_R6_6_or_by_the_other_reading_off_each_capture_after_the_first(conspirators, each):
    costs = [raid_cost(conspirators, count, conspirator_scope="per_capture") for count in range(1, 6)]
    assert costs == [(1, each * further) for further in range(5)]


def test_R6_6_a_conspirator_makes_captures_payable():
    scene = raid(3, silver=1)
    scene.hired(0, "conspirator_1")
    scene.do(Action.TOWN_CENTRE, capture(Place.MINES, 1), capture(Place.MINES, 2))
    assert scene.legal() == {Action.STOP}
