"""What must hold after every action, in any game, and an independent recount of the score at the end."""

from sim.games.abbey.names import (
    CHAPEL,
    FIRST_COPY,
    KINDS,
    MARKET_CARDS,
    SECOND_COPY,
    SECONDS,
    SITES,
    Effect,
    Purpose,
    Question,
    Standing,
)
from sim.record import NOTHING


def check(state, tables):
    """Sentences about what is broken; normally none."""
    seats = [state.players[seat] for seat in range(int(state.seats))]
    for seat, me in enumerate(seats):
        yield from (f"seat {seat + 1}: {what}" for what in check_peasants(state, tables, seats, seat, me))
        yield from (f"seat {seat + 1}: {what}" for what in check_abbey(tables, me))
        yield from (f"seat {seat + 1}: {what}" for what in check_goods(state, tables, me))
        yield from (f"seat {seat + 1}: {what}" for what in check_dice(tables, me))
    yield from check_table(state, tables, seats)
    yield from check_cards(state, tables, seats)


def check_peasants(state, tables, seats, seat, me):
    """R1.4: fifteen, wherever they are."""
    seated, working = sum(int(n) for n in me.pews), sum(int(n) == Standing.STAFFED for n in me.site)
    if (seated, working) != (me.seated, me.working):
        yield f"{me.seated} seated and {me.working} working are not {seated} and {working}"
    crusading = sum(int(held.begun) for held in me.crusade)
    crusading += sum(held.card != NOTHING and held.helper == seat for other in seats for held in other.crusade)
    if state.within == Question.PEASANT and state.purpose != Purpose.ARCHER and state.seat == seat:
        crusading -= 1  # whose peasant is still to be chosen
    if state.within == Question.RELOCATE and state.turn == seat:
        crusading += 1  # on his way from card to card
    people = int(me.supply) + seated + int(me.baptized) + working + crusading + sum(int(n) for n in me.lost)
    wanted = tables.params.peasants - (0 if me.card else 1)
    if people != wanted:
        yield f"{people} peasants, not {wanted}"
    if min(int(n) for n in (me.supply, me.baptized, *me.lost)) < 0 or me.baptized > tables.params.baptistery:
        yield "less than no peasants, or too many baptized"
    columns, rows = int(tables.params.pew_columns), int(tables.params.pew_rows)
    if any(me.pews[pew] and (pew // 5 >= columns or pew % 5 >= rows) for pew in range(25)):
        yield "a peasant sits where there is no pew"


def check_abbey(tables, me):
    """Cards that stand, and what they add up to."""
    stand = [int(n) for n in me.site]
    firsts, seconds = stand[FIRST_COPY:SECOND_COPY], stand[SECOND_COPY:]
    if sum(n != Standing.NONE for n in firsts) != me.firsts or sum(n != Standing.NONE for n in seconds) != me.seconds:
        yield "the buildings do not add up"
    if any(seconds[kind] and not firsts[kind] for kind in range(SECONDS)):
        yield "a second copy stands without a first"
    limit = tables.params.building_limit + me.remodel * tables.params.remodel_buildings
    counted = me.firsts + (me.seconds if tables.params.second_copy_uses_limit else 0)
    if counted > limit:
        yield f"{counted} buildings, not at most {limit}"
    if sum(n != Standing.NONE for n in stand[:FIRST_COPY]) != me.towers or me.towers > tables.params.tower_limit:
        yield f"{me.towers} towers do not add up, or are too many"
    if stand[CHAPEL] == Standing.STAFFED or Standing.GONE in stand[FIRST_COPY:]:
        yield "a peasant in the Chapel, or a building lost and kept"
    power = [0] * len(Effect)
    for site in (tables.sites[n] for n in range(SITES) if stand[n] == Standing.STAFFED):
        power[int(site.effect)] += int(site.amount)
    for effect in (n for n in range(len(Effect)) if me.power[n] != power[n]):
        yield f"{Effect(effect).name.lower()} is {me.power[effect]}, not {power[effect]}"
    if not 0 <= me.wall <= tables.params.wall_sections or not 0 <= me.clergy <= tables.last_step:
        yield f"{me.wall} sections of wall or square {me.clergy} out of range"


def check_goods(state, tables, me):
    goods = me.goods
    if min(int(n) for n in (goods.wood, goods.grain, goods.stone, goods.sand, goods.coins)) < 0:
        yield "less than no goods"
    if min(int(me.bags), int(me.wagons), *(int(n) for n in me.hand)) < 0:
        yield "less than no tool bags, wagons or cards"
    if not 0 <= me.sheep <= tables.params.sheep_barn or not 0 <= me.cows <= tables.params.cow_barn:
        yield f"{me.sheep} sheep or {me.cows} cows out of range"
    if (me.sheep and not me.sheep_since) or (me.cows and not me.cows_since):
        yield "animals without a farm"
    if me.trades > tables.params.trades or me.recruiting > tables.params.recruit_dice:
        yield "too many trades or recruiting dice"
    if me.training > tables.params.train_dice or me.moves < 0:
        yield "too many training dice, or moves below none"


def check_dice(tables, me):
    """Dice on crusades."""
    if min(int(n) for n in me.dice) < 0 or me.dice[0]:
        yield "less than no dice"
    for held in me.crusade:
        if held.card == NOTHING:
            if held.begun or held.dice or held.done:
                yield "dice or a peasant on a crusade that is not there"
        elif not 0 <= held.dice <= tables.crusades[held.card].dice:
            yield f"{held.dice} dice on a crusade of {tables.crusades[held.card].dice}"
        elif bool(held.done) != (held.dice == tables.crusades[held.card].dice) or (held.dice > 0) != bool(held.begun):
            yield "a crusade is done, or begun, that is not"


def check_table(state, tables, seats):
    if sum(int(me.bags) for me in seats) > tables.params.tool_bags:
        if tables.params.start_tool_bags * len(seats) <= tables.params.tool_bags:
            yield "more tool bags than there are"
    if sum(int(me.wagons) for me in seats) > tables.params.wagons:
        if tables.params.start_wagons * len(seats) <= tables.params.wagons:
            yield "more wagons than there are"
    if sum(int(me.remodel) for me in seats) + state.remodels != tables.params.remodel_cards:
        yield "Remodel cards do not add up"
    if not 0 <= state.fallen <= state.met <= state.rows:
        yield "more rows fought than there are"
    if max(int(n) for n in state.bonus) > tables.sizes[state.seats - 1].bonus_squares:
        yield "too many bonus squares taken"


def check_cards(state, tables, seats):
    """Crusades and events are single; building cards are never more than there are of a kind."""
    crusades = pile(state.crusade_pile)
    for me in seats:
        crusades += [int(held.card) for held in me.crusade if held.card != NOTHING]
    events = pile(state.event_pile) + pile(state.unused_events)
    for name, cards in (("crusades", crusades), ("events", events), ("tokens", pile(state.token_pile))):
        if len(set(cards)) != len(cards):
            yield f"{name} are double"
    there = [card for deck in state.piles for card in pile(deck)]
    there += [int(card) for card in state.market if card != NOTHING]
    hands = [[int(n) for n in me.hand] for me in seats]
    total = len(there) + sum(map(sum, hands))
    if total > MARKET_CARDS:
        yield f"{total} building cards, not at most {MARKET_CARDS}"
    for kind in range(KINDS):
        have = there.count(kind) + sum(hand[kind] for hand in hands)
        if have > tables.buildings[kind].copies:
            yield f"{have} cards of kind {kind}, not at most {tables.buildings[kind].copies}"


def pile(deck):
    return [int(card) for card in deck.cards[: int(deck.left)]]


def recount(state, tables, seat):
    """What a seat's abbey is worth at the end, counted anew in plain words; {column: prestige} (R20.2 to R20.4)."""
    me = state.players[seat]
    goods, params = me.goods, tables.params
    held = {
        Effect.END_PER_COINS: int(goods.coins),
        Effect.END_PER_GOODS: int(goods.wood + goods.grain + goods.stone + goods.sand),
        Effect.END_PER_WORKERS: sum(int(n) == Standing.STAFFED for n in me.site),
        Effect.END_PER_CLERGY: sum(int(n) > 0 for n in me.level_round) + (params.start_at_postulant and 1),
    }
    ends = []
    for number in range(SITES):
        site, effect = tables.sites[number], Effect(int(tables.sites[number].effect))
        times = 1 if effect == Effect.END_PRESTIGE else held.get(effect, 0) // int(site.per)
        ends.append(times * int(site.amount) if me.site[number] == Standing.STAFFED else 0)
    crusades = [tables.crusades[card.card] for card in me.crusade if card.card != NOTHING and not card.done]
    built = [int(n) for n in me.site]
    return {
        "score_animals": int(me.sheep * params.sheep_prestige + me.cows * params.cow_prestige),
        "score_firsts": sum(ends[FIRST_COPY:SECOND_COPY]),
        "score_seconds": sum(ends[SECOND_COPY:]),
        "score_unbuilt": -sum(int(me.hand[kind]) * int(tables.buildings[kind].prestige) for kind in range(KINDS)),
        "score_uncompleted": -sum(int(card.prestige) for card in crusades),
        "score_towers": sum(int(tables.towers[n].prestige) for n in range(FIRST_COPY) if built[n] != Standing.NONE),
        "score_wall": int(params.wall_prestige) if me.wall == params.wall_sections else 0,
        "score_darkness": -sum(int(n) for n in me.gap) * int(params.darkness_prestige),
    }
