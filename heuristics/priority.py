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

    never = ["market", "plan if stone = 0"]

What a player never does it leaves alone as long as anything else is legal: the same player with and without such a line
tells what an action is worth.  Its lines have a verb and perhaps tests.
"""

import re

import numpy as np

from heuristics import weights
from heuristics.weights import worth
from sim.files import BoxError, known, word
from sim.game import AnyState, AnyTables, Desk, bring_forward, show_features, show_gains
from sim.players import BEST, LINES, TESTS, Line, Plan, Player
from sim.record import NOTHING, new
from sim.rule import rule

LINE = re.compile(r"(?P<verb>\w+)(?: +(?P<how>best|(?P<sign>most|least) +(?P<gain>\w+)))?(?: +if +(?P<tests>.+))?")
TEST = re.compile(r"(?P<feature>\w+) *(?P<relation><=|>=|!=|<|>|=) *(?P<than>-?\w+(?:\.\d+)?)")
ANY = 2**31 - 1  # beyond every action number
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def bounds(relation, number):
    """The numbers that stand in this relation to `number`: from low to high; for != the ones that do not."""
    return {
        "<": (-np.inf, np.nextafter(number, -np.inf)),
        "<=": (-np.inf, number),
        "=": (number, number),
        "!=": (number, number),
        ">=": (number, np.inf),
        ">": (np.nextafter(number, np.inf), np.inf),
    }[relation]


@rule
def all_hold(line: Line, desk: Desk) -> bool:
    """Whether every test on the line holds."""
    for number in range(line.tests):
        test = line.test[number]
        found = desk.features[test.feature]
        if test.other != NOTHING:
            found -= desk.features[test.other]
        if (test.low <= found <= test.high) == test.outside:
            return False
    return True


@rule
def value(desk: Desk, plan: Plan, line: Line, slot: int) -> float:
    """What this line thinks of a legal action."""
    return worth(desk, plan, slot) if line.gain == BEST else line.sign * desk.gains[slot, line.gain]


@rule
def is_left_out(plan: Plan, desk: Desk, action: int) -> bool:
    """Whether this is among what the player never does."""
    for number in range(plan.lines, plan.lines + plan.nevers):
        line = plan.line[number]
        if line.first <= action <= line.last and all_hold(line, desk):
            return True
    return False


@rule
def leave_out(plan: Plan, desk: Desk, n: int) -> int:
    """Lay the actions that the player never takes behind the others; how many others there are, or all if none."""
    others = 0
    for slot in range(n):
        if not is_left_out(plan, desk, desk.actions[slot]):
            bring_forward(desk, slot, others)
            others += 1
    return others if others > 0 else n


@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    looked = False
    if plan.nevers > 0:
        show_features(state, tables, desk, plan)
        looked, n = True, leave_out(plan, desk, n)
    lowest, highest = desk.actions[0], desk.actions[0]  # most lines speak of another question: passed at a glance
    for slot in range(1, n):
        lowest = min(lowest, desk.actions[slot])
        highest = max(highest, desk.actions[slot])
    start = plan.special if lowest > plan.furthest else np.int32(0)
    for number in range(start, plan.lines):
        line, chosen, most = plan.line[number], NOTHING, -np.inf
        if line.last < lowest or line.first > highest:
            continue
        if line.tests > 0 and not looked:
            show_features(state, tables, desk, plan)
            looked = True
        if not all_hold(line, desk):
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
    plan, where = new(Plan), f"{game.name}, {file}, [{name}]"
    plan.whim = whim(block.get("whim", 0.0), where)
    lines, nevers = (lines_of(block, name, where) for name in ("do", "never"))
    if len(lines) + len(nevers) >= LINES:
        raise BoxError(f"{where}, do: {len(lines) + len(nevers)} lines are more than {LINES - 1}")
    if "weights" in block:
        weights.fill(plan, block["weights"], game, where)
        lines = [*lines, "any best"]
    for number, text in enumerate(lines):
        here = f"{where}, line {number + 1} {text!r}"
        read_line(plan.line[number], text, game, here)
        if plan.line[number].gain == BEST and "weights" not in block:
            raise BoxError(f"{here}: best by what?  The block has no weights")
    for number, text in enumerate(nevers):
        here = f"{where}, never, line {number + 1} {text!r}"
        read_line(plan.line[len(lines) + number], text, game, here)
        if plan.line[len(lines) + number].gain != NOTHING:
            raise BoxError(f"{here}: not of the form VERB [if TEST and TEST]")
    plan.lines, plan.nevers = len(lines), len(nevers)
    spoken_of = {int(feature) for line in plan.line[: len(lines) + len(nevers)] for feature in features_of(line)}
    plan.ignores = np.uint64(sum(1 << feature for feature in range(64) if feature not in spoken_of))
    ranges = [line.last for line in plan.line[: len(lines)]]
    plan.special = next((number for number, last in enumerate(ranges) if last == ANY), len(lines))
    plan.furthest = max(ranges[: plan.special], default=NOTHING)
    return Player.made(name, about, choose, (), plan)


def lines_of(block, name, where):
    lines = block.get(name, [])
    if not isinstance(lines, list) or not all(isinstance(text, str) for text in lines):
        raise BoxError(f"{where}, {name}: not a list of lines in quotes")
    return lines


def features_of(line):
    """The features that a line speaks of."""
    for test in line.test[: int(line.tests)]:
        yield test.feature
        if test.other != NOTHING:
            yield test.other


def whim(value, where):
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise BoxError(f"{where}, whim: {value!r} is not a number from 0 to 1")
    return float(value)


def read_line(line, text, game, where):
    """Fill in one Line."""
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


def read_test(test, words, game, where):
    found = TEST.fullmatch(words)
    if not found:
        raise BoxError(f"{where}: {words!r} is not a test such as 'stone < 6'")
    is_number = NUMBER.fullmatch(found["than"]) is not None
    test.feature = word(found["feature"], game.feature, where)
    test.other = NOTHING if is_number else word(found["than"], game.feature, where)
    test.low, test.high = bounds(found["relation"], float(found["than"]) if is_number else 0.0)
    test.outside = found["relation"] == "!="
