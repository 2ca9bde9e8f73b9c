"""The Hamiltonian Mean Field model by Yoshida's composition of three leapfrog steps, of fourth order. It stands for an
integrator of yours."""

import math

OUTER = 1 / (2 - 2 ** (1 / 3))


class MeanField:
    def __init__(self, angles, momenta, time_step):
        self.q, self.p, self.time_step = list(angles), list(momenta), time_step

    def run(self, steps):
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

    def forces(self):
        x, y = self.field()
        return [y * math.cos(q) - x * math.sin(q) for q in self.q]

    def energies(self):
        x, y = self.field()
        return math.fsum(p * p for p in self.p) / 2, len(self.q) * (1 - x * x - y * y) / 2
