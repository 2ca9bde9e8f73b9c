"""Hard shapes: trial moves per second and hours for 10^7 sweeps (paper Figure 5), beside published.

Reads   benchmark records "trial moves of shapes per second"; validation/data/hpmc_speeds.csv
Not here  Pressures (validation records)
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.tables import Cell, Column, Table, not_run, published, verdict

METRIC = "trial moves of shapes per second"
SPEEDS = "hpmc_speeds.csv"
COLUMNS = ("source", "machine", "system", "bodies", "processes", "quantity", "value", "unit",
           "where")
PUBLIC = "HOOMD-blue 4.8.2"
SYSTEMS = ("disks", "spheres", "pentagons", "dodecahedra", "tetrahedra-octahedra")
SWEEPS = 1e7


def build(context, records):
    rows = context.data.rows(SPEEDS, COLUMNS)
    chosen = [r for r in records if r.metric == METRIC]
    lead = ("Trial moves of hard bodies at the packing fractions and with the sizes of trial moves of "
            "the paper. Published speeds are of other machines. Hours are those of 10⁷ times as "
            "many trial moves as there are bodies; bodies that are frozen are not tried.")
    return Artifact(lead, [_ours(rows, chosen, context.schemes), _paper(rows)])


def hours(bodies, per_second):
    return SWEEPS * bodies / per_second / 3600


def _public(rows, record):
    """The public program's moves for the same system and size on as many cores."""
    for row in rows:
        if (row["source"] == PUBLIC and row["quantity"] == "moves"
                and row["system"] == record.param("system")
                and row.is_(bodies=record.number("bodies"), processes=record.threads)):
            return published(row["value"], note=row["where"])
    return ""


def _share(record, name):
    value = record.param(name)
    return "" if value is None else Cell(f"{value:.3f}", raw=value)


def _ours(rows, records, schemes):
    table = Table("hpmc-speed", "Trial moves per second",
                  [Column("System"), Column("Bodies", "r"), Column("Scheme"),
                   Column("Threads", "r"), Column("10⁶ moves/s", "r"), Column("Hours", "r"),
                   Column("Translations accepted", "r"), Column("Rotations accepted", "r"),
                   Column("HOOMD-blue 4.8.2, 10⁶ moves/s", "r"), Column("Verdict")],
                  note="Medians. The public program was measured on as many cores of another "
                       "machine, before this suite existed, at the same number of bodies.")
    for r in sorted(records, key=lambda r: (SYSTEMS.index(r.param("system")), r.number("bodies"),
                                            r.scheme, r.threads)):
        failed = r.verdict == "fail"
        bodies = int(r.number("bodies"))
        table.add(r.param("system"), numbers.whole(bodies), scheme_label(r), r.threads,
                  "" if failed else Cell(numbers.significant(r.value / 1e6), raw=r.value),
                  "" if failed else numbers.significant(hours(bodies, r.value)),
                  _share(r, "acceptance_translations"), _share(r, "acceptance_rotations"),
                  _public(rows, r), verdict(r.verdict))
    timed = {r.param("system") for r in records}
    for system in (s for s in SYSTEMS if s not in timed):
        table.add(system, "", numbers.MISSING, "", not_run(), "", "", "", "", verdict("not run"))
    names = {r.scheme for r in records}
    for entry in schemes:
        emulated = entry["name"].startswith("hpmc/") and entry.get("backend") == "emulated"
        if emulated and entry["name"] not in names:
            table.add("not run on a device: on the grid emulator, which is not timed", "",
                      entry["name"], "", not_run(), "", "", "", "", verdict("not run"))
    return table


def _paper(rows):
    table = Table("hpmc-figure-5", "Paper Figure 5: hours for 10⁷ sweeps",
                  [Column("Machine"), Column("Bodies", "r"), Column("Processes", "r")]
                  + [Column(system, "r") for system in SYSTEMS[2:]],
                  note="Not this project's numbers. In brackets: 10⁶ trial moves per second.")
    found = {}
    for row in rows:
        if row["quantity"] == "time":
            place = (row["machine"], int(row.number("bodies")), int(row.number("processes")))
            found.setdefault(place, {})[row["system"]] = row
    for (machine, bodies, processes), times in found.items():
        table.add(machine, numbers.whole(bodies), processes,
                  *[_hours(times[s], bodies) if s in times else numbers.MISSING
                    for s in SYSTEMS[2:]])
    table.folded = True
    return table


def _hours(row, bodies):
    rate = SWEEPS * bodies / row.number("value") / 3600
    return published(f"{row['value']} ({numbers.significant(rate / 1e6)})",
                     raw=row.number("value"), note=row["where"])
