"""Overlap of hard bodies: which algorithms are right, how near to contact, at what cost.

Reads   check records "overlap/*" (counts by classes of bodies in `series`), benchmark records
        "nanoseconds per overlap test"; validation/data/hpmc_notch.csv
Not here  Mutants x checks (suite_mutants.py), whole simulations (hpmc_speed.py)
"""

import math

from common import numbers
from common.artifact import Artifact
from common.figures import Figure, Panel, legend_below, logarithmic, series
from common.tables import Cell, Column, Table, not_run, published, verdict

CHECK = "overlap/"
SWEEP = "overlap/contact sweep"
TIME = "nanoseconds per overlap test"
NOTCH = "hpmc_notch.csv"
COLUMNS = ("source", "corners", "quantity", "value", "uncertainty", "where")
PREFIX = "hpmc/overlap-"
CLASSES = ("disk", "ball", "sphere union", "convex polygon", "spheropolygon", "simple polygon",
           "ellipse", "ellipsoid", "convex polyhedron", "spheropolyhedron", "faceted ellipsoid",
           "polyhedron", "dimpled ball")
UNITS = ("-avx512", "-avx2", "-portable")
DEFECT = "mutant/overlap-loop-to-the-other-number"


def build(context, records):
    checks = [r for r in records if r.metric.startswith(CHECK) and not r.is_mutant]
    found = Findings(checks, [r for r in records if r.metric == TIME])
    lead = ("Every algorithm that decides whether two hard bodies overlap, against references in "
            "exact arithmetic or with certified bounds: pairs in random places, and pairs at "
            "relative gaps of 10⁻² to 10⁻¹³ on both sides of contact. Bodies of two classes are "
            "in the second table.")
    tables = [_main(found), _mixtures(found), _sweep(found),
              _notch(context.data.rows(NOTCH, COLUMNS), records)]
    return Artifact(lead, tables, _figures(found))


def short(scheme):
    return scheme.removeprefix(PREFIX)


class Findings:
    """What the checks counted, by (classes of the bodies, algorithm); mixtures in either order."""

    def __init__(self, checks, times):
        # They gave the answers of the sweep, and are not judged by it.
        self.references = {r.scheme for r in checks
                           if r.metric == SWEEP and r.verdict == "not run"}
        self.counts = {}  # check -> {(bodies, scheme): {"asked": ..., "wrong": ...}}
        self.gaps = {}
        self.times = {}
        for r in checks:
            made = r.param("series", {})
            for line in made.get("by_bodies", []):
                into = self.counts.setdefault(r.metric.removeprefix(CHECK), {})
                into.setdefault((_bodies(line), r.scheme), []).append(line)
            for line in made.get("gaps", []):
                self.gaps.setdefault((_bodies(line), r.scheme), []).extend(line["gaps"])
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


# tables -------------------------------------------------------------------------------------
def _columns():
    return [Column("Bodies"), Column("Algorithm"),
            Column("asked", "r", group="Random places"), Column("wrong", "r", group="Random places"),
            Column("asked", "r", group="Gaps 10⁻² to 10⁻¹³"),
            Column("wrong", "r", group="Gaps 10⁻² to 10⁻¹³"),
            Column("undecided", "r", group="Gaps 10⁻² to 10⁻¹³"),
            Column("right down to", "r", group="Gaps 10⁻² to 10⁻¹³"),
            Column("median", "r", group="Iterations"), Column("most", "r", group="Iterations"),
            Column("limit hit", "r", group="Iterations"),
            Column("exchanged", "r", group="Wrong when"), Column("moved", "r", group="Wrong when"),
            Column("scaled", "r", group="Wrong when"), Column("ns per test", "r")]


def _add_rows(table, found, mixed):
    for bodies in found.bodies(mixed):
        for scheme in found.algorithms(bodies):
            table.add(*_row(found, bodies, scheme))


def _main(found):
    table = Table("hpmc-overlap", "Overlap algorithms by class of bodies", _columns(),
                  note="Random places, and bodies exchanged, turned and moved together, and made 10⁻⁴ "
                       "to 10⁴ times as large: answers other than the reference's. Gaps: both sides "
                       "of contacts that the reference confirms; undecided: the limit of iterations "
                       "was hit, or the algorithm's own bound does not prove its answer. The "
                       "algorithm claims nothing below its resolution; what it says there is counted "
                       "all the same. References answer one in 16 places again. Iterations are those of all places and of the gaps down to "
                       "10⁻⁶; the limit is hit at narrower ones, too, where it says so. "
                       "ns: median, bodies at distances where "
                       "the answer depends on the orientations.")
    _add_rows(table, found, False)
    seen = {b[0] for b in found.bodies(False)}
    for missing in (c for c in CLASSES if c not in seen):
        table.add(missing, "", *[not_run()] + [""] * 12)
    return table


