#!/usr/bin/env python3
"""Writes the frames of a GSD file (schema hoomd) as extended XYZ to standard output, one after another.

usage: gsd_frames.py FILE.gsd

Conventions of HOOMD: the box is centred at 0, with sides Lx Ly Lz and tilts xy xz yz; it is of the plane where Lz is 0
or dimensions is 2; orientations are (s, x, y, z), by default (1, 0, 0, 0); shapes are those of particles/type_shapes,
by type. particles/diameter is not used, as hard-particle Monte Carlo does not use it. Numbers are single precision:
the rounding that this leaves open is stated for each frame (keys rounding and turn_rounding, trajectories/extended_xyz.hpp).

The last line is "!end", or "!" with what is wrong.
"""

import json
import math
import os
import sys

TURN_ROUNDING = 2.0**-25  # half the distance of single precision numbers below 1


class BadFrame(Exception):
    """what: expected ..., found ..."""


def half_spacing(largest):
    """Largest error of a single precision number of this size."""
    return 2.0 ** (math.frexp(largest)[1] - 25) if largest > 0 else 0.0


def lattice(box, plane):
    """Rows a, b, c of the box; in the plane c is of length 1, which nobody uses."""
    lx, ly, lz, xy, xz, yz = box
    if plane:
        return [lx, 0, 0, xy * ly, ly, 0, 0, 0, 1]
    return [lx, 0, 0, xy * ly, ly, 0, xz * lz, yz * lz, lz]


def is_plane(configuration):
    return configuration.dimensions == 2 or float(configuration.box[2]) == 0


def shapes_of(particles):
    """{type: shape} of the types that have a shape."""
    return {name: shape for name, shape in zip(particles.types, particles.type_shapes or []) if shape}


def text_of(snapshot):
    """A frame as extended XYZ."""
    particles, plane = snapshot.particles, is_plane(snapshot.configuration)
    box = [float(x) for x in snapshot.configuration.box]
    positions = [[float(x) for x in row] for row in particles.position]
    if plane:
        for row in positions:
            row[2] = 0.0
    m = lattice(box, plane)
    largest = max((abs(x) for row in positions for x in row), default=0.0)
    # names of types may have blanks
    names = [name if name.isidentifier() else f"type-{k}" for k, name in enumerate(particles.types)]
    shapes = {names[particles.types.index(name)]: shape for name, shape in shapes_of(particles).items()}
    corner = [-(m[0] + m[3] + m[6]) / 2, -(m[4] + m[7]) / 2, 0 if plane else -m[8] / 2]
    keys = [f'Lattice="{" ".join(repr(x) for x in m)}"', f'Origin="{" ".join(repr(x) for x in corner)}"',
            "Properties=species:S:1:pos:R:3:orientation:R:4", f"dimensions={2 if plane else 3}",
            f"rounding={half_spacing(largest)!r}", f"box_rounding={half_spacing(max(map(abs, m)))!r}", f"turn_rounding={TURN_ROUNDING!r}", f"Step={snapshot.configuration.step}"]
    # always, since a frame without the key would keep the shapes of the one before
    quoted = json.dumps(shapes).replace("\\", "\\\\").replace('"', '\\"')
    keys.append(f'type_shapes="{quoted}"')
    for body, kind in enumerate(particles.typeid):
        if not 0 <= kind < len(names):
            raise BadFrame(f"typeid of body {body}: expected below {len(names)}, the number of types, found {kind}")
    lines = [str(particles.N), " ".join(keys)]
    for kind, r, q in zip(particles.typeid, positions, particles.orientation):
        lines.append(" ".join([names[kind], *map(repr, r), *(repr(float(x)) for x in q)]))
    return "\n".join(lines) + "\n"


def opened(hoomd, path):
    """A file, by the module gsd.hoomd: from version 2.8 on, whose frames are a Frame, modes have no "b"; from 3 on, no other."""
    return hoomd.open(path, "r" if hasattr(hoomd, "Frame") else "rb")


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    try:
        import gsd.hoomd
    except ImportError:
        print("!GSD: expected the Python package gsd (Debian: python3-gsd; PyPI: gsd), found none")
        return 2
    try:
        with opened(gsd.hoomd, sys.argv[1]) as frames:
            for number, snapshot in enumerate(frames, start=1):
                try:
                    sys.stdout.write(text_of(snapshot))
                except BadFrame as error:
                    print(f"!GSD: frame {number}: {error}")
                    return 2
            print("!end", flush=True)
    except BrokenPipeError:  # the reader has refused a frame, and said why
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except (OSError, RuntimeError, ValueError, KeyError) as error:
        print(f"!GSD: expected a file of the schema hoomd, found '{error}'")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
