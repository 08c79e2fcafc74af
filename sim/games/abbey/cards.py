"""The box -> one Tables record.  A variant is other numbers here, never other code."""

from pathlib import Path

from sim import files
from sim.deck import Deck, put
from sim.game import AnyTables
from sim.games.abbey.names import (
    COPIES,
    CRUSADES,
    DECKED,
    EVENTS,
    FIRST_COPY,
    GOODS,
    HELD,
    KINDS,
    LEVELS,
    MARKET_CARDS,
    MIXES,
    MOST_BID,
    PEW_ROWS,
    PLAYERS,
    ROUNDS,
    ROWS,
    SECOND_COPY,
    SECONDS,
    SITES,
    SPACES,
    SQUARES,
    TOKENS,
    TOWERS,
    Effect,
    EventEffect,
    EventKind,
    Mason,
    Reward,
)
from sim.record import NOTHING, Record, i4, new, of

FOLDER = Path(__file__).parent
DECISIONS_A_ROUND = 300  # of one seat, far beyond any real round
MOST_DICE = 10  #          of a player
STEPS = LEVELS * SQUARES


class Goods(Record):
    wood: i4
    grain: i4
    stone: i4
    sand: i4
    coins: i4


class Good(Record):
    value: i4
    start: i4
    store: i4  #             -1: any number


class Building(Record):
    starting: i4
    copies: i4
    copies_fourteen: i4
    cost: Goods
    prestige: i4
    reward: i4
    reward_amount: i4
    effect_1: i4  #          of a staffed first copy,
    amount_1: i4
    per_1: i4
    effect_2: i4  #          of a staffed second copy
    amount_2: i4
    per_2: i4


class Tower(Record):
    cost: Goods
    prestige: i4
    effect: i4
    amount: i4


class Site(Record):
    """A card that holds a peasant, as it counts when he is there."""

    kind: i4  #              of building, or NOTHING for a tower
    effect: i4
    amount: i4
    per: i4


class Crusade(Record):
    dice: i4
    reward: Goods
    bags: i4
    wagons: i4
    steps: i4
    prestige: i4


class Event(Record):
    kind: i4
    effect: i4
    amount: i4


class Mix(Record):
    plenty: i4
    disaster: i4
    vikings: i4


class Token(Record):
    gain: Goods
    bags: i4
    wagons: i4


class Level(Record):
    squares: i4
    squares_low: i4
    squares_high: i4
    moves: i4
    defense: i4
    prestige: i4
    goods: i4


class Square(Record):
    prestige: i4
    prestige_low: i4
    prestige_high: i4


class Step(Record):
    """A square of the clergy track, counted through."""

    prestige: i4
    level: i4  #             the column whose top it is, or NOTHING
    completed: i4  #         columns up to here, and the
    moves: i4  #             moves and
    defense: i4  #           defense they give


class Space(Record):
    level: i4


class TableSize(Record):
    viking_dice: i4
    bonus_squares: i4


class MarketRow(Record):
    price: i4


class Params(Record):
    rounds: i4
    start_prestige_first: i4
    start_prestige_step: i4
    start_peasants: i4
    start_at_postulant: i4
    start_auction: i4
    auction_coins: i4
    start_tool_bags: i4
    start_wagons: i4
    start_crusades: i4
    tool_bags: i4
    wagons: i4
    dice: i4
    reroll_dice: i4
    bell_tower_before_event: i4
    peasants: i4
    pew_columns: i4
    pew_rows: i4
    baptistery: i4
    trades: i4
    event_mix: i4
    event_strength: i4
    darkness_start: i4
    viking_may_refuse: i4
    vikings_tie_is_loss: i4
    viking_die_prestige: i4
    viking_no_die_prestige: i4
    viking_most_prestige: i4
    recruit_dice: i4
    recruit_highest: i4
    train_dice: i4
    train_lowest: i4
    clergy_heights: i4
    cardinal_prestige: i4
    chapel_defense: i4
    crusade_dice_more: i4
    crusade_limit: i4
    crusade_coins: i4
    crusade_help: i4
    help_dice: i4
    building_kinds: i4
    building_cost_percent: i4
    building_prestige_percent: i4
    reward_percent: i4
    tower_cost_percent: i4
    library_dice: i4
    masons_guild: i4
    abbotts_den: i4
    price_bottom_is_1: i4
    building_limit: i4
    second_copy_uses_limit: i4
    remodel_buildings: i4
    remodel_cards: i4
    remodel_goods: i4
    tower_limit: i4
    altar_coins: i4
    altar_wood: i4
    altar_defense: i4
    archer_coins: i4
    wall_sections: i4
    wall_stone: i4
    wall_prestige: i4
    wall_defense: i4
    start_defense: i4
    die_defense: i4
    moves: i4
    garden_grain: i4
    sheep_start: i4
    sheep_barn: i4
    sheep_prestige: i4
    sheep_levels: i4
    cow_barn: i4
    cow_prestige: i4
    second_level: i4
    third_level: i4
    hunger_prestige: i4
    darkness_prestige: i4
    income: i4


