"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim import game
from sim.deck import Deck
from sim.game import AnyRow, AnySeatRow, AnyState
from sim.games.template.names import (
    ACTIONS,
    HAND,
    LOOK,
    LUCK,
    PLANS,
    PLAYERS,
    Feature,
    Gain,
    Place,
    Question,
    Tiebreak,
    Use,
)
from sim.record import Record, f8, i4, of, private, secret, u8
from sim.rng import Stream


class Plans(Deck):
    cards: of(i4[PLANS], "plans")


class Player(Record):
    workers: i4  #                                   in supply
    placed: i4[Place]
    silver: i4
    wood: i4
    stone: i4
    hand: private(of(i4[HAND], "plans"))  #          or NOTHING
    seen: private(of(i4[LOOK], "plans"))  #          at the Guild, while he chooses
    built: i4
    points: i4  #                                    of the buildings
    uses: i4[Use]
    plans_dealt: private(of(u8, "plans"))  #         sets of plans, for the result rows
    plans_offered: private(of(u8, "plans"))
    plans_taken: private(of(u8, "plans"))
    plans_used: of(u8, "plans")


class State(AnyState):
    question: of(i4, Question)
    players: Player[PLAYERS]
    plans: secret(Plans)  #                          the pile
    luck: secret(Stream[LUCK])


class Desk(game.Desk):
    actions: i4[ACTIONS]
    features: f8[Feature]
    gains: f8[ACTIONS, len(Gain)]


class Scratch(Desk):
    trial: State  #                                  to try an action on a copy,
    trial_desk: Desk  #                              at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[Tiebreak] = "what decides between equal scores, the first that differs: more is better"
    score_buildings: i4 = "points of the buildings"
    score_silver: i4 = "points for silver left over"
    built: i4 = "buildings built"
    wood: i4 = "wood left over"
    stone: i4 = "stone left over"
    silver: i4 = "silver left over"
    uses: i4[Use] = "how often this was done"
    plans_dealt: of(u8, "plans") = "plans drawn before any choice was made"
    plans_offered: of(u8, "plans") = "plans seen at the Guild, or drawn as a gift"
    plans_taken: of(u8, "plans") = "plans that came into the hand"
    plans_used: of(u8, "plans") = "plans built"


class Row(AnyRow):
    deck_left: i4 = "plans nobody drew"
    seats: SeatRow[PLAYERS]
