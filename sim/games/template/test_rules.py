"""One test for each rule that a reader could get wrong."""

import pytest

from sim.game import begin
from sim.games.template import GAME
from sim.games.template.names import Action, Gain, Question, Tiebreak
from sim.record import NOTHING, new, raw

CARDS = {name: number for number, name in enumerate(GAME.cards["plans"])}


def table_for(seats, **changes):
    """A fresh game, its tables and a desk."""
    state, tables = new(GAME.state), GAME.load({f"params.{name}": value for name, value in changes.items()})
    begin(state, seats, 0, 0, NOTHING, 0)
    GAME.setup(state, tables)
    return state, tables, new(GAME.scratch)


@pytest.fixture
def table():
    return table_for(2)


def legal(state, tables, scratch):
    return set(scratch.actions[: GAME.legal(state, tables, scratch)].tolist())


def hold(me, *names):
    me.hand[:] = [CARDS[name] for name in names] + [NOTHING] * (3 - len(names))


def test_R1_everyone_starts_alike(table):
    state, _, _ = table
    for me in (state.players[0], state.players[1]):
        assert (me.workers, me.silver, me.wood, me.stone) == (6, 2, 0, 0)
        assert sorted(me.hand)[0] == NOTHING and sorted(me.hand)[1] >= 0
        assert int(me.plans_dealt) == int(me.plans_taken) == sum(1 << int(card) for card in me.hand if card >= 0)
    assert state.plans.left == 16 - 4


def test_R1_1_later_seats_take_more_silver_when_the_opening_is_stepped():
    state, _, _ = table_for(4, opening="stepped")
    assert [state.players[seat].silver for seat in range(4)] == [2, 3, 4, 5]


def test_R2_1_each_worker_already_there_adds_one(table):
    state, tables, _ = table
    for stone in (1, 3, 6):
        state.seat = 0
        GAME.apply(state, tables, Action.QUARRY)
        assert state.players[0].stone == stone
    state.seat = 0
    GAME.apply(state, tables, Action.FOREST)
    assert state.players[0].wood == 1


def test_R2_2_the_market_pays_what_the_box_says():
    state, tables, _ = table_for(2, market=5)
    GAME.apply(state, tables, Action.MARKET)
    assert state.players[0].silver == 2 + 5


def test_R2_3_one_of_two_plans_is_kept_and_the_other_goes_under_the_pile(table):
    state, tables, scratch = table
    below, top = (int(card) for card in state.plans.cards[10:12])
    GAME.apply(state, tables, Action.GUILD)
    me = state.players[0]
    assert (state.seat, state.question, me.silver) == (0, Question.KEEP, 1)
    assert legal(state, tables, scratch) == {Action.KEEP, Action.KEEP + 1}
    GAME.apply(state, tables, Action.KEEP + 1)
    assert below in me.hand and state.plans.cards[0] == top and state.plans.left == 11
    assert (state.seat, state.question) == (1, Question.TURN)
    assert int(me.plans_offered) == 1 << below | 1 << top
    assert int(me.plans_taken) == int(me.plans_dealt) | 1 << below


def test_R2_3_the_last_plan_is_kept_without_a_choice(table):
    state, tables, scratch = table
    state.plans.left = 1
    assert Action.GUILD in legal(state, tables, scratch)
    GAME.apply(state, tables, Action.GUILD)
    assert legal(state, tables, scratch) == {Action.KEEP}


@pytest.mark.parametrize("what", ["full hand", "no silver", "no plan", "no worker"])
def test_R2_3_the_guild_is_barred(table, what):
    state, tables, scratch = table
    me = state.players[0]
    assert Action.GUILD in legal(state, tables, scratch)
    match what:
        case "full hand":
            hold(me, "Mill", "Barn", "Inn")
        case "no silver":
            me.silver = 0
        case "no plan":
            state.plans.left = 0
        case _:
            me.workers = 0
    assert Action.GUILD not in legal(state, tables, scratch)


def test_R3_only_plans_that_can_be_paid_are_offered(table):
    state, tables, scratch = table
    me = state.players[0]
    hold(me, "Chapel", "Hut 1")
    me.wood, me.stone = 9, 5
    GAME.apply(state, tables, Action.BUILD)
    assert (state.seat, state.question) == (0, Question.PLAN)
    assert legal(state, tables, scratch) == {Action.PLAN + 1}


