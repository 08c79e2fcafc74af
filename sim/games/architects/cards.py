"""The box -> one Tables record.  A variant is other numbers here, never other code."""

from pathlib import Path

from sim import files
from sim.deck import Deck, put
from sim.game import AnyTables
from sim.games.architects.names import (
    APPRENTICES,
    BOARDS,
    BUILDINGS,
    DRAFTED,
    HIRED,
    LEVELS,
    LOOK,
    MARKET_CARDS,
    MOST_SHARE,
    PLAYERS,
    REWARDS,
    SPACES,
    VIRTUES,
    Ability,
    Effect,
    Metric,
    Power,
)
from sim.record import NOTHING, Record, i4, new, of

FOLDER = Path(__file__).parent
FEWEST = 2  #             players
DECISIONS_A_TURN = 40  #  far beyond any real turn
MOST_WORKERS = 20


class Goods(Record):
    wood: i4
    clay: i4
    stone: i4
    gold: i4
    marble: i4
    silver: i4


class Apprentice(Record):
    carpentry: i4
    tiling: i4
    masonry: i4
    virtue: i4  #        on being hired
    ability: i4
    gain: Goods
    gain_virtue: i4
    gain_cards: i4
    pay: Goods  #        the price of its trade
    silver_off: i4
    virtue_off: i4
    release: i4


class Building(Record):
    points: i4
    cost: Goods
    carpentry: i4  #     skills it needs
    tiling: i4
    masonry: i4
    virtue: i4
    effect: i4
    metric: i4
    amount: i4
    per: i4
    gain: Goods
    gain_cards: i4
    alt: Goods  #        the other thing to choose


class Reward(Record):
    virtue: i4
    gain: Goods
    cards: i4


class MarketCard(Record):
    small: Goods
    large: Goods


class MarketSpace(Record):
    silver: i4
    virtue: i4


class Level(Record):
    points: i4
    spaces: i4
    cost: Goods
    wood_or_stone: i4


class Virtue(Record):
    points: i4
    tax_ignored: i4


class Guildhall(Record):
    rows: i4
    row_length: i4
    first_reset: i4
    second_reset: i4


class Board(Record):
    prison: i4
    workers: i4
    virtue: i4
    cards: i4
    start: Goods
    debts: i4
    power: i4


class Params(Record):
    workers: i4
    start_virtue: i4
    start_silver_first: i4
    start_silver_step: i4
    tax_stand_start: i4
    draft_dealt: i4
    draft_kept: i4
    rewards_per_player: i4
    rewards_extra: i4
    board_side: i4
    virtue_floor_debts: i4
    virtue_top_debts: i4
    market_virtue_ceiling: i4
    cathedral_virtue_floor: i4
    wood_per_worker: i4
    stone_per_worker: i4
    clay_per_worker: i4
    silver_per_worker: i4
    mines_clay_extra: i4
    silversmith_extra: i4
    workers_per_gold: i4
    trades_per_worker: i4
    storehouse_virtue_price: i4
    storehouse_virtue_gain: i4
    storehouse_marble_price: i4
    storehouse_marble_gain: i4
    hire_tax: i4
    hire_silver: i4
    skip_silver: i4
    columns_per_worker: i4
    apprentice_limit: i4
    plans_base: i4
    workers_per_plan: i4
    hand_limit: i4
    captures_per_worker: i4
    capture_tax: i4
    capture_silver: i4
    capture_places_small_table: i4
    capture_places_large_table: i4
    conspirator_scope: i4
    tax_stand_virtue: i4
    guard_actions_per_worker: i4
    imprison_silver: i4
    ransom_tax: i4
    ransom_silver: i4
    ransom_debt: i4
    ransom_virtue: i4
    payoff_tax: i4
    payoff_silver: i4
    payoff_virtue: i4
    market_look: i4
    market_keep: i4
    black_market_reset_workers: i4
    reset_prison_threshold: i4
    reset_prison_virtue: i4
    reset_debts: i4
    gatekeeper_before_squire: i4
    cathedral_discard: i4
    reward_virtue_when_empty: i4
    effects_may_be_declined: i4
    last_turns_each: i4
    turn_limit: i4
    points_per_gold: i4
    points_per_marble: i4
    silver_per_point: i4
    points_per_unpaid_debt: i4
    points_per_paid_debt: i4
    prisoners_per_point: i4
    power_market_cards: i4
    power_tax_off: i4
    power_hire_off: i4
    power_apprentice_limit: i4


class Buildings(Deck):
    cards: of(i4[BUILDINGS], "buildings")


class Apprentices(Deck):
    cards: of(i4[APPRENTICES], "apprentices")


