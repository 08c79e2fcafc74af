"""Every mistake in a box file, a change or a strategy is one line that says where and offers the nearest word."""

import pytest
from found import GAMES, every_game

import heuristics
from heuristics import priority
from sim import files, games, replay
from sim.files import BoxError
from sim.games.template.names import Action
from sim.players import LINES, TERMS, TESTS, LineUp, line_up_rows
from sim.record import new, wrap

GAME = GAMES["template"]

HEAD = '[game]\ntitle = "T"\nabout = "A."\nplayers = [2, 4]\n'
KNOB = '[silver]\nvalue = 2\ntry = [1, 2]\nprovenance = "seed"\nsource = "R1"\n'
CARDS = "id,name,wood,gift,provenance,source\nhut,Hut,2,none,seed,card\nmill,Mill,3,silver,public,card\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "params.toml").write_text(HEAD + KNOB)
    (tmp_path / "plans.csv").write_text(CARDS)
    return tmp_path


def test_a_box_is_read(folder):
    assert files.header(folder) == {"title": "T", "about": "A.", "players": [2, 4]}
    assert files.read(folder) == {
        "params": {"silver": 2},
        "plans": {"hut": {"wood": 2, "gift": "none"}, "mill": {"wood": 3, "gift": "silver"}},
    }


def replaced(folder, file, old, new):
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return folder


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("title", "titel", r"params.toml, \[game\]: 'titel' is unknown; did you mean title\?"),
        ('about = "A."\n', "", r"params.toml, \[game\]: about is missing"),
        ("[2, 4]", "[4, 2]", r"players must be \[fewest, most\], not \[4, 2\]"),
        ("[2, 4]", "4", "players must be"),
        ('[game]\ntitle = "T"', 'game = 3\ntitle = "T"', r"game must be a table"),
        ("= [2", "= 2", "params.toml: not readable as TOML: .*line 4"),
    ],
)
def test_a_wrong_header_is_named(folder, old, new, what):
    with pytest.raises(BoxError, match=what):
        files.header(replaced(folder, "params.toml", old, new))


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("value = 2", "valeu = 2", r"params.toml, \[silver\]: 'valeu' is unknown; did you mean value\?"),
        ("value = 2\n", "", r"\[silver\]: value is missing"),
        ('source = "R1"\n', "", r"\[silver\]: source is missing"),
        ('"R1"', '""', r"\[silver\]: source must say where the number is from"),
        ('"seed"', '"sead"', r"\[silver\], provenance: 'sead' is unknown; did you mean seed\?"),
        ("value = 2", "value = 2.5", r"\[silver\]: 2.5 is not a whole number"),
        ("value = 2", "value = 3_000_000_000", r"\[silver\]: 3000000000 is not between"),
        ("[1, 2]", '[1, 2, "x"]', r"\[silver\]: 'x' is not a whole number"),
        ("[1, 2]", "[1, 2, true]", r"\[silver\]: True is not a whole number"),
        ("[1, 2]", "[1, 3]", r"\[silver\]: try leaves out the value 2 itself"),
        ("[1, 2]", "2", r"\[silver\]: try must be a list"),
        ("value = 2\ntry = [1, 2]", "value = true\ntry = [true, 7]", r"\[silver\]: 7 is neither true nor false"),
        (
            "value = 2\ntry = [1, 2]",
            'value = "evn"\none_of = ["even", "odd"]',
            r"\[silver\]: 'evn' is unknown; did you mean even\?",
        ),
        ("[game]", "lonely = 1\n[game]", "params.toml: lonely stands outside any"),
    ],
)
def test_a_wrong_number_is_named(folder, old, new, what):
    with pytest.raises(BoxError, match=what):
        files.read(replaced(folder, "params.toml", old, new))