def test_R3_building_pays_the_plan_and_frees_the_place(table):
    state, tables, _ = table
    me = state.players[0]
    hold(me, "Mill", "Hut 1")
    me.wood, me.stone = 9, 9
    GAME.apply(state, tables, Action.BUILD)
    GAME.apply(state, tables, Action.PLAN)
    assert (me.wood, me.stone, me.points, me.built) == (7, 6, 6, 1)
    assert list(me.hand) == [NOTHING, CARDS["Hut 1"], NOTHING]
    assert int(me.plans_used) == 1 << CARDS["Mill"]


def test_what_building_brings_is_what_it_changes(table):
    state, tables, scratch = table
    me = state.players[0]
    hold(me, "Granary")
    me.wood, me.stone = 9, 9
    GAME.apply(state, tables, Action.BUILD)
    GAME.gains(state, tables, Action.PLAN, scratch, 0)
    GAME.apply(state, tables, Action.PLAN)
    brings = scratch.gains[0]
    assert (brings[Gain.WOOD], brings[Gain.STONE], brings[Gain.POINTS]) == (me.wood - 9, me.stone - 9, me.points)


def build(state, tables, name):
    me = state.players[state.seat]
    hold(me, name)
    me.wood, me.stone = 9, 9
    GAME.apply(state, tables, Action.BUILD)
    GAME.apply(state, tables, Action.PLAN)
    return me


def test_R3_1_a_gift_of_silver(table):
    state, tables, _ = table
    assert build(state, tables, "Inn").silver == 2 + 2


def test_R3_1_a_gift_is_the_top_plan(table):
    state, tables, _ = table
    top = int(state.plans.cards[state.plans.left - 1])
    assert list(build(state, tables, "School").hand) == [top, NOTHING, NOTHING]


def test_R3_1_no_plan_is_left_for_a_gift(table):
    state, tables, _ = table
    state.plans.left = 0
    assert list(build(state, tables, "School").hand) == [NOTHING] * 3


def test_R4_recall_brings_every_worker_home(table):
    state, tables, scratch = table
    assert Action.RECALL not in legal(state, tables, scratch)
    for action in (Action.QUARRY, Action.MARKET, Action.RECALL):
        state.seat = 0
        assert action == Action.QUARRY or Action.RECALL in legal(state, tables, scratch)
        GAME.apply(state, tables, action)
    assert state.players[0].workers == 6
    assert sum(state.players[0].placed) == 0


def test_R4_without_workers_there_is_nothing_else(table):
    state, tables, scratch = table
    state.players[0].workers = 0
    assert legal(state, tables, scratch) == {Action.RECALL}


def test_R5_the_round_of_the_fourth_building_is_played_out(table):
    state, tables, _ = table
    state.players[0].built = 3
    build(state, tables, "Hut 1")
    assert not state.over and state.seat == 1
    GAME.apply(state, tables, Action.QUARRY)
    assert state.over and (state.turns, state.rounds) == (2, 1)


def test_R5_round_20_is_the_last(table):
    state, tables, _ = table
    state.rounds, state.seat = 20, 1
    GAME.apply(state, tables, Action.QUARRY)
    assert state.over and state.rounds == 20


@pytest.mark.parametrize("seat", range(3))
def test_R5_1_without_equal_turns_the_fourth_building_ends_the_game(seat):
    state, tables, _ = table_for(3, equal_turns=False)
    state.seat = seat
    state.players[seat].built = 3
    build(state, tables, "Hut 1")
    assert state.over and state.turns == 1


def test_R6_three_silver_are_a_point(table):
    state, tables, _ = table
    state.players[1].points, state.players[1].silver = 10, 8
    row = new(GAME.row)
    GAME.score(state, tables, row)
    assert (row.seats[1].score, row.seats[1].score_buildings, row.seats[1].score_silver) == (12, 10, 2)
    assert GAME.standing(state, tables, 1) == 12


def test_R6_1_buildings_break_ties_before_goods(table):
    state, tables, _ = table
    me = state.players[0]
    me.built, me.wood, me.stone = 3, 1, 4
    row = new(GAME.row)
    GAME.score(state, tables, row)
    tiebreak = raw(row)["seats"][0]["tiebreak"]
    assert (tiebreak[Tiebreak.BUILT], tiebreak[Tiebreak.GOODS]) == (3, 5)


def test_the_leader_is_noted_at_the_end_of_each_round(table):
    state, tables, _ = table
    state.players[1].silver = 20
    for _ in range(2):
        GAME.apply(state, tables, Action.QUARRY)
    assert (state.leader, state.led_from, state.rounds) == (1, 1, 2)
