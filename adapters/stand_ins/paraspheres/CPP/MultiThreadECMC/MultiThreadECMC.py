#!/usr/bin/env python3
"""Stand-in for the program MultiThreadECMC of ParaSpheres: the same files and lines, liftings in the order of time."""

import math
import pathlib
import re
import sys
import time

DATA = pathlib.Path("../Data.run")
EPSILON = 1e-7  # of times that are the same


def rows(name, kind):
    return [[kind(word) for word in line.split()] for line in (DATA / name).read_text("utf-8").splitlines()]


def liftings(places, meets, active, diameter, way):
    """(time, old active disk, new one), one after another."""
    x, since, now = [place[0] for place in places], {}, dict.fromkeys(active, 0.0)

    def next_of(i):
        hits = [((x[j] - x[i]) % 1 - math.sqrt(diameter**2 - math.remainder(places[j][1] - places[i][1], 1) ** 2), j)
                for j in meets[i] if j not in now]
        gap, j = min(hits, default=(2.0, i))
        return now[i] + gap, i, j

    while True:
        event, old, new = min((next_of(i) for i in now), key=lambda hit: hit[0])
        if event > way:
            return
        for i in list(now):  # all active disks are where they are at this time
            x[i] += event - now[i]
            now[i] = event
        del now[old]
        now[new] = event
        yield event, old, new


def main():
    kind, active = sys.argv[1], int(sys.argv[2])
    info = {key: float(value) for key, value in rows("info.dat", str)}
    places, meets = rows("configuration.dat", float), rows("constraints.dat", int)
    if active > 2 ** info["LogKmax"] or len(places) != info["N"] or max(map(len, meets)) > 3:
        sys.exit("the files do not fit together")
    if kind == "timing":
        text = pathlib.Path("Param.h").read_text(encoding="utf-8")
        length = float(re.search(r"benchmark_chain_length = ([0-9.]+)", text)[1])
        begin = time.perf_counter()
        chosen = [len(places) // active * m for m in range(active)]
        count = sum(1 for _ in liftings(places, meets, chosen, 2 * info["sigma"], length / active))
        used = int(1e6 * (time.perf_counter() - begin))
        print(f"Timing\nEPH: {3.6e9 * count / used:g}\nDuration threaded usec \t{used}\nNumber of events: {count}")
    else:
        chosen = [row[0] for row in rows(f"active{active}.dat", int)]
        listed = [(float(t), int(i), int(j)) for t, i, j in rows(f"lifting{active}.dat", str)]
        found = list(liftings(places, meets, chosen, 2 * info["sigma"], info["ChainLength"] / active))
        same = len(listed) >= len(found) > 0 and all(
            a[0] - b[0] <= EPSILON and a[1:] == b[1:] for a, b in zip(found, listed))
        print(f"Validation starting from a random time.\n{'OK' if same else 'Not OK'}")


main()
