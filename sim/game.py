"""What a game folder offers, and the fields with which every game's records begin."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from sim.players import SEATS, LineUp, Plan
from sim.record import NOTHING, Record, f8, i4, i8, of, secret, u8
from sim.rng import Stream, below, chance, draw, seed
from sim.rule import call, call_features, call_gains, rule

# Stream numbers: a game's own luck has 0, 1, 2 ...; these lie far beyond.
WHIMS = 1_000  #    and one for each seat
CYCLE = 2_000  #    the order around the table
REPEATS = 10_000  # added to the whims of each further repeat of a deal

ONE, NONE = np.uint64(1), np.uint64(0)
LOWEST = -(2**31)  # below every score
ENDLESS = 2**31 - 1  # a round that no game reaches


class Status(IntEnum):
    """How a game ended; anything but FINISHED is a fault in our code, never a result."""

    FINISHED = 0
    RUNNING = 1
    STUCK = 2  #      a seat had no legal action
    ILLEGAL = 3  #    a player chose what was not offered
    ENDLESS = 4  #    more turns or decisions than the game allows
    CRASHED = 5  #    an exception in a rule or a strategy
    BROKEN = 6  #     something that must always hold did not (checked mode)


class AnyState(Record):
    root: secret(i8)  #             what all luck is seeded from: the root seed
    deal: secret(i8)  #             and the number of the deal
    seat: i4  #                     whose decision is open
    question: i4  #                 which decision it is
    over: i4
    status: of(i4, Status)
    decisions: i4  #                taken so far
    forced: i4  #                   of them, those with one legal action
    seats: i4  #                    players in this game
    turns: i4  #                    turns begun, by all seats together
    rounds: i4  #                   begun: in a round every seat has one turn
    sits: i4[SEATS]  #              which player of the line-up sits in each seat
    leader: i4  #                   sole leader when standings were last compared, or NOTHING
    last_leader: i4  #              the last one there was, or NOTHING
    led_from: i4  #                 round since which that has been so
    lead_changes: i4  #             times a sole leader was replaced by another seat
    whims: secret(Stream[SEATS])  # each player's own luck, for guesses and slips


class AnyTables(Record):
    longest: i4  #                  decisions after which a game counts as endless


class Desk(Record):
    """The desk in front of the player in turn.  Each game says how large it is."""

    halt: i4  #                     set from outside to stop the game in hand
    skips: u8  #                    features that need not be worked out this time, one bit each of the first 64
    actions: i4[...]  #             what is legal: the first n
    features: f8[...]  #            what can be seen from this seat
    gains: f8[..., ...]  #          what each legal action would bring


class AnySeatRow(Record):
    strategy: i4 = "who sat there"
    score: i4 = "final score"
    place: i4 = "1 for the winner, after tie-breaks; equals share the better place"
    win_share: f8 = "1 for a sole winner, 1 / n for each of n tied winners, 0 for the others"
    tiebreak: i4[...] = "what decides between equal scores, the first that differs: more is better"


class AnyRow(Record):
    game: i8 = "number of the game in its run, from 0"
    deal: i8 = "number of the deal; equal deals meet the same decks and dice"
    seating: i4 = "which of the deal's games: line-up and rotation"
    repeat_: i4 = "0, or the number of a further play of the same deal and seating with other whims"
    players: i4 = "seats taken"
    status: i4 = "0 ended by the rules; anything else is a fault (sim.game.Status)"
    turns: i4 = "turns taken by all seats together"
    rounds: i4 = "rounds begun: in a round every seat has one turn"
    decisions: i4 = "decisions taken by all seats together"
    forced: i4 = "decisions with only one legal action"
    tied: i4 = "winners after tie-breaks"
    tied_on_score: i4 = "seats that share the highest score"
    margin: i4 = "winner's score less the best other score"
    lead_changes: i4 = "times one sole leader gave way to another at the end of a round"
    settled_round: i4 = "round from which the winner led to the end (the last round if it did not)"
    seats: AnySeatRow[...]


class Game(NamedTuple):
    name: str
    title: str
    seats: range  #        numbers of players the box allows
    state: Any  #          the records: a game in progress,
    tables: Any  #         the numbers printed in the box,
    scratch: Any  #        the desk, and room to try things,
    row: Any  #            what is kept of a finished game
    load: Callable  #      load(changes) -> tables, the only reader of the game's files
    setup: Any  #          setup(state, tables)
    legal: Any  #          legal(state, tables, desk) -> n; fills desk.actions[0:n]
    apply: Any  #          apply(state, tables, action)
    score: Any  #          score(state, tables, row)
    standing: Any  #       standing(state, tables, seat) -> points that seat has now
    features: Any  #       features(state, tables, seat, desk): what that seat sees
    gains: Any  #          gains(state, tables, action, desk, slot): what an action brings
    imagine: Any  #        imagine(state, tables, seat, stream): re-deal what that seat cannot know
    decide: Any  #         decide(state, tables, scratch, line_up, n) -> action: what the player in turn does
    play_on: Any  #        play_on(state, tables, scratch, line_up, last): until that round has ended, or the game
    play: Any  #           play(state, tables, scratch, line_ups, root, first, rows): many games
    verbs: dict  #         {"quarry": (0, 0), "plan": (6, 8)}: the actions by name
    question: Any  #       enums naming the open decisions
    feature: Any  #        and the columns of features and gains
    gain: Any
    cards: dict  #         {"plans": ["granary", ...]}: the rows of each card file
    describe: Callable  #  describe(action, state) -> words
    check: Callable  #     check(state, tables) -> sentences about what is broken; normally none
    folder: Any  #         where its files are
    costs: dict = {}  #    {"plans": ("wood", "stone")}: columns of a card file that say what a card takes


@rule
def sit(state: AnyState, root: int, deal: int, rotation: int) -> None:
    """Draw the deal's cyclic order around the table and turn it by `rotation` seats."""
    stream, seats = state.whims[0], state.seats
    seed(stream, root, deal, CYCLE)
    for last in range(seats - 1, 1, -1):  # a cyclic order: the first player may as well stay
        other = 1 + below(stream, last)
        player = state.sits[last]
        state.sits[last] = state.sits[other]
        state.sits[other] = player
    for _ in range(rotation):
        first = state.sits[0]
        for seat in range(seats - 1):
            state.sits[seat] = state.sits[seat + 1]
        state.sits[seats - 1] = first


