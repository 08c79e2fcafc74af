"""Figures have the intervals they claim, and targets are judged by the whole of them."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from found import GAMES, compiled_only

from reports import figures, headline, targets
from reports.intervals import Interval
from sim import experiment
from sim.cli import main
from sim.experiment import Experiment
from sim.files import BoxError
from sim.record import PLAIN
from sim.results import Results, load

LUCK = np.random.default_rng(11)
TOY = Experiment("template", ("stonemason", "random"), games=8 if PLAIN else 400, seed=3, trace=0)


def run_of(shares=(), turns=None, deals=200):
    """A run with these shares of wins by seat in each deal, or these turns of its games (deals x games)."""
    about = {"games_per_deal": 4, "line_ups": [["one"] * (len(shares) or 1)], "until": None}
    values = {"deal": range(deals)} | {f"win_share.seat_{seat}": values for seat, values in enumerate(shares, start=1)}
    games = pl.DataFrame()
    if turns is not None:
        games = pl.DataFrame(
            {"deal": np.repeat(range(deals), turns.shape[1]), "turns": turns.reshape(-1), "players": 1}
        )
    run = Results(about, games.lazy(), games.lazy(), None, None, [(games.lazy(), games.lazy())])
    return headline.Deals(about, pl.DataFrame(values), [], 0), run


@pytest.mark.parametrize("by", [0.0, 0.02, 0.06])
def test_a_spread_is_met_by_its_interval(by):
    """Also where there is none: the plain spread of four equal seats is always above zero."""
    times, met = 300, 0
    for _ in range(times):
        wins = LUCK.multinomial(4, [0.25 - by / 2, 0.25, 0.25, 0.25 + by / 2], 200) / 4
        found = figures.figure(*run_of(wins.T), "seat_spread")
        assert found.mean > 0
        met += found.low <= by <= found.high
    assert met / times >= 0.95


@pytest.mark.parametrize("share", [0.5, 0.95])
def test_a_quantile_is_met_by_its_interval(share):
    """Games of a deal share half of their luck; the truth is from very many."""
    deals = LUCK.poisson(30, (200_000, 1)) + LUCK.poisson(5, (200_000, 1))
    truth, times, met = np.quantile(deals, share, method="inverted_cdf"), 200, 0
    name = "turns.median" if share == 0.5 else "turns.q95"
    for _ in range(times):
        turns = LUCK.poisson(30, (100, 1)) + LUCK.poisson(5, (100, 4))
        deals, run = run_of(turns=turns, deals=100)
        found = figures.figure(deals, run, name)
        assert found.mean == np.quantile(turns, share, method="inverted_cdf")
        met += found.low <= truth <= found.high
    assert met / times >= 0.93


def test_a_quantile_of_few_values_is_met_by_its_interval():
    """Lead changes, rounds: where the share of games up to the one value is just enough, and up to the next nearly all.

    The share up to the value that is told says little then of how sure the share up to the true one is.
    """
    times, met = 300, 0
    for _ in range(times):
        found = figures.figure(
            *run_of(turns=LUCK.choice(3, (100, 1), p=[0.505, 0.485, 0.01]), deals=100), "turns.median"
        )
        met += found.low <= 0 <= found.high
    assert met / times > 0.93


def test_a_difference_of_shares_is_not_certain_after_three_deals():
    """One always wins: so far."""
    found = figures.figure(*run_of([np.ones(3), np.zeros(3)], deals=3), "win_share.seat_1-win_share.seat_2")
    assert found.mean == 1 and found.low < 0.5


@compiled_only
def test_the_median_of_chutes_and_ladders_is_the_known_one(tmp_path):
    """known.toml: half of the races are over after 32 turns, 95 % after 89."""
    alone = Experiment("chutes_and_ladders", ("roller",), games=20_000, seed=2, fixed_seats=True, trace=0)
    run = load(experiment.run(replace(alone, out=tmp_path / "run")))
    deals = headline.by_deal(run)
    for name, truth in (("turns.median", 32), ("turns.q95", 89), ("turns", 39.225122)):
        found = figures.figure(deals, run, name)
        assert found.low <= truth <= found.high and found.high - found.low < 6, name


def test_every_figure_of_a_run_can_be_asked_for(tmp_path):
    run = load(experiment.run(replace(TOY, out=tmp_path / "run")))
    deals = headline.by_deal(run, show=figures.names(run.about))
    for name in figures.names(run.about):
        figures.check(name, run.about, "target")
        found = figures.figure(deals, run, name)
        assert found.low <= found.mean <= found.high and found.n == len(deals.values), name
        assert targets.value_words(name, found)
    shares = [figures.figure(deals, run, f"win_share.{name}").mean for name in ("stonemason", "random")]
    assert figures.figure(deals, run, "win_share.max").mean == max(shares)
    assert figures.figure(deals, run, "strategy_spread").mean == pytest.approx(max(shares) - min(shares))
    assert figures.figure(deals, run, "win_share.max").low < figures.figure(deals, run, "win_share.stonemason").low


@pytest.mark.parametrize(
    "text, low, high, verdict",
    [
        ("turns < 30", 20, 29, "holds"),
        ("turns <= 30", 31, 40, "fails"),
        ("turns > 30", 29, 31, "cannot tell"),
        ("turns in 20..28", 20, 28, "holds"),
        ("turns in 20..28", 12, 19.9, "fails"),
        ("turns=20..28", 19, 30, "cannot tell"),
        ("win_share.seat_1 in 0.2 .. .3", 0.21, 0.29, "holds"),
        ("margin in -2..3", -1.5, 2, "holds"),
    ],
)
def test_a_target_is_judged_by_the_whole_interval(text, low, high, verdict):
    assert targets.judge(targets.target(text), Interval((low + high) / 2, low, high, 100)) == verdict


@pytest.mark.parametrize(
    "text", ["turns", "turns 3", "turns < x", "turns in 3", "turns in 4..3", "< 3", 3, "turns == 3"]
)
def test_what_is_no_target_is_told(text):
    with pytest.raises(BoxError, match="target"):
        targets.target(text)


# The command.


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    experiment.run(replace(TOY, games=12, out=tmp_path / "run"))
    return tmp_path


def judged(folder, *wanted):
    (folder / "aims.toml").write_text(f"targets = {json.dumps(list(wanted))}")
    return ["targets", "run", "aims.toml"]


def test_exit_code_3_says_that_a_target_fails(folder, capsys):
    assert main(judged(folder, "turns < 100", "rounds > 1")) == 0
    said = capsys.readouterr().out
    assert "Of 2 targets: 2 hold." in said and GAMES["template"].title in said
    assert main(judged(folder, "turns < 100", "rounds > 90")) == 3
    assert "rounds > 90" in capsys.readouterr().out
    unknown = judged(folder, "seat_spread < 0.3")
    assert main(unknown) == 0 and main([*unknown, "--strict"]) == 3
    assert "cannot tell" in capsys.readouterr().out


def test_json_and_csv_say_the_same(folder, capsys):
    assert main([*judged(folder, "turns < 100", "seat_spread < 0.3"), "--json", "--csv", "table.csv"]) == 0
    told, table = json.loads(capsys.readouterr().out)["targets"], pl.read_csv("table.csv")
    assert [row["verdict"] for row in told] == table["verdict"].to_list() == ["holds", "cannot tell"]
    assert told[0]["least"] is None and told[0]["most"] == 100


def test_the_report_judges_targets_as_well(folder, capsys):
    words = ["report", "run", "--targets", "aims.toml", "--quiet"]
    judged(folder, "turns < 100", "rounds > 1")
    assert main(words) == 0
    judged(folder, "turns < 100", "rounds > 90")
    assert main([*words, "--json"]) == 3
    told = json.loads(capsys.readouterr().out.splitlines()[-1])["tables"]["targets"]
    assert [row["verdict"] for row in told] == ["holds", "fails"]
    page = (folder / "run" / "report.html").read_text()
    assert "Are the targets met?" in page and "rounds &gt; 90" in page


@pytest.mark.parametrize(
    "wanted, says",
    [
        ('targets = ["turnz < 3"]', "did you mean turns?"),
        ('targets = ["turns.q00 < 3"]', "'turns.q00' is unknown"),
        ('targets = ["win_share.stonemasn < 3"]', "did you mean win_share.stonemason?"),
        ('targets = ["turns"]', 'say it like "seat_spread < 0.03"'),
        ("targets = 3", "aims.toml: targets is not a list"),
        ("target = []", "did you mean targets?"),
        ("targets = [", "not readable as TOML"),
    ],
)
def test_a_mistake_is_told_in_one_line(wanted, says, folder, capsys):
    (folder / "aims.toml").write_text(wanted)
    assert main(["targets", "run", "aims.toml"]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and says in said.err and said.out == ""
