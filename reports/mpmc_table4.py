"""Paper Table 4: trial moves per second, relative to the best size, and over one serial core.

Reads   benchmark records, metric "trial moves per second"; mpmc_table4.csv; the list of schemes, for
        those that need a device
"""

from common import columns, numbers, speed
from common.artifact import Artifact
from common.tables import Cell, Column, Table, not_run, number, published, right, text, verdict


def build(context, records):
    theirs = speed.published_rates(context)
    sizes = sorted({size for rates in theirs.values() for size in rates})
    table = Table("mpmc-table-4", "Trial moves per second, 10⁶/s, by number of disks",
                  [Column("Hardware, scheme"), Column("Quantity")]
                  + [Column(numbers.count(size), "r") for size in sizes]
                  + [Column("Source"), Column("Verdict")],
                  note=_note(records))
    for hardware in theirs:
        _published_rows(table, context, hardware, sizes)
    runs = speed.runs(records)
    for label, rows in reversed(runs):
        _our_rows(table, label, rows, sizes, records)
    timed = {r.scheme for r in speed.rates(records)}
    for entry in context.schemes:
        if entry.get("backend") == "emulated" and entry["name"] not in timed:
            table.add(entry["name"], "10⁶ trial moves/s", *[not_run()] * len(sizes),
                      "not run on a device: on the grid emulator, which is not timed",
                      verdict("not run"), kind="first")
    if not runs:
        table.add("this machine", "rate", *[not_run()] * len(sizes), "", verdict("not run"))
    lead = ("φ = 0.698, maximum displacement 0.16, four trials per cell and sweep, the cell shift "
            "included; attempted trial moves of non-empty cells. Median of the runs; quartiles are "
            "in the CSV of all timings below.")
    return Artifact(lead, [table, _timings(records)])


def _note(records):
    serial = [speed.disks(r) for r in speed.rates(records) if r.scheme == speed.SERIAL]
    base = ("The speed-up is over the serial Algorithm 1 of this project "
            f"({speed.SERIAL}, one thread)")
    if serial:
        base += "; † where it was not run at this size, its nearest size is used"
    return base + ". The paper divides by its own program on one E5540 core."


QUANTITIES = (("fraction of the maximum", "of the largest"),
              ("speedup over one core", "over serial"))


def _published_rows(table, context, hardware, sizes):
    def value(quantity, size):
        for row in context.data.performance():
            if (row["quantity"] == quantity and row["hardware"] == hardware
                    and row["disks"] == str(size)):
                return row
        return None

    def cells(quantity, show):
        found = [value(quantity, size) for size in sizes]
        return [published(show(row), raw=row["value"]) if row else Cell("–", raw="")
                for row in found]

    table.add(f"{hardware} (published)", "10⁶ trial moves/s",
              *cells(speed.METRIC, lambda row: numbers.rate(row.number("value"))),
              "Anderson 2013, Table 4", "", kind="first")
    for quantity, word in QUANTITIES:
        row_cells = cells(quantity, lambda row: row["value"])
        if any(c.raw for c in row_cells):
            table.add(f"{hardware} (published)", word, *row_cells, "Anderson 2013, Table 4", "")


def _our_rows(table, label, rows, sizes, records):
    by_size = {speed.disks(r): r for r in rows}
    best = max(r.value for r in rows)
    here = [by_size.get(size) for size in sizes]
    if not any(here):
        return
    kind = "recorded" if any(r and r.recorded for r in here) else "ours"
    table.add(label, "10⁶ trial moves/s",
              *[Cell(numbers.rate(r.value), raw=r.value, kind=kind) if r else not_run()
                for r in here], _protocol(rows), _worst(here), kind="first")
    table.add(label, "of the largest",
              *[Cell(numbers.significant(r.value / best), raw=r.value / best, kind=kind) if r
                else Cell("–", raw="") for r in here], "", "")
    table.add(label, "over serial", *[_over_serial(r, records, kind) for r in here], "", "")


def _protocol(rows):
    sweeps = sorted({f"{r.number('runs', 0):.0f} × {r.number('sweeps', 0):.0f} sweeps" for r in rows
                     if r.param("sweeps")})
    words = sorted({str(r.param("protocol")) for r in rows if r.param("protocol")})
    return ", ".join(["this run"] + ([" or ".join(sweeps)] if sweeps else []) + words)


def _worst(rows):
    verdicts = [r.verdict for r in rows if r]
    for name in ("fail", "inconclusive", "not claimed", "pass"):
        if name in verdicts:
            return "" if name == "not claimed" else verdict(name)
    return ""


def _over_serial(record, records, kind):
    serial = speed.serial_rate(records, speed.disks(record)) if record else None
    if record is None or serial is None:
        return Cell("–", raw="")
    mark = "" if speed.disks(serial) == speed.disks(record) else "†"
    ratio = record.value / serial.value
    return Cell(numbers.significant(ratio) + mark, raw=ratio, kind=kind)


def _quartiles(r):
    if r.low is None or r.high is None:
        return "–"
    return f"{numbers.rate(r.low)} – {numbers.rate(r.high)}"


TIMINGS = (text("Scheme", "scheme"), right("Threads", "threads"), columns.DISKS,
           number("10⁶ trial moves/s, median", "value", numbers.rate),
           right("Quartiles", _quartiles), right("Runs", "params.runs?", missing="–"),
           right("Sweeps timed", "params.sweeps?", missing="–"), columns.CLASS,
           text("Verdict", lambda r: "" if r.verdict == "not claimed" else verdict(r.verdict)),
           columns.LOW, columns.HIGH)


def _timings(records):
    return Table("mpmc-timings", "All timings of this run", TIMINGS,
                 note="A run whose state is illegal afterwards, or whose trial moves do not add "
                 "up, fails and is left out of every other table.",
                 rows=sorted((r for r in records if r.metric == speed.METRIC),
                             key=lambda r: (r.scheme, r.threads, speed.disks(r))))
