#!/usr/bin/env python3
"""Writes a GSD file, as HOOMD does through its public package gsd, from lines of JSON on standard input: for tests.

usage: write_gsd.py FILE.gsd     exit code 77 where the package is missing

A line is a frame: {"box": [Lx, Ly, Lz, xy, xz, yz], "types": [names], "type_shapes": [shapes], "typeid": [...],
"position": [[x, y, z], ...], "orientation": [[s, x, y, z], ...], "log": {name: numbers}}; what the first line leaves out
keeps the default of GSD, and what another one leaves out is as in the first.
"""

import json
import sys

try:
    import gsd.hoomd
    import numpy
except ImportError:
    sys.exit(77)


def main():
    is_new = hasattr(gsd.hoomd, "Frame")  # from version 2.8 on
    with gsd.hoomd.open(sys.argv[1], "w" if is_new else "wb") as file:
        for step, line in enumerate(sys.stdin):
            frame, snapshot = json.loads(line), (gsd.hoomd.Frame if is_new else gsd.hoomd.Snapshot)()
            snapshot.configuration.step = step
            snapshot.configuration.box = frame.pop("box", None)
            snapshot.log = {name: numpy.array(numbers) for name, numbers in frame.pop("log", {}).items()}
            snapshot.particles.N = len(frame["position"])
            for name, value in frame.items():
                setattr(snapshot.particles, name, value)
            file.append(snapshot)


if __name__ == "__main__":
    main()
