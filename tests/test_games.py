"""Promises that every game keeps.  A new folder under sim/games is tested without editing this file."""

import itertools
import pathlib
import re
import tomllib

import numpy as np
import pytest
from found import GAMES, compiled_only, every_game, for_a_while, listed, scripts, some_players, variants

import heuristics
from sim import games, speed
from sim.batch import run
from sim.files import BoxError, digest, params
from sim.game import Status
from sim.record import raw, twin
from sim.replay import actions_in, at_random, go_on, head_of, opened, playthrough, repeated, scripted, steps
from sim.results import columns

PLAYTHROUGHS = [file for game in GAMES.values() for file in sorted(game.folder.glob("playthroughs/*.txt"))]
NUMBERS = "nought one two three four five six".split()
SECONDS_OF_ROWS = 0.5
ALL_SEEN = 40.0  # seconds after which an action that was never legal counts as dead


@pytest.mark.parametrize("name", games.names())
def test_every_game_can_be_imported(name):
    assert games.get(name).name == name


@every_game
def test_a_game_goes_on_legally_and_whole_until_it_ends(game):
    for changes in variants(game):
        tables = game.load(changes)
        for number in for_a_while():
            seats = game.seats[number % len(game.seats)]
            state, tables = opened(game, seats, number, tables=tables)
            assert not list(game.check(state, tables))
            for step in go_on(game, state, tables, some_players(game, number)):
                assert not list(game.check(state, tables)), f"deal {number}, decision {state.decisions}"
                assert len(set(step.scratch.actions[: step.n].tolist())) == step.n
            assert state.over and state.status == Status.RUNNING and state.decisions <= tables.longest


@every_game
def test_the_same_deal_and_actions_are_the_same_game(game):
    told = [list(playthrough(game, game.seats[0], 7, at_random(1))) for _ in range(2)]
    assert told[0] == told[1]
    assert told[0] != list(playthrough(game, game.seats[0], 8, at_random(1)))


@every_game
def test_rules_do_not_write_on_the_tables(game):
    tables = game.load({})
    before, anyone = digest(tables), heuristics.named(listed(game), game)
    line_up = tuple(anyone[seat % len(anyone)] for seat in range(game.seats[-1]))
    assert not run(game, [line_up], 1, tables=tables, rotates=False).faults
    for step in steps(game, game.seats[0], 3, at_random(3), tables=tables):
        state = step.before
        game.features(state, tables, int(state.seat), step.scratch)
        game.gains(state, tables, step.action, step.scratch, 0)
        game.imagine(state, tables, int(state.seat), state.whims[0])
        game.standing(state, tables, int(state.seat))
        if state.decisions > 20:
            break
    assert digest(tables) == before


@every_game
@compiled_only
def test_no_action_is_dead(game):
    """Every action number is legal somewhere."""
    wanted = {action for first, last in game.verbs.values() for action in range(first, last + 1)}
    seen, boxes = set(), [game.load(changes) for changes in variants(game)]
    for tables in boxes:
        for state in getattr(scripts(game), "positions", lambda tables: [])(tables):
            for step in go_on(game, twin(game.state, state), tables, at_random(1)):
                seen |= set(step.scratch.actions[: step.n].tolist())
    for number in for_a_while(seconds=ALL_SEEN):
        if seen == wanted:
            break
        seats, tables = game.seats[-1 - number % len(game.seats)], boxes[number % len(boxes)]
        for step in steps(game, seats, number, some_players(game, number), tables=tables):
            seen |= set(step.scratch.actions[: step.n].tolist())
    verbs = {verb for verb, (first, last) in game.verbs.items() if not seen.issuperset(range(first, last + 1))}
    assert seen == wanted, f"dead: {sorted(wanted - seen)}, of {verbs}; of no verb: {seen - wanted}"


def outcomes(game, changes, deals):
    """All that comes of some games under these changes, bit by bit; nothing if the box forbids them."""
    try:
        tables = game.load(changes)
    except BoxError:
        return
    for names in (["random"], listed(game)):
        players = heuristics.named(names, game)
        for seats in (game.seats[0], game.seats[-1]):
            line_up = tuple(players[seat % len(players)] for seat in range(seats))
            yield run(game, [line_up], deals, tables=tables, rotates=False, threads=1).rows.tobytes()
    for state in getattr(scripts(game), "positions", lambda tables: [])(tables):
        played = twin(game.state, state)
        list(go_on(game, played, tables, at_random(1)))
        yield raw(played).tobytes()


@every_game
@compiled_only
def test_no_knob_is_dead(game):
    """Some value that a knob tries changes some result."""
    knobs = {name: param for name, param in params(game.folder / "params.toml").items() if "try" in param}
    dead = set(knobs)
    for deals, changes in itertools.product((10, 200), variants(game)):
        base = list(outcomes(game, changes, deals)) if dead else []
        for name in sorted(dead):
            values = reversed(knobs[name]["try"])
            tried = (outcomes(game, changes | {f"params.{name}": value}, deals) for value in values)
            if any(one != other for outcome in tried for one, other in zip(outcome, base, strict=False)):
                dead.remove(name)
    assert not dead


