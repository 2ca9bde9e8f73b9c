"""All schemes of the run with backend, claims and how often each verdict was given.

Reads   all records; results/schemes.json (touchstone_checkers list --json) if it is there
"""

from common.artifact import Artifact
from common.records import VERDICTS
from common.tables import Table, right, text, verdict


def build(context, records):
    listed = {entry["name"]: entry for entry in context.schemes}
    names = [name for name in dict.fromkeys([*listed, *(r.scheme for r in records if not r.is_mutant)]) if "/" in name]
    lines = [(listed.get(name, {}), name, [r for r in records if r.scheme == name])
             for name in sorted(names)]

    def backend(line):
        return line[0].get("backend") or next((r.backend for r in line[2] if r.backend), "–")

    def worst(line):
        return verdict(max((r.verdict for r in line[2]), key=VERDICTS.index, default="not run"))

    return Artifact("", [Table(
        "suite-schemes", "Schemes",
        [text("Scheme", lambda line: line[1]), text("Backend", backend),
         text("Worst verdict", worst),
         *(right(v, lambda line, v=v: sum(r.verdict == v for r in line[2]))
           for v in ("pass", "fail", "inconclusive", "not claimed")),
         text("Claims", lambda line: ", ".join(line[0].get("claims", [])), kind="wrap"),
         text("Source", lambda line: line[0].get("source", ""), kind="wrap")],
        note="" if context.schemes else "Claims and sources are listed when "
        "`touchstone list --json` was stored beside the records as schemes.json.", rows=lines)])
