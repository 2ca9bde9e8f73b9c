"""Score of generated mutants: the share that checks kill, with its interval.

Reads   records of `touchstone mutate`: facts outcome, changed, differs, compared_runs
"""

import math

from common.selection import group_by

KILLED = "killed"
SCORE = "score of generated mutants"  # metric of the record that each run adds


def tried(records):
    """One record of each mutant, though the checks of several families judged it: the one that knows most. Scores of whole runs,
    which have records of the same kind, are none."""
    def knows(record):
        end = record.fact("outcome")
        return (end == KILLED, end == "survived" and is_noticed(record), end == "survived")

    place = ("line", "column", "operator", "original", "mutated", "digest")
    mutants = [r for r in records if r.kind == "mutation" and r.metric != SCORE]
    groups = group_by(mutants, lambda r: (r.scheme, *(str(r.param(name)) for name in place)))
    return [max(rows, key=knows) for _, rows in groups]


def is_noticed(record):
    """False for a survivor that is likely to be equal: no check and no run with another seed has other numbers."""
    return (record.fact("outcome") != "survived" or record.fact("changed", 0) > 0
            or record.fact("differs") is not None or record.fact("compared_runs") == 0)


def score(records):
    """(killed, low, high): Wilson's interval at 95 % confidence, J. Am. Stat. Assoc. 22, 209 (1927)."""
    total, z = len(records), 1.96
    killed = sum(r.fact("outcome") == KILLED for r in records)
    share = killed / total
    middle, scale = share + z * z / (2 * total), 1 + z * z / total
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return killed, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def percent(share):
    return f"{100 * share:.0f} %"
