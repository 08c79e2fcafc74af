"""The King's Abbey."""

from sim import files
from sim.game import Game
from sim.games.abbey import cards, checks, features, gains, names, play, rules, scoring, state, words

HEADER = files.header(cards.FOLDER)

GAME = Game(
    name="abbey",
    title=HEADER["title"],
    seats=range(HEADER["players"][0], HEADER["players"][1] + 1),
    state=state.State,
    tables=cards.Tables,
    scratch=state.Scratch,
    row=state.Row,
    load=cards.load,
    setup=rules.setup,
    legal=rules.legal,
    apply=rules.apply,
    score=scoring.score,
    standing=scoring.standing,
    features=features.features,
    gains=gains.gains,
    imagine=features.imagine,
    decide=play.decide,
    play_on=play.play_on,
    play=play.play,
    verbs=names.VERBS,
    question=names.Question,
    feature=names.Feature,
    gain=names.Gain,
    cards=words.CARDS,
    describe=words.describe,
    check=checks.check,
    folder=cards.FOLDER,
    costs={"buildings": ("cost_wood", "cost_grain", "cost_stone", "cost_sand", "cost_coins")},
)
