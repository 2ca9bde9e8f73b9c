"""Distance of each scheme to the floor of this machine, and memory per disk.

Reads   benchmark records: "trial moves per second", "floor trial moves per second" (params
        floor_text says what bounds it), "bytes per disk", "seconds per sweep"
"""

from common import numbers, speed
from common.artifact import Artifact, scheme_label
from common.tables import Cell, Column, Table, not_run, verdict

FLOOR, BYTES, SWEEP = "floor trial moves per second", "bytes per disk", "seconds per sweep"


def build(context, records):
    table = Table("suite-floor",
                  "Rate, floor and memory, at the largest size each scheme was timed",
                  [Column("Scheme"), Column("N", "r"), Column("10⁶ trial moves/s", "r"),
                   Column("Floor, 10⁶/s", "r"), Column("Reached", "r"),
                   Column("Bytes per disk", "r"), Column("ms per sweep", "r"),
                   Column("What bounds it")],
                  note="The floor is the rate this machine would allow if only the stated "
                  "bound counted; reached = rate / floor.")
    for label, rows in reversed(speed.runs(records)):
        record = rows[-1]
        floor, memory = _same(records, record, FLOOR), _same(records, record, BYTES)
        sweep = _same(records, record, SWEEP)
        table.add(label, numbers.count(speed.disks(record)),
                  Cell(numbers.rate(record.value), raw=record.value, kind="ours"),
                  Cell(numbers.rate(floor.value), raw=floor.value) if floor else _missing(),
                  Cell(f"{100 * record.value / floor.value:.0f} %", raw=record.value / floor.value)
                  if floor else _missing(),
                  Cell(numbers.significant(memory.value), raw=memory.value) if memory
                  else _missing(),
                  Cell(numbers.significant(1e3 * sweep.value), raw=1e3 * sweep.value) if sweep
                  else _missing(),
                  Cell(str(floor.param("floor_text", "–")) if floor else "–", kind="wrap"))
    if not table.rows:
        table.add("all schemes", numbers.MISSING, not_run(), *[numbers.MISSING] * 4,
                  verdict("not run"))
    return Artifact("How much faster could it be? The floor is stated with what bounds it: loads "
                    "or arithmetic per trial move.", [table])


def _missing():
    return Cell(numbers.MISSING, raw="")


def _same(records, run, metric):
    """The record of this metric for the same scheme and threads, nearest in size."""
    found = [r for r in records if r.metric == metric and r.scheme == run.scheme
             and r.threads == run.threads]
    return min(found, key=lambda r: abs(speed.disks(r) - speed.disks(run)), default=None)
