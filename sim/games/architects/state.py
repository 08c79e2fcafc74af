"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim.game import AnyRow, AnySeatRow, AnyState, Desk
from sim.games.architects.cards import Apprentices, Buildings, Goods, Market, Rewards
from sim.games.architects.names import (
    ACTIONS,
    BUILDINGS,
    CIRCLES,
    DISPLAY,
    DRAFTED,
    HIRED,
    LOOK,
    PLAYERS,
    Feature,
    Gain,
    Luck,
    Place,
    Space,
    Stage,
    Then,
    Tiebreak,
    Use,
)
from sim.record import Record, f8, i4, of, private, secret, u8, untold
from sim.rng import Stream

UNKNOWN = -2  # not worked out yet for this decision
BUILT = 24  #  more than there are workers to build with


class Player(Record):
    workers: i4  #                                          in supply
    at: i4[Place]  #                                        own workers; PRISON: own prisoners
    captured: i4[PLAYERS]  #                                workers of each seat held on this board
    goods: Goods
    virtue: i4
    unpaid: i4  #                                           debts
    paid: i4
    excess: untold(i4)  #                                   points of virtue above 14 that may each destroy a debt
    level: i4  #                                            of the Cathedral
    board: of(i4, "boards")
    apprentices: of(i4[HIRED], "apprentices")  #            in order of hiring, then NOTHING
    hired: untold(i4)
    carpentry: untold(i4)  #                                own Apprentices with the skill
    tiling: untold(i4)
    masonry: untold(i4)
    hand: private(of(i4[BUILDINGS], "buildings"))  #        then NOTHING
    cards: untold(i4)  #                                    in hand
    passed: private(of(i4[DRAFTED], "buildings"))  #        the hand in the draft, then NOTHING
    passing: untold(i4)
    looked: private(of(i4[LOOK], "buildings"))  #           seen at the Black Market, then NOTHING
    looking: untold(i4)
    built: of(i4[BUILT], "buildings")  #                    then NOTHING
    buildings: untold(i4)
    points: untold(i4)  #                                   printed on own Buildings
    per_debt: untold(i4)  #                                 what own Buildings add to the points of each unpaid debt
    turns: untold(i4)
    uses: untold(i4[Use])
    buildings_dealt: untold(private(of(u8, "buildings")))  # one bit for each card, for the result table
    buildings_offered: untold(private(of(u8, "buildings")))
    buildings_taken: untold(private(of(u8, "buildings")))
    buildings_used: untold(of(u8, "buildings"))
    apprentices_offered: untold(of(u8, "apprentices"))
    apprentices_taken: untold(of(u8, "apprentices"))
    apprentices_used: untold(of(u8, "apprentices"))


class State(AnyState):
    turn: untold(i4)  #                                     whose turn it is, or whose end effects
    players: Player[PLAYERS]
    building_pile: secret(Buildings)
    apprentice_pile: secret(Apprentices)
    reward_pile: secret(Rewards)
    unused_rewards: secret(Rewards)  #                      in the box, unseen
    market_pile: secret(Market)  #                          below the card whose small side shows
    small: of(i4, "market")  #                              the card whose small side shows, or PRINTED
    large: of(i4, "market")  #                              the card whose large side shows, or PRINTED
    display: of(i4[DISPLAY], "apprentices")  #              two rows of four, or NOTHING
    coins: i4[DISPLAY]  #                                   silver on the cards
    tax: i4  #                                              silver above the Tax Stand
    market: untold(i4[Space])  #                            the seat whose worker is there, or NOTHING
    guildhall: i4  #                                        spaces filled
    luck: secret(Stream[len(Luck)])
    opening: untold(
        of(u8, "apprentices")
    )  #                              Apprentices on display at the start, one bit each
    stage: untold(of(i4, Stage))
    doing: untold(i4)  #                                    the question of the action in hand, or NOTHING
    then: untold(of(i4, Then))  #                           what follows when the price is paid
    chosen: untold(i4)  #                                   the Building or place of the display in hand
    left: untold(i4)  #                                     trades, captures, actions or cards still to choose
    reach: untold(i4)  #                                    columns of the display that cost no coin
    done: untold(i4)  #                                     captures or actions already made in this visit
    free: untold(i4)  #                                     1: captures cost nothing, at any circle
    raided: untold(i4[CIRCLES])  #                          1: captured from in this visit
    clay_share: untold(i4)  #                               owed in clay, wood or stone,
    wood_share: untold(i4)  #                               in wood or stone,
    gold_share: untold(i4)  #                               in gold or marble
    raised: untold(of(i4, "buildings"))  #                  finished this turn, effect to come, or NOTHING
    shopping: untold(i4)  #                                 1: this turn's worker went to the Black Market
    reset: untold(i4)  #                                    1: a Black Market reset is due
    last_turns: untold(i4)  #                               left to play, or NOTHING before the Guildhall is full
    scored: untold(i4)  #                                   seats whose end effects on virtue are done
    resets: untold(i4)  #                                   Black Market resets so far
    picks: untold(i4)  #                                    of the draft, made by everyone


