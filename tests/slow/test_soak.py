# SPDX-License-Identifier: MIT
"""Two thousand games on one virtual board: nothing grows, nothing is lost, little is erased."""

import gc
import tracemalloc
from random import Random

import flash

from mastermind import journal, keys, played, rules, settings
from mastermind_host import virtual

GAMES = 2000
SAMPLES = 10
STEP_MS = 5
PRESS_MS = 60
MOST_GROWTH = 20_000  # bytes of the PC's memory, from the first sample to the last
MOST_ERASES_A_GAME = 0.27  # 10,000 in 10 years of 10 games a day


class RandomPlayer:
    """Somebody who presses without thinking, but plays on."""

    def __init__(self, seed):
        self.chance = Random(seed)
        self.now_ms = 0
        self.store = flash.Nvm()
        chosen = settings.defaults() | {"hider": "board", "sound": False}
        board = virtual.Board(now_ms=lambda: self.now_ms)
        self.session = virtual.Session(chosen, board=board, store=self.store)
        self.wait(100)

    @property
    def table(self):
        return self.session.app.table

    def wait(self, ms):
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            self.session.step()

    def press(self, *pressed):
        for key in pressed:
            self.session.key(key, True)
            self.wait(PRESS_MS)
            self.session.key(key, False)
            self.wait(PRESS_MS)

    def play(self):
        """Whatever the stage asks for; often a hint, so that games come to an end."""
        stage = self.session.stage
        if stage == "guess" and self.chance.random() < 0.5:
            self.press(keys.MENU, keys.MENU)
            self.wait(800)
            self.press(keys.CHECK)
        elif stage in ("guess", "hide"):
            for hole in range(rules.HOLES):
                self.press(*[hole] * self.chance.randint(1, 6))
            self.press(keys.CHECK, keys.CHECK)
        elif stage == "setup":
            self.press(self.chance.choice((keys.LEFT, keys.RIGHT)), keys.CHECK)
        elif stage == "scoreboard":
            self.press(self.chance.choice([keys.CHECK, keys.CHECK, keys.MENU]))
        else:
            self.press(keys.CHECK)


def test_2000_games(capsys):
    player = RandomPlayer(seed=1)
    tracemalloc.start()
    memory, counted = [], 0
    for goal in range(GAMES // SAMPLES, GAMES + 1, GAMES // SAMPLES):
        while counted < goal:
            player.play()
            counted = player.session.memory.state.played
        gc.collect()
        memory.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    erases, programmed = player.store.sector.erases, player.store.sector.programmed
    with capsys.disabled():
        print(f"\n{counted} games; of nvm {100 * erases / counted:.2f} erases per 100 games and")
        print(
            f"{programmed / counted:.0f} bytes programmed per game; memory every {GAMES // SAMPLES}"
        )
        print(f"games, in kB: {[round(count / 1000, 1) for count in memory]}")
    assert memory[-1] - memory[1] < MOST_GROWTH
    assert erases < MOST_ERASES_A_GAME * counted
    assert player.session.memory.notes == []
    games = list(played.games(journal.Journal(player.store)))
    assert [game.number for game in games] == list(range(counted - len(games) + 1, counted + 1))
