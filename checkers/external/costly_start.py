#!/usr/bin/env python3
"""Hard disks in a program whose start costs much (it sleeps), and which begins again for nothing; shapes that stay.

usage: costly_start.py SECONDS [no-restart | seed | centres | counts | late]
seed, centres, counts: `restart` forgets these; late: disks behind in the list are not seen
"""

import cmath
import math
import random
import sys
import time

from touchstone_verify import Disks, Shapes, serve

SECONDS = float(sys.argv[1])
HOW = sys.argv[2] if len(sys.argv) > 2 else ""


class Costly(Disks):
    def start(self):
        time.sleep(SECONDS)
        self.begin(self.seed, self.centres)

    def begin(self, seed, centres):
        self.random = random.Random(seed)
        self.places = [complex(*centre) for centre in centres]
        self.done = self.kept = 0

    def is_free(self, i, place):
        return all(j == i or (HOW == "late" and j > i) or self.distance(place - other) >= 1
                   for j, other in enumerate(self.places))

    def distance(self, d):
        return math.hypot(math.remainder(d.real, self.width), math.remainder(d.imag, self.height))

    def advance(self, sweeps):
        for _ in range(sweeps * len(self.places)):
            i, angle = self.random.randrange(len(self.places)), self.random.uniform(0, math.tau)
            moved = self.places[i] + cmath.rect(self.max_displacement * math.sqrt(self.random.random()), angle)
            moved = complex(moved.real % self.width % self.width, moved.imag % self.height % self.height)
            self.done += 1
            if self.is_free(i, moved):
                self.places[i], self.kept = moved, self.kept + 1
        self.trials, self.accepted = self.done, self.kept

    def state(self):
        return [(place.real, place.imag) for place in self.places]


class Restarting(Costly):
    def restart(self):
        done, kept = self.done, self.kept
        places = self.state() if HOW == "centres" else self.centres
        generator = self.random
        self.begin(self.seed, places)
        if HOW == "seed":
            self.random = generator
        if HOW == "counts":
            self.done, self.kept = done, kept


class Still(Shapes):
    def start(self):
        self.first = self.centres

    def advance(self, steps):
        self.translation_trials += steps * self.sweeps_per_step * len(self.types)

    def restart(self):
        if HOW == "centres":
            self.centres = self.first


serve(Costly if HOW == "no-restart" else Restarting, Still)
