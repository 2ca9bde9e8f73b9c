"""Numbers by which a column is sorted on the page, read from cells as they are shown.

Reads   1 090, −2.4(1), (1.20 ± 0.10) × 10⁻⁴, 253², 12 of 15, 3.0 ms, 75 %
"""

import math
import re

POWERS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SHOWN = re.compile(r"\(?([−+-]?\d[\d\u202f]*(?:\.\d+)?(?:e[-+]\d+)?)(²?)[^×]*?(?:× 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(?: (ms|s|min)| ×)?$")
SECONDS = {"ms": 1e-3, "s": 1.0, "min": 60.0, None: 1.0}
NEVER = 1e308  # what never happens, and infinity, come last


def keys(cells):
    """One key for each cell of a column, "" where it has no number; None when no cell has one."""
    found = [_number(item) for item in cells]
    return [_text(value) for value in found] if any(v is not None for v in found) else None


def _number(item):
    if item.text == "never" or item.raw == math.inf:
        return NEVER
    if isinstance(item.raw, (int, float)) and not isinstance(item.raw, bool):
        return item.raw if math.isfinite(item.raw) else None
    return number_of(item.text)


def number_of(text):
    """The number that a text begins with, or None."""
    match = SHOWN.match(text)
    if not match:
        return None
    digits, square, power, unit = match.groups()
    value = float(digits.replace("\u202f", "").replace("−", "-"))
    return (value * value if square else value) * 10.0 ** int(
        power.translate(POWERS) if power else 0) * SECONDS[unit]


def _text(value):
    return "" if value is None else f"{value:.6g}"
