"""One test for each rule that a reader could get wrong."""

import pytest

from sim.game import begin
from sim.games.pig import GAME
from sim.games.pig.names import Action, Feature, Tiebreak
from sim.record import NOTHING, new, raw, twin
from sim.rng import roll


def table_for(seats, **changes):
    """A fresh game, its tables and a desk."""
    state, tables = new(GAME.state), GAME.load({f"params.{name}": value for name, value in changes.items()})
    begin(state, seats, 0, 0, NOTHING, 0)
    GAME.setup(state, tables)
    return state, tables, new(GAME.scratch)


@pytest.fixture
def table():
    return table_for(2)


def next_roll(state):
    """What the die of the seat in turn will show."""
    return roll(twin(GAME.state, state).dice[state.seat])


def show(state, wanted):
    """Roll the die of the seat in turn on until it is about to show this."""
    while (next_roll(state) == 1) != (wanted == 1):
        roll(state.dice[state.seat])
    return next_roll(state)


def legal(state, tables, scratch):
    return set(scratch.actions[: GAME.legal(state, tables, scratch)].tolist())


def test_R1_seat_1_begins_with_nothing(table):
    state, _, _ = table
    assert (state.seat, state.turns, state.rounds, state.turn_total) == (0, 1, 1, 0)
    assert [state.players[seat].score for seat in range(2)] == [0, 0]


def test_R1_a_seat_has_the_same_dice_however_many_play():
    few, many = table_for(2)[0], table_for(5)[0]
    for seat in range(2):
        assert [roll(few.dice[seat]) for _ in range(20)] == [roll(many.dice[seat]) for _ in range(20)]
    assert raw(many)["dice"][0] != raw(many)["dice"][1]


def test_R2_1_the_first_roll_is_no_choice(table):
    state, tables, scratch = table
    assert legal(state, tables, scratch) == {Action.ROLL}
    show(state, 6)
    GAME.apply(state, tables, Action.ROLL)
    assert legal(state, tables, scratch) == {Action.ROLL, Action.HOLD}


def test_R2_2_a_1_loses_the_turn_but_not_what_is_banked(table):
    state, tables, _ = table
    state.players[0].score, state.turn_total = 30, 25
    show(state, 1)
    GAME.apply(state, tables, Action.ROLL)
    me = state.players[0]
    assert (me.score, me.busts, me.lost, state.seat, state.turn_total, state.turns) == (30, 1, 25, 1, 0, 2)


def test_R2_3_other_numbers_add_up_and_the_turn_goes_on(table):
    state, tables, _ = table
    state.turn_total = 10
    number = show(state, 6)
    GAME.apply(state, tables, Action.ROLL)
    assert (state.turn_total, state.seat, state.players[0].score) == (10 + number, 0, 0)


def test_R2_4_holding_banks_the_turn(table):
    state, tables, _ = table
    state.players[0].score, state.turn_total = 30, 12
    GAME.apply(state, tables, Action.HOLD)
    assert (state.players[0].score, state.seat, state.turn_total, state.rounds) == (42, 1, 0, 1)
    state.turn_total = 5
    GAME.apply(state, tables, Action.HOLD)
    assert (state.seat, state.turns, state.rounds, state.leader) == (0, 3, 2, 0)


@pytest.mark.parametrize("goal, total, over", [(100, 9, False), (100, 10, True), (50, 2, True)])
def test_R3_reaching_the_goal_wins_at_once(goal, total, over):
    state, tables, _ = table_for(3, goal=goal)
    state.players[0].score, state.turn_total = 90, total
    GAME.apply(state, tables, Action.HOLD)
    assert state.over == over and state.turns == (1 if over else 2)


def test_R3_nobody_has_to_hold(table):
    state, tables, scratch = table
    state.turn_total = 100
    assert legal(state, tables, scratch) == {Action.ROLL, Action.HOLD}
    show(state, 6)
    GAME.apply(state, tables, Action.ROLL)
    assert not state.over


def test_R3_1_the_winner_has_the_highest_score(table):
    state, tables, _ = table
    state.players[0].score, state.players[1].score = 103, 99
    row = new(GAME.row)
    GAME.score(state, tables, row)
    assert [row.seats[seat].score for seat in range(2)] == [103, 99]
    assert [raw(row)["seats"][seat]["tiebreak"][Tiebreak.WON] for seat in range(2)] == [1, 0]


def test_what_a_player_sees():
    state, tables, scratch = table_for(3)
    state.turn_total = 7
    for seat, score in enumerate((40, 55, 60)):
        state.players[seat].score = score
    GAME.features(state, tables, 0, scratch)
    seen = [scratch.features[feature] for feature in Feature]
    assert seen == [7, 40, 60, 53, 40]


def test_the_box_refuses_a_goal_of_nothing():
    with pytest.raises(ValueError, match="params.goal: 0 is not between"):
        GAME.load({"params.goal": 0})
