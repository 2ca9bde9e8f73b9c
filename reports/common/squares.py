"""Hard squares by serial Monte Carlo, for drawings: bodies (x, y, angle) of side 1 in a periodic box.

Not here  What judges hard shapes (reference/hpmc): nothing here does
"""

import functools
import math
import random

ROUND = math.sqrt(2)  # diameter of the circle around a square


def corners(body):
    x, y, angle = body
    turned = [angle + k * math.pi / 2 for k in range(4)]
    return [(x + math.cos(a) / ROUND, y + math.sin(a) / ROUND) for a in turned]


def overlap(a, b):
    """By the four normals of the sides: apart along one of them is apart."""
    for angle in (a[2] + math.pi / 4, a[2] + 3 * math.pi / 4, b[2] + math.pi / 4, b[2] + 3 * math.pi / 4):
        c, s = math.cos(angle), math.sin(angle)
        half = [max(abs(c * (x - p[0]) + s * (y - p[1])) for x, y in corners(p)) for p in (a, b)]
        if abs(c * (a[0] - b[0]) + s * (a[1] - b[1])) >= sum(half):
            return False
    return True


@functools.lru_cache(maxsize=1)
def fluid(lines=10, packing=0.56, sweeps=12, seed=3):
    """(side of the box, bodies) after so many sweeps from a lattice of lines² squares."""
    draw = random.Random(seed)
    gap = 1 / math.sqrt(packing)
    side = lines * gap
    bodies = [((i + 0.5) * gap, (j + 0.5) * gap, math.pi / 4) for j in range(lines) for i in range(lines)]
    for _ in range(sweeps * len(bodies)):
        k = draw.randrange(len(bodies))
        moved = trial(draw, bodies[k], side)
        if not any(overlap(moved, near) for near in candidates(moved, bodies, side, k)):
            bodies[k] = moved
    return side, bodies


def trial(draw, body, side, step=0.3, turn=0.3):
    x, y, angle = body
    return ((x + draw.uniform(-step, step)) % side, (y + draw.uniform(-step, step)) % side,
            angle + draw.uniform(-turn, turn))


def near(moved, other, side):
    """The image of another body that is nearest."""
    return tuple(p + side * round((q - p) / side) for p, q in zip(other[:2], moved[:2])) + other[2:]


def candidates(moved, bodies, side, own):
    """Bodies whose circle overlaps that of the moved one."""
    found = []
    for k, body in enumerate(bodies):
        image = near(moved, body, side)
        if k != own and (image[0] - moved[0]) ** 2 + (image[1] - moved[1]) ** 2 < 2:
            found.append(image)
    return found