class Table(Desk):
    price: i4  #                                            of the next capture, worked out with the legal ones
    nearest: i4  #                                          nearest Building in hand (features.py), or UNKNOWN
    actions: i4[ACTIONS]
    features: f8[Feature]
    gains: f8[ACTIONS, len(Gain)]


class Scratch(Table):
    trial: State  #                                         to try an action on a copy,
    trial_desk: Table  #                                    at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[Tiebreak] = "what decides between equal scores"
    score_buildings: i4 = "points of Buildings with their end effects"
    score_cathedral: i4 = "points of the Cathedral level"
    score_virtue: i4 = "points of the virtue track"
    score_debts: i4 = "points lost by unpaid debts"
    score_gold_marble: i4 = "points of gold and marble"
    score_silver: i4 = "points of silver"
    score_prison: i4 = "points lost by own workers in Prison"
    uses: i4[Use] = "times this seat did it"
    turns_taken: i4 = "turns of this seat"
    buildings_dealt: of(u8, "buildings") = "Buildings in the opening hand of the draft, one bit each"
    buildings_offered: of(u8, "buildings") = "Buildings this seat could have kept or drew"
    buildings_taken: of(u8, "buildings") = "Buildings that came to stay in its hand"
    buildings_used: of(u8, "buildings") = "Buildings it constructed"
    apprentices_dealt: of(u8, "apprentices") = "Apprentices on display at the start, for everyone"
    apprentices_offered: of(u8, "apprentices") = "Apprentices it could have hired when it hired or declined"
    apprentices_taken: of(u8, "apprentices") = "Apprentices it hired"
    apprentices_used: of(u8, "apprentices") = "its Apprentices whose ability acted or whose skill a Building needed"
    virtue: i4 = "virtue at the end"
    level: i4 = "level of the Cathedral at the end"
    buildings: i4 = "Buildings constructed"
    hired: i4 = "Apprentices at the end"
    unpaid: i4 = "unpaid debts at the end"
    paid: i4 = "paid debts at the end"
    wood: i4 = "wood at the end"
    clay: i4 = "clay at the end"
    stone: i4 = "stone at the end"
    gold: i4 = "gold at the end"
    marble: i4 = "marble at the end"
    silver: i4 = "silver at the end"
    cards: i4 = "Building cards in hand at the end"
    workers: i4 = "workers in supply at the end"
    prison: i4 = "own workers in Prison at the end"
    captured: i4 = "rivals' workers on the board at the end"
    board: of(i4, "boards") = "player board"


class Row(AnyRow):
    resets: i4 = "Black Market resets"
    guildhall: i4 = "workers in the Guildhall and beside it"
    building_pile: i4 = "Building cards left in the pile"
    reward_pile: i4 = "Reward cards left in the pile"
    tax: i4 = "silver on the Tax Stand at the end"
    seats: SeatRow[PLAYERS]
