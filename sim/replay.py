"""One game, told: in words that a reader of the rulebook can check, as JSON lines, or as a playthrough file.

What changed is found by comparing the state before and after: fields say for themselves which numbers are cards or
members of an enum.  Telling a game hides nothing; it is for readers, never for players.

A playthrough records actions, not players, so strategies may change without touching it; the seed and the deal in its
head repeat every shuffle and die.
"""

from __future__ import annotations

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from sim import files
from sim.batch import Job
from sim.deck import Deck
from sim.game import AnyState, Status, begin, close_row, may_go_on, open_row
from sim.lineups import players_in_words
from sim.players import LineUp, line_up_rows
from sim.record import ALL, NOTHING, Field, new, raw, twin, u8, wrap
from sim.results import EVENTS, expand, seat_record
from sim.rng import Stream

WIDTH = 100  # of a line of words
GLUE = "\0"  # in place of a space at which a line must not end
BITS = 64  #   in a word of a set of cards
KEPT = ("uses", *(f"_{event}" for event in EVENTS))  # counted for the result rows only

Choose = Callable[[Any, Any, Any, int], int]


class Step(NamedTuple):
    """One decision, after it was carried out."""

    state: Any
    n: int  #       legal actions, the first of
    scratch: Any  # scratch.actions
    action: int
    before: Any  #  a copy of the state as it was


# Playing one game step by step.


def opened(
    game: Any, seats: int, deal: int, root: int = 0, tables: Any = None, rotation: int = NOTHING, repeat: int = 0
) -> tuple[Any, Any]:
    """A game that has been set up, and its tables."""
    tables = game.load({}) if tables is None else tables
    state = new(game.state)
    begin(state, seats, root, deal, rotation, repeat)
    game.setup(state, tables)
    return state, tables


def go_on(game: Any, state: Any, tables: Any, choose: Choose) -> Iterator[Step]:
    """Play to the end, exactly as the game's own loop does: a seat with one legal action is not asked."""
    scratch = new(game.scratch)
    while not state.over:
        before, n = twin(game.state, state), int(game.legal(state, tables, scratch))
        if not may_go_on(state, tables, n):
            return
        action = int(scratch.actions[0]) if n == 1 else int(choose(state, tables, scratch, n))
        if state.over:  # the player named no legal action
            return
        if action not in scratch.actions[:n]:
            raise ValueError(f"decision {state.decisions}: action {action} is not legal")
        game.apply(state, tables, action)
        yield Step(state, n, scratch, action, before)


def steps(game: Any, seats: int, deal: int, choose: Choose, root: int = 0, tables: Any = None) -> Iterator[Step]:
    """Play one game with seats as they stand; yield each decision after it was carried out."""
    state, tables = opened(game, seats, deal, root, tables)
    return go_on(game, state, tables, choose)


def played_by(game: Any, line_up: Iterable) -> Choose:
    """A choose() that asks the players of a line-up."""
    return played_by_rows(game, line_up_rows(game, [tuple(line_up)]), 0)


def played_by_rows(game: Any, rows: np.ndarray, number: int) -> Choose:
    row = wrap(LineUp, rows)[number]
    return lambda state, tables, scratch, n: game.decide(state, tables, scratch, row, n)


def scripted(actions: Iterable[int]) -> Choose:
    """A choose() that repeats a list with one action for each decision, those with one legal action included."""
    actions = list(actions)
    return lambda state, tables, scratch, n: actions[int(state.decisions) - 1]


def repeated(actions: Iterable[int]) -> Choose:
    """A choose() that repeats such a list as long as its actions are legal, and then goes on at random."""
    actions = list(actions)
    chance = at_random(len(actions))

    def choose(state: Any, tables: Any, scratch: Any, n: int) -> int:
        number = int(state.decisions) - 1
        if number < len(actions) and actions[number] in scratch.actions[:n]:
            return actions[number]
        return chance(state, tables, scratch, n)

    return choose


def at_random(number: int) -> Choose:
    """A choose() with luck of its own, for tests."""
    luck = np.random.default_rng(number)
    return lambda state, tables, scratch, n: scratch.actions[luck.integers(n)]


