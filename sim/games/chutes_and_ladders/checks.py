"""What must hold after every action, in any game."""

from sim.games.chutes_and_ladders.names import SQUARES


def check(state, tables):
    """Sentences about what is broken; normally none."""
    home = 0
    for seat in range(state.seats):
        me = state.players[seat]
        home += me.square == SQUARES
        if not 0 <= me.square <= SQUARES:
            yield f"seat {seat}: square {me.square}"
        elif tables.leads_to[me.square] != me.square:
            yield f"seat {seat}: stays on square {me.square}, which leads to {tables.leads_to[me.square]}"
        if me.stays + me.chutes + me.ladders > me.rolls:
            yield f"seat {seat}: more happened than {me.rolls} rolls can bring"
    rolls = sum(state.players[seat].rolls for seat in range(state.seats))
    if rolls != state.turns - (not state.over):
        yield f"{rolls} rolls in {state.turns} turns"
    if state.over and not home:
        yield "it is over, and nobody is home"
    if home > 1 and not tables.params.equal_turns:
        yield f"{home} pieces are home"
