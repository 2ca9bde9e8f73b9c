"""Mutants: deliberately broken schemes, the check that kills each, and what that cost.

Reads   checks of schemes named mutant/*; params caught, expected, trials, milliseconds, origin,
        pressure_trials (trial moves a pressure test would need, or null); of exact balance also
        tapes, tv_exact, independent_configurations
Shows   all mutants by checker, those of the explorer too (common/census.py); then, of the others,
        the ledger (one line per mutant, its cheapest kill), what that saves, how quickly they
        die, and the matrices: mutants x exact verdicts, mutants x checks by statistics
"""

import re

from common import balance, census, kills, matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Column, Table, verdict

SYSTEMS = re.compile(r"^(ring|squares|rods|soft|gas)-")  # of a tiny model, before the fault's name


def build(context, records):
    mutants = sorted(group_by(records, lambda r: r.scheme), key=_place)
    exact = [(name, rows) for name, rows in mutants if balance.is_exact(rows[0])]
    measured = [(name, rows) for name, rows in mutants if not balance.is_exact(rows[0])]
    tables = [census.table(context.records), _ledger(mutants)]
    if exact:
        tables.append(_exact_matrix(exact))
    if measured or not exact:
        tables += [_matrix(*part) for part in matrix.parts(
            "suite-mutant-matrix", [r for _, rows in measured for r in rows])]
    return Artifact(_lead(mutants, exact, measured), tables,
                    kills.figures(mutants, exact, measured))


def _lead(mutants, exact, measured):
    lead = ("Each mutant is a scheme with one planted fault: the papers' own pitfalls, bugs of "
            "published codes, and seeded ones. A check is worth only what it has been seen to "
            "reject; a mutant that nothing catches fails the suite.")
    if not exact:
        return lead
    quick = sorted(kills.cheapest(rows).number("milliseconds", 0) for _, rows in exact
                   if kills.cheapest(rows))
    proved = (f" <b>{len(exact)} of {len(mutants)} are killed by proof</b>: the production body "
              "on a tiny lattice, every random choice enumerated, in integers, with nothing "
              "left to chance" if measured else " All are killed by proof")
    return lead + proved + (f"; half of them within {numbers.duration(quick[len(quick) // 2])}."
                            if quick else ".")


def _place(mutant):
    """Sort key: by origin, then by fault, the proof before the measurement."""
    name, rows = mutant
    kind = _origin_of(rows)["kind"]
    fault = SYSTEMS.sub("", short_scheme(name))
    return SOURCES.index(kind), fault, not balance.is_exact(rows[0]), name


SOURCES = ["paper", "public bug", "seeded"]


def _origin_of(rows):
    return next((r.origin for r in rows if r.origin["text"]), rows[0].origin)


def _ledger(mutants):
    table = Table("suite-mutants", "What kills each mutant, and at what cost",
                  [Column("Mutant"), Column("Where it comes from"),
                   Column("Killed first by"), Column("What it saw", "r"), Column("Time", "r"),
                   Column("Trial moves", "r"), Column("By pressure", "r"),
                   Column("By an average", "r"), Column("Saved", "r"),
                   Column("from", csv_only=True), Column("model", csv_only=True), Column("tapes", csv_only=True),
                   Column("trials", csv_only=True), Column("pressure trials", csv_only=True)],
                  note="Pitfalls of the papers first, then bugs of public codes, then seeded "
                  "faults. Names that begin with balance/ are proofs: their trial moves are those of "
                  "all enumerated runs, their time includes every verdict. What it saw: the exact "
                  "deviation, z of a rejection, or a number of violations. By pressure: trial "
                  "moves that a measurement of the pressure needs for the same fault at five "
                  "standard errors, where an estimate exists. By an average: independent "
                  "configurations of the same tiny system that show the shift of its observable "
                  "(contacts, neighbours, particles) at five standard errors; never: the "
                  "distribution is the right one, exactly, so that no average ever shows the "
                  "fault.")
    table.kind = "compact"
    before = None
    for name, rows in mutants:
        kill = kills.cheapest(rows)
        origin = _origin_of(rows)
        source = origin["kind"]
        start = (Cell(short_scheme(name), raw=name, kind="wrap"), _origin(origin))
        kind = "first" if before not in (None, source) else ""
        before = source
        if kill is not None:
            table.add(*start, *_kill(kill, rows), source, kill.param("model", ""),
                      kill.number("tapes", ""), kill.number("trials", ""),
                      kill.number("pressure_trials", ""), kind=kind)
        elif all(r.verdict == "not run" for r in rows):
            table.add(*start, verdict("not run"), *[numbers.MISSING] * 6, source, *[""] * 4,
                      kind=kind)
        else:
            table.add(*start, Cell("survives", raw="nothing", verdict="fail"),
                      *[numbers.MISSING] * 6, source, *[""] * 4, kind=kind)
    return table


