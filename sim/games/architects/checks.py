"""What must hold after every action, in any game, and an independent recount of the score at the end."""

from sim.games.architects.names import LEVELS, VIRTUES, Effect, Metric, Place, Power, Stage
from sim.record import NOTHING


def check(state, tables):
    """Sentences about what is broken; normally none."""
    seats = [state.players[seat] for seat in range(int(state.seats))]
    yield from check_cards(state, tables, seats)
    for seat, me in enumerate(seats):
        yield from (f"seat {seat + 1}: {what}" for what in check_player(state, tables, seats, seat, me))
    held = [seat for seat in state.market if seat != NOTHING]
    for seat, me in enumerate(seats):
        if held.count(seat) != me.at[Place.BLACK_MARKET]:
            yield f"seat {seat + 1}: {me.at[Place.BLACK_MARKET]} workers at the Black Market, {held.count(seat)} spaces"
    if state.tax < 0 or min(state.coins) < 0:
        yield "less than no silver on the board"
    if min(state.clay_share, state.wood_share, state.gold_share, state.left) < 0:
        yield "less than nothing left to pay or do"
    if state.guildhall > tables.guildhall[state.seats - 2].rows * tables.guildhall[state.seats - 2].row_length:
        yield "the Guildhall is over-full"
    for level in range(1, LEVELS):
        if sum(me.level == level for me in seats) > tables.cathedral[level].spaces:
            yield f"too many markers on Cathedral level {level}"


def check_player(state, tables, seats, seat, me):
    """One player's board."""
    drafted = state.stage != Stage.DRAFT
    board = tables.boards[me.board]
    wanted = tables.params.workers if tables.params.board_side == 1 else board.workers + board.prison
    workers = int(me.workers) + sum(int(n) for n in me.at) + sum(int(rival.captured[seat]) for rival in seats)
    if drafted and workers != wanted:
        yield f"{workers} workers, not {wanted}"
    if min(me.workers, min(me.at), min(me.captured), me.unpaid, me.paid) < 0 or me.captured[seat] != 0:
        yield "less than no workers or debts, or own workers captured"
    goods = me.goods
    if min(goods.wood, goods.clay, goods.stone, goods.gold, goods.marble, goods.silver) < 0:
        yield "less than no goods"
    if not 0 <= me.virtue < VIRTUES or not 0 <= me.level < LEVELS or not 0 <= me.excess <= me.unpaid:
        yield f"virtue {me.virtue}, level {me.level} or {me.excess} debts to destroy out of range"
    limit = tables.params.apprentice_limit
    if tables.boards[me.board].power == Power.HIRE_OFF:
        limit = tables.params.power_apprentice_limit
    if me.hired > limit:
        yield f"{me.hired} Apprentices, not at most {limit}"
    if state.doing == NOTHING and state.over and me.cards > tables.params.hand_limit:
        yield f"{me.cards} cards in hand after the last turn"
    yield from check_sums(state, tables, me)


def check_sums(state, tables, me):
    """What is kept as a sum equals its parts."""
    hired = [tables.apprentices[card] for card in me.apprentices if card != NOTHING]
    built = [tables.buildings[card] for card in me.built if card != NOTHING]
    for skill in ("carpentry", "tiling", "masonry"):
        if getattr(me, skill) != sum(int(getattr(card, skill)) for card in hired):
            yield f"{skill} is not the sum of its Apprentices"
    per_debt = sum(int(card.amount) for card in built if card.effect == Effect.POINTS_PER_UNPAID_DEBT)
    if me.per_debt != per_debt:
        yield f"each unpaid debt is changed by {me.per_debt} points, not {per_debt}"
    if len(hired) != me.hired or len(built) != me.buildings or me.points != sum(int(card.points) for card in built):
        yield "Apprentices, Buildings or their points do not add up"
    for cards, count in ((me.hand, me.cards), (me.passed, me.passing), (me.looked, me.looking)):
        if sum(card != NOTHING for card in cards) != count or NOTHING in list(cards[:count]):
            yield "cards do not stand in the first places"


