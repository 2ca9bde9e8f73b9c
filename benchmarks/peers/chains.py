"""Works with legs of event chains: the commands of both sides, and whether they make the same liftings.

The peer's own validation compares its liftings with a list, one by one, for a single chain. For many chains liftings are
counted: in local time their order, and so their number, depends on the program once a horizon is violated.

Source    Li et al. 2021, section 4 and Figure 7: 256^2 disks, packing fraction 0.708, 40 chains
"""

import dataclasses
import math
import statistics

import bodies

SURE, KNOWN = bodies.SURE, bodies.KNOWN
OF_CLASS = {"tiny": 0.2, "S": 0.02, "W": 0.02}
BY_STALLS = 0.15  # part of the path that the authors' program may lose on several threads: 7 to 11 in a hundred on two


@dataclasses.dataclass(frozen=True)
class Work:
    """Legs of one configuration."""

    name: str
    scheme: str

    family = "ecmc"
    peers = ("paraspheres",)
    unit = "side of path, of all chains together"
    disks = {"tiny": 256, "S": 4096, "W": 65536}
    active = {"tiny": 8, "S": 40, "W": 40}
    leg = {"tiny": 40, "S": 15000, "W": 15000}

    def allowance(self, options):
        if options.threads > 1:
            return {"value": max(BY_STALLS, OF_CLASS[options.klass]), "why": "liftings for each side of path, relatively: stalled chains lose path"}
        return {"value": OF_CLASS[options.klass], "why": "liftings for each side of path, relatively: those of another density or free path"}

    def first(self, _options):
        return ()

    def params(self, klass):
        return {"disks": self.disks[klass], "active": self.active[klass], "leg": self.leg[klass]}

    def prepare(self, options, folder):
        """Words that both sides get; ours writes the start."""
        return ["--start", folder / "start", "--threads", options.threads]

    def ours(self, options, words):
        return [options.program, "chain-turns", "--scheme", self.scheme, "--disks", self.disks[options.klass], "--active",
                self.active[options.klass], "--leg", self.leg[options.klass], "--seed", options.seed, *words]

    def agreement(self, options, folder, ours, theirs):
        """(facts, verdict, why it is no pass): sides are (numbers that it wrote, sides of path that it was asked for)."""
        start = bodies.numbers_of(folder / "start")
        try:
            own, places = counts_of(ours[0], 2 * int(start[0]))
            other, (well, validations) = counts_of(theirs[0], 2)
        except ValueError as error:
            return {}, "fail", str(error)
        wrong = wrong_places(places, start)
        if not 0 < validations == well:
            wrong = wrong or f"theirs: {well:g} of {validations:g} validations against one chain were well"
        if wrong:
            return {}, "fail", wrong
        return compared(own, other, sum(own) / ours[1], sum(other) / theirs[1], self.allowance(options)["value"])


def counts_of(numbers, behind):
    """(liftings of each turn, so many numbers behind them); ValueError where they are others."""
    turns = int(numbers[0]) if len(numbers) and math.isfinite(numbers[0]) else 0
    if turns < 2 or len(numbers) != 1 + turns + behind:
        raise ValueError(f"expected turns and {behind} numbers behind them, found {len(numbers)} numbers")
    return numbers[1:1 + turns], numbers[1 + turns:]


def wrong_places(places, start):
    """Text of what is wrong with the last places of our disks, in sides, or empty."""
    count, diameter = int(start[0]), start[1]
    first = start[3:3 + 2 * count]
    if not all(map(math.isfinite, places)):
        return "ours: expected finite places"
    if places == first:
        return "ours: expected that disks move"
    gaps = list(bodies.near_gaps([places[2 * i:2 * i + 2] for i in range(count)], [1, 1], diameter))
    overlap = max((-gap for gap in gaps), default=0)
    return f"ours: disks overlap by {overlap:.2g} of their diameter" if overlap > bodies.ROUNDING else ""


def compared(own, other, ours, theirs, allowed):
    """(facts, verdict, why it is no pass): liftings of turns of both, and for each side of path."""
    facts = {"liftings_per_side_ours": ours, "liftings_per_side_theirs": theirs}
    if not (ours > 0 and theirs > 0):
        return facts, "fail", "expected liftings, found none"
    difference = abs(ours - theirs) / ours
    # Turns of the peer may all be one leg, made again: it scatters as one of ours does.
    error = statistics.stdev(own) / statistics.mean(own) * math.sqrt(1 + 1 / len(own))
    facts.update(difference=difference, error_of_difference=error)
    if not difference <= allowed + SURE * error:
        return facts, "fail", f"{ours:.5g} and {theirs:.5g} liftings for each side of path differ by {difference:.2g}, allowed {allowed:g}"
    if not KNOWN * error <= allowed:
        return facts, "inconclusive", f"the difference of liftings is known to {KNOWN * error:.2g}, {allowed:g} is needed: a longer leg"
    return facts, "pass", ""


WORKS = (Work("ecmc/compare-and-swap", "ecmc/tag-chains"), Work("ecmc/one-word", "ecmc/word-chains"))
