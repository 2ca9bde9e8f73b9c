"""How far a value may be from the expected one, where that is this suite's allowance and no
uncertainty of the source. Shown by tables.expected and tables.allowed.

Source    validation/experiment.hpp, allowance_note: the note "may differ by 0.015: why", and where
          other remarks follow "; remarks"
          Records before that: no z, and a source with ", within 25 %" or "; at most 0.004"
"""

import re

STATED = re.compile(r"may differ by ([-+.0-9e]+): ([^;]*)")
IN_SOURCE = re.compile(r"[,;] (?:within|at most) ([-+.0-9e]+)( %)?$")


def of(record):
    """(how far, why), or None: the expected value has its own uncertainty then, or is exact."""
    stated = STATED.match(record.note)
    if stated:
        return float(stated[1]), stated[2]
    if record.expected is None or record.z is not None:
        return None
    value, uncertainty, source = record.expected
    named = IN_SOURCE.search(source)
    if not named:
        return None
    share = float(named[1]) / 100 * abs(value) if named[2] else float(named[1])
    return uncertainty or share, ""


def replaces_uncertainty(record):
    """The source states none, or a record of before holds the allowance in its place."""
    if STATED.match(record.note):
        return record.expected is None or not record.expected[1] > 0
    return of(record) is not None


def source(record):
    """Source of the expected value, without the allowance."""
    return IN_SOURCE.sub("", record.expected[2]) if record.expected else ""
