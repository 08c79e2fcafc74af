"""What must hold after every action, in any game."""


def check(state, tables):
    """Sentences about what is broken; normally none."""
    players = [state.players[seat] for seat in range(state.seats)]
    chips = [int(player.chips) for player in players]
    if min(chips) < 0 or state.middle < 0:
        yield f"less than nothing: {chips}, {state.middle} in the middle"
    if sum(chips) + state.middle != tables.params.chips * state.seats:
        yield f"{chips} and {state.middle} in the middle are not {tables.params.chips} for each player"
    owners = sum(count > 0 for count in chips)
    if state.over != (owners == 1):
        yield f"{owners} players have chips, and over is {state.over}"
    taken = sum(player.rolls + player.passes for player in players)
    if taken != state.turns - (not state.over):
        yield f"{taken} rolls and passes in {state.turns} turns"
