"""Rates of schemes: ours from benchmark records, the paper's from validation/data."""

from common import liftings, numbers
from common.artifact import scheme_label

METRIC = "trial moves per second"
# For the other families: what a record measures, of what, and for how many of them where its value
# is a time.
OTHERS = {"ecmc": (liftings.METRIC, "liftings", None),
          "longrange": ("seconds per step", "particle-steps", "particles"),
          "cmc": ("seconds per step", "star-steps", "stars"),
          "hpmc": ("trial moves of shapes per second", "trial moves", None)}
# The serial version of the parallel algorithm: speed-ups are measured against it, as in the paper.
SERIAL = "mpmc/checkerboard-reference"


def rates(records):
    """Benchmark records of a rate that passed: an illegal state has no rate."""
    return [r for r in records if r.kind == "benchmark" and r.metric == METRIC
            and r.verdict != "fail" and r.value == r.value and r.value > 0]


def of_bound(record):
    """The headline of a rate, before it: "12 % of the bound, "; nothing where no bound is known."""
    return "" if record.of_bound is None else f"{numbers.significant(100 * record.of_bound, 2)} % of the bound, "


def disks(record):
    return record.disks


def serial_rate(records, record):
    """The serial record of this one's machine and size, or of the nearest size that was run there, or None."""
    serial = [r for r in rates(records)
              if r.scheme == SERIAL and r.threads == 1 and r.machine == record.machine]
    return min(serial, key=lambda r: abs(disks(r) - disks(record)), default=None)


def best(records, size=None, threads=None):
    """The fastest record, optionally of one size and number of threads."""
    chosen = [r for r in rates(records)
              if (size is None or disks(r) == size) and (threads is None or r.threads == threads)]
    return max(chosen, key=lambda r: r.value, default=None)


def runs(records):
    """[(label, records by size)] of each scheme and number of threads, the slowest first."""
    lines = {}
    for record in rates(records):
        lines.setdefault((record.scheme, record.threads), []).append(record)
    ordered = sorted(lines.values(), key=lambda rows: (max(r.value for r in rows), rows[0].scheme))
    return [(scheme_label(rows[0]), sorted(rows, key=disks)) for rows in ordered]


def published_rates(context):
    """{hardware: {disks: (value, row)}} of paper Table 4."""
    table = {}
    for row in context.data.performance():
        if row["quantity"] == METRIC and row["disks"]:
            table.setdefault(row["hardware"], {})[int(row.number("disks"))] = (
                row.number("value"), row)
    return table


def fastest_of_others(records):
    """[(record, rate, what is counted)] of the families beside mpmc that were timed."""
    found = []
    for family, (metric, counted, amount) in OTHERS.items():
        rates_here = [(r.number(amount) / r.value if amount else r.value, r) for r in records
                      if r.kind == "benchmark" and r.family == family and r.metric == metric
                      and r.verdict != "fail" and r.value > 0]
        if rates_here:
            rate, record = max(rates_here, key=lambda pair: pair[0])
            found.append((record, rate, counted))
    return found
