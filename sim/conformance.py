"""Promises that every game keeps, wherever its folder is, and how one looks whether it does.

A promise is a function of a Kit that says what is wrong and where, or nothing.  Where is always a deal of root seed 0,
a number of seats and a decision, so that the same can be seen again.  What needs many positions looks for a few seconds
and never for less than one game; nothing here depends on how fast the machine is but how much is looked at.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from sim import files, games
from sim.batch import Run, describe_fault, run
from sim.files import BoxError
from sim.game import AnyState, Status, begin
from sim.hidden import cells, permuted
from sim.players import Player
from sim.promises import (
    Finding,
    Position,
    for_a_while,
    here,
    positions,
    scripts,
    shown,
    some_players,
    told,
    variants,
    where,
)
from sim.record import NOTHING, PLAIN, blank, new, raw, twin
from sim.replay import Step, at_random, go_on, opened, played_by, result, scripted, steps
from sim.results import columns
from sim.rng import Stream, seed

SECONDS = 2.0  #        for which whole games are looked at, for each promise that needs them
ALL_SEEN = 40.0  #      seconds after which an action that was never legal counts as dead
DEALS = 1_000  #        that are dealt to see whether shuffles are fair;
DEALING = 3.0  #        in plain Python as many as so many seconds allow
RARE = 1e-9  #          chance below which fair shuffles are not believed to be fair
PLAYED = 300  #         deals to see which cards are used
COMPARED = 60  #        decisions of each game that are played compiled and plain


class Kit:
    """A game, some of its players that take no long thoughts (`random` among them), and positions met in play."""

    def __init__(self, game: Any, players: Sequence[Player]) -> None:
        self.game = game
        self.players = list(players)  # `random` among them
        self.tables = game.load({})
        self.boxes = [game.load(changes) for changes in variants(game)]

    @cached_property
    def positions(self) -> list[Position]:
        return positions(self.game, self.players)

    def seats(self, number: int) -> int:
        """Every number of seats in turn."""
        return int(self.game.seats[number % len(self.game.seats)])

    def line_up(self, seats: int, number: int = 0) -> tuple[Player, ...]:
        return tuple(self.players[(number + seat) % len(self.players)] for seat in range(seats))

    @cached_property
    def walked(self) -> dict[str, str]:
        """The first thing of each kind that is wrong in whole games: at every number of seats and in every box, at
        random and by the players, until the time is up."""
        found: dict[str, str] = {}
        for number in for_a_while(max(2, len(self.game.seats)), SECONDS):
            for tables in self.boxes:
                state = new(self.game.state)
                try:
                    for kind, problem in walk(self, state, tables, number):
                        found.setdefault(kind, problem)
                except Exception as error:
                    found.setdefault("goes on", f"{type(error).__name__}: {error}, {here(state)}")
        return found

    def scenes(self) -> Iterator[Position]:
        """What the game's positions.py offers, in every box."""
        for tables in self.boxes:
            for state in getattr(scripts(self.game), "positions", lambda tables: [])(tables):
                yield tables, twin(self.game.state, state)


class Promise(NamedTuple):
    says: str
    look: Callable[[Kit], str]
    look_at: str  #           where the mistake will be


def fault(played: Run) -> str:
    """The first fault of a batch, in words."""
    return next((describe_fault(played.job, number, what) for number, what in played.faults.items()), "")


# Whole games.


def walk(kit: Kit, state: Any, tables: Any, number: int) -> Iterator[tuple[str, str]]:
    """Play one game; what is wrong in it, by kind."""
    game = kit.game
    begin(state, kit.seats(number), 0, number, NOTHING, 0)
    game.setup(state, tables)
    for sentence in game.check(state, tables):
        yield "holds", f"after setup: {sentence}, {here(state)}"
    for step in go_on(game, state, tables, some_players(game, kit.players, number)):
        for problem in misnamed(game, step):
            yield "names", f"{problem}, {here(step.before)}"
        for sentence in game.check(state, tables):
            yield "holds", f"after {game.describe(step.action, step.before)!r}: {sentence}, {here(state)}"
    if state.status == Status.STUCK:
        yield "goes on", f"no action is legal {where(game, state)}"
    elif state.status == Status.ENDLESS:
        yield "ends", f"it goes on for more than {int(tables.longest)} decisions, {here(state)}"
    else:
        for problem in misscored(game, state, tables):
            yield "scores", f"{problem}, {here(state)}"


