"""The rules, in the order of RULES.md."""

from sim.deck import bit, bury, put, shuffle, take
from sim.game import note_leader, offer
from sim.games.template.cards import Plan, Tables
from sim.games.template.names import HAND, LOOK, LUCK, PLANS, Action, Gift, Luck, Opening, Place, Question, Tiebreak
from sim.games.template.state import Desk, Player, Row, State
from sim.record import NOTHING
from sim.rng import seed
from sim.rule import rule


@rule
def free_place(me: Player) -> int:
    for slot in range(HAND):
        if me.hand[slot] == NOTHING:
            return slot
    return NOTHING


@rule
def hold(me: Player, plan: int) -> None:
    me.hand[free_place(me)] = plan
    me.plans_taken |= bit(plan)


@rule
def deal_plan(state: State, me: Player) -> None:
    plan = take(state.plans)
    me.plans_dealt |= bit(plan)
    hold(me, plan)


@rule
def setup(state: State, tables: Tables) -> None:
    """R1"""
    for number in range(LUCK):
        seed(state.luck[number], state.root, state.deal, number)
    state.plans.cards[:] = NOTHING
    for plan in range(PLANS):
        put(state.plans, plan)
    shuffle(state.plans, state.luck[Luck.PLANS])
    for seat in range(state.seats):
        me = state.players[seat]
        me.workers = tables.params.workers
        me.silver = tables.params.silver
        if tables.params.opening == Opening.STEPPED:
            me.silver += seat  # R1.1
        me.hand[:] = NOTHING
        me.seen[:] = NOTHING
        deal_plan(state, me)
        deal_plan(state, me)
    state.turns = 1
    state.rounds = 1


@rule
def place(me: Player, where: Place) -> None:
    me.workers -= 1
    me.placed[where] += 1


@rule
def can_visit_guild(state: State, tables: Tables, me: Player) -> bool:
    """R2.3"""
    return me.silver >= tables.params.guild and state.plans.left > 0 and free_place(me) != NOTHING


@rule
def visit_guild(state: State, tables: Tables, me: Player) -> None:
    """R2.3"""
    me.silver -= tables.params.guild
    for number in range(LOOK):
        me.seen[number] = take(state.plans)
        if me.seen[number] != NOTHING:
            me.plans_offered |= bit(me.seen[number])
    state.question = Question.KEEP


@rule
def keep(state: State, me: Player, number: int) -> None:
    """R2.3"""
    hold(me, me.seen[number])
    for other in range(LOOK):
        if other != number and me.seen[other] != NOTHING:
            bury(state.plans, me.seen[other])
    me.seen[:] = NOTHING


@rule
def can_pay(me: Player, plan: Plan) -> bool:
    return me.wood >= plan.wood and me.stone >= plan.stone


@rule
def can_build(me: Player, tables: Tables, slot: int) -> bool:
    return me.hand[slot] != NOTHING and can_pay(me, tables.plans[me.hand[slot]])


@rule
def can_build_any(me: Player, tables: Tables) -> bool:
    return can_build(me, tables, 0) or can_build(me, tables, 1) or can_build(me, tables, 2)


@rule
def take_gift(state: State, tables: Tables, me: Player, gift: Gift) -> None:
    """R3.1"""
    if gift == Gift.SILVER:
        me.silver += tables.params.gift
    elif gift == Gift.PLAN and state.plans.left > 0:
        plan = take(state.plans)
        me.plans_offered |= bit(plan)
        hold(me, plan)


@rule
def build(state: State, tables: Tables, me: Player, slot: int) -> None:
    """R3"""
    card = me.hand[slot]
    plan = tables.plans[card]
    me.wood -= plan.wood
    me.stone -= plan.stone
    me.points += plan.points
    me.built += 1
    me.plans_used |= bit(card)
    me.hand[slot] = NOTHING
    take_gift(state, tables, me, plan.gift)


@rule
def recall(me: Player) -> None:
    """R4"""
    for where in range(len(me.placed)):
        me.workers += me.placed[where]
        me.placed[where] = 0


@rule
def silver_points(me: Player, tables: Tables) -> int:
    return me.silver // tables.params.silver_per_point


