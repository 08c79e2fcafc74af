"""A game that is told is the game that was played."""

import json

import numpy as np
import pytest
from found import GAMES, every_game, listed

import heuristics
from sim import batch
from sim.record import NOTHING, raw
from sim.replay import (
    WIDTH,
    actions_in,
    at_random,
    changed,
    course,
    facts,
    go_on,
    head_of,
    json_lines,
    of_run,
    opened,
    played_by,
    playthrough,
    result,
    scripted,
    steps,
    words,
)

TOY = GAMES["template"]
BROKEN = '''"""Falls over in the third round."""
from sim.games.template.cards import Tables
from sim.games.template.state import Scratch, State
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    if state.rounds == 3:
        raise ValueError("lost the thread")
    return scratch.actions[0]
'''


@pytest.fixture(params=GAMES.values(), ids=list(GAMES), scope="module")
def played(request):
    """A small run of each game, kept in memory."""
    game = request.param
    names = [name for name in listed(game) if name != "random"]
    players = heuristics.named([*names, *names][: game.seats[-1] - 1] + ["random"], game)
    return batch.run(game, [tuple(players)], 1, root=4)


def numbers(run):
    """Games of a run that were finished."""
    return [int(number) for number in np.flatnonzero(run.rows["status"] == 0)][:1]


def test_step_by_step_a_game_of_a_run_comes_out_the_same(played):
    game, job = played.job.game, played.job
    for number in numbers(played):
        *_, last = [json.loads(line) for line in of_run(json_lines, job, number)]
        row = played.rows[number]
        for name, value in last["result"].items():
            if name not in ("seats", "game", "deal", "seating"):
                assert value == row[name].item(), name
        for seat, told in enumerate(last["result"]["seats"]):
            kept = row["seats"][seat]
            assert told["strategy"] == job.line_ups[0][int(kept["strategy"])].name
            for name in ("score", "place", "win_share"):
                assert told[name] == kept[name].item()
        assert game.row.fields.keys() == last["result"].keys()


def test_json_lines_hold_every_decision(played):
    number = numbers(played)[0]
    *decisions, last = [json.loads(line) for line in of_run(json_lines, played.job, number)]
    assert len(decisions) == played.rows["decisions"][number]
    names = {player.name for player in played.job.line_ups[0]}
    for told, after in zip(decisions, [*decisions[1:], last], strict=True):
        assert told["action"] in told["legal"] and told["strategy"] in names
        assert told["number"] == told["state"]["decisions"] + 1 == after["state"]["decisions"]
        assert told["state"]["seat"] + 1 == told["seat"] and told["question"]
        assert len(told["state"]["players"]) == len(played.job.line_ups[0])
    assert sum(len(told["legal"]) == 1 for told in decisions) == played.rows["forced"][number]


def test_words_name_seats_players_actions_and_the_result(played):
    number = numbers(played)[0]
    lines = list(of_run(words, played.job, number))
    row = played.rows[number]
    assert all(len(line) <= WIDTH for line in lines)
    told = [line for line in lines if line[:5].strip().isdigit()]
    assert [int(line[:5]) for line in told] == list(range(1, row["decisions"] + 1))
    assert sum(line.startswith("Round ") for line in lines) == row["rounds"]
    scores = next(line for line in lines if line.startswith("score "))
    assert [int(word) for word in scores.split()[1:]] == [int(seat["score"]) for seat in row["seats"][: row["players"]]]
    for seat in range(row["players"]):
        name = played.job.line_ups[0][int(row["seats"]["strategy"][seat])].name
        assert any(line.lstrip().endswith(f"seat {seat + 1} ({name})") for line in lines)


