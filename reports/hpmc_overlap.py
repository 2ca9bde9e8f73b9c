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
from common.tables import Cell, Column, Table, not_run, published, verdict
from hpmc_overlap_figures import figures

NOTCH = "hpmc_notch.csv"
COLUMNS = ("source", "corners", "quantity", "value", "uncertainty", "where")
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
    return Artifact(lead, tables, figures(found))


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
                  note="Random places, and bodies exchanged, rotated and moved together, and made 10⁻⁴ "
                       "to 10⁴ times as large: answers other than the reference's. Gaps: both sides "
                       "of contacts that the reference confirms; undecided: the limit of iterations "
                       "was hit, or the algorithm's own bound does not prove its answer. The "
                       "algorithm claims nothing below its resolution; what it says there is counted "
                       "all the same. References answer one in 16 places again. Iterations are those "
                       "of all places and of the gaps down to 10⁻⁶; hits of the limit those of all "
                       "gaps, too. "
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
