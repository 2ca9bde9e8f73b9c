#!/usr/bin/env python3
"""The HMF model by symmetric compositions of leapfrog steps, for longrange_test.cpp.

usage: integrator_programs.py 2|4|6|8 [grid | loose]
grid: coordinates and momenta are integers of 2^-40, so that a run back gives all bits; loose: kicks are not rounded

Source  E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, section V.3.2
"""

import math
import sys

from touchstone_verify import Longrange, serve

HALVES = {2: [], 4: [1 / (2 - 2 ** (1 / 3))],
          6: [0.78451361047755726381949763, 0.23557321335935813368479318, -1.17767998417887100694641568],
          8: [0.74167036435061295344822780, -0.40910082580003159399730010, 0.19075471029623837995387626,
              -0.57386247111608226665638773, 0.29906418130365592384446354, 0.33462491824529818378495798,
              0.31529309239676659663205666]}
HALF = HALVES[int(sys.argv[1])]
STAGES = [*HALF, 1 - 2 * math.fsum(HALF), *reversed(HALF)]
HOW = sys.argv[2] if len(sys.argv) > 2 else ""
GRID = 2.0**40


def rounded(x):
    return round(x * GRID) / GRID if HOW else x


class Composed(Longrange):
    def start(self):
        self.q, self.p = list(map(rounded, self.q)), list(map(rounded, self.p))

    def advance(self, steps):
        for _ in range(steps):
            for stage in STAGES:
                self.drift(stage * self.time_step / 2)
                kicks = [stage * self.time_step * f for f in self.forces()]
                self.p = [p + (kick if HOW == "loose" else rounded(kick)) for p, kick in zip(self.p, kicks)]
                self.drift(stage * self.time_step / 2)

    def drift(self, time):
        self.q = [q + rounded(time * p) for q, p in zip(self.q, self.p)]

    def forces(self):
        n = len(self.q)
        x, y = math.fsum(map(math.cos, self.q)) / n, math.fsum(map(math.sin, self.q)) / n
        return [y * math.cos(q) - x * math.sin(q) for q in self.q]


serve(Composed)
