"""The command line: what it prints, and that every mistake is told in one line."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from found import GAMES, compiled_only, every_game

import heuristics
import sim.games
from reports.closing import as_json, closing
from sim import sheets
from sim.cli import commands, main
from sim.record import PLAIN
from sim.results import columns, load

ROOT = Path(__file__).parent.parent
TOY = GAMES["template"]
COMMAND = [sys.executable, "-c", "import sys; from sim.cli import main; sys.exit(main())"]
RUN = ["run", "template", "--table", "stonemason,random", "--games", "6", "--seed", "5", "--trace", "1"]
MINE = """
[hoarder]
about = "Stone, and nothing but stone."
do = ["quarry", "recall"]

[spender]
about = "Builds what it can."
do = ["build", "any"]
"""
MINER = '''"""Takes the last action on the list."""
from sim.game import AnyState, AnyTables, Desk
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    return desk.actions[n - 1]
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working folder with the pinned experiments and two files of strategies in it."""
    shutil.copytree(ROOT / "seeds", tmp_path / "seeds")
    (tmp_path / "mine.toml").write_text(MINE)
    (tmp_path / "mine.py").write_text(MINER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sim.games, "ADDED", {})
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("sim.games.mygame")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    run = tmp_path_factory.mktemp("cli") / "run"
    assert main([*RUN, "--out", str(run), "--quiet"]) == 0
    return run


def started(*arguments, **how):
    """A command in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **how
    )


# Help.


def test_help_waits_for_no_library():
    script = """
import sys
from sim.cli import main
assert main(["--help"]) == 0 == main(["run", "--help"])
slow = {"jinja2", "matplotlib", "numba", "numpy", "polars", "rich", "scipy"} & sys.modules.keys()
print(sorted(slow))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], text=True, capture_output=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_command_has_help_with_examples(capsys):
    for name in commands.list_commands(None):
        assert main([name, "--help"]) == 0
        said = capsys.readouterr().out
        assert "Examples:" in said and f"meeplecarlo {name}" in said


def examples_in_help():
    for command in (commands, *(commands.get_command(None, name) for name in commands.list_commands(None))):
        yield from re.findall(r"^ *(meeplecarlo .*)$", command.epilog, re.M)


def examples_in_readme():
    text = (ROOT / "README.md").read_text().replace("\\\n", " ")
    for line in re.findall(r"^    (?:\.venv/bin/)?(meeplecarlo .*)$", text, re.M):
        yield line.split("  #")[0]


SMALL = {
    "run": ["--games", "20"],
    "compare": ["--games", "12"],
    "bench": ["--rounds", "1", "--strategies", "random"],
    "ladder": ["--games", "8", "--thinking-games", "4"],
    "sweep": ["--games", "12"],
    "tune": ["--games", "400", "--measure", "4"],
}


def small(line):
    """The words of an example, for few games."""
    words = shlex.split(line.split(" > ")[0])[1:]
    return [*words, *SMALL.get(words[0], [])]


def change_a_card(file):
    """What a designer does between two of the examples."""
    cards = pl.read_excel(file, sheet_id=0)
    name, sheet = next(iter(cards.items()))
    one = next(column for column in sheet.columns if sheet[column].dtype.is_integer())
    cards[name] = sheet.with_columns(pl.when(pl.int_range(pl.len()) == 0).then(pl.col(one) + 1).otherwise(pl.col(one)))
    sheets.write_xlsx(cards, file)


