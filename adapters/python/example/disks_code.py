"""Hard disks by the Metropolis algorithm, all pairs: correct and slow. It stands for a simulation of yours."""

import cmath, math, random


class Metropolis:
    def __init__(self, width, height, centres, max_displacement, seed):
        self.width, self.height, self.centres, self.max_displacement = width, height, list(centres), max_displacement
        self.trials = self.accepted = 0
        self.random = random.Random(seed)

    def run(self, trials):
        for _ in range(trials):
            i, angle = self.random.randrange(len(self.centres)), self.random.uniform(0, math.tau)
            step = cmath.rect(self.max_displacement * math.sqrt(self.random.random()), angle)
            moved = complex(*self.centres[i]) + step
            self.trials += 1
            # A tiny negative x makes x % width the width itself, hence the second one.
            x, y = moved.real % self.width % self.width, moved.imag % self.height % self.height
            if all(j == i or math.hypot(math.remainder(x - a, self.width), math.remainder(y - b, self.height)) >= 1
                   for j, (a, b) in enumerate(self.centres)):
                self.centres[i], self.accepted = (x, y), self.accepted + 1