def misnamed(game: Any, step: Step) -> Iterator[str]:
    """Each action is offered once, under a number that a verb has, and in words."""
    actions = step.scratch.actions[: step.n].tolist()
    for action in actions:
        if actions.count(action) > 1:
            yield f"action {action} is offered twice"
        if not any(first <= action <= last for first, last in game.verbs.values()):
            yield f"no verb has action {action}"
        elif not game.describe(action, step.before):
            yield f"action {action} has no words"


def misscored(game: Any, state: Any, tables: Any) -> Iterator[str]:
    """At the end, what standing() says is what score() writes; scoring changes nothing.

    A game whose standing leaves out what only the end brings says so: END_POINTS in its positions.py.
    """
    before = twin(game.state, state)
    row = result(game, state, tables)
    if raw(before).tobytes() != raw(state).tobytes():
        yield f"score() changes {changed(game, before, state)}"
    for seat in range(0 if hasattr(scripts(game), "END_POINTS") else int(state.seats)):
        standing, score = int(game.standing(state, tables, seat)), int(row.seats[seat].score)
        if standing != score:
            yield f"seat {seat} stands at {standing} and scores {score}"


def in_whole_games(kind: str) -> Callable[[Kit], str]:
    return lambda kit: kit.walked.get(kind, "")


# Single decisions.


def what_is_offered_can_be_done(kit: Kit) -> str:
    for tables, state in kit.positions:
        scratch = new(kit.game.scratch)
        n = int(kit.game.legal(twin(kit.game.state, state), tables, scratch))
        for action in scratch.actions[:n].tolist():
            after = twin(kit.game.state, state)
            try:
                kit.game.apply(after, tables, action)
            except Exception as error:
                words = kit.game.describe(action, state)
                return f"{words!r} cannot be done ({type(error).__name__}: {error}), {where(kit.game, state)}"
            for sentence in kit.game.check(after, tables):
                return f"{kit.game.describe(action, state)!r}: {sentence}, {where(kit.game, state)}"
            if raw(after).tobytes() == raw(state).tobytes():
                return f"{kit.game.describe(action, state)!r} changes nothing, {where(kit.game, state)}"
    return ""


def looking_changes_nothing(kit: Kit) -> str:
    """legal, features, gains, standing, describe and check leave the game as it is, and say the same twice."""
    game = kit.game
    for tables, state in kit.positions:
        looked, before, said = twin(game.state, state), raw(state).tobytes(), []
        for scratch in (new(game.scratch), used_desk(game)):
            n = shown(game, looked, tables, scratch)
            for action in scratch.actions[:n].tolist():
                game.describe(action, looked)
            standings = [int(game.standing(looked, tables, seat)) for seat in range(int(looked.seats))]
            list(game.check(looked, tables))
            seen = scratch.actions[:n].tobytes(), scratch.features.tobytes(), scratch.gains[:n].tobytes()
            said.append((*seen, standings))
            if raw(looked).tobytes() != before:
                return f"only looking changes {changed(game, looked, state)}, {where(game, state)}"
        for what, one, other in zip(("legal", "features", "gains", "standing"), *said, strict=True):
            if one != other:
                return f"{what} says something else on a desk that was used before, {where(game, state)}"
    return ""


def used_desk(game: Any) -> Any:
    """A desk as another decision may have left it."""
    scratch = new(game.scratch)
    scratch.actions[:] = 1
    scratch.features[:] = 7.0
    for slot in range(len(scratch.actions)):
        scratch.gains[slot][:] = 7.0
    return scratch


def changed(game: Any, one: Any, other: Any) -> str:
    """The first field in which two states differ."""
    return next((n for n in game.state.fields if raw(one)[n].tobytes() != raw(other)[n].tobytes()), "nothing")


# The same game again.


def is_the_same_again(kit: Kit) -> str:
    line_up = kit.line_up(kit.game.seats[-1])
    once, again = (run(kit.game, [line_up], 1, rotates=False) for _ in range(2))
    if once.rows.tobytes() != again.rows.tobytes():
        return f"seed 0, deal 0, {len(line_up)} players: played twice, it is not the same"
    return fault(once)


