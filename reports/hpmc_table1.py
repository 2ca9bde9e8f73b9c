"""Paper Table 1 of hard shapes: pressures beside the published ones, and other published state points.

Reads   validation records "pressure in the unit of Table 1", "beta P / rho" (by trial volumes too),
        "density at the published pressure", "free energy of a body*"; validation/data/hpmc_pressures.csv
Not here  Speeds (hpmc_speed.py)
"""

import math

from common import columns, numbers
from common.artifact import Artifact, scheme_label
from common.tables import Cell, Column, Table, cell, expected, not_run, published, right, text, \
    verdict

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


def student(degrees):
    """Student's t of intervals of 95 %, to four digits from ten degrees of freedom on (Abramowitz and Stegun 26.7.5)."""
    x = 1.959964
    return (x + (x**3 + x) / (4 * degrees) + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * degrees**2)
            + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * degrees**3))


def own_error(record):
    """One standard error, from the interval of 95 % and Student's t of the planned chains, 32 where none are stated."""
    if record.low is None or record.high is None:
        return math.nan
    return (record.high - record.low) / 2 / student(record.number("chains", 32) - 1)


def who(record):
    """Scheme and class; longer runs kept in the repository say so."""
    if not record.recorded:
        return scheme_label(record)
    return Cell(f"{scheme_label(record)}, class {record.klass}, recorded", kind="recorded",
                note="recorded in an earlier, longer run")


def _bodies(count):
    return "∞" if count == "inf" else numbers.whole(int(count))


WHO = text("Who", who)
BODIES = right("Bodies", "params.bodies", _bodies)
OWN_Z = right("z", "z?", "{:+.1f}")
HELD_TO = Column("Held to", "r", field=expected)
ABSENT = {"Who": "this suite", "Bodies": numbers.MISSING, "Verdict": verdict("not run")}


def own(heading, digits=4):
    """A column of a value with one standard error."""
    return right(heading, lambda r: _own(r, digits))


def theirs(row, heading, who=None):
    """The cells of a published value."""
    return {"Who": who or row["source"], "Bodies": _bodies(row["bodies"]),
            heading: published(f"{row['value']} ± {row['uncertainty']}", raw=row.number("value"),
                               note=row["where"])}


def _own(record, digits=4):
    if record.verdict == "fail" and not math.isfinite(record.value):
        return ""
    return f"{record.value:.{digits}f} ± {own_error(record):.{digits}f}"


def _table1(rows, records):
    table = Table("hpmc-table-1", "Paper Table 1",
                  [text("System", "params.system"), WHO, BODIES, own("P*"), HELD_TO,
                   columns.ALLOWED, OWN_Z, columns.SEES,
                   columns.VERDICT],
                  note="Errors of the paper's lines are two standard errors; all others one. "
                       "Disks are held to the "
                       "published value of as many disks, solids to the paper's serial one.")
    for system in SYSTEMS:
        for row in rows:
            if row["system"] == system and row["quantity"] == "P*":
                table.line({"System": system,
                            **theirs(row, "P*", f"{row['source']}, {row['mode']}")})
        mine = [r for r in records if r.metric == PRESSURE and r.param("system") == system]
        table.extend(sorted(mine, key=lambda r: (r.number("bodies"), r.scheme)))
        if not mine:
            table.line({"System": system, "P*": not_run(), **ABSENT})
    return table


def _spheres(rows, records):
    def who_and_how(r):
        return who(r) if r.metric == Z else f"{cell(who(r)).text}, trial volumes"

    def case(r):
        name = str(r.param("case"))
        return name.removesuffix("-volumes") if r.metric == VOLUMES else name

    table = Table("hpmc-state-points", "Fluid spheres of hoomd-validation, and Speedy's solid",
                  [text("State", lambda r: SPHERES[case(r)][1]), text("Who", who_and_how), BODIES,
                   own("βP/ρ", 3), OWN_Z, columns.SEES,
                   columns.VERDICT])
    for name, (packing, state) in SPHERES.items():
        row = next(r for r in rows if r["quantity"] == "Z"
                   and abs(r.number("packing") - packing) < 1e-6)
        table.line({"State": state, **theirs(row, "βP/ρ")})
        mine = [r for r in records if r.metric in (Z, VOLUMES) and case(r) == name]
        table.extend(sorted(mine, key=lambda r: (r.metric, r.scheme, r.recorded)))
        if not mine:
            table.line({"State": state, "βP/ρ": not_run(), **ABSENT})
    return table


def _ensembles(records):
    table = Table("hpmc-ensembles", "Constant pressure beside constant volume",
                  [text("Measured", "metric", ENSEMBLES.get),
                   text("System", "params.case", lambda case: case.rpartition("/")[2]), WHO,
                   BODIES, own("Value"), right("Held to", lambda r: expected(r, 5)),
                   columns.ALLOWED, OWN_Z, columns.SEES,
                   columns.VERDICT],
                  note="The pressure imposed and the one measured meanwhile agree exactly for any "
                       "number of bodies; the density of a pressure agrees to 1/(2N).")
    for metric, words in ENSEMBLES.items():
        mine = [r for r in records if r.metric == metric]
        table.extend(sorted(mine, key=lambda r: (str(r.param("case")), r.number("bodies"))))
        if not mine:
            table.line({"Measured": words, "Value": not_run(), **ABSENT})
    return table


def _polygons(rows, records):
    table = Table("hpmc-c-polygons", "Concave C-shaped polygons, ρ = 0.75",
                  [text("Route", "metric", ROUTES.get), WHO, BODIES, own("Value"), HELD_TO, OWN_Z,
                   columns.VERDICT],
                  note="ρ is the number of bodies per area; βP = 6.2053 is βP/ρ = 8.2738. Half the "
                       "chains begin on a lattice of bodies turned alike, half in a squeezed fluid.")
    row = next(r for r in rows if r["system"] == "c-polygon")
    table.line({"Route": "βP", **theirs(row, "Value")})
    mine = [r for r in records if r.metric in ROUTES
            and str(r.param("case", "")).startswith(POLYGONS)]
    table.extend(sorted(mine, key=lambda r: (list(ROUTES).index(r.metric), r.number("bodies"))))
    if not mine:
        table.line({"Value": not_run(), **ABSENT})
    return table


def _free(rows, records):
    table = Table("hpmc-free-energy", "Free energy of the hard-sphere crystal, ρσ³ = 1.04086",
                  [right("Bodies", lambda r: "∞" if r.metric == LIMIT
                         else _bodies(r.number("bodies"))), WHO, own("F/NkT"),
                   right("z", lambda r: OWN_Z.cell(r) if r.metric == LIMIT else ""),
                   columns.VERDICT],
                  note="∞: F/NkT + ln(N)/(2N), extrapolated in 1/N. Class S has two sizes.")
    row = next(r for r in rows if r["quantity"] == "F/NkT")
    table.line({**theirs(row, "F/NkT"), "Bodies": "∞"})
    limits = [r for r in records if r.metric == LIMIT]
    table.extend(sorted((r for r in records if r.metric == FREE),
                        key=lambda r: r.number("bodies")) + limits)
    if not limits:
        table.line({**ABSENT, "Bodies": "∞", "F/NkT": not_run()})
    return table
