#!/usr/bin/env python3
"""Trial moves of disks or balls by HOOMD-blue, version 4 or later, on one processor: one side of `touchstone bench --peers`.

A step of HOOMD-blue is `nselect` sweeps over all particles, in their order or in reverse, and its translations are uniform in
a ball, as ours are. Balls in a box whose third side is 0 are disks.

Reads     the start that our side wrote (benchmarks/hpmc/body_turns.hpp)
Answers   lines of standard input: `turn N`, `write FILE` (benchmarks/turns.hpp)
"""

import argparse
import array
import json
import pathlib
import sys
import time

import hoomd


class Bodies:
    """A simulation that goes on from the start of a file."""

    def __init__(self, path, seed):
        numbers = array.array("d")
        numbers.frombytes(path.read_bytes())
        _, *sides, diameter, displacement, sweeps, count = numbers[:8]
        self.count, self.sweeps, self.turns = int(count), int(sweeps), []
        flat = iter(numbers[8:])
        snapshot = hoomd.Snapshot()
        snapshot.configuration.box = [*sides, 0, 0, 0]
        snapshot.particles.types = ["A"]
        snapshot.particles.N = self.count
        snapshot.particles.position[:] = list(zip(flat, flat, flat))
        self.simulation = hoomd.Simulation(device=hoomd.device.CPU(), seed=seed % 65536)
        self.simulation.create_state_from_snapshot(snapshot)
        self.integrator = hoomd.hpmc.integrate.Sphere(default_d=displacement, nselect=self.sweeps)
        self.integrator.shape["A"] = {"diameter": diameter}
        self.simulation.operations.integrator = self.integrator
        self.simulation.run(0)  # what HOOMD-blue has against the state, it says now

    def turn(self, times):
        begin = time.perf_counter()
        self.simulation.run(times)
        seconds = time.perf_counter() - begin
        accepted, rejected = self.integrator.translate_moves  # of this call of run
        self.turns += [accepted + rejected, accepted]
        return seconds

    def result(self):
        """Number of turns, trial moves and accepted ones of each, and x, y, z of all bodies."""
        places = self.simulation.state.get_snapshot().particles.position
        return array.array("d", [len(self.turns) / 2, *self.turns, *(float(x) for place in places for x in place)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    options, _ = parser.parse_known_args()
    bodies = Bodies(options.start, options.seed)
    print(json.dumps({"units": bodies.count * bodies.sweeps, "version": f"HOOMD-blue {hoomd.version.version}"}), flush=True)
    for line in sys.stdin:
        word, rest = line.split(maxsplit=1)
        if word == "turn":
            print(json.dumps({"seconds": bodies.turn(int(rest))}), flush=True)
        else:
            pathlib.Path(rest.strip()).write_bytes(bodies.result().tobytes())
            print(json.dumps({"written": rest.strip()}), flush=True)


if __name__ == "__main__":
    main()
