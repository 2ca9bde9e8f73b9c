"""Rates of event chains from benchmark records, and speeds of the authors' programs."""

from common.artifact import short_scheme

METRIC = "liftings per second"
SINGLE = "ecmc/single-chain"  # one chain, without local times
CELLS = "ecmc/cell-chain"  # one chain, without a constraint graph: the paper's baseline
PAPER_ACTIVE = 40
DATA = "ecmc_speeds.csv"
COLUMNS = ("quantity", "program", "threads", "active", "disks", "layout", "value", "low", "high",
           "kind", "source", "where")


def rates(records):
    """Rates that passed: what was counted wrong has none."""
    return [r for r in records if r.kind == "benchmark" and r.metric == METRIC
            and r.verdict != "fail" and r.value == r.value and r.value > 0]


def active(record):
    return int(record.number("active", 0))


def one(records, scheme, disks, k, threads=1):
    """The rate of this scheme with k of so many disks active, or None."""
    return next((r for r in rates(records) if r.scheme == scheme and r.disks == disks
                 and active(r) == k and r.threads == threads), None)


def sizes(records):
    return sorted({r.disks for r in rates(records)})


def label(record):
    return short_scheme(record.scheme)


def ratio(record, other):
    """(value, low, high) of record over other; the quartiles of both make the interval."""
    if record is None or other is None:
        return None
    value = record.value / other.value
    if None in (record.low, record.high, other.low, other.high):
        return value, value, value
    return value, record.low / other.high, record.high / other.low


def published(context, quantity=METRIC, **fields):
    """Rows of the data file, those of the memory layout their authors wrote by default."""
    return [row for row in context.data.rows(DATA, COLUMNS) if row["quantity"] == quantity
            and row["layout"] in ("as written", "")
            and all(row[name] == str(wanted) for name, wanted in fields.items())]
