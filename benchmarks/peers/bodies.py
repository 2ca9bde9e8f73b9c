"""Works with trial moves of disks and balls: the commands of both sides, and whether they sampled alike.

Trajectories of two programs cannot be compared, so what they count and where the bodies end is: the number of trial moves, overlaps,
acceptances, and how many bodies nearly touch. Other bodies are turned as well, and programs draw rotations by different laws.

Source    Anderson, Irrgang, Glotzer 2016, section 4; sizes of W are those of validation/data/hpmc_speeds.csv
"""

import array
import dataclasses
import itertools
import math
import statistics

ROUNDING = 1e-6  # of a diameter: programs in single precision take bodies that overlap by less for apart
NEAR = 0.02  # gap of bodies that nearly touch, in diameters
SURE = 10  # standard errors of so few turns that chance does not reach
KNOWN = 5  # those that must be less than what is allowed
OF_CLASS = {"tiny": 0.3, "S": 0.03, "W": 0.01}  # part of the acceptance, which more trial moves tell better
COMPARED = {"tiny": (8, 1), "S": (16, 50), "W": (16, 4)}  # turns of so many steps, from the start
NEAR_ALLOWED = 0.1  # part of the pairs that nearly touch, which a diameter that is wrong by a hundredth halves


@dataclasses.dataclass(frozen=True)
class Work:
    """Trial moves of one system from one start."""

    name: str
    scheme: str
    system: str
    bodies: dict  # by class

    family = "hpmc"
    peers = ("hoomd",)
    unit = "trial move"

    def allowance(self, options):
        return {"value": OF_CLASS[options.klass],
                "why": "acceptances, relatively: so much changes when trial moves are longer or shorter by as much"}

    def params(self, klass):
        return {"system": self.system, "bodies": self.bodies[klass]}

    def prepare(self, options, folder):
        """Words that both sides get; ours writes the start."""
        return ["--start", folder / "start", "--seed", options.seed]

    def ours(self, options, words):
        return [options.program, "body-turns", "--scheme", self.scheme, "--system", self.system, "--particles",
                self.bodies[options.klass], "--threads", options.threads, *words]

    def first(self, options):
        """Steps of the turns that are compared: the same on both sides, since an acceptance may still drift from the start on, and
        a clock decides how many steps follow."""
        turns, steps = COMPARED[options.klass]
        return [steps] * turns

    def agreement(self, options, folder, *sides):
        """(facts, verdict, why it is no pass): sides are (numbers that it wrote, trial moves that it was asked for)."""
        system = System(numbers_of(folder / "start"))
        runs, wrong = {}, []
        for name, (numbers, asked) in zip(("ours", "theirs"), sides):
            try:
                runs[name] = Run(system, numbers, asked, COMPARED[options.klass][0])
            except ValueError as error:
                wrong.append(f"{name}: {error}")
        if wrong:
            return {}, "fail", "; ".join(wrong)
        return compared(runs["ours"], runs["theirs"], self.allowance(options)["value"])


def numbers_of(path):
    """The numbers of a file in double precision."""
    numbers = array.array("d")
    numbers.frombytes(path.read_bytes())
    return numbers


def near_gaps(places, sides, diameter):
    """Distances of all pairs nearer than 1 + NEAR diameters, in diameters less 1, by cells of the box."""
    reach = (1 + NEAR) * diameter
    many = [max(1, int(side / reach)) for side in sides]
    cells = {}
    for i, place in enumerate(places):
        cells.setdefault(tuple(int((x / side + 0.5) % 1 * n) % n for x, side, n in zip(place, sides, many)), []).append(i)
    for cell, inside in cells.items():
        beside = {tuple((c + s) % n for c, s, n in zip(cell, step, many)) for step in itertools.product((-1, 0, 1), repeat=len(sides))}
        for other in beside:
            for i, k in itertools.product(inside, cells.get(other, ())):
                if i < k:
                    r = math.hypot(*(math.remainder(a - b, side) for a, b, side in zip(places[i], places[k], sides)))
                    if r < reach:
                        yield r / diameter - 1


class System:
    """Box, diameter and first places of the bodies."""

    def __init__(self, numbers):
        dimensions, *sides, self.diameter, _, _, count = numbers[:8]
        self.dimensions, self.count = int(dimensions), int(count)
        self.sides, self.start = sides[:self.dimensions], numbers[8:]

    def gaps(self, places):
        return near_gaps(places, self.sides, self.diameter)


class Run:
    """Counts and last places of a side; ValueError where they are none, or bodies overlap."""

    def __init__(self, system, numbers, asked, first):
        turns = int(numbers[0]) if len(numbers) and math.isfinite(numbers[0]) else 0
        if turns < first or len(numbers) != 1 + 2 * turns + 3 * system.count:
            raise ValueError(f"expected {first} turns or more and {system.count} bodies, found {len(numbers)} numbers")
        trials, accepted = numbers[1:1 + 2 * turns:2], numbers[2:2 + 2 * turns:2]
        if sum(trials) != asked:
            raise ValueError(f"expected {asked:g} trial moves, found {sum(trials):g}")
        last = numbers[1 + 2 * turns:]
        if not all(map(math.isfinite, last)):
            raise ValueError("expected finite places")
        if max(abs(a - b) for a, b in zip(last, system.start)) == 0:
            raise ValueError("expected that bodies move, found all at their first places")
        gaps = list(system.gaps([last[3 * i:3 * i + system.dimensions] for i in range(system.count)]))
        if any(gap < -ROUNDING for gap in gaps):
            raise ValueError(f"bodies overlap by {-min(gaps):.2g} of their diameter")
        self.near = len(gaps)
        parts = [part / all_of_it for part, all_of_it in zip(accepted[:first], trials)]
        self.acceptance, self.error = statistics.mean(parts), statistics.stdev(parts) / math.sqrt(first)


def compared(ours, theirs, allowed):
    """(facts, verdict, why it is no pass) of two runs: acceptances to a part `allowed`, and pairs that nearly touch."""
    mean = statistics.mean((ours.acceptance, theirs.acceptance))
    facts = {"acceptance_ours": ours.acceptance, "acceptance_theirs": theirs.acceptance, "near_ours": ours.near,
             "near_theirs": theirs.near}
    if not mean > 0:
        return facts, "fail", "no trial move was accepted"
    difference = abs(ours.acceptance - theirs.acceptance) / mean
    error = math.hypot(ours.error, theirs.error) / mean
    facts.update(difference=difference, error_of_difference=error)
    near = ours.near + theirs.near
    if not difference <= allowed + SURE * error:
        return facts, "fail", f"acceptances {ours.acceptance:.4g} and {theirs.acceptance:.4g} differ by {difference:.2g}, allowed {allowed:g}"
    if not abs(ours.near - theirs.near) <= NEAR_ALLOWED * near / 2 + KNOWN * math.sqrt(near):
        return facts, "fail", f"{ours.near} and {theirs.near} pairs nearly touch"
    if not KNOWN * error <= allowed:
        return facts, "inconclusive", f"the difference of acceptances is known to {KNOWN * error:.2g}, {allowed:g} is needed: more pairs"
    return facts, "pass", ""


WORKS = (
    Work("hpmc/disk-moves", "hpmc/serial-tree", "disks", {"tiny": 256, "S": 4096, "W": 65536}),
    Work("hpmc/sphere-moves", "hpmc/serial-tree", "spheres", {"tiny": 256, "S": 2048, "W": 131072}),
)
