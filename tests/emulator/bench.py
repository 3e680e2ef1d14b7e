# SPDX-License-Identifier: MIT
"""Measures the firmware against its budgets on every CircuitPython found.

All times are emulated. Beside each figure stand its budget and its ratio to the record kept in
baseline.json, which --record writes anew. Ends with status 1 where a budget is missed, 2 where
there is nothing to measure on.
"""

import argparse
import functools
import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import scenarios
from emulator import asking, bench_deploy, boot_out, image, interpreter, probes, remembered
from emulator.beats import Beats
from emulator.figures import Figure
from emulator.flash import ERASE
from emulator.pico import DATA, NS_PER_CYCLE
from emulator.player import PLACED_MS, PRESS_MS, Player
from emulator.sensed import Sensed

from mastermind import codebreaker, keys, lights, protocol, rules, spare
from mastermind.memory import Memory

BASELINE = Path(__file__).parent / "baseline.json"
PHASES = 30  # presses at different moments of the board's loop; five times round the animals
CHECKS = 8  # of the nine rows, so that the game goes on
ANSWER_MS = 60
PLACINGS = 12
STILL_MS = 10_000
GAME = {"level": "older", "hider": "friend"}
AGAINST_BOARD = {"level": "expert", "hider": "board-guesses", "pace": "quick"}
LONGEST_CODE = (6, 6, 0)  # blank, blank, tiger: six rows
# A game at the pace of people: from a press to the next, and its rows.
PACE_MS = 1000
CODE, ROWS = "PEL", ("TTL", "LLC", "CPP", "PCE", "HPE", "PEL")
# Flash lasts for 100,000 erases.
LIFE_ERASES, GAMES_A_YEAR = 10_000, 10 * 365
LONG_BYTES = 2950  # of 3072, from which on a power-up makes room
ROOM_MADE = 20  # by then the journal is full of past games
SECTOR = 4096


# The least that lights 57 lights on a key: what the interpreter alone takes.
BARE = b"""
import board
import keypad
import neopixel

keys = keypad.Keys((board.GP2,), value_when_pressed=False, interval=0.002, debounce_threshold=2)
pixels = neopixel.NeoPixel(board.GP16, 57, auto_write=False)
level = 0
print("bare loop")
while True:
    event = keys.events.get()
    if event and event.pressed:
        level = (level + 1) % 8
        pixels.fill(level << 4)
        pixels.show()
"""


LOADING = """
import time
from mastermind import rules
before_ns = time.monotonic_ns()
from mastermind import codebreaker
print(time.monotonic_ns() - before_ns)
"""


def measure(uf2: Path) -> Iterator[Figure]:
    yield from power_ups(uf2)
    yield from presses(uf2)
    yield bare_presses(uf2)
    yield from linked(uf2)
    yield from hints(uf2)
    yield from own_guesses(uf2)
    yield loading(uf2)
    yield from memory(uf2)
    yield from sensors(uf2)
    yield from wear(uf2)
    yield from bench_deploy.measure(uf2)


def power_ups(uf2: Path) -> Iterator[Figure]:
    """Of a new board, of one that has been played on, and into a game that goes on."""
    new = Player(uf2, _second_time(uf2))
    yield Figure("power-up to Welcome lit", "ms", [_lit(new)], most=2500)
    long = remembered.at_setup(LONG_BYTES, **GAME)
    yield Figure("the same with a long journal", "ms", [_lit(_with_past(uf2, long))])
    begun = remembered.guessing(0, **GAME)
    yield Figure("power-up to the resumed game lit", "ms", [_lit(_with_past(uf2, begun))])


@functools.cache
def _second_time(uf2: Path) -> image.Files:
    """A drive that was there at a start before, which wrote boot_out.txt."""
    return image.files() | {boot_out.NAME: boot_out.read(uf2)}


def _with_past(uf2: Path, had: remembered.Remembered) -> Player:
    drive = image.with_settings(had.on(_second_time(uf2)), GAME)
    return Player(uf2, drive, nvm=had.nvm)


def _lit(player: Player) -> float:
    """From the power's coming to the first light, in ms."""
    player.start()
    return next(frame for frame in player.wire.frames if any(frame.colours)).lit_ns / 1e6


def presses(uf2: Path) -> Iterator[Figure]:
    """A game that a friend has hidden a code for: presses, checks, and a minute of nothing."""
    player = _guessing(uf2, image.files())
    player.choose("TTT")
    yield Figure("press to lit", "ms", list(_press_times(player)), most=15)
    yield Figure("check to score lit", "ms", list(_check_times(player)), most=25)
    player.choose("TTT")
    player.wait(1000)
    seen = len(player.wire.frames)
    player.wait(60_000)
    yield Figure("frames in a still minute", "", [len(player.wire.frames) - seen], most=0)


