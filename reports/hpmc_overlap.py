"""Overlap of hard bodies: which algorithms are right, how near to contact, at what cost.

Reads   check records "overlap/*" (counts by classes of bodies in `series`), benchmark records
        "nanoseconds per overlap test"; validation/data/hpmc_notch.csv
Not here  Mutants x checks (suite_mutants.py), whole simulations (hpmc_speed.py),
          pictures (hpmc_overlap_figures.py)
"""

import math

from common import numbers
from common.artifact import Artifact
from common.overlaps import CHECK, CLASSES, TIME, Findings, short, smallest_right
from common.tables import Cell, Table, not_run, number, published, right, text, verdict
from hpmc_overlap_figures import figures

NOTCH = "hpmc_notch.csv"
COLUMNS = ("source", "corners", "quantity", "value", "uncertainty", "where")


def build(context, records):
    checks = [r for r in records if r.metric.startswith(CHECK) and not r.is_mutant]
    found = Findings(checks, [r for r in records if r.metric == TIME])
    lead = ("Every algorithm that decides whether two hard bodies overlap, against references in "
            "exact arithmetic or with certified bounds: pairs in random places, and pairs at "
            "relative gaps of 10⁻² to 10⁻¹³ on both sides of contact. Bodies of two classes are "
            "in the second table.")
    tables = [_main(found), _mixtures(found), _sweep(found),
              _notch(context.data.rows(NOTCH, COLUMNS), records)]
    return Artifact(lead, tables, figures(found))


# tables -------------------------------------------------------------------------------------
PLACES, GAPS, TIMES, WRONG = ("Random places", "Gaps 10⁻² to 10⁻¹³", "Iterations", "Wrong when")


def _columns(found):
    def counted(check, name):
        return lambda pair: found.sum(check, *pair, name)

    def at_gaps(index):
        def total(pair):
            lines = found.at_gaps(*pair)
            asked = sum(line[1] for line in lines)
            return sum(line[index] for line in lines) if asked else None
        return total

    def iterations(name):
        return lambda pair: found.largest("iterations", *pair, name)

    def limit_hit(pair):
        gave_up = found.sum("iterations", *pair, "gave_up")
        return None if gave_up is None else gave_up + sum(line[6] for line in found.at_gaps(*pair))

    def nanoseconds(pair):
        timed = found.nanoseconds(*pair)
        return timed.value if timed and timed.verdict != "fail" else None

    def count(heading, field, group):
        return number(heading, field, numbers.whole, missing="", group=group)

    def wrong(heading, field, group):
        return number(heading, field, str, missing="", group=group)

    return [text("Bodies", lambda pair: " and ".join(pair[0])),
            text("Algorithm", lambda pair: short(pair[1])),
            count("asked", counted("agreement", "asked"), PLACES),
            wrong("wrong", counted("agreement", "wrong"), PLACES),
            count("asked", at_gaps(1), GAPS), wrong("wrong", at_gaps(2), GAPS),
            wrong("undecided", at_gaps(3), GAPS),
            right("right down to", lambda pair: _right(
                smallest_right(found.at_gaps(*pair)), pair[1] in found.references), group=GAPS),
            count("median", iterations("median"), TIMES), count("most", iterations("most"), TIMES),
            wrong("limit hit", limit_hit, TIMES),
            *(wrong(heading, counted(check, "wrong"), WRONG) for heading, check in
              (("exchanged", "symmetry"), ("moved", "motion"), ("scaled", "scale"))),
            number("ns per test", nanoseconds, lambda ns: numbers.significant(ns, 3), missing="")]


def _pairs(found, mixed):
    """[(classes of the bodies, algorithm)]."""
    return [(bodies, scheme) for bodies in found.bodies(mixed)
            for scheme in found.algorithms(bodies)]


def _main(found):
    table = Table("hpmc-overlap", "Overlap algorithms by class of bodies", _columns(found),
                  note="Random places, and bodies exchanged, rotated and moved together, and made 10⁻⁴ "
                       "to 10⁴ times as large: answers other than the reference's. Gaps: both sides "
                       "of contacts that the reference confirms; undecided: the limit of iterations "
                       "was hit, or the algorithm's own bound does not prove its answer. The "
                       "algorithm claims nothing below its resolution; what it says there is counted "
                       "all the same. References answer one in 16 places again. Iterations are those "
                       "of all places and of the gaps down to 10⁻⁶; hits of the limit those of all "
                       "gaps, too. "
                       "ns: median, bodies at distances where "
                       "the answer depends on the orientations.", rows=_pairs(found, False), source=found.records.get)
    seen = {b[0] for b in found.bodies(False)}
    for missing in (c for c in CLASSES if c not in seen):
        table.line({"Bodies": missing, f"{PLACES} / asked": not_run()})
    return table


