# SPDX-License-Identifier: MIT
"""How the holes learn their animals: eight steps, the same on the board alone and with a host. Pure.

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

EMPTY, WHITE = 7, 6  # as in calibrating

STEPS = 8
FIRST_ANIMALS = 2  # the step
READINGS = 10  # a sample is their mean

WAITING, MEASURING, DONE, BAD = range(4)  # a place's state

# Why a place is BAD.
UNSTEADY = "unsteady"  # something moved, or the light changed
SAME = "same"  # reads as in the step before, or as when empty: nothing was laid there
DARK = "dark"  # white paper gives too little light: does the sensor's own light shine?
BRIGHT = "bright"  # the sensor is blinded: there is too much light in the room
GONE = "gone"  # the sensor has stopped to answer

NOISE = 8  # counts, and ...
NOISE_PART = 16  # ... this part of the mean: what readings of the same differ by, highest to lowest
DARKEST = 200  # counts of the clear channel
BRIGHTEST = 21 * 1024 * 3 // 4  # counts; from there on a light's ripple may be cut off (ams DN40)


class Lesson:
    """The steps, and what was measured in them; knows no time, no lights and no sensors.

    `places` are the holes that have a sensor, by where (0-2 guess holes, 3-5 code holes). `step` is
    0 to 7, and 8 when the lesson is over. `samples` is {where: {what: (red, green, blue, clear)}},
    in counts, as `calibrating.learn` takes it; whole when the lesson is over.
    """

    def __init__(self, places):
        self.places = tuple(places)
        self.samples = {where: {} for where in self.places}
        self._readings = {where: None for where in self.places}
        self._to(0)

    @property
    def over(self):
        return self.step == STEPS

    @property
    def measured(self):
        """Whether all places are DONE with this step."""
        return all([self._states[where] == DONE for where in self.places])

    def wanted(self, where: int):
        """What shall lie at a place in this step: EMPTY, WHITE or an animal, 0 to 5."""
        if self.step < FIRST_ANIMALS:
            return (EMPTY, WHITE)[self.step]
        return (where + self.step - FIRST_ANIMALS) % 6

    def state(self, where: int):
        """WAITING, MEASURING, DONE or BAD."""
        return self._states[where]

    def fault(self, where: int):
        """UNSTEADY, SAME, DARK, BRIGHT or GONE, why a place is BAD; "" for one that is not."""
        return self._faults[where]

    def begin(self):
        """What is wanted lies there: measure each place that is not DONE."""
        for where in self.places:
            if not self.over and self._states[where] != DONE:
                self._states[where], self._faults[where] = MEASURING, ""
                self._readings[where] = []

    def take(self, where: int, red: int, green: int, blue: int, clear: int):
        """One reading of a place, in counts; counts for nothing but while that is MEASURING."""
        if self._states.get(where) != MEASURING:
            return
        readings = self._readings[where]
        readings.append((red, green, blue, clear))
        if len(readings) == READINGS:
            self._finish(where)

    def lose(self, where: int):
        """The sensor of a place does not answer now."""
        if self._states.get(where) == MEASURING:
            self._states[where], self._faults[where] = BAD, GONE

    def next(self):
        """Go on to the next step, if this one is measured."""
        if self.measured and not self.over:
            self._to(self.step + 1)

    def back(self, step=None):
        """Go back to a step, the one before this if none is named, and measure from there on."""
        self._to(max(0, self.step - 1) if step is None else step)

    def _to(self, step: int):
        self.step = step
        self._states = {where: WAITING for where in self.places}
        self._faults = {where: "" for where in self.places}

    def _finish(self, where: int):
        self.samples[where][self.wanted(where)] = self._readings[where][-1]
        self._states[where] = DONE
