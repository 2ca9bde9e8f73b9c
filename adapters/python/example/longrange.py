#!/usr/bin/env python3
"""The Hamiltonian Mean Field model by Yoshida's composition of three leapfrog steps, of fourth order. Put your own
integrator in its place."""

import math
from touchstone_verify import Longrange, serve

OUTER = 1 / (2 - 2 ** (1 / 3))


class MeanField(Longrange):
    # self.model, self.softening, self.time_step and self.threads are set. self.q and self.p hold a number for each
    # particle, in the plane (model gravity-2d) a pair of numbers; advance() leaves them at the same time.
    def advance(self, steps):
        for _ in range(steps):
            for part in (OUTER, 1 - 2 * OUTER, OUTER):
                self.drift(part * self.time_step / 2)
                self.p = [p + part * self.time_step * f for p, f in zip(self.p, self.forces())]
                self.drift(part * self.time_step / 2)

    def drift(self, time):
        self.q = [q + time * p for q, p in zip(self.q, self.p)]

    def field(self):
        n = len(self.q)
        return math.fsum(map(math.cos, self.q)) / n, math.fsum(map(math.sin, self.q)) / n

    # The suite asks for forces() and energies() where they are claimed (longrange.json).
    def forces(self):
        x, y = self.field()
        return [y * math.cos(q) - x * math.sin(q) for q in self.q]

    def energies(self):
        x, y = self.field()
        return math.fsum(p * p for p in self.p) / 2, len(self.q) * (1 - x * x - y * y) / 2


serve(MeanField)