def _guessing(
    uf2: Path, drive: image.Files, changes: dict[str, str] | None = None, code: str = "TLC"
) -> Player:
    player = Player(uf2, image.with_settings(drive, GAME | (changes or {})))
    player.start()
    player.press("check", "check")
    player.choose(code)
    player.press("check")
    player.expect_rows("1 ??? ...")
    return player


def _press_times(player: Player) -> Iterator[float]:
    """Presses that walk a hole through the animals, spread over the board's loop and key scan."""
    for phase in range(PHASES):
        player.wait(50 + 7.3 * phase / PHASES)
        yield _lit_after(player, keys.LEFT, lights.guess_light(0, 0))


def _check_times(player: Player) -> Iterator[float]:
    for row in range(CHECKS):
        if row:
            player.choose("TTT")
        player.wait(50 + 7.3 * row / CHECKS)
        yield _lit_after(player, keys.CHECK, lights.score_light(row, 0))
    player.expect_rows(f"{CHECKS + 1} ??? ...", *(f"{row + 1} TTT r.." for row in range(CHECKS)))


def _lit_after(player: Player, key: int, light: int) -> float:
    """From the contact's closing until every light shows the frame that changes `light`, in ms."""
    closed_ns = player.pico.cycles * NS_PER_CYCLE
    before = player.wire.last[light] if player.wire.last else 0
    player.change(key, True)
    player.wait(ANSWER_MS)
    player.change(key, False)
    player.wait(PRESS_MS)
    frames = (frame for frame in player.wire.frames if frame.start_ns > closed_ns)
    changed = next(frame for frame in frames if frame.colours[light] != before)
    return (changed.lit_ns - closed_ns) / 1e6


def bare_presses(uf2: Path) -> Figure:
    player = Player(uf2, image.files() | {"code.py": BARE})
    player.pico.run_until_text("bare loop", 10_000)
    player.wait(100)
    return Figure("press to lit, bare loop", "ms", list(_press_times(player)))


def linked(uf2: Path) -> Iterator[Figure]:
    """A host on the link: its first question, later ones, and presses while it mirrors the board.

    Presses come at different moments of two requests, as `mastermind play` sends them.
    """
    player = _guessing(uf2, image.files())
    yield Figure("first reply over the link", "ms", [_reply_time(player, "hello")])
    replies = [_reply_time(player, do) for do in ("state", "lights", "settings") * 3]
    yield Figure("reply over the link", "ms", replies)
    mirrored = []
    for phase in range(PHASES):
        player.wait(50 + 7.3 * phase / PHASES)
        requests = [protocol.request(1, do, {}) for do in ("state", "lights")]
        player.pico.send(b"".join(requests), DATA)
        player.wait(phase)
        mirrored.append(_lit_after(player, keys.LEFT, lights.guess_light(0, 0)))
    yield Figure("press to lit while mirrored", "ms", mirrored)


def _reply_time(player: Player, do: str) -> float:
    begun = player.pico.ms
    asking.ask(player, do)
    return player.pico.ms - begun


def hints(uf2: Path) -> Iterator[Figure]:
    """From `menu` let go until it is answered, after the row that needs the longest search.

    First the bar of the codes left, which also imports the search; then the row.
    """
    player = _guessing(uf2, image.files(), {"level": "expert"}, "_T_")
    player.choose("TLC")
    player.press("check")
    yield Figure("codes left to bar lit", "ms", [_answered(player)], most=1000)
    yield Figure("hint to row lit", "ms", [_answered(player)], most=1000)


def _answered(player: Player) -> float:
    """Press `menu`; until the row being chosen shows more than holes not chosen, in ms."""
    player.change(keys.MENU, True)
    player.wait(PRESS_MS)
    let_go_ns = player.pico.cycles * NS_PER_CYCLE
    player.change(keys.MENU, False)
    player.wait(5000)  # also until the bar is gone
    light = lights.guess_light(1, 0)
    blinks = {0, lights.dim(lights.colour_of(rules.NOT_CHOSEN, "bright"), player.scale())}
    later = (frame for frame in player.wire.frames if frame.start_ns > let_go_ns)
    lit = next(frame for frame in later if frame.colours[light] not in blinks)
    return (lit.lit_ns - let_go_ns) / 1e6


