"""The box -> one Tables record.  A variant is other numbers here, never other code."""

from pathlib import Path

from sim import files
from sim.game import AnyTables
from sim.record import Record, i4, new

FOLDER = Path(__file__).parent
MOST = 1_000  #       of a number in the box
LONGEST = 1_000_000  # turns; with the numbers of the box not one game in 10 ** 14 has 400


class Params(Record):
    chips: i4
    dice: i4


class Tables(AnyTables):
    params: Params


def load(changes=None):
    """The numbers of the box with `changes` ({"params.chips": 5}) on top.

    Raises: sim.files.BoxError, naming file, row and column.
    """
    box = files.read(FOLDER, changes)
    tables = new(Tables)
    files.fill(tables.params, box["params"], "params.toml")
    for name in ("chips", "dice"):
        if not 1 <= getattr(tables.params, name) <= MOST:
            raise files.BoxError(f"params.{name}: {getattr(tables.params, name)} is not between 1 and {MOST}")
    tables.longest = LONGEST
    return tables
