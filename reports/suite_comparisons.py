"""Comparisons with known values: how many of each metric, with what verdicts, and how far off.

Reads   records of `touchstone validate`: verdict, z, p
Shows   a line for each family and metric; it links to the record with the worst verdict
Not here  Values beside the published ones: pages of the families
"""

from common import numbers
from common.artifact import Artifact
from common.selection import group_by
from common.tables import Table, right, text, verdict
from common.records import VERDICTS


def build(_context, records):
    def found(name):
        return lambda rows: [getattr(r, name) for r in rows if getattr(r, name) is not None]

    def largest_z(rows):
        return max(map(abs, found("z")(rows)), default=None)

    def smallest_p(rows):
        return min(found("p")(rows), default=None)

    def worst(rows):
        return verdict(max((r.verdict for r in rows), key=VERDICTS.index))

    groups = group_by(sorted(records, key=lambda r: (r.family, r.metric)), lambda r: (r.family, r.metric))
    return Artifact(
        "Values with a closed form, published ones, and those of the serial reference. A passed "
        "comparison could have seen the smallest effect that matters; an inconclusive one could not.",
        [Table("suite-comparisons", "Comparisons by metric", [
            text("Family", lambda rows: rows[0].family), text("Metric", lambda rows: rows[0].metric, kind="prose"),
            text("Worst verdict", worst), right("Records", len),
            *(right(v, lambda rows, v=v: sum(r.verdict == v for r in rows))
              for v in ("pass", "fail", "inconclusive", "not claimed")),
            right("Largest |z|", largest_z, numbers.z_value, missing=numbers.MISSING),
            right("Smallest p", smallest_p, "{:.2g}", missing=numbers.MISSING)],
               rows=[rows for _, rows in groups], first=lambda rows: rows[0].family,
               note="Not claimed: measured and shown, but the scheme promises nothing about it.")])
