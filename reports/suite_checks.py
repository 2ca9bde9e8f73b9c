"""Correct schemes under the same checks that kill the mutants.

Reads   checks of schemes that are not mutants; params trials, false_alarm, smallest_effect; of
        exact balance states, tapes, milliseconds, model
Shows   schemes x exact verdicts with states and tapes per second, schemes x checks, and what each
        check looked for and how hard
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
    tables = [_matrix(measured), _power(measured)]
    if exact:
        tables.insert(0, _proofs(exact))
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


def _proofs(records):
    columns = [(check, column) for check, column in matrix.check_columns(records)
               if check != balance.DISTANCE]
    table = Table("suite-balance", "Schemes × exact verdicts",
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


def _matrix(records):
    columns = matrix.check_columns(records)
    table = Table("suite-checks", "Schemes × checks",
                  [Column("Scheme")] + [column for _, column in columns],
                  note="✓ pass, ✗ fail, ≈ inconclusive (with what was seen), · not claimed, "
                  "○ or empty: not run here.")
    table.kind = "matrix"
    for name, rows in group_by(records, lambda r: r.scheme):
        by_check = {r.metric: r for r in rows}
        table.add(Cell(short_scheme(name), raw=name),
                  *[matrix.scheme_cell(by_check.get(check)) for check, _ in columns])
    return table


def _power(records):
    table = Table("suite-check-power", "What each check would have seen",
                  [Column("Check"), Column("Schemes", "r"), Column("Passed", "r"),
                   Column("Largest |z|", "r"), Column("Trial moves each", "r"),
                   Column("Smallest effect it must see", "r"), Column("False alarm", "r"),
                   Column("Slowest", "r")],
                  note="Largest |z| over the schemes that claim the property. A check without a "
                  "false-alarm rate is exact: it has no statistics.")
    for name, rows in group_by(records, lambda r: r.metric):
        judged = [r for r in rows if r.verdict not in ("not claimed", "not run")]
        z = max((abs(r.z) for r in judged if r.z is not None), default=None)
        table.add(name, len(judged), sum(r.verdict == "pass" for r in judged), numbers.z_value(z),
                  numbers.power(_largest(judged, "trials")),
                  numbers.power(_largest(judged, "smallest_effect")),
                  numbers.power(_largest(judged, "false_alarm"), 1),
                  numbers.duration(max((1000 * r.seconds for r in judged if r.seconds is not None),
                                       default=None)))
    return table


def _largest(records, name):
    values = [r.number(name) for r in records]
    return max((float(v) for v in values if v is not None), default=None)