def does_not_depend_on_the_workers(kit: Kit) -> str:
    """Threads, chunks, what was played before, and play() against one decision at a time."""
    for seats in dict.fromkeys((kit.game.seats[0], kit.game.seats[-1])):
        line_up, deals = kit.line_up(seats), 1 if PLAIN else 20
        base = run(kit.game, [line_up], deals, threads=1, chunk=10**6)
        for what, how in {"one game at a time": {"threads": 1, "chunk": 1}, "three threads": {"threads": 3}}.items():
            if run(kit.game, [line_up], deals, **how).rows.tobytes() != base.rows.tobytes():
                return f"{what}, {seats} players, {deals} deals of seed 0: other games"
        checked = run(kit.game, [line_up], 1, checked=True, threads=1)
        other = checked.rows != base.rows[: len(checked.rows)]
        if other.any():
            return f"play() and one decision at a time differ, {seats} players, game {int(np.argmax(other))}"
    return ""


def a_copy_goes_on_the_same(kit: Kit) -> str:
    for number in range(2 if PLAIN else 6):
        seats, tables = kit.seats(number), kit.tables
        taken = list(steps(kit.game, seats, number, at_random(number), tables=tables))
        script, half = [step.action for step in taken], len(taken) // 2
        copied = twin(kit.game.state, taken[half].before)
        list(go_on(kit.game, copied, tables, scripted(script)))
        if raw(copied).tobytes() != raw(taken[-1].state).tobytes():
            what = changed(kit.game, copied, taken[-1].state)
            return f"seed 0, deal {number}, {seats} players: copied at decision {half}, {what} ends otherwise"
    return ""


def does_not_write_on_the_tables(kit: Kit) -> str:
    before = files.digest(kit.tables)
    for number in range(1 if PLAIN else 4):
        seats = kit.seats(number)
        broken = fault(run(kit.game, [kit.line_up(seats, number)], 1, tables=kit.tables, rotates=False))
        if broken:
            return broken
        for step in itertools.islice(steps(kit.game, seats, number, at_random(number), tables=kit.tables), 40):
            state = twin(kit.game.state, step.before)
            for slot, action in enumerate(step.scratch.actions[: step.n].tolist()):
                kit.game.gains(state, kit.tables, action, step.scratch, slot)
            kit.game.imagine(state, kit.tables, int(state.seat), state.whims[0])
        if files.digest(kit.tables) != before:
            return f"seed 0, deal {number}, {seats} players: the numbers of the box are not what they were"
    for changes in () if PLAIN else each_try(kit):
        try:
            tables = kit.game.load(changes)
        except BoxError:
            continue
        before = files.digest(tables)
        run(kit.game, [kit.line_up(kit.game.seats[-1])], 1, tables=tables, rotates=False)
        if files.digest(tables) != before:
            told = ", ".join(f"{name}={value}" for name, value in changes.items())
            return f"with {told}, seed 0, game 0: the numbers of the box are not what they were"
    return ""


def each_try(kit: Kit) -> Iterator[dict[str, Any]]:
    """Every knob at every value it tries, one at a time."""
    for name, param in files.params(kit.game.folder / "params.toml").items():
        for value in param.get("try", []):
            yield {f"params.{name}": value}


WORK = """
import json, sys
import heuristics
from sim import conformance, games
game = games.get(games.named(sys.argv[1]))
players = heuristics.named(json.loads(sys.argv[2]), game)
for line in conformance.course(game, players):
    print(line, flush=True)
"""


