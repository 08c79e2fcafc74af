"""One folder per game.  There is no list to keep: a folder with a params.toml in it is a game.

Games of your own may stand elsewhere, and bring their strategies along in a folder `heuristics`.  They are found

    by their path, which add() takes: meeplecarlo run path/to/mygame
    in the folders that MEEPLECARLO_GAMES names, which hold game folders
    in installed packages: an entry point `mygame = "package.folder"` in the group meeplecarlo.games

and are imported as sim.games.<name> like the others, wherever they lie.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from keyword import iskeyword
from pathlib import Path
from typing import Any

from sim.files import BoxError, header, known

FOLDER = Path(__file__).resolve().parent
GROUP = "meeplecarlo.games"


ELSEWHERE = [Path(place).resolve() for place in os.environ.get("MEEPLECARLO_GAMES", "").split(os.pathsep) if place]
ADDED: dict[str, Path] = {}
__path__.extend(map(str, ELSEWHERE))


def folders() -> dict[str, Path]:
    """The folder of each game, by name; of two with one name the first counts, as it does for imports."""
    found = in_folders()
    for name, place in installed()[0].items():
        found.setdefault(name, place)
    return dict(sorted(found.items()))


def in_folders() -> dict[str, Path]:
    """The games that are not installed as packages of their own."""
    found: dict[str, Path] = {}
    for place in (FOLDER, *ELSEWHERE):
        for file in place.glob("*/params.toml"):
            found.setdefault(file.parent.name, file.parent)
    return ADDED | found


def is_elsewhere(name: str) -> bool:
    """Whether a game is not one of ours."""
    return folder(name).parent != FOLDER


def folder(name: str) -> Path:
    """Where the files of a game are.

    Raises: BoxError for an unknown name, and for an installed game that cannot be used, saying why.
    """
    found = folders()
    if name not in found and name in installed()[1]:
        raise BoxError(installed()[1][name])
    return found[known(name, found, "game")]


def names() -> list[str]:
    """The games there are, by folder name; imports none of them."""
    return list(folders())


def about(name: str) -> dict[str, Any]:
    """Title, sentence and player counts of a game, from its params.toml; imports nothing of it."""
    return header(folder(name))


def get(name: str) -> Any:
    """The game called `name`.  Importing it compiles its rules, or fetches them from the cache."""
    place, module = folder(name), f"{__name__}.{name}"
    if place.parent != FOLDER and module not in sys.modules:
        import_from(place, name)
    game = importlib.import_module(module).GAME
    if game.name != name:
        raise BoxError(f"{place.name}/__init__.py: the game is called {name}, but GAME says {game.name}")
    return game


def import_from(place: Path, name: str) -> None:
    """Import a folder as sim.games.<name>."""
    module = f"{__name__}.{name}"
    spec = importlib.util.spec_from_file_location(
        module, place / "__init__.py", submodule_search_locations=[str(place)]
    )
    assert spec and spec.loader
    game = sys.modules[module] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(game)
    except BaseException:
        del sys.modules[module]
        raise
    setattr(sys.modules[__name__], name, game)


# Games of one's own.


def check_name(name: str) -> None:
    """Raises: BoxError when no game can be called so: it must be a name in Python, and not one that stands here."""
    if not name.isidentifier() or iskeyword(name):
        raise BoxError(f"{name}: a game's name is letters, digits and _, and no word of Python")
    if name in TAKEN:
        raise BoxError(f"{name}: a game cannot be called that; take another name")


def add(place: str | Path) -> str:
    """Make the game in a folder known under the folder's name, which is returned.

    Raises: BoxError when no game is there, or another game has that name.
    """
    found = Path(place).resolve()
    for file in ("params.toml", "__init__.py"):
        if not (found / file).is_file():
            raise BoxError(f"{place}: no game is there: it has no {file}")
    check_name(found.name)
    if folders().get(found.name, found) != found:
        raise BoxError(f"{place}: another game is called {found.name}; give the folder another name")
    ADDED[found.name] = found
    return found.name


def named(word: str) -> str:
    """The name of the game that a word on a command line means: a name, or the path of a game's folder.

    Raises: BoxError, as folder() and add() do.
    """
    is_path = any(sign in word for sign in (os.sep, os.altsep) if sign) or (Path(word) / "params.toml").is_file()
    if is_path and word not in folders():
        return add(word)
    folder(word)
    return word


def word(name: str) -> str:
    """What named() understands in any process of the same working directory."""
    return place_of(name) or name


def place_of(name: str) -> str | None:
    """The folder of a game as seen from the working directory; None for ours and for those in installed packages."""
    if not is_elsewhere(name) or name not in in_folders():
        return None
    return Path(os.path.relpath(folder(name))).as_posix()


def of_run(run: str | Path, about: Mapping[str, Any], place: str | Path | None = None) -> str:
    """The name of the game that a run was of, after it was made known.

    Args: about: its run.json.  place: where the game is now, if it has moved.
    Raises: BoxError when it cannot be found, saying how to name it.
    """
    name, was = about["game"], about.get("game_folder")
    if place is None and (name in folders() or not was):
        folder(name)
        return name
    here = str(place or was)
    if place is None and not Path(here, "params.toml").is_file():
        raise BoxError(f"{run}: its game is not in {was} any more; say where it is: --game-folder FOLDER")
    found = add(here)
    if found != name:
        raise BoxError(f"{here}: this is {found}, and the run is one of {name}")
    return name


# Games in installed packages.


@functools.cache
def installed() -> tuple[dict[str, Path], dict[str, str]]:
    """The folders of the games that packages offer, by name, and of those that cannot be used, why.  Imports none."""
    found: dict[str, Path] = {}
    wrong: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        try:
            place = offered(entry)
            if found.get(entry.name, place) != place:
                raise BoxError("another package has a game of that name")
            found[entry.name] = place
        except (BoxError, ImportError, ValueError) as error:
            wrong[entry.name] = f"{entry.name}, offered as {entry.value!r}: {' '.join(str(error).split())}"
    return found, wrong


def offered(entry: EntryPoint) -> Path:
    """The folder behind an entry point."""
    check_name(entry.name)
    if (FOLDER / entry.name).is_dir():
        raise BoxError("a game of that name is here already")
    package, *inside = entry.value.split(".")
    spec = importlib.util.find_spec(package)
    for start in (spec and spec.submodule_search_locations) or ():
        place = Path(start, *inside).resolve()
        if (place / "params.toml").is_file() and (place / "__init__.py").is_file():
            header(place)
            return place
    raise BoxError("no folder of that name with a params.toml and an __init__.py is installed")


TAKEN = frozenset(globals())  # a game is imported as an attribute of this module: it must not hide another
