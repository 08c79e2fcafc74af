"""Many games: nothing depends on how the work is cut, and nothing is lost when something breaks."""

import itertools
import threading
import time

import numpy as np
import pytest
from found import GAMES, compiled_only, every_game, listed

import heuristics
from sim.batch import chunks, describe_fault, job, run
from sim.files import BoxError
from sim.game import AnyState, Status, close_row, note_leader, rank
from sim.lineups import Seating, around_the_table, games_per_deal, seating_of
from sim.record import NOTHING, PLAIN, new, raw
from sim.rule import RULES

GAME = GAMES["template"]
TABLE = tuple(heuristics.named(["stonemason", "appraiser", "learner"], GAME))
PAIR = TABLE[:2]
DEALS = 3 if PLAIN else 100


def strategy(folder, name, body, head=""):
    """A user's own strategy, in a file outside the package."""
    file = folder / f"{name}.py"
    file.write_text(
        f'''"""{name}."""
from sim.games.template.names import Action
from sim.games.template.state import Scratch, State
from sim.games.template.cards import Tables
from sim.players import Plan
from sim.rng import below
from sim.rule import rule
{head}
@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    {body}
'''
    )
    return heuristics.from_code(file)


@pytest.mark.parametrize("threads, chunk", [(1, None), (2, 7), (4, 50), (3, 1)])
def test_threads_and_chunks_do_not_matter(threads, chunk):
    once = run(GAME, [TABLE], DEALS, root=5, threads=1, chunk=1_000)
    again = run(GAME, [TABLE], DEALS, root=5, threads=threads, chunk=chunk)
    assert once.rows.tobytes() == again.rows.tobytes() and not once.faults


def test_a_longer_run_begins_with_the_shorter():
    short, long = (run(GAME, [TABLE, TABLE[::-1]], deals).rows for deals in (2, 4))
    assert long[: len(short)].tobytes() == short.tobytes()


def test_another_root_seed_is_another_run():
    one, other = (run(GAME, [PAIR], 2, root=root).rows["seats"].tobytes() for root in (0, 1))
    assert one != other


@every_game
def test_one_decision_at_a_time_gives_the_same_rows(game):
    """Checked games are played by other code: they must be the same games."""
    players = heuristics.named(listed(game), game)
    line_up = tuple(players[seat % len(players)] for seat in range(game.seats[0]))
    rows = [run(game, [line_up], 1, checked=checked).rows for checked in (False, True)]
    assert rows[0].tobytes() == rows[1].tobytes() and (rows[0]["status"] == Status.FINISHED).all()


def test_games_are_numbered_deal_by_deal():
    rows = run(GAME, [TABLE, TABLE[::-1]], 2).rows
    assert rows["game"].tolist() == list(range(12))
    assert rows["deal"].tolist() == [0] * 6 + [1] * 6
    assert rows["seating"].tolist() == list(range(6)) * 2
    assert games_per_deal([TABLE, TABLE]) == 6 and games_per_deal([TABLE, TABLE], False) == 2
    assert seating_of(10, [TABLE, TABLE]) == Seating(1, 1, 1)
    assert seating_of(3, [TABLE, TABLE], False) == Seating(1, 1, NOTHING)


def test_repeats_are_the_same_deal_and_seating_with_other_whims():
    random = (*heuristics.named(["random"], GAME), TABLE[0])
    once, often = (run(GAME, [random, random[::-1]], DEALS, root=2, repeats=repeats).rows for repeats in (1, 3))
    assert often["deal"].tolist() == [deal for deal in range(DEALS) for _ in range(12)]
    assert often["seating"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] * DEALS
    assert often["repeat_"].tolist() == [0, 1, 2] * 4 * DEALS
    first, second, third = (often[number::3].copy() for number in range(3))
    first["game"] = once["game"]
    assert (first == once).all()
    assert (second["seats"]["plans_dealt"] == third["seats"]["plans_dealt"]).all()
    assert (second["seats"]["strategy"] == third["seats"]["strategy"]).all()
    assert (second["seats"]["score"] != third["seats"]["score"]).any()
    assert seating_of(22, [PAIR, PAIR], True, 3) == Seating(1, 1, 1, 1)
    checked = run(GAME, [random, random[::-1]], 1, root=2, repeats=3, checked=True).rows
    assert checked.tobytes() == often[:12].tobytes()


def test_everyone_meets_every_seat_in_every_deal():
    sitting = run(GAME, [TABLE], 5).rows["seats"][:, :3]["strategy"]
    for deal in range(5):
        games = sitting[3 * deal : 3 * deal + 3]
        assert all(sorted(column) == [0, 1, 2] for column in games.T)
        assert games[1].tolist() == np.roll(games[0], -1).tolist()