def _killer(kill, rows):
    """The check, or that another one, which is named for this mutant, missed it."""
    where = kill.param("model", "")
    if any(r.verdict == "fail" for r in rows):
        return Cell(f"{kill.metric}; a check missed it", raw=kill.metric, verdict="fail", note=where)
    return Cell(kill.metric, raw=kill.metric, verdict="pass", note=where)


def _kill(kill, rows):
    """Check, signal, time, trial moves, the same by pressure and by an average, factor saved."""
    ratio, milliseconds = kills.saved(kill), kill.number("milliseconds")
    return (_killer(kill, rows),
            Cell(matrix.strength(kill), raw=kill.z if kill.z is not None else kill.value),
            Cell(numbers.duration(milliseconds), raw="" if milliseconds is None else milliseconds),
            numbers.power(kill.number("trials")), numbers.power(kill.number("pressure_trials")),
            _by_average(kill, rows),
            Cell("–" if ratio is None else f"{numbers.power(ratio, 1)} ×",
                 raw="" if ratio is None else ratio))


def _by_average(kill, rows):
    if not balance.is_exact(kill):
        return Cell(numbers.MISSING, raw="")
    distances = [r for r in rows if r.metric == balance.DISTANCE
                 and r.param("model") == kill.param("model")]
    if any(balance.fraction(r) == 0 for r in distances):
        return Cell("never", raw="inf")
    needed = kill.number("independent_configurations")
    return Cell(numbers.power(needed), raw="" if needed is None else needed)


def _origin(origin):
    """A public bug is linked; a paper's section is quoted."""
    text, url = origin["text"] or numbers.MISSING, origin["link"]
    parts = url.split("/")  # https://github.com/owner/project/issues/1
    shown = f"{parts[4]} #{parts[6]}" if parts[2:3] == ["github.com"] and len(parts) == 7 else url
    return Cell(text.replace(url, shown) if url else text, raw=origin["text"] or None, href=url,
                kind="prose")


def _exact_matrix(mutants):
    records = [r for _, rows in mutants for r in rows]
    columns = matrix.check_columns(records)
    table = Table("suite-mutant-proofs", "Mutants × exact verdicts",
                  [Column("Mutant")] + [column for _, column in columns]
                  + [Column("Tiny models")],
                  note="The exact number that refutes the claim, the largest over the tiny models "
                  "of a mutant (⁵⁄₈: on five of eight of them): how many transitions end in an "
                  "illegal state, the largest difference of flows of a pair, the largest relative "
                  "deviation of an inflow, how many classes of configurations, the period, how "
                  "far the distribution with its hidden memory is from the right one, how much "
                  "the acceptance differs between stages, how often a random stream is read, in "
                  "how many states the order of threads matters, and the distance of the sampled "
                  "distribution from the right one. Framed: the verdict is named as one that must "
                  "fail. A dot: it holds, or the scheme does not claim it. Empty: it does not "
                  "apply.")
    table.kind = "matrix"
    for name, rows in mutants:
        by_check = {check: [r for r in rows if r.metric == check] for check, _ in columns}
        table.add(Cell(short_scheme(name), raw=name),
                  *[matrix.exact_mutant_cell(by_check[check]) for check, _ in columns],
                  balance.model_names([model for model, _ in balance.models(rows)]))
    return table


def _matrix(table_name, family, groups, records):
    ran = {r.metric for r in records if r.verdict != "not run"}
    columns = [(check, column) for check, column in matrix.check_columns(records) if check in ran]
    kinds = ", ".join(filter(None, groups))
    table = Table(table_name, f"{family}: mutants × checks on production systems ({kinds})",
                  [Column("Mutant")] + [column for _, column in columns],
                  note="A number: the check caught the mutant, with this z; ● caught by a check "
                  "without statistics. Framed: "
                  "the check is named as one that must catch it. ✗ missed: named, and did not. "
                  "A dot: this fault is invisible to this check, and nobody claims otherwise. "
                  "Empty: not run.")
    table.kind = "matrix"
    for name, rows in group_by(records, lambda r: r.scheme):
        by_check = {r.metric: r for r in rows}
        if all(by_check[check].verdict == "not run" for check in ran & by_check.keys()):
            continue
        table.add(Cell(short_scheme(name), raw=name),
                  *[matrix.mutant_cell(by_check.get(check)) for check, _ in columns])
    return table
