"""meeplecarlo new"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

MODEL = "template"
TITLE = "The Quarry"
TESTS = ("test_rules.py", "test_game.py")
CONFTEST = '''"""Makes the game known before its tests are read, so that they run from anywhere."""

from pathlib import Path

from sim import games

games.get(games.add(Path(__file__).parents[1]))


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "ignore:Record.*subtype")  # of the compiler, about records in records
'''


@click.command(
    epilog="""\b
Examples:
  meeplecarlo new mygame
  meeplecarlo new mygame --in games""",
)
@click.argument("name")
@click.option("--in", "place", type=click.Path(path_type=Path), default=Path(), help="Folder to make it in. [this one]")
def command(name: str, place: Path) -> None:
    """Make a game of your own: a small one that can be played at once, to change into yours.

    It is a folder with rules, numbers, cards, strategies and tests, and needs nothing from anywhere else but
    Meeple Carlo.
    """
    from sim import games
    from sim.files import BoxError

    games.check_name(name)
    if name in games.names():
        raise BoxError(f"{name}: a game of that name is there already")
    if name in ("sim", "reports", "heuristics"):
        raise BoxError(f"{name}: Meeple Carlo itself is called so to Python; name the game otherwise")
    folder = place / name
    try:
        folder.mkdir(parents=True)
        for file, text in files(name):
            (folder / file).parent.mkdir(exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise BoxError(f"{folder}: is there already, and nothing in it was touched") from None
    except OSError as error:
        raise BoxError(f"{folder}: cannot be made: {error.strerror}") from None
    for line in advice(folder):
        click.echo(line)


def files(name: str) -> Iterator[tuple[Path, str]]:
    """Every file of the new game by its place in the folder: those of the model, under the new name."""
    import heuristics
    from sim import games

    model = games.folder(MODEL)
    for file in sorted(model.rglob("*.*")):
        if file.is_file() and "__pycache__" not in file.parts:
            inside = file.relative_to(model)
            place = Path("tests") / inside if file.name.startswith("test_") else inside
            yield place, renamed(file.read_text(encoding="utf-8"), name)
    for file in sorted((heuristics.FOLDER / MODEL).glob("*.*")):
        yield Path("heuristics") / file.name, renamed(file.read_text(encoding="utf-8"), name)
    yield Path("tests/conftest.py"), CONFTEST


def renamed(text: str, name: str) -> str:
    """A file of the model as one of the new game."""
    title = name.replace("_", " ").capitalize()
    text = re.sub(rf"\bsim\.games\.{MODEL}\b", f"sim.games.{name}", text)
    text = re.sub(rf'^(    name=|game: )"{MODEL}"', rf'\1"{name}"', text, flags=re.M)
    text = text.replace(f'"""{TITLE}: a toy game, complete, to read and to copy."""', f'"""{title}."""')
    text = text.replace("A toy game to copy: dig", f"Made from {TITLE}: dig")
    text = re.sub(rf'^(# |title = "){TITLE}', rf"\1{title}", text, flags=re.M)
    return text.replace("Our own toy game, rules version 3.", "Rules version 1.")


def advice(folder: Path) -> Iterator[str]:
    """What to do next."""
    yield f"{folder} is a game now, so far with the rules of {TITLE}. Try it; it is compiled first, a minute or less:"
    yield ""
    yield f"  meeplecarlo run {folder} --games 2000"
    yield f"  meeplecarlo check {folder}"
    yield f"  pytest {folder}"
    yield ""
    yield "Then change it into yours, and try it again after every step:"
    yield ""
    yield "  RULES.md                   the rules in numbered sentences"
    yield "  params.toml plans.csv      numbers and cards, each with where it comes from"
    yield "  names.py cards.py state.py the words, what is in the box, and what lies on the table"
    yield "  rules.py                   what may be done, and what it does"
    yield "  tests/test_rules.py        a test for each rule"
    yield "  features.py                what players look at, and what an action brings"
    yield "  heuristics/strategies.toml how it is played; a file of Python beside it is a strategy, too"
    yield ""
    yield "docs/your-own-game.md of Meeple Carlo goes through it step by step."