@pytest.mark.parametrize(
    "old, new, what",
    [
        ("Mill,3", "Mill,three", r"plans.csv, row 3 \(mill\), column wood: 'three' is not a whole number"),
        (
            "public,card",
            "pubic,card",
            r"row 3 \(mill\), column provenance: 'pubic' is unknown; did you mean public\?",
        ),
        ("public,card", "public,", r"plans.csv, row 3 \(mill\), column source: it must be said"),
        ("mill,", "hut,", r"plans.csv, row 3 \(hut\), column id: stands already in row 2"),
        ("mill,", "old mill,", r"plans.csv, row 3 \(old mill\), column id: letters"),
        ("public,card", "public", "plans.csv, row 3: 5 cells, but 6 columns"),
        (",source\n", ",sauce\n", "plans.csv, row 1: column source is missing"),
        ("id,", "idd,", "plans.csv, row 1: column id is missing"),
        ("wood,gift", "gift,gift", r"plans.csv, row 1: column 'gift' stands there 2 times"),
        ("wood,gift", "wood,", "plans.csv, row 1: a column without a name"),
    ],
)
def test_a_wrong_card_is_named(folder, old, new, what):
    with pytest.raises(BoxError, match=what):
        files.read(replaced(folder, "plans.csv", old, new))


def test_files_that_are_not_text_or_not_there_are_named(folder):
    (folder / "plans.csv").write_bytes(CARDS.encode() + b"\xff\xfe,")
    with pytest.raises(BoxError, match="plans.csv: not UTF-8 text"):
        files.read(folder)
    (folder / "params.toml").write_bytes(b"\xff")
    with pytest.raises(BoxError, match="params.toml: not readable as TOML"):
        files.read(folder)
    with pytest.raises(BoxError, match="nowhere"):
        files.read(folder / "nowhere")


def test_cards_of_one_name_are_told_apart(folder):
    replaced(folder, "plans.csv", "mill,Mill", "hut_2,Hut")
    assert files.names(folder / "plans.csv") == ["Hut", "Hut 2"]


def test_it_is_counted_where_numbers_come_from(folder):
    assert files.provenance(folder) == {
        "params.toml": {"seed": 1, "public": 0, "recalled": 0, "assumed": 0},
        "plans.csv": {"seed": 1, "public": 1, "recalled": 0, "assumed": 0},
    }


@pytest.mark.parametrize(
    "changes, what",
    [
        ({"plans.chapell.points": 9}, r"plans.chapell.points: 'chapell' is unknown; did you mean chapel\?"),
        ({"plans.chapel.point": 9}, r"did you mean points\?"),
        ({"param.silver": 3}, r"did you mean params\?"),
        ({"silver": 3}, "silver: 'silver' is unknown"),
        ({"plan.*.points": 9}, r"plan.\*.points: 'plan' is unknown; did you mean plans\?"),
        ({"plans.*.point": 9}, r"did you mean points\?"),
        ({"params.*.silver": 9}, "params.silver is a single value"),
        ({"plans": 9}, r"plans: which one\? hut_1"),
        ({"plans.chapel": 9}, r"plans.chapel: which one\? wood, stone"),
        ({"params.silver.value": 9}, "params.silver is a single value"),
        ({"params.silver": "many"}, "params.silver: 'many' is not a whole number"),
        ({"params.silver": 2**40}, "params.silver: 1099511627776 is not between"),
        ({"params.equal_turns": 2}, "params.equal_turns: 2 is neither true nor false"),
        ({"params.opening": "steped"}, r"params.opening: 'steped' is unknown; did you mean stepped\?"),
        ({"params.workers": 0}, "params.workers: 0 is less than 1"),
        ({"plans.chapel.points": "nine"}, "plans.chapel.points: 'nine' is not a whole number"),
        ({"plans.chapel.points": 2.5}, "plans.chapel.points: 2.5 is not a whole number"),
        ({"plans.chapel.points": 2**40}, "plans.csv, chapel, column points: 1099511627776 is not between"),
        ({"plans.chapel.gift": 2}, "plans.chapel.gift: 2 is not a word"),
        ({"plans.chapel.gift": "slver"}, r"plans.csv, chapel, column gift: 'slver' is unknown; did you mean silver\?"),
        ({"plans.chapel.gift": True}, "is not a word"),
    ],
)
def test_a_wrong_change_is_named(changes, what):
    with pytest.raises(BoxError, match=what):
        GAME.load(changes)


def test_a_change_changes_one_number():
    chapel = GAME.cards["plans"].index("Chapel")
    tables = GAME.load({"plans.chapel.points": 11, "params.silver": 3, "params.opening": "stepped"})
    assert (tables.plans[chapel].points, tables.params.silver, tables.params.opening) == (11, 3, 1)
    assert GAME.load({}).plans[chapel].points == 9
    assert files.digest(tables) != files.digest(GAME.load({})) == files.digest(GAME.load({}))


