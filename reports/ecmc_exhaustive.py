"""Algorithm 5 under every schedule: counts beside the published ones, and which suite kills which
variant.

Reads   checks with metric explore/event-chain/...; validation/data/ecmc_exhaustive.csv
Shows   the states of C4 and C5 with the exact chance to terminate; the kill matrix; why the
        variants that nothing kills are equivalent
"""

from common import matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Column, Table, not_run, published, verdict

PREFIX = "explore/event-chain/"
COUNTERS = PREFIX + "program counters "
BASE = "Algorithm 5"
DATA = "ecmc_exhaustive.csv"
COLUMNS = ("quantity", "suite", "program", "value", "uncertainty", "doi", "where")


def build(context, records):
    mine = [r for r in records if r.metric.startswith(PREFIX)]
    suites = [r for r in mine if not r.metric.startswith(COUNTERS)]
    lead = ("Two threads, one statement at a time, every order: the published algorithm always "
            "ends where a single global clock says, or aborts. A variant is killed by a "
            "configuration on which it can end elsewhere, or can no longer end.")
    return Artifact(lead, [_counts(context, mine), _kills(suites), _survivors(suites)])


def _program(record):
    """Name of the program in the data file: "Algorithm 5" or the name of the variant."""
    name = short_scheme(record.scheme).removeprefix("algorithm-5").strip()
    return record.param("variant") or name or BASE


def _counts(context, records):
    table = Table("ecmc-exhaustive", "Every state of Algorithm 5 on the suites of the paper",
                  [Column("Suite"), Column("Program"), Column("Quantity"), Column("Ours", "r"),
                   Column("Published", "r"), Column("Verdict"), Column("Where it is from"),
                   Column("exactly", csv_only=True)])
    found = {(_program(r), r.param("suite"), r.metric.startswith(COUNTERS)): r for r in records}
    previous = None
    for row in sorted(context.data.rows(DATA, COLUMNS),
                      key=lambda r: (r["program"] != BASE, r["program"], r["suite"])):
        counters = row["quantity"] == "program counter pairs"
        record = found.get((row["program"], row["suite"], counters))
        group = (row["program"], row["suite"])
        table.add(row["suite"], row["program"], row["quantity"], *_measured(record, row),
                  Cell(row["where"], kind="wrap"), "", kind="first" if group != previous else "")
        previous = group
    for (program, suite, _), record in found.items():
        if program in (BASE, "15<->16"):
            for quantity, name in (("P(terminate as it must)", "p_right"),
                                   ("P(end wrongly)", "p_wrong")):
                if record.number(name):
                    table.add(suite, program, quantity, _probability(record.number(name)),
                              numbers.MISSING, numbers.MISSING, "exact fraction in the CSV file",
                              record.param(f"{name}_exact", ""))
    return table


def _probability(value):
    text = f"{value:.12f}" if value > 0.01 else numbers.power(value, 10)
    return Cell(text, raw=value, kind="ours")


def _measured(record, row):
    """Ours, published, verdict: integers must be equal."""
    theirs = published(numbers.whole(int(row.number("value"))), raw=row["value"])
    if record is None:
        return not_run(), theirs, verdict("not run")
    names = {"states": "states", "terminate states": "terminals"}
    ours = (record.value if row["quantity"] == "program counter pairs"
            else record.number(names[row["quantity"]]))
    if ours is None:
        return not_run(), theirs, verdict("not run")
    same = ours == row.number("value")
    return (Cell(numbers.whole(int(ours)), raw=ours, kind="ours"), theirs,
            verdict("pass" if same else "fail"))


def _kills(records):
    suites = list(dict.fromkeys(r.param("suite") for r in records))
    table = Table("ecmc-kill-matrix", "Variants of Algorithm 5 and what kills them",
                  [Column("Variant"), Column("What is changed")] +
                  [Column(f"Killed by {suite}", "r") for suite in suites] +
                  [Column("Shortest wrong schedule"), Column("on", csv_only=True)],
                  note="Killed configurations of those explored. A schedule such as a49 b47 a20: "
                  "49 statements of thread a, 47 of thread b, 20 of thread a.")
    for scheme, rows in group_by(records, lambda r: r.scheme):
        by_suite = {r.param("suite"): r for r in rows}
        first = next((r for r in rows if r.param("counterexample")), None)
        table.add(Cell(_program(rows[0]), raw=scheme),
                  Cell(rows[0].param("origin", "as published"), kind="wrap"),
                  *[_killed(by_suite.get(suite)) for suite in suites],
                  first.param("counterexample") if first else numbers.MISSING,
                  first.param("killer", "") if first else "")
    return table


def _killed(record):
    if record is None:
        return not_run()
    if record.is_mutant and record.param("caught") is not True:
        return matrix.mutant_cell(record)
    tried = int(record.number("configurations", 0))
    text = f"{numbers.whole(record.value)} of {numbers.whole(tried)}"
    bad = record.verdict in ("fail", "inconclusive")
    return Cell(text, raw=record.value, verdict=record.verdict if bad else None)


def _survivors(records):
    table = Table("ecmc-equivalent-variants", "Variants that nothing kills, and why",
                  [Column("Variant"), Column("What is changed"), Column("Why it ends alike")])
    seen = {}
    for record in records:
        if record.param("equivalence") and record.scheme not in seen:
            seen[record.scheme] = record
    for record in seen.values():
        table.add(_program(record), Cell(record.param("origin", ""), kind="wrap"),
                  Cell(record.param("equivalence"), kind="wrap"))
    return table
