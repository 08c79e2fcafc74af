"""Whole games at random, and what the rulebook's dice promise without any card."""

import numpy as np
import pytest

from sim.game import Status, begin
from sim.games.abbey import GAME
from sim.games.abbey.checks import recount
from sim.games.abbey.crusades import clear_crusade, missing, put_dice
from sim.games.abbey.dice import roll_dice
from sim.games.abbey.names import Effect, Source
from sim.games.abbey.positions import ALSO
from sim.games.abbey.scenes import Scene, box
from sim.games.abbey.setup import set_up
from sim.games.abbey.vikings import can_fight, end_fight, fight, give_way, land
from sim.record import NOTHING, PLAIN, new
from sim.replay import at_random, result, steps

GAMES_EACH = 1
FIGHTS = 300 if PLAIN else 4_000
SIGMAS = 4.5  # of both simulations together
REPORTED = 100_000  # runs behind the figures of the data report


@pytest.mark.parametrize("changes", [{}, *ALSO], ids=("box", "also"))
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_stay_whole_and_score_what_a_recount_finds(seats, changes):
    tables = box(*changes.items())
    for deal in range(GAMES_EACH):
        for step in steps(GAME, seats, deal, at_random(deal), tables=tables):
            broken = list(GAME.check(step.state, tables))
            assert not broken, f"deal {deal}, decision {step.state.decisions}: {broken}"
        row = result(GAME, step.state, tables)
        assert row.status == Status.FINISHED and row.rounds == 7
        for seat in range(seats):
            counted, mine = recount(step.state, tables, seat), row.seats[seat]
            assert {name: int(getattr(mine, name)) for name in counted} == counted
            assert mine.score == GAME.standing(step.state, tables, seat)


def test_every_die_is_used_for_one_purpose():
    for seats in (2, 5):
        *_, step = steps(GAME, seats, 3, at_random(3))
        row = result(GAME, step.state, box())
        for seat in range(seats):
            dice = int(sum(row.seats[seat].uses[:13]))
            assert 7 * 9 - 40 < dice <= 7 * 10


def rolled(seats):
    """Tables after a roll of nine dice, one after the other."""
    luck, tables = np.random.default_rng(seats), box()
    state = new(GAME.state)
    begin(state, seats, 0, 0, NOTHING, 0)
    set_up(state, tables)
    state.rounds = 2
    for seat in range(seats):
        state.players[seat].power[Effect.DIE] = 0  # R5.1: nine dice
    for _ in range(FIGHTS):
        state.dice_luck = luck.integers(2**63, dtype=np.uint64)
        for seat in range(seats):
            for face in range(7):
                state.players[seat].dice[face] = 0
            roll_dice(state, tables, seat)
        yield state, tables


def agrees(share, reported, runs):
    spread = np.sqrt(reported * (1 - reported) * (1 / runs + 1 / REPORTED))
    return abs(share - reported) < SIGMAS * spread + 0.0005  # the report gives three or two digits


def test_R5_1_the_chances_of_nine_dice():
    """A given face among nine: 0.806; three or more that recruit, or that train: 0.910."""
    found = np.array(
        [
            (state.players[0].dice[4] > 0, sum(state.players[0].dice[1:4]) >= 3, sum(state.players[0].dice[4:7]) >= 3)
            for state, _ in rolled(1)
        ]
    ).mean(axis=0)
    assert all(agrees(share, reported, FIGHTS) for share, reported in zip(found, (0.806, 0.910, 0.910), strict=True))


def greedy_fight(state, tables, seats):
    """Everyone places all he can.  Whether it is won, and what each seat made of it."""
    before = [int(state.players[seat].points[Source.VIKINGS]) for seat in range(seats)]
    land(state, tables)
    for seat in range(seats):
        me = state.players[seat]
        if state.met < state.rows and not can_fight(state, me):
            give_way(state, tables, me)  # and his turn is over (R7.3)
            continue
        while can_fight(state, me):
            fight(state, tables, me)
    state.losing = 0
    won = not end_fight(state, tables)
    return won, [int(state.players[seat].points[Source.VIKINGS]) - before[seat] for seat in range(seats)]


@pytest.mark.parametrize("seats, reported", [(1, 0.81), (2, 0.77), (3, 0.95), (4, 0.93), (5, 0.98)])
def test_R7_5_how_often_greedy_players_beat_the_vikings(seats, reported):
    """The report has 0.81, 0.77, 0.95, 0.93, 0.98 for one to five players, to two digits."""
    won = np.mean([greedy_fight(state, tables, seats)[0] for state, tables in rolled(seats)])
    assert abs(won - reported) < 0.005 + SIGMAS * np.sqrt(reported * (1 - reported) * (1 / FIGHTS + 1 / REPORTED))


@pytest.mark.parametrize("seats, reported", [(2, [3.0, 0.2]), (4, [3.3, 1.7, 0.5, 0.0])])
def test_R7_2_what_each_seat_makes_of_a_greedy_fight(seats, reported):
    found = np.array([greedy_fight(state, tables, seats)[1] for state, tables in rolled(seats)])
    spread = found.std(axis=0) * np.sqrt(1 / FIGHTS + 1 / REPORTED)
    assert (abs(found.mean(axis=0) - reported) < 0.05 + SIGMAS * spread).all()


@pytest.mark.parametrize("dice, at_once, rounds", [(3, 0.84, 1.2), (4, 0.28, 2.2), (5, 0.05, 3.3), (6, 0.01, 4.7)])
def test_R9_2_how_long_crusades_take(dice, at_once, rounds):
    """Begun with the commonest face, then every die of that face: the report's shares and means, to two digits."""
    luck, tables, taken = np.random.default_rng(dice), box(("crusades.crusade_1.dice", dice)), []
    state = new(GAME.state)
    begin(state, 1, 0, 0, NOTHING, 0)
    set_up(state, tables)
    me, held = state.players[0], state.players[0].crusade[0]
    me.power[Effect.DIE] = 0
    for _ in range(FIGHTS // 2):
        clear_crusade(held)
        held.card, count = 0, 0
        while not held.done:
            count += 1
            state.dice_luck = luck.integers(2**63, dtype=np.uint64)
            for face in range(7):
                me.dice[face] = 0
            roll_dice(state, tables, 0)
            face = int(held.face) or max(range(1, 7), key=lambda face: me.dice[face])
            put_dice(tables, held, face, min(int(me.dice[face]), int(missing(tables, held))))
        taken.append(count)
    share, scale = np.mean(np.array(taken) == 1), np.sqrt(2 / FIGHTS + 1 / REPORTED)
    assert abs(share - at_once) < 0.005 + SIGMAS * np.sqrt(at_once * (1 - at_once)) * scale
    assert abs(np.mean(taken) - rounds) < 0.05 + SIGMAS * np.std(taken) * scale


def test_R16_1_the_dark_asks_for_29_dice_without_permanent_defense():
    """The levels sum to 36, of which one is always defended: 29 of 63 dice."""
    scene = Scene(2)
    levels = [int(scene.tables.darkness[number].level) for number in range(7)]
    assert sum(levels) == 36 and sum(level - 1 for level in levels) == 29
