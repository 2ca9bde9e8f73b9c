"""Contact fit (the paper's) and static rift: same pressure, at what cost; and the fit's bias.

Reads   validation records whose metric names an estimator; mpmc_text.csv for the paper's bound
"""

from common import numbers
from common.artifact import Artifact, short_scheme
from common.tables import Cell, Column, Table, estimate, expected, not_run, published, verdict


def build(context, records):
    bound = context.data.text_value("systematic error of the contact fit")
    bias = [r for r in records if "bias" in r.metric]
    rest = [r for r in records if r not in bias]
    lead = ("The paper extrapolates g(r) to contact with a fifth-degree fit; its noise, not the "
            "sampling, sets the paper's error bars. The static rift needs no histogram and no fit.")
    return Artifact(lead, [_comparison(rest), _bias(bias, bound)])


def _comparison(records):
    table = Table("mpmc-estimators", "Static rift and contact fit on identical configurations",
                  [Column("Quantity"), Column("Scheme"), Column("N", "r"), Column("φ", "r"),
                   Column("Ours, ± 95 %", "r"), Column("Expected", "r"), Column("z", "r"),
                   Column("Verdict"), Column("Note")])
    for r in sorted(records, key=lambda r: (r.metric, r.disks,
                                            r.number("packing_fraction", 0), r.scheme)):
        table.add(r.metric, short_scheme(r.scheme), numbers.count(r.disks),
                  numbers.plain(r.number("packing_fraction")), estimate(r), expected(r),
                  numbers.z_value(r.z), verdict(r.verdict), Cell(r.note, kind="wrap"))
    return table


def _bias(records, bound):
    table = Table("mpmc-estimator-bias",
                  "Bias of the contact fit on the model n(r) = 30 exp(−30 r)",
                  [Column("Degree", "r"), Column("Fit range", "r"), Column("Relative bias", "r"),
                   Column("Published", "r"), Column("Verdict"), Column("Source")])
    for r in sorted(records, key=lambda r: (r.number("degree", 0),
                                            r.number("fit_range", 0))):
        table.add(r.param("degree", "–"), numbers.plain(r.number("fit_range")),
                  Cell(numbers.power(r.value), raw=r.value, kind="ours"), expected(r),
                  verdict(r.verdict), r.expected[2] if r.expected else "")
    table.add("5 (paper)", "0.02", numbers.MISSING if records else not_run(),
              published(f"< {numbers.power(bound, 1)}", raw=bound),
              "" if records else verdict("not run"), "Anderson 2013, section 4", kind="first")
    return table