def check_cards(state, tables, seats):
    """Every card is in one place, and in one only."""
    buildings = pile(state.building_pile)
    for me in seats:
        for cards in (me.hand, me.passed, me.looked, me.built):
            buildings += [int(card) for card in cards if card != NOTHING]
    if sorted(buildings) != list(range(len(tables.buildings))):
        yield "Building cards are lost or double"
    apprentices = pile(state.apprentice_pile) + [int(card) for card in state.display if card != NOTHING]
    for me in seats:
        apprentices += [int(card) for card in me.apprentices if card != NOTHING]
    if sorted(apprentices) != list(range(len(tables.apprentices))):
        yield "Apprentices are lost or double"
    for name, cards in (
        ("Reward", pile(state.reward_pile)),
        ("market", pile(state.market_pile)),
    ):
        if len(set(cards)) != len(cards):
            yield f"{name} cards are double"


def pile(deck):
    return [int(card) for card in deck.cards[: int(deck.left)]]


def recount(state, tables, seat):
    """A seat's score at the end, counted anew from the board in plain words (R14.1 to R14.11); {source: points}."""
    seats = [state.players[number] for number in range(int(state.seats))]
    me = seats[seat]
    built = [tables.buildings[card] for card in me.built if card != NOTHING]
    each = tables.params.points_per_unpaid_debt
    points = 0
    for card in built:
        points += int(card.points)
        amounts = [amount_of(Metric(int(card.metric)), state, tables, other) for other in seats]
        mine, rivals = amounts[seat], amounts[:seat] + amounts[seat + 1 :]
        match Effect(int(card.effect)):
            case Effect.POINTS_PER:
                points += mine // int(card.per) * int(card.amount)
            case Effect.POINTS_IF_MOST:
                points += int(card.amount) if mine > max(rivals) else 0
            case Effect.POINTS_IF_NO_UNPAID_DEBT:
                points += int(card.amount) if me.unpaid == 0 else 0
            case Effect.POINTS_PER_UNPAID_DEBT:
                each += int(card.amount)
    return {
        "score_buildings": points,
        "score_cathedral": int(tables.cathedral[me.level].points),
        "score_virtue": int(tables.virtue[me.virtue].points),
        "score_debts": int(each * me.unpaid + tables.params.points_per_paid_debt * me.paid),
        "score_gold_marble": int(
            me.goods.gold * tables.params.points_per_gold + me.goods.marble * tables.params.points_per_marble
        ),
        "score_silver": int(me.goods.silver // tables.params.silver_per_point),
        "score_prison": -int(me.at[Place.PRISON] // tables.params.prisoners_per_point),
    }


def amount_of(metric, state, tables, me):
    """What a Building counts, for one player."""
    hired = [tables.apprentices[card] for card in me.apprentices if card != NOTHING]
    skills = (Metric.CARPENTRY, Metric.TILING, Metric.MASONRY)
    if metric in skills:
        return sum(int(getattr(card, metric.name.lower())) for card in hired)
    if metric in (Metric.GOLD, Metric.MARBLE) and tables.boards[me.board].power == Power.GOLD_IS_MARBLE:
        return int(me.goods.gold + me.goods.marble)
    amounts = {
        Metric.NONE: 0,
        Metric.CATHEDRAL_LEVEL: me.level,
        Metric.GOODS: me.goods.wood + me.goods.clay + me.goods.stone,
        Metric.VIRTUE: me.virtue,
        Metric.BUILDINGS: sum(card != NOTHING for card in me.built),
        Metric.CAPTURED_WORKERS: sum(int(n) for n in me.captured),
        Metric.PAID_DEBTS: me.paid,
        Metric.UNPAID_DEBTS: me.unpaid,
        Metric.PRISON: me.at[Place.PRISON],
    }
    return int(amounts[metric] if metric in amounts else getattr(me.goods, metric.name.lower()))
