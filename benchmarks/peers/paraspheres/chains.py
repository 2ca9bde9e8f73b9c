#!/usr/bin/env python3
"""Legs of event chains by MultiThreadECMC of JeLLyFysh/ParaSpheres: one side of `touchstone bench --peers`.

A copy of its folder is built with its own Makefile. The program reads its files from ../Data.run and makes one leg: `timing K`
tells the liftings and the microseconds of a leg from disks that it chooses, evenly spread, in which all K chains go a length
together that is in Param.h; `validation K` compares its liftings with a list, and says whether they are the same up to the first
horizon violation. Here the list is that of one chain, which meets none.

Reads     the start that our side wrote (benchmarks/ecmc/chain_turns.hpp)
Answers   lines of standard input: `turn N`, `write FILE` (benchmarks/turns.hpp)
"""

import argparse
import array
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

VALIDATED = 2000  # liftings, about
VALIDATIONS = 5  # each begins at a time that the program draws
FREE_PATH = 0.0768  # mean distance between liftings, in sides, times the root of the number of disks
LENGTH = re.compile(r"benchmark_chain_length\s*=\s*([0-9.eE+]+)")


def built(source, folder):
    """(program, sides of path of a leg): a copy of the folder of the program, built."""
    text = (source / "Param.h").read_text(encoding="utf-8")
    length = LENGTH.search(text)
    if not length:
        sys.exit("Param.h: expected benchmark_chain_length, found none")
    shutil.copytree(source, folder / "bin")
    done = subprocess.run(["make", "-C", folder / "bin", "MultiThreadECMC"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"expected that make builds MultiThreadECMC, found: {(done.stderr.strip() or 'an error').splitlines()[-1]}")
    return folder / "bin/MultiThreadECMC", float(length[1])


def lines(rows):
    """The text of a file with these rows of numbers."""
    return "".join(" ".join(map(repr, row)) + "\n" for row in rows)


class Start:
    """Disks and arrows of the file of our side."""

    def __init__(self, path):
        numbers = array.array("d")
        numbers.frombytes(path.read_bytes())
        rest = iter(numbers)
        count, self.diameter, active = int(next(rest)), next(rest), int(next(rest))
        self.places = [[next(rest), next(rest)] for _ in range(count)]
        self.active = [int(next(rest)) for _ in range(active)]
        self.arrows = [[int(next(rest)) for _ in range(int(next(rest)))] for _ in range(count)]

    def liftings(self, disk, way):
        """(time, from, to) of one chain that begins with this disk, one after another, until it has gone this way."""
        x, y = zip(*self.places)
        x, time = list(x), 0.0
        while time < way:
            gaps = []
            for j in self.arrows[disk]:
                across = math.remainder(y[j] - y[disk], 1)
                gaps.append(((x[j] - x[disk]) % 1 - math.sqrt(self.diameter**2 - across**2), j))
            gap, to = min(gaps)
            time, x[disk] = time + gap, x[disk] + gap
            yield time, disk, to
            disk = to


class Chains:
    """Legs of the program, each from the same start, as it does them."""

    def __init__(self, program, start, threads):
        self.program, self.start, self.counts = program, start, []
        self.environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
        self.files = program.parent.parent / "Data.run"
        self.files.mkdir()
        way = VALIDATED * FREE_PATH / math.sqrt(len(start.places))
        info = {"N": len(start.places), "sigma": repr(start.diameter / 2), "LogKmax": len(start.active).bit_length(), "ChainLength": repr(way)}
        first = start.active[0]
        for name, text in {
                "info.dat": "".join(f"{key} {value}\n" for key, value in info.items()),
                "configuration.dat": lines(start.places), "constraints.dat": lines(start.arrows), "active1.dat": lines([[first]]),
                "lifting1.dat": lines(start.liftings(first, 1.1 * way))}.items():
            (self.files / name).write_text(text, encoding="utf-8")

    def run(self, *words):
        """The lines that the program prints."""
        done = subprocess.run([self.program, *words], cwd=self.program.parent, env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            sys.exit(f"MultiThreadECMC {' '.join(words)}: exit code {done.returncode}: {done.stderr.strip()[-200:]}")
        return done.stdout.splitlines()

    def turn(self, times):
        seconds = 0.0
        for _ in range(times):
            text = "\n".join(self.run("timing", str(len(self.start.active))))
            told = [re.search(rf"{label}\s+(\d+)", text) for label in ("Duration threaded usec", "Number of events:")]
            if None in told:
                sys.exit("MultiThreadECMC timing: expected a duration and a number of events, found neither or one")
            seconds += float(told[0][1]) / 1e6
            self.counts.append(float(told[1][1]))
        return seconds

    def result(self):
        """Number of turns, liftings of each, and how many validations of how many were well."""
        well = sum("OK" in self.run("validation", "1") for _ in range(VALIDATIONS))
        return array.array("d", [len(self.counts), *self.counts, well, VALIDATIONS])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--start", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, required=True)
    options, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as name:
        program, length = built(options.source / "CPP/MultiThreadECMC", pathlib.Path(name))
        chains = Chains(program, Start(options.start), options.threads)
        print(json.dumps({"units": length, "version": "ParaSpheres"}), flush=True)
        for line in sys.stdin:
            word, rest = line.split(maxsplit=1)
            if word == "turn":
                print(json.dumps({"seconds": chains.turn(int(rest))}), flush=True)
            else:
                pathlib.Path(rest.strip()).write_bytes(chains.result().tobytes())
                print(json.dumps({"written": rest.strip()}), flush=True)


if __name__ == "__main__":
    main()