def _mixtures(found):
    return Table("hpmc-overlap-mixtures", "Overlap of bodies of two classes", _columns(found),
                 note="As above. Other mixtures are refused: no algorithm takes them.",
                 rows=_pairs(found, True), folded=True, source=found.records.get)


def _right(gap, reference):
    if reference:
        return Cell("reference", raw="")
    return "" if gap is None else Cell(_power(gap), raw=gap)


def _power(gap):
    return "10" + str(round(math.log10(gap))).translate(numbers.SUPERSCRIPTS)


def _sweep(found):
    gaps = sorted({line["gap"] for lines in found.gaps.values() for line in lines}, reverse=True)

    def at(gap):
        return lambda pair: next((_at(line) for line in found.at_gaps(*pair) if line[0] == gap), "")

    return Table("hpmc-overlap-gaps", "Wrong (and undecided) answers of so many, by relative gap",
                 [text("Bodies", lambda pair: " and ".join(pair[0])),
                  text("Algorithm", lambda pair: short(pair[1])),
                  right("Pairs", lambda pair: max(line[1] for line in found.at_gaps(*pair)))]
                 + [right(_power(gap), at(gap)) for gap in gaps],
                 note="Blank: the reference is not certain so near to contact. Both sides of "
                      "contact: an algorithm that says overlap too soon is wrong on half of them.",
                 rows=[pair for mixed in (False, True) for pair in _pairs(found, mixed)
                       if found.at_gaps(*pair)], folded=True, source=found.records.get)


def _at(line):
    _, asked, wrong, undecided, *_ = line
    if asked == 0:
        return ""
    return f"{wrong} ({undecided})" if undecided else str(wrong)


def _notch(rows, records):
    own = sorted((r for r in records if r.metric == "overlap/notch sampling" and _notches(r)
                  and (not r.is_mutant or _is_the_defect(r))),
                 key=lambda r: (r.is_mutant, r.scheme))
    lines = []
    for corners in (12, 6):
        exact = next((n["exact"] for r in own for n in _notches(r) if n["corners"] == corners), None)
        lines.append({"corners": corners, "who": "exact", "z": "",
                      "probability": not_run() if exact is None else f"{exact:.5f}",
                      "verdict": verdict("not run") if exact is None else ""})
        for row in (row for row in rows if row.is_(corners=corners)):
            z = exact and (row.number("value") - exact) / row.number("uncertainty")
            lines.append({"corners": corners, "who": row["source"], "probability": published(
                f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                note=row["where"]), "z": "" if exact is None else f"{z:+.1f}", "verdict": ""})
        lines += [_sampled(r, corners, exact) for r in own]
    return Table("hpmc-overlap-notch", "A polygon in the notch of a C: probability that it holds "
                 "the origin of the C",
                 [right("Corners", "corners"), text("Who", "who"),
                  right("Probability", "probability"), right("z", "z"),
                  text("Verdict", "verdict")],
                 note="Two bodies in a periodic box of side 1.6 in fixed orientations. Exact: areas of "
                      "Minkowski sums. z against it. With the defect of the public code, whose "
                      "answer depends on which body is asked first, what is found also depends on "
                      "the trial moves; those of the public code and ours are not the same.",
                 rows=lines)


def _sampled(r, corners, exact):
    """The line of our own sampling."""
    made = next(n for n in _notches(r) if n["corners"] == corners)
    z = (made["found"] - exact) / made["error"]
    return {"record": r, "corners": corners, "who": short(r.scheme) + " (with the defect)" * r.is_mutant,
            "probability": Cell(f"{made['found']:.4f} ± {made['error']:.4f}", raw=made["found"]),
            "z": f"{z:+.1f}", "verdict": verdict(r.verdict) if not r.is_mutant
            else "caught" if abs(z) > 5 else ""}


def _is_the_defect(record):
    """The fault of a public code that this check must catch."""
    return record.param("expected") is True and record.origin["kind"] == "public bug"


def _notches(record):
    return record.param("series", {}).get("notch", [])
