"""Paper Table 3: hardware and software, theirs and ours.

Reads   host and build of the records; validation/data/mpmc_table4.csv, rows of Table 3
"""

from common import machine
from common.artifact import Artifact
from common.selection import group_by
from common.tables import Cell, Table, not_run, published, text

# rows of the paper -> what the records know
OURS = {"CPU": "Processor", "GPU": "GPU", "CPU compiler": "Compiler",
        "CPU compiler flags": "Flags"}


def build(context, records):
    rows = [row for row in context.data.performance() if row["where"] == "Table 3"]
    machines = list(dict.fromkeys(row["hardware"] for row in rows))
    facts = dict(machine.facts(records)) if records else {}
    def paper(name):
        return lambda line: published(line[1][name]) if name in line[1] else "–"

    lines = []
    for quantity, entries in group_by(rows, lambda row: row["quantity"]):
        values = {row["hardware"]: row["value"] for row in entries}
        lines.append((quantity, values, facts.pop(OURS.get(quantity), None)))
    lines += [(name.lower(), {}, fact) for name, fact in facts.items()]
    table = Table("mpmc-table-3", "Hardware and software",
                  [text("", lambda line: line[0])]
                  + [text(f"{name} (paper)", paper(name)) for name in machines]
                  + [text("This run", lambda line: line[2] and Cell(line[2], kind="ours wrap"),
                          missing="–")],
                  note="Theirs: Anderson 2013, Table 3. Ours: from the records. Speeds of machines "
                  "that are a dozen years apart are compared for scale, not as a contest.",
                  rows=lines)
    if not records:
        table.add("this machine", *["–"] * len(machines), not_run())
    return Artifact("", [table])