def result(game: Any, state: Any, tables: Any, number: int = 0, seatings: int = 1) -> Any:
    """The result row of a game that has ended."""
    row = new(game.row)
    open_row(row, number, seatings, 1)
    game.score(state, tables, row)
    close_row(row, state)
    return row


# What a state says: facts, by owner (a seat, or NOTHING for the table) and label.


class Pile(tuple):
    """Names of cards, the top one first."""


class Held(tuple):
    """Names of cards in no order that matters."""


Facts = dict[tuple[int, str], Any]


def facts(game: Any, state: Any) -> Facts:
    """What lies on the table and before each player, but for bookkeeping and what nobody may see."""
    found: Facts = {}
    row = raw(state)
    for name, field in game.state.fields.items():
        if name == "players":
            for seat in range(state.seats):
                found |= record_facts(game, field.record, row[name][seat], seat)
        elif name not in AnyState.fields:
            found |= field_facts(game, name, field, row[name], NOTHING, "")
    return found


def record_facts(game: Any, record: Any, row: Any, owner: int, prefix: str = "") -> Facts:
    found: Facts = {}
    for name, field in record.fields.items():
        if is_opened(record, field):
            found |= record_facts(game, field.record, row[name], owner, prefix)
        elif not name.endswith(KEPT):
            found |= field_facts(game, name, field, row[name], owner, prefix)
    return found


def is_opened(record: Any, field: Field) -> bool:
    """Whether a single record in another needs no name: "silver", not "goods silver", unless silver is said twice."""
    if field.record is None or field.shape or issubclass(field.record, (Deck, Stream)):
        return False
    inner = [other.record for other in record.fields.values() if other.record and not other.shape]
    said = Counter(name for kind in (record, *inner) for name in kind.fields)
    return all(said[name] == 1 for name in field.record.fields)


def field_facts(game: Any, name: str, field: Field, value: Any, owner: int, prefix: str) -> Facts:
    """What one field says: one fact for a number or a set of cards, several for other arrays."""
    if not field.told or (field.record and issubclass(field.record, Stream)):
        return {}
    is_pile = field.record is not None and issubclass(field.record, Deck)
    if field.hidden == ALL and not is_pile:
        return {}
    if isinstance(field.names, str) and field.shape:
        return {(owner, label(prefix, name, field, ())): Held(card_names(game, field, value))}
    found: Facts = {}
    for place in np.ndindex(field.shape):
        here, part = label(prefix, name, field, place), value[place] if place else value
        if field.record and is_pile:
            found[owner, here] = pile(game, field.record, part)
        elif field.record:
            found |= record_facts(game, field.record, part, owner, here)
        elif isinstance(field.names, str) and field.dtype == u8.dtype:
            found[owner, here] = Held(card_names(game, field, np.array([part])))
        elif field.names or field.dtype != u8.dtype:  # bits without a name say nothing to a reader
            found[owner, here] = one_word(game, field, part)
    return found


def label(prefix: str, name: str, field: Field, place: tuple[int, ...]) -> str:
    """ "forest workers" for workers[Place.FOREST], "at forest" for at[Place.FOREST], "track (1)" for track[0]."""
    members = [field.index(place[0]).name.lower()] if field.index and place else []
    numbers = [f"({number + 1})" for number in place[len(members) :]]
    named = [name, *members] if name in ("at", "in", "on") else [*members, name]
    return " ".join(word for word in [prefix, *named, *numbers] if word).replace("_", " ")


def pile(game: Any, record: Any, row: Any) -> Pile:
    left, names = int(row["left"]), record.fields["cards"].names
    return Pile(card_name(game, names, card) for card in row["cards"][:left][::-1])


def card_names(game: Any, field: Field, value: np.ndarray) -> list[str]:
    """The cards in an array of card numbers, or in a set with one bit for each."""
    numbers = value.reshape(-1).tolist()
    if field.dtype == u8.dtype:
        numbers = [BITS * at + bit for at, word in enumerate(numbers) for bit in range(BITS) if word >> bit & 1]
    return [card_name(game, field.names, number) for number in numbers if number != NOTHING]


def card_name(game: Any, names: Any, number: int) -> str:
    cards = game.cards.get(names, ()) if isinstance(names, str) else ()
    return cards[number] if 0 <= number < len(cards) else f"{names or 'card'} {number}"


