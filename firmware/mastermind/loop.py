# SPDX-License-Identifier: MIT
"""The loop of a board: the game, a host at its port, the colour sensors, each a step at a time."""

from mastermind import (
    failure,  # noqa: F401  so that an error needs no heap for it
    hardware,
)

LOOK_MS, LOOK_AGAIN_MS = 600, 5000  # from a start until sensors are looked for, and again


class HostPort:
    """The serial port of the host, on which a link begins when the host speaks.

    `port`: a usb_cdc.Serial, or None for a board without one. `parts`: what `link.Link` needs
    beside it. Nothing of the link is imported before there is a host.
    """

    def __init__(self, port, *parts):
        self._port, self._parts = port, parts
        self._link = None

    def step(self):
        """Go on with what the host asks, a little; allocates nothing where it asks nothing."""
        port = self._port
        if self._link:
            if port.connected or self._link.restarts:
                self._link.step()
            else:
                self._link.end()
                self._link = None
        elif port and port.in_waiting:
            from mastermind.link import Link

            self._link = Link(port, *self._parts)


class SensorPort:
    """The colour sensors, looked for once Welcome is lit; nothing of them is imported before.

    `pins`: the module board. A board without sensors forgets all of it.
    """

    def __init__(self, app, settings: dict, pins):
        self._app, self._settings, self._pins = app, settings, pins
        self._sensors = None
        self._due_ms = None if settings["input"] == "buttons" else app.board.now() + LOOK_MS

    def step(self):
        """Go on with the sensors, or look for them when it is time; allocates nothing else."""
        if self._sensors:
            self._sensors.step(self._app.board.now())
        elif self._due_ms is not None and self._app.board.now() >= self._due_ms:
            from mastermind import bus

            self._sensors = bus.look(self._app, self._settings, self._pins)
            hardware.forget("bus")
            self._due_ms = self._app.board.now() + LOOK_AGAIN_MS if self._app.table.notes else None


def run(app, settings: dict, board, host_port, about: tuple, chip, wait):
    """Let the board play until its memory needs room, for which `boot.py` makes it.

    `board`, `chip`: the modules board and microcontroller. `host_port`: as for HostPort. `about`:
    as for `answers.Answers`. `wait(seconds)`.
    """
    host = HostPort(host_port, app, settings, about, chip)
    sensors = SensorPort(app, settings, board)
    while not app.memory.crowded:
        drew = app.step()
        host.step()
        if not drew:  # a picture and a reading together would be a long step
            sensors.step()
        chip.watchdog.feed()
        wait(0.001)
