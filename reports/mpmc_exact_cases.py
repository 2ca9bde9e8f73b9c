"""Few-disk systems with known answers, and hard rods: ours beside the exact value.

Reads   validation records with metric exact/<case>; validation/data/hard_disk_eos.csv, rows
        without a published simulation (closed forms, direct sampling)
"""

import math

from common import numbers
from common.artifact import Artifact, short_scheme
from common.tables import Cell, Column, Table, estimate, expected, not_run, published, verdict

ESTIMATED = ("exact", "i.i.d. direct sampling")


def build(context, records):
    table = Table("mpmc-exact-cases", "Cases with exact answers",
                  [Column("Case"), Column("Scheme or route"), Column("Ours, ± 95 %", "r"),
                   Column("Exact", "r"), Column("Difference / SE", "r"),
                   Column("Verdict"), Column("Where the answer comes from"),
                   Column("low", csv_only=True), Column("high", csv_only=True)])
    previous = None
    for record in sorted(records, key=lambda r: (_case(r), r.scheme)):
        case = _case(record)
        source = record.expected[2] if record.expected else ""
        table.add(Cell(case), short_scheme(record.scheme), estimate(record), expected(record),
                  Cell(numbers.z_value(record.z), raw="" if record.z is None else record.z),
                  verdict(record.verdict), Cell(source or numbers.MISSING, kind="wrap"),
                  _raw(record.low), _raw(record.high), kind="first" if case != previous else "")
        previous = case
    for row in _not_run(context, records):
        table.add(_name(row), not_run(), not_run(),
                  published(_value(row), raw=row["Pstar"], note=row["note"]), numbers.MISSING,
                  verdict("not run"), _route(row), "", "", kind="first")
    lead = ("With two, three or four disks the answer is a formula, or can be sampled directly "
            "without any Markov chain. These cases catch a wrong factor in an estimator and a "
            "wrong rule at a wall, with nothing to compare by eye.")
    return Artifact(lead, [table])


def _case(record):
    """The metric without "exact/"; rods are told apart by number and density."""
    case = record.metric.split("/", 1)[1]
    if record.param("rods"):
        case += f", {record.number('rods')} at fill {numbers.plain(record.number('fill'))}"
    return case


def _raw(number):
    return "" if number is None else number


def _not_run(context, records):
    """Rows of the data file that no record of this run repeats."""
    rows = [r for r in context.data.equation_of_state()
            if r["method"] in ESTIMATED and r["N"].isdigit()]
    return [row for row in rows if not any(_same(record, row) for record in records)]


def _same(record, row):
    walls = record.param("walls") is True or "box" in record.metric
    return ("pressure" in record.metric and record.disks == int(row["N"])
            and abs(_packing(record) - row.number("eta")) < 2e-6
            and walls == ("wall" in row["boundary"]))


def _packing(record):
    """Given, or from the side of the square box in disk diameters."""
    side = record.number("side", 0)
    eta = math.pi * record.disks / (4 * side**2) if side else 0
    return record.number("packing_fraction", eta)


def _name(row):
    place = "box" if "wall" in row["boundary"] else "torus"
    return f"P*, {row['N']} disks, {place}, φ = {row.number('eta'):.5f}"


def _route(row):
    return Cell("closed form" if row["method"] == "exact" else row["method"], kind="wrap",
                note=row["pressure_estimator"])


def _value(row):
    error = row.number("err")
    return f"{row.number('Pstar'):.8f}" if error <= 5e-9 else numbers.with_uncertainty(
        row.number("Pstar"), error)
