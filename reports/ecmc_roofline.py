"""Event chains: what precedes a leg, and what bounds the time of a lifting from below.

Reads   benchmark records "preparation, seconds per disk" and those of the scheme "floor"
"""

from common import liftings, numbers
from common.artifact import Artifact
from common.selection import group_by
from common.tables import Cell, Table, not_run, published, right, text

PREPARATION = "preparation, seconds per disk"
LOAD = "seconds per dependent load"
COSTS = ("seconds per instruction", "seconds per dependent operation",
         "seconds per first-level load", "seconds per compare-and-swap")


def build(context, records):
    lead = ("The lower bound of a lifting, which the tables of rates divide by, is put together from "
            "costs that were measured in the same run. Before a leg come its constraint graph, "
            "once for each direction, and the records of a scheme.")
    return Artifact(lead, [_preparations(records), _bounds(records), _instructions(context)])


def _instructions(context):
    return Table("ecmc-instructions", "Instructions of a lifting in the authors' programs",
                 [text("Program", "program"), right("Active", "active"),
                  right("Instructions", lambda row: published(
                      row["value"], raw=row.number("value"), note=row["where"]))],
                 note="Counted with callgrind before this suite existed. The lower bound "
                      "takes 25 for a lifting and 36 with local times.",
                 rows=liftings.published(context, "instructions per lifting"))


def _preparations(records):
    chosen = [r for r in records if r.metric == PREPARATION and r.verdict != "fail"]

    def of_size(n):
        return lambda rows: next((nanoseconds(r.value) for r in rows if r.disks == n),
                                 numbers.MISSING)

    table = Table("ecmc-preparation", "What precedes a leg, ns per disk",
                  [text("Step", lambda rows: liftings.label(rows[0])),
                   right("Threads", lambda rows: rows[0].threads)]
                  + [right(f"N = {numbers.count(n)}", of_size(n))
                     for n in sorted({r.disks for r in chosen}) or [0]],
                  note="A scheme's own line is all it does before the first event, the test of the "
                       "leg (leg-test) included. Graphs are needed once for each direction.",
                  rows=[rows for _, rows in group_by(
                      sorted(chosen, key=lambda r: (r.scheme, r.threads)),
                      lambda r: (liftings.label(r), r.threads))])
    if not chosen:
        table.add("this machine", numbers.MISSING, not_run())
    return table


def _operation(record):
    if record.metric != LOAD:
        return record.metric.removeprefix("seconds per ")
    return (f"dependent load, {record.param('order')}, records of {numbers.count(record.disks)} "
            "disks")


def _bounds(records):
    bounds = [r for r in records if r.scheme == "floor"]
    rows = [r for metric in COSTS for r in bounds if r.metric == metric]
    rows += sorted((r for r in bounds if r.metric == LOAD),
                   key=lambda r: (r.disks, str(r.param("order"))))
    table = Table("ecmc-roofline", "What the lower bound is made of, ns",
                  [text("Operation", _operation), right("ns", "value", nanoseconds)],
                  note="A lifting loads about 2.1 records of 32 bytes ahead of the active disk and "
                       "changes two, in 2 to 4 lines of 64 bytes. The next address is known when "
                       "the last load has come. A walk is a chase that visits the records in order "
                       "up to a shuffle within eight, as a chain moves along a band.", rows=rows)
    if not rows:
        table.add("this machine", not_run())
    return table


def nanoseconds(seconds):
    return Cell(numbers.significant(1e9 * seconds), raw=1e9 * seconds, kind="ours")
