"""How far a value may be from the expected one, where that is this suite's allowance and no
uncertainty of the source.

Source    validation/experiment.hpp, judge_known: the note "may differ by 0.015: why"
          Records before that: no z, and a source that ends with ", within 25 %" or "; at most 0.004"
"""

import re

from common import numbers
from common.tables import Cell, published

STATED = re.compile(r"may differ by ([-+.0-9e]+): (.*)", re.S)
IN_SOURCE = re.compile(r"[,;] (?:within|at most) ([-+.0-9e]+)( %)?$")


def of(record):
    """(how far, why), or None: the expected value then has an uncertainty of its own, or is exact."""
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


def source(record):
    """Where the expected value is from, without the allowance."""
    return IN_SOURCE.sub("", record.expected[2]) if record.expected else ""


def expected(record, digits=7):
    """The expected value as its source gives it: what the suite allows is no part of it."""
    if record.expected is None:
        return Cell(numbers.MISSING, raw="")
    value, uncertainty, _ = record.expected
    shown = numbers.plain(value, digits)
    if of(record) is None:
        shown = numbers.with_uncertainty(value, uncertainty, 2)
    return published(shown, raw=value, note=source(record))


def cell(record):
    """The allowance, with its reason on hovering."""
    allowed = of(record)
    if allowed is None:
        return Cell("", raw="")
    return Cell(numbers.power(allowed[0], 2), raw=allowed[0], note=allowed[1])
