#!/usr/bin/env python3
"""Overlap of balls, ellipsoids and convex polyhedra by FCL.

usage: overlaps.py libccd|indep [--fault]     its solver; the fault: the second body is not rotated
"""

import functools
import importlib.metadata
import sys

import fcl
import numpy
from scipy.spatial import ConvexHull
from touchstone_verify import Overlaps, Refused, serve

FAULT = "--fault" in sys.argv
SOLVER = {"libccd": fcl.GJKSolverType.GST_LIBCCD, "indep": fcl.GJKSolverType.GST_INDEP}[sys.argv[1]]


@functools.lru_cache(maxsize=64)
def geometry(body):
    if body.name == "ball":
        return fcl.Sphere(body.radius)
    if body.name == "ellipsoid":
        return fcl.Ellipsoid(*body.half_axes)
    if body.name != "convex_polyhedron":
        raise Refused("only balls, ellipsoids and convex polyhedra")
    hull = ConvexHull(body.vertices)
    faces = [three if numpy.linalg.det(hull.points[three] - hull.points.mean(axis=0)) > 0 else three[::-1]
             for three in hull.simplices]
    return fcl.Convex(hull.points, len(faces), numpy.concatenate([[3, *three] for three in faces]))


def placed(one, rotated=True):
    where = fcl.Transform(numpy.array(one.orientation if rotated else (1, 0, 0, 0), float), numpy.array(one.centre))
    return fcl.CollisionObject(geometry(one.body), where)


class Fcl(Overlaps):
    version = f"python-fcl {importlib.metadata.version('python-fcl')}"

    def overlap(self, a, b):
        request = fcl.CollisionRequest(gjk_solver_type=SOLVER)
        return fcl.collide(placed(a), placed(b, not FAULT), request, fcl.CollisionResult()) > 0


serve(Fcl)
