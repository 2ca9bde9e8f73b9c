#!/usr/bin/env python3
"""Hard disks or balls of one size by single-body Metropolis moves, all pairs: a simulation of shapes
that knows nothing of this suite but the protocol of docs/external.md.

`--fault late` does not see bodies behind in the list, for the tests of the suite.
"""

import math
import random
import sys


class Spheres:
    def __init__(self, settings, radius, bodies):
        self.dimensions = int(settings["dimensions"][0])
        self.sides = [float(side) for side in settings["box"][:3]]
        self.tilts = [float(tilt) for tilt in settings["box"][3:]]
        self.max_displacement = float(settings["max_displacement"][0])
        self.sweeps_per_step = int(settings["sweeps_per_step"][0])
        self.random = random.Random(int(settings["seed"][0]))
        self.diameter2 = (2 * radius) ** 2
        self.centres = [body[1:4] for body in bodies]
        self.orientations = [body[4:] for body in bodies]
        self.trials = self.accepted = 0

    def refused(self):
        if any(self.tilts):
            return "only boxes that are not tilted"
        if min(self.sides[:self.dimensions]) ** 2 < self.diameter2:
            return "only boxes as wide as a body"
        return None

    def nearest(self, difference, k):
        return difference - self.sides[k] * round(difference / self.sides[k])

    def overlaps(self, i, place, fault):
        for j, other in enumerate(self.centres[:i] if fault == "late" else self.centres):
            distance2 = sum(self.nearest(place[k] - other[k], k) ** 2
                            for k in range(self.dimensions))
            if j != i and distance2 <= self.diameter2:
                return True
        return False

    def displacement(self):
        while True:
            step = [self.random.uniform(-1, 1) if k < self.dimensions else 0.0 for k in range(3)]
            if sum(s * s for s in step) <= 1:
                return [self.max_displacement * s for s in step]

    def step(self, fault):
        for _ in range(self.sweeps_per_step):
            for i, centre in enumerate(self.centres):
                step = self.displacement()
                place = [c + s for c, s in zip(centre, step)]
                for k in range(self.dimensions):
                    place[k] = self.nearest(place[k], k)
                self.trials += 1
                if not self.overlaps(i, place, fault):
                    self.accepted += 1
                    self.centres[i] = place

    def lines(self):
        return [" ".join(map(repr, r + q)) for r, q in zip(self.centres, self.orientations)]


def start(words):
    """(simulation, None) or (None, why not)."""
    settings, types = {}, []
    for line in sys.stdin:
        key, *values = line.split()
        if key == "bodies":
            break
        settings[key] = values
        if key == "types":
            types = [sys.stdin.readline().split() for _ in range(int(values[0]))]
    bodies = [list(map(float, sys.stdin.readline().split())) for _ in range(int(words[2]))]
    if words[1] != "shapes" or len(types) != 1 or types[0][0] not in ("disk", "ball"):
        return None, "only disks or balls of one size"
    spheres = Spheres(settings, float(types[0][1]), bodies)
    return (None, spheres.refused()) if spheres.refused() else (spheres, None)


def main():
    spheres, fault = None, sys.argv[2] if sys.argv[1:2] == ["--fault"] else ""
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "start":
            spheres, why = start(words)
            lines = [f"error {why}" if why else "ok"]
        elif words[0] == "advance":
            for _ in range(int(words[1])):
                spheres.step(fault)
            lines = [f"ok {spheres.trials} {spheres.accepted} 0 0"]
        elif words[0] == "state":
            lines = ["ok"] + spheres.lines()
        else:
            lines = [f"error unknown request {words[0]}"]
        print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
