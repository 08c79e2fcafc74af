"""One test for each rule that a reader could get wrong."""

import numpy as np
import pytest

from sim.files import BoxError
from sim.game import begin
from sim.games.left_center_right import GAME
from sim.games.left_center_right.names import Action, Face, Feature, Gain
from sim.games.left_center_right.rules import move_chip
from sim.record import NOTHING, new, raw, twin
from sim.replay import result
from sim.rng import Stream, below, seed


def table_for(seats, deal=0, **changes):
    """A fresh game and its tables."""
    state, tables = new(GAME.state), GAME.load({f"params.{name}": value for name, value in changes.items()})
    begin(state, seats, 0, deal, NOTHING, 0)
    GAME.setup(state, tables)
    return state, tables


def chips_of(state):
    return [int(state.players[seat].chips) for seat in range(state.seats)]


def give(state, *chips):
    """Let the seats have these chips, and the middle what is missing."""
    state.middle += sum(chips_of(state)) - sum(chips)
    for seat, count in enumerate(chips):
        state.players[seat].chips = count


def legal(state, tables):
    desk = new(GAME.scratch)
    return desk.actions[: GAME.legal(state, tables, desk)].tolist()


def play_turn(state, tables):
    [action] = legal(state, tables)
    GAME.apply(state, tables, action)


def deal_in_which(faces, seats, *chips):
    """A game in which the first dice of seat 1 show `faces`, after it has got its chips."""
    for deal in range(20_000):
        state, tables = table_for(seats, deal)
        stream = twin(Stream, state.dice[0])
        if [below(stream, 6) for _ in faces] == list(faces):
            give(state, *chips)
            return state, tables
    raise AssertionError(faces)


def test_R1_everyone_has_three_chips_and_seat_1_begins():
    state, _ = table_for(5)
    assert chips_of(state) == [3] * 5 and state.middle == 0
    assert (state.seat, state.turns, state.rounds) == (0, 1, 1)
    assert chips_of(table_for(2, chips=5)[0]) == [5, 5]


@pytest.mark.parametrize("chips, most, dice", [(1, 3, 1), (2, 3, 2), (3, 3, 3), (5, 3, 3), (3, 1, 1)])
def test_R2_a_die_for_each_chip_but_never_more_than_three(chips, most, dice):
    state, tables = table_for(3, dice=most)
    give(state, chips, 1, 1)
    stream = twin(Stream, state.dice[0])
    for _ in range(dice):
        below(stream, 6)
    play_turn(state, tables)
    assert raw(state)["dice"][0] == raw(stream)


@pytest.mark.parametrize(
    "seat, face, chips, middle",
    [
        (0, Face.LEFT, [2, 4, 3, 3], 0),
        (0, Face.RIGHT, [2, 3, 3, 4], 0),
        (0, Face.CENTER, [2, 3, 3, 3], 1),
        (3, Face.LEFT, [4, 3, 3, 2], 0),
        (3, Face.RIGHT, [3, 3, 4, 2], 0),
        (1, 3, [3, 3, 3, 3], 0),
        (1, 4, [3, 3, 3, 3], 0),
        (1, 5, [3, 3, 3, 3], 0),
    ],
)
def test_R2_1_each_face(seat, face, chips, middle):
    state, _ = table_for(4)
    state.seat = seat
    move_chip(state, face)
    assert (chips_of(state), state.middle) == (chips, middle)


def test_R2_1_all_dice_count():
    state, tables = deal_in_which((Face.LEFT, Face.CENTER, Face.RIGHT), 3, 3, 3, 3)
    play_turn(state, tables)
    assert (chips_of(state), state.middle, state.seat) == ([0, 4, 4], 1, 1)


def test_R2_1_the_faces_are_equally_likely():
    state, tables = table_for(3, dice=1)
    count = np.zeros(4)
    for _ in range(6_000):
        state.seat = 0
        give(state, 3, 3, 3)
        play_turn(state, tables)
        first, second, third = chips_of(state)
        count[[first == 3, second == 4, third == 4, state.middle == 1].index(True)] += 1
    expected = np.array([3_000, 1_000, 1_000, 1_000])
    assert ((count - expected) ** 2 / expected).sum() < 16.3  # chi squared, 0.1 %


