"""The pressure of event-chain simulations from their liftings.

Reads   validation records, metrics "pressure from liftings" and "pressure minus ..."
Shows   every state point beside the published value, and against checkerboard Monte Carlo; as a
        figure, the deviations
"""

import mpmc_anchors
from common import numbers
from common.artifact import Artifact, scheme_label, short_source
from common.tables import Cell, Column, Table, estimate, expected, verdict


def _effort(record):
    liftings = record.fact("liftings")
    return "" if liftings is None else f"{liftings:.3g} liftings"


def build(context, records):
    rows = sorted(records, key=lambda r: (r.disks, mpmc_anchors.aspect(r), mpmc_anchors.packing(r),
                                          r.scheme, r.metric))
    table = Table("ecmc-pressure", "Pressure from liftings",
                  [Column("N, box"), Column("φ", "r"), Column("Scheme"), Column("What"),
                   Column("Ours, ± 95 %", "r"), Column("Compared with", "r"), Column("z", "r"),
                   Column("Verdict"), Column("Source"), Column("Class"), Column("Effort")])
    previous = None
    for r in rows:
        system = f"{r.disks} {mpmc_anchors.aspect(r)}"
        table.add(system, f"{mpmc_anchors.packing(r):.3f}", scheme_label(r),
                  "ΔP*" if mpmc_anchors.against_oracle(r) else "P*", estimate(r), expected(r),
                  Cell(numbers.z_value(r.z), raw="" if r.z is None else r.z), verdict(r.verdict),
                  short_source(r.expected[2]) if r.expected else "", r.klass, _effort(r),
                  kind="first" if system != previous else "")
        previous = system
    lead = ("P* = βPd² = ρ [1 + Σ(x_j − x_i) / path], summed over the liftings of all chains: how "
            "far motion was passed on, over how far disks moved. No disk is looked at for it. ΔP* "
            "is the difference from checkerboard Monte Carlo at the same state, whose pressure "
            "comes from another estimator (static rift) and from independent random numbers. "
            "Errors are the spread of 32 independent chains; published errors are inflated by 1.5.")
    return Artifact(lead, [table], mpmc_anchors.figures(rows, "ecmc-pressure"))
