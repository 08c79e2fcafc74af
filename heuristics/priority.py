"""A player that walks down a list and takes the first line it can.

    do = [
      "plan most points",
      "build",
      "keep best",
      "quarry if stone < 6 and workers >= 2",
      "recall if workers = 0",
    ]
    weights = { points = 3, stone = 1.2 }

A line is:  VERB [best | most GAIN | least GAIN] [if TEST {and TEST}]
A test is:  FEATURE (< | <= | = | != | >= | >) (NUMBER | FEATURE)

Verbs, gains and features are the game's own (names.py); the verb `any` stands for every action.  Of the legal actions
of its verb a line takes the best by the block's weights, the one with most or least of a gain, or else the first.
For "or" write two lines.  When no line can be taken, the best action by weights is, or without weights the first legal.
"""

import re
from enum import IntEnum

import numpy as np

from heuristics import weights
from heuristics.weights import worth
from sim.files import BoxError, known, word
from sim.game import AnyState, AnyTables, Desk, show_gains
from sim.players import BEST, LINES, TESTS, Line, Plan, Player, Test
from sim.record import NOTHING, new
from sim.rule import rule

LINE = re.compile(r"(?P<verb>\w+)(?: +(?P<how>best|(?P<sign>most|least) +(?P<gain>\w+)))?(?: +if +(?P<tests>.+))?")
TEST = re.compile(r"(?P<feature>\w+) *(?P<relation><=|>=|!=|<|>|=) *(?P<than>-?\w+(?:\.\d+)?)")
ANY = 2**31 - 1  # beyond every action number
NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Relation(IntEnum):
    BELOW = 0
    AT_MOST = 1
    IS = 2
    IS_NOT = 3
    AT_LEAST = 4
    ABOVE = 5


RELATIONS = dict(zip(("<", "<=", "=", "!=", ">=", ">"), Relation, strict=True))


@rule
def holds(test: Test, desk: Desk) -> bool:
    value = desk.features[test.feature]
    than = test.number if test.other == NOTHING else desk.features[test.other]
    match test.relation:
        case Relation.BELOW:
            return value < than
        case Relation.AT_MOST:
            return value <= than
        case Relation.IS:
            return value == than
        case Relation.IS_NOT:
            return value != than
        case Relation.AT_LEAST:
            return value >= than
        case _:
            return value > than


@rule
def all_hold(line: Line, desk: Desk) -> bool:
    for number in range(line.tests):
        if not holds(line.test[number], desk):
            return False
    return True


@rule
def value(desk: Desk, plan: Plan, line: Line, slot: int) -> float:
    """What this line thinks of a legal action."""
    return worth(desk, plan, slot) if line.gain == BEST else line.sign * desk.gains[slot, line.gain]


@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    lowest, highest = desk.actions[0], desk.actions[0]  # most lines speak of another question: passed at a glance
    for slot in range(1, n):
        lowest = min(lowest, desk.actions[slot])
        highest = max(highest, desk.actions[slot])
    for number in range(plan.lines):
        line, chosen, most = plan.line[number], NOTHING, -np.inf
        if line.last < lowest or line.first > highest or not all_hold(line, desk):
            continue
        for slot in range(n):
            action = desk.actions[slot]
            if line.first <= action <= line.last:
                if line.gain == NOTHING:
                    return action
                show_gains(state, tables, desk, plan, slot)
                worthy = value(desk, plan, line, slot)
                if worthy > most:
                    chosen, most = action, worthy
        if chosen != NOTHING:
            return chosen
    return desk.actions[0]


def player(name, about, block, game, file="strategies.toml"):
    """A block of strategies.toml -> a player.

    Raises: BoxError, naming strategy and line and offering the nearest word.
    """
    plan, sees, where = new(Plan), set(), f"{game.name}, {file}, [{name}]"
    plan.whim = whim(block.get("whim", 0.0), where)
    lines = block.get("do", [])
    if not isinstance(lines, list) or not all(isinstance(text, str) for text in lines):
        raise BoxError(f"{where}, do: not a list of lines in quotes")
    if len(lines) >= LINES:
        raise BoxError(f"{where}, do: {len(lines)} lines are more than {LINES - 1}")
    if "weights" in block:
        weights.fill(plan, block["weights"], game, where)
        lines = [*lines, "any best"]
    for number, text in enumerate(lines):
        here = f"{where}, line {number + 1} {text!r}"
        sees |= read_line(plan.line[number], text, game, here)
        if plan.line[number].gain == BEST and "weights" not in block:
            raise BoxError(f"{here}: best by what?  The block has no weights")
    plan.lines = len(lines)
    return Player.made(name, about, choose, sees, plan)


def whim(value, where):
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BoxError(f"{where}, whim: {value!r} is not a number from 0 to 1")
    return float(value)


def read_line(line, text, game, where):
    """Fill in one Line; return what its player must be shown."""
    found = LINE.fullmatch(text.strip())
    if not found:
        raise BoxError(f"{where}: not of the form VERB [best | most GAIN | least GAIN] [if TEST and TEST]")
    verbs = {"any": (0, ANY)} | game.verbs
    line.first, line.last = verbs[known(found["verb"], verbs, where)]
    line.gain, line.sign = NOTHING, 0
    if found["how"]:
        line.gain = BEST if found["how"] == "best" else word(found["gain"], game.gain, where)
        line.sign = {"most": 1, "least": -1, None: 0}[found["sign"]]
    tests = re.split(r" +and +", found["tests"].strip()) if found["tests"] else []
    if len(tests) > TESTS:
        raise BoxError(f"{where}: {len(tests)} tests are more than {TESTS}")
    for test, words in zip(line.test, tests, strict=False):
        read_test(test, words, game, where)
    line.tests = len(tests)
    return {"features"} if tests else set()


def read_test(test, words, game, where):
    found = TEST.fullmatch(words)
    if not found:
        raise BoxError(f"{where}: {words!r} is not a test such as 'stone < 6'")
    test.feature = word(found["feature"], game.feature, where)
    test.relation = int(RELATIONS[found["relation"]])
    is_number = NUMBER.fullmatch(found["than"]) is not None
    test.number = float(found["than"]) if is_number else 0.0
    test.other = NOTHING if is_number else word(found["than"], game.feature, where)
