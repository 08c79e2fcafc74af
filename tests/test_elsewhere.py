"""A game may stand anywhere on disk or come with a package, and brings its strategies along."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from found import compiled_only

from sim import games
from sim.cli import main
from sim.files import BoxError
from sim.rule import source_key

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-c", "import sys; from sim.cli import main; sys.exit(main())"]
TABLE = ["--table", "stonemason,random", "--games", "4", "--trace", "0"]


def made(place, name="pit"):
    """A game of one's own."""
    assert main(["new", name, "--in", str(place)]) == 0
    return place / name


def edit(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def process(words, here, path=(), **settings):
    """A process of its own, in plain Python unless it is told otherwise."""
    paths = os.pathsep.join(map(str, (ROOT, *path)))
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths} | settings
    return subprocess.run(list(map(str, words)), cwd=here, env=environment, capture_output=True, text=True)


def said(*words, here, **how):
    """What the command prints."""
    done = process([*COMMAND, *words], here, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout


def mistake(*words, here, **how):
    """The one line with which the command refuses."""
    done = process([*COMMAND, *words], here, **how)
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


# By path.


def test_every_command_takes_the_path_of_a_game(tmp_path):
    made(tmp_path / "boxes")
    here = tmp_path / "here"
    here.mkdir()
    for words, says in [
        (["info", "../boxes/pit"], "Pit (pit), 2 to 4 players"),
        (["info", "../boxes/pit/", "--columns"], "plans nobody drew"),
        (["run", "../boxes/pit", *TABLE], "again: meeplecarlo run ../boxes/pit --table"),
        (["run", tmp_path / "boxes" / "pit", *TABLE], "again: meeplecarlo run ../boxes/pit --table"),
        (["check", "../boxes/pit", "--strategy", "stonemason"], "ok      plays whole games of 4"),
        (["bench", "../boxes/pit", "--strategies", "random", "--rounds", "1", "--players", "2"], "warm start"),
        (["ladder", "../boxes/pit", "--rungs", "random,stonemason", "--games", "2", "--thinking-games", "2"], "stonem"),
        (
            ["tune", "../boxes/pit", "--strategy", "appraiser", "--against", "stonemason"]
            + ["--games", "20", "--deals", "1", "--measure", "2", "--players", "2"],
            "meeplecarlo tune ../boxes/pit --strategy",
        ),
        (["warmup", "../boxes/pit"], "nothing to do"),
    ]:
        assert says in said(*words, here=here), words


def test_a_run_says_where_its_game_is_and_finds_it_again(tmp_path):
    folder, words = made(tmp_path), ["run", "pit", *TABLE, "--out", "first"]
    said(*words, here=tmp_path)
    about = json.loads((tmp_path / "first" / "run.json").read_text())
    assert (about["game"], about["game_folder"]) == ("pit", "pit") and str(tmp_path) not in json.dumps(about)
    again = about["command"].split()[1:]
    told = said("replay", "first", "--game", "2", here=tmp_path)
    assert told.startswith("Pit, 2 players") and "final score" in told
    said(*again, "--trace", "0", "--out", "second", here=tmp_path)
    kept = [(tmp_path / run / "seats" / "part-00000.parquet").read_bytes() for run in ("first", "second")]
    assert kept[0] == kept[1]
    said(*words, "--resume", here=tmp_path)

    folder.rename(tmp_path / "away")
    assert mistake("replay", "first", here=tmp_path) == (
        "meeplecarlo: first: its game is not in pit any more; say where it is: --game-folder FOLDER"
    )
    assert "this is away, and the run is one of pit" in mistake(
        "replay", "first", "--game-folder", "away", here=tmp_path
    )
    (tmp_path / "boxes").mkdir()
    (tmp_path / "away").rename(tmp_path / "boxes" / "pit")
    assert said("replay", "first", "--game", "2", "--game-folder", "boxes/pit", here=tmp_path) == told
    said("run", "boxes/pit", *words[2:], "--resume", here=tmp_path)
    edit(tmp_path / "boxes" / "pit" / "rules.py", "me.workers -= 1", "me.workers -= 2")
    assert "other rules" in mistake("replay", "first", "--game-folder", "boxes/pit", here=tmp_path)


def test_an_experiment_may_name_the_path_of_its_game(tmp_path):
    made(tmp_path / "boxes")
    (tmp_path / "first.toml").write_text('game = "boxes/pit"\nstrategies = ["random", "random"]\ngames = 2\n')
    assert "run boxes/pit --table" in said("run", "first.toml", here=tmp_path)


@pytest.mark.parametrize(
    "word, says",
    [
        ("nowhere/pit", "nowhere/pit: no game is there: it has no params.toml"),
        ("./empty", "./empty: no game is there: it has no params.toml"),
        ("half", "half: no game is there: it has no __init__.py"),
        ("./template", "./template: another game is called template; give the folder another name"),
        ("my-pit", "my-pit: a game's name is letters, digits and _, and no word of Python"),
        ("names", "names: a game cannot be called that; take another name"),
        ("tempalte", "game: 'tempalte' is unknown; did you mean template?"),
    ],
)
def test_what_is_no_game_is_told_in_one_line(word, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("empty", "half", "template", "my-pit", "names"):
        (tmp_path / name).mkdir()
        for file in {"empty": (), "half": ("params.toml",)}.get(name, ("params.toml", "__init__.py")):
            (tmp_path / name / file).write_text("")
    with pytest.raises(BoxError) as error:
        games.named(word)
    assert str(error.value) == says


def test_a_known_name_is_taken_before_a_folder(tmp_path):
    """And it is said."""
    (tmp_path / "template").mkdir()
    (tmp_path / "template" / "params.toml").write_text("")
    done = process([*COMMAND, "info", "template"], tmp_path)
    assert "The Quarry" in done.stdout and "the one in the folder here is ./template" in done.stderr


def test_a_game_under_a_wrong_name_is_told(tmp_path):
    made(tmp_path).rename(tmp_path / "quarry")
    file = tmp_path / "quarry" / "__init__.py"
    file.write_text(file.read_text().replace("sim.games.pit", "sim.games.quarry"))
    for code in (tmp_path / "quarry").glob("[!_]*.py"):
        code.write_text(code.read_text().replace("sim.games.pit", "sim.games.quarry"))
    assert "the game is called quarry, but GAME says pit" in mistake("run", "quarry", *TABLE, here=tmp_path)


# In folders of games.

PLAY = """
import heuristics
from sim import games
from sim.batch import run
print(*games.names(), *heuristics.sentences("pit"))
game = games.get("pit")
played = run(game, [tuple(heuristics.named(["thinker", "random"], game))], 1)
print(played.faults, game.folder, played.job.game.name)
"""


def test_folders_of_games_may_be_named_in_the_environment(tmp_path):
    made(tmp_path)
    done = process([sys.executable, "-c", PLAY], tmp_path, MEEPLECARLO_GAMES=str(tmp_path))
    names, played = done.stdout.splitlines()
    assert {"pit", "template", "random", "thinker", "stonemason"} <= set(names.split())
    assert played == f"{{}} {tmp_path / 'pit'} pit"


# In packages.


def packed(place, **offers):
    """A folder of installed packages, in which one offers games."""
    about = place / "boxes-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: boxes\nVersion: 1\n")
    lines = [f"{name} = {value}" for name, value in offers.items()]
    (about / "entry_points.txt").write_text("\n".join(["[meeplecarlo.games]", *lines]) + "\n")


def test_a_package_offers_games(tmp_path):
    """A package whose code falls over when it is imported: it is not."""
    site = tmp_path / "site"
    made(site / "boxes", "pit"), made(site, "mine")
    (site / "boxes" / "__init__.py").write_text("raise ImportError('nobody should import this')\n")
    packed(site, pit="boxes.pit", mine="mine")
    how = {"here": tmp_path, "path": [site]}
    assert list(json.loads(said("games", "--json", **how))) == [*sorted({*games.names(), "mine", "pit"})]
    for name in ("pit", "mine"):
        assert f"again: meeplecarlo run {name} " in said("run", name, *TABLE, "--out", f"runs/{name}", **how)
        assert json.loads((tmp_path / "runs" / name / "run.json").read_text())["game_folder"] is None
        assert "final score" in said("replay", f"runs/{name}", **how)


def test_a_broken_offer_is_told_and_breaks_nothing_else(tmp_path):
    site = tmp_path / "site"
    made(site), made(site, "unclear")
    (site / "unclear" / "params.toml").write_text("[game]\ntitle = 3\n")
    packed(site, pit="pit", gone="nowhere.gone", unclear="unclear", template="pit", json_="json")
    how = {"here": tmp_path, "path": [site]}
    done = process([*COMMAND, "games"], **how)
    told = done.stderr.splitlines()
    assert done.returncode == 0 and "pit " in done.stdout and "unclear" not in done.stdout
    assert len(told) == 4 and all(line.startswith("meeplecarlo: ") for line in told), told
    for name, reason in {
        "gone": "gone, offered as 'nowhere.gone': no folder of that name",
        "unclear": "unclear, offered as 'unclear': params.toml, [game]: about is missing",
        "template": "template, offered as 'pit': a game of that name is here already",
        "json_": "json_, offered as 'json': no folder of that name",
    }.items():
        assert any(reason in line for line in told), reason
        if name != "template":
            assert reason in mistake("run", name, **how)
    assert "The Quarry" in said("info", "template", **how)


# An edited rule is always seen.


@pytest.fixture
def pit(tmp_path, monkeypatch):
    """A game in a package of its own, with a helper in a subfolder."""
    monkeypatch.setattr(games, "ADDED", {})
    folder = made(tmp_path / "boxes", "pit")
    (tmp_path / "boxes" / "__init__.py").write_text("")
    (tmp_path / "boxes" / "shared.py").write_text("")
    helper = folder / "places" / "digging.py"
    helper.parent.mkdir()
    helper.write_text(
        "from sim.games.pit.state import Player\nfrom sim.rule import rule\n\n\n"
        "@rule\ndef dug(me: Player) -> int:\n    return 1 * me.placed[0]\n"
    )
    rules = folder / "rules.py"
    edit(rules, "from sim.record import", "from sim.games.pit.places.digging import dug\nfrom sim.record import")
    edit(rules, "me.stone += me.placed[Place.QUARRY]", "me.stone += dug(me)")
    return folder


def test_each_file_of_a_game_from_elsewhere_counts(pit):
    games.add(pit)
    folders = [pit, pit / "places", pit / "heuristics"]
    keys = [source_key.__wrapped__(folder) for folder in folders]
    for file in ("rules.py", "places/digging.py", "heuristics/thinker.py", "../shared.py", "../__init__.py"):
        with (pit / file).open("a") as code:
            code.write("\n# edited\n")
        now = [source_key.__wrapped__(folder) for folder in folders]
        assert not set(now) & set(keys), file
        keys = now
    with (pit / "tests" / "test_rules.py").open("a") as tests:
        tests.write("\n# edited\n")
    assert [source_key.__wrapped__(folder) for folder in folders] == keys


def test_a_strategy_counts_the_games_it_names_and_no_others(pit, tmp_path):
    games.add(pit)
    for name, code in {"knows": "from sim.games.pit import rules\n", "plain": "import sim\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(code)
    keys = [source_key.__wrapped__(tmp_path / name) for name in ("knows", "plain")]
    with (pit / "places" / "digging.py").open("a") as code:
        code.write("\n# edited\n")
    now = [source_key.__wrapped__(tmp_path / name) for name in ("knows", "plain")]
    assert now[0] != keys[0] and now[1] == keys[1]


OUTCOME = """
import sys
import heuristics
from sim import games
from sim.batch import run
from sim.rule import RULES
game = games.get(games.named(sys.argv[1]))
players = heuristics.named(["first", "stonemason"], game)
rows = run(game, [tuple(players)], 2, threads=1).rows
print(rows["seats"][["score", "stone", "silver", "uses"]].tolist())
print(sum(sum(rule.stats.cache_misses.values()) for rule in RULES))
"""
FIRST = '''"""Takes the first action on the list."""

from sim.games.pit.cards import Tables
from sim.games.pit.state import Scratch, State
from sim.players import Plan
from sim.rule import rule


@rule
def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:
    return scratch.actions[0]
'''


@compiled_only
def test_the_next_process_plays_by_the_edit(pit, tmp_path):
    """With a warm cache, and like plain Python, which compiles nothing."""
    (pit / "heuristics" / "first.py").write_text(FIRST)
    words = [sys.executable, "-c", OUTCOME, pit]
    outcome = functools.partial(process, words, tmp_path, MEEPLECARLO_CACHE=str(tmp_path / "cache"))
    met: list[str] = []
    for file, old, new in [
        ("rules.py", "", ""),
        ("rules.py", "me.silver += tables.params.market", "me.silver += tables.params.market + 1"),
        ("places/digging.py", "return 1 *", "return 2 *"),
        ("heuristics/first.py", "scratch.actions[0]", "scratch.actions[n - 1]"),
    ]:
        if old:
            edit(pit / file, old, new)
        (played, compiled), (again, more), (plain, _) = (
            outcome(NUMBA_DISABLE_JIT=how).stdout.splitlines() for how in "001"
        )
        assert played == again == plain and played not in met, file
        assert int(compiled) > 0 and more == "0", "the cache is warm for the next edit"
        met.append(played)
