"""Few-disk systems with known answers, and hard rods: ours beside the exact value.

Reads   validation records with metric exact/<case>; validation/data/hard_disk_eos.csv, rows
        without a published simulation (closed forms, direct sampling)
"""

import math

from common import columns, numbers
from common.artifact import Artifact, short_scheme
from common.tables import Cell, Column, Table, expected, not_run, number, published, text, verdict


ESTIMATED = ("exact", "i.i.d. direct sampling")


def _source(record):
    return Cell(record.expected and record.expected[2] or numbers.MISSING, kind="wrap")


def build(context, records):
    table = Table("mpmc-exact-cases", "Cases with exact answers",
                  [text("Case", _case),
                   text("Scheme or route", lambda r: short_scheme(r.scheme)),
                   columns.ours("Ours, ± 95 %"), Column("Exact", "r", field=expected),
                   number("Difference / SE", "z?", numbers.z_value), columns.SEES,
                   columns.VERDICT,
                   text("Where the answer comes from", _source), columns.LOW, columns.HIGH],
                  rows=sorted(records, key=lambda r: (_case(r), r.scheme)), first=_case)
    for row in _not_run(context, records):
        table.line({"Case": _name(row), "Scheme or route": not_run(), "Ours, ± 95 %": not_run(),
                    "Exact": published(_value(row), raw=row["Pstar"], note=row["note"]),
                    "Difference / SE": numbers.MISSING, "Verdict": verdict("not run"),
                    "Where the answer comes from": _route(row)}, kind="first")
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
