"""Distance of each scheme to the roofline of this machine, and memory per disk.

Reads   benchmark records: "trial moves per second", "floor trial moves per second" (params
        floor_text says what bounds it), "bytes per disk", "seconds per sweep"
"""

from common import numbers, speed
from common.artifact import Artifact, scheme_label
from common.tables import Table, number, right, text

ROOFLINE, BYTES, SWEEP = "floor trial moves per second", "bytes per disk", "seconds per sweep"


def build(context, records):
    def same(metric, scale):
        def found(run):
            record = _same(records, run, metric)
            return record and scale * record.value
        return found

    def roofline(run):
        bound = _roofline(records, run)
        return bound and 1e-6 * bound

    def reached(run):
        bound = _roofline(records, run)
        return bound and run.value / bound

    table = Table("suite-roofline",
                  "Rate, roofline and memory, at the largest size each scheme was timed",
                  [text("Scheme", scheme_label), right("N", speed.disks, numbers.count),
                   number("Reached", reached, lambda x: f"{numbers.significant(100 * x, 2)} %"),
                   number("10⁶ trial moves/s", lambda run: 1e-6 * run.value, numbers.significant, kind="ours"),
                   number("Roofline, 10⁶/s", roofline, numbers.significant),
                   number("Bytes per disk", same(BYTES, 1), numbers.significant),
                   number("ms per sweep", same(SWEEP, 1e3), numbers.significant)],
                  note=_note(records), rows=[runs[-1] for _, runs in reversed(speed.runs(records))])
    return Artifact("How much faster could it be? The roofline is stated with what bounds it: loads "
                    "or arithmetic per trial move.", [table])


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
