"""Hard disks or balls of one size by the Metropolis algorithm, all pairs. It stands for a simulation of yours."""

import random


class Spheres:
    """In a box that is as wide as a body."""

    def __init__(self, dimensions, sides, diameter, centres, max_displacement, seed):
        self.dimensions, self.sides, self.diameter2 = dimensions, sides, diameter ** 2
        self.centres, self.max_displacement = list(centres), max_displacement
        self.trials = self.accepted = 0
        self.random = random.Random(seed)

    def nearest(self, vector):
        return [v - side * round(v / side) for v, side in zip(vector, self.sides)]

    def displacement(self):
        while True:
            step = [self.random.uniform(-1, 1) if k < self.dimensions else 0 for k in range(3)]
            if sum(s * s for s in step) <= 1:
                return [self.max_displacement * s for s in step]

    def is_free(self, i, place):
        return all(j == i or sum(d * d for d in self.nearest([p - o for p, o in zip(place, other)])) > self.diameter2
                   for j, other in enumerate(self.centres))

    def sweep(self):
        for i, centre in enumerate(self.centres):
            place = self.nearest([c + s for c, s in zip(centre, self.displacement())])
            self.trials += 1
            if self.is_free(i, place):
                self.accepted += 1
                self.centres[i] = place