def own_guesses(uf2: Path) -> Iterator[Figure]:
    """The board breaks one of the codes at expert that cost it the most rows."""
    drive = probes.timed_guesses(probes.probed(image.files()))
    player = Player(uf2, image.with_settings(drive, AGAINST_BOARD))
    player.start()
    player.press("check", "check")
    history: list[tuple[tuple[int, ...], rules.Score]] = []
    while not history or history[-1][1].red < rules.HOLES:
        player.wait(2000)
        guess = codebreaker.best_guess(history, "expert")
        score = rules.score(LONGEST_CODE, guess, "expert")
        history.append((guess, score))
        player.press(*["left"] * score.red, *["middle"] * score.white, "check")
    yield Figure("the board's own guess", "ms", probes.guess_times(player), most=150)
    player.wait(1000)
    least, _ = probes.worst_moment(player)
    yield Figure("heap free while it guesses", "kB", [least / 1000])


def loading(uf2: Path) -> Figure:
    """What a first hint waits for: importing the searches and the table of best play."""
    player = Player(uf2, image.files())
    player.start()
    printed, error = player.pico.raw_exec(LOADING)
    assert not error, error
    return Figure("loading the codebreaker", "ms", [int(printed) / 1e6])


def memory(uf2: Path) -> Iterator[Figure]:
    """A whole game of nine rows on a board that measures itself."""
    player = _guessing(uf2, probes.probed(image.files()))
    yield Figure("heap free after start", "kB", [probes.heap_free(player) / 1000], least=100)
    allocated, mean_ns, longest_ns = probes.idle(player)
    yield Figure("allocated by 1,000 idle steps", "bytes", [allocated], most=0)
    yield Figure("idle step, mean", "ms", [mean_ns / 1e6], most=2)
    yield Figure("idle step, longest", "ms", [longest_ns / 1e6], most=2)
    yield from _worst_moment(player, "")
    player = _guessing(uf2, probes.probed(image.files()))
    asking.ask(player, "hello")
    player.choose("TTT")
    yield from _worst_moment(player, ", linked")


def _worst_moment(player: Player, when: str) -> Iterator[Figure]:
    """From three chosen holes of the first row to the scoreboard, with whatever rows."""
    player.press("check")
    for _ in range(8):
        player.choose("TTT")
        player.press("check")
    player.wait(1000)
    least, block = probes.worst_moment(player)
    yield Figure(f"heap free at the worst moment{when}", "kB", [least / 1000])
    yield Figure(f"largest free block after it{when}", "kB", [block / 1000])


def sensors(uf2: Path) -> Iterator[Figure]:
    """A game with an animal on each of six colour sensors, one of which is read every 10 ms."""
    player, sensed = _sensing(uf2, probes.counted_readings(_second_time(uf2)))
    allocated, free = probes.readings(player)
    yield Figure("heap free with six sensors", "kB", [free / 1000], least=60)
    yield Figure("allocated by 1,000 readings", "bytes", [allocated], most=0)
    steps = Beats(player).watch(STILL_MS).still
    yield Figure("step with sensors, mean", "ms", [statistics.mean(steps)], most=2)
    yield Figure("step with sensors, longest", "ms", [max(steps)], most=5)
    yield Figure("placed to lit", "ms", list(_placed_times(player, sensed)))
    yield Figure("press to lit with sensors", "ms", list(_press_times(player)), most=15)
    player, _ = _sensing(uf2, probes.probed(_second_time(uf2)))
    asking.ask(player, "hello")
    player.wait(PLACED_MS)
    yield from _worst_moment(player, ", all")


def _sensing(uf2: Path, drive: image.Files) -> tuple[Player, Sensed]:
    """In the first row, with an animal in every hole."""
    sensed = Sensed()
    past = sensed.past()
    drive = image.with_settings(past.on(drive), GAME)
    player = Player(uf2, drive, nvm=past.nvm, wire=sensed)
    player.start()
    player.wait(2000)  # until they are found
    player.press("check", "check")
    for where in range(3, 6):
        player.place(where, where - 3)
    player.press("check")
    for where in range(3):
        sensed.put(where, where)
    return player, sensed


def _placed_times(player: Player, sensed: Sensed) -> Iterator[float]:
    """Animals that take turns in a hole, placed at different moments of a round of reading."""
    for phase in range(PLACINGS):
        player.wait(50 + 60 * phase / PLACINGS)
        before, placed_ns = len(player.wire.frames), player.pico.cycles * NS_PER_CYCLE
        sensed.put(2, phase % 2)
        player.wait(PLACED_MS)
        light, was = lights.guess_light(0, 2), player.wire.frames[before - 1]
        frames = player.wire.frames[before:]
        lit = next(frame for frame in frames if frame.colours[light] != was.colours[light])
        yield (lit.lit_ns - placed_ns) / 1e6


