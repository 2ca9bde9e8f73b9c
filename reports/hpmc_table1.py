"""Paper Table 1 of hard shapes: pressures beside the published ones, and other published state points.

Reads   validation records "pressure in the unit of Table 1", "beta P / rho", "free energy of a body*";
        validation/data/hpmc_pressures.csv
Not here  Speeds (hpmc_speed.py)
"""

import math

from common import numbers
from common.artifact import Artifact, scheme_label
from common.tables import Column, Table, not_run, published, verdict

PRESSURE = "pressure in the unit of Table 1"
Z = "beta P / rho"
LIMIT = "free energy of a body, many bodies"
FREE = "free energy of a body"
VALUES = "hpmc_pressures.csv"
COLUMNS = ("source", "system", "packing", "bodies", "quantity", "mode", "value", "uncertainty",
           "uncertainty_kind", "where")
SYSTEMS = ("disk", "sphere", "truncated-octahedron")
FLUIDS = {"pressures/fluid-spheres-0.60": 0.6, "pressures/fluid-spheres-0.75": 0.75}


def build(context, records):
    rows = context.data.rows(VALUES, COLUMNS)
    lead = ("Pressures of the paper's validation: βPσ² of disks, βPv₀ of solids. Fewer bodies "
            "than published: the modes that a periodic box leaves out lower the pressure of a solid "
            "by about 1/N of it. z: against the paper's serial value, or the one named.")
    return Artifact(lead, [_table1(rows, records), _others(rows, records), _free(rows, records)])


def error(row):
    """One standard error of a published value."""
    return row.number("uncertainty") / (2 if row["uncertainty_kind"] == "2 SEM" else 1)


def own_error(record):
    """One standard error, from the interval of 95 % and Student's t of 16 chains."""
    if record.low is None or record.high is None:
        return math.nan
    return (record.high - record.low) / 2 / 2.131


def deviation(record, row):
    own = own_error(record)
    if not math.isfinite(own):
        return ""
    return f"{(record.value - row.number('value')) / math.hypot(own, error(row)):+.1f}"


def _own(record, digits=4):
    if record.verdict == "fail" and not math.isfinite(record.value):
        return ""
    return f"{record.value:.{digits}f} ± {own_error(record):.{digits}f}"


def _table1(rows, records):
    table = Table("hpmc-table-1", "Paper Table 1",
                  [Column("System"), Column("Who"), Column("Bodies", "r"), Column("P*", "r"),
                   Column("z", "r"), Column("Verdict")],
                  note="Published errors are two standard errors; ours one. Ours are held to the "
                       "published value of as many bodies where there is one (disks).")
    for system in SYSTEMS:
        lines = [r for r in rows if r["system"] == system and r["quantity"] == "P*"]
        serial = next(r for r in lines if r["mode"] == "serial")
        for row in lines:
            bodies = row["bodies"]
            table.add(system, f"{row['source']}, {row['mode']}",
                      numbers.whole(int(bodies)) if bodies != "inf" else "∞",
                      published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                                note=row["where"]), "", "")
        mine = [r for r in records if r.metric == PRESSURE and r.param("system") == system]
        for r in sorted(mine, key=lambda r: (r.number("bodies"), r.scheme)):
            z = deviation(r, serial) if system != "disk" else f"{r.z:+.1f}" if r.z is not None else ""
            table.add(system, scheme_label(r), numbers.whole(int(r.number("bodies"))), _own(r), z,
                      verdict(r.verdict))
        if not mine:
            table.add(system, "this suite", numbers.MISSING, not_run(), "", verdict("not run"))
    return table


def _others(rows, records):
    table = Table("hpmc-state-points", "Fluid spheres of hoomd-validation",
                  [Column("ρσ³", "r"), Column("Who"), Column("Bodies", "r"), Column("βP/ρ", "r"),
                   Column("z", "r"), Column("Verdict")])
    for case, density in FLUIDS.items():
        row = next(r for r in rows if r["quantity"] == "Z"
                   and abs(r.number("packing") - density * math.pi / 6) < 1e-6)
        table.add(f"{density:.2f}", row["source"], numbers.whole(int(row["bodies"])),
                  published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                            note=row["where"]), "", "")
        mine = [r for r in records if r.metric == Z and r.param("case") == case]
        for r in sorted(mine, key=lambda r: r.scheme):
            table.add(f"{density:.2f}", scheme_label(r), numbers.whole(int(r.number("bodies"))),
                      _own(r, 3), deviation(r, row), verdict(r.verdict))
        if not mine:
            table.add(f"{density:.2f}", "this suite", numbers.MISSING, not_run(), "",
                      verdict("not run"))
    return table


def _free(rows, records):
    row = next(r for r in rows if r["quantity"] == "F/NkT")
    table = Table("hpmc-free-energy", "Free energy of the hard-sphere crystal, ρσ³ = 1.04086",
                  [Column("Bodies", "r"), Column("Who"), Column("F/NkT", "r"), Column("z", "r"),
                   Column("Verdict")],
                  note="∞: F/NkT + ln(N)/(2N), extrapolated in 1/N. Class S has two sizes.")
    table.add("∞", row["source"], published(f"{row['value']} ± {row['uncertainty']}",
                                            raw=row.number("value"), note=row["where"]), "", "")
    mine = [r for r in records if r.metric == FREE]
    for r in sorted(mine, key=lambda r: r.number("bodies")):
        table.add(numbers.whole(int(r.number("bodies"))), scheme_label(r), _own(r), "",
                  verdict(r.verdict))
    limits = [r for r in records if r.metric == LIMIT]
    for r in limits:
        table.add("∞", scheme_label(r), _own(r), f"{r.z:+.1f}" if r.z is not None else "",
                  verdict(r.verdict))
    if not limits:
        table.add("∞", "this suite", not_run(), "", verdict("not run"))
    return table
