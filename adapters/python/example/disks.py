#!/usr/bin/env python3
"""Hard disks by the Metropolis algorithm, all pairs: correct and slow. Put your own simulation in its place."""

import cmath, math, random
from touchstone_verify import Disks, serve


class Metropolis(Disks):
    # self.width, self.height, self.centres, self.seed, self.threads and self.max_displacement are set before start().
    def start(self):
        self.random = random.Random(self.seed)

    # A sweep is as many trials as there are disks; self.trials and self.accepted count since the start.
    def advance(self, sweeps):
        for self.trials in range(self.trials + 1, self.trials + 1 + sweeps * len(self.centres)):
            i, angle = self.random.randrange(len(self.centres)), self.random.uniform(0, math.tau)
            step = cmath.rect(self.max_displacement * math.sqrt(self.random.random()), angle)
            moved = complex(*self.centres[i]) + step
            # A tiny negative x makes x % width the width itself, hence the second one.
            x, y = moved.real % self.width % self.width, moved.imag % self.height % self.height
            if all(j == i or math.hypot(math.remainder(x - a, self.width), math.remainder(y - b, self.height)) >= 1
                   for j, (a, b) in enumerate(self.centres)):
                self.centres[i], self.accepted = (x, y), self.accepted + 1

    # def state(self): return ...    # (x, y) of each disk, where they are not in self.centres


serve(Metropolis)
