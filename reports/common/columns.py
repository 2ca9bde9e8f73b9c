"""Columns that many tables share: a heading, a field of the record, a format."""

from common import numbers
from common.artifact import scheme_label, short_scheme, short_source
from common.tables import Cell, Column, allowed, estimate, expected, hidden, number, right, text, \
    verdict

SCHEME = text("Scheme", scheme_label)  # with its threads
SHORT_SCHEME = text("Scheme", lambda r: short_scheme(r.scheme))
DISKS = right("N", lambda r: numbers.count(r.disks))
PACKING = right("φ", "params.packing_fraction?", numbers.plain, missing=numbers.MISSING)
EXPECTED = Column("Expected", "r", field=expected)
ALLOWED = Column("May differ by", "r", field=allowed)
Z = number("z", "z?", numbers.z_value)
VERDICT = text("Verdict", lambda r: verdict(r.verdict))


def _seen(record):
    """The smallest deviation that fails, as a part of the value that it is of."""
    seen = record.smallest_effect
    if seen is None:
        return numbers.MISSING
    scale = record.number("scale") or abs(record.expected[0] if record.expected else 0)
    shown = f"{100 * seen / scale:.2g} %" if scale else f"{seen:.2g}"
    return Cell(f"{shown}: too weak to decide" if record.too_weak else shown, raw=seen)


def _of_bound(record):
    part = record.of_bound
    return numbers.MISSING if part is None else Cell(f"{numbers.significant(100 * part, 2)} %", raw=part)


OF_BOUND = right("Of the bound", _of_bound)  # the headline of a speed; the rate comes after it
SEES = right("Sees", _seen)
CLASS = text("Class", "klass")
LOW, HIGH = hidden("low", "low?"), hidden("high", "high?")


def ours(heading):
    """Value ± half of the 95 % interval."""
    return Column(heading, "r", field=estimate)


def source(heading):
    """Authors and year of what the value is compared with."""
    return text(heading, lambda r: short_source(r.expected[2]) if r.expected else "")


def from_value(format):
    """A cell of a record's own value."""
    return lambda r: Cell(format(r.value), raw=r.value, kind="ours")