@compiled_only
@pytest.mark.parametrize("source", [examples_in_help, examples_in_readme])
def test_every_example_works(source, here, capsys):
    """In the order in which they stand: some tell a game of a run that was played before."""
    if source is examples_in_help:
        assert main(["run", "template", "--games", "20", "--out", "runs/first"]) == 0
        for players, name in enumerate(("two", "three", "four"), start=2):
            assert main(["run", "template", "--players", str(players), "--games", "20", "--out", f"runs/{name}"]) == 0
        assert main(["export-cards", "template", "--out", "cards.xlsx"]) == 0
        change_a_card(Path("cards.xlsx"))
    met = 0
    for line in source():
        if source is examples_in_help and "--out runs/first" in line:
            continue
        is_sheet = line.startswith("meeplecarlo export-cards") and line.strip().endswith("cards.xlsx")
        if is_sheet:
            Path("cards.xlsx").unlink(missing_ok=True)  # which is not overwritten
        assert main(small(line)) == 0, line
        said = capsys.readouterr()
        if is_sheet:
            change_a_card(Path("cards.xlsx"))
        assert said.out.strip() or line.startswith("meeplecarlo export-cards"), line
        assert "Traceback" not in said.err, line
        if " > " in line:
            Path(line.split(" > ")[1]).write_text(said.out)
        met += 1
    assert met >= 5


# What is printed.


def test_games_lists_every_game(capsys):
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == sim.games.names()
    for name, about in told.items():
        assert re.search(rf"^{name} .*{re.escape(about['title'])}", said, re.M)