def wear(uf2: Path) -> Iterator[Figure]:
    """What keeping games costs the flash."""
    player = _with_past(uf2, remembered.at_setup(0, **GAME))
    player.start()
    before = remembered.used(player.pico.nvm())
    _play_slowly(player)
    chip = player.flash_chip
    yield Figure("erases in a game", "", [chip.erases()], most=0)
    yield Figure("programmed in a game", "bytes", [chip.bytes_programmed()])
    game = player.pico.nvm()[before : remembered.used(player.pico.nvm())]
    yield Figure("journal for a game", "bytes", [len(game)])
    yield from _making_room(player, game)


def _play_slowly(player: Player) -> None:
    """Six rows at the pace of people, from Setup to the scoreboard."""
    player.press("check", "check")
    for row in (CODE, *ROWS):
        _choose_slowly(player, row)
    assert player.read(player.scale())[-1] == f"code {CODE}"
    player.press("check")


def _choose_slowly(player: Player, letters: str) -> None:
    for name in (*scenarios.presses_of(letters), "check"):
        player.press(name)
        player.wait(PACE_MS - 2 * PRESS_MS)


def _making_room(player: Player, game: bytes) -> Iterator[Figure]:
    """How often room is made, and how often each sector is erased, when every game is as `game`.

    The most often that it can be: as if a power-up always came as soon as it makes room. On a board
    that has been played on for long, whose journal keeps as many past games as it can.
    """
    nvm, file = player.pico.nvm(), remembered.SpareFile()
    for _ in range(ROOM_MADE):
        nvm = remembered.make_room(_crowded(nvm, game)[0], file)
    had = remembered.Remembered(_crowded(nvm, game)[0], bytes(file.content))
    full = _with_past(player.uf2, had)
    yield Figure("power-up that makes room lit", "ms", [_lit(full)])
    sectors = Counter(done.offset // SECTOR for done in full.flash_chip.operations(ERASE))
    _, games = _crowded(full.pico.nvm(), game)
    erases = max(sectors.values()) / games
    yield Figure("erases of a sector by 100 games", "", [100 * erases])
    years = LIFE_ERASES / (erases * GAMES_A_YEAR)
    yield Figure("10 games a day, 10 % of its life", "years", [years], least=10)


def _crowded(nvm: bytes, game: bytes) -> tuple[bytes, int]:
    """nvm when so many more games are played that the next power-up makes room; how many."""
    played = 0
    while not spare.crowded(nvm):
        end = remembered.used(nvm)
        nvm = nvm[:end] + game + nvm[end + len(game) :]
        played += 1
    assert Memory(nvm).notes == []
    return nvm, played


def _line(figure: Figure, record: dict[str, float]) -> str:
    low, high = min(figure.values), max(figure.values)
    middle = statistics.median(figure.values)
    told = f"{low:9.2f}{middle:9.2f}{high:9.2f}"
    if len(figure.values) == 1:
        told = f"{middle:18.2f}{'':9}"
    before = record.get(figure.name)
    ratio = f"x{middle / before:.3f}" if before else ""
    missed = "" if figure.held else "  MISSED"
    return f"  {figure.name:32}{told} {figure.unit:6} {figure.budget:8} {ratio:8}{missed}".rstrip()


def _data(figure: Figure) -> dict[str, object]:
    return figure._asdict() | {"held": figure.held}


def _measured(uf2: Path) -> list[Figure]:
    return list(measure(uf2))


def _tell(results: dict[str, list[Figure]]) -> None:
    records = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    for version, figures in results.items():
        print(f"CircuitPython {version}, emulated{'least':>12}{'median':>9}{'most':>9}")
        for figure in figures:
            print(_line(figure, records.get(version, {})))


def _record(results: dict[str, list[Figure]]) -> None:
    medians = {
        version: {figure.name: round(statistics.median(figure.values), 3) for figure in figures}
        for version, figures in results.items()
    }
    BASELINE.write_text(json.dumps(medians, indent=2) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="every measured value, as JSON")
    parser.add_argument("--record", action="store_true", help="keep the medians in baseline.json")
    options = parser.parse_args()
    found = interpreter.found()
    if not found:
        print(interpreter.how_to_get_one(), file=sys.stderr)
        return 2
    with ProcessPoolExecutor(2) as pool:
        measured = pool.map(_measured, found)
        results = dict(zip(map(interpreter.version, found), measured, strict=True))
    if options.json:
        told = {version: list(map(_data, figures)) for version, figures in results.items()}
        print(json.dumps(told, indent=2))
    else:
        _tell(results)
    if options.record:
        _record(results)
    return 0 if all(figure.held for told in results.values() for figure in told) else 1


if __name__ == "__main__":
    sys.exit(main())