def test_the_course_is_that_of_the_steps(played):
    game, job = played.job.game, played.job
    number = numbers(played)[0]
    found = course(job, number)
    assert len(found.standings) == played.rows["rounds"][number]
    *_, last = [json.loads(line) for line in of_run(json_lines, job, number)]
    if found.uses is not None:
        assert [list(seat["uses"].values()) for seat in last["result"]["seats"]] == found.uses[-1].tolist()
    ends = {}
    state, tables = opened(game, len(job.line_ups[0]), 0, 4, job.tables, number)
    for step in go_on(game, state, tables, played_by(game, job.line_ups[0])):
        ends[max(int(step.before.rounds), 1)] = [int(game.standing(state, tables, seat)) for seat in range(state.seats)]
    assert found.standings[-1].tolist() == ends[max(ends)] and len(ends) == len(found.standings)


@every_game
def test_a_playthrough_repeats_itself_word_for_word(game):
    for seats in (game.seats[0], game.seats[-1]):
        lines = list(playthrough(game, seats, 5, at_random(seats), root=2))
        head = head_of(lines)
        assert (head.game, head.seed, head.deal, head.seats, head.changes) == (game.name, 2, 5, seats, {})
        again = playthrough(game, head.seats, head.deal, scripted(actions_in(lines)), head.seed, head.changes)
        assert list(again) == lines


@every_game
def test_words_are_for_players(game):
    """No enum, no record and no missing card slips through."""
    for line in playthrough(game, game.seats[-1], 1, at_random(1)):
        assert not any(sign in line for sign in ("<", ">", "Record", "void(", "None")), line


def test_steps_refuse_an_action_that_is_not_legal():
    with pytest.raises(ValueError, match="action 10 is not legal"):
        list(steps(TOY, 2, 0, lambda *_: 10))


def test_cards_are_told_by_name():
    seen = {"drawn": 0, "hand": 0, "built": 0}
    for deal in range(3):
        for line in playthrough(TOY, 2, deal, at_random(deal)):
            if " guild: " in line:
                assert "drawn: " in line and " in seen" in line
                cards = line.split("drawn: ")[1].split(", ")
                assert set(cards) <= set(TOY.cards["plans"])
                seen["drawn"] += 1
            if " keep " in line:
                card = line.split(" keep ")[1].split(":")[0]
                assert f"+ {card} in hand" in line and card in line.split("; - ")[1]
                seen["hand"] += 1
            if " plan " in line and " from hand" in line:
                card = line.split(" plan ")[1].split(":")[0]
                assert f"- {card} from hand" in line and "built" in line
                seen["built"] += 1
    assert all(seen.values()), seen


def test_what_only_steers_the_machine_is_not_told():
    state, _ = opened(TOY, 3, 0)
    told = {label for _, label in facts(TOY, state)}
    assert not any(
        word in label for label in told for word in ("luck", "whims", "uses", "dealt", "decisions", "question")
    )
    assert {"workers", "silver", "quarry placed", "hand", "plans"} <= told
    assert {owner for owner, _ in facts(TOY, state)} == {NOTHING, 0, 1, 2}


def test_changes_of_the_seat_in_turn_come_first():
    was, now = ({(0, "silver"): a, (NOTHING, "tax"): b, (1, "silver"): c} for a, b, c in ((1, 0, 5), (0, 1, 4)))
    assert changed(was, now, 1) == ["silver 5 to 4", "tax 0 to 1", "seat 1: silver 1 to 0"]


def test_a_game_that_breaks_is_told_until_there(tmp_path):
    file = tmp_path / "breaker.py"
    file.write_text(BROKEN)
    players = heuristics.named([str(file), "random"], TOY)
    lines = list(words(TOY, 2, 0, played_by(TOY, players), ["breaker", "random"]))
    assert lines[-1] == "the game broke here: ValueError: lost the thread"
    assert any(line.startswith("Round 3") for line in lines)


def test_a_game_without_end_is_a_fault():
    state, tables = opened(TOY, 2, 0)
    tables.longest = 5
    assert len(list(go_on(TOY, state, tables, at_random(0)))) == 5
    assert raw(result(TOY, state, tables))["status"] != 0
