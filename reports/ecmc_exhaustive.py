"""Algorithm 5 under every schedule: counts beside the published ones, and which suite kills which
variant.

Reads   checks with metric explore/event-chain/...; validation/data/ecmc_exhaustive.csv
Shows   the states of C4 and C5 with the exact chance to terminate; the kill matrix; why the
        variants that nothing kills are equivalent
"""

from common import matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, hidden, not_run, published, right, text, verdict

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
    found = {(_program(r), r.param("suite"), r.metric.startswith(COUNTERS)): r for r in records}
    lines = []
    for row in sorted(context.data.rows(DATA, COLUMNS),
                      key=lambda r: (r["program"] != BASE, r["program"], r["suite"])):
        counters = row["quantity"] == "program counter pairs"
        record = found.get((row["program"], row["suite"], counters))
        ours, theirs, judged = _measured(record, row)
        lines.append({**row, "record": record, "ours": ours, "published": theirs, "verdict": judged})
    for (program, suite, _), record in found.items():
        if program in (BASE, "15<->16"):
            lines += [{"record": record, "suite": suite, "program": program, "quantity": quantity,
                       "ours": _probability(record.number(name)), "published": numbers.MISSING,
                       "verdict": numbers.MISSING, "exact": record.param(f"{name}_exact"),
                       "where": Cell("exact fraction in the CSV file")}
                      for quantity, name in (("P(terminate as it must)", "p_right"),
                                             ("P(end wrongly)", "p_wrong"))
                      if record.number(name)]
    return Table("ecmc-exhaustive", "Every state of Algorithm 5 on the suites of the paper",
                 [text("Suite", "suite"), text("Program", "program"), text("Quantity", "quantity"),
                  right("Ours", "ours"), right("Published", "published"),
                  text("Verdict", "verdict"), text("Where it is from", "where", kind="wrap"),
                  hidden("exactly", "exact?")],
                 rows=lines, first=lambda line: (line["program"], line["suite"]))


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
    return (Cell(numbers.whole(ours), raw=ours, kind="ours"), theirs,
            verdict("pass" if same else "fail"))


def _kills(records):
    def killed_by(suite):
        return lambda rows: _killed(next((r for r in rows if r.param("suite") == suite), None))

    def first(name, absent):
        return lambda rows: next((r.param(name, "") for r in rows if r.param("counterexample")),
                                 absent)

    return Table("ecmc-kill-matrix", "Variants of Algorithm 5 and what kills them",
                 [text("Variant", lambda rows: Cell(_program(rows[0]), raw=rows[0].scheme)),
                  text("What is changed", lambda rows: rows[0].param("origin", "as published"),
                       kind="wrap"),
                  *(right(f"Killed by {suite}", killed_by(suite))
                    for suite in dict.fromkeys(r.param("suite") for r in records)),
                  text("Shortest wrong schedule", first("counterexample", numbers.MISSING)),
                  hidden("on", first("killer", ""))],
                 note="Killed configurations of those explored. A schedule such as a49 b47 a20: "
                 "49 statements of thread a, 47 of thread b, 20 of thread a.",
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)])


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
    seen = {}
    for record in records:
        if record.param("equivalence"):
            seen.setdefault(record.scheme, record)
    return Table("ecmc-equivalent-variants", "Variants that nothing kills, and why",
                 [text("Variant", _program), text("What is changed", "params.origin?", kind="wrap"),
                  text("Why it ends alike", "params.equivalence", kind="wrap")],
                 rows=seen.values())
