"""Models with long-range interaction beside what is known of them without simulation.

Reads   validation records of longrange/analytic
"""

from common import numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Column, Table, allowed, expected, not_run, verdict
from longrange_phase_space import grouped

MODEL = {"hmf": "HMF", "ring": "Ring", "gravity-2d": "2D gravity"}


def build(context, records):
    lead = ("Three models of particles that all pull at each other: angles with a cosine "
            "interaction (HMF), gravity along a ring, and gravity in the plane. Each line is a run "
            "beside an exact result; few particles fluctuate, so each has a stated tolerance.")
    return Artifact(lead, [_table(records)])


def _table(records):
    table = Table("longrange-analytic", "Runs beside exact results",
                  [Column("Model"), Column("What"), Column("Case"), Column("Scheme"),
                   Column("N", "r"), Column("Found", "r"), Column("Exact", "r"),
                   Column("May differ by", "r"), Column("From"), Column("Verdict")],
                  note="May differ by: what this suite allows a run of so many particles; the "
                  "reason is shown on hovering.")
    ordered = sorted(records, key=lambda r: (list(MODEL).index(r.param("model")), r.metric,
                                             r.param("case"), r.scheme))
    for (model, metric), rows in group_by(ordered, lambda r: (r.param("model"), r.metric)):
        for i, r in enumerate(rows):
            table.add(MODEL[model] if i == 0 else "", metric if i == 0 else "",
                      r.param("case").split("/", 1)[-1], short_scheme(r.scheme),
                      grouped(r.param("particles")),
                      Cell(numbers.plain(r.value, 7), raw=r.value, kind="ours", note=r.note),
                      expected(r, 7), allowed(r),
                      Cell(r.expected[2], kind="prose"),
                      verdict(r.verdict), kind="first" if i == 0 else "")
    if not table.rows:
        table.add(not_run(), *[""] * 8, verdict("not run"))
    return table