def test_seats_stay_as_listed_when_they_do_not_rotate():
    rows = run(GAME, [TABLE], 4, rotates=False).rows
    assert (rows["seats"][:, :3]["strategy"] == [0, 1, 2]).all() and len(rows) == 4


def test_the_order_around_the_table_is_drawn_for_each_deal():
    """Every cyclic order equally often, the same in every line-up, and as told by lineups."""
    orders = {order: 0 for order in itertools.permutations((1, 2, 3))}
    deals = 120 if PLAIN else 1_200
    for deal in range(deals):
        around = around_the_table(GAME, 4, 0, Seating(deal, 0, 0))
        assert around[0] == 0
        orders[tuple(around[1:])] += 1
    expected = deals / 6
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 20.5
    for number, row in enumerate(run(GAME, [TABLE, TABLE[::-1]], 2, root=7).rows):
        told = around_the_table(GAME, 3, 7, seating_of(number, [TABLE, TABLE]))
        assert row["seats"]["strategy"][:3].tolist() == told


def test_the_same_deal_is_the_same_luck_for_every_line_up():
    rows = run(GAME, [PAIR, (TABLE[2], TABLE[2]._replace(name="twin"))], 3).rows
    for deal in range(3):
        dealt = rows["seats"][rows["deal"] == deal][:, :2]["plans_dealt"]
        assert (dealt == dealt[0]).all()


def test_a_strategy_from_anywhere_compiles_nothing_but_itself(tmp_path):
    run(GAME, [PAIR], 1)
    before = len(RULES)
    miner = strategy(tmp_path, "miner", "return scratch.actions[0]")
    assert not run(GAME, [(miner, TABLE[0])], 1).faults
    assert len(RULES) == before + (0 if PLAIN else 1)
    assert PLAIN or len(GAME.play.signatures) == 1


# Places.


def row_of(scores, tiebreaks=((0, 0),) * 4):
    row = new(GAME.row)
    for seat, (score, tiebreak) in enumerate(zip(scores, tiebreaks, strict=False)):
        row.seats[seat].score = score
        row.seats[seat].tiebreak[:] = tiebreak
    rank(row, len(scores))
    return raw(row)


@pytest.mark.parametrize(
    "scores, tiebreaks, places, shares, tied, tied_on_score, margin",
    [
        ((5, 9, 7), ((0, 0),) * 3, [3, 1, 2], [0, 1, 0], 1, 1, 2),
        ((9, 9, 7), ((2, 0), (1, 9), (0, 0)), [1, 2, 3], [1, 0, 0], 1, 2, 0),
        ((9, 9, 9, 1), ((1, 1), (1, 1), (1, 0), (9, 9)), [1, 1, 3, 4], [0.5, 0.5, 0, 0], 2, 3, 0),
        ((-3, -8), ((0, 0),) * 2, [1, 2], [1, 0], 1, 1, 5),
        ((4, 4), ((0, 0),) * 2, [1, 1], [0.5, 0.5], 2, 2, 0),
    ],
)
def test_places(scores, tiebreaks, places, shares, tied, tied_on_score, margin):
    row, seats = row_of(scores, tiebreaks), len(scores)
    assert row["seats"]["place"][:seats].tolist() == places
    assert row["seats"]["win_share"][:seats].tolist() == shares
    assert (row["tied"], row["tied_on_score"], row["margin"]) == (tied, tied_on_score, margin)


def test_lead_changes_and_when_the_game_was_settled():
    state, row = new(GAME.state), new(GAME.row)
    state.seats, state.status, state.leader, state.last_leader = 2, Status.RUNNING, NOTHING, NOTHING
    for number, leader in enumerate((NOTHING, 0, 0, NOTHING, 0, 1, 1), start=1):
        state.rounds = number
        note_leader(state, leader)
    assert (state.lead_changes, state.led_from) == (1, 6)
    row.seats[1].score = 3
    close_row(row, state)
    assert (row.settled_round, row.lead_changes, row.status) == (6, 1, Status.FINISHED)
    row = new(GAME.row)
    row.seats[0].score = 3  # who led last did not win
    close_row(row, state)
    assert row.settled_round == 7


# What goes wrong.


def test_an_illegal_choice_ends_its_game_and_is_told(tmp_path):
    cheat = strategy(tmp_path, "cheat", "return Action.PLAN")
    played = run(GAME, [(cheat, TABLE[0])], 3)
    assert set(played.faults.values()) == {"ILLEGAL"} and len(played.faults) == 6
    assert set(played.rows["status"]) == {Status.ILLEGAL}
    assert not played.rows["seats"]["win_share"].any()
    told = describe_fault(played.job, 1, "ILLEGAL")
    assert told in (
        f"template, seed 0, game 1, deal 0, {a}, {b}: ILLEGAL"
        for a, b in (("cheat", "stonemason"), ("stonemason", "cheat"))
    )


