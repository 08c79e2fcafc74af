"""One folder per game.  There is no list to keep: a folder with a params.toml in it is a game."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from sim.files import header, known

FOLDER = Path(__file__).resolve().parent


def names() -> list[str]:
    """The games there are, by folder name; imports none of them."""
    return sorted(file.parent.name for file in FOLDER.glob("*/params.toml"))


def about(name: str) -> dict[str, Any]:
    """Title, sentence and player counts of a game, from its params.toml; imports nothing of it."""
    return header(FOLDER / known(name, names(), "game"))


def get(name: str) -> Any:
    """The game called `name`.  Importing it compiles its rules, or fetches them from the cache."""
    return importlib.import_module(f"sim.games.{known(name, names(), 'game')}").GAME