def test_a_star_changes_every_card_of_a_file():
    tables, usual = GAME.load({"plans.*.points": 4, "plans.chapel.points": 11}), GAME.load({})
    chapel = GAME.cards["plans"].index("Chapel")
    assert [int(plan.points) for plan in tables.plans] == [4] * chapel + [11] + [4] * (15 - chapel)
    assert [int(plan.stone) for plan in tables.plans] == [int(plan.stone) for plan in usual.plans]


def test_a_file_must_fit_the_records():
    box = files.read(GAME.folder)
    tables = GAME.load({})
    short = dict(list(box["plans"].items())[1:])
    with pytest.raises(BoxError, match="plans.csv: 15 rows, but the game makes room for 16"):
        files.fill_rows(tables.plans, short, "plans.csv")
    with pytest.raises(BoxError, match="params.toml: 'slver' is unknown; did you mean silver"):
        files.fill(tables.params, box["params"] | {"slver": 1}, "params.toml")
    with pytest.raises(BoxError, match="params.toml: silver is missing"):
        files.fill(tables.params, {k: v for k, v in box["params"].items() if k != "silver"}, "params.toml")
    with pytest.raises(BoxError, match="column silver: 'two' is not a whole number"):
        files.fill(tables.params, box["params"] | {"silver": "two"}, "params.toml")


def test_an_unknown_game_is_named():
    with pytest.raises(BoxError, match=r"game: 'templat' is unknown; did you mean template\?"):
        games.get("templat")


@every_game
def test_the_header_is_the_game(game):
    about = games.about(game.name)
    assert (about["title"], about["players"]) == (game.title, [game.seats[0], game.seats[-1]])
    assert about["about"].endswith(".")


# Strategies.


def read(lines, **block):
    return priority.player("reader", "Reads.", {"do": lines} | block, GAME).plan


def test_lines_are_read_as_they_are_written():
    plan = read(
        [
            "plan least stone if stone >= 3 and wood < built",
            "market if silver = -1.5",
            "keep best",
            "any  if  lead != 0",
        ],
        weights={"points": 2, "stone": -0.5},
        whim=0.25,
    )
    first, second, third, fourth = (plan.line[number] for number in range(4))
    assert (first.first, first.last, first.gain, first.sign, first.tests) == (8, 10, GAME.gain.STONE, -1, 2)
    assert (first.test[1].feature, first.test[1].other) == (GAME.feature.WOOD, GAME.feature.BUILT)
    assert (first.test[0].low, first.test[0].high, first.test[0].outside) == (3, float("inf"), 0)
    assert first.test[1].low == -float("inf") and -1e-300 < first.test[1].high < 0  # the difference is below 0
    assert (second.first, second.tests, second.test[0].low, second.test[0].high) == (2, 1, -1.5, -1.5)
    assert (fourth.test[0].low, fourth.test[0].high, fourth.test[0].outside) == (0, 0, 1)
    assert (third.first, third.last, third.gain) == (6, 7, -2)
    assert fourth.first == 0 and fourth.last > 10 and fourth.gain == -1
    last = plan.line[4]
    assert (last.first, last.gain, last.tests) == (0, -2, 0) and last.last > 10
    assert (plan.terms, plan.term[1].gain, plan.term[1].weight) == (2, GAME.gain.STONE, -0.5)
    assert (plan.whim, plan.lines, plan.special, plan.furthest) == (0.25, 5, 3, 10)


def test_features_nobody_speaks_of_need_not_be_worked_out():
    feature, everything = GAME.feature, 2**64 - 1
    assert int(read(["plan most points", "market"]).ignores) == everything
    ignored = int(read(["market if stone > 2 and wood < built"]).ignores)
    assert ignored == everything - sum(1 << one for one in (feature.STONE, feature.WOOD, feature.BUILT))


