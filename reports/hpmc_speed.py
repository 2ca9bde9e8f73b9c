"""Hard shapes: trial moves per second and hours for 10^7 sweeps (paper Figure 5), beside published.

Reads   benchmark records "trial moves of shapes per second"; validation/data/hpmc_speeds.csv
Not here  Pressures (validation records)
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Table, not_run, number, published, right, text, verdict

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


def _passed(record):
    """Nothing is shown of a rate that failed."""
    return None if record.verdict == "fail" else 1e-6 * record.value


def _spent(record):
    return "" if record.verdict == "fail" else numbers.significant(
        hours(int(record.number("bodies")), record.value))


def _ours(rows, records, schemes):
    table = Table("hpmc-speed", "Trial moves per second",
                  [text("System", "params.system"),
                   right("Bodies", "params.bodies", numbers.whole),
                   columns.SCHEME, right("Threads", "threads"), columns.OF_BOUND,
                   number("10⁶ moves/s", _passed, numbers.significant, missing=""), right("Hours", _spent),
                   number("Translations accepted", "params.acceptance_translations?", "{:.3f}",
                          missing=""),
                   number("Rotations accepted", "params.acceptance_rotations?", "{:.3f}",
                          missing=""),
                   right("HOOMD-blue 4.8.2, 10⁶ moves/s", lambda r: _public(rows, r)),
                   columns.VERDICT],
                  note="Medians. The public program was measured on as many cores of another "
                       "machine, before this suite existed, at the same number of bodies.",
                  rows=sorted(records, key=lambda r: (SYSTEMS.index(r.param("system")),
                                                      r.number("bodies"), r.scheme, r.threads)))
    timed = {r.param("system") for r in records}
    absent = {"10⁶ moves/s": not_run(), "Verdict": verdict("not run")}
    for system in (s for s in SYSTEMS if s not in timed):
        table.line({**absent, "System": system, "Scheme": numbers.MISSING})
    names = {r.scheme for r in records}
    for entry in schemes:
        emulated = entry["name"].startswith("hpmc/") and entry.get("backend") == "emulated"
        if emulated and entry["name"] not in names:
            table.line({**absent, "Scheme": entry["name"], "System":
                        "not run on a device: on the grid emulator, which is not timed"})
    return table


def _paper(rows):
    found = {}
    for row in rows:
        if row["quantity"] == "time":
            place = (row["machine"], int(row.number("bodies")), int(row.number("processes")))
            found.setdefault(place, {})[row["system"]] = row
    return Table("hpmc-figure-5", "Paper Figure 5: hours for 10⁷ sweeps",
                 [text("Machine", lambda line: line[0][0]),
                  right("Bodies", lambda line: numbers.whole(line[0][1])),
                  right("Processes", lambda line: line[0][2])]
                 + [right(system, lambda line, s=system: _hours(line[1][s], line[0][1])
                          if s in line[1] else numbers.MISSING) for system in SYSTEMS[2:]],
                 note="Not this project's numbers. In brackets: 10⁶ trial moves per second.",
                 rows=found.items(), folded=True)


def _hours(row, bodies):
    rate = SWEEPS * bodies / row.number("value") / 3600
    return published(f"{row['value']} ({numbers.significant(rate / 1e6)})",
                     raw=row.number("value"), note=row["where"])