def test_an_endless_game_is_ended_and_told():
    tables = GAME.load({})
    tables.longest = 5
    played = run(GAME, [TABLE], 1, tables=tables)
    assert set(played.faults.values()) == {"ENDLESS"}


def test_a_game_without_a_legal_action_is_told():
    tables = GAME.load({})
    tables.params.workers = 0
    assert set(run(GAME, [TABLE], 1, tables=tables).faults.values()) == {"STUCK"}


@pytest.mark.parametrize("checked", [False, True])
def test_a_crash_costs_its_own_game_only(tmp_path, checked):
    body = """if below(state.whims[state.seat], 60) == 0:
        raise ValueError("lost the thread")
    return scratch.actions[0]"""
    moody = strategy(tmp_path, "moody", body)
    deals = 8 if PLAIN or checked else 30
    played = run(GAME, [(moody, TABLE[0])], deals, chunk=10, checked=checked)
    assert 0 < len(played.faults) < 2 * deals
    assert set(played.faults.values()) == {"ValueError: lost the thread"}
    crashed = played.rows["status"] == Status.CRASHED
    assert set(played.rows["game"][crashed]) == set(played.faults)
    assert (played.rows["status"][~crashed] == Status.FINISHED).all()
    assert played.rows["game"].tolist() == list(range(2 * deals))


def test_something_broken_is_seen_in_checked_games():
    game = GAME._replace(check=lambda state, tables: ["a plan is missing"] if state.decisions == 7 else [])
    played = run(game, [PAIR], 1, checked=True)
    assert set(played.faults.values()) == {"BROKEN"}
    assert (played.rows["decisions"] == 7).all()


@pytest.mark.parametrize("slow", [False, True])
def test_a_stop_is_prompt_and_keeps_what_is_finished(tmp_path, slow):
    """Also when one game would go on for minutes."""
    line_up, stopped, when = PAIR, threading.Event(), []
    if slow:
        body = """total = 0
    for _ in range(50_000_000):
        total += below(state.whims[state.seat], 2)
    return scratch.actions[0] if total >= 0 else 0"""
        line_up = (strategy(tmp_path, "slow", body.replace("50_000_000", "20_000") if PLAIN else body), PAIR[0])
    threading.Timer(1.0, lambda: (when.append(time.monotonic()), stopped.set())).start()
    parts = list(chunks(job(GAME, [line_up]), 0, 10**9, stop=stopped.is_set))
    assert time.monotonic() - when[0] < 1.5
    for part in parts:
        assert part.rows["game"].tolist() == list(range(part.first, part.first + len(part.rows)))
        assert (part.rows["status"] == Status.FINISHED).all() and not part.faults


def test_an_interrupt_stops_the_games_in_hand():
    work = job(GAME, [PAIR], 0)
    with pytest.raises(KeyboardInterrupt):
        for _ in chunks(work, 0, 10**9):
            raise KeyboardInterrupt
    for _ in range(100):
        if not work.desks:
            break
        time.sleep(0.02)
    assert not work.desks


def test_a_choose_for_another_game_is_refused(tmp_path):
    stranger = strategy(tmp_path, "stranger", "return 0")
    with pytest.raises(BoxError, match="stranger: not a choose"):
        run(GAME._replace(state=AnyState), [(stranger, TABLE[0])], 1)


def test_a_function_that_is_no_choose_is_refused():
    def choose(state: int, tables: None) -> int:
        return 0

    with pytest.raises(BoxError, match="odd: not a choose"):
        run(GAME, [(TABLE[0], TABLE[1]._replace(name="odd", choose=choose))], 1)


def test_two_players_of_one_name_are_refused():
    with pytest.raises(BoxError, match="two different players are called stonemason"):
        run(GAME, [(TABLE[0], TABLE[1]._replace(name="stonemason"))], 1)


@pytest.mark.parametrize(
    "line_ups, root, what",
    [
        ([TABLE + TABLE], 0, "template is for 2 to 4 players, not 6"),
        ([TABLE[:1]], 0, "template is for 2 to 4 players, not 1"),
        ([TABLE, PAIR], 0, "same number of players"),
        ([], 0, "same number of players"),
        ([PAIR], -1, "seed -1 is not between"),
        ([PAIR], 2**63, "is not between"),
    ],
)
def test_a_run_that_cannot_be_is_refused(line_ups, root, what):
    with pytest.raises(BoxError, match=what):
        run(GAME, line_ups, 1, root=root)


@compiled_only
def test_the_largest_seed_works():
    assert not run(GAME, [PAIR], 1, root=2**63 - 1).faults
