#!/usr/bin/env python3
"""Overlap of disks or of balls. Put your own test in its place."""

import math
from touchstone_verify import Overlaps, Refused, serve


class Spheres(Overlaps):
    # a.body, a.centre and a.orientation, a quaternion, say what a is and where.
    def overlap(self, a, b):
        if a.body.name not in ("disk", "ball") or b.body.name != a.body.name:
            raise Refused("only disks, or only balls")
        return math.dist(a.centre, b.centre) <= a.body.radius + b.body.radius

    # def overlaps(self, pairs): return ...    # True, False or None (refused) for each, where that is faster


serve(Spheres)
