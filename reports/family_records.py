"""All values and timings of a family that pages.csv does not name: what its default page shows.

Reads   validation and benchmark records of the family
Not here  Its checks and mutants, which are on the pages of all families
"""

from common import columns
from common.artifact import Artifact
from common.tables import Table, text


def build(_context, records):
    found = [_table(family, kind, heading, shown, records)
             for family in sorted({r.family for r in records})
             for kind, heading, shown in (
                 ("validation", "Comparisons", [columns.EXPECTED, columns.Z]),
                 ("benchmark", "Timings", []))]
    return Artifact("Values and timings as they were recorded: no script draws the tables of a paper for this "
                    "family. Its checks and mutants are on the pages of all families.",
                    [table for table in found if table.rows])


def _table(family, kind, heading, shown, records):
    return Table(f"{family}-{kind}", f"{heading} of {family}",
                 [text("Metric", "metric"), columns.SCHEME, text("Parameters", _parameters, kind="wrap"),
                  columns.ours("Ours"), *shown, columns.VERDICT],
                 rows=sorted((r for r in records if r.family == family and r.kind == kind),
                             key=lambda r: (r.metric, r.scheme, r.threads)),
                 first="metric")


def _parameters(record):
    """The numbers and words that tell its measurements apart."""
    return ", ".join(f"{name} {value}" for name, value in sorted(record.params.items())
                     if isinstance(value, (int, float, str)))
