# SPDX-License-Identifier: MIT
"""Plays on the emulated board as the people at the table do.

Sees the board's lights on their wire and its keys at their pins, never what the firmware thinks.
The looks and colours that it expects come from the firmware's own `lights`.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pictures
import scenarios
from emulator import image
from emulator.flash import FlashChip
from emulator.pico import Pico
from emulator.sensed import Sensed
from emulator.ws2812 import Wire

from mastermind import keys, lights, rules, settings

PRESS_MS = scenarios.PRESS_MS
START_MS = 6000  # a first start takes 3.4 s, one after a watchdog's bite or an error a little more
RISEN_MS = 1200  # after the first light of a game that goes on; then its look has ended
PATIENCE_MS = 3500  # the slowest animation, the closing eyes, comes round in 3.2 s
# What is placed counts after 300 ms of equal readings, one every 60 ms, the first of which may have
# been measured before that; an unsure one after 1 s. A missing sensor is looked for every 2 s.
PLACED_MS, UNSURE_MS = 500, 1200
GONE_MS = 3000
# What a game's rows and code can hold.
READABLE = (*range(rules.NOT_CHOSEN + 1), lights.RED, lights.WHITE)


def gpio(pin: str) -> int:
    return int(pin.removeprefix("GP"))


class Player(scenarios.Hands):
    """A board with its drive, its lights and its keys.

    `usb`: whether a computer is plugged in; `opened`: whether a program has opened its ports.
    `held`: the keys that are down when the power comes on. `uptime_ms`: for how long the chip
    believes to be running already. `flash`: all of it as an earlier run has left it, where that is
    no longer the `drive` alone. `nvm`: what is in it, else nothing or what `flash` holds.
    `wire`: hangs what it likes on the pins of a Pico that has no power yet.
    """

    def __init__(
        self,
        uf2: Path,
        drive: image.Files,
        usb: bool = True,
        opened: bool = True,
        held: Sequence[str] = (),
        uptime_ms: int = 0,
        flash: bytes | None = None,
        nvm: bytes = b"",
        wire: Callable[[Pico], Any] | None = None,
    ) -> None:
        self.uf2, self.drive, self.usb, self.wire_up = uf2, drive, usb, wire
        self.chosen: dict[str, Any] = settings.parse(drive["settings.toml"])[0]
        self.pico = Pico(uf2, image.fat(drive) if flash is None else None, flash)
        self.flash_chip = FlashChip(self.pico)
        self.leds = gpio(self.chosen["pin_leds"])
        self.wire = Wire(self.pico, self.leds)
        if not usb:
            self.pico.unplug_usb()
        self.pico.host.opens = opened
        self.pico.set_uptime(uptime_ms).set_nvm(nvm)
        for name in held:
            self.change(keys.NAMES.index(name), True)
        if wire:
            wire(self.pico)
        self.pico.power_on()

    # power, keys and time

    def cut(self, held: Sequence[str] = ()) -> "Player":
        """Cut the power, if nothing has yet, and put it on again: a new board with this flash."""
        self.pico.cut_power()
        flash, opened = self.pico.flash(), self.pico.host.opens
        wire = self.wire_up
        return Player(self.uf2, self.drive, self.usb, opened, held, flash=flash, wire=wire)

    def change(self, key: int, down: bool) -> None:
        pin = gpio(self.chosen[settings.KEY_PINS[key]])
        if down:
            self.pico.press(pin)
        else:
            self.pico.release(pin)

    def place(self, where: int, what: int) -> None:
        """Put an animal, or what `keys` has beside those, in a place; wait until it counts."""
        sensed = self.wire_up
        assert isinstance(sensed, Sensed)
        sensor = sensed.sensors[where]
        if what == keys.UNSEEN:
            sensor.unplug()
        else:
            sensed.put(where, what)
        was_gone = not sensor.plugged and what != keys.UNSEEN
        if was_gone:
            sensor.plug()
        self.wait(GONE_MS if was_gone else UNSURE_MS if what == keys.UNSURE else PLACED_MS)

    def wait(self, ms: float) -> None:
        self.pico.run(ms)

    def start(self, ms: float = START_MS) -> None:
        """Wait for Welcome, which says so on the console, for `ms` at most."""
        self.pico.run_until_text("is ready.", ms)
        self.wait_for_light()

    def wait_for_light(self, ms: float = START_MS) -> None:
        """Wait for the next frame that isn't dark."""
        seen = len(self.wire.frames)
        lit = self.pico.run(
            ms, until=lambda: any(any(frame.colours) for frame in self.wire.frames[seen:])
        )
        assert lit, (
            f"no light within {ms} emulated ms; the console's end: {self.pico.text()[-600:]!r}"
        )
        self.wait(PRESS_MS)

    # what the lights show

    def expect(self, stage: str, picture: bytes, step: Any) -> None:
        """The lights show `picture` now or soon. Of the stage they tell its dimming only."""
        self._expect(picture, stage, f"line {step.line}")

    def expect_rows(self, *lines: str) -> None:
        self._expect(pictures.parse(lines), "", "the picture")

    def _expect(self, picture: bytes, stage: str, where: str) -> None:
        wanted = pictures.frames(picture, self.chosen, stage)
        if not self.pico.run(PATIENCE_MS, until=lambda: self.wire.last in wanted):
            scale = pictures.scale(self.chosen, stage)
            shown, should = _block(self.read(scale)), _block(pictures.text(picture))
            differ = _block(_differences(self.wire.last, wanted[0]))
            raise AssertionError(f"{where}: the lights show{shown}\ninstead of{should}{differ}")

    def scale(self) -> int:
        return pictures.scale(self.chosen)

    def read(self, scale: int) -> list[str]:
        """The last frame as lines of a picture; `%` for a colour that a game's rows never have."""
        letters = {self._colour(look, scale): pictures.LETTERS[look] for look in READABLE} | {
            0: "."
        }
        shown = [letters.get(colour, "%") for colour in self.wire.last]
        rows = [
            f"{row + 1} {_joined(shown, row, 0)} {_joined(shown, row, 3)}"
            for row in reversed(range(rules.ROWS))
        ]
        lines = [line for line in rows if not line.endswith("... ...")]
        code = "".join(shown[54:57])
        return lines if code == "..." else [*lines, f"code {code}"]

    def code_colours(self) -> set[tuple[int, ...]]:
        """What the code lights have shown in all frames that were not dark."""
        first = lights.code_light(0)
        return {frame.colours[first:] for frame in self.wire.frames if any(frame.colours)}

    def _colour(self, look: int, scale: int) -> int:
        return lights.dim(lights.colour_of(look, self.chosen["palette"]), scale)


def _block(lines: Iterable[str]) -> str:
    return "".join(f"\n    {line}" for line in lines)


def _differences(shown: Sequence[int], wanted: Sequence[int]) -> Iterable[str]:
    """The lights that differ, if there is a frame at all."""
    for light, (is_now, should_be) in enumerate(zip(shown, wanted, strict=False)):
        if is_now != should_be:
            yield f"light {light} is {is_now:06x}, not {should_be:06x}"


def _joined(letters: Sequence[str], row: int, first: int) -> str:
    start = 6 * row + first
    return "".join(letters[start : start + 3])


def lit(frame: Iterable[int]) -> dict[int, int]:
    """{light: colour} of the lights of a frame that are not dark."""
    return {light: colour for light, colour in enumerate(frame) if colour}