@rule
def begin(state: AnyState, seats: int, root: int, deal: int, rotation: int, repeat: int) -> None:
    """Seat the players (as listed when rotation is NOTHING) and seed their whims; all else is still zero."""
    state.status = Status.RUNNING
    state.root = root
    state.deal = deal
    state.seats = seats
    state.leader = NOTHING
    state.last_leader = NOTHING
    for seat in range(seats):
        state.sits[seat] = seat
    if rotation != NOTHING:
        sit(state, root, deal, rotation)
    for seat in range(seats):
        seed(state.whims[seat], root, deal, WHIMS + seat + REPEATS * repeat)


@rule
def begin_row(state: AnyState, line_up: LineUp, root: int, row: AnyRow) -> None:
    """Begin the game that a row was opened for."""
    rotation = row.seating % line_up.seats if line_up.rotates else np.int64(NOTHING)
    begin(state, line_up.seats, root, row.deal, rotation, row.repeat_)


@rule
def offer(desk: Desk, n: int, action: int, allowed: bool) -> int:
    """Add `action` to the n legal ones if it is allowed; return how many there are now."""
    if not allowed:
        return n
    desk.actions[n] = action
    return n + 1


@rule
def bring_forward(desk: Desk, slot: int, place: int) -> None:
    """Move the legal action of a slot to an earlier place; those between keep their order."""
    action = desk.actions[slot]
    for other in range(slot, place, -1):
        desk.actions[other] = desk.actions[other - 1]
    desk.actions[place] = action


@rule
def stop(state: AnyState, why: Status) -> int:
    """End the game with a fault."""
    state.over = True
    state.status = why
    return NOTHING


@rule
def may_go_on(state: AnyState, tables: AnyTables, n: int) -> bool:
    """Count the decision; end a game that is stuck or endless."""
    state.decisions += 1
    if n == 0:
        stop(state, Status.STUCK)
    elif state.decisions > tables.longest:
        stop(state, Status.ENDLESS)
    elif n == 1:
        state.forced += 1
    return not state.over


@rule
def is_asked_for(desk: Desk, feature: int) -> bool:
    """Whether a feature that takes long has to be worked out."""
    return feature > 63 or desk.skips >> np.uint64(feature) & ONE == NONE


