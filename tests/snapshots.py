# SPDX-License-Identifier: MIT
"""All that outlives the power, in a form that can be compared."""

from mastermind.memory import Memory


def snapshot(state):
    """A State as plain data: what a power cut must keep."""
    game, match = state.game, state.match
    return {
        "stage": state.stage,
        "game": game and (game.level, game.code, tuple(game.history), game.broken),
        "helped": bool(game and game.helped),
        "row": state.row and tuple(state.row.holes),
        "winner": state.round_winner if state.stage == "reveal" else None,
        "seconds": state.seconds if state.stage else None,
        "match": (match.level, match.hider, match.half, *match.rounds_won, *match.last_rows),
        "setup": state.setup and bytes(state.setup),
        "played": (state.played, state.games_read),
        "error": state.error,
        "calibrations": tuple(state.calibrations),
    }


def kept(store):
    """The snapshot that the next power-up would find."""
    return snapshot(Memory(store).state)


def settled(shot):
    """A snapshot without what is written once in 2 s at most."""
    return {name: shot[name] for name in shot if name not in ("row", "setup", "helped")}
