"""The box -> one Tables record.  A variant is other numbers here, never other code."""

from pathlib import Path

from sim import files
from sim.game import AnyTables
from sim.games.chutes_and_ladders.names import SQUARES
from sim.record import Record, i4, new

FOLDER = Path(__file__).parent
LONGEST = 10_000  # rolls; on the printed board not one game in 10 ** 15 has 1,000 rounds


class Params(Record):
    exact_finish: i4
    equal_turns: i4


class Tables(AnyTables):
    params: Params
    leads_to: i4[SQUARES + 1]  #  where a piece that comes to a square ends: mostly there


def load(changes=None):
    """The numbers of the box with `changes` ({"params.equal_turns": True, "board.chute_98.to": 90}) on top.

    Raises: sim.files.BoxError, naming file, row and column.
    """
    box = files.read(FOLDER, changes)
    tables = new(Tables)
    files.fill(tables.params, box["params"], "params.toml")
    check_board(box["board"])
    tables.leads_to[:] = range(SQUARES + 1)
    for way in box["board"].values():
        tables.leads_to[way["from"]] = way["to"]
    tables.longest = LONGEST
    return tables


def check_board(board):
    """Every way leads from a square of its own to another one, where no way begins."""
    begins = [way["from"] for way in board.values()]
    for name, way in board.items():
        if not 1 <= way["from"] < SQUARES or begins.count(way["from"]) > 1:
            raise files.BoxError(f"board.csv, {name}, column from: no way can begin on square {way['from']}")
        if not 1 <= way["to"] <= SQUARES or way["to"] in begins:
            raise files.BoxError(f"board.csv, {name}, column to: no way can end on square {way['to']}")
