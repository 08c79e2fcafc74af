"""A game in progress, the desk of the player in turn, and what is kept at the end."""

from sim import game
from sim.game import AnyRow, AnySeatRow, AnyState
from sim.games.abbey.cards import Buildings, Crusades, Events, Goods, Tokens
from sim.games.abbey.names import (
    COLUMNS,
    DEALS,
    GOODS,
    HELD,
    KINDS,
    LEGAL,
    PEWS,
    PLACES,
    PLAYERS,
    SPOTS,
    STARTING,
    TOWERS,
    Cause,
    Deal,
    Effect,
    Face,
    Feature,
    Gain,
    Good,
    Kind,
    Luck,
    Purpose,
    Round,
    Seat,
    Site,
    Source,
    Stage,
    Standing,
    Tiebreak,
    Use,
)
from sim.record import Record, f8, i4, of, secret, u8, untold
from sim.rng import Stream

UNKNOWN = -2  #  not worked out yet for this decision
WISHES = KINDS + TOWERS + 3  #  cards, towers, altar, wall and an archer


class Held(Record):
    """A crusade that a player holds."""

    card: of(i4, "crusades")  #           or NOTHING
    begun: i4  #                          1: its owner's peasant is on it
    face: i4
    dice: i4
    done: i4
    helper: of(i4, Seat)  #               or NOTHING
    deal: of(i4, Deal)
    offered: untold(i4[DEALS])  #         this round


class Player(Record):
    goods: Goods
    bags: i4
    wagons: i4
    dice: i4[Face]  #                    rolled and not yet placed, by face
    supply: i4  #                         peasants
    pews: i4[PEWS]  #                     column * PEW_ROWS + row
    seated: untold(i4)  #                 in the pews
    baptized: i4  #                       in the baptistery
    working: untold(i4)  #                on cards
    lost: i4[Cause]  #                    peasants in the box, by cause
    clergy: i4  #                         squares of the whole track
    altar: i4
    wall: i4  #                           sections
    remodel: i4
    site: of(i4[Site], Standing)
    firsts: untold(i4)  #                 first copies standing,
    seconds: untold(i4)  #                second copies
    towers: untold(i4)  #                 built in the whole game
    power: untold(i4[Effect])  #          what own staffed cards add up to
    hand: i4[Kind]  #                    cards bought and not built
    crusade: Held[HELD]
    sheep: i4
    cows: i4
    sheep_since: untold(i4)  #            round of the first staffing, 0: none
    cows_since: untold(i4)
    recruiting: i4  #                     dice placed this round
    training: i4
    defending: i4
    library: untold(i4)  #                used this round, like the next ones
    trades: untold(i4)
    pips: untold(i4)
    moves: untold(i4)
    cut: untold(i4)  #                    cards built with a Mason's Guild's help
    rerolls: untold(i4)  #                left
    free: untold(i4)  #                   buildings left to build for nothing
    fought: untold(i4)  #                 dice in this fight
    passed: untold(i4)
    came: untold(i4[SPOTS])  #            1: has been at the spot
    bid: untold(i4)  #                    0 none, -1 passed
    card: untold(i4)  #                   1: has a starting card
    points: i4[Source]
    taken: untold(i4)  #                  cards lost to Vikings
    given: untold(i4)  #                  crusades given up
    finished: untold(i4)  #               crusades completed
    most: untold(i4)  #                   fights with most dice
    altar_round: untold(i4)
    wall_round: untold(i4)
    level_round: untold(i4[6])  #         in which a clergy column was completed
    gap: untold(i4[Round])  #             levels of darkness unmatched
    guard: untold(i4[Round])  #           defense against it
    uses: untold(i4[Use])
    start_card: untold(i4)
    buildings_dealt: untold(of(u8, "buildings"))  # sets of kinds, for the result table
    buildings_offered: untold(of(u8, "buildings"))
    buildings_taken: untold(of(u8, "buildings"))
    buildings_used: untold(of(u8, "buildings"))
    seconds_offered: untold(of(u8, "buildings"))
    seconds_taken: untold(of(u8, "buildings"))
    seconds_used: untold(of(u8, "buildings"))
    crusades_dealt: untold(of(u8, "crusades"))
    crusades_offered: untold(of(u8, "crusades"))
    crusades_taken: untold(of(u8, "crusades"))
    crusades_used: untold(of(u8, "crusades"))


