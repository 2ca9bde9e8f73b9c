"""Paper Table 4: trial moves per second, relative to the best size, and over one serial core.

Reads   benchmark records, metric "trial moves per second"; mpmc_table4.csv; the list of schemes, for
        those that need a device
"""

from common import columns, numbers, speed
from common.artifact import Artifact
from common.tables import Cell, Table, hidden, not_run, number, published, right, text, verdict


def build(context, records):
    theirs = speed.published_rates(context)
    sizes = sorted({size for rates in theirs.values() for size in rates})
    table = Table("mpmc-table-4", "Trial moves per second, 10⁶/s, by number of disks",
                  [text("Hardware, scheme", "who"), text("Quantity", "quantity"),
                   *(right(numbers.count(size), lambda line, size=size: line["cells"](size))
                     for size in sizes), text("Source", "source"), text("Verdict", "verdict")],
                  note=_note(records))
    lines = [line for hardware in theirs for line in _published_lines(context, hardware, sizes)]
    runs = speed.runs(records)
    for label, rows in reversed(runs):
        lines += _our_lines(label, rows, sizes, records)
    timed = {r.scheme for r in speed.rates(records)}
    absent = {"quantity": "10⁶ trial moves/s", "cells": lambda size: not_run(),
              "verdict": verdict("not run")}
    lines += [{**absent, "who": entry["name"],
               "source": "not run on a device: on the grid emulator, which is not timed"}
              for entry in context.schemes
              if entry.get("family") == "mpmc" and entry.get("backend") == "emulated"
              and entry["name"] not in timed]
    if not runs:
        lines.append({**absent, "who": "this machine", "quantity": "rate", "source": ""})
    table.extend(lines, "who")
    lead = ("φ = 0.698, maximum displacement 0.16, four trials per cell and sweep, the cell shift "
            "included; attempted trial moves of non-empty cells. Median of the runs; quartiles are "
            "in the CSV of all timings below.")
    return Artifact(lead, [table, _timings(records)])


def _note(records):
    serial = [speed.disks(r) for r in speed.rates(records) if r.scheme == speed.SERIAL]
    base = ("The speed-up is over the serial Algorithm 1 of this project "
            f"({speed.SERIAL}, one thread) on the same machine")
    if serial:
        base += "; † where it was not run at this size, its nearest size is used"
    return base + ". The paper divides by its own program on one E5540 core."


QUANTITIES = (("fraction of the maximum", "of the largest"),
              ("speedup over one core", "over serial"))


def _published_lines(context, hardware, sizes):
    for quantity, word, show in (
            (speed.METRIC, "10⁶ trial moves/s", lambda row: numbers.rate(row.number("value"))),
            *((quantity, word, lambda row: row["value"]) for quantity, word in QUANTITIES)):
        found = {row["disks"]: published(show(row), raw=row["value"])
                 for row in context.data.performance()
                 if row["quantity"] == quantity and row["hardware"] == hardware}
        if quantity == speed.METRIC or any(str(size) in found for size in sizes):
            yield {"who": f"{hardware} (published)", "quantity": word, "verdict": "",
                   "source": "Anderson 2013, Table 4",
                   "cells": lambda size, found=found: found.get(str(size), Cell("–", raw=""))}


def _our_lines(label, rows, sizes, records):
    by_size = {speed.disks(r): r for r in rows}
    best = max(r.value for r in rows)
    here = [by_size.get(size) for size in sizes]
    if not any(here):
        return []
    kind = "recorded" if any(r and r.recorded for r in here) else "ours"

    def of_size(show, absent):
        return lambda size: show(by_size[size]) if size in by_size else absent()

    def missing():
        return Cell("–", raw="")

    def rate(r):
        return Cell(numbers.rate(r.value), raw=1e-6 * r.value, kind=kind, record=r)

    def of_largest(r):
        return Cell(numbers.significant(r.value / best), raw=r.value / best, kind=kind)

    def of_bound(r):
        return missing() if r.of_bound is None else Cell(
            f"{numbers.significant(100 * r.of_bound, 2)} %", raw=r.of_bound, kind=kind, record=r)

    line = {"who": label, "source": "", "verdict": ""}
    known = any(r and r.of_bound is not None for r in here)
    bound = [{**line, "quantity": "of the bound", "cells": of_size(of_bound, not_run)}]
    return [*(bound if known else []),
            {**line, "quantity": "10⁶ trial moves/s", "cells": of_size(rate, not_run),
             "source": _protocol(rows), "verdict": _worst(here)},
            {**line, "quantity": "of the largest", "cells": of_size(of_largest, missing)},
            {**line, "quantity": "over serial", "cells": of_size(
                lambda r: _over_serial(r, records, kind), missing)}]


def _protocol(rows):
    sweeps = sorted({f"{r.number('runs', 0):.0f} × {r.number('sweeps', 0):.0f} sweeps" for r in rows
                     if r.param("sweeps")})
    words = sorted({str(r.param("protocol")) for r in rows if r.param("protocol")})
    devices = sorted({r.device for r in rows if r.device})
    where = "recorded" if any(r.recorded for r in rows) else "this run"
    return ", ".join([" and ".join(devices) + f" ({where})" if devices else where] + ([" or ".join(sweeps)] if sweeps else []) + words)


def _worst(rows):
    verdicts = [r.verdict for r in rows if r]
    for name in ("fail", "inconclusive", "not claimed", "pass"):
        if name in verdicts:
            return "" if name == "not claimed" else verdict(name)
    return ""


def _over_serial(record, records, kind):
    serial = speed.serial_rate(records, record)
    if serial is None:
        return Cell("–", raw="")
    mark = "" if speed.disks(serial) == speed.disks(record) else "†"
    ratio = record.value / serial.value
    return Cell(numbers.significant(ratio) + mark, raw=ratio, kind=kind)


def _quartiles(r):
    if r.low is None or r.high is None:
        return "–"
    return f"{numbers.rate(r.low)} – {numbers.rate(r.high)}"


def _millions(name):
    """End of the interval in the unit of the median."""
    return lambda r: None if getattr(r, name) is None else 1e-6 * getattr(r, name)


TIMINGS = (text("Scheme", "scheme"), right("Threads", "threads"), columns.DISKS,
           columns.OF_BOUND, number("10⁶ trial moves/s, median", lambda r: 1e-6 * r.value, numbers.significant),
           right("Quartiles", _quartiles), right("Runs", "params.runs?", missing="–"),
           right("Sweeps timed", "params.sweeps?", missing="–"), columns.CLASS,
           text("Verdict", lambda r: "" if r.verdict == "not claimed" else verdict(r.verdict)),
           hidden("low", _millions("low")), hidden("high", _millions("high")))


def _timings(records):
    return Table("mpmc-timings", "All timings of this run", TIMINGS,
                 note="A run whose state is illegal afterwards, or whose trial moves do not add "
                 "up, fails and is left out of every other table.",
                 rows=sorted((r for r in records if r.metric == speed.METRIC),
                             key=lambda r: (r.scheme, r.threads, speed.disks(r))))
