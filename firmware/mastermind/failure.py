# SPDX-License-Identifier: MIT
"""What a board does when its firmware stops for an error: show it, tell it, keep it.

Loaded with the game, so that an error needs no heap for it, or by an error before that.
"""

from mastermind import lights

ERROR_MA = 100  # the error look fits every supply that settings.toml can name
ERROR_S = 5  # how long it is shown: shorter than the watchdog's patience


def stop_for(error, board, memory, wait):
    """Show, tell and keep the error that has ended `run`, long enough to be seen."""
    import traceback  # which MicroPython lacks

    show_error(board)
    traceback.print_exception(error)
    memory.keep_error("".join(traceback.format_exception(error)))
    wait(ERROR_S)


def show_error(board):
    """Light the error look on `board`, whatever state the game has left it in."""
    picture = lights.dark()
    lights.paint_error(picture)
    lights.Lights("bright", ERROR_MA).render(picture, board.frame, lights.BRIGHTNESS[3], True)
    board.show()