def course(game: Any, players: Sequence[Player]) -> Iterator[str]:
    """What happens at the first decisions of a few games: where, and a digest of state and desk."""
    tables = game.load({})
    for number in range(2 * len(game.seats)):
        seats = game.seats[number // 2]
        choose = at_random(number) if number % 2 else played_by(game, [players[s % len(players)] for s in range(seats)])
        for step in itertools.islice(steps(game, seats, number, choose), COMPARED):
            state, desk = step.before, new(game.scratch)
            n = shown(game, state, tables, desk)
            seen = (raw(state), desk.actions[:n], desk.features, desk.gains[:n], raw(step.state))
            digest = hashlib.sha256(b"".join(part.tobytes() for part in seen)).hexdigest()
            yield f"{here(state)} {step.action} {digest}"


def compiled_is_plain(kit: Kit) -> str:
    """The same decisions in a process of their own, in plain Python."""
    names = [player.name for player in kit.players]
    home = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    settings = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    word = str(kit.game.folder) if games.is_elsewhere(kit.game.name) else kit.game.name
    command = [sys.executable, "-c", WORK, word, json.dumps(names)]
    plain = subprocess.Popen(
        command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    compiled = list(course(kit.game, kit.players))
    out, wrong = plain.communicate()
    if plain.returncode:
        return f"in plain Python: {wrong.strip().splitlines()[-1]}"
    for one, other in itertools.zip_longest(compiled, out.splitlines(), fillvalue="the end"):
        if one != other:
            return f"it goes another way in plain Python (NUMBA_DISABLE_JIT=1) at {one.rpartition(' ')[0]}"
    return ""


# Luck.


def streams(game: Any, state: Any) -> list[tuple[str, bytes]]:
    """Every stream of the state with what it is called; those that were not seeded yet are left out."""
    row = blank(game.state, 1)
    row[0] = raw(state)
    found = []
    for part in cells(game.state, row):
        if part.field.record is Stream:
            names = [f"{part.name}[{number}]" for number in range(len(part.numbers))]
            found += [(name, one.tobytes()) for name, one in zip(names, part.numbers, strict=True) if any(one.tolist())]
    return found


def luck_is_its_own(kit: Kit) -> str:
    """Streams differ from each other and from deal to deal, and rules draw nothing from the players' whims."""
    met: dict[bytes, str] = {}
    for deal in range(5):
        state, _ = opened(kit.game, kit.game.seats[-1], deal, tables=kit.tables)
        for name, luck in streams(kit.game, state):
            if luck in met:
                return f"{name} of deal {deal} is the same luck as {met[luck]}"
            met[luck] = f"{name} of deal {deal}"
    for number in range(2 if PLAIN else 10):
        state = new(kit.game.state)
        begin(state, kit.seats(number), 0, number, NOTHING, 0)
        before = raw(state)["whims"].tobytes()
        kit.game.setup(state, kit.tables)
        if raw(state)["whims"].tobytes() != before:
            return f"setup draws from a player's own whims, {here(state)}"
        for step in go_on(kit.game, state, kit.tables, at_random(number)):
            if raw(state)["whims"].tobytes() != before:
                words = kit.game.describe(step.action, step.before)
                return f"{words!r} draws from a player's own whims, {here(step.before)}"
    return ""


def shuffles_are_fair(kit: Kit) -> str:
    """In each place for a card, every card that ever lies there is equally likely; two neighbours are independent.

    Places are those of the state after setup, but for fields that positions.py names as UNEVEN; "event_pile" there
    means all that stands in it.
    """
    game, uneven = kit.game, getattr(scripts(kit.game), "UNEVEN", ())
    for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
        dealt: dict[str, list[np.ndarray]] = {}
        for deal in for_a_while(DEALS, 0.0) if not PLAIN else for_a_while(60, DEALING):
            state, _ = opened(game, seats, deal, root=1, tables=kit.tables)
            row = blank(game.state, 1)
            row[0] = raw(state)
            for number, part in enumerate(cells(game.state, row)):
                cards = isinstance(part.field.names, str) and part.field.dtype.kind == "i"
                if cards and part.owner < seats and not set(part.path.split(".")) & set(uneven):
                    dealt.setdefault(f"{number} {part.path}", []).append(part.numbers.copy())
        for name, rows in dealt.items():
            problem = unfair(np.stack(rows))
            if problem:
                return f"{name.partition(' ')[2]}: {problem}, in {len(rows)} deals of seed 1 with {seats} players"
    return ""


def unfair(dealt: np.ndarray) -> str:
    """What is not fair in the cards of one field: a row for each deal, a column for each place."""
    deals, places = dealt.shape
    level = RARE / max(2 * places, 1)
    for place in range(places):
        cards, times = np.unique(dealt[:, place], return_counts=True)
        if len(cards) == 1 or cards[0] < 0 or 5 * len(cards) > deals:
            continue
        if stats.chisquare(times).pvalue < level:
            card, most, expected = int(cards[np.argmax(times)]), int(times.max()), deals / len(cards)
            return f"card {card} lies in place {place} {most} times, not about {expected:.0f}"
        if place + 1 < places and dealt[:, place + 1].min() >= 0:
            pairs, times = np.unique(dealt[:, place : place + 2], axis=0, return_counts=True)
            others = len(np.unique(dealt[:, place + 1]))
            expected = deals * (deals - 1) / 2 / max(len(cards) * (others - 1), 1)
            again = int((times * (times - 1) // 2).sum())
            if others > 2 and stats.poisson.sf(again - 1, expected) < level:
                return f"places {place} and {place + 1} hold the same two cards too often"
    return ""


# What is hidden.


def shows_nothing_hidden(kit: Kit) -> str:
    """What a seat is shown, and may do, is the same when all that it cannot see is dealt anew."""
    game, luck = kit.game, np.random.default_rng(3)
    for tables, state in kit.positions:
        seat, seen = int(state.seat), []
        others = [permuted(game, state, seat, luck) for _ in range(2 if PLAIN else 3)]
        for other in (state, *others):
            for sentence in game.check(other, tables):
                return f"dealt anew: {sentence}, {where(game, state)}"
            scratch = new(game.scratch)
            n = shown(game, other, tables, scratch)
            seen.append((scratch.actions[:n].tolist(), scratch.features.copy(), scratch.gains[:n].copy()))
        for legal, features, gains in seen[1:]:
            if legal != seen[0][0]:
                return f"what is legal tells of what is hidden, {where(game, state)}"
            for what, names, one, other in (
                ("feature", game.feature, seen[0][1], features),
                ("gain", game.gain, seen[0][2], gains),
            ):
                columns_differ = np.flatnonzero((one != other).reshape(-1, one.shape[-1]).any(axis=0))
                if len(columns_differ):
                    name = names(int(columns_differ[0])).name.lower()
                    return f"the {what} {name} tells of what is hidden, {where(game, state)}"
    return ""


def imagines_only_what_is_seen(kit: Kit) -> str:
    """Two states that look the same from a seat are imagined the same; what the seat sees stays as it is."""
    game, luck = kit.game, np.random.default_rng(2)
    for tables, state in kit.positions:
        seat, imagined = int(state.seat), []
        for other in (twin(game.state, state), permuted(game, state, seat, luck)):
            stream = new(Stream)
            seed(stream, 1, 2, 3)
            game.imagine(other, tables, seat, stream)
            for sentence in game.check(other, tables):
                return f"imagined: {sentence}, {where(game, state)}"
            imagined.append(other)
        if raw(imagined[0]).tobytes() != raw(imagined[1]).tobytes():
            return f"what is imagined knows {changed(game, *imagined)}, {where(game, state)}"
        seen = []
        for other in (state, imagined[0]):
            scratch = new(game.scratch)
            game.features(other, tables, seat, scratch)
            n = int(game.legal(other, tables, scratch))
            seen.append((scratch.features.tobytes(), scratch.actions[:n].tobytes()))
        if seen[0] != seen[1]:
            return f"imagine changes what the seat sees, {where(game, state)}"
    return ""


# Points.


def points_add_up(kit: Kit) -> str:
    """Columns score_* sum to the score; what is taken was dealt or offered, and what is used was taken."""
    for number in for_a_while(2, SECONDS / 2):
        seats = kit.seats(number)
        played = run(kit.game, [kit.line_up(seats, number)], 1, root=number, rotates=False)
        if played.faults:
            return fault(played)
        sitting = played.rows["seats"][:, :seats]
        sources = [name for name in sitting.dtype.names if name.startswith("score_")]
        if not sources:
            return "no column says where points come from (score_...)"
        wrong = sum(sitting[name] for name in sources) != sitting["score"]
        if wrong.any():
            return f"{', '.join(sources)} do not sum to the score, seed {number}, game 0, {seats} players"
        for cards in {name.removesuffix("_offered") for name in sitting.dtype.names if name.endswith("_offered")}:
            dealt, offered, taken, used = (sitting[f"{cards}_{what}"] for what in ("dealt", "offered", "taken", "used"))
            if (used & ~taken).any():
                return f"{cards} are used that were never taken, seed {number}, game 0, {seats} players"
            if (taken & ~(dealt | offered)).any():
                return f"{cards} are taken that were neither dealt nor offered, seed {number}, game 0, {seats} players"
    return ""


def copies_share_equally(kit: Kit) -> str:
    """Over all rotations of a deal, to the last bit."""
    for number, player in enumerate(kit.players):
        seats = kit.seats(number)
        played = run(kit.game, [tuple(player._replace(name=f"copy {n}") for n in range(seats))], 1)
        if played.faults:
            return fault(played)
        sitting = played.rows["seats"][:, :seats]
        shares = [np.sort(sitting["win_share"][sitting["strategy"] == copy]).tolist() for copy in range(seats)]
        if any(share != shares[0] for share in shares):
            return f"of {seats} copies of {player.name} one wins more often over the rotations of deal 0, seed 0"
    return ""


# Nothing is there for nothing.


def every_action_occurs(kit: Kit) -> str:
    """Every action number is legal somewhere: in play, and in the positions of positions.py."""
    game = kit.game
    wanted = {action for first, last in game.verbs.values() for action in range(first, last + 1)}
    seen: set[int] = set()
    for tables, state in kit.scenes():
        for step in go_on(game, state, tables, at_random(1)):
            seen |= set(step.scratch.actions[: step.n].tolist())
    for number in for_a_while(seconds=ALL_SEEN):
        if seen >= wanted:
            break
        seats, tables = game.seats[-1 - number % len(game.seats)], kit.boxes[number % len(kit.boxes)]
        for step in steps(game, seats, number, some_players(game, kit.players, number), tables=tables):
            seen |= set(step.scratch.actions[: step.n].tolist())
    verbs = [verb for verb, (first, last) in game.verbs.items() if not seen.issuperset(range(first, last + 1))]
    return f"never legal: {sorted(wanted - seen)}, of {', '.join(verbs)}" if not seen >= wanted else ""


def every_knob_acts(kit: Kit) -> str:
    """Some value that a knob tries changes some result."""
    knobs = {n: param for n, param in files.params(kit.game.folder / "params.toml").items() if "try" in param}
    dead = set(knobs)
    for deals, changes in itertools.product((2,) if PLAIN else (10, 200), variants(kit.game)):
        base = list(outcomes(kit, changes, deals)) if dead else []
        for name in sorted(dead):
            values = reversed(knobs[name]["try"])
            tried = (outcomes(kit, changes | {f"params.{name}": value}, deals) for value in values)
            if any(one != other for outcome in tried for one, other in zip(outcome, base, strict=False)):
                dead.remove(name)
    return f"nothing depends on {', '.join(sorted(dead))}" if dead else ""


def outcomes(kit: Kit, changes: dict[str, Any], deals: int) -> Iterator[bytes]:
    """All that comes of some games under these changes, bit by bit; nothing if the box forbids them."""
    game = kit.game
    try:
        tables = game.load(changes)
    except BoxError:
        return
    anyone = [player for player in kit.players if player.name == "random"]
    for players in (anyone, kit.players):
        for seats in (game.seats[0], game.seats[-1]):
            line_up = tuple(players[seat % len(players)] for seat in range(seats))
            yield run(game, [line_up], deals, tables=tables, rotates=False, threads=1).rows.tobytes()
    for state in getattr(scripts(game), "positions", lambda tables: [])(tables):
        played = twin(game.state, state)
        list(go_on(game, played, tables, at_random(1)))
        yield raw(played).tobytes()


def every_word_is_declared(kit: Kit) -> str:
    """Card files, columns and questions have names and sentences."""
    game = kit.game
    for cards, names in game.cards.items():
        if not (game.folder / f"{cards}.csv").exists():
            return f"{cards}.csv is not there"
        if len(set(names)) != len(names):
            return f"{cards}.csv: two cards have one name"
    if "any" in game.verbs:
        return "a verb is called any, which stands for all"
    for table, found in columns(game).items():
        for column, sentence in found.items():
            if not sentence.strip():
                return f"the column {column} of {table} has no sentence"
    for tables, state in kit.positions:
        game.question(int(state.question))
    if not issubclass(game.state, AnyState):
        return "its state is no AnyState"
    return ""


RULES, STATE, PLAY = "setup, legal and apply in rules.py", "the declarations in state.py", "play.py"

PROMISES = (
    Promise("every word is declared", every_word_is_declared, "names.py, state.py and __init__.py"),
    Promise("always offers an action", in_whole_games("goes on"), "legal in rules.py: is a way out missing?"),
    Promise("comes to an end", in_whole_games("ends"), "what ends the game, in apply; longest in cards.py"),
    Promise("what must hold, holds", in_whole_games("holds"), f"{RULES}; the sentence is from checks.py"),
    Promise(
        "offers each action once, by name", in_whole_games("names"), "legal in rules.py, verbs in names.py, describe"
    ),
    Promise("what is offered can be done", what_is_offered_can_be_done, "legal and apply in rules.py"),
    Promise("looking changes nothing", looking_changes_nothing, "legal, features, gains, standing"),
    Promise("is the same game again", is_the_same_again, "luck that is not seeded in setup, module variables"),
    Promise("is the same with any number of workers", does_not_depend_on_the_workers, f"{PLAY}, what setup forgets"),
    Promise("goes on from a copy", a_copy_goes_on_the_same, "anything kept outside the state"),
    Promise("writes nothing on the tables", does_not_write_on_the_tables, f"{RULES}: tables are only read"),
    Promise("draws luck from its own streams", luck_is_its_own, "seed(...) in setup, streams in rules"),
    Promise("shuffles fairly", shuffles_are_fair, "setup; fields dealt unevenly by a rule are UNEVEN in positions.py"),
    Promise("shows nothing hidden", shows_nothing_hidden, f"features and gains in features.py, legal; {STATE}"),
    Promise("imagines only what is seen", imagines_only_what_is_seen, f"imagine in features.py; {STATE}"),
    Promise("points add up", points_add_up, "score in rules.py, where cards are counted"),
    Promise(
        "standing at the end is the score", in_whole_games("scores"), "standing, score; END_POINTS in positions.py"
    ),
    Promise("copies of a strategy share equally", copies_share_equally, "anything that knows a strategy's number"),
    Promise("every action occurs", every_action_occurs, "legal in rules.py; positions.py for what is rare"),
    Promise("every knob acts", every_knob_acts, "where the rules should read tables.params"),
)
SLOW = (Promise("compiled is plain Python", compiled_is_plain, "numbers that overflow, wrap or round differently"),)


def promises() -> tuple[Promise, ...]:
    """Those that can be looked at here: in plain Python there is nothing compiled to compare with."""
    return PROMISES if PLAIN else PROMISES + SLOW


def findings(kit: Kit) -> Iterator[Finding]:
    """Every promise of a game, one after the other."""
    for promise in promises():
        yield Finding(promise.says, told(promise.look, kit), promise.look_at)


def never_used(kit: Kit, deals: int = PLAYED) -> dict[str, list[str]]:
    """Cards that none of the players used in some games at every number of seats, by card file."""
    game, used = kit.game, dict[str, np.ndarray]()
    for seats in game.seats:
        line_ups = [kit.line_up(seats, first) for first in range(len(kit.players))]
        sitting = run(game, line_ups, max(deals // len(line_ups), 1), rotates=False).rows["seats"][:, :seats]
        for cards in game.cards:
            if f"{cards}_used" in sitting.dtype.names:
                bits = np.bitwise_or.reduce(sitting[f"{cards}_used"].reshape(-1, *sitting[f"{cards}_used"].shape[2:]))
                used[cards] = used.get(cards, np.zeros_like(bits)) | bits
    return {
        cards: [name for number, name in enumerate(game.cards[cards]) if not is_in(bits, number)]
        for cards, bits in used.items()
    }


def is_in(bits: np.ndarray, card: int) -> bool:
    words = np.atleast_1d(bits)
    return bool(int(words[card // 64]) >> card % 64 & 1)