class Buildings(Deck):
    cards: of(i4[MARKET_CARDS], "buildings")


class Crusades(Deck):
    cards: of(i4[CRUSADES], "crusades")


class Events(Deck):
    cards: of(i4[EVENTS], "events")


class Tokens(Deck):
    cards: of(i4[TOKENS], "initiative")


class Tables(AnyTables):
    params: Params
    goods: Good[GOODS]
    buildings: Building[KINDS]
    towers: Tower[TOWERS]
    sites: Site[SITES]
    crusades: Crusade[CRUSADES]
    events: Event[EVENTS]
    mixes: Mix[MIXES]
    tokens: Token[TOKENS]
    clergy: Level[LEVELS]
    cardinal: Square[SQUARES]
    steps: Step[STEPS + 1]  #       place n: what the nth step brings
    last_step: i4
    darkness: Space[SPACES]
    sizes: TableSize[PLAYERS]
    rows: MarketRow[ROWS]
    building_pile: Buildings  #     unshuffled: kind * COPIES + copy
    crusade_pile: Crusades
    token_pile: Tokens
    altar: Goods  #                 its cost
    in_box: Mix  #                  events of each kind


def load(changes=None):
    """The numbers of the box with `changes` ({"params.dice": 8, "buildings.bakery.prestige": 4}) on top.

    Raises: sim.files.BoxError, naming file, row and column.
    """
    box = files.read(FOLDER, changes)
    tables = new(Tables)
    files.fill(tables.params, box["params"], "params.toml")
    files.fill_rows(tables.goods, box["goods"], "goods.csv")
    words = {"reward": Reward, "effect_1": Effect, "effect_2": Effect}
    files.fill_rows(tables.buildings, box["buildings"], "buildings.csv", words)
    files.fill_rows(tables.towers, box["towers"], "towers.csv", {"effect": Effect})
    files.fill_rows(tables.crusades, box["crusades"], "crusades.csv")
    files.fill_rows(tables.events, box["events"], "events.csv", {"kind": EventKind, "effect": EventEffect})
    files.fill_rows(tables.mixes, box["event_mixes"], "event_mixes.csv")
    files.fill_rows(tables.tokens, box["initiative"], "initiative.csv")
    files.fill_rows(tables.clergy, box["clergy"], "clergy.csv")
    files.fill_rows(tables.cardinal, box["cardinal"], "cardinal.csv")
    files.fill_rows(tables.darkness, box["darkness"], "darkness.csv")
    files.fill_rows(tables.sizes, box["table_sizes"], "table_sizes.csv")
    files.fill_rows(tables.rows, box["market_rows"], "market_rows.csv")
    check_sizes(tables)
    apply_knobs(tables)
    count_box(tables)
    lay_out_sites(tables)
    lay_out_clergy(tables)
    fill_piles(tables)
    tables.longest = ROUNDS * PLAYERS * DECISIONS_A_ROUND
    return tables


def check_sizes(tables):
    """What would not fit into the records is refused here, by name."""
    params = tables.params
    limits = {
        "rounds": (1, ROUNDS),
        "dice": (1, MOST_DICE - 1),
        "peasants": (2, 25),
        "pew_columns": (1, PEW_ROWS),
        "pew_rows": (1, PEW_ROWS),
        "start_peasants": (0, params.peasants - 1),
        "baptistery": (1, 15),
        "start_crusades": (0, HELD),
        "crusade_limit": (1, HELD),
        "auction_coins": (0, MOST_BID),
        "recruit_highest": (0, 6),
        "train_lowest": (1, 7),
        "garden_grain": (1, 100),
        "wall_sections": (1, 100),
        "help_dice": (0, MOST_DICE),
        "reroll_dice": (1, MOST_DICE),
    }
    for name, (least, most) in limits.items():
        if not least <= getattr(params, name) <= most:
            raise files.BoxError(f"params.{name}: {getattr(params, name)} is not between {least} and {most}")
    for number in range(GOODS):
        if tables.goods[number].value < 1:
            raise files.BoxError(f"goods.csv, row {number + 2}, column value: less than 1")
    for number in range(MIXES):
        mix = tables.mixes[number]
        if mix.plenty + mix.disaster + mix.vikings != DECKED or mix.vikings == DECKED:
            raise files.BoxError(f"event_mixes.csv, row {number + 2}: not {DECKED} cards, or Vikings! alone")
    for name, most in (("squares", SQUARES), ("squares_low", SQUARES), ("squares_high", SQUARES)):
        for number in range(LEVELS):
            if not 1 <= getattr(tables.clergy[number], name) <= most:
                raise files.BoxError(f"clergy.csv, row {number + 2}, column {name}: not between 1 and {most}")
    for number in range(KINDS):
        kind = tables.buildings[number]
        if min(kind.per_1, kind.per_2) < 1 or max(kind.copies, kind.copies_fourteen) > COPIES:
            raise files.BoxError(f"buildings.csv, row {number + 2}: per below 1, or more than {COPIES} copies")
    if params.start_crusades > params.crusade_limit:
        raise files.BoxError(f"params.start_crusades: more than crusade_limit, {params.crusade_limit}")


