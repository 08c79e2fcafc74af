"""One folder per game.  There is no list to keep: a folder with a params.toml in it is a game.

Games of your own may stand elsewhere: MEEPLECARLO_GAMES names folders that hold such folders.  They are imported as
sim.games.<name> like the others, and bring their strategies along in a folder `heuristics`.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from sim.files import header, known

FOLDER = Path(__file__).resolve().parent


ELSEWHERE = [Path(place).resolve() for place in os.environ.get("MEEPLECARLO_GAMES", "").split(os.pathsep) if place]
__path__.extend(map(str, ELSEWHERE))


def folders() -> dict[str, Path]:
    """The folder of each game, by name; of two with one name the first counts, as it does for imports."""
    found: dict[str, Path] = {}
    for place in (FOLDER, *ELSEWHERE):
        for file in place.glob("*/params.toml"):
            found.setdefault(file.parent.name, file.parent)
    return dict(sorted(found.items()))


def folder(name: str) -> Path:
    """Where the files of a game are."""
    return folders()[known(name, folders(), "game")]


def names() -> list[str]:
    """The games there are, by folder name; imports none of them."""
    return list(folders())


def about(name: str) -> dict[str, Any]:
    """Title, sentence and player counts of a game, from its params.toml; imports nothing of it."""
    return header(folder(name))


def get(name: str) -> Any:
    """The game called `name`.  Importing it compiles its rules, or fetches them from the cache."""
    return importlib.import_module(f"sim.games.{known(name, names(), 'game')}").GAME
