#!/usr/bin/env python3
"""Hard disks, balls and convex polygons in boxes without tilts, for shapes_test.cpp: right, or wrong in the ways that
the arguments name. Other bodies of space are treated as their circumscribed balls.

    angles      rotations by a uniform angle            short, long   steps 3 % too short, too long
    always      a trial translates and rotates          float         numbers of single precision
    soft        disks overlap by 2e-3                   few           only the first 1024 bodies are moved
    no-shift    domains stay where they are             thin          half of what is frozen is not
    own-streams each rank has random numbers of its own
    same        N for N + 1 in moves of ln V
"""

import array
import itertools
import math
import random
import sys

from touchstone_verify import Refused, Shapes, serve

HOW = set(sys.argv[1:])


def turned(q, points):
    """Points of the plane, rotated."""
    c, s = q[0] * q[0] - q[3] * q[3], 2 * q[0] * q[3]
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def product(a, b):
    """Product of quaternions, of unit length."""
    s, x, y, z = a
    t, u, v, w = b
    q = (s * t - x * u - y * v - z * w, s * u + x * t + y * w - z * v, s * v + y * t + z * u - x * w,
         s * w + z * t + x * v - y * u)
    length = math.sqrt(sum(n * n for n in q))
    return tuple(n / length for n in q)


def apart(a, b, shift):
    """Whether an edge of polygon a separates it from b, moved by `shift`."""
    for (x, y), (u, v) in zip(a, a[1:] + a[:1]):
        if all((u - x) * (q + shift[1] - y) - (v - y) * (p + shift[0] - x) < 0 for p, q in b):
            return True
    return False