class State(AnyState):
    players: Player[PLAYERS]
    first: of(i4, Seat)  #                player
    initiative: of(i4, Seat)  #           who took it this round, or NOTHING
    market: of(i4[PLACES], "buildings")  # column * ROWS + row, or NOTHING
    piles: secret(Buildings[COLUMNS])
    crusade_pile: secret(Crusades)
    event_pile: secret(Events)
    unused_events: secret(Events)  #      in the box, unseen
    token_pile: secret(Tokens)
    event: of(i4, "events")  #            this round's, or NOTHING
    closed: of(i4, Good)  #               spot, or NOTHING
    bonus: untold(i4[SPOTS])  #           bonus squares taken
    viking: i4[PLAYERS]  #                faces, from high to low
    rows: i4  #                           Viking dice in this fight
    met: i4  #                            of them, met so far
    fallen: i4  #                         rows that the Vikings hold
    won: i4  #                            fights
    defeats: i4
    deals: i4  #                          crusades completed with help
    remodels: untold(i4)  #               cards left
    starting: untold(i4[STARTING])  #     1: the card lies open in the auction
    high: i4  #                           bid
    dice_luck: secret(u8)  #              all dice are keys of it
    luck: secret(Stream[len(Luck)])
    stage: of(i4, Stage)
    step: untold(i4)  #                   seats looked at in this stage
    turn: untold(i4)  #                   whose part it is
    doing: untold(i4)  #                  the question of this part, or NOTHING
    within: untold(i4)  #                 a question within it, or NOTHING
    asked: untold(i4)  #                  seat that answers in the place of `turn`, or NOTHING
    losing: untold(i4)  #                 peasants that `turn` must lose,
    cause: untold(i4)  #                  and why
    choosing: untold(i4)  #               resources that `chooser` takes
    chooser: untold(i4)
    left: untold(i4)  #                   dice still to re-roll or set aside
    lifted: untold(i4)  #                 dice in hand for the re-roll
    purpose: untold(of(i4, Purpose))  #   what a peasant is chosen for,
    target: untold(i4)  #                 and for which crusade or tower; or which card a worker leaves
    face: untold(i4)  #                   die in hand
    on_offer: untold(of(i4, Deal))  #     the deal
    spot: untold(i4)
    total: untold(i4)  #                  pips on it
    count: untold(i4)  #                  dice on it
    owed: untold(i4)  #                   feeding levels left
    fresh: untold(u8)  #                  sites finished in this phase; in Phase 6, entered by relocation


class Wish(Record):
    """Something that one good more would make payable."""

    good: i4
    lack: i4
    spare: i4[GOODS]  #                   what may be given for it, of each


class Desk(game.Desk):
    slot: i4  #                           row of gains that is written now
    nearest: i4  #                        kind of the nearest card in hand (features.py), or UNKNOWN
    tower: i4  #                          the nearest tower, likewise
    has_lacks: i4  #                      1: what follows is known (bringing.py)
    lacks: f8[GOODS]  #                   resources that the nearest card still lacks,
    tower_lacks: f8[GOODS]  #             and the nearest tower
    hunger: i4  #                         levels of this round's feeding less grain in hand
    wishes: i4  #                         how many there are (trading.py), or UNKNOWN
    wish: Wish[WISHES]
    above: i4[GOODS]  #                   resources held less what may be kept
    actions: i4[LEGAL]
    features: f8[Feature]
    gains: f8[LEGAL, len(Gain)]


