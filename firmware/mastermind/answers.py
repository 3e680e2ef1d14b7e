# SPDX-License-Identifier: MIT
"""What the board answers to a host: see `protocol`. Pure.

Imported at the first request. While a code is secret, nothing here looks at it.
"""

from binascii import hexlify, unhexlify

from mastermind import __version__, journal, lights, played, protocol, rules, selftest, state
from mastermind.keys import DOWN, HOOD, NAMES, PLACES, UP, event

KEYS = NAMES[:HOOD]
SETTABLE = ("level", "hider", "brightness")  # what Setup changes as well
FIRMWARE, BOOTLOADER = "firmware", "bootloader"
MOST_GAMES = 6  # in one reply
MOST_NOTES = 600  # bytes of sentences in one reply
RESTS = ("awake", "dimmed", "dark")


class Answers:
    """Answers requests about the table of `app`.

    `settings`: those in force. `about`: the board's id, CircuitPython's version, the chip's number
    in bytes. `restart`: FIRMWARE or BOOTLOADER once the host has asked for that.
    """

    def __init__(self, app, settings: dict, about: tuple):
        self.restart = ""
        self._app, self._settings, self._about = app, settings, about
        self._held: list[int] = []
        self._games, self._last_game = played.games(journal.Journal(None)), -1

    def answer(self, line: bytes):
        """The line that answers a line; never raises."""
        number = None
        try:
            message = protocol.parse(line)
            number = message.get("id")
            fields = self._fields(message)
        except protocol.Refusal as refusal:
            return protocol.refusal(number, refusal.args[0], refusal.args[1])
        except Exception as error:
            return protocol.refusal(number, protocol.FAILED, type(error).__name__)
        return protocol.reply(number, fields)

    def too_long(self):
        """The line that answers a line which is longer than a request may be."""
        text = f"A line has {protocol.LINE_BYTES} bytes at most."
        return protocol.refusal(None, protocol.LINE, text)

    def let_go(self):
        """The host is gone: the keys that it held are up, the games are read from the start."""
        while self._held:
            self._turn(self._held[-1], False)
        self._forget_games()

    def _fields(self, message: dict):
        ask = _ASKS.get(_text(message, "do"))
        if ask is None or message.get("id") is None:
            raise protocol.Refusal(protocol.UNKNOWN, "There is no such request.")
        return ask(self, message)

    def _hello(self, _message: dict):
        board, circuitpython, uid = self._about
        return {
            "firmware": __version__,
            "board": board,
            "circuitpython": circuitpython,
            "uid": str(hexlify(uid), "utf-8").upper(),
            "remote": self._settings["allow_remote"],
        }

    def _state(self, _message: dict):
        table = self._app.table
        match, game, stage = table.match, table.game, self._app.stage
        guessing = table.stage == state.GUESS
        return {
            "stage": type(stage).__name__.lower(),
            "level": table.level,
            "hider": table.hider,
            "brightness": table.brightness,
            "codebreaker": match.codebreaker,
            "rounds_won": match.rounds_won,
            "last_rows": match.last_rows,
            "played": self._kept.played,
            "read": self._kept.games_read,
            "rows": [list(guess) + list(score) for guess, score in game.history] if game else [],
            "row": list(table.row.holes) if guessing else None,
            "scored": stage.scored_row(),
            "entering": stage.entering,
            "helped": game is not None and game.helped,
            "code": list(game.code) if table.stage == state.REVEAL and game.code else None,
        }

    def _lights(self, _message: dict):
        app = self._app
        looks = bytearray(app.picture)
        if app.secret:
            lights.paint_code(looks, (lights.OFF,) * rules.HOLES)
        return {
            "looks": str(hexlify(looks), "utf-8"),
            "brightness": app.table.brightness,
            "rest": RESTS[app.rest],
            "dimmed": app.stage.DIMMED,
            "palette": self._settings["palette"],
        }

    def _press(self, message: dict):
        if not self._settings["allow_remote"]:
            text = "allow_remote is false in settings.toml: keys are pressed at the table alone."
            raise protocol.Refusal(protocol.FORBIDDEN, text)
        name, down = _text(message, "key"), message.get("down")
        if name not in KEYS or not isinstance(down, bool):
            keys = " or ".join(KEYS)
            raise protocol.Refusal(protocol.VALUE, f"key is {keys}, down is true or false.")
        self._turn(KEYS.index(name), down)
        return {}

    def _turn(self, key: int, down: bool):
        if key in self._held:
            self._held.remove(key)
        if down:
            self._held.append(key)
        self._app.take(event(DOWN if down else UP, key), self._app.board.now())

    def _tell_settings(self, _message: dict):
        return {"settings": self._settings}

    def _set(self, message: dict):
        name, value = _text(message, "name"), message.get("value")
        table = self._app.table
        if name not in SETTABLE:
            text = f"Only {', '.join(SETTABLE)} are set over the link; others in settings.toml."
            raise protocol.Refusal(protocol.VALUE, text)
        if table.stage:
            raise protocol.Refusal(protocol.BUSY, "A game is on the table: set it between games.")
        from mastermind import settings

        try:
            settings.check(name, value)
        except ValueError as error:
            raise protocol.Refusal(protocol.VALUE, str(error)) from None
        setattr(table, name, value)
        table.set_up()
        return {}

    def _tell_games(self, message: dict):
        """Goes on where the last reply ended, for reading a journal takes long."""
        after = _number(message, "after")
        if after != self._last_game:
            self._games = played.games(journal.Journal(self._app.memory.journal.store))
        told: list[str] = []
        for game in self._games:
            if game.number > after:
                self._last_game = game.number
                told.append(str(hexlify(played.pack(game)), "utf-8"))
                if len(told) == MOST_GAMES:
                    return {"games": told, "more": True}
        self._forget_games()
        return {"games": told, "more": False}

    def _forget_games(self):
        self._games, self._last_game = played.games(journal.Journal(None)), -1

    def _read(self, message: dict):
        number = _number(message, "number")
        if number > self._kept.played:
            raise protocol.Refusal(protocol.VALUE, f"{self._kept.played} games have been played.")
        if number > self._kept.games_read:  # the same again would only fill the journal
            self._app.memory.tell(state.READ, state.number(number, 3))
        return {"read": self._kept.games_read}

    def _log(self, _message: dict):
        notes, room = [], MOST_NOTES
        table = self._app.table
        for note in list(table.mistakes) + table.notes:
            room -= len(note.encode())
            if room >= 0:
                notes.append(note)
        return {
            "notes": notes,
            "uptime_s": self._app.board.now() // 1000,
            "failures": self._kept.failures,
        }

    def _error(self, _message: dict):
        """An error's own words might tell a code: while one is secret only its places are told."""
        secret = self._app.table.stage in (state.HIDE, state.GUESS)
        text = self._kept.error
        return {"text": _places(text) if secret else text, "cut": secret}

    def _self_test(self, _message: dict):
        try:
            selftest.check_scoring()
        except RuntimeError as error:
            return {"passed": False, "text": str(error)}
        return {"passed": True, "text": ""}

    def _sensors(self, _message: dict):
        self._check_no_game()
        holes = self._app.table.holes
        told = [self._hole(where) if holes else None for where in range(PLACES)]
        wiring, switched = (holes.wiring, holes.switched) if holes else (0, False)
        return {"holes": told, "wiring": wiring, "switched": switched}

    def _hole(self, where: int):
        holes = self._app.table.holes
        raw = holes.raw[where]
        known = holes.is_calibrated(where)
        return {"raw": raw, "lies": holes.lies[where], "calibrated": known} if raw else None

    def _calibration(self, message: dict):
        self._check_no_game()
        data = self._kept.calibrations[_place(message)]
        return {"data": str(hexlify(data), "utf-8") if data else ""}

    def _calibrate(self, message: dict):
        self._check_no_game()
        where = _place(message)
        if not self._app.table.holes:
            raise protocol.Refusal(protocol.VALUE, "This board has found no colour sensors.")
        try:
            self._app.table.calibrate(where, unhexlify(_text(message, "data")))
        except ValueError as error:
            raise protocol.Refusal(protocol.VALUE, str(error)) from None
        except OSError as error:
            raise protocol.Refusal(protocol.BUSY, f"{error} Restart it first.") from None
        return {}

    def _check_no_game(self):
        """In a game sensors would tell its code, or what is going to be one."""
        if self._app.table.stage:
            text = "A game is on the table: sensors are read between games."
            raise protocol.Refusal(protocol.BUSY, text)

    def _restart(self, message: dict):
        into = _text(message, "into")
        if into not in (FIRMWARE, BOOTLOADER):
            raise protocol.Refusal(protocol.VALUE, f"into is {FIRMWARE} or {BOOTLOADER}.")
        self._app.memory.settle(self._app.board.now(), at_once=True)
        self.restart = into
        return {}

    @property
    def _kept(self):
        return self._app.memory.state


