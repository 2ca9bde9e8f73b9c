"""Faults planted in production code by people who had not seen the checks: how many were found.

Reads   validation/data/planted_faults.csv
"""

from common import numbers
from common.artifact import Artifact
from common.tables import Table, right, text

DATA = "planted_faults.csv"
COLUMNS = ("set", "family", "file", "fault", "first", "now")
MISSED = "nothing"
LEFT_OUT = ("no effect", "not tried")  # not tried: beside the line of a mutant that is caught


def build(context, _records):
    rows = context.data.rows(DATA, COLUMNS)
    lead = ("Whoever writes the checks knows what they look for. So others, who read production code and no "
            "check, planted faults that a good programmer could make, and the checks of the family ran on "
            "each; where they passed, some also met unit tests, the schedule explorer or other families. "
            "A fault that nothing found is a hole of its kind: checks were added that see the kind, and the "
            "fault was tried again.")
    return Artifact(lead, [_shares(rows), _faults(rows)])


def found(rows, when):
    """Faults that something found."""
    return [row for row in counted(rows) if row[when] != MISSED]


def counted(rows):
    """Faults that were tried and change some result."""
    return [row for row in rows if row["now"] not in LEFT_OUT]


def _shares(rows):
    groups = list(dict.fromkeys((row["set"], row["family"]) for row in rows))

    def of(group):
        return [row for row in rows if (row["set"], row["family"]) == group]

    return Table("suite-planted-shares", "Faults found, by family", [
        text("Set", lambda group: group[0]), text("Family", lambda group: group[1]),
        right("Planted", lambda group: len(of(group)), numbers.whole),
        right("Left out", lambda group: len(of(group)) - len(counted(of(group))), numbers.whole),
        right("Found at first", lambda group: len(found(of(group), "first")), numbers.whole),
        right("Found now", lambda group: len(found(of(group), "now")), numbers.whole)],
                 rows=groups, note="Left out: faults that change no result, and those in or beside a line "
                 "where a mutant that is caught has its fault. Faults that were found at first were not tried again.")


def _faults(rows):
    return Table("suite-planted-faults", "Each fault, and what finds it", [
        text("Set", "set"), text("File", "file"), text("Fault", "fault", kind="prose wide"),
        text("Found at first by", "first", kind="prose"), text("Now by", "now", kind="prose")], rows=rows)
