"""All schemes of the run with backend, claims and how often each verdict was given.

Reads   all records; results/schemes.json (touchstone_checkers list --json) if it is there
"""

from common.artifact import Artifact
from common.records import VERDICTS
from common.tables import Cell, Column, Table, verdict


def build(context, records):
    table = Table("suite-schemes", "Schemes",
                  [Column("Scheme"), Column("Backend"), Column("Worst verdict"),
                   Column("pass", "r"), Column("fail", "r"), Column("inconclusive", "r"),
                   Column("not claimed", "r"), Column("Claims"), Column("Source")],
                  note="" if context.schemes else "Claims and sources are listed when "
                  "`touchstone list --json` was stored beside the records as schemes.json.")
    listed = {entry["name"]: entry for entry in context.schemes}
    names = [name for name in dict.fromkeys([*listed, *(r.scheme for r in records)])
             if "/" in name and not name.startswith("mutant/")]
    for name in sorted(names):
        mine = [r for r in records if r.scheme == name]
        entry = listed.get(name, {})
        backend = entry.get("backend") or next((r.backend for r in mine if r.backend), "–")
        worst = max((r.verdict for r in mine), key=VERDICTS.index, default="not run")
        claims = entry.get("claims", [])
        table.add(Cell(name), backend, verdict(worst),
                  *[sum(r.verdict == v for r in mine)
                    for v in ("pass", "fail", "inconclusive", "not claimed")],
                  Cell(", ".join(claims) if isinstance(claims, list) else str(claims), kind="wrap"),
                  Cell(entry.get("source", ""), kind="wrap"))
    return Artifact("", [table])
