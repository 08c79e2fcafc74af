"""One test for each rule that a reader could get wrong."""

import numpy as np
import pytest

from sim.files import BoxError
from sim.game import begin
from sim.games.chutes_and_ladders import GAME
from sim.games.chutes_and_ladders.names import Action, Feature, Gain
from sim.games.chutes_and_ladders.rules import move
from sim.record import NOTHING, new, raw, twin
from sim.replay import result
from sim.rng import Stream, roll, seed


def table_for(seats, **changes):
    """A fresh game and its tables."""
    state, tables = new(GAME.state), GAME.load({f"params.{name}": value for name, value in changes.items()})
    begin(state, seats, 0, 0, NOTHING, 0)
    GAME.setup(state, tables)
    return state, tables


def next_roll(state):
    """What the seat in turn is about to roll."""
    return roll(twin(Stream, state.dice[state.seat]))


def play_turn(state, tables, square=None):
    """The seat in turn rolls, from some square if one is named."""
    if square is not None:
        state.players[state.seat].square = square
    GAME.apply(state, tables, Action.ROLL)


def come_home(state, tables):
    """The seat in turn rolls and comes home."""
    play_turn(state, tables, 100 - next_roll(state))


def moved(square, pips, **changes):
    """A piece after a roll from `square`."""
    state, tables = table_for(1, **changes)
    me = state.players[0]
    me.square = square
    move(me, tables, pips)
    return me


def test_R1_pieces_start_beside_the_board():
    state, _ = table_for(5)
    assert [int(state.players[seat].square) for seat in range(5)] == [0] * 5
    assert (state.seat, state.turns, state.rounds) == (0, 1, 1)


def test_R2_a_piece_moves_by_the_roll():
    assert moved(10, 5).square == 15
    state, tables = table_for(1)
    state.players[0].square, pips = 39, next_roll(state)
    GAME.apply(state, tables, Action.ROLL)
    assert state.players[0].square == 39 + pips and state.players[0].rolls == 1


def test_R2_a_six_gives_no_further_turn():
    state, tables = table_for(3)
    sixes = 0
    for turn in range(60):
        sixes += next_roll(state) == 6
        play_turn(state, tables, 2)
        assert state.seat == (turn + 1) % 3
    assert sixes > 0


def test_R2_a_seat_rolls_the_same_whoever_else_plays():
    paths = []
    for seats in (1, 2, 5):
        state, tables = table_for(seats)
        path = []
        for _ in range(6 * seats):
            play_turn(state, tables)
            path.append(int(state.players[0].square))
        paths.append(path[::seats])
    assert paths[0] == paths[1] == paths[2] and len(set(paths[0])) > 3


def test_R2_the_die_is_fair():
    state, tables = table_for(1)
    count = np.zeros(7)
    for _ in range(6_000):
        play_turn(state, tables, 38)  # no way begins on 39 to 44
        count[state.players[0].square - 38] += 1
    assert count[0] == 0 and ((count[1:] - 1_000) ** 2 / 1_000).sum() < 20.5  # chi squared, 0.1 %


@pytest.mark.parametrize("square, pips, reached", [(97, 4, 97), (97, 3, 100), (99, 6, 99), (94, 6, 100)])
def test_R2_1_the_finish_is_exact(square, pips, reached):
    me = moved(square, pips)
    assert (me.square, me.stays, me.rolls) == (reached, int(reached != 100), 1)


@pytest.mark.parametrize("square, pips", [(97, 4), (97, 3), (99, 6), (94, 6)])
def test_R2_2_without_it_a_roll_may_be_too_high(square, pips):
    assert moved(square, pips, exact_finish=False).square == 100


def test_R3_ladders_go_up_and_chutes_down():
    up, down, plain = moved(0, 1), moved(92, 6), moved(0, 2)
    assert (up.square, up.ladders, up.chutes) == (38, 1, 0)
    assert (down.square, down.ladders, down.chutes) == (78, 0, 1)
    assert (plain.square, plain.ladders, plain.chutes) == (2, 0, 0)


