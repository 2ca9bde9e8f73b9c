"""Hard disks by straight event chains, all pairs: correct and slow. It stands for a simulation of yours."""

import math, random


class EventChainSampler:
    def __init__(self, width, height, centres, seed):
        self.sides, self.centres = (width, height), [list(r) for r in centres]
        self.random, self.liftings = random.Random(seed), 0

    def run(self, chains, length=1.2):
        for _ in range(chains):
            self.chain(self.random.randrange(len(self.centres)), self.random.randrange(2), length)

    def chain(self, i, a, left):
        """Disks move along x (a = 0) or y (1), one after another, by so much in all: one that meets another stops, and that
        one goes on. A chain that ended where disks meet would leave too many of them in contact."""
        while left > 0:
            way, met = min([(left, i), *((self.way(i, j, a), j) for j in range(len(self.centres)) if j != i)])
            self.centres[i][a] = (self.centres[i][a] + way) % self.sides[a] % self.sides[a]
            self.liftings += met != i
            i, left = met, left - way

    def way(self, i, j, a):
        """Way of disk i until it meets disk j; rounding leaves none where they touch."""
        offset = math.remainder(self.centres[j][1 - a] - self.centres[i][1 - a], self.sides[1 - a])
        ahead = (self.centres[j][a] - self.centres[i][a]) % self.sides[a]
        return max(ahead - math.sqrt(1 - offset * offset), 0) if abs(offset) < 1 else math.inf
