"""Paper Table 3: hardware and software, theirs and ours.

Reads   host and build of the records; validation/data/mpmc_table4.csv, rows of Table 3
"""

from common import machine
from common.artifact import Artifact
from common.selection import group_by
from common.tables import Cell, Column, Table, not_run, published

# rows of the paper -> what the records know
OURS = {"CPU": "Processor", "GPU": "GPU", "CPU compiler": "Compiler",
        "CPU compiler flags": "Flags"}


def build(context, records):
    rows = [row for row in context.data.performance() if row["where"] == "Table 3"]
    machines = list(dict.fromkeys(row["hardware"] for row in rows))
    facts = dict(machine.facts(records)) if records else {}
    table = Table("mpmc-table-3", "Hardware and software",
                  [Column("")] + [Column(f"{name} (paper)") for name in machines]
                  + [Column("This run")],
                  note="Theirs: Anderson 2013, Table 3. Ours: from the records. Speeds of machines "
                  "that are a dozen years apart are compared for scale, not as a contest.")
    for quantity, entries in group_by(rows, lambda row: row["quantity"]):
        values = {row["hardware"]: row["value"] for row in entries}
        ours = facts.pop(OURS[quantity], None) if quantity in OURS else None
        table.add(quantity, *[published(values.get(name, "–")) for name in machines],
                  Cell(ours, kind="ours wrap") if ours else Cell("–"))
    for name, text in facts.items():
        table.add(name.lower(), *["–"] * len(machines), Cell(text, kind="ours wrap"))
    if not records:
        table.add("this machine", *["–"] * len(machines), not_run())
    return Artifact("", [table])
