"""Who sits where in which game.

A run is deals x line-ups x rotations x repeats: games are numbered deal by deal, within a deal line-up by line-up,
within a line-up rotation by rotation.
For each deal a cyclic order of the players is drawn (sim.game.sit), the same for every line-up of the deal.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from sim.game import begin
from sim.record import NOTHING, new


def players_in_words(seats: int) -> str:
    return "1 player" if seats == 1 else f"{seats} players"


class Seating(NamedTuple):
    """Which game of its deal a game is."""

    deal: int
    line_up: int
    rotation: int  #  NOTHING: seats are fixed
    repeat: int = 0


def pool(players: tuple, seats: int, same: bool = False) -> list[tuple]:
    """All tables of so many of the players, in their order; `same`: also tables at which one sits several times."""
    return list((combinations_with_replacement if same else combinations)(players, seats))


def games_per_deal(line_ups: list, rotates: bool = True, repeats: int = 1) -> int:
    return len(line_ups) * (len(line_ups[0]) if rotates else 1) * repeats


def seating_of(number: int, line_ups: list, rotates: bool = True, repeats: int = 1) -> Seating:
    """The deal, line-up, rotation and repeat of game `number`."""
    deal, within = divmod(number, games_per_deal(line_ups, rotates, repeats))
    seating, repeat = divmod(within, repeats)
    if not rotates:
        return Seating(deal, seating, NOTHING, repeat)
    return Seating(deal, *divmod(seating, len(line_ups[0])), repeat)


def around_the_table(game: Any, seats: int, root: int, seating: Seating) -> list[int]:
    """Which player of the line-up sits in each seat."""
    state = new(game.state)
    begin(state, seats, root, seating.deal, seating.rotation, 0)
    return [int(player) for player in state.sits[:seats]]