class Scratch(Desk):
    trial: State  #                       to try an action on a copy,
    trial_desk: Desk  #                   at another desk


class SeatRow(AnySeatRow):
    tiebreak: i4[Tiebreak] = "what decides between equal scores"
    score_start: i4 = "prestige at the start"
    score_buildings: i4 = "printed prestige of buildings built"
    score_towers: i4 = "printed prestige of towers built"
    score_wall: i4 = "prestige of the wall"
    score_crusades: i4 = "prestige of crusades, own and helped"
    score_vikings: i4 = "prestige won and lost in Viking fights"
    score_clergy: i4 = "prestige of Bishop and Cardinal"
    score_animals: i4 = "prestige of sheep and cows"
    score_seconds: i4 = "prestige that staffed second copies give at the end"
    score_firsts: i4 = "prestige that staffed first copies give at the end"
    score_hunger: i4 = "prestige lost for want of food"
    score_darkness: i4 = "prestige lost to the Darkness"
    score_unbuilt: i4 = "prestige of cards bought and not built, taken off"
    score_uncompleted: i4 = "prestige of crusades not completed, taken off"
    uses: i4[Use] = "times this seat did it, the first thirteen in dice"
    lost: i4[Cause] = "peasants lost, by cause"
    defense: i4[Round] = "defense against the Darkness"
    unmatched: i4[Round] = "levels of Darkness above the defense"
    buildings_dealt: of(u8, "buildings") = "kind of the starting card dealt"
    buildings_offered: of(u8, "buildings") = "kinds that lay open when it could buy, or in the auction"
    buildings_taken: of(u8, "buildings") = "kinds it bought or was dealt"
    buildings_used: of(u8, "buildings") = "kinds it built, the starting card included"
    seconds_dealt: of(u8, "buildings") = "none: no second copy is dealt"
    seconds_offered: of(u8, "buildings") = "kinds it owned one of while another lay open when it could buy"
    seconds_taken: of(u8, "buildings") = "kinds of which it bought a further card"
    seconds_used: of(u8, "buildings") = "kinds of which it built a second copy"
    crusades_dealt: of(u8, "crusades") = "crusades dealt at the start"
    crusades_offered: of(u8, "crusades") = "crusades drawn later"
    crusades_taken: of(u8, "crusades") = "crusades it came to hold"
    crusades_used: of(u8, "crusades") = "crusades it completed"
    start_card: i4 = "number of the kind of its starting card, from 0"
    clergy: i4 = "squares of the clergy track"
    levels: i4 = "clergy columns completed"
    altar_round: i4 = "round in which the altar was built, 0: never"
    wall_round: i4 = "round in which the wall was finished, 0: never"
    postulant_round: i4 = "round in which the Postulant column was completed, 0: never"
    buildings: i4 = "buildings standing at the end, second copies included"
    seconds: i4 = "second copies standing at the end"
    towers: i4 = "towers built"
    archers: i4 = "archers at the end"
    workers: i4 = "peasants on cards at the end"
    peasants: i4 = "peasants in the abbey at the end"
    taken: i4 = "buildings and towers lost to Vikings"
    crusades_completed: i4 = "crusades completed"
    crusades_given_up: i4 = "crusades given up"
    most_dice: i4 = "fights won with most dice"
    unbuilt: i4 = "cards in hand at the end"
    sheep: i4 = "sheep at the end"
    cows: i4 = "cows at the end"
    wood: i4 = "wood at the end"
    grain: i4 = "grain at the end"
    stone: i4 = "stone at the end"
    sand: i4 = "sand at the end"
    coins: i4 = "coins at the end"


class Row(AnyRow):
    fights_won: i4 = "Viking fights won"
    fights_lost: i4 = "Viking fights lost"
    deals: i4 = "crusades completed with help"
    building_cards: i4 = "building cards left in the piles"
    seats: SeatRow[PLAYERS]