@rule
def show_features(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan) -> None:
    """Work out what the player in turn sees, so far as its lines ask: for players that do not always look."""
    desk.skips = plan.ignores
    call_features(plan.viewer, state, tables, np.int64(state.seat), desk)
    desk.skips = NONE


@rule
def show_gains(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, slot: int) -> None:
    """Work out what one legal action would bring: for players that weigh few of them."""
    call_gains(plan.weigher, state, tables, desk.actions[slot], desk, slot)


@rule
def ask(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    """What the player does, or NOTHING when the game cannot go on."""
    whims = state.whims[state.seat]
    if plan.whim > 0.0 and chance(whims) < plan.whim:
        return desk.actions[below(whims, n)]
    action = call(plan.chooser, state, tables, desk, plan, n)
    for slot in range(n):
        if desk.actions[slot] == action:
            return action
    return stop(state, Status.ILLEGAL)


@rule
def new_luck(luck: Stream, stream: Stream) -> None:
    """In a state that is only imagined, decks and dice must not go on as the real ones will."""
    seed(luck, np.int64(draw(stream) >> ONE), np.int64(draw(stream) >> ONE), 0)


@rule
def forget(state: AnyState, seat: int, stream: Stream) -> None:
    """In a state that is only imagined by `seat`: neither the seeds nor the whims of the others are known."""
    state.root = 0
    state.deal = 0
    for other in range(state.seats):
        if other != seat:
            new_luck(state.whims[other], stream)


@rule
def note_leader(state: AnyState, leader: int) -> None:
    """At the end of a round: who leads alone (NOTHING: nobody)."""
    if leader == state.leader:
        return
    state.leader = leader
    if leader == NOTHING:
        return
    state.led_from = state.rounds
    if state.last_leader != NOTHING and state.last_leader != leader:
        state.lead_changes += 1
    state.last_leader = leader


@rule
def open_row(row: AnyRow, game: int, seatings: int, repeats: int) -> None:
    """Games are numbered deal by deal, then by seating; a row stays CRASHED until its game is scored."""
    row.game = game
    row.deal = game // (seatings * repeats)
    row.seating = game // repeats % seatings
    row.repeat_ = game % repeats
    row.status = Status.CRASHED


@rule
def beats(row: AnyRow, seat: int, other: int) -> bool:
    """Whether `seat` stands above `other`: by score, then by each tie-break in turn."""
    mine, theirs = row.seats[seat], row.seats[other]
    if mine.score != theirs.score:
        return mine.score > theirs.score
    for number in range(len(mine.tiebreak)):
        if mine.tiebreak[number] != theirs.tiebreak[number]:
            return mine.tiebreak[number] > theirs.tiebreak[number]
    return False


@rule
def rank(row: AnyRow, seats: int) -> None:
    """Places, shares of the win, ties and the winner's margin."""
    best, second, winner = LOWEST, LOWEST, 0
    for seat in range(seats):
        mine = row.seats[seat]
        mine.place = 1
        for other in range(seats):
            if beats(row, other, seat):
                mine.place += 1
        if mine.place == 1:
            row.tied += 1
            winner = seat
        best = max(best, mine.score)
    for seat in range(seats):
        mine = row.seats[seat]
        mine.win_share = 1.0 / row.tied if mine.place == 1 else 0.0
        if mine.score == best:
            row.tied_on_score += 1
        if seat != winner:
            second = max(second, mine.score)
    row.margin = best - second if seats > 1 else 0


@rule
def close_row(row: AnyRow, state: AnyState) -> None:
    """Keep what every game has; a game that was scored is a result unless it ended with a fault."""
    row.status = state.status
    row.players = state.seats
    row.turns = state.turns
    row.rounds = state.rounds
    row.decisions = state.decisions
    row.forced = state.forced
    row.lead_changes = state.lead_changes
    for seat in range(state.seats):
        row.seats[seat].strategy = state.sits[seat]
    if state.status != Status.RUNNING:
        return
    row.status = Status.FINISHED
    rank(row, state.seats)
    row.settled_round = state.rounds
    if state.leader != NOTHING and row.seats[state.leader].place == 1 and row.tied == 1:
        row.settled_round = state.led_from
