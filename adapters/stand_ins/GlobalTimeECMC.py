#!/usr/bin/env python3
"""Stand-in for the program of this name in ParaSpheres: the same files, by a search of all pairs."""

import math
import pathlib
import sys


def rows(name, kind):
    return [[kind(word) for word in line.split()] for line in pathlib.Path(name).read_text("utf-8").splitlines()]


def liftings(centres, meets, active, diameter, way):
    """(time, old active disk, new one), one after another."""
    now = 0.0
    while True:
        hits = [(way - now, None, None)]
        for i in active:
            for j in meets[i]:
                if j not in active:
                    across = math.remainder(centres[j][1] - centres[i][1], 1)
                    gap = (centres[j][0] - centres[i][0]) % 1 - math.sqrt(diameter**2 - across**2)
                    hits.append((max(gap, 0), i, j))
        time, old, new = min(hits, key=lambda hit: hit[0])
        for i in active:
            centres[i][0] += time
        now += time
        if old is None:
            return
        active = [new if i == old else i for i in active]
        yield now, old, new


def main():
    active = int(sys.argv[1])
    info = {key: float(value) for key, value in rows("info.dat", str)}
    disks = [row[0] for row in rows(f"active{active}.dat", int)]
    if active > 2 ** info["LogKmax"] or len(disks) != active or active >= info["N"]:
        sys.exit("the number of active disks is another one")
    found = liftings(rows("configuration.dat", float), rows("constraints.dat", int), disks, 2 * info["sigma"],
                     info["ChainLength"] / active)
    text = "".join(f"{time:12.10E} {old} {new}\n" for time, old, new in found)
    pathlib.Path(f"lifting{active}.dat").write_text(text, encoding="utf-8")


main()
