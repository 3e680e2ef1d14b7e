# SPDX-License-Identifier: MIT
"""A computer with FakeBoards plugged in: its drives and ports come and go as theirs do."""

from fake_board import BOOTLOADER, FakeBoard
from fake_machine import FakeMachine

from mastermind_host.device.machine import CONSOLE, DATA, Mount, Port, Stream

USB = {
    "raspberry_pi_pico": (0x239A, 0x80F4),
    "raspberry_pi_pico_w": (0x239A, 0x8120),
    "raspberry_pi_pico2": (0x2E8A, 0x000B),
    "raspberry_pi_pico2_w": (0x239A, 0x8162),
}


class FakeComputer(FakeMachine):
    """A FakeMachine; board number 0 has /dev/ttyACM0 and 1, number 1 has 2 and 3."""

    def __init__(self, *boards: FakeBoard) -> None:
        super().__init__()
        self.boards = boards

    def mounts(self) -> list[Mount]:
        own = [self._mount(n, board) for n, board in enumerate(self.boards)]
        return super().mounts() + [mount for mount in own if mount]

    def _mount(self, number: int, board: FakeBoard) -> Mount | None:
        if board.mode == BOOTLOADER:
            label = "RP2350" if "2350" in board.machine else "RPI-RP2"
            return Mount(board.loader, f"/dev/sd{'bcdefgh'[number]}1", "vfat", label)
        if not board.present:
            return None
        device = f"/dev/sd{'bcdefgh'[number]}1"
        return Mount(board.drive, device, "vfat", "CIRCUITPY", board.writable, board.uid)

    def ports(self) -> list[Port]:
        own = [self._ports(n, board) for n, board in enumerate(self.boards) if board.present]
        return super().ports() + [port for both in own for port in both]

    def _ports(self, number: int, board: FakeBoard) -> list[Port]:
        vid, pid = USB[board.board_id]
        names = f"/dev/ttyACM{2 * number}", f"/dev/ttyACM{2 * number + 1}"
        return [
            Port(name, role, board.uid, vid, pid, board.machine.partition(" with")[0])
            for name, role in zip(names, (CONSOLE, DATA), strict=True)
        ]

    def open(self, port: Port, touch: bool = False) -> Stream:
        for number, board in enumerate(self.boards):
            for known in self._ports(number, board) if board.present else ():
                if known.path == port.path:
                    self.opened.append((port.path, touch))
                    return _Touch(board) if touch else _open(board, known)
        return super().open(port, touch)


def _open(board: FakeBoard, port: Port) -> Stream:
    return board.open() if port.role == CONSOLE else board.open_data()


class _Touch:
    """A port at 1200 baud: the board goes to its bootloader when it is closed."""

    timeout: float | None = None
    in_waiting = 0

    def __init__(self, board: FakeBoard) -> None:
        self._board = board

    def read(self, size: int = 1, /) -> bytes:
        return b""

    def write(self, data: bytes, /) -> int:
        return len(data)

    def close(self) -> None:
        self._board.touch()
