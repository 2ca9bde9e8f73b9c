"""Paper Table 2: equation of state of 256^2, 512^2 and 1024^2 disks.

Reads   validation records, metric pressure, at these sizes; hard_disk_eos.csv, rows
        of Anderson 2013, Table 2
"""

import math

from common import numbers
from common.artifact import Artifact, scheme_label
from common.tables import Cell, Column, Table, estimate, not_run, published, verdict


def build(context, records):
    table = Table("mpmc-table-2", "Pressure P* through the transition",
                  [Column("N"), Column("φ", "r"), Column("MPMC published", "r"),
                   Column("Event chains published", "r"), Column("Difference of the two", "r"),
                   Column("P* ours, ± 95 %", "r"), Column("Ours − MPMC", "r"), Column("z", "r"),
                   Column("Scheme"), Column("Verdict")],
                  note="Published uncertainties of this table are two standard errors, 8 runs of "
                  "10⁹ sweeps. Event chains: Bernard and Krauth 2011, as quoted in Table 2. z uses "
                  "half the published uncertainty, inflated by 1.5. Source: Anderson 2013, "
                  "Table 2.")
    previous = None
    for (disks, eta), (theirs, chains) in _published(context).items():
        ours = [r for r in records if r.disks == disks
                and abs(r.number("packing_fraction", 0) - eta) < 1e-6]
        gap = abs(theirs.number("Pstar") - chains.number("Pstar"))
        start = (numbers.count(disks), f"{eta:.3f}", _value(theirs), _value(chains),
                 published(numbers.with_uncertainty(gap, math.hypot(theirs.number("err"),
                                                                    chains.number("err"))),
                           raw=gap))
        first = "first" if disks != previous else ""
        previous = disks
        for record in ours or [None]:
            if record is None:
                table.add(*start, not_run("needs class A or larger"), *[numbers.MISSING] * 2, "",
                          verdict("not run"), kind=first)
                continue
            gap = record.value - theirs.number("Pstar")
            table.add(*start, estimate(record), Cell(numbers.minus(f"{gap:+.5f}"), raw=gap),
                      Cell(numbers.z_value(record.z), raw="" if record.z is None else record.z),
                      scheme_label(record), verdict(record.verdict), kind=first)
    lead = ("The paper's proof of correctness: agreement with serial event chains where liquid "
            "turns into solid and the smallest fault shows. Its runs took days to weeks of GPU "
            "time each; what was not repeated here says so, line by line.")
    return Artifact(lead, [table])


def _published(context):
    """{(disks, packing): (MPMC row, event-chain row)} in the paper's order."""
    pairs = {}
    for row in context.data.anderson("Table 2"):
        key = (int(row["N"]), row.number("eta"))
        pairs.setdefault(key, [None, None])[0 if row["method"] == "MPMC" else 1] = row
    return {key: pair for key, pair in sorted(pairs.items()) if None not in pair}


def _value(row):
    return published(numbers.with_uncertainty(row.number("Pstar"), row.number("err")),
                     raw=row["Pstar"], note=row["err_kind"])
