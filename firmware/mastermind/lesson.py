# SPDX-License-Identifier: MIT
"""How the holes learn their animals: eight steps, the same on the board and with a host. Pure.

    lesson = Lesson((0, 1, 2))          # the places that have a sensor
    lesson.wanted(where)                # what shall lie there now: shown to a person
    lesson.begin()                      # the person says that it does
    lesson.take(where, r, g, b, c)      # each reading, as they come, until no place is MEASURING
    lesson.next()                       # if lesson.measured; else tell lesson.fault(where), and
                                        # begin() again: DONE places stay, the others are measured
    calibrating.learn(lesson.samples, wiring)   # once lesson.over

Step 0: all holes are empty. Step 1: white paper on each. Steps 2 to 7: the animals lie on the
holes, each time on others, until each hole has seen all six. `back` may be called at any time.
"""

from mastermind.calibrating import EMPTY, LEAST_WHITE, WHITE
from mastermind.calibration import SATURATED

STEPS, FIRST_ANIMALS = 8, 2
READINGS = 10  # a sample is their mean

WAITING, MEASURING, DONE, BAD = range(4)  # a place's state

# Why a place is BAD: something moved, or the light changed; it reads as in the step before, or as
# when it was empty; white paper gives too little light, or less than twice the empty hole's; there
# is too much light for the sensor; the sensor does not answer.
UNSTEADY, SAME, DARK, BRIGHT, GONE = "unsteady", "same", "dark", "bright", "gone"

# So many counts, and so small a part of them more: within STEADY are ten readings of what lies
# still, within NEAR two means of it. The host's model of holes keeps to half of that in rooms of 0
# to 500 lx, and two things that are laid one after the other differ by almost twice NEAR.
STEADY, STEADY_PART = 40, 12
NEAR, NEAR_PART = 8, 32


class Lesson:
    """The steps, and what was measured in them; knows no time, no lights and no sensors.

    `places`: the holes that have a sensor, by where (0-2 guess holes, 3-5 code holes). `step`: 0 to
    7, and 8 when the lesson is over. `samples`: {where: {what: (red, green, blue, clear)}}, means
    in counts, as `calibrating.learn` takes them; whole when the lesson is over.
    """

    def __init__(self, places):
        self.places = tuple(places)
        self.samples: dict = {where: {} for where in self.places}
        self._enter(0)

    @property
    def over(self):
        return self.step == STEPS

    @property
    def measured(self):
        """Whether all places are DONE with this step."""
        return all([self._states[where] == DONE for where in self.places])

    def wanted(self, where: int, step=None):
        """What shall lie at a place in this step, or in `step`: EMPTY, WHITE or an animal, 0-5."""
        step = self.step if step is None else step
        if step < FIRST_ANIMALS:
            return WHITE if step else EMPTY
        return (where + step - FIRST_ANIMALS) % 6

    def state(self, where: int):
        """WAITING, MEASURING, DONE or BAD."""
        return self._states[where]

    def fault(self, where: int):
        """Why a place is BAD: UNSTEADY, SAME, DARK, BRIGHT or GONE; "" for one that is not."""
        return self._faults[where]

    def begin(self):
        """What is wanted lies there: measure each place that is not DONE, from anew."""
        for where in self.places:
            if self._states[where] != DONE and not self.over:
                self._states[where], self._faults[where] = MEASURING, ""
                self._readings[where] = []

    def take(self, where: int, red: int, green: int, blue: int, clear: int):
        """One reading of a place, in counts, which counts only while that is MEASURING."""
        if self._states.get(where) == MEASURING:
            readings = self._readings[where]
            readings.append((red, green, blue, clear))
            if len(readings) == READINGS:
                self._finish(where, [[one[at] for one in readings] for at in range(4)])

    def lose(self, where: int):
        """The sensor of a place does not answer now."""
        if self._states.get(where) == MEASURING:
            self._states[where], self._faults[where] = BAD, GONE

    def next(self):
        """Go on to the next step, if this one is measured."""
        if self.measured and not self.over:
            self._enter(self.step + 1)

    def back(self, step: int = STEPS):
        """Go back to `step`, or to the one before this, and measure anew from there on."""
        self._enter(max(0, min(step, self.step - 1)))

    def _enter(self, step: int):
        self.step = step
        self._states = {where: WAITING for where in self.places}
        self._faults = {where: "" for where in self.places}
        self._readings: dict = {}

    def _finish(self, where: int, channels):
        sample = tuple([(sum(each) + READINGS // 2) // READINGS for each in channels])
        fault = self._judge(self.samples[where], self.wanted(where, self.step - 1), sample)
        fault = _unfit(channels) or fault
        self._states[where], self._faults[where] = BAD if fault else DONE, fault
        if not fault:
            self.samples[where][self.wanted(where)] = sample

    def _judge(self, known, before: int, sample):
        """Why a sample can't be of what is wanted, or ""."""
        if self.step and (_near(sample, known[before]) or _near(sample, known[EMPTY])):
            return SAME
        return DARK if self.step == 1 and _is_dark(sample, known[EMPTY]) else ""


def _unfit(channels):
    """Why readings can't be used, or ""."""
    highest = [max(each) for each in channels]
    if max(highest) >= SATURATED:
        return BRIGHT
    swung = [max(each) - min(each) - max(each) // STEADY_PART for each in channels]
    return UNSTEADY if max(swung) > STEADY else ""


def _is_dark(white, empty):
    return min(white) < LEAST_WHITE // 4 or white[3] < max(LEAST_WHITE, 2 * empty[3])


def _near(one, other):
    """Whether two samples are of the same, that was not moved, in the same light."""
    return all([abs(one[at] - other[at]) <= NEAR + one[at] // NEAR_PART for at in range(4)])
