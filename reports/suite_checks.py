"""Correct schemes under the same checks that kill the mutants.

Reads   checks of schemes that are not mutants; params trials, false_alarm, smallest_effect; of
        exact balance states, tapes, milliseconds, model
Shows   for each family: schemes x exact verdicts with states and tapes per second, schemes x
        checks; why checks were not run; what each check looked for and how hard
"""

from common import balance, matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Column, Table


def build(context, records):
    records = [r for r in records if not r.is_mutant]
    exact = [r for r in records if balance.is_exact(r)]
    measured = [r for r in records if not balance.is_exact(r)]
    lead = ("The other half of the proof: what kills the mutants lets the correct schemes pass. A "
            "scheme is held to what it claims; the rest is marked, not passed.")
    tables = ([_matrix(*part) for part in matrix.parts("suite-checks", measured)]
             + ([_reasons(measured)] if measured else []) + [_power(measured)])
    if exact:
        tables = [_proofs(family, rows) for family, rows in group_by(
            sorted(exact, key=lambda r: r.family), lambda r: r.family)] + tables
        every = [r for r in context.records if balance.is_exact(r)]
        models, states, tapes, milliseconds = balance.totals(every)
        if milliseconds:
            lead += (f" Exact balance, mutants included: {models} tiny models, "
                     f"{numbers.power(states, 3)} states, {numbers.power(tapes, 3)} runs of their "
                     "bodies, one for each tape of random choices, in "
                     f"{numbers.duration(milliseconds)} of one core with all verdicts: "
                     f"{numbers.power(1000 * states / milliseconds, 2)} states and "
                     f"{numbers.power(1000 * tapes / milliseconds, 2)} tapes per second.")
    return Artifact(lead, tables)


def _proofs(family, records):
    columns = [(check, column) for check, column in matrix.check_columns(records)
               if check != balance.DISTANCE]
    table = Table(f"suite-balance-{family}", f"{family}: schemes × exact verdicts",
                  [Column("Scheme")] + [column for _, column in columns]
                  + [Column("States", "r"), Column("Tapes", "r"), Column("Time", "r"),
                     Column("States per second", "r"), Column("Tapes per second", "r"),
                     Column("Tiny models")],
                  note="✓ holds exactly, on every tiny model; ✗ does not; · not claimed; empty: "
                  "does not apply. States: all that were met, with everything the scheme "
                  "remembers. Tapes: runs of the body, each with other random choices, of whole "
                  "operators or of one cell's share of them. Time: enumeration and all verdicts.")
    table.kind = "matrix"
    for name, rows in group_by(records, lambda r: r.scheme):
        by_check = {check: [r for r in rows if r.metric == check] for check, _ in columns}
        names = [model for model, _ in balance.models(rows)]
        table.add(Cell(short_scheme(name), raw=name),
                  *[matrix.exact_scheme_cell(by_check[check]) for check, _ in columns],
                  *_effort(rows), Cell(balance.model_names(names), kind="prose wide"))
    return table


def _effort(rows):
    """States, tapes, time, and both per second."""
    _, states, tapes, milliseconds = balance.totals(rows)
    rates = [1000 * n / milliseconds if milliseconds else None for n in (states, tapes)]
    return (Cell(numbers.whole(states), raw=states), Cell(numbers.power(tapes, 3), raw=tapes),
            Cell(numbers.duration(milliseconds), raw=milliseconds),
            *[Cell(numbers.power(rate, 2), raw="" if rate is None else rate) for rate in rates])


def _matrix(name, family, groups, records):
    ran = {r.metric for r in records if r.verdict != "not run"}
    columns = [(check, column) for check, column in matrix.check_columns(records) if check in ran]
    table = Table(name, f"{family}: schemes × checks ({', '.join(filter(None, groups))})",
                  [Column("Scheme")] + [column for _, column in columns], note=matrix.LEGEND)
    table.kind = "matrix"
    for scheme, rows in group_by(records, lambda r: r.scheme):
        by_check = {r.metric: r for r in rows}
        cells = [matrix.scheme_cell(by_check.get(check)) for check, _ in columns]
        if any(by_check.get(check) and by_check[check].verdict != "not run"
               for check, _ in columns):
            table.add(Cell(short_scheme(scheme), raw=scheme), *cells)
    return table


def _reasons(records):
    table = Table("suite-check-reasons", "Why a check was not run on a scheme, or is not claimed",
                  [Column("Family"), Column("Verdict"), Column("Reason"), Column("Checks"),
                   Column("Schemes", "r"), Column("Which")])
    unjudged = [r for r in records if r.verdict in matrix.UNJUDGED]
    ordered = sorted(unjudged, key=lambda r: (r.family, r.verdict, matrix.reason(r)))
    for (family, verdict, reason), rows in group_by(
            ordered, lambda r: (r.family, r.verdict, matrix.reason(r))):
        checks = ", ".join(dict.fromkeys(r.metric for r in rows))
        schemes = list(dict.fromkeys(short_scheme(r.scheme) for r in rows))
        table.add(family, verdict, Cell(reason or numbers.MISSING, kind="prose"),
                  Cell(checks, kind="prose"), len(schemes),
                  Cell(", ".join(schemes), kind="prose wide"))
    table.folded = True
    return table


def _power(records):
    table = Table("suite-check-power", "What each check would have seen",
                  [Column("Family"), Column("Check"), Column("Schemes", "r"), Column("Passed", "r"),
                   Column("Largest |z|", "r"), Column("Trials each", "r"),
                   Column("Smallest effect it must see", "r"), Column("False alarm", "r"),
                   Column("Slowest", "r")],
                  note="Largest |z| over the schemes that claim the property. Exact: any violation "
                  "is seen, there are no statistics and hence no false alarms. A bound: computed "
                  "once and held to a stated bound of rounding or of the time step.")
    ordered = sorted(records, key=lambda r: (r.family, r.metric))
    for (family, name), rows in group_by(ordered, lambda r: (r.family, r.metric)):
        judged = [r for r in rows if r.verdict not in matrix.UNJUDGED]
        if not judged:
            continue
        z = max((abs(r.z) for r in judged if r.z is not None), default=None)
        table.add(family, name, len(judged), sum(r.verdict == "pass" for r in judged),
                  numbers.z_value(z), _positive(judged, "trials", 2), _smallest(judged),
                  _positive(judged, "false_alarm", 1) or "none",
                  numbers.duration(max((1000 * r.seconds for r in judged if r.seconds is not None),
                                       default=None)))
    table.folded = True
    return table


def _smallest(records):
    """The smallest effect that the check must see; of one without statistics, in words."""
    shown = _positive(records, "smallest_effect", 2)
    if shown:
        return shown
    return "a bound" if any(r.param("unit") == "of the bound" for r in records) else "exact"


def _positive(records, name, digits):
    """The largest value as text; nothing where it is none or zero."""
    value = _largest(records, name)
    if not value:
        return ""
    return numbers.whole(value) if value == int(value) < 10000 else numbers.power(value, digits)


def _largest(records, name):
    values = [r.number(name) for r in records]
    return max((float(v) for v in values if v is not None), default=None)
