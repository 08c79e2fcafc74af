"""What must hold after every action, in any game."""

from sim.games.template.names import PLANS
from sim.record import NOTHING


def check(state, tables):
    """Sentences about what is broken; normally none."""
    places = [int(card) for card in state.plans.cards[: state.plans.left]]
    for seat in range(state.seats):
        me = state.players[seat]
        if me.workers + sum(me.placed) != tables.params.workers:
            yield f"seat {seat}: {me.workers} workers and {sum(me.placed)} placed are not {tables.params.workers}"
        if min(me.workers, me.silver, me.wood, me.stone) < 0:
            yield f"seat {seat}: less than nothing"
        if me.built > tables.params.last_round:
            yield f"seat {seat}: {me.built} buildings"
        places += [int(card) for card in (*me.hand, *me.seen) if card != NOTHING]
        places += [card for card in range(PLANS) if int(me.plans_used) >> card & 1]
    if sorted(places) != list(range(PLANS)):
        yield f"each plan must be in one place: {sorted(places)}"