_ASKS = {
    "hello": Answers._hello,
    "state": Answers._state,
    "lights": Answers._lights,
    "press": Answers._press,
    "settings": Answers._tell_settings,
    "set": Answers._set,
    "games": Answers._tell_games,
    "read": Answers._read,
    "log": Answers._log,
    "error": Answers._error,
    "self-test": Answers._self_test,
    "sensors": Answers._sensors,
    "calibration": Answers._calibration,
    "calibrate": Answers._calibrate,
    "restart": Answers._restart,
}


def _text(message: dict, name: str):
    """A field that is text, or "": what else it holds may not even be a key of a table."""
    value = message.get(name)
    return value if isinstance(value, str) else ""


def _number(message: dict, name: str):
    value = message.get(name)
    if type(value) is not int or value < 0:
        raise protocol.Refusal(protocol.VALUE, f"{name} is a number from 0.")
    return value


def _place(message: dict):
    """The field hole: a place of `keys`."""
    where = _number(message, "hole")
    if where >= PLACES:
        raise protocol.Refusal(protocol.VALUE, f"hole is a number from 0 to {PLACES - 1}.")
    return where


def _places(error: str):
    """The files and lines of a traceback, without what the error says."""
    return "\n".join([line for line in error.split("\n") if line.startswith("  File ")])
