"""Works with forces of the long-range models: coordinates, the commands of both sides, and whether their forces agree.

Source    Rocha Filho, Tables 2 and 3: the Ring with N = 512000, gravity in the plane with a million; his cold starts
"""

import array
import dataclasses
import math
import random

SAMPLE = 16  # particles whose forces are summed here, over all others
ALLOWED = "the error of forces that was asked for, twice: that of both sides together, or of a sample of particles"


@dataclasses.dataclass(frozen=True)
class Work:
    """The forces on all particles of one state, at an error that is asked of both sides."""

    name: str
    scheme: str  # pattern of ours
    model: str
    softening: float
    tolerance: float
    particles: dict  # by class

    family = "longrange"
    peers = ("finufft",)
    unit = "force on all particles"

    def allowance(self, _options):
        return {"value": 2 * self.tolerance, "why": ALLOWED}

    def first(self, _options):
        return ()

    def params(self, klass):
        return {"model": self.model, "particles": self.particles[klass], "softening": self.softening, "tolerance": self.tolerance}

    def prepare(self, options, folder):
        """Draws the coordinates; returns options that both sides get."""
        (folder / "coordinates").write_bytes(self.draw(self.particles[options.klass], options.seed).tobytes())
        return ["--model", self.model, "--softening", self.softening, "--tolerance", self.tolerance, "--threads", options.threads,
                "--coordinates", folder / "coordinates"]

    def ours(self, options, words):
        return [options.program, "force-turns", "--scheme", self.scheme, "--seed", options.seed, *words]

    def draw(self, count, seed):
        """Angles on the circle, or all x and then all y on an annulus of radii 1 and 1.5: independent and uniform."""
        draw = random.Random(seed)
        if self.model == "ring":
            return array.array("d", (2 * math.pi * draw.random() for _ in range(count)))
        places = [(math.sqrt(1 + 1.25 * draw.random()), 2 * math.pi * draw.random()) for _ in range(count)]
        return array.array("d", [r * math.cos(a) for r, a in places] + [r * math.sin(a) for r, a in places])

    def agreement(self, options, folder, *sides):
        """(facts, verdict, why it is no pass): each beside the other, and beside sums over all particles for some of them."""
        ours, theirs = (numbers for numbers, _ in sides)
        coordinates = array.array("d")
        coordinates.frombytes((folder / "coordinates").read_bytes())
        for name, found in (("ours", ours), ("theirs", theirs)):
            if len(found) != len(coordinates):
                return {}, "fail", f"expected {len(coordinates)} numbers of {name}, found {len(found)}"
        exact = self.exact(coordinates)
        facts = {"difference": relative(theirs, ours)}
        for name, found in (("error_ours", ours), ("error_theirs", theirs)):
            facts[name] = relative([found[k] for k in exact], list(exact.values()))
        wrong = [f"{name.replace('_', ' of ')} is {value:.2g} of the forces" for name, value in facts.items()
                 if not value <= 2 * self.tolerance]
        return (facts, "fail", f"{' and '.join(wrong)}, allowed {2 * self.tolerance:.2g}") if wrong else (facts, "pass", "")

    def exact(self, q):
        """{place in the list: force}, by sums of all pairs."""
        if self.model == "ring":
            chosen = range(0, len(q), max(1, len(q) // SAMPLE))
            return {i: -math.fsum(_pull(q[i] - x, self.softening) for x in q) / len(q) for i in chosen}
        n, found = len(q) // 2, {}
        for i in range(0, n, max(1, n // SAMPLE)):
            x, y = q[i], q[n + i]
            weights = [2 / ((x - a) ** 2 + (y - b) ** 2 + self.softening) for a, b in zip(q[:n], q[n:])]
            found[i] = -math.fsum((x - a) * w for a, w in zip(q[:n], weights)) / n
            found[n + i] = -math.fsum((y - b) * w for b, w in zip(q[n:], weights)) / n
        return found


def _pull(angle, softening):
    return math.sin(angle) / (4 * math.sin(angle / 2) ** 2 + 2 * softening) ** 1.5


def relative(found, expected):
    """Root of the mean square of the differences, in units of that of what is expected."""
    size = math.fsum(e * e for e in expected)
    wrong = math.fsum((f - e) ** 2 for f, e in zip(found, expected))
    return math.sqrt(wrong / size) if size > 0 else math.inf


RING = {"tiny": 64, "S": 16384, "W": 512000}
PLANE = {"tiny": 64, "S": 32768, "W": 1000000}
WORKS = (
    Work("longrange/ring-forces", "longrange/ring-nufft-*", "ring", 1e-3, 1e-12, RING),
    Work("longrange/ring-forces-little-softening", "longrange/ring-nufft-*", "ring", 1e-6, 1e-12, RING),
    Work("longrange/plane-forces-multipoles", "longrange/gravity-2d-fmm", "gravity-2d", 1e-3, 1e-7, PLANE),
    Work("longrange/plane-forces-transform", "longrange/gravity-2d-nufft", "gravity-2d", 1e-3, 1e-7, PLANE),
)
