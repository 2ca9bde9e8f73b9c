"""Correct schemes under the same checks that kill the mutants.

Reads   checks of schemes that are not mutants; params trials, false_alarm, smallest_effect
Shows   for each family schemes x checks; why checks were not run; what each check looked for and how
        hard
Not here  Exact balance (suite_balance.py)
"""

from common import matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Table, right, text


def build(_context, records):
    records = [r for r in records if not r.is_mutant]
    lead = ("The other half of the proof: what kills the mutants lets the correct schemes pass. A "
            "scheme is held to what it claims; the rest is marked, not passed.")
    return Artifact(lead, [_matrix(*part) for part in matrix.parts("suite-checks", records)]
                    + ([_reasons(records)] if records else []) + [_power(records)])


def _name(rows):
    return Cell(short_scheme(rows[0].scheme), raw=rows[0].scheme)


def _matrix(name, family, groups, records):
    def of_check(check):
        return lambda rows: matrix.scheme_cell({r.metric: r for r in rows}.get(check))

    ran = {r.metric for r in records if r.verdict != "not run"}
    columns = [column.showing(of_check(check)) for check, column in matrix.check_columns(records)
               if check in ran]
    return Table(name, f"{family}: schemes × checks ({', '.join(filter(None, groups))})",
                 [text("Scheme", _name), *columns], note=matrix.LEGEND, kind="matrix",
                 rows=[rows for _, rows in group_by(records, lambda r: r.scheme)
                       if any(r.verdict != "not run" for r in rows)])


def _reasons(records):
    def judged(r):
        return r.family, r.verdict, matrix.reason(r)

    def all_of(show):
        return lambda rows: ", ".join(dict.fromkeys(show(r) for r in rows))

    schemes = all_of(lambda r: short_scheme(r.scheme))
    return Table("suite-check-reasons", "Why a check was not run on a scheme, or is not claimed",
                 [text("Family", lambda rows: rows[0].family),
                  text("Verdict", lambda rows: rows[0].verdict),
                  text("Reason", lambda rows: matrix.reason(rows[0]) or numbers.MISSING,
                       kind="prose"),
                  text("Checks", all_of(lambda r: r.metric), kind="prose"),
                  right("Schemes", lambda rows: len({r.scheme for r in rows})),
                  text("Which", schemes, kind="prose wide")],
                 rows=[rows for _, rows in group_by(sorted(
                     (r for r in records if r.verdict in matrix.UNJUDGED), key=judged), judged)],
                 folded=True)


def _power(records):
    rows = []
    for _, mine in group_by(sorted(records, key=lambda r: (r.family, r.metric)),
                            lambda r: (r.family, r.metric)):
        judged = [r for r in mine if r.verdict not in matrix.UNJUDGED]
        rows += [judged] if judged else []

    def largest(value):
        return lambda judged: max((value(r) for r in judged if value(r) is not None), default=None)

    return Table("suite-check-power", "What each check would have seen",
                 [text("Family", lambda judged: judged[0].family),
                  text("Check", lambda judged: judged[0].metric), right("Schemes", len),
                  right("Passed", lambda judged: sum(r.verdict == "pass" for r in judged)),
                  right("Largest |z|", largest(lambda r: r.z and abs(r.z)), numbers.z_value,
                        missing=numbers.MISSING),
                  right("Trials each", lambda judged: _positive(judged, "trials", 2)),
                  right("Smallest effect it must see", _smallest),
                  right("False alarm", lambda judged: _positive(judged, "false_alarm", 1)
                        or "none"),
                  right("Slowest", largest(lambda r: r.seconds and 1000 * r.seconds),
                        numbers.duration, missing=numbers.MISSING)],
                 note="Largest |z| over the schemes that claim the property. Exact: any violation "
                 "is seen, there are no statistics and hence no false alarms. A bound: computed "
                 "once and held to a stated bound of rounding or of the time step.",
                 rows=rows, folded=True)


def _smallest(records):
    """The smallest effect that the check must see; of one without statistics, in words."""
    shown = _positive(records, "smallest_effect", 2)
    if shown:
        return shown
    return "a bound" if any(r.param("unit") == "of the bound" for r in records) else "exact"


def _positive(records, name, digits):
    """The largest value as text; nothing where it is none or zero."""
    value = max((float(v) for v in map(lambda r: r.number(name), records) if v is not None),
                default=None)
    if not value:
        return ""
    return numbers.whole(value) if value == int(value) < 10000 else numbers.power(value, digits)