@every_game
def test_a_copied_game_goes_on_the_same(game):
    tables = game.load({})
    taken = list(steps(game, game.seats[0], 5, at_random(5), tables=tables))
    script, half = [step.action for step in taken], len(taken) // 2
    copied = twin(game.state, taken[half].before)
    list(go_on(game, copied, tables, scripted(script)))
    assert raw(copied).tobytes() == raw(taken[-1].state).tobytes()


@every_game
def test_renamed_copies_of_one_strategy_share_the_wins(game):
    """Over all rotations of a deal, to the last bit."""
    for number, name in enumerate(listed(game)):
        seats = game.seats[number % len(game.seats)]
        [player] = heuristics.named([name], game)
        rows = run(game, [tuple(player._replace(name=f"copy {n}") for n in range(seats))], 1).rows
        assert (rows["status"] == Status.FINISHED).all()
        sitting = rows["seats"][:, :seats]
        shares = [np.sort(sitting["win_share"][sitting["strategy"] == copy]).tolist() for copy in range(seats)]
        assert all(share == shares[0] for share in shares)


@every_game
def test_the_sources_of_points_sum_to_the_score(game):
    for number in for_a_while(seconds=SECONDS_OF_ROWS):
        players = heuristics.named(listed(game), game)
        seats = game.seats[number % len(game.seats)]
        line_up = tuple(players[(number + seat) % len(players)] for seat in range(seats))
        sitting = run(game, [line_up], 1, root=number, rotates=False).rows["seats"][:, :seats]
        sources = [name for name in sitting.dtype.names if name.startswith("score_")]
        assert sources and (sum(sitting[name] for name in sources) == sitting["score"]).all()
        for cards in {name.removesuffix("_offered") for name in sitting.dtype.names if name.endswith("_offered")}:
            dealt, offered, taken, used = (sitting[f"{cards}_{what}"] for what in ("dealt", "offered", "taken", "used"))
            assert (used & ~taken == 0).all(), f"{cards} used, but never taken"
            assert (taken & ~(dealt | offered) == 0).all(), f"{cards} taken, but neither dealt nor offered"


@every_game
def test_every_rule_is_cited(game):
    """Each number in RULES.md is named in the code or its tests, and no other number is."""
    written = set(re.findall(r"^(R\d[\d.]*\d|R\d)\b", (game.folder / "RULES.md").read_text(), re.M))
    code = "\n".join(file.read_text() for file in game.folder.glob("*.py"))
    cited = {number.replace("_", ".") for number in re.findall(r"(?<![A-Za-z])R\d+(?:[._]\d+)*", code)}
    chapters = {number.split(".")[0] for number in written}
    assert sorted(written - cited) == sorted(cited - written - chapters) == []


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_playthrough(file, pytestconfig):
    """The recorded actions still give the recorded game, word for word."""
    written = file.read_text().splitlines()
    head, actions = head_of(written), actions_in(written)
    game, settings = GAMES[head.game], (head.seats, head.deal)
    if pytestconfig.getoption("--rewrite"):
        written = list(playthrough(game, *settings, repeated(actions), head.seed, head.changes))
        file.write_text("\n".join(written) + "\n")
        actions = actions_in(written)
    assert list(playthrough(game, *settings, scripted(actions), head.seed, head.changes)) == written


@every_game
def test_there_are_playthroughs_for_fewest_and_most_players(game, pytestconfig):
    told = {head_of(file.read_text().splitlines()).seats for file in game.folder.glob("playthroughs/*.txt")}
    missing = {game.seats[0], game.seats[-1]} - told
    if pytestconfig.getoption("--rewrite"):
        for seats in missing:
            (game.folder / "playthroughs").mkdir(exist_ok=True)
            file = game.folder / "playthroughs" / f"{NUMBERS[seats]}-players-at-random.txt"
            file.write_text("\n".join(playthrough(game, seats, 0, at_random(0))) + "\n")
        missing = set()
    assert not missing


@every_game
def test_signature(game, pytestconfig):
    """One number sums up the rules and the luck.  A commit that changes it says so, and names the rule."""
    [anyone] = heuristics.named(["random"], game)
    signature, file = speed.signature(game, anyone), pathlib.Path(__file__).parent / "signatures.toml"
    pinned = tomllib.loads(file.read_text()) if file.exists() else {}
    if pytestconfig.getoption("--rewrite"):
        pinned[game.name] = signature
        file.write_text("".join(f'{name} = "{value}"\n' for name, value in sorted(pinned.items())))
    assert signature == pinned.get(game.name)


@every_game
def test_columns_have_sentences(game):
    assert all(sentence.strip() for table in columns(game).values() for sentence in table.values())


@every_game
def test_cards_and_words_are_declared(game):
    """What a state says its numbers stand for is there, and every question and verb fits the enums."""
    assert all((game.folder / f"{cards}.csv").exists() for cards in game.cards)
    assert all(len(set(names)) == len(names) for names in game.cards.values())
    assert "any" not in game.verbs
    for step in steps(game, game.seats[0], 1, at_random(1)):
        game.question(int(step.before.question))
        for action in step.scratch.actions[: step.n].tolist():
            assert game.describe(action, step.before)
            assert any(first <= action <= last for first, last in game.verbs.values())
