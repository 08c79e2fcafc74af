"""Whole games at random, and payments of any size."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.game import Status
from sim.games.architects import GAME
from sim.games.architects.checks import recount
from sim.games.architects.names import Action, Place
from sim.games.architects.scenes import Scene, box, capture, hire
from sim.record import PLAIN
from sim.replay import at_random, result, steps

GAMES_EACH = 1
EXAMPLES = settings(max_examples=25 if PLAIN else 100, deadline=None)


@pytest.mark.parametrize("board_side", (1, 2))
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_stay_whole_and_score_what_a_recount_finds(seats, board_side):
    tables = box(("params.board_side", board_side))
    for deal in range(GAMES_EACH):
        for step in steps(GAME, seats, deal, at_random(deal), tables=tables):
            broken = list(GAME.check(step.state, tables))
            assert not broken, f"deal {deal}, decision {step.state.decisions}: {broken}"
        row = result(GAME, step.state, tables)
        assert row.status == Status.FINISHED
        for seat in range(seats):
            counted = recount(step.state, tables, seat)
            mine = row.seats[seat]
            assert {name: int(getattr(mine, name)) for name in counted} == counted
            assert mine.score == sum(counted.values())


def silver_on_the_table(scene):
    return int(scene.state.tax + sum(scene.state.coins) + sum(me.goods.silver for me in scene.seats))


IGNORED = {0: 2, 1: 2, 2: 1, 3: 1}  # tax ignored, by virtue


@EXAMPLES
@given(
    virtue=st.integers(0, 14),
    silver=st.integers(0, 9),
    there=st.integers(0, 5),
    ada=st.booleans(),
    rudolf=st.booleans(),
    data=st.data(),
)
def test_R2_4_a_hire_never_overdraws_and_every_coin_goes_where_it_belongs(virtue, silver, there, ada, rudolf, data):
    scene = Scene(2)
    me = scene.seats[0]
    scene.board(0, "ada" if ada else "rudolf" if rudolf else "plain")
    me.virtue = virtue
    scene.workers(0, workshop=there)
    scene.goods(0, silver=silver)
    tax = max(0, 2 - IGNORED.get(virtue, 0) - ada)
    supply = 2 if ada or not rudolf else 1
    assert (Action.WORKSHOP in scene.legal()) == (silver >= tax + supply)
    if silver < tax + supply:
        return
    total = silver_on_the_table(scene)
    scene.do(Action.WORKSHOP)
    choices = sorted(scene.legal())
    scene.do(data.draw(st.sampled_from(choices)))
    skipped = sum(scene.state.coins)
    assert me.goods.silver == silver - tax - supply - skipped >= 0
    assert (scene.state.tax, silver_on_the_table(scene)) == (4 + tax, total - supply)
    assert set(scene.state.coins) <= {0, 1} and skipped <= max(0, 3 - there)
    assert hire(0) in choices and hire(4) in choices


@EXAMPLES
@given(
    virtue=st.integers(0, 14),
    silver=st.integers(0, 6),
    there=st.integers(0, 4),
    conspirators=st.integers(0, 2),
    scope=st.sampled_from(("per_visit", "per_capture")),
)
def test_R6_2_captures_never_overdraw_and_only_the_first_is_taxed(virtue, silver, there, conspirators, scope):
    scene = Scene(5, conspirator_scope=scope)
    me = scene.seats[0]
    me.virtue = virtue
    scene.hired(0, *("conspirator_1", "conspirator_2")[:conspirators])
    scene.workers(0, town_centre=there)
    for seat in range(1, 5):
        scene.workers(seat, mines=seat)
    scene.goods(0, silver=silver)
    tax = max(0, 1 - IGNORED.get(virtue, 0))
    assert (Action.TOWN_CENTRE in scene.legal()) == (silver >= tax)
    if silver < tax:
        return
    scene.do(Action.TOWN_CENTRE)
    count = 0
    while scene.state.turn == 0 and count < 4 and capture(Place.MINES, count + 1) in scene.legal():
        count += 1
        scene.do(capture(Place.MINES, count))
    further = max(0, count - 1)
    due = max(0, further - conspirators) if scope == "per_visit" else further * (conspirators == 0)
    assert count >= 1 and me.goods.silver == silver - tax - due >= 0
    assert (scene.state.tax, me.captured.sum()) == (4 + tax, count * (count + 1) // 2)


@EXAMPLES
@given(
    virtue=st.integers(0, 14),
    silver=st.integers(0, 20),
    unpaid=st.integers(0, 3),
    there=st.integers(0, 3),
    data=st.data(),
)
def test_R2_5_guardhouse_payments_follow_virtue_and_never_overdraw(virtue, silver, unpaid, there, data):
    scene = Scene(2)
    me = scene.seats[0]
    me.virtue, me.unpaid = virtue, unpaid
    scene.workers(0, guardhouse=there)
    scene.held(1, 0, 2)
    scene.goods(0, silver=silver)
    scene.do(Action.GUARDHOUSE)
    while scene.state.turn == 0:
        action = data.draw(st.sampled_from(sorted(scene.legal())))
        virtue, before, stand = int(me.virtue), int(me.goods.silver), int(scene.state.tax)
        ignored = IGNORED.get(virtue, 0)
        scene.do(action)
        tax, supply = {
            Action.PAY_DEBT: (3 - ignored, 3),
            Action.RANSOM_SILVER: (2 - ignored, 3),
        }.get(action, (0, 0))
        assert me.goods.silver == before - tax - supply >= 0
        assert scene.state.tax == stand + tax
        assert me.virtue >= 0 and me.unpaid >= 0


@EXAMPLES
@given(wood=st.integers(0, 9), clay=st.integers(0, 9), stone=st.integers(0, 9), there=st.integers(0, 4), data=st.data())
def test_R4_2_trades_never_overdraw_whatever_the_mixture(wood, clay, stone, there, data):
    scene = Scene(2)
    me = scene.seats[0]
    me.virtue = 0
    scene.workers(0, storehouse=there)
    scene.goods(0, wood=wood, clay=clay, stone=stone)
    scene.do(Action.STOREHOUSE)
    while scene.state.turn == 0:
        scene.do(data.draw(st.sampled_from(sorted(scene.legal()))))
    goods = me.goods
    assert min(goods.wood, goods.clay, goods.stone) >= 0
    paid = wood + clay + stone - goods.wood - goods.clay - goods.stone
    assert paid == 2 * me.virtue + 3 * goods.marble
    assert me.virtue + goods.marble <= there + 1
    assert wood + stone - goods.wood - goods.stone >= 3 * goods.marble, "clay buys no marble"
