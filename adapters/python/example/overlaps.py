#!/usr/bin/env python3
"""Overlap of disks or of balls by the code of overlaps_code.py. Put your own library in its place."""

import overlaps_code
from touchstone_verify import Overlaps, Refused, serve

COLLIDE = {"disk": overlaps_code.disks_collide, "ball": overlaps_code.balls_collide}


class MyOverlaps(Overlaps):
    # a.body, a.centre and a.orientation, a quaternion, say what a is and where.
    def overlap(self, a, b):
        if a.body.name not in COLLIDE or b.body.name != a.body.name:
            raise Refused("only disks, or only balls")
        return COLLIDE[a.body.name](a.centre, a.body.radius, b.centre, b.body.radius)

    # def overlaps(self, pairs): return ...    # True, False or None (refused) for each, where that is faster


serve(MyOverlaps)