class Rewards(Deck):
    cards: of(i4[REWARDS], "rewards")


class Market(Deck):
    cards: of(i4[MARKET_CARDS], "market")


class Tables(AnyTables):
    params: Params
    apprentices: Apprentice[APPRENTICES]
    buildings: Building[BUILDINGS]
    rewards: Reward[REWARDS]
    market: MarketCard[MARKET_CARDS + 1]  #  the last row is printed on the board
    spaces: MarketSpace[SPACES]
    cathedral: Level[LEVELS]
    virtue: Virtue[VIRTUES]
    guildhall: Guildhall[PLAYERS - FEWEST + 1]
    boards: Board[BOARDS]
    building_pile: Buildings  #              unshuffled
    apprentice_pile: Apprentices
    reward_pile: Rewards
    market_pile: Market


def load(changes=None):
    """The numbers of the box with `changes` ({"params.hire_tax": 1, "buildings.smithy.points": 4}) on top.

    Raises: sim.files.BoxError, naming file, row and column.
    """
    box = files.read(FOLDER, changes)
    tables = new(Tables)
    files.fill(tables.params, box["params"], "params.toml")
    words = {"ability": Ability}
    files.fill_rows(tables.apprentices, box["apprentices"], "apprentices.csv", words)
    words = {"effect": Effect, "metric": Metric}
    files.fill_rows(tables.buildings, box["buildings"], "buildings.csv", words)
    files.fill_rows(tables.rewards, box["rewards"], "rewards.csv")
    files.fill_rows(tables.market, box["market"], "market.csv")
    files.fill_rows(tables.spaces, box["market_spaces"], "market_spaces.csv")
    files.fill_rows(tables.cathedral, box["cathedral"], "cathedral.csv")
    files.fill_rows(tables.virtue, box["virtue"], "virtue.csv")
    files.fill_rows(tables.guildhall, box["guildhall"], "guildhall.csv")
    files.fill_rows(tables.boards, box["boards"], "boards.csv", {"power": Power})
    check_sizes(tables)
    tables.longest = tables.params.turn_limit * PLAYERS * DECISIONS_A_TURN
    for pile, size in (
        (tables.building_pile, BUILDINGS),
        (tables.apprentice_pile, APPRENTICES),
        (tables.reward_pile, REWARDS),
        (tables.market_pile, MARKET_CARDS),
    ):
        pile.cards[:] = NOTHING
        for card in range(size):
            put(pile, card)
    return tables


def check_sizes(tables):
    """What would not fit into the records is refused here, by name."""
    params = tables.params
    limits = {
        "workers": (1, MOST_WORKERS),
        "start_virtue": (0, VIRTUES - 1),
        "draft_kept": (0, params.draft_dealt),
        "draft_dealt": (0, DRAFTED),
        "apprentice_limit": (1, HIRED),
        "power_apprentice_limit": (1, HIRED),
        "market_look": (1, LOOK),
        "market_keep": (1, params.market_look),
        "storehouse_virtue_price": (0, MOST_SHARE),
        "storehouse_marble_price": (0, MOST_SHARE),
        "workers_per_gold": (1, MOST_WORKERS),
        "workers_per_plan": (1, MOST_WORKERS),
        "silver_per_point": (1, 1_000),
        "prisoners_per_point": (1, MOST_WORKERS),
        "black_market_reset_workers": (1, SPACES),
        "cathedral_discard": (0, 1),
        "turn_limit": (1, 100_000),
        "board_side": (1, 2),
    }
    for name, (least, most) in limits.items():
        if not least <= getattr(params, name) <= most:
            raise files.BoxError(f"params.{name}: {getattr(params, name)} is not between {least} and {most}")
    for number in range(PLAYERS - FEWEST + 1):
        seats = FEWEST + number
        rewards = params.rewards_per_player * seats + params.rewards_extra
        if not 0 <= rewards <= REWARDS:
            raise files.BoxError(f"params.rewards_per_player: {rewards} Rewards for {seats} players, of {REWARDS}")
    for level in range(LEVELS):
        if not 0 <= tables.cathedral[level].wood_or_stone <= MOST_SHARE:
            raise files.BoxError(f"cathedral.csv, level_{level}, column wood_or_stone: more than {MOST_SHARE}")
    for building in range(BUILDINGS):
        cost = tables.buildings[building].cost
        if cost.gold + cost.marble > MOST_SHARE or tables.buildings[building].per < 1:
            raise files.BoxError(
                f"buildings.csv, row {building + 2}: gold and marble over {MOST_SHARE}, or per below 1"
            )