def _mixtures(found):
    table = Table("hpmc-overlap-mixtures", "Overlap of bodies of two classes", _columns(),
                  note="As above. Other mixtures are refused: no algorithm takes them.")
    table.folded = True
    _add_rows(table, found, True)
    return table


def _row(found, bodies, scheme):
    at_gaps = found.at_gaps(bodies, scheme)
    asked = sum(line[1] for line in at_gaps)
    right = smallest_right(at_gaps)
    gave_up = found.sum("iterations", bodies, scheme, "gave_up")
    at_limit = sum(line[6] for line in at_gaps)
    timed = found.nanoseconds(bodies, scheme)
    return [" and ".join(bodies), short(scheme),
            _count(found.sum("agreement", bodies, scheme, "asked")),
            _wrong(found.sum("agreement", bodies, scheme, "wrong")),
            _count(asked or None), _wrong(sum(line[2] for line in at_gaps) if asked else None),
            _wrong(sum(line[3] for line in at_gaps) if asked else None),
            _right(right, scheme in found.references),
            _count(found.largest("iterations", bodies, scheme, "median")),
            _count(found.largest("iterations", bodies, scheme, "most")),
            "" if gave_up is None else _wrong(gave_up + at_limit),
            *[_wrong(found.sum(check, bodies, scheme, "wrong"))
              for check in ("symmetry", "motion", "scale")],
            "" if timed is None or timed.verdict == "fail"
            else Cell(numbers.significant(timed.value, 3), raw=timed.value)]


def _right(gap, reference):
    if reference:
        return Cell("reference", raw="")
    return "" if gap is None else Cell(_power(gap), raw=gap)


def _count(number):
    return "" if number is None else Cell(numbers.whole(number), raw=number)


def _wrong(number):
    return "" if number is None else Cell(str(number), raw=number)


def _power(gap):
    return "10" + str(round(math.log10(gap))).translate(numbers.SUPERSCRIPTS)


def _sweep(found):
    gaps = sorted({line["gap"] for lines in found.gaps.values() for line in lines}, reverse=True)
    table = Table("hpmc-overlap-gaps", "Wrong (and undecided) answers of so many, by relative gap",
                  [Column("Bodies"), Column("Algorithm"), Column("Pairs", "r")]
                  + [Column(_power(gap), "r") for gap in gaps],
                  note="Blank: the reference is not certain so near to contact. Both sides of "
                       "contact: an algorithm that says overlap too soon is wrong on half of them.")
    table.folded = True
    for mixed in (False, True):
        for bodies in found.bodies(mixed):
            for scheme in found.algorithms(bodies):
                lines = {line[0]: line for line in found.at_gaps(bodies, scheme)}
                if lines:
                    table.add(" and ".join(bodies), short(scheme),
                              max(line[1] for line in lines.values()),
                              *[_at(lines[gap]) if gap in lines else "" for gap in gaps])
    return table


def _at(line):
    _, asked, wrong, undecided, *_ = line
    if asked == 0:
        return ""
    return f"{wrong} ({undecided})" if undecided else str(wrong)


def _notch(rows, records):
    table = Table("hpmc-overlap-notch", "A polygon in the notch of a C: probability that it holds "
                  "the origin of the C",
                  [Column("Corners", "r"), Column("Who"), Column("Probability", "r"),
                   Column("z", "r"), Column("Verdict")],
                  note="Two bodies in a periodic box of side 1.6 in fixed orientations. Exact: areas of "
                       "Minkowski sums. z against it. With the defect of the public code, whose "
                       "answer depends on which body is asked first, what is found also depends on "
                       "the trial moves; those of the public code and ours are not the same.")
    own = [r for r in records if r.metric == "overlap/notch sampling" and _notches(r)]
    for corners in (12, 6):
        exact = next((n["exact"] for r in own for n in _notches(r) if n["corners"] == corners), None)
        table.add(corners, "exact", not_run() if exact is None else f"{exact:.5f}", "",
                  verdict("not run") if exact is None else "")
        for row in rows:
            if row.is_(corners=corners):
                table.add(corners, f"{row['source']}", published(
                    f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                    note=row["where"]), "" if exact is None else
                    f"{(row.number('value') - exact) / row.number('uncertainty'):+.1f}", "")
        for r in sorted(own, key=lambda r: (r.is_mutant, r.scheme)):
            if r.is_mutant and r.scheme != DEFECT:
                continue
            made = next(n for n in _notches(r) if n["corners"] == corners)
            z = (made["found"] - exact) / made["error"]
            table.add(corners, short(r.scheme) + (" (with the defect)" if r.is_mutant else ""),
                      Cell(f"{made['found']:.4f} ± {made['error']:.4f}", raw=made["found"]),
                      f"{z:+.1f}", verdict(r.verdict) if not r.is_mutant
                      else "caught" if abs(z) > 5 else "")
    return table


