#!/usr/bin/env python3
"""Tests for the overlap of disks, balls and ellipses, for overlaps_test.cpp: a right one, and with an argument one that
is wrong, or that breaks the protocol of docs/external-protocol.md.

    right    all ellipses by the contact function
    shy      calls bodies free that overlap by less than 3e-4      eager    the contrary
    fine     the same as shy, by less than 5e-9                    centred  forgets the place of the first body
    short    answers a line too few                                garbage  answers with another word
    silent   does not answer                                       crash    ends in the middle
    fickle   refuses disks after it has taken some                 nothing  refuses all bodies
    concave  right for unions of balls and polygons                corners  the same, which sees of polygons only corners
                                                                            of the first one inside the second
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


def turned(one, point):
    """World place of a point of a body."""
    s, *v = one.orientation
    twice = [2 * (v[1] * point[2] - v[2] * point[1]), 2 * (v[2] * point[0] - v[0] * point[2]),
             2 * (v[0] * point[1] - v[1] * point[0])]
    across = (v[1] * twice[2] - v[2] * twice[1], v[2] * twice[0] - v[0] * twice[2], v[0] * twice[1] - v[1] * twice[0])
    return [p + s * t + a + c for p, t, a, c in zip(point, twice, across, one.centre)]


def unions_overlap(a, b):
    balls = [[(turned(one, c), r, m) for c, r, m in zip(one.body.centres, one.body.radii, one.body.masks)]
             for one in (a, b)]
    return any(m & n and math.dist(p, q) <= r + s for p, r, m in balls[0] for q, s, n in balls[1])


def side(p, q, r):
    """Above 0 where r is to the left of the way from p to q."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def holds(polygon, r):
    inside = False
    for p, q in zip(polygon, polygon[1:] + polygon[:1]):
        if (p[1] > r[1]) != (q[1] > r[1]) and (side(p, q, r) > 0) == (q[1] > p[1]):
            inside = not inside
    return inside


def polygons_overlap(a, b):
    first, second = ([turned(one, (*v, 0)) for v in one.body.vertices] for one in (a, b))
    if HOW == "corners":
        return any(holds(second, r) for r in first)
    for p, q in zip(first, first[1:] + first[:1]):
        for r, s in zip(second, second[1:] + second[:1]):
            apart = any(max(p[k], q[k]) < min(r[k], s[k]) or max(r[k], s[k]) < min(p[k], q[k]) for k in (0, 1))
            if not apart and side(p, q, r) * side(p, q, s) <= 0 and side(r, s, p) * side(r, s, q) <= 0:
                return True
    return holds(first, second[0]) or holds(second, first[0])


class Concave(Overlaps):
    def overlap(self, a, b):
        if {a.body.name, b.body.name} == {"sphere_union"}:
            return unions_overlap(a, b)
        if {a.body.name, b.body.name} == {"simple_polygon"}:
            return polygons_overlap(a, b)
        raise Refused("only two unions of balls or simple polygons")


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
    serve(Concave if HOW in ("concave", "corners") else Wrong)
