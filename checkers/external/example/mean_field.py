#!/usr/bin/env python3
"""The Hamiltonian Mean Field model by Yoshida's composition of three leapfrog steps: an integrator of
fourth order that knows nothing of this suite but the protocol of docs/external.md.

`--fault euler` integrates by Euler's rule, for the tests of the suite.
"""

import math
import sys


class HamiltonianMeanField:
    """Angles q and momenta p; forces are those of the mean field, in O(N)."""

    def __init__(self, time_step, q, p):
        self.time_step, self.q, self.p = time_step, q, p

    def field(self):
        n = len(self.q)
        return math.fsum(map(math.cos, self.q)) / n, math.fsum(map(math.sin, self.q)) / n

    def forces(self):
        x, y = self.field()
        return [y * math.cos(q) - x * math.sin(q) for q in self.q]

    def energies(self):
        x, y = self.field()
        return (math.fsum(p * p for p in self.p) / 2, len(self.q) * (1 - x * x - y * y) / 2)

    def kick(self, time):
        self.p = [p + time * f for p, f in zip(self.p, self.forces())]

    def drift(self, time):
        self.q = [q + time * p for q, p in zip(self.q, self.p)]

    def step(self, euler):
        if euler:
            forces = self.forces()
            self.drift(self.time_step)
            self.p = [p + self.time_step * f for p, f in zip(self.p, forces)]
            return
        outer = 1 / (2 - 2 ** (1 / 3))
        for part in (outer, 1 - 2 * outer, outer):
            self.kick(part * self.time_step / 2)
            self.drift(part * self.time_step)
            self.kick(part * self.time_step / 2)


def start(words):
    settings = {}
    for line in sys.stdin:
        key, *values = line.split()
        if key == "state":
            break
        settings[key] = values[0]
    rows = [list(map(float, sys.stdin.readline().split())) for _ in range(int(words[2]))]
    if words[1] != "longrange" or settings["model"] != "hmf":
        return None
    return HamiltonianMeanField(float(settings["time_step"]), [r[0] for r in rows],
                                [r[1] for r in rows])


def answer(system, words, euler):
    """Lines of the answer."""
    if words[0] == "advance":
        for _ in range(int(words[1])):
            system.step(euler)
        return ["ok"]
    if words[0] == "state":
        return ["ok"] + [f"{q!r} {p!r}" for q, p in zip(system.q, system.p)]
    if words[0] == "forces":
        return ["ok"] + [repr(f) for f in system.forces()]
    if words[0] == "energies":
        kinetic, potential = system.energies()
        return ["ok", f"{kinetic!r} {potential!r}"]
    return [f"error unknown request {words[0]}"]


def main():
    system, euler = None, sys.argv[1:] == ["--fault", "euler"]
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "start":
            system = start(words)
            lines = ["ok" if system else "error only the HMF model"]
        else:
            lines = answer(system, words, euler)
        print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
