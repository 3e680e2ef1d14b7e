# SPDX-License-Identifier: MIT
"""What the pictures of the host tool share: matplotlib, which may be missing, and files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mastermind_host import errors
from mastermind_host.games_export import unwritable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".png", ".svg", ".pdf")


def begin(path: Path, command: str) -> Any:
    """matplotlib's pyplot, for a picture at `path`; a Fault USAGE where that can't be.

    `command` makes such a picture: mastermind games --plot games
    """
    if path.suffix.lower() not in KINDS:
        raise errors.Fault(
            f"{path.name} names no kind of picture.",
            "The end of the name tells it.",
            f"{command}{KINDS[0]}   (or {', '.join(KINDS[1:])})",
            errors.USAGE,
        )
    try:
        import matplotlib
    except ImportError:
        raise errors.Fault(
            "A picture needs matplotlib, which is not installed.",
            "It is large, so it does not come by itself.",
            "pip install 'jungle-mastermind[plot]'   (in a checkout: make setup)",
            errors.USAGE,
        ) from None
    matplotlib.use("agg")  # no window, and no screen needed
    from matplotlib import pyplot

    return pyplot


def save(figure: Figure, path: Path) -> None:
    """Write the picture, of the kind that its name tells; a Fault UNWRITABLE."""
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise unwritable(path, error) from None
