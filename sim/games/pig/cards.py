"""The box -> one Tables record."""

from pathlib import Path

from sim import files
from sim.game import AnyTables
from sim.record import Record, i4, new

FOLDER = Path(__file__).parent
DECISIONS_A_POINT = 1_000  # far more than players need who ever hold


class Params(Record):
    goal: i4


class Tables(AnyTables):
    params: Params


def load(changes=None):
    """The numbers of the box with `changes` ({"params.goal": 50}) on top.

    Raises: sim.files.BoxError, naming file and number.
    """
    tables = new(Tables)
    files.fill(tables.params, files.read(FOLDER, changes)["params"], "params.toml")
    if not 1 <= tables.params.goal <= 10_000:
        raise files.BoxError(f"params.goal: {tables.params.goal} is not between 1 and 10000")
    tables.longest = tables.params.goal * DECISIONS_A_POINT
    return tables
