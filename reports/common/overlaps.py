"""Counts of the checks of overlap algorithms, by classes of bodies and algorithm.

Reads   check records "overlap/*" (counts in `series`), benchmark records "nanoseconds per overlap
        test"
Not here  Tables and pictures of it (hpmc_overlap*.py)
"""

CHECK = "overlap/"
SWEEP = "overlap/contact sweep"
TIME = "nanoseconds per overlap test"
PREFIX = "hpmc/overlap-"
CLASSES = ("disk", "ball", "sphere union", "convex polygon", "spheropolygon", "simple polygon",
           "ellipse", "ellipsoid", "convex polyhedron", "spheropolyhedron", "faceted ellipsoid",
           "polyhedron", "dimpled ball")


def short(scheme):
    return scheme.removeprefix(PREFIX)


class Findings:
    """Counts of the checks, by (classes of the bodies, algorithm); mixtures in either order."""

    def __init__(self, checks, times):
        # They gave the answers of the sweep, and are not judged by it.
        self.references = {r.scheme for r in checks
                           if r.metric == SWEEP and r.verdict == "not run"}
        self.counts = {}  # check -> {(bodies, scheme): {"asked": ..., "wrong": ...}}
        self.gaps = {}
        self.times = {}
        self.records = {}  # (bodies, scheme): those that count them
        for r in checks:
            made = r.param("series", {})
            for line in made.get("by_bodies", []):
                into = self.counts.setdefault(r.metric.removeprefix(CHECK), {})
                into.setdefault((_bodies(line), r.scheme), []).append(line)
                self.records.setdefault((_bodies(line), r.scheme), []).append(r)
            for line in made.get("gaps", []):
                self.gaps.setdefault((_bodies(line), r.scheme), []).extend(line["gaps"])
                self.records.setdefault((_bodies(line), r.scheme), []).append(r)
        for r in times:
            self.times[(tuple(r.param("bodies_tested").split(" and ")), r.scheme)] = r

    def bodies(self, mixed):
        own = {b for found in self.counts.values() for b, _ in found} | {b for b, _ in self.gaps}
        chosen = [b for b in own if (len(b) == 2) == mixed]
        return sorted(chosen, key=lambda b: [_place(c) for c in b])

    def algorithms(self, bodies):
        own = {s for found in self.counts.values() for b, s in found if b == bodies}
        return sorted(own, key=lambda s: (s not in self.references, s))

    def sum(self, check, bodies, scheme, field):
        lines = self.counts.get(check, {}).get((bodies, scheme))
        return None if lines is None else sum(line[field] for line in lines)

    def largest(self, check, bodies, scheme, field):
        lines = self.counts.get(check, {}).get((bodies, scheme))
        return None if lines is None else max(line[field] for line in lines)

    def at_gaps(self, bodies, scheme):
        """[(gap, asked, wrong, undecided, median, most, gave up)], from wide to narrow."""
        found = {}
        for line in self.gaps.get((bodies, scheme), []):
            found.setdefault(line["gap"], []).append(line)
        return [(gap, sum(x["asked"] for x in lines), sum(x["wrong"] for x in lines),
                 sum(x["undecided"] for x in lines), max(x["median"] for x in lines),
                 max(x["most"] for x in lines), sum(x["gave_up"] for x in lines))
                for gap, lines in sorted(found.items(), reverse=True)]

    def nanoseconds(self, bodies, scheme):
        return self.times.get((bodies, scheme))


def _bodies(line):
    pair = sorted({line["a"], line["b"]}, key=_place)
    return tuple(pair)


def _place(body_class):
    return CLASSES.index(body_class) if body_class in CLASSES else len(CLASSES)


def smallest_right(at_gaps):
    """The narrowest gap down to which all answers were right and decided; None: not even the widest."""
    last = None
    for gap, asked, wrong, undecided, *_ in at_gaps:
        if asked == 0:
            break
        if wrong or undecided:
            return last
        last = gap
    return last