@pytest.mark.parametrize("name", sim.games.names())
def test_info_tells_strategies_knobs_and_sources(name, capsys):
    assert main(["info", name]) == 0
    said = capsys.readouterr().out
    assert main(["info", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["strategies"]) == set(heuristics.sentences(name))
    for word in (*told["strategies"], *told["changes"], *told["provenance"]):
        assert re.search(rf"^  {re.escape(word)} ", said, re.M), word
    for heading in ("Strategies", "Numbers worth changing", "Where the numbers come from", "Not played as printed"):
        assert heading in said


def test_what_was_simplified_is_told(tmp_path):
    from sim.cli.info import simplified

    (tmp_path / "RULES.md").write_text("# Game\n## Simplified and open\n\n- No solo game.\n\n## Sources\n- none\n")
    assert simplified(tmp_path / "RULES.md") == "- No solo game."


@every_game
def test_info_tells_every_column(game, capsys):
    assert main(["info", game.name, "--columns", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told.values()) == list(columns(game).values())
    assert main(["info", game.name, "--columns"]) == 0
    said = capsys.readouterr().out
    assert all(f"\n  {name} " in said for table in told.values() for name in table)


@every_game
def test_info_tells_the_words_of_strategies(game, capsys):
    assert main(["info", game.name, "--words", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["verbs"]) == list(game.verbs) and len(told["gains"]) == len(game.gain)


def test_the_closing_table_says_on_what_it_stands(folder, here, capsys):
    assert main([*RUN, "--out", "again"]) == 0
    said = capsys.readouterr().out
    for text in ("stonemason", "random", "share of wins", "scripted players", "Seed 5", "games per second", "again"):
        assert text in said
    assert f"meeplecarlo {' '.join(RUN)}" in said and all(len(line) <= 100 for line in said.splitlines())
    assert "\x1b" not in said and not re.search(r"(?<![\d.])(0|100)(\.0)? %", said)


def test_json_is_the_closing_table(folder, here, capsys):
    assert main([*RUN, "--json", "--out", "again"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["folder"] == "again" and told["run"]["seed"] == 5
    assert told["closing"] == json.loads(json.dumps(as_json(closing(load(folder)))))


def test_quiet_says_nothing(here, capsys):
    assert main([*RUN, "--quiet", "--json"]) == 0
    assert capsys.readouterr().err == ""
    assert len(list((here / "runs").iterdir())) == 1


def test_data_goes_to_stdout_and_talk_to_stderr(here, capfd, monkeypatch):
    monkeypatch.setattr("sim.rule.CACHE", here / "empty")
    assert main([*RUN, "--json"]) == 0
    said = capfd.readouterr()
    json.loads(said.out)
    assert ("compiling the rules" in said.err) is not bool(os.environ.get("NUMBA_DISABLE_JIT"))


# Seats.


@pytest.mark.parametrize(
    "arguments, line_up",
    [
        ([], ["stonemason", "carpenter", "learner", "appraiser"]),
        (["--players", "2"], ["stonemason", "carpenter"]),
        (["--table", "random, learner"], ["random", "learner"]),
        (["--table", "random", "--players", "3"], ["random", "stonemason", "stonemason"]),
        (["--strategy", "mine.toml", "--players", "2"], ["hoarder", "spender"]),
        (["--strategy", "mine.toml", "--strategy", "mine.py"], ["hoarder", "spender", "mine", "stonemason"]),
        (["--strategy", "mine.toml", "--table", "spender,random"], ["spender", "random"]),
    ],
)
def test_every_seat_gets_a_strategy(arguments, line_up, here, capsys):
    assert main(["run", "template", "--games", "1", "--trace", "0", "--json", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["run"]["line_up"] == line_up


def test_one_strategy_in_every_seat_wins_what_is_even_and_no_interval_is_told(here, capsys):
    words = ["template", "--table", "random,random", "--games", "8", "--quiet"]
    assert main(["run", *words, "--out", "alike"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"^random +even: nobody else plays +\d", said, re.M) and re.search(r"^1 +[<>\d].*%", said, re.M)
    assert main(["sweep", *words, "--set", "params.silver=1,2"]) == 0
    said = capsys.readouterr().out
    assert "win_share" not in said and "seat_spread" in said and "score" in said


def test_a_pool_says_how_many_games_it_is(here, capsys):
    words = ["run", "template", "--strategies", "stonemason,learner,mine", "--strategy", "mine.py", "--players", "2"]
    assert main([*words, "--repeats", "2", "--games", "20", "--json"]) == 0
    said = capsys.readouterr()
    assert "3 line-ups x 2 rotations x 2 repeats = 12 games a deal; 2 deals = 24 games" in said.err
    about = json.loads(said.out)["run"]
    assert about["line_ups"] == [["stonemason", "learner"], ["stonemason", "mine"], ["learner", "mine"]]
    assert about["line_up"] is None and about["counts"]["played"] == 24


def test_a_pool_may_be_pinned(here, capsys):
    (here / "pool.toml").write_text(
        'game = "template"\nstrategies = ["random", "learner"]\nplayers = 3\nmetagame = true'
    )
    for words, per_deal in (([], 12), (["--players", "2"], 6), (["--table", "random,learner"], None)):
        code = main(["run", "pool.toml", "--games", "4", "--json", "--quiet", *words])
        said = capsys.readouterr()
        assert code == 0 and json.loads(said.out)["run"]["games_per_deal"] == (per_deal or 2), said.err


def test_options_change_a_pinned_experiment(here, capsys):
    words = ["run", "seeds/template-first.toml", "--games", "3", "--set", "params.silver=3", "--fixed-seats", "--json"]
    assert main(words) == 0
    about = json.loads(capsys.readouterr().out)["run"]
    assert about["seed"] == 7 and about["changes"] == {"params.silver": 3} and about["fixed_seats"]
    assert about["counts"]["played"] == 3 and about["games_per_deal"] == 1


def test_strategies_of_ones_own_are_played_and_told_again(here, capsys):
    """And nothing but their own choose() is compiled, whatever is played with them."""
    from sim.rule import RULES

    before, forms = len(RULES), 0 if PLAIN else len(TOY.play.signatures)
    words = ["run", "template", "--strategy", "mine.toml", "--strategy", str(here / "mine.py"), "--games", "8"]
    assert main([*words, "--out", "run", "--quiet"]) == 0
    if not PLAIN:
        assert len(RULES) == before + 1 and len(TOY.play.signatures) == forms
    about = json.loads((here / "run" / "run.json").read_text())
    assert about["strategy_files"] == ["mine.toml", "mine.py"] and str(here) not in json.dumps(about)
    capsys.readouterr()
    assert main(["replay", "run", "--game", "3"]) == 0
    told = capsys.readouterr().out
    again = shlex.split(about["command"])[1:]
    assert main([*again, "--out", "again", "--quiet", "--json"]) == 0
    assert load("again").seats.collect().equals(load("run").seats.collect())
    (here / "away").mkdir()
    for file in ("mine.toml", "mine.py"):
        (here / file).rename(here / "away" / file)
    capsys.readouterr()
    assert main(["replay", "run", "--game", "3"]) == 2
    assert "mine.toml: No such file" in capsys.readouterr().err
    moved = ["--strategy", "away/mine.toml", "--strategy", "away/mine.py"]
    assert main(["replay", "run", "--game", "3", *moved]) == 0
    assert capsys.readouterr().out == told
    (here / "away" / "mine.toml").write_text(MINE.replace('"build", ', ""))
    assert main(["replay", "run", "--game", "3", *moved]) == 2
    assert "other strategies (spender)" in capsys.readouterr().err


# Mistakes.


@pytest.mark.parametrize(
    "line, says",
    [
        ("run tempalte", "'tempalte' is unknown; did you mean template?"),
        ("run template --table stonemasn,random", "'stonemasn' is unknown; did you mean stonemason?"),
        ("run template --set params.silvr=3", "'silvr' is unknown; did you mean silver?"),
        ("run template --set plans.chappel.points=3", "'chappel' is unknown; did you mean chapel?"),
        ("run template --set plans.chapel.poinst=3", "'poinst' is unknown; did you mean points?"),
        ("run template --set params.silver=much", "'much' is not a whole number"),
        ("run template --set params.opening=stepd", "'stepd' is unknown; did you mean stepped?"),
        ("run template --set params.silver", "say name=value"),
        ("run template --players 9", "template is for 2 to 4 players, not 9"),
        ("run template --players 0", "template is for 2 to 4 players, not 0"),
        ("run template --table random", "template is for 2 to 4 players, not 1"),
        ("run template --table random,random,random --players 2", "3 strategies are named for 2 players"),
        ("run template --table=", "'' is unknown; known: random"),
        ("run template --strategies= --players 3", "'' is unknown; known: random"),
        ("run template --table nowhere.py,random", "nowhere.py"),
        ("run template --strategy nowhere.toml", "nowhere.toml: No such file"),
        ("run template --strategy clash.toml", "clash.toml: a strategy learner stands also in strategies.toml"),
        ("run template --strategy mine.py --strategy mine.py", "mine.py: a strategy mine stands also in mine.py"),
        ("run template --strategy mine.txt", "mine.txt: a file of strategies ends in .toml or .py"),
        ("run template --strategy mine.toml --table hoardr,random", "'hoardr' is unknown; did you mean hoarder?"),
        ("run template --strategy mine.toml --table mine,random", "'mine' is unknown"),
        ("run template --strategies stonemason,random --table random,random", "say one of both"),
        ("run template --strategies stonemason,random --players 3", "2 are too few for tables of 3"),
        ("run template --strategies stonemason,randm", "'randm' is unknown; did you mean random?"),
        ("run template --strategies random,stonemason --players 5", "template is for 2 to 4 players, not 5"),
        ("run template --metagame", "metagame: it takes a pool"),
        ("run template --repeats 0", "repeats: 0"),
        ("run template --games 0", "games: 0"),
        ("run template --games many", "'many' is not a valid integer"),
        ("run template --seed -1", "seed: -1"),
        ("run template --seed 9223372036854775808", "seed 9223372036854775808"),
        ("run template --threads 0", "threads: 0"),
        ("run template --out full", "full: is there already and not empty"),
        ("run template --out full/file/run", "full/file/run: cannot be made"),
        ("run template --out full/file", "full/file: is there already"),
        ("run nowhere.toml", "nowhere.toml: No such file"),
        ("run wrong.toml", "wrong.toml: not readable as TOML"),
        ("run template --gmaes 3", "No such option"),
        ("run", "Missing argument"),
        ("info tempalte", "did you mean template?"),
        ("replay nowhere", "nowhere: there is no such folder"),
        ("replay full", "full: not the folder of a run: it has no run.json"),
        ("rnu", "No such command"),
    ],
)
def test_a_mistake_is_told_in_one_line(line, says, here, capsys):
    (here / "full").mkdir()
    (here / "full" / "file").write_text("mine")
    (here / "wrong.toml").write_text("game = ")
    (here / "clash.toml").write_text(MINE.replace("spender", "learner"))
    assert main(shlex.split(line)) == 2
    said = capsys.readouterr()
    told = [line for line in said.err.splitlines() if not line.startswith("meeplecarlo: compiling")]
    assert len(told) == 1 and told[0].startswith("meeplecarlo: ") and says in told[0], said.err
    assert said.out == "" and not (here / "runs").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_told(here, capsys):
    (here / "closed").mkdir(mode=0o500)
    assert main([*RUN, "--out", "closed/run"]) == 2
    assert "closed/run: cannot be made: Permission denied" in capsys.readouterr().err


def test_a_full_disk_is_told(here, capsys, monkeypatch):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("polars.DataFrame.write_parquet", full)
    assert main([*RUN, "--out", "run"]) == 2
    assert "games/part-00000.parquet: cannot be written: [Errno 28] No space left" in capsys.readouterr().err
    assert json.loads((here / "run" / "run.json").read_text())["status"] == "failed"


@pytest.mark.parametrize(
    "name, old, new, says",
    [
        (
            "plans.csv",
            "hut_2,Hut,2,0",
            "hut_2,Hut,two,0",
            "plans.csv, row 3 (hut_2), column wood: 'two' is not a whole number",
        ),
        ("plans.csv", "hut_2,Hut,2,0", "hut_1,Hut,2,0", "plans.csv, row 3 (hut_1), column id"),
        ("plans.csv", ",seed,card", ",sede,card", "column provenance: 'sede' is unknown; did you mean seed?"),
        ("plans.csv", "id,name", "id,id", "plans.csv, row 1: column 'id' stands there 2 times"),
        ("plans.csv", "manor,Manor,5,5,12,none,,assumed,card", "", "15 rows, but the game makes room for 16"),
        ("params.toml", "value = 2", "value = ", "params.toml: not readable as TOML"),
        ("params.toml", "players = [2, 4]", "players = 4", "params.toml, [game]: players"),
        ("params.toml", "[workers]", "[wrokers]", "params.toml"),
    ],
)
def test_a_mistake_in_the_box_is_told(name, old, new, says, here, capsys, monkeypatch):
    """In a copy of the toy game's files."""
    shutil.copytree(TOY.folder, here / "games" / "template")
    monkeypatch.setattr("sim.games.FOLDER", here / "games")
    monkeypatch.setattr("sim.games.template.cards.FOLDER", here / "games" / "template")
    file = here / "games" / "template" / name
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert main(RUN) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("meeplecarlo: ") and says in said


def test_faults_in_every_deal_are_an_error(here, capsys):
    (here / "broken.py").write_text(
        '"""Falls over."""\n'
        "from sim.games.template.cards import Tables\nfrom sim.games.template.state import Scratch, State\n"
        "from sim.players import Plan\nfrom sim.rule import rule\n@rule\n"
        "def choose(state: State, tables: Tables, scratch: Scratch, plan: Plan, n: int) -> int:\n"
        '    raise ValueError("lost the thread")\n'
    )
    assert main(["run", "template", "--table", "broken.py,random", "--games", "4", "--out", "run"]) == 1
    said = capsys.readouterr()
    assert "lost the thread" in said.err and "no deal was finished" in said.err and said.out == ""
    assert main(["replay", "run", "--game", "1"]) == 0
    assert "the game broke here: ValueError: lost the thread" in capsys.readouterr().out


# Replays.


def test_replay_tells_a_game_of_the_run(folder, capsys):
    assert main(["replay", str(folder), "--game", "3"]) == 0
    said = capsys.readouterr()
    assert "final score" in said.out and said.err == ""
    assert main(["replay", str(folder), "--game", "3", "--json"]) == 0
    *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    kept = load(folder).seats.collect().filter(pl.col("game") == 3)
    assert [seat["score"] for seat in last["result"]["seats"]] == kept["score"].to_list()


def test_replay_knows_which_games_there_are(folder, capsys):
    for number in ("6", "-1"):
        assert main(["replay", str(folder), "--game", number]) == 2
        assert f"game {number} is not among its 6 games" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change, says",
    [
        (lambda about: about.update(source_key="other"), "other rules"),
        (lambda about: about.update(tables_digest="other"), "other numbers"),
        (lambda about: about["strategies"]["random"].update(digest="other"), "other strategies (random)"),
    ],
)
def test_replay_refuses_when_something_is_not_as_it_was(folder, here, capsys, change, says):
    shutil.copytree(folder, here / "copy")
    about = json.loads((here / "copy" / "run.json").read_text())
    change(about)
    (here / "copy" / "run.json").write_text(json.dumps(about))
    assert main(["replay", "copy"]) == 2
    said = capsys.readouterr()
    assert says in said.err and said.out == ""
    assert main(["replay", "copy", "--anyway"]) == 0
    assert "final score" in capsys.readouterr().out


def test_replay_of_a_damaged_run_is_told(folder, here, capsys):
    shutil.copytree(folder, here / "copy")
    file = here / "copy" / "games" / "part-00000.parquet"
    data = bytearray(file.read_bytes())
    data[4:400] = bytes(396)  # of the right size and with a good end, but the numbers are gone
    file.write_bytes(data)
    assert main(["replay", "copy"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(("table", "column"), [("games", "turns"), ("seats", "score"), ("seats", "plans_dealt")])
def test_a_run_of_another_version_is_told_by_file_and_column(table, column, folder, here, capsys):
    shutil.copytree(folder, here / "copy")
    file, about = here / "copy" / table / "part-00000.parquet", here / "copy" / "run.json"
    size = file.stat().st_size
    pl.read_parquet(file).drop(column).write_parquet(file)
    about.write_text(about.read_text().replace(f": {size}", f": {file.stat().st_size}"))
    for command in ("report", "cards"):
        assert main([command, "copy"]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1 and f"{file.relative_to(here)}: column {column} is missing" in told


# Ctrl-C.

SLEEPER = '''"""Thinks for ever once it has played a while."""
from sim.game import AnyState, AnyTables, Desk
from sim.players import Plan
from sim.rule import rule
@rule
def choose(state: AnyState, tables: AnyTables, desk: Desk, plan: Plan, n: int) -> int:
    if state.deal >= 500:
        while state.seats > 0:
            state.turns += 1
    return desk.actions[0]
'''


@compiled_only
@pytest.mark.parametrize("table, kind", [("stonemason,random", signal.SIGINT), ("sleeper.py,random", signal.SIGTERM)])
def test_ctrl_c_keeps_what_is_finished(here, table, kind):
    """Whatever the strategy does."""
    (here / "sleeper.py").write_text(SLEEPER)
    process = started("run", "template", "--table", table, "--games", "100000000", "--out", "run", cwd=here)
    wait_for(lambda: (here / "run" / "run.json").exists(), process)
    time.sleep(1.5)
    process.send_signal(kind)
    begun = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and time.monotonic() - begun < 1.5  # a second, and some for a busy machine
    assert out == "" and "interrupted" in err and "Traceback" not in err
    run = load(here / "run")
    games = run.games.collect()
    assert run.about["status"] == "interrupted" and len(games) == run.about["counts"]["played"] > 0
    assert games["game"].is_sorted() and len(run.seats.collect()) == 2 * len(games)
    assert closing(run).deals == run.about["counts"]["whole_deals"]


def wait_for(come, process):
    for _ in range(1_200):
        if come():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    raise AssertionError("it never began")
