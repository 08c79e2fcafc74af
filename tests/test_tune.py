"""Tuning improves a strategy that can be improved, on paired deals, and says by how much."""

import tomllib

import numpy as np
import pytest
from found import GAMES, compiled_only

import heuristics
from heuristics import Source, tuning
from reports.intervals import Moments, mean_interval
from sim.cli import main
from sim.record import blank

pytest.importorskip("cmaes")

TOY = GAMES["template"]
SOURCES = heuristics.sources("template")
PRICES = {"points": 1.5, "needed": 0.6, "wood": 1.0, "stone": 0.7, "silver": 0.8, "plans": 2.0, "card_points": 0.1}
BAD = SOURCES["appraiser"]._replace(block={"about": "Weighs badly.", "weights": PRICES})
TUNE = ["tune", "template", "--strategy", "appraiser", "--against", "stonemason", "--games", "300", "--measure", "10"]


def rows_of(scores, shares, status=(0, 0), turns=(40, 40)):
    """Games of two in which the tuned player sits first."""
    rows = blank(TOY.row, len(scores))
    rows["deal"] = np.arange(len(scores)) // 2
    rows["status"], rows["turns"] = status, turns
    rows["seats"]["strategy"][:, 1] = 1
    rows["seats"]["score"][:, :2] = scores
    rows["seats"]["win_share"][:, :2] = shares
    return rows


def test_few_opponents_sit_repeatedly_and_many_take_turns():
    a, b, c, d = "abcd"
    assert tuning.tables([a], 4) == [(a, a, a)]
    assert tuning.tables([a, b], 4) == [(a, b, a)]
    assert tuning.tables([a, b, c], 4) == [(a, b, c)]
    many = tuning.tables([a, b, c, d], 3)
    assert many == [(a, b), (b, c), (c, d), (d, a)]


def test_what_is_read_from_rows():
    found = tuning.read(rows_of([(10, 7), (5, 9)], [(1, 0), (0, 1)]), 1, 2)
    assert found.margin.tolist() == [[[3, -4]]] and found.win_share.tolist() == [[[1, 0]]]
    assert found.turns.tolist() == [[[20, 20]]] and not found.faulted.any()
    assert found.values("margin").tolist() == [[-0.5]] and found.values("win_share").tolist() == [[0.5]]


def test_faults_and_endless_hoarding_cost():
    fine = tuning.read(rows_of([(10, 7)] * 2, [(1, 0)] * 2), 1, 2)
    broken = tuning.read(rows_of([(10, 7)] * 2, [(1, 0)] * 2, status=(0, 4)), 1, 2)
    hoarder = tuning.read(rows_of([(10, 7)] * 2, [(1, 0)] * 2, turns=(400, 400)), 1, 2)
    for aim in tuning.AIMS:
        assert broken.values(aim) < fine.values(aim) - 0.9 and hoarder.values(aim) < fine.values(aim) - 0.9


def test_the_same_player_twice_has_no_gain():
    one, other = (heuristics.made(name, SOURCES["appraiser"], TOY) for name in ("one", "other"))
    gain = tuning.gain(TOY, one, other, [tuple(heuristics.named(["stonemason"], TOY))], 3, 5, threads=1)
    assert not gain.win_share.any() and not gain.margin.any() and gain.before == gain.after and gain.faulted == 0


@compiled_only
def test_bad_prices_get_better_on_fresh_deals():
    opponents = tuning.tables(heuristics.named(["stonemason", "carpenter", "chaser"], TOY), 4)
    *_, end = tuning.search(TOY, BAD, opponents, 20_000, seed=1)
    assert end.games >= 20_000 and list(end.weights) == list(BAD.block["weights"])
    players = [heuristics.made(n, s, TOY) for n, s in (("bad", BAD), ("tuned", tuning.with_weights(BAD, end.weights)))]
    gain = tuning.gain(TOY, *players, opponents, 200, 2)
    assert mean_interval(Moments.of(gain.win_share)).low > 0.05 and mean_interval(Moments.of(gain.margin)).low > 0


