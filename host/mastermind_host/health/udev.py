# SPDX-License-Identifier: MIT
"""Linux's rules for the boards: ModemManager leaves them alone, and who sits at the computer may
open them. Pure.
"""

from __future__ import annotations

from mastermind_host.device import boards

# Below 73, where systemd gives away what is tagged uaccess.
PATH = "/etc/udev/rules.d/70-jungle-mastermind.rules"
RELOAD = "sudo udevadm control --reload && sudo udevadm trigger"


def rules() -> str:
    """The content of the rules file."""
    lines = [
        f'SUBSYSTEMS=="usb", ATTRS{{idVendor}}=="{board.vid:04x}", '
        f'ATTRS{{idProduct}}=="{board.pid:04x}", ENV{{ID_MM_DEVICE_IGNORE}}="1", '
        f'ENV{{ID_MM_PORT_IGNORE}}="1", TAG+="uaccess"'
        for board in boards.BOARDS
    ]
    return "\n".join(lines) + "\n"


def command() -> str:
    """What writes the file and makes it count, to be pasted into a shell."""
    return f"sudo tee {PATH} <<'END'\n{rules()}END\n{RELOAD}   (and plug the board in again)"


def is_enough(text: str) -> bool:
    """Whether some rules keep ModemManager away from a board."""
    ids = [f"{board.vid:04x}" for board in boards.BOARDS]
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return any("ID_MM_" in line and any(one in line for one in ids) for line in lines)