def one_word(game: Any, field: Field, value: Any) -> Any:
    """A number as it is said."""
    number = value.item()
    if not field.names:
        return number if isinstance(number, int) else f"{number:g}"
    if number == NOTHING:
        return "none"
    if isinstance(field.names, str):
        return card_name(game, field.names, number)
    return word_in(field.names, number)


def word_in(words: Any, number: int) -> str:
    """A member of an enum in small letters."""
    by_number = {int(member): member.name.lower().replace("_", " ") for member in words}
    return by_number.get(int(number), str(number))


# What changed from one set of facts to the next.


def gone(was: Iterable[str], now: Iterable[str]) -> list[str]:
    """Cards of `was` that are not in `now`, in the order of `was`."""
    left = Counter(was) - Counter(now)
    found = []
    for card in was:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return found


def changed(was: Facts, now: Facts, seat: int) -> list[str]:
    """What changed in words: for the seat that acted first, then on the table, then for the other seats."""
    by_owner: dict[int, list[str]] = {seat: [], NOTHING: []}
    for (owner, label), value in now.items():
        before = was[owner, label]
        if before != value:
            by_owner.setdefault(owner, []).extend(change(label, before, value))
    found = []
    for owner, sentences in by_owner.items():
        if sentences and owner not in (seat, NOTHING):
            sentences[0] = f"seat {owner + 1}: {sentences[0]}"
        found += sentences
    return found


def change(label: str, was: Any, now: Any) -> list[str]:
    if not isinstance(now, tuple):
        return [f"{label} {was} to {now}"]
    came, left = gone(now, was), gone(was, now)
    found = [f"+ {', '.join(came)} in {label}"] if came else []
    if left and not isinstance(now, Pile):  # what left a pile is told as luck
        found.append(f"- {', '.join(left)} from {label}")
    return found


def chance(was: Facts, now: Facts) -> dict[str, list[str]]:
    """Cards that left each pile, the top one first."""
    drawn = {label: gone(was[owner, label], value) for (owner, label), value in now.items() if isinstance(value, Pile)}
    return {label: cards for label, cards in drawn.items() if cards}


def chance_words(was: Facts, now: Facts) -> list[str]:
    drawn = chance(was, now)
    piles = sum(isinstance(value, Pile) for value in now.values())
    return [f"drawn{f' from {label}' if piles > 1 else ''}: {', '.join(cards)}" for label, cards in drawn.items()]


def holdings(now: Facts, owner: int) -> list[str]:
    """What an owner has, in words; nothing of what it has none of."""
    found = []
    for (whose, label), value in now.items():
        if whose != owner or value in ((), 0, "none", NOTHING):
            continue
        if isinstance(value, Pile):
            found.append(f"{label} {len(value)} cards")
        else:
            found.append(f"{', '.join(value)} in {label}" if isinstance(value, Held) else f"{label} {value}")
    return found


# A game in words.


def words(game: Any, seats: int, deal: int, choose: Choose, names: Iterable[str] = (), **how: Any) -> Iterator[str]:
    """One game as lines that a player understands.

    Args: names: the players of the line-up, in its order.  how: root, tables, rotation, repeat, as for opened().
    """
    state, tables = opened(game, seats, deal, **how)
    people = called(state, names)
    now = facts(game, state)
    yield f"{game.title}, {players_in_words(seats)}, seed {how.get('root', 0)}, deal {deal}"
    yield ""
    yield from wrapped("on the table: ", holdings(now, NOTHING))
    for seat in range(seats):
        yield from wrapped(f"{people[seat]}: ", holdings(now, seat))
    heading: tuple = (0, 0, NOTHING)
    try:
        for step in go_on(game, state, tables, choose):
            before, was, now = step.before, now, facts(game, state)
            yield from headings(heading, before, people)
            heading = (int(before.rounds), int(before.turns), int(before.seat))
            said = changed(was, now, heading[2]) + chance_words(was, now)
            what = f"{state.decisions:5}  {game.describe(step.action, before)}"
            yield from wrapped(f"{what}: " if said else what, said)
    except Exception as error:
        yield from headings(heading, state, people)
        yield f"the game broke here: {type(error).__name__}: {error}"
        return
    yield from score_table(game, result(game, state, tables), people)