@rule
def standing(state: State, tables: Tables, seat: int) -> int:
    """R6: points as if the game ended now."""
    me = state.players[seat]
    return me.points + silver_points(me, tables)


@rule
def leader(state: State, tables: Tables) -> int:
    """The seat that leads alone, or NOTHING."""
    alone, most = 0, standing(state, tables, 0)
    for seat in range(1, state.seats):
        points = standing(state, tables, seat)
        if points == most:
            alone = NOTHING
        elif points > most:
            alone, most = seat, points
    return alone


@rule
def has_finished(state: State, tables: Tables) -> bool:
    """R5: somebody has built enough."""
    for seat in range(state.seats):
        if state.players[seat].built >= tables.params.buildings:
            return True
    return False


@rule
def end_round(state: State, tables: Tables) -> None:
    """R5"""
    note_leader(state, leader(state, tables))
    if has_finished(state, tables) or state.rounds >= tables.params.last_round:
        state.over = True
        return
    state.rounds += 1


@rule
def end_turn(state: State, tables: Tables) -> None:
    state.question = Question.TURN
    if not tables.params.equal_turns and has_finished(state, tables):  # R5.1
        note_leader(state, leader(state, tables))
        state.over = True
        return
    if state.seat == state.seats - 1:
        end_round(state, tables)
    if not state.over:
        state.seat = (state.seat + 1) % state.seats
        state.turns += 1


@rule
def legal(state: State, tables: Tables, desk: Desk) -> int:
    me, n = state.players[state.seat], 0
    if state.question == Question.KEEP:  # R2.3
        for number in range(LOOK):
            n = offer(desk, n, Action.KEEP + number, me.seen[number] != NOTHING)
        return n
    if state.question == Question.PLAN:  # R3
        for slot in range(HAND):
            n = offer(desk, n, Action.PLAN + slot, can_build(me, tables, slot))
        return n
    has_worker = me.workers > 0  # R2
    n = offer(desk, n, Action.QUARRY, has_worker)
    n = offer(desk, n, Action.FOREST, has_worker)
    n = offer(desk, n, Action.MARKET, has_worker)
    n = offer(desk, n, Action.GUILD, has_worker and can_visit_guild(state, tables, me))
    n = offer(desk, n, Action.RECALL, me.workers < tables.params.workers)
    n = offer(desk, n, Action.BUILD, can_build_any(me, tables))
    return n


@rule
def apply(state: State, tables: Tables, action: int) -> None:
    """R2: carry out one legal action."""
    me = state.players[state.seat]
    if action <= Action.BUILD:
        me.uses[action] += 1
    match action:
        case Action.QUARRY:
            place(me, Place.QUARRY)
            me.stone += me.placed[Place.QUARRY]  # R2.1
        case Action.FOREST:
            place(me, Place.FOREST)
            me.wood += me.placed[Place.FOREST]  # R2.1
        case Action.MARKET:
            place(me, Place.MARKET)
            me.silver += tables.params.market  # R2.2
        case Action.GUILD:
            place(me, Place.GUILD)
            visit_guild(state, tables, me)
            return
        case Action.RECALL:
            recall(me)
        case Action.BUILD:
            state.question = Question.PLAN
            return
        case _ if action < Action.PLAN:
            keep(state, me, action - Action.KEEP)
        case _:
            build(state, tables, me, action - Action.PLAN)
    end_turn(state, tables)


@rule
def score(state: State, tables: Tables, row: Row) -> None:
    """R6"""
    row.deck_left = state.plans.left
    for seat in range(state.seats):
        me, mine = state.players[seat], row.seats[seat]
        mine.score_buildings = me.points
        mine.score_silver = silver_points(me, tables)
        mine.score = mine.score_buildings + mine.score_silver
        mine.tiebreak[Tiebreak.BUILT] = me.built  # R6.1
        mine.tiebreak[Tiebreak.GOODS] = me.wood + me.stone
        mine.built = me.built
        mine.wood = me.wood
        mine.stone = me.stone
        mine.silver = me.silver
        mine.uses[:] = me.uses
        mine.plans_dealt = me.plans_dealt
        mine.plans_offered = me.plans_offered
        mine.plans_taken = me.plans_taken
        mine.plans_used = me.plans_used
