"""Paper Table 1 of hard shapes: pressures beside the published ones, and other published state points.

Reads   validation records "pressure in the unit of Table 1", "beta P / rho" (by trial volumes too),
        "density at the published pressure", "free energy of a body*"; validation/data/hpmc_pressures.csv
Not here  Speeds (hpmc_speed.py)
"""

import math

from common import numbers
from common.artifact import Artifact, scheme_label
from common.tables import (Cell, Column, Table, allowed, cell, expected, not_run, published,
                           verdict)

PRESSURE = "pressure in the unit of Table 1"
Z = "beta P / rho"
LIMIT = "free energy of a body, many bodies"
FREE = "free energy of a body"
VALUES = "hpmc_pressures.csv"
COLUMNS = ("source", "system", "packing", "bodies", "quantity", "mode", "value", "uncertainty",
           "uncertainty_kind", "where")
SYSTEMS = ("disk", "sphere", "truncated-octahedron")
VOLUMES = "beta P / rho by trial volumes"
SPHERES = {  # case: packing fraction, density as the source gives it
    "pressures/fluid-spheres-0.60": (0.1 * math.pi, "fluid, ρσ³ = 0.60"),
    "pressures/fluid-spheres-0.75": (0.125 * math.pi, "fluid, ρσ³ = 0.75"),
    "pressures/solid-spheres-0.56": (0.56, "solid, φ = 0.56"),
    "pressures/solid-spheres-0.65": (0.65, "solid, φ = 0.65"),
}
POLYGONS = "c-polygons/"
ENSEMBLES = {
    "pressure measured while one is imposed": "βP, measured while it is imposed",
    "density at the pressure of constant volume": "ρ at the pressure that constant volume has",
    "beta P / rho by trial volumes, less that by the scale distribution":
        "βP/ρ by trial volumes, less by the scale distribution",
    "density of spheres": "ρσ³ at the published pressure of 0.6",
}
ROUTES = {Z: "βP/ρ, scale distribution in both directions", VOLUMES: "βP/ρ, trial volumes",
          "density at the published pressure": "ρ at the published pressure"}


def build(context, records):
    rows = context.data.rows(VALUES, COLUMNS)
    lead = ("Pressures of the paper's validation: βPσ² of disks, βPv₀ of solids. Fewer bodies "
            "than published: the modes that a periodic box leaves out lower the pressure of a solid "
            "by about 1/N of it, which is allowed as one standard error more. Errors of ours are one "
            "standard error.")
    return Artifact(lead, [_table1(rows, records), _spheres(rows, records), _ensembles(records),
                           _polygons(rows, records), _free(rows, records)])


def own_error(record):
    """One standard error, from the interval of 95 % and Student's t of 16 chains."""
    if record.low is None or record.high is None:
        return math.nan
    return (record.high - record.low) / 2 / 2.131


def who(record):
    """Scheme and class; longer runs kept in the repository say so."""
    if not record.recorded:
        return scheme_label(record)
    return Cell(f"{scheme_label(record)}, class {record.klass}, recorded", kind="recorded",
                note="recorded in an earlier, longer run")


def own_z(record):
    return f"{record.z:+.1f}" if record.z is not None else ""


def _own(record, digits=4):
    if record.verdict == "fail" and not math.isfinite(record.value):
        return ""
    return f"{record.value:.{digits}f} ± {own_error(record):.{digits}f}"


def _table1(rows, records):
    table = Table("hpmc-table-1", "Paper Table 1",
                  [Column("System"), Column("Who"), Column("Bodies", "r"), Column("P*", "r"),
                   Column("Held to", "r"), Column("May differ by", "r"), Column("z", "r"),
                   Column("Verdict")],
                  note="Errors of the paper's lines are two standard errors; all others one. "
                       "Disks are held to the "
                       "published value of as many disks, solids to the paper's serial one.")
    for system in SYSTEMS:
        lines = [r for r in rows if r["system"] == system and r["quantity"] == "P*"]
        for row in lines:
            bodies = row["bodies"]
            table.add(system, f"{row['source']}, {row['mode']}",
                      numbers.whole(int(bodies)) if bodies != "inf" else "∞",
                      published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                                note=row["where"]), "", "", "", "")
        mine = [r for r in records if r.metric == PRESSURE and r.param("system") == system]
        for r in sorted(mine, key=lambda r: (r.number("bodies"), r.scheme)):
            table.add(system, who(r), numbers.whole(int(r.number("bodies"))), _own(r), expected(r),
                      allowed(r), own_z(r), verdict(r.verdict))
        if not mine:
            table.add(system, "this suite", numbers.MISSING, not_run(), "", "", "",
                      verdict("not run"))
    return table