@compiled_only
def test_the_same_seed_finds_the_same_prices_whatever_the_threads():
    opponents = tuning.tables(heuristics.named(["stonemason"], TOY), 2)
    ends = [
        [step.weights for step in tuning.search(TOY, BAD, opponents, 1500, deals=8, seed=seed, threads=threads)]
        for seed, threads in ((3, 1), (3, 3), (4, 1))
    ]
    assert ends[0] == ends[1] != ends[2]


@compiled_only
def test_a_stop_keeps_what_was_found():
    opponents, found = tuning.tables(heuristics.named(["stonemason"], TOY), 2), []
    for step in tuning.search(TOY, BAD, opponents, 10**9, deals=4, stop=lambda: len(found) >= 3):
        found.append(step)
    assert len(found) == 3


def test_a_block_is_written_as_it_can_be_read(tmp_path):
    block = {
        "about": 'Says "so".',
        "whim": 0.1,
        "do": ["keep best", "any best"],
        "weights": {"points": 2.0, "wood": -0.5},
    }
    file = tmp_path / "mine.toml"
    file.write_text(tuning.as_toml("mine", block["about"], Source("", file, block)))
    assert tomllib.loads(file.read_text()) == {"mine": block}
    assert heuristics.from_toml(file, TOY)["mine"].plan.whim == 0.1


@compiled_only
def test_the_command_prints_a_block_with_its_command_and_gain(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(TUNE) == 0
    said = capsys.readouterr()
    assert "generation" in said.err and set(tomllib.loads(said.out)) == {"tuned"}
    for words in (
        "# meeplecarlo tune template --strategy appraiser",
        "opponents tuned on (stonemason)",
        "other opponents",
    ):
        assert words in said.out
    assert "--seed 0" in said.out and "10 deals of seed 1, paired" in said.out
    assert main([*TUNE, "--out", "mine.toml", "--name", "mine", "--quiet"]) == 0
    said = capsys.readouterr()
    assert "written to mine.toml" in said.out and not said.err
    assert main(["check", "template", "--strategy", "mine.toml"]) == 0
    assert main(["tune", "template", "--strategy", "mine.toml", *TUNE[4:], "--quiet"]) == 0


@compiled_only
def test_ctrl_c_writes_what_was_found(tmp_path, monkeypatch, capsys):
    import signal

    search = tuning.search

    def interrupted(*arguments, **how):
        for number, step in enumerate(search(*arguments, **how)):
            if number == 2:
                signal.raise_signal(signal.SIGINT)
            yield step

    monkeypatch.setattr(tuning, "search", interrupted)
    assert main([*TUNE, "--games", "1000000", "--out", str(tmp_path / "mine.toml")]) == 0
    assert "interrupted" in (tmp_path / "mine.toml").read_text()


@pytest.mark.parametrize(
    "change, says",
    [
        (["--strategy", "apraiser"], "did you mean appraiser?"),
        (["--strategy", "stonemason"], "stonemason: has no weights"),
        (["--strategy", "thinker"], "thinker: has no weights"),
        (["--strategy", "nowhere.toml"], "nowhere.toml"),
        (["--against", "stonemasn"], "did you mean stonemason?"),
        (["--players", "9"], "template is for 2 to 4 players, not 9"),
        (["--aim", "fun"], "--aim"),
        (["--out", "."], "is there already"),
    ],
)
def test_a_mistake_is_told_in_one_line(change, says, capsys):
    assert main([*TUNE, *change]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and not said.out


def test_a_missing_library_is_told(monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, "cmaes", None)
    assert main([*TUNE, "--quiet"]) == 2
    assert "pip install 'meeplecarlo[tune]'" in capsys.readouterr().err


@compiled_only
def test_a_block_may_bear_the_name_of_one_that_is_there(capsys):
    """It is tuned anew then, and the old one is no opponent."""
    assert main([*TUNE, "--name", "chaser", "--quiet"]) == 0
    said = capsys.readouterr().out
    assert set(tomllib.loads(said)) == {"chaser"} and "other opponents (carpenter, learner)" in said