def test_R2_2_without_chips_one_passes_and_stays_in_the_game():
    state, tables = deal_in_which((Face.LEFT, 5), 3, 2, 0, 4)
    play_turn(state, tables)
    assert chips_of(state) == [1, 1, 4]
    give(state, 2, 0, 4)
    before = raw(state)["dice"].copy()
    assert legal(state, tables) == [Action.PASS]
    play_turn(state, tables)
    assert (chips_of(state), state.seat, state.turns) == ([2, 0, 4], 2, 3)
    assert (raw(state)["dice"] == before).all()
    assert legal(state, tables) == [Action.ROLL]


def test_R3_it_ends_when_only_one_player_has_chips():
    state, tables = deal_in_which((Face.CENTER,), 3, 1, 0, 2)
    play_turn(state, tables)
    assert state.over and (state.turns, state.rounds, state.seat) == (1, 1, 0)  # no turn is skipped after it
    row = raw(result(GAME, state, tables))
    assert row["seats"]["win_share"][:3].tolist() == [0, 0, 1] and row["tied"] == 1


def test_R3_the_last_chip_of_a_player_may_win_for_a_neighbour():
    state, tables = deal_in_which((Face.RIGHT,), 3, 1, 0, 2)
    play_turn(state, tables)
    assert state.over and chips_of(state) == [0, 0, 3]


def test_R4_the_score_is_the_chips_and_turns_with_a_roll_leave_out_passes():
    state, tables = table_for(3)
    give(state, 0, 1, 1)
    while not state.over:
        play_turn(state, tables)
    row = raw(result(GAME, state, tables))
    seats = row["seats"][:3]
    assert seats["score"].tolist() == seats["score_chips"].tolist() == chips_of(state)
    assert row["middle"] == 9 - sum(chips_of(state)) and row["margin"] == max(chips_of(state))
    assert seats["passes"].sum() > 0
    assert row["turns_with_a_roll"] == seats["rolls"].sum() == row["turns"] - seats["passes"].sum()


def test_turns_and_rounds_are_those_begun_skipped_ones_included():
    state, tables = table_for(3, chips=1_000)
    give(state, 0, 500, 500)
    for turn in range(1, 8):
        assert (state.turns, state.rounds, state.seat) == (turn, (turn + 2) // 3, (turn - 1) % 3)
        play_turn(state, tables)


def test_who_has_most_alone_is_noted_at_the_end_of_a_round():
    state, tables = table_for(2, chips=100)
    give(state, 100, 50)
    play_turn(state, tables)
    assert state.leader == NOTHING
    play_turn(state, tables)
    assert (state.leader, state.led_from, state.rounds) == (0, 1, 2)


def test_what_a_player_sees():
    state, tables = table_for(4)
    give(state, 5, 2, 0, 1)
    desk, seen = new(GAME.scratch), [Feature.CHIPS, Feature.NEXT, Feature.BEFORE, Feature.MIDDLE, Feature.ROUND]
    GAME.features(state, tables, 0, desk)
    assert desk.features[seen].tolist() == [5, 2, 1, 4, 1]
    GAME.features(state, tables, 3, desk)
    assert desk.features[seen].tolist() == [1, 5, 0, 4, 1]
    for seat, action, loss in ((0, Action.ROLL, -1.5), (3, Action.ROLL, -0.5), (2, Action.PASS, 0)):
        state.seat = seat
        GAME.gains(state, tables, action, desk, 0)
        assert desk.gains[0, Gain.CHIPS] == loss


def test_dice_to_come_are_only_imagined():
    state, tables = table_for(3)
    imagined, stream = twin(GAME.state, state), new(Stream)
    seed(stream, 1, 2, 3)
    GAME.imagine(imagined, tables, 1, stream)
    assert chips_of(imagined) == chips_of(state)
    for seat in range(3):
        assert raw(imagined)["dice"][seat] != raw(state)["dice"][seat]


@pytest.mark.parametrize("changes", [{"params.chips": 0}, {"params.dice": 0}, {"params.chips": 1_001}])
def test_numbers_that_make_no_game_are_refused(changes):
    with pytest.raises(BoxError, match="is not between 1 and 1000"):
        GAME.load(changes)
