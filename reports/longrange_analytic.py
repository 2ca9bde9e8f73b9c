"""Models with long-range interaction beside what is known of them without simulation.

Reads   validation records of longrange/analytic
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Cell, Table, expected, not_run, right, text, verdict
from longrange_phase_space import grouped

MODEL = {"hmf": "HMF", "ring": "Ring", "gravity-2d": "2D gravity"}


def build(context, records):
    lead = ("Three models of particles that all pull at each other: angles with a cosine "
            "interaction (HMF), gravity along a ring, and gravity in the plane. Each line is a run "
            "beside an exact result; few particles fluctuate, so each has a stated tolerance.")
    return Artifact(lead, [_table(records)])


def _found(record):
    return Cell(numbers.plain(record.value, 7), raw=record.value, kind="ours", note=record.note)


def _table(records):
    table = Table("longrange-analytic", "Runs beside exact results",
                  [text("Model", "params.model", MODEL.get),
                   text("What", "metric"),
                   text("Case", "params.case", lambda case: case.split("/", 1)[-1]),
                   columns.SHORT_SCHEME, right("N", "params.particles", grouped),
                   right("Found", _found), right("Exact", lambda r: expected(r, 7)),
                   columns.ALLOWED, text("From", lambda r: r.expected[2], kind="prose"),
                   columns.VERDICT],
                  note="May differ by: what this suite allows a run of so many particles; the "
                  "reason is shown on hovering.",
                  rows=sorted(records, key=lambda r: (list(MODEL).index(r.param("model")),
                                                      r.metric, r.param("case"), r.scheme)),
                  first=lambda r: (r.param("model"), r.metric))
    if not table.rows:
        table.line({"Model": not_run(), "Verdict": verdict("not run")})
    return table
