"""The box -> one Tables record.  A variant is other numbers here, never other code."""

from pathlib import Path

from sim import files
from sim.game import AnyTables
from sim.games.template.names import PLANS, PLAYERS, Gift, Opening
from sim.record import Record, i4, new, of

FOLDER = Path(__file__).parent
DECISIONS_A_TURN = 4  # more than any turn has


class Plan(Record):
    wood: i4
    stone: i4
    points: i4
    gift: of(i4, Gift)


class Params(Record):
    silver: i4
    opening: of(i4, Opening)
    workers: i4
    market: i4
    guild: i4
    gift: i4
    buildings: i4
    last_round: i4
    equal_turns: i4
    silver_per_point: i4


class Tables(AnyTables):
    params: Params
    plans: Plan[PLANS]


def load(changes=None):
    """The numbers of the box with `changes` ({"params.silver": 3, "plans.chapel.points": 8}) on top.

    Raises: sim.files.BoxError, naming file, row and column.
    """
    box = files.read(FOLDER, changes)
    tables = new(Tables)
    files.fill(tables.params, box["params"], "params.toml")
    files.fill_rows(tables.plans, box["plans"], "plans.csv", {"gift": Gift})
    for name in ("workers", "silver_per_point", "last_round", "buildings"):
        if getattr(tables.params, name) < 1:
            raise files.BoxError(f"params.{name}: {getattr(tables.params, name)} is less than 1")
    tables.longest = tables.params.last_round * PLAYERS * DECISIONS_A_TURN
    return tables