def test_R3_passing_over_a_foot_or_a_head_does_nothing():
    assert moved(94, 2).square == 96 and moved(2, 5).square == 7


def test_R3_the_ladder_on_80_comes_home():
    assert moved(79, 1).square == 100


def test_R4_the_first_piece_home_ends_the_game():
    state, tables = table_for(3)
    play_turn(state, tables)
    come_home(state, tables)
    assert state.over and (state.seat, state.turns, state.rounds) == (1, 2, 1)
    row = raw(result(GAME, state, tables))
    assert row["seats"]["win_share"].tolist() == [0, 1, 0, 0, 0] and row["tied"] == 1


def test_R4_1_with_equal_turns_the_round_is_played_out_and_the_win_shared():
    state, tables = table_for(3, equal_turns=True)
    come_home(state, tables)
    assert not state.over and state.seat == 1
    play_turn(state, tables, 2)
    come_home(state, tables)
    assert state.over and (state.turns, state.rounds) == (3, 1)
    row = raw(result(GAME, state, tables))
    assert row["seats"]["win_share"][:3].tolist() == [0.5, 0, 0.5] and (row["tied"], row["margin"]) == (2, 0)


def test_turns_and_rounds_are_those_begun():
    state, tables = table_for(2)
    for turn in range(1, 6):
        assert (state.turns, state.rounds) == (turn, (turn + 1) // 2)
        play_turn(state, tables, 2)


def test_R5_the_score_is_the_square():
    state, tables = table_for(2)
    come_home(state, tables)
    state.players[1].square = 60
    row = raw(result(GAME, state, tables))
    assert row["seats"]["score"][:2].tolist() == row["seats"]["score_square"][:2].tolist() == [100, 60]
    assert row["margin"] == 40


def test_who_is_alone_in_front_is_noted_at_the_end_of_a_round():
    state, tables = table_for(2)
    state.players[1].square = 10
    play_turn(state, tables, 38)
    assert state.leader == NOTHING
    play_turn(state, tables)
    assert (state.leader, state.led_from, state.rounds) == (0, 1, 2)


def test_what_a_player_sees():
    state, tables = table_for(3)
    for seat, square in enumerate((40, 7, 94)):
        state.players[seat].square = square
    desk = new(GAME.scratch)
    GAME.features(state, tables, 0, desk)
    assert desk.features[[Feature.SQUARE, Feature.RIVAL, Feature.ROUND]].tolist() == [40, 94, 1]
    state.seat = 2
    GAME.gains(state, tables, Action.ROLL, desk, 0)
    assert desk.gains[0, Gain.SQUARES] == (-19 + 2 + 3 - 16 + 5 + 6) / 6  # to 75, 96, 97, 78, 99 and 100


def test_dice_to_come_are_only_imagined():
    state, tables = table_for(3)
    play_turn(state, tables)
    imagined, stream = twin(GAME.state, state), new(Stream)
    seed(stream, 1, 2, 3)
    GAME.imagine(imagined, tables, 1, stream)
    assert [player.square for player in imagined.players] == [player.square for player in state.players]
    for seat in range(3):
        assert raw(imagined)["dice"][seat] != raw(state)["dice"][seat]


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"board.chute_98.from": 0}, "chute_98, column from: no way can begin on square 0"),
        ({"board.chute_98.from": 95}, "chute_95, column from: no way can begin on square 95"),
        ({"board.chute_98.to": 0}, "chute_98, column to: no way can end on square 0"),
        ({"board.chute_98.to": 28}, "chute_98, column to: no way can end on square 28"),
    ],
)
def test_a_board_that_cannot_be_is_refused(changes, words):
    with pytest.raises(BoxError, match=words):
        GAME.load(changes)


def test_a_changed_board_is_played():
    tables = GAME.load({"board.chute_98.to": 2})
    assert tables.leads_to[98] == 2 and tables.leads_to[97] == 97