@pytest.mark.parametrize(
    "relation, holds",
    [("<", (1, 0, 0)), ("<=", (1, 1, 0)), ("=", (0, 1, 0)), ("!=", (1, 0, 1)), (">=", (0, 1, 1)), (">", (0, 0, 1))],
)
@pytest.mark.parametrize("than", ["2", "wood"])
def test_each_relation_holds_where_it_should(relation, holds, than):
    plan, desk = read([f"market if stone {relation} {than}"]), new(GAME.scratch)
    desk.features[GAME.feature.WOOD] = 2
    found = []
    for stone in (1, 2, 3):
        desk.features[GAME.feature.STONE] = stone
        found.append(int(priority.all_hold(plan.line[0], desk)))
    assert tuple(found) == holds


@pytest.mark.parametrize(
    "line, what",
    [
        ("quary", r"template, strategies.toml, \[reader\], line 1 'quary': 'quary' is unknown; did you mean quarry\?"),
        ("plan most point", r"line 1 .*: 'point' is unknown; did you mean points\?"),
        ("market if stones < 2", r"'stones' is unknown; did you mean stone\?"),
        ("market if stone < wod", r"'wod' is unknown; did you mean wood\?"),
        ("market if wood", "'wood' is not a test such as 'stone < 6'"),
        ("market if wood < 1 or stone < 2", "is not a test"),
        ("market if wood < 1,5", "is not a test"),
        ("plan best", "best by what"),
        ("plan most", "not of the form VERB"),
        ("", "not of the form VERB"),
        ("market if", "not of the form VERB"),
        ("market if " + " and ".join(["wood < 1"] * (TESTS + 1)), f"{TESTS + 1} tests are more than {TESTS}"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(line, what):
    with pytest.raises(BoxError, match=what):
        read([line])


@pytest.mark.parametrize(
    "block, what",
    [
        ({"do": ["market"] * (LINES + 1)}, f"{LINES + 1} lines are more than {LINES - 1}"),
        ({"do": "market"}, "do: not a list of lines"),
        ({"never": "market"}, "never: not a list of lines"),
        ({"do": ["market"], "never": ["plan most points"]}, "never, line 1 'plan most points': not of the form VERB"),
        ({"do": ["market"], "never": ["markt"]}, r"never, line 1 'markt': 'markt' is unknown; did you mean market\?"),
        ({"do": ["market", 3]}, "do: not a list of lines"),
        ({"do": ["market"], "whim": 2}, "whim: 2 is not a number from 0 to 1"),
        ({"do": ["market"], "whim": "rarely"}, "whim: 'rarely' is not a number"),
        ({"weights": {"pionts": 1}}, r"weights: 'pionts' is unknown; did you mean points\?"),
        ({"weights": {"points": "many"}}, "weights, points: 'many' is not a number"),
        ({"weights": {f"g{n}": 1 for n in range(TERMS + 1)}}, f"{TERMS + 1} are more than {TERMS}"),
        ({"weights": 3}, "weights: not of the form"),
    ],
)
def test_a_wrong_block_says_what_is_wrong(block, what):
    with pytest.raises(BoxError, match=what):
        priority.player("reader", "Reads.", block, GAME)


@pytest.mark.parametrize(
    "text, what",
    [
        ("[a]\nabuot = 'x'\ndo = []", r"mine.toml, \[a\]: 'abuot' is unknown; did you mean about\?"),
        ("[a]\ndo = []", r"mine.toml, \[a\]: say in one sentence what it believes"),
        ("[a]\nabout = ' '\ndo = []", "say in one sentence"),
        ("[a]\nabout = 'x'", "neither do nor weights"),
        ("a = 1", "a stands outside any"),
        ("[a]\nabout = 'x'\nlike = 'bb'\n[b]\nabout = 'y'\ndo = []", r"\[a\], like: 'bb' is unknown; did you mean b\?"),
        ("[a]\nabout = 'x'\nlike = 'template.stonemasn'", r"\[a\], like: 'stonemasn' is unknown; did you mean"),
        ("[a]\nabout = 'x'\nlike = 'templte.random'", r"'templte' is unknown; did you mean template\?"),
        ("[a]\nabout = 'x'\nlike = 'a'", r"\[a\], like: a is itself like another"),
        ("[a]\nabout = 'x'\nlike = 'b'\ndo = 'market'\n[b]\nabout = 'y'\ndo = []", "do: not a list of lines"),
        ("[a]\nabout = 'x'\n[a]\n", "mine.toml: not readable as TOML"),
    ],
)
def test_a_wrong_file_of_strategies_is_named(tmp_path, text, what):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BoxError, match=what):
        heuristics.from_toml(file, GAME)


@pytest.mark.parametrize(
    "text, what",
    [
        ("def choose():\n    pass\n", "mine.py: say in one sentence what it believes"),
        ('"""Mine."""\n', r"mine.py: there is no choose\(\) in it"),
        ('"""Mine."""\ndef (', "mine.py: not readable as Python"),
        ('"""Mine."""\nfrom heuristics.random import choose\nSEES = ["gain"]', r"mine: 'gain' .* did you mean gains\?"),
    ],
)
def test_a_wrong_strategy_in_code_is_named(tmp_path, text, what):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(BoxError, match=what):
        heuristics.from_code(file)


def test_a_block_like_another_has_its_lines_after_its_own_and_its_weights_unless_it_has_some(tmp_path):
    file, base = tmp_path / "mine.toml", "[a]\nabout = 'x'\ndo = ['market']\nweights = { points = 1 }\n"
    file.write_text(base + "[b]\nabout = 'y'\nlike = 'a'\ndo = ['quarry']\n[c]\nabout = 'z'\nlike = 'a'\nwhim = 0.5\n")
    found = {name: source.block for name, source in heuristics.blocks(file).items()}
    assert found["b"] == {"about": "y", "do": ["quarry", "market"], "weights": {"points": 1}}
    assert found["c"] == {"about": "z", "do": ["market"], "weights": {"points": 1}, "whim": 0.5}


def test_a_block_may_be_like_one_that_comes_along_with_a_game(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[a]\nabout = 'x'\nlike = 'template.stonemason'\nnever = ['market']\n")
    [mine] = heuristics.blocks(file).values()
    usual = heuristics.sources("template")["stonemason"].block
    assert mine.block == usual | {"about": "x", "never": ["market"]}


def never(*lines, do=("market", "quarry")):
    """What a player takes who never does this: of the market and the quarry, of the market alone."""
    player = priority.player("reader", "Reads.", {"do": list(do), "never": list(lines)}, GAME)
    plan = wrap(LineUp, line_up_rows(GAME, [(player,)]))[0].plan[0]
    state, tables = replay.opened(GAME, 2, 0)
    desk, both = new(GAME.scratch), [Action.QUARRY, Action.MARKET]
    found = []
    for legal in (both, [Action.MARKET]):
        desk.actions[: len(legal)] = legal
        found.append(int(player.choose(state, tables, desk, plan, len(legal))))
        assert sorted(desk.actions[: len(legal)]) == sorted(legal)
    return found


def test_what_a_player_never_does_it_does_only_when_nothing_else_is_legal():
    quarry, market = int(Action.QUARRY), int(Action.MARKET)
    assert never() == [market, market]
    assert never("market") == [quarry, market] == never("market", do=["any"])
    assert never("market if stone >= 0") == [quarry, market]
    assert never("market if stone < 0") == [market, market]
    assert never("market", "quarry") == [market, market]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BoxError, match=r"nobody.py: No such file"):
        heuristics.from_code(tmp_path / "nobody.py")


def test_an_unknown_strategy_is_named():
    with pytest.raises(BoxError, match=r"strategy: 'stonemasn' is unknown; did you mean stonemason\?"):
        heuristics.named(["stonemasn"], GAME)


def test_two_strategies_of_one_name_or_one_sentence_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(heuristics, "FOLDER", tmp_path)
    (tmp_path / "random.py").write_text('"""Any."""')
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/strategies.toml").write_text("[a]\nabout = 'x'\ndo = []\n")
    (tmp_path / "toy/a.py").write_text('"""Another."""')
    with pytest.raises(BoxError, match=r"a.py: a strategy a stands also in strategies.toml"):
        heuristics.sources("toy")
    (tmp_path / "toy/a.py").rename(tmp_path / "toy/b.py")
    (tmp_path / "toy/b.py").write_text('"""x"""')
    with pytest.raises(BoxError, match=r"b.py: b and a say the same of themselves"):
        heuristics.sources("toy")


@every_game
def test_every_strategy_says_what_it_believes(game):
    sentences = heuristics.sentences(game.name)
    assert list(sentences) == list(heuristics.players(game))
    assert all(player.about == sentences[player.name] for player in heuristics.players(game).values())
    assert all(sentence.endswith(".") for sentence in sentences.values())
