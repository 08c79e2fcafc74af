"""Players that may not use a verb while anything else is legal.

    --forbid quarry            for everybody at the table
    --forbid stonemason:plan   for this strategy, wherever it sits
    --forbid 2:quarry          for the second player of the table alone, who is then called "... without quarry"

The rules know nothing of it: what is legal stays legal, but the player is asked about the rest alone.  Where nothing
else is legal, the verb stays.  Nobody learns to do without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.files import BoxError, known
from sim.game import AnyState, AnyTables, Desk, bring_forward, show_gains
from sim.players import BANS, Plan, Player
from sim.record import twin
from sim.rng import below, chance
from sim.rule import call, rule


@rule
def is_banned(plan: Plan, action: int) -> bool:
    for number in range(plan.bans):
        ban = plan.ban[number]
        if ban.first <= action <= ban.last:
            return True
    return False


@rule
def leave_out_banned(desk: Desk, plan: Plan, n: int) -> int:
    """Lay the legal actions that are banned behind the others; how many others there are, or all if none."""
    others = 0
    for slot in range(n):
        if not is_banned(plan, desk.actions[slot]):
            bring_forward(desk, slot, others)
            others += 1
    return others if others > 0 else n


@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    """What the player chooses of the actions that are left, if any is; its whims are bound by that, too."""
    left = leave_out_banned(desk, plan, n)
    whims = state.whims[state.seat]
    if plan.slips > 0.0 and chance(whims) < plan.slips:
        return desk.actions[below(whims, left)]
    if left == 1:
        return desk.actions[0]
    if plan.weighs:
        for slot in range(left):
            show_gains(state, tables, desk, plan, slot)
    action = call(plan.adviser, state, tables, desk, plan, left)
    if left < n and is_banned(plan, action):  # a player in code that does not keep to the list
        return desk.actions[0]
    return action


def without(player: Player, verbs: Sequence[str], game: Any, name: str) -> Player:
    """The player, kept from these verbs.

    Raises: BoxError for more than a plan has room for.
    """
    if len(verbs) > BANS:
        raise BoxError(f"forbid: {len(verbs)} verbs are more than {BANS} for one player")
    plan = twin(Plan, player.plan)
    plan.bans = len(verbs)
    for ban, verb in zip(plan.ban, verbs, strict=False):
        ban.first, ban.last = game.verbs[verb]
    return player._replace(name=name, plan=plan)


def read(words: Sequence[str], table: Sequence[str], game: Any, is_pool: bool = False) -> list[list[str]]:
    """The verbs that are forbidden to each player of the table.

    Args: words: "VERB", "STRATEGY:VERB" or "PLACE:VERB".  table: the strategies, in the order of the table.
    Raises: BoxError for a verb, strategy or place that is none, with the nearest.
    """
    found: list[list[str]] = [[] for _ in table]
    for word in words:
        who, _, verb = word.rpartition(":")
        known(verb, game.verbs, f"forbid {word}")
        for number in whom(who, table, f"forbid {word}", is_pool):
            if verb not in found[number]:
                found[number].append(verb)
    return found


def whom(who: str, table: Sequence[str], where: str, is_pool: bool) -> list[int]:
    """The players of the table that are meant, from 0."""
    if not who:
        return list(range(len(table)))
    if who.isdecimal() and who not in table:
        if is_pool:
            raise BoxError(f"{where}: a pool has no places; name a strategy")
        if not 1 <= int(who) <= len(table):
            raise BoxError(f"{where}: the table has places 1 to {len(table)}")
        return [int(who) - 1]
    known(who, table, where)
    return [number for number, name in enumerate(table) if name == who]


def restricted(players: Sequence[Player], words: Sequence[str], game: Any, is_pool: bool = False) -> list[Player]:
    """The players of a table (or pool), each kept from what is forbidden to it.

    One that is kept from more than others of its strategy has another name.
    Raises: BoxError as read() and without().
    """
    banned = read(words, [player.name for player in players], game, is_pool)
    least = least_banned(players, banned)
    found = []
    for player, verbs in zip(players, banned, strict=True):
        more = [verb for verb in verbs if verb not in least[player.name]]
        name = f"{player.name} without {', '.join(more)}" if more else player.name
        found.append(without(player, verbs, game, name) if verbs else player)
    return found


def least_banned(players: Sequence[Player], banned: Sequence[list[str]]) -> Mapping[str, list[str]]:
    """What is forbidden to all players of a strategy."""
    least: dict[str, list[str]] = {}
    for player, verbs in zip(players, banned, strict=True):
        least[player.name] = [verb for verb in least.get(player.name, verbs) if verb in verbs]
    return least