def called(state: Any, names: Iterable[str]) -> list[str]:
    """Every seat with the name of the player that sits there, if players have names."""
    names = list(names)
    return [
        f"seat {seat + 1}" + (f" ({names[int(state.sits[seat])]})" if names else "") for seat in range(int(state.seats))
    ]


def headings(last: tuple, before: Any, people: list[str]) -> Iterator[str]:
    """A new round, and whose decision it is when that changes; before the first round: the start."""
    rounds, turns, seat = last
    if before.rounds != rounds or seat == NOTHING:
        yield ""
        yield f"Round {before.rounds}" if before.rounds else "Start"
    if (before.turns, before.seat) != (turns, seat):
        yield f"  turn {before.turns}, {people[before.seat]}" if before.turns else f"  {people[before.seat]}"


def wrapped(beginning: str, parts: list[str]) -> list[str]:
    """A line with its list, continued below when it is long; no sign is parted from its card."""
    text = beginning + "; ".join(part.replace("+ ", f"+{GLUE}").replace("- ", f"-{GLUE}") for part in parts)
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]


def score_table(game: Any, row: Any, people: list[str]) -> Iterator[str]:
    """Every source of points, seat by seat."""
    yield ""
    row = raw(row)
    if row["status"] != Status.FINISHED:
        yield f"the game ended with a fault: {Status(row['status']).name.lower()}"
        return
    columns = {column.name: column for column in expand(seat_record(game))}
    sources = [name for name in columns if name.startswith("score_")]
    tiebreaks = [name for name in columns if name.startswith("tiebreak_")]
    cells = [[who.partition(" (")[0] for who in people], [who.partition(" (")[2].rstrip(")") for who in people]]
    for name in (*sources, "score", *tiebreaks, "place"):
        field, place = columns[name].field, columns[name].place
        cells.append([str(row["seats"][seat][field][place]) for seat in range(len(people))])
    titles = ["final score", "", *(name.removeprefix("score_").replace("_", " ") for name in sources), "score"]
    titles += [*(name.replace("tiebreak_", "tie-break ") for name in tiebreaks), "place"]
    width = max(len(cell) for line in cells for cell in line) + 2
    for title, line in zip(titles, cells, strict=True):
        if title or any(line):
            yield f"{title:{WIDTH // 4}}" + "".join(f"{cell:>{width}}" for cell in line)


# A game as JSON lines.


def json_lines(
    game: Any, seats: int, deal: int, choose: Choose, names: Iterable[str] = (), **how: Any
) -> Iterator[str]:
    """The whole state before each decision, what was legal, what was done, what was drawn; last the result.

    Args: as for words().
    """
    state, tables = opened(game, seats, deal, **how)
    names = list(names)
    now = facts(game, state)
    for step in go_on(game, state, tables, choose):
        before, was, now = step.before, now, facts(game, state)
        seat = int(before.seat)
        yield json.dumps(
            {
                "number": int(state.decisions),
                "seat": seat + 1,
                "strategy": names[int(before.sits[seat])] if names else None,
                "question": word_in(game.question, int(before.question)),
                "state": state_as_json(game, before),
                "legal": [as_action(game, int(action), before) for action in step.scratch.actions[: step.n]],
                "action": as_action(game, step.action, before),
                "drawn": chance(was, now),
            }
        )
    row = result(game, state, tables)
    found = {"state": state_as_json(game, state), "result": row_as_json(game, row, state, names)}
    yield json.dumps(found | {"assumed_card_data": files.assumed_cards(files.provenance(game.folder)) or None})


def as_action(game: Any, action: int, before: Any) -> dict[str, Any]:
    return {"action": action, "words": game.describe(action, before)}


def state_as_json(game: Any, state: Any) -> dict[str, Any]:
    """All numbers of a state by name; of the players, those at the table."""
    found = plain(game.state, raw(state))
    found["players"] = found.get("players", [])[: int(state.seats)]
    return found


def row_as_json(game: Any, row: Any, state: Any, names: list[str]) -> dict[str, Any]:
    found = plain(game.row, raw(row))
    found["seats"] = found["seats"][: int(state.seats)]
    for seat in found["seats"]:
        seat["strategy"] = names[seat["strategy"]] if names else None
    return found


def plain(record: Any, row: Any) -> dict[str, Any]:
    """A record as dicts, lists and numbers; an array for the members of an enum is a dict."""
    return {name: plain_field(field, row[name]) for name, field in record.fields.items()}