class Bodies(Shapes):
    version = "of a test"

    def start(self):
        if any(self.tilts):
            raise Refused("only boxes without tilts")
        if self.max_shear > 0:
            raise Refused("no moves of tilts")
        kinds = {body.name for body in self.bodies}
        if not kinds <= {"disk", "convex_polygon"} and not kinds <= {"ball", "convex_polyhedron"} or len(kinds) > 1:
            raise Refused("only disks, convex polygons or balls")
        self.d = self.dimensions
        self.shapes = [self.bodies[t] for t in self.types]
        self.radii = [b.radius or max(math.hypot(*v) for v in b.vertices) for b in self.shapes]
        self.widest = 2 * max(self.radii)
        self.polygons = [turned(q, b.vertices) if self.d == 2 else [] for q, b in zip(self.orientations, self.shapes)]
        if "float" in HOW:
            self.centres = [list(array.array("f", r)) for r in self.centres]
            self.orientations = [tuple(array.array("f", q)) for q in self.orientations]
        self.random = random.Random(self.seed)
        self.step = 0
        self.turns = any(not b.radius for b in self.shapes)

    # Neighbours: all images where the box is small, else cells.
    def prepare(self):
        most = [0 if side >= 2 * self.widest else math.ceil(self.widest / side) for side in self.sides[:self.d]]
        self.images = list(itertools.product(*(range(-n, n + 1) for n in most)))
        self.number = [max(1, int(side / self.widest)) for side in self.sides[:self.d]]
        self.cells = None
        if len(self.centres) > 60 and min(self.number) > 2:
            self.cells = {}
            for i, centre in enumerate(self.centres):
                self.cells.setdefault(self.cell(centre), set()).add(i)

    def cell(self, r):
        return tuple(int((x / side + 0.5) * n) % n for x, side, n in zip(r, self.sides, self.number))

    def near(self, place):
        if self.cells is None:
            return range(len(self.centres))
        home = self.cell(place)
        return [j for step in itertools.product((-1, 0, 1), repeat=self.d)
                for j in self.cells.get(tuple((h + s) % n for h, s, n in zip(home, step, self.number)), ())]

    def wrapped(self, r):
        return [x - side * math.floor(x / side + 0.5) if k < self.d else x
                for k, (x, side) in enumerate(zip(r, self.sides))]

    def meets(self, i, j, place, polygon):
        way = self.wrapped([b - a for a, b in zip(place, self.centres[j])])
        reach = self.radii[i] + self.radii[j] - (2e-3 if "soft" in HOW else 0)
        for n in self.images:
            if i == j and not any(n):
                continue
            r = [w * (i != j) + m * side for w, m, side in zip(way, n, self.sides)]
            if sum(x * x for x in r) >= reach * reach:
                continue
            if not polygon:
                return True
            other = polygon if i == j else self.polygons[j]
            if not apart(polygon, other, r) and not apart(other, polygon, [-x for x in r]):
                return True
        return False

    def is_free(self, i, place, polygon):
        return not any(self.meets(i, j, place, polygon) for j in self.near(place))

    # Trial moves.
    def in_ball(self, rng):
        while True:
            v = [rng.uniform(-1, 1) if k < self.d else 0.0 for k in range(3)]
            if sum(x * x for x in v) <= 1:
                return v

    def rotation(self, rng):
        largest = math.tan(self.max_rotation / 2)
        if "angles" in HOW:
            axis = (0, 0, 1) if self.d == 2 else self.in_ball(rng)
            length = math.sqrt(sum(x * x for x in axis))
            angle = self.max_rotation * rng.uniform(-1, 1)
            return (math.cos(angle / 2), *(math.sin(angle / 2) * x / length for x in axis))
        if self.d == 2:
            return (1, 0, 0, largest * rng.uniform(-1, 1))
        return (1, *(largest * x for x in self.in_ball(rng)))

    def trial(self, i, rng, inside):
        place, q = list(self.centres[i]), self.orientations[i]
        translates = not self.turns or rng.random() < self.translations
        if translates or "always" in HOW:
            size = self.max_displacement * (0.97 if "short" in HOW else 1.03 if "long" in HOW else 1)
            place = [x + size * v for x, v in zip(place, self.in_ball(rng))]
        if not translates or "always" in HOW and self.turns:
            q = product(self.rotation(rng), q)
        accepted = False
        if inside(place):
            place = self.wrapped(place)
            if "float" in HOW:
                place, q = list(array.array("f", place)), tuple(array.array("f", q))
            polygon = turned(q, self.shapes[i].vertices) if self.d == 2 else []
            accepted = self.is_free(i, place, polygon)
        if accepted:
            if self.cells is not None:
                self.cells[self.cell(self.centres[i])].discard(i)
                self.cells.setdefault(self.cell(place), set()).add(i)
            self.centres[i], self.orientations[i], self.polygons[i] = place, q, polygon
        if translates:
            self.translation_trials += 1
            self.translations_accepted += accepted
        else:
            self.rotation_trials += 1
            self.rotations_accepted += accepted

    # Steps, by domains.
    def lower(self, k, index):
        return index * self.sides[k] / self.domains[k] - self.sides[k] / 2

    def is_active(self, r, domain):
        frozen = self.widest * (0.5 if "thin" in HOW else 1)
        return all(n == 1 or self.lower(k, m) <= r[k] < self.lower(k, m + 1) - frozen
                   for k, (n, m) in enumerate(zip(self.domains, domain)))

    def advance(self, steps):
        for _ in range(steps):
            self.prepare()
            if self.domains == (1, 1, 1):
                self.sweep_all(self.random, range(len(self.centres)), lambda r: True)
            else:
                self.step_of_domains()
            for _ in range(self.box_moves_per_step if self.pressure is not None else 0):
                self.box_trial()
            self.step += 1

    def sweep_all(self, rng, some, inside):
        order = list(some)[:1024] if "few" in HOW else list(some)
        if rng.random() < 0.5:
            order.reverse()
        for _ in range(self.sweeps_per_step):
            for i in order:
                self.trial(i, rng, inside)

    def step_of_domains(self):
        number = math.prod(self.domains)
        all_domains = list(itertools.product(*map(range, self.domains)))
        active = [[i for i, r in enumerate(self.centres) if self.is_active(r, d)] for d in all_domains]
        for rank in range(self.ranks):
            for k in range(rank, number, self.ranks):
                rng = random.Random(f"{self.seed} {self.step} {rank if 'own-streams' in HOW else k}")
                self.sweep_all(rng, active[k], lambda r, d=all_domains[k]: self.is_active(r, d))
        rng = random.Random(f"{self.seed} {self.step} shift")
        shift = [self.widest * (rng.random() - 0.5) if n > 1 else 0 for n in self.domains]
        if "no-shift" not in HOW:
            self.centres = [self.wrapped([x + s for x, s in zip(r, shift)]) for r in self.centres]

    # Moves of the box.
    def box_trial(self):
        kinds = [name for name in ("max_volume", "max_log_volume", "max_length") if getattr(self, name) > 0]
        kind = self.random.choice(kinds)
        u = getattr(self, kind) * self.random.uniform(-1, 1)
        self.box_trials += 1
        volume, sides, n = math.prod(self.sides[:self.d]), list(self.sides), len(self.centres)
        if kind == "max_length":
            sides[self.random.randrange(self.d)] += u
        else:
            new = volume + u if kind == "max_volume" else volume * math.exp(u)
            sides[:self.d] = [side * max(0, new / volume) ** (1 / self.d) for side in sides[:self.d]]
        if min(sides[:self.d]) <= 0:
            return
        n += kind == "max_log_volume" and "same" not in HOW
        change = math.prod(sides[:self.d]) - volume
        weight = n * math.log1p(change / volume) - self.pressure * change
        if math.log(1 - self.random.random()) >= weight:
            return
        old = self.sides, self.centres
        self.centres = [[x * new / before for x, new, before in zip(r, sides, self.sides)] for r in self.centres]
        self.sides = tuple(sides)
        self.prepare()
        if all(self.is_free(i, r, p) for i, (r, p) in enumerate(zip(self.centres, self.polygons))):
            self.boxes_accepted += 1
        else:
            self.sides, self.centres = old
            self.prepare()


serve(Bodies)
