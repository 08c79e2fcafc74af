"""Players: a way to play, and the numbers it is played with."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sim.files import BoxError, known
from sim.record import Record, blank, f8, i4, new, raw, u8
from sim.rule import address

# How much room a plan has.  These are sizes of the strategy language, not of any game; `heuristics` refuses more.
SEATS = 6  #     players at one table
LINES = 64  #    of a priority list
TESTS = 4  #     on one line
TERMS = 32  #    weights
NUMBERS = 16  #  a strategy's own
BANS = 8  #      verbs that may be forbidden to a player
BEST = -2  #     in place of a line's gain: by weights


class Test(Record):
    feature: i4
    other: i4  #            a feature to take off it first, or NOTHING
    outside: i4  #          0: what is left must lie from low to high; 1: it must not
    low: f8
    high: f8


class Line(Record):
    first: i4  #            actions that this line may take
    last: i4
    gain: i4  #             take the one with most (or least) of this gain; BEST by weights; NOTHING: the first legal
    sign: i4
    tests: i4  #            how many must hold
    test: Test[TESTS]


class Term(Record):
    gain: i4
    weight: f8


class Ban(Record):
    first: i4  #            actions that are forbidden while anything else is legal
    last: i4


class Plan(Record):
    chooser: u8  #          address of choose(state, tables, scratch, plan, n) -> action
    sees_features: i4  #    what must be worked out before this player is asked;
    sees_gains: i4  #       what nobody looks at costs nothing
    viewer: u8  #           addresses of the game's features() and gains(), for players that look only
    weigher: u8  #          when they must, and at one action at a time
    ignores: u8  #          features that no line speaks of, one bit each of the first 64
    whim: f8  #             how often this player does something else, 0 to 1
    lines: i4
    special: i4  #          of them, those before the first that speaks of any action
    furthest: i4  #         the last action that these speak of
    nevers: i4  #           lines after those of the list: what this player never does
    line: Line[LINES]  #    a priority list
    terms: i4
    term: Term[TERMS]  #    what gains are worth
    number: f8[NUMBERS]  #  for strategies written in code
    bans: i4  #             if there are any, sim.forbid is the chooser, and it needs
    ban: Ban[BANS]
    adviser: u8  #          the address of the player's own choose(),
    weighs: i4  #           whether that sees gains,
    slips: f8  #            and its whim


class LineUp(Record):
    seats: i4
    rotates: i4  #          1: every deal is played from every rotation of its order; 0: seats are fixed
    repeats: i4  #          how often each seating of a deal is played, with other whims
    plan: Plan[SEATS]


class Player(NamedTuple):
    name: str
    about: str
    choose: Callable
    plan: Any

    @classmethod
    def made(cls, name: str, about: str | None, choose: Callable, sees: Any = (), plan: Any = None) -> Player:
        """A player from its choose(); `sees` names what it looks at: "features", "gains" or both."""
        plan = plan or new(Plan)
        for what in sees:
            setattr(plan, f"sees_{known(what, ('features', 'gains'), name)}", 1)
        if not about or not about.strip():
            raise BoxError(f"strategy {name}: say in one sentence what it believes (about = ..., or a docstring)")
        return cls(name, " ".join(about.split()), choose, plan)


def line_up_rows(game: Any, line_ups: list, rotates: bool = True, repeats: int = 1) -> np.ndarray:
    """Line-ups of players -> the records that a game's loop reads; all of one table size."""
    rows = blank(LineUp, len(line_ups))
    plans: dict[str, Any] = {}
    met: dict[str, Player] = {}
    for row, players in zip(rows, line_ups, strict=True):
        row["seats"], row["rotates"], row["repeats"] = len(players), rotates, repeats
        for seat, player in enumerate(players):
            if met.get(player.name) is not player:
                met[player.name], plan = player, seated_plan(game, player)
                if plans.setdefault(player.name, plan) != plan:
                    raise BoxError(f"two different players are called {player.name}")
            row["plan"][seat] = plans[player.name]
    return rows


def seated_plan(game: Any, player: Player) -> Any:
    """The player's plan, with the addresses of its choose() and of the game's features() and gains()."""
    fits(game, player)
    plan = raw(player.plan).copy()
    plan["chooser"] = address(player.choose, (game.state, game.tables, game.scratch, Plan, int))
    plan["viewer"] = address(game.features, (game.state, game.tables, int, game.scratch))
    plan["weigher"] = address(game.gains, (game.state, game.tables, int, game.scratch, int))
    if plan["bans"]:
        keep_from_bans(game, plan)
    return plan


def keep_from_bans(game: Any, plan: Any) -> None:
    """Put sim.forbid before the player's own choose(): only what is left reaches it, its whims and its gains."""
    from sim import forbid

    plan["adviser"], plan["slips"], plan["weighs"] = plan["chooser"], plan["whim"], plan["sees_gains"]
    plan["chooser"] = address(forbid.choose, (game.state, game.tables, game.scratch, Plan, int))
    plan["whim"] = plan["sees_gains"] = 0


def fits(game: Any, player: Player) -> None:
    """A choose() is reached by its address: nothing else would notice one made for another game."""
    choose = getattr(player.choose, "py_func", player.choose)
    hints = inspect.get_annotations(choose, eval_str=True).values()
    wanted = (game.state, game.tables, game.scratch, Plan, int, int)
    pairs = zip(wanted, hints, strict=False)
    if len(hints) != len(wanted) or not all(isinstance(h, type) and issubclass(w, h) for w, h in pairs):
        raise BoxError(f"{player.name}: not a choose(state, tables, scratch, plan, n) -> int for {game.name}")
