"""What must hold after every action, in any game."""


def check(state, tables):
    """Sentences about what is broken; normally none."""
    reached = [seat for seat in range(state.seats) if state.players[seat].score >= tables.params.goal]
    if len(reached) != (1 if state.over else 0):
        yield f"{len(reached)} players have reached {tables.params.goal}"
    if state.turn_total < 0 or state.turn_total == 1:
        yield f"a turn total of {state.turn_total}"
    for seat in range(state.seats):
        me = state.players[seat]
        if me.score < 2 * me.holds:
            yield f"seat {seat}: {me.score} points from {me.holds} holds"
    ended = sum(state.players[seat].busts + state.players[seat].holds for seat in range(state.seats))
    if ended != state.turns - (0 if state.over else 1):
        yield f"{ended} turns have ended of {state.turns}"