def plain_field(field: Field, value: Any) -> Any:
    if not np.shape(value):
        return plain(field.record, value) if field.record else value.item()
    parts = [plain_field(replace(field, shape=field.shape[1:], index=None), part) for part in value]
    if not field.index:
        return parts
    return {field.index(number).name.lower(): part for number, part in enumerate(parts)}


# Playthrough files.


class Head(NamedTuple):
    """What a playthrough file begins with."""

    game: str
    seed: int
    deal: int
    seats: int
    changes: dict[str, Any]


def playthrough(
    game: Any, seats: int, deal: int, choose: Choose, root: int = 0, changes: dict[str, Any] = {}
) -> Iterator[str]:
    """The lines of a playthrough file: its head, one line for each action, and the result."""
    for name, value in Head(game.name, root, deal, seats, changes)._asdict().items():
        yield f"{name}: {json.dumps(value)}"
    state, tables = opened(game, seats, deal, root, game.load(changes))
    now = facts(game, state)
    yield f"      table   {'; '.join(holdings(now, NOTHING))}"
    for seat in range(seats):
        yield f"      seat {seat + 1}  {'; '.join(holdings(now, seat))}"
    for step in go_on(game, state, tables, choose):
        was, now, seat = now, facts(game, state), int(step.before.seat)
        said = "; ".join(changed(was, now, seat) + chance_words(was, now))
        what = game.describe(step.action, step.before)
        yield f"{state.decisions:4}  seat {seat + 1}  {step.action:3} {what}: {said}"
    row = raw(result(game, state, tables))
    yield f"      game    {row_words(game.row, row)}"
    for seat in range(seats):
        yield f"      seat {seat + 1}  {row_words(seat_record(game), row['seats'][seat])}"


def row_words(record: Any, row: Any) -> str:
    """The columns of a result row that are not 0."""
    values = ((column.name, row[column.field][column.place]) for column in expand(record))
    return ", ".join(
        f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}" for name, value in values if value
    )


def head_of(lines: Iterable[str]) -> Head:
    """The settings that repeat a playthrough file."""
    found = dict(line.split(": ", 1) for line in list(lines)[: len(Head._fields)])
    return Head(**{name: json.loads(found[name]) for name in Head._fields})


def actions_in(lines: Iterable[str]) -> list[int]:
    """The actions of a playthrough file."""
    return [int(line.split()[3]) for line in lines if line.split()[:1] and line.split()[0].isdigit()]


# Games of a run.


def of_run(tell: Callable[..., Iterator[str]], job: Job, number: int) -> Iterator[str]:
    """One game of a run, told by words() or json_lines()."""
    seating = job.seating(number)
    players = job.line_ups[seating.line_up]
    choose = played_by_rows(job.game, job.rows, seating.line_up)
    how = {"root": job.root, "tables": job.tables, "rotation": seating.rotation, "repeat": seating.repeat}
    return tell(job.game, len(players), seating.deal, choose, [player.name for player in players], **how)


class Course(NamedTuple):
    """One game, round by round."""

    standings: np.ndarray  #    round, seat
    uses: np.ndarray | None  # round, seat, use: how often so far


def course(job: Job, number: int) -> Course | None:
    """Play a game of a run again and keep how every seat stood at the end of each round; None if it breaks."""
    seating = job.seating(number)
    seats = len(job.line_ups[0])
    how = {"root": job.root, "tables": job.tables, "rotation": seating.rotation, "repeat": seating.repeat}
    state, tables = opened(job.game, seats, seating.deal, **how)
    scratch, line_up = new(job.game.scratch), wrap(LineUp, job.rows)[seating.line_up]
    standings: list[list[int]] = []
    uses, has_uses = [], "uses" in seat_record(job.game).fields
    try:
        while not state.over:
            job.game.play_on(state, tables, scratch, line_up, len(standings) + 1)
            standings.append([int(job.game.standing(state, tables, seat)) for seat in range(seats)])
            if has_uses:
                uses.append(raw(state)["players"]["uses"][:seats].copy())
    except Exception:
        return None
    return Course(np.array(standings), np.array(uses) if has_uses else None) if state.status == Status.RUNNING else None
