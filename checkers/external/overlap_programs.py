#!/usr/bin/env python3
"""Tests for the overlap of disks, balls and ellipses, for overlaps_test.cpp: a right one, and with an argument one that
is wrong, or that breaks the protocol of docs/external.md.

    right    all ellipses by the contact function
    shy      calls bodies free that overlap by less than 3e-4      eager    the contrary
    fine     the same as shy, by less than 5e-9                    centred  forgets the place of the first body
    short    answers a line too few                                garbage  answers with another word
    silent   does not answer                                       crash    ends in the middle
    fickle   refuses disks after it has taken some                 nothing  refuses all bodies
"""

import math
import os
import sys
import time

from touchstone_verify import Overlaps, Placed, Refused, serve

HOW = sys.argv[1]


def matrix(one):
    """(xx, xy, yy) of the matrix R diag(a^2, b^2) R^T of an ellipse."""
    s, _, _, z = one.orientation
    c, s = s * s - z * z, 2 * s * z
    a2, b2 = (h * h for h in one.body.half_axes)
    return a2 * c * c + b2 * s * s, (a2 - b2) * c * s, a2 * s * s + b2 * c * c


def contact_function(a, b):
    """Largest value over l in [0, 1] of l (1 - l) r^T ((1 - l) A + l B)^-1 r, which is concave: above 1 apart
    (J. W. Perram and M. S. Wertheim, J. Comput. Phys. 58, 409 (1985))."""
    x, y = (q - p for p, q in zip(a.centre[:2], b.centre[:2]))
    first, second = matrix(a), matrix(b)

    def value(share):
        xx, xy, yy = ((1 - share) * p + share * q for p, q in zip(first, second))
        return share * (1 - share) * (yy * x * x - 2 * xy * x * y + xx * y * y) / (xx * yy - xy * xy)

    low, high = 0.0, 1.0
    for _ in range(90):  # (2/3)^90: to the last bit
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if value(left) < value(right) else (low, right)
    return value(low)


class Round(Overlaps):
    def overlap(self, a, b):
        names = {a.body.name, b.body.name}
        if len(names) > 1 or not names < {"disk", "ball", "ellipse"} or HOW == "nothing":
            raise Refused("only two disks, balls or ellipses")
        if HOW == "fickle" and names == {"disk"} and a.body.radius == 0.2:
            raise Refused("no small ones")
        if HOW == "centred":
            a = Placed(a.body, (0.0, 0.0, 0.0), a.orientation)
        factor = {"shy": 1 + 3e-4, "eager": 1 - 3e-4, "fine": 1 + 5e-9}.get(HOW, 1)
        if names == {"ellipse"}:
            return factor * factor * contact_function(a, b) <= 1
        return factor * math.dist(a.centre, b.centre) <= a.body.radius + b.body.radius


class Wrong(Round):
    def overlaps(self, pairs):
        if HOW == "silent":
            time.sleep(3600)
        if HOW == "crash":
            os.abort()
        return super().overlaps(pairs)


def break_protocol():
    """Answers by hand: the adapter would not."""
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if words[0] == "start":
            pairs = int(words[2])
            while sys.stdin.readline() != "pairs\n":
                pass
            for _ in range(2 * pairs):
                sys.stdin.readline()
            print("ok", flush=True)
        else:
            lines = ["0"] * (pairs - 1) + {"short": [], "garbage": ["maybe"]}[HOW]
            print("\n".join(["ok", *lines]), flush=True)


if HOW in ("short", "garbage"):
    break_protocol()
else:
    serve(Wrong)
