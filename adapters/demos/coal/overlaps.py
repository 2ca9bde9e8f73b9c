#!/usr/bin/env python3
"""Overlap of balls, ellipsoids and convex polyhedra by Coal.

usage: overlaps.py [--fault]     the fault: the second body is not rotated
"""

import functools
import sys

import coal
import numpy
from touchstone_verify import Overlaps, Refused, serve

FAULT = "--fault" in sys.argv


@functools.lru_cache(maxsize=64)
def geometry(body):
    if body.name == "ball":
        return coal.Sphere(body.radius)
    if body.name == "ellipsoid":
        return coal.Ellipsoid(*body.half_axes)
    if body.name != "convex_polyhedron":
        raise Refused("only balls, ellipsoids and convex polyhedra")
    points = coal.StdVec_Vec3s()
    points.extend([numpy.array(vertex) for vertex in body.vertices])
    return coal.Convex.convexHull(points, False, "")


def place(one, rotated=True):
    s, x, y, z = one.orientation if rotated else (1, 0, 0, 0)
    return coal.Transform3s(coal.Quaternion(s, x, y, z), numpy.array(one.centre))


class Coal(Overlaps):
    version = f"Coal {coal.__version__}"

    def overlap(self, a, b):
        found = coal.CollisionResult()
        coal.collide(geometry(a.body), place(a), geometry(b.body), place(b, not FAULT), coal.CollisionRequest(), found)
        return found.isCollision()


serve(Coal)
