"""Contact fit (the paper's) and static rift: same pressure, at what cost; and the fit's bias.

Reads   validation records whose metric names an estimator; mpmc_text.csv for the paper's bound
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Column, Table, expected, not_run, number, published, right, text, \
    verdict

COMPARED = (text("Quantity", "metric"), columns.SHORT_SCHEME, columns.DISKS, columns.PACKING,
            columns.ours("Ours, ± 95 %"), columns.EXPECTED,
            right("z", "z?", numbers.z_value, missing=numbers.MISSING), columns.SEES,
            columns.VERDICT, text("Note", "note", kind="wrap"))
BIAS = (right("Degree", "params.degree?", missing="–"),
        right("Fit range", "params.fit_range?", numbers.plain, missing=numbers.MISSING),
        number("Relative bias", "value", numbers.power, kind="ours"),
        Column("Published", "r", field=expected), columns.VERDICT,
        text("Source", lambda r: r.expected[2] if r.expected else ""))



def build(context, records):
    bound = context.data.text_value("systematic error of the contact fit")
    bias = [r for r in records if "bias" in r.metric]
    rest = [r for r in records if r not in bias]
    lead = ("The paper extrapolates g(r) to contact with a fifth-degree fit; its noise, not the "
            "sampling, sets the paper's error bars. The static rift needs no histogram and no fit.")
    return Artifact(lead, [_comparison(rest), _bias(bias, bound)])


def _comparison(records):
    return Table("mpmc-estimators", "Static rift and contact fit on identical configurations",
                 COMPARED, rows=sorted(records, key=lambda r: (
                     r.metric, r.disks, r.number("packing_fraction", 0), r.scheme)))


def _bias(records, bound):
    table = Table("mpmc-estimator-bias",
                  "Bias of the contact fit on the model n(r) = 30 exp(−30 r)", BIAS,
                  rows=sorted(records, key=lambda r: (r.number("degree", 0),
                                                      r.number("fit_range", 0))))
    table.line({"Degree": "5 (paper)", "Fit range": "0.02",
                "Relative bias": numbers.MISSING if records else not_run(),
                "Published": published(f"< {numbers.power(bound, 1)}", raw=bound),
                "Verdict": "" if records else verdict("not run"),
                "Source": "Anderson 2013, section 4"}, kind="first")
    return table