def _spheres(rows, records):
    table = Table("hpmc-state-points", "Fluid spheres of hoomd-validation, and Speedy's solid",
                  [Column("State"), Column("Who"), Column("Bodies", "r"), Column("βP/ρ", "r"),
                   Column("z", "r"), Column("Verdict")])
    for case, (packing, state) in SPHERES.items():
        row = next(r for r in rows if r["quantity"] == "Z"
                   and abs(r.number("packing") - packing) < 1e-6)
        bodies = row["bodies"]
        table.add(state, row["source"], "∞" if bodies == "inf" else numbers.whole(int(bodies)),
                  published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                            note=row["where"]), "", "")
        mine = [r for r in records if (r.metric == Z and r.param("case") == case)
                or (r.metric == VOLUMES and r.param("case") == case + "-volumes")]
        for r in sorted(mine, key=lambda r: (r.metric, r.scheme, r.recorded)):
            label = who(r) if r.metric == Z else f"{cell(who(r)).text}, trial volumes"
            table.add(state, label, numbers.whole(int(r.number("bodies"))), _own(r, 3), own_z(r),
                      verdict(r.verdict))
        if not mine:
            table.add(state, "this suite", numbers.MISSING, not_run(), "", verdict("not run"))
    return table


def _ensembles(records):
    table = Table("hpmc-ensembles", "Constant pressure beside constant volume",
                  [Column("Measured"), Column("System"), Column("Who"), Column("Bodies", "r"),
                   Column("Value", "r"), Column("Held to", "r"), Column("May differ by", "r"),
                   Column("z", "r"), Column("Verdict")],
                  note="The pressure imposed and the one measured meanwhile agree exactly for any "
                       "number of bodies; the density of a pressure agrees to 1/(2N).")
    for metric, words in ENSEMBLES.items():
        mine = [r for r in records if r.metric == metric]
        for r in sorted(mine, key=lambda r: (str(r.param("case")), r.number("bodies"))):
            table.add(words, str(r.param("case")).rpartition("/")[2], who(r),
                      numbers.whole(int(r.number("bodies"))), _own(r, 4), expected(r, 5), allowed(r),
                      own_z(r), verdict(r.verdict))
        if not mine:
            table.add(words, "", "this suite", numbers.MISSING, not_run(), "", "", "",
                      verdict("not run"))
    return table


def _polygons(rows, records):
    row = next(r for r in rows if r["system"] == "c-polygon")
    table = Table("hpmc-c-polygons", "Concave C-shaped polygons, ρ = 0.75",
                  [Column("Route"), Column("Who"), Column("Bodies", "r"), Column("Value", "r"),
                   Column("Held to", "r"), Column("z", "r"), Column("Verdict")],
                  note="ρ is the number of bodies per area; βP = 6.2053 is βP/ρ = 8.2738. Half the "
                       "chains begin on a lattice of bodies turned alike, half in a squeezed fluid.")
    table.add("βP", row["source"], numbers.whole(int(row["bodies"])),
              published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                        note=row["where"]), "", "", "")
    mine = [r for r in records if r.metric in ROUTES
            and str(r.param("case", "")).startswith(POLYGONS)]
    for r in sorted(mine, key=lambda r: (list(ROUTES).index(r.metric), r.number("bodies"))):
        table.add(ROUTES[r.metric], who(r), numbers.whole(int(r.number("bodies"))), _own(r, 4),
                  expected(r), own_z(r), verdict(r.verdict))
    if not mine:
        table.add("", "this suite", numbers.MISSING, not_run(), "", "", verdict("not run"))
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
        table.add(numbers.whole(int(r.number("bodies"))), who(r), _own(r), "",
                  verdict(r.verdict))
    limits = [r for r in records if r.metric == LIMIT]
    for r in limits:
        table.add("∞", who(r), _own(r), own_z(r),
                  verdict(r.verdict))
    if not limits:
        table.add("∞", "this suite", not_run(), "", verdict("not run"))
    return table
