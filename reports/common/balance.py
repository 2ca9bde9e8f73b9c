"""Records of exact balance: metric "balance/<verdict>", one for each verdict and tiny model.

Source    checkers/balance/records.cpp, which writes them.
Not here  The page of the mutants (suite_mutants.py), the paper's Table 1 (mpmc_table1_exact.py).
"""

import decimal
import fractions

from common import numbers
from common.selection import group_by

PREFIX = "balance/"
DISTANCE = "balance/total variation"
# In the order of the checker's own table.
ORDER = ["stochastic", "detailed balance", "global balance", "irreducible", "aperiodic",
         "hidden memory", "stage invariance", "fresh streams", "schedule independence",
         "relaxation", "total variation"]


def is_exact(record):
    return record.metric.startswith(PREFIX)


def verdict_of(record):
    return record.metric[len(PREFIX):]


def position(metric):
    """Sorts metrics in the checker's order; others keep theirs, behind."""
    name = metric[len(PREFIX):]
    return ORDER.index(name) if metric.startswith(PREFIX) and name in ORDER else len(ORDER)


def fraction(record, name="tv_exact"):
    """The exact number of a record as a Fraction, or None."""
    text = record.param(name, "")
    return fractions.Fraction(text) if text else None


def digits(value, places):
    """A fraction as a decimal number with so many significant digits, correctly rounded."""
    if value == 0:
        return "0"
    with decimal.localcontext() as context:
        context.prec = places
        rounded = decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)
    if abs(rounded) >= decimal.Decimal("0.0001"):
        return numbers.minus(f"{rounded:f}")
    mantissa, exponent = f"{rounded:.{places - 1}e}".split("e")
    return f"{numbers.minus(mantissa)} × 10{str(int(exponent)).translate(numbers.SUPERSCRIPTS)}"


def short_fraction(value, longest=24):
    """17/144 as it is; of long ones the first digits of both numbers and how many these have."""
    text = str(value)
    if len(text) <= longest:
        return text
    top, bottom = str(value.numerator), str(value.denominator)
    return f"{top[:6]}…/{bottom[:6]}… ({len(top)} over {len(bottom)} digits)"


def seen(record):
    """Finding of a verdict in a word or two: the exact deviation where it is short."""
    name, value = verdict_of(record), record.value
    if name == "stochastic":
        return f"{value:.0f} illegal"
    if name == "irreducible":
        return _count(value, "class", "classes")
    if name == "aperiodic":
        return f"period {value:.0f}"
    if name == "fresh streams":
        return "read twice" if value else "–"
    if name == "schedule independence":
        return _count(value, "state")
    return amount(record)


def amount(record):
    """The number alone, for a narrow cell."""
    name, value = verdict_of(record), record.value
    if not numbers.known(value):
        return "NaN"
    if name in ("stochastic", "irreducible", "aperiodic", "schedule independence"):
        return f"{value:.0f}"
    if name == "fresh streams":
        return "2×" if value else "–"
    exact = record.param("exact", "")
    if exact and len(exact) <= 6:
        return exact
    return numbers.power(value, 2)


def _count(value, one, many=""):
    return f"{value:.0f} {one if value == 1 else many or one + 's'}"


def models(records):
    """[(model, its records)] of one scheme."""
    return group_by(records, lambda r: r.param("model", ""))


def model_names(names):
    """"ring L=16 w=4 N=6 nM=1", ..., "... nM=4" as "ring L=16 w=4 N=6, nM = 1–4"."""
    series, shown = {}, []
    for name in names:
        base, found, last = name.rpartition(" nM=")
        if found and last.isdigit():
            series.setdefault(base, []).append(int(last))
        else:
            shown.append(name)
    for base, values in series.items():
        shown.append(f"{base}, nM = {runs(sorted(values))}")
    return "; ".join(shown)


def runs(values):
    """1, 2, 3, 5 as "1–3, 5"."""
    parts = []
    for value in values:
        if parts and parts[-1][1] == value - 1:
            parts[-1][1] = value
        else:
            parts.append([value, value])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in parts)


def totals(records):
    """(models, states, tapes, milliseconds) of distinct models among the records."""
    first = {(r.scheme, r.param("model", "")): r for r in reversed(records)}.values()
    return (len(first), sum(r.number("states", 0) for r in first),
            sum(r.number("tapes", 0) for r in first),
            sum(r.number("milliseconds", 0) for r in first))