def share(number, percent):
    """A percentage, rounded to the nearest whole number, halves up."""
    return (int(number) * int(percent) + 50) // 100


def scale(goods, percent):
    for name in ("wood", "grain", "stone", "sand", "coins"):
        setattr(goods, name, share(getattr(goods, name), percent))


def apply_knobs(tables):
    """Knobs that change many cards at once."""
    params = tables.params
    for number in range(KINDS):
        kind = tables.buildings[number]
        scale(kind.cost, params.building_cost_percent)
        kind.prestige = share(kind.prestige, params.building_prestige_percent)
        kind.reward_amount = share(kind.reward_amount, params.reward_percent)
        if params.building_kinds:
            kind.copies = kind.copies_fourteen
        if kind.effect_1 == Effect.LIBRARY:
            kind.amount_1 = kind.amount_2 = params.library_dice
        if kind.effect_1 == Effect.STONE_OFF and params.masons_guild == Mason.OFF:
            kind.amount_1 = 0
    den = tables.buildings[4]
    if params.abbotts_den:
        den.effect_1 = Effect.CLERGY_STEP if params.abbotts_den == 2 else Effect.NONE
    for number in range(TOWERS):
        scale(tables.towers[number].cost, params.tower_cost_percent)
    for number in range(CRUSADES):
        tables.crusades[number].dice += params.crusade_dice_more
        if not 1 <= tables.crusades[number].dice <= MOST_DICE:
            raise files.BoxError(f"crusades.csv, row {number + 2}, column dice: not between 1 and {MOST_DICE}")
    for number in range(EVENTS):
        if tables.events[number].kind != EventKind.VIKINGS:
            tables.events[number].amount *= params.event_strength
    if not params.price_bottom_is_1:
        prices = [int(row.price) for row in tables.rows]
        for row, price in zip(tables.rows, reversed(prices), strict=True):
            row.price = price


def count_box(tables):
    """Events in the box, and the cost of the altar as that of a card."""
    for event in tables.events:
        kind = EventKind(int(event.kind)).name.lower()
        setattr(tables.in_box, kind, getattr(tables.in_box, kind) + 1)
    for number in range(MIXES):
        for kind in ("plenty", "disaster", "vikings"):
            if getattr(tables.mixes[number], kind) > getattr(tables.in_box, kind):
                raise files.BoxError(
                    f"event_mixes.csv, row {number + 2}, column {kind}: more than there are in the box"
                )
    tables.altar.wood, tables.altar.coins = tables.params.altar_wood, tables.params.altar_coins


def lay_out_sites(tables):
    for number in range(TOWERS):
        site, tower = tables.sites[number], tables.towers[number]
        site.kind, site.effect, site.amount, site.per = NOTHING, tower.effect, tower.amount, 1
    for number in range(KINDS):
        site, kind = tables.sites[FIRST_COPY + number], tables.buildings[number]
        site.kind, site.effect, site.amount, site.per = number, kind.effect_1, kind.amount_1, kind.per_1
        if number < SECONDS:
            site = tables.sites[SECOND_COPY + number]
            site.kind, site.effect, site.amount, site.per = number, kind.effect_2, kind.amount_2, kind.per_2


def lay_out_clergy(tables):
    """The columns one after the other: which prestige each square gives, and which column it completes."""
    height = ("squares", "squares_low", "squares_high")[int(tables.params.clergy_heights)]
    column = ("prestige", "prestige_low", "prestige_high")[int(tables.params.cardinal_prestige)]
    step, completed, moves, defense = 0, 0, 0, 0
    tables.steps[0].level = NOTHING
    for number in range(LEVELS):
        level = tables.clergy[number]
        level.squares = getattr(level, height)
        for square in range(int(level.squares)):
            step += 1
            here, is_top = tables.steps[step], square == level.squares - 1
            if is_top:
                completed, moves, defense = completed + 1, moves + int(level.moves), defense + int(level.defense)
            here.level, here.completed, here.moves, here.defense = (
                number if is_top else NOTHING,
                completed,
                moves,
                defense,
            )
            if number == LEVELS - 1:
                here.prestige = getattr(tables.cardinal[square], column)
    tables.last_step = step


def fill_piles(tables):
    for pile in (tables.building_pile, tables.crusade_pile, tables.token_pile):
        pile.cards[:] = NOTHING
    copies = sum(int(tables.buildings[kind].copies) for kind in range(KINDS))
    if copies != MARKET_CARDS:
        raise files.BoxError(f"buildings.csv: {copies} copies for the market, not {MARKET_CARDS}")
    for kind in range(KINDS):
        for copy in range(int(tables.buildings[kind].copies)):
            put(tables.building_pile, kind * COPIES + copy)
    for card in range(CRUSADES):
        put(tables.crusade_pile, card)
    for card in range(TOKENS):
        put(tables.token_pile, card)
