"""Numbers as text: the value and its uncertainty never show more digits than are known."""

import math

from uncertainties import ufloat

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
MISSING = "–"


def known(number):
    return number is not None and math.isfinite(number)


def with_uncertainty(value, uncertainty, digits=1):
    """9.17079(5): the digits in parentheses are those of the uncertainty."""
    if not known(value):
        return "NaN"
    if not known(uncertainty) or uncertainty <= 0:
        return plain(value)
    return minus(f"{ufloat(value, uncertainty):.{digits}ufS}")


def plus_minus(value, half_width, digits=2):
    """9.1712 ± 0.0016; (1.20 ± 0.10) × 10⁻⁴ of small and large values."""
    if not known(value):
        return "NaN"
    if not known(half_width) or half_width <= 0:
        return plain(value)
    form = "f" if 1e-3 <= abs(value) < 1e6 else "e"
    text = f"{ufloat(value, half_width):.{digits}u{form}P}"
    return minus(text.replace("±", " ± ").replace("×", " × "))


def plain(value, digits=10):
    """Up to `digits` significant digits, trailing zeros dropped."""
    if value is None:
        return MISSING
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("∞" if value > 0 else "−∞")
    if value != 0 and not 1e-4 <= abs(value) < 1e7:
        return power(value, min(digits, 3))
    return minus(f"{value:.{digits}g}")


def power(value, digits=2):
    """3.0 × 10⁻⁹; a plain number between 0.01 and 9999."""
    if value is None:
        return MISSING
    if not math.isfinite(value) or value == 0:
        return "0" if value == 0 else plain(value)
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    if -2 <= int(exponent) <= 3:
        places = max(0, digits - 1 - int(exponent))
        return minus(f"{float(mantissa) * 10.0 ** int(exponent):.{places}f}")
    return f"{minus(mantissa)} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def rate(per_second, digits=3):
    """Millions per second with three significant digits: 1090, 57.8, 7.54."""
    return significant(per_second / 1e6, digits) if known(per_second) else "NaN"


def significant(value, digits=3):
    if value is None:
        return MISSING
    if not math.isfinite(value):
        return plain(value)
    if value == 0:
        return "0"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return minus(f"{value:.{places}f}")


def z_value(z):
    """One decimal below ten, none above; signs are kept."""
    if z is None:
        return MISSING
    if not math.isfinite(z):
        return plain(z)
    if abs(z) >= 1e4:
        return power(z, 1)
    return minus(f"{z:.0f}" if abs(z) >= 10 else f"{z:.1f}")


def count(number):
    """253² for square numbers that the papers write so, thousands separated otherwise."""
    if isinstance(number, float) and not math.isfinite(number):
        return plain(number)
    number = int(number)
    root = math.isqrt(number)
    if root * root == number and root >= 32:
        return f"{root}²"
    return whole(number)


def whole(number):
    """Thousands separated; a number that is none says so."""
    if isinstance(number, float) and not math.isfinite(number):
        return plain(number)
    return f"{int(number):,}".replace(",", "\u202f")


def total(values):
    """Sum of integers, not a number where one of them is none: a job that was lost has no number."""
    added = sum(values)
    return int(added) if math.isfinite(added) else math.nan


def duration(milliseconds):
    if not known(milliseconds):
        return MISSING
    if milliseconds < 1000:
        return f"{significant(milliseconds, 2)} ms"
    return f"{significant(milliseconds / 1000, 2)} s"


def share(part, whole):
    """⁵⁄₈: five of eight."""
    return f"{str(part).translate(SUPERSCRIPTS)}⁄{str(whole).translate(SUBSCRIPTS)}"


def minus(text):
    """A typographic minus sign."""
    return text.replace("-", "−")
