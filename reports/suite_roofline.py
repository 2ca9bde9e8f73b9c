"""Distance of each scheme to the roofline of this machine, and memory per disk.

Reads   benchmark records: "trial moves per second", "floor trial moves per second" (params
        floor_text says what bounds it), "bytes per disk", "seconds per sweep"
"""

from common import numbers, speed
from common.artifact import Artifact
from common.tables import Cell, Column, Table

ROOFLINE, BYTES, SWEEP = "floor trial moves per second", "bytes per disk", "seconds per sweep"


def build(context, records):
    table = Table("suite-roofline",
                  "Rate, roofline and memory, at the largest size each scheme was timed",
                  [Column("Scheme"), Column("N", "r"), Column("10⁶ trial moves/s", "r"),
                   Column("Roofline, 10⁶/s", "r"), Column("Reached", "r"),
                   Column("Bytes per disk", "r"), Column("ms per sweep", "r")],
                  note=_note(records))
    for label, rows in reversed(speed.runs(records)):
        record = rows[-1]
        roofline, memory = _roofline(records, record), _same(records, record, BYTES)
        sweep = _same(records, record, SWEEP)
        table.add(label, numbers.count(speed.disks(record)),
                  Cell(numbers.rate(record.value), raw=record.value, kind="ours"),
                  Cell(numbers.rate(roofline), raw=roofline) if roofline else _missing(),
                  Cell(f"{numbers.significant(100 * record.value / roofline, 2)} %",
                       raw=record.value / roofline) if roofline else _missing(),
                  Cell(numbers.significant(memory.value), raw=memory.value) if memory
                  else _missing(),
                  Cell(numbers.significant(1e3 * sweep.value), raw=1e3 * sweep.value) if sweep
                  else _missing())
    return Artifact("How much faster could it be? The roofline is stated with what bounds it: loads "
                    "or arithmetic per trial move.", [table])


def _missing():
    return Cell(numbers.MISSING, raw="")


def _note(records):
    texts = list(dict.fromkeys(str(r.param("floor_text", "")) for r in records
                               if r.metric == ROOFLINE))
    return ("The roofline is the rate this machine would allow if only the stated bound counted, per "
            "core used; reached = rate / roofline." + "".join(f" Roofline: {text}." for text in texts))


def _roofline(records, run):
    """Trial moves per second: of this scheme and threads, or of one core times the threads."""
    own = _same(records, run, ROOFLINE)
    if own:
        return own.value
    core = [r.value for r in records if r.metric == ROOFLINE and r.threads == 1
            and r.scheme == "floor"]
    return core[-1] * run.threads if core else None


def _same(records, run, metric):
    """The record of this metric for the same scheme and threads, nearest in size."""
    found = [r for r in records if r.metric == metric and r.scheme == run.scheme
             and r.threads == run.threads]
    return min(found, key=lambda r: abs(speed.disks(r) - speed.disks(run)), default=None)
