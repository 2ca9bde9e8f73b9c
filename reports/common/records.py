"""A record of results/*.jsonl, as tables see it.

Source    suite/results.hpp, which writes them.
Not here  Reading files (reading.py), which record belongs to which table (selection.py), published values (published.py).
"""

import math

import pools  # of tools/cluster
from common.errors import ReportError, shorten

CLASSES = ("tiny", "S", "W", "A", "B", "C")
# From good to bad; the order decides which of two records of the same measurement is shown.
VERDICTS = ("not run", "not claimed", "pass", "inconclusive", "fail")

TEXTS = ("key", "kind", "family", "scheme", "metric", "verdict", "class", "backend")
UNCOMMITTED = "made with uncommitted changes: no evidence"
NUMBERS = ("value", "low", "high", "n_eff", "z", "p", "seconds")


class Record:
    """One finished check, validation or benchmark. NaN is written as null in JSON, and a pass with it fails."""

    def __init__(self, fields, where, recorded=False):
        self.fields = fields
        self.where = where
        self.recorded = recorded  # kept in the repository from an earlier, longer run
        self.label, self.address = "", ""  # on the pages of records (evidence.py)
        self.params = fields["params"]
        for name in TEXTS:
            setattr(self, "klass" if name == "class" else name, fields[name])
        for name in NUMBERS:
            number = fields.get(name)
            setattr(self, name, None if number is None else float(number))
        if self.value is None:
            self.value = math.nan
        self.threads = int(fields.get("threads") or 1)
        self.note = fields.get("note") or ""
        self.replay = fields.get("replay") or ""
        self.verdict = pools.judged(fields)
        if self.verdict == "not claimed" and fields["verdict"] == "pass":
            self.note = "; ".join(filter(None, (UNCOMMITTED, self.note)))

    @property
    def uncommitted(self):
        """Made by a program with uncommitted changes, which nobody can build again."""
        return pools.uncommitted(self.fields)

    @property
    def smallest_effect(self):
        """Smallest deviation that would have failed, in the unit of the value, or None."""
        return self.fact("smallest_effect")

    @property
    def too_weak(self):
        """The class cannot afford to see the effect that matters."""
        wanted, seen = self.number("resolution"), self.smallest_effect
        return wanted is not None and seen is not None and not seen < wanted

    @property
    def expected(self):
        """(value, uncertainty, source) or None."""
        expected = self.fields.get("expected")
        if expected is None:
            return None
        return (_float(expected["value"]), _float(expected["uncertainty"]),
                expected.get("source") or "")

    @property
    def allowance(self):
        """(how far the value may be from the expected one by this suite's decision, why) or None."""
        stated = self.fields.get("allowance")
        return (float(stated["value"]), stated["why"]) if stated else None

    @property
    def origin(self):
        """Origin of a mutant: {"kind", "text", "link"}; of records without one, kind "seeded"."""
        return self.fields.get("origin") or {"kind": "seeded", "text": "", "link": ""}

    def fact(self, name, default=None):
        """A number or word that the record states beside its value."""
        value = (self.fields.get("facts") or {}).get(name)
        return default if value is None else value

    @property
    def half_width(self):
        """Half the interval the record gives (95 % for estimates), or None."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2

    @property
    def is_mutant(self):
        """Whether a mutant was checked: whether it was caught is a parameter of each check that judges one."""
        return self.kind == "check" and (self.fields.get("origin") is not None or "caught" in self.params)

    @property
    def mutant(self):
        """yes or no, for selectors."""
        return "yes" if self.is_mutant else "no"

    def param(self, name, default=None):
        value = self.params.get(name)
        return default if value is None else value

    @property
    def of_bound(self):
        """Part of the rate that the bound of its machine allows, or None where no bound is known or nothing passed."""
        if self.kind != "benchmark" or self.verdict == "fail" or not self.value > 0:
            return None
        least = self.number("bound_seconds", 0)  # of records of longrange before the fact was stated
        return self.fact("fraction_of_bound", least / self.value if least else None)

    def number(self, name, default=None):
        """A parameter that must be a number where it is given."""
        value = self.params.get(name)
        if value is None:
            return default
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return value
        raise ReportError(self.where, f"parameter '{name}'", "a number", shorten(repr(value)))

    @property
    def machine(self):
        """The processor it was measured on, in words."""
        host = self.fields["host"]
        return f"{host.get('cpu') or 'unknown processor'}, {host.get('cores') or '?'} cores"

    @property
    def device(self):
        """The device that ran its kernels, by the name that the driver gives; None for a processor."""
        return (self.fields["host"].get("gpu") or "an unnamed GPU").split(",")[0] if self.backend == "cuda" else None

    @property
    def disks(self):
        return int(self.number("disks", 0))


def of_one_machine(records):
    """Those of this run; where it has none, the recorded ones: rates of two machines never mix."""
    return [r for r in records if not r.recorded] or records


def _float(number):
    return math.nan if number is None else float(number)
