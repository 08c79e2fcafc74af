"""The Quarry: a toy game, complete, to read and to copy."""

from sim import files
from sim.game import Game
from sim.games.template import cards, checks, features, names, play, rules, state

HEADER = files.header(cards.FOLDER)
PLANS = files.names(cards.FOLDER / "plans.csv")


def describe(action, state):
    """An action in words, as seen from the position in which it is chosen."""
    me = state.players[int(state.seat)]
    if action >= names.Action.PLAN:
        return f"plan {PLANS[me.hand[action - names.Action.PLAN]]}"
    if action >= names.Action.KEEP:
        return f"keep {PLANS[me.seen[action - names.Action.KEEP]]}"
    return names.Action(action).name.lower()


GAME = Game(
    name="template",
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
    score=rules.score,
    standing=rules.standing,
    features=features.features,
    gains=features.gains,
    imagine=features.imagine,
    decide=play.decide,
    play_on=play.play_on,
    play=play.play,
    verbs=names.VERBS,
    question=names.Question,
    feature=names.Feature,
    gain=names.Gain,
    cards={"plans": PLANS},
    describe=describe,
    check=checks.check,
    folder=cards.FOLDER,
    costs={"plans": ("wood", "stone")},
)
