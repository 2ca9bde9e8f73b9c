#!/usr/bin/env python3
"""Hard disks or balls of one size by the Metropolis algorithm, all pairs. Put your own simulation in its place."""

import random
from touchstone_verify import Refused, Shapes, serve


class Spheres(Shapes):
    # self.dimensions, self.sides, self.tilts, self.bodies (the types), self.types (of each body), self.centres,
    # self.orientations and the parameters of the moves are set before start().
    def start(self):
        if [body.name for body in self.bodies] not in (["disk"], ["ball"]):
            raise Refused("only disks or balls of one size")
        self.diameter2 = (2 * self.bodies[0].radius) ** 2
        if any(self.tilts) or min(self.sides[:self.dimensions]) ** 2 < self.diameter2:
            raise Refused("only boxes that are not tilted, as wide as a body")
        self.random = random.Random(self.seed)

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

    # Trials of balls are translations; for other bodies count self.rotation_trials and self.rotations_accepted, too.
    def advance(self, steps):
        for _ in range(steps * self.sweeps_per_step):
            for i, centre in enumerate(self.centres):
                place = self.nearest([c + s for c, s in zip(centre, self.displacement())])
                self.translation_trials += 1
                if self.is_free(i, place):
                    self.translations_accepted += 1
                    self.centres[i] = place


serve(Spheres)
