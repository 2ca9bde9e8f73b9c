"""Mutants: deliberately broken schemes, the check that kills each, and what that cost.

Reads   checks of mutants; params caught, expected, trials, milliseconds, origin,
        pressure_trials (trial moves a pressure test would need, or null); of exact balance also
        tapes, tv_exact, independent_configurations
Shows   all mutants by checker, those of the explorer too (common/census.py); then, of the others,
        the ledger (one line per mutant, its cheapest kill), what that saves, how quickly they
        die, and the matrices mutants x checks
Not here  Mutants x exact verdicts (suite_balance.py)
"""

import re

from common import balance, census, kills, matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, hidden, number, right, text, verdict

SYSTEMS = re.compile(r"^(ring|squares|rods|soft|gas)-")  # of a tiny model, before the fault's name


def build(context, records):
    mutants = sorted(group_by(records, lambda r: r.scheme), key=_place)
    exact = [(name, rows) for name, rows in mutants if balance.is_exact(rows[0])]
    measured = [(name, rows) for name, rows in mutants if not balance.is_exact(rows[0])]
    tables = [census.table(context), _ledger(mutants)]
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
    proved = (f" <b>{len(exact)} of {len(mutants)} are killed by proof</b>: a faulty copy of "
              "the algorithm on a tiny lattice, every random choice enumerated, in integers, with "
              "nothing left to chance" if measured else " All are killed by proof")
    return lead + proved + (f"; half of them within {numbers.duration(quick[len(quick) // 2])}."
                            if quick else ".")


def _place(mutant):
    """Sort key: by origin, then by fault, the proof before the measurement."""
    name, rows = mutant
    kind = _origin_of(rows)["kind"]
    fault = SYSTEMS.sub("", short_scheme(name))
    return SOURCES.index(kind), fault, not balance.is_exact(rows[0]), name


SOURCES = ["paper", "public bug", "pitfall", "outsider", "seeded"]  # models/core/origin.hpp


def _origin_of(rows):
    return next((r.origin for r in rows if r.origin["text"]), rows[0].origin)


def of_kill(show, absent=numbers.MISSING):
    """Cell about the cheapest kill, where there is one."""
    return lambda line: show(line["kill"]) if line["kill"] is not None else absent


def _ledger(mutants):
    table = Table("suite-mutants", "What kills each mutant, and at what cost",
                  [text("Mutant", lambda line: Cell(short_scheme(line["rows"][0].scheme),
                                                    raw=line["rows"][0].scheme)),
                   text("Killed first by", _killer), right("What it saw", of_kill(_saw)),
                   number("Time", of_kill(lambda kill: kill.number("milliseconds"), None),
                          numbers.duration),
                   right("Trial moves", of_kill(lambda kill: numbers.power(kill.number("trials")))),
                   right("By pressure", of_kill(lambda kill: numbers.power(
                       kill.number("pressure_trials")))),
                   number("Saved", of_kill(kills.saved, None),
                          lambda ratio: f"{numbers.power(ratio, 1)} ×"),
                   right("By an average", lambda line: _by_average(line["kill"], line["rows"])
                         if line["kill"] else numbers.MISSING),
                   text("Where it comes from", lambda line: _origin(line["origin"])),
                   hidden("from", lambda line: line["origin"]["kind"]),
                   *(hidden(heading, of_kill(lambda kill, name=name: kill.param(name), None))
                     for heading, name in (("model", "model"), ("tapes", "tapes"),
                                           ("trials", "trials"),
                                           ("pressure trials", "pressure_trials")))],
                  source=lambda line: line["kill"] or line["rows"],
                  note="Pitfalls of the papers first, then bugs of public codes, then mistakes that "
                  "are well known, then faults planted by outsiders, then seeded ones. Names that "
                  "begin with balance/ are proofs: their trial moves are those of "
                  "all enumerated runs, their time includes every verdict. What it saw: the exact "
                  "deviation, z of a rejection, or a number of violations. By pressure: trial "
                  "moves that a measurement of the pressure needs for the same fault at five "
                  "standard errors, where an estimate exists. By an average: independent "
                  "configurations of the same tiny system that show the shift of its observable "
                  "(contacts, neighbours, particles) at five standard errors; never: the "
                  "distribution is the right one, exactly, so that no average ever shows the "
                  "fault.")
    table.extend([{"rows": rows, "kill": kills.cheapest(rows), "origin": _origin_of(rows)}
                  for _, rows in mutants], lambda line: line["origin"]["kind"])
    return table


def _killer(line):
    """The check, or that another one, which is named for this mutant, missed it."""
    kill, rows = line["kill"], line["rows"]
    if kill is None:
        return verdict("not run") if all(r.verdict == "not run" for r in rows) else Cell(
            "survives", raw="nothing", verdict="fail")
    missed = any(r.verdict == "fail" for r in rows)
    return Cell(f"{kill.metric}; a check missed it" if missed else kill.metric, raw=kill.metric,
                verdict="fail" if missed else "pass", note=kill.param("model", ""))


def _saw(kill):
    return Cell(matrix.strength(kill), raw=kill.z if kill.z is not None else kill.value)


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


def _name(rows):
    return Cell(short_scheme(rows[0].scheme), raw=rows[0].scheme)


def _matrix(table_name, family, groups, records):
    def of_check(check):
        return lambda rows: matrix.mutant_cell({r.metric: r for r in rows}.get(check))

    ran = {r.metric for r in records if r.verdict != "not run"}
    columns = [column.showing(of_check(check)) for check, column in matrix.check_columns(records)
               if check in ran]
    kinds = ", ".join(filter(None, groups))
    return Table(table_name, f"{family}: mutants × checks on production systems ({kinds})",
                 [text("Mutant", _name), *columns],
                 note="A number: the check caught the mutant, with this z; ● caught by a check "
                 "without statistics. Framed: "
                 "the check is named as one that must catch it. ✗ missed: named, and did not. "
                 "A dot: this fault is invisible to this check, and nobody claims otherwise. "
                 "Empty: not run.", kind="matrix",
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)
                       if any(r.verdict != "not run" for r in rows)])
