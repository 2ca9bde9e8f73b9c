"""Correct schemes under the same checks that kill the mutants.

Reads   checks of schemes that are not mutants; params trials, false_alarm, smallest_effect
Shows   schemes x checks, and what each check looked for and how hard
"""

from common import matrix, numbers
from common.artifact import Artifact, short_scheme
from common.selection import group_by
from common.tables import Cell, Column, Table


def build(context, records):
    records = [r for r in records if not r.is_mutant]
    lead = ("The other half of the proof: what kills the mutants lets the correct schemes pass. A "
            "scheme is held to what it claims; the rest is marked, not passed.")
    return Artifact(lead, [_matrix(records), _power(records)])


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
