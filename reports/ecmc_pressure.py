"""The pressure of event-chain simulations from their liftings.

Reads   validation records, metrics "pressure from liftings" and "pressure minus ..."
Shows   every state point beside the published value, and against checkerboard Monte Carlo; as a
        figure, the deviations
"""

from common import columns
from common.artifact import Artifact
from common.tables import Column, Table, expected, text
import mpmc_anchors


def build(context, records):
    rows = sorted(records, key=lambda r: (r.disks, mpmc_anchors.aspect(r), mpmc_anchors.packing(r),
                                          r.scheme, r.metric))
    table = Table("ecmc-pressure", "Pressure from liftings",
                  [*mpmc_anchors.SYSTEM,
                   text("What", lambda r: "ΔP*" if mpmc_anchors.against_oracle(r) else "P*"),
                   columns.ours("Ours, ± 95 %"), Column("Compared with", "r", field=expected),
                   columns.Z, columns.SEES, columns.VERDICT, columns.source("Source"), columns.CLASS,
                   text("Effort", "facts.liftings?", "{:.3g} liftings")],
                  rows=rows, first=lambda r: (r.disks, mpmc_anchors.aspect(r)))
    lead = ("P* = βPd² = ρ [1 + Σ(x_j − x_i) / path], summed over the liftings of all chains: how "
            "far motion was passed on, over how far disks moved. No disk is looked at for it. ΔP* "
            "is the difference from checkerboard Monte Carlo at the same state, whose pressure "
            "comes from another estimator (static rift) and from independent random numbers. "
            "Errors are the spread of 32 independent chains; published errors are inflated by 1.5.")
    return Artifact(lead, [table], mpmc_anchors.figures(rows, "ecmc-pressure"))