def _notches(record):
    return record.param("series", {}).get("notch", [])


# figures ------------------------------------------------------------------------------------
METHODS = (("xenocollide", "XenoCollide"), ("facets-first", "facets, then XenoCollide"),
           ("gjk", "GJK"), ("contact-function", "contact function"))
SURFACES = (("flat", ("convex polygon", "convex polyhedron")),
            ("rounded", ("spheropolygon", "spheropolyhedron")),
            ("curved", ("ellipsoid", "faceted ellipsoid")))


def _method(scheme):
    return next((i for i, (key, _) in enumerate(METHODS) if key in scheme), None)


def _one_unit(scheme):
    """Of the vector units of this machine the widest: they iterate alike."""
    return not scheme.endswith(UNITS[1:])


def _figures(found):
    if not found.gaps:
        return []
    return [Figure("First: answers that are wrong or undecided, of all pairs at a relative gap, both "
                   "sides of contact. Only what is not right everywhere is drawn; all other "
                   "algorithms are right at every gap. Then: iterations, median (thick) and largest "
                   "(thin) of all pairs, of methods that iterate.",
                   [_errors(found)] + [_iterations(found, *surface) for surface in SURFACES])]


def _errors(found):
    panel = Panel("hpmc-overlap-errors", "Share of wrong or undecided answers against relative gap")
    axes = panel.axes
    curves = {}  # those that are the same are drawn once
    for bodies in found.bodies(False):
        for scheme in found.algorithms(bodies):
            lines = [x for x in found.at_gaps(bodies, scheme) if x[1] > 0]
            if _one_unit(scheme) and any(x[2] + x[3] for x in lines):
                points = tuple((x[0], 100 * (x[2] + x[3]) / x[1]) for x in lines)
                curves.setdefault(points, {}).setdefault(bodies[0], []).append(
                    short(scheme).removesuffix(UNITS[0]))
    for index, (points, names) in enumerate(curves.items()):
        colour, marker = series(index)
        label = "\n".join(f"{scheme} ({bodies})" for bodies, schemes in names.items()
                          for scheme in schemes)
        axes.plot(*zip(*points), color=colour, marker=marker, markersize=3.5, label=label)
    logarithmic(axes.xaxis)
    axes.invert_xaxis()
    axes.set(xlabel="relative gap", ylabel="wrong or undecided, %")
    axes.set_ylim(-2, 102)
    axes.set_title("What is wrong, and how near to contact")
    if curves:
        legend_below(axes)
    return panel


def _iterations(found, surface, classes):
    panel = Panel(f"hpmc-overlap-iterations-{surface}",
                  f"Iterations of bodies with {surface} surfaces against relative gap")
    axes = panel.axes
    index = 0
    for bodies in found.bodies(False):
        for scheme in found.algorithms(bodies) if bodies[0] in classes else ():
            lines = [x for x in found.at_gaps(bodies, scheme) if x[1] > 0]
            if _method(scheme) is None or not _one_unit(scheme) or not any(x[5] for x in lines):
                continue
            colour, marker = series(index)
            index += 1
            gaps = [x[0] for x in lines]
            axes.plot(gaps, [x[4] for x in lines], color=colour, marker=marker, markersize=3,
                      label=f"{METHODS[_method(scheme)][1]}, {bodies[0]}")
            axes.plot(gaps, [x[5] for x in lines], color=colour, linewidth=0.6)
    logarithmic(axes.xaxis)
    axes.invert_xaxis()
    axes.set(xlabel="relative gap", ylabel="iterations")
    axes.set_ylim(bottom=0)
    axes.set_title(f"Iterations: {surface} surfaces")
    if index:
        legend_below(axes)
    return panel
