"""Event chains: what precedes a leg, and what bounds the time of a lifting from below.

Reads   benchmark records "preparation, seconds per disk" and those of the scheme "floor"
"""

from common import liftings, numbers
from common.artifact import Artifact
from common.selection import group_by
from common.tables import Cell, Column, Table, not_run, published

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
    table = Table("ecmc-instructions", "Instructions of a lifting in the authors' programs",
                  [Column("Program"), Column("Active", "r"), Column("Instructions", "r")],
                  note="Counted with callgrind before this suite existed. The lower bound "
                       "takes 25 for a lifting and 36 with local times.")
    for row in liftings.published(context, "instructions per lifting"):
        table.add(row["program"], row["active"], published(row["value"], raw=row.number("value"),
                                                           note=row["where"]))
    return table


def _preparations(records):
    chosen = [r for r in records if r.metric == PREPARATION and r.verdict != "fail"]
    sizes = sorted({r.disks for r in chosen})
    table = Table("ecmc-preparation", "What precedes a leg, ns per disk",
                  [Column("Step"), Column("Threads", "r")]
                  + [Column(f"N = {numbers.count(n)}", "r") for n in sizes or [0]],
                  note="A scheme's own line is all it does before the first event, the test of the "
                       "leg (leg-test) included. Graphs are needed once for each direction.")
    for (step, threads), rows in group_by(sorted(chosen, key=lambda r: (r.scheme, r.threads)),
                                          lambda r: (liftings.label(r), r.threads)):
        found = {r.disks: r for r in rows}
        table.add(step, threads, *(
            Cell(numbers.significant(1e9 * found[n].value), raw=found[n].value, kind="ours")
            if n in found else numbers.MISSING for n in sizes))
    if not chosen:
        table.add("this machine", numbers.MISSING, not_run())
    return table


def _bounds(records):
    table = Table("ecmc-roofline", "What the lower bound is made of, ns", [Column("Operation"),
                                                                  Column("ns", "r")],
                  note="A lifting loads about 2.1 records of 32 bytes ahead of the active disk and "
                       "changes two, in 2 to 4 lines of 64 bytes. The next address is known when "
                       "the last load has come. A walk is a chase that visits the records in order "
                       "up to a shuffle within eight, as a chain moves along a band.")
    bounds = [r for r in records if r.scheme == "floor"]
    for metric in COSTS:
        for r in bounds:
            if r.metric == metric:
                table.add(metric.removeprefix("seconds per "), _nanoseconds(r))
    loads = [r for r in bounds if r.metric == LOAD]
    for r in sorted(loads, key=lambda r: (r.disks, str(r.param("order")))):
        table.add(f"dependent load, {r.param('order')}, records of {numbers.count(r.disks)} disks",
                  _nanoseconds(r))
    if not table.rows:
        table.add("this machine", not_run())
    return table


def _nanoseconds(record):
    return Cell(numbers.significant(1e9 * record.value), raw=record.value, kind="ours")
