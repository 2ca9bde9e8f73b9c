"""Measurements that several seeds have made: what they give together, weighted by their effective samples. What is kept of a
measurement are sums, and the place of one record, so that a million records need no memory."""

import hashlib
import json
import math

SEVERITY = ("not run", "not claimed", "pass", "inconclusive", "fail")  # as in reports
MEASUREMENT = ("kind", "family", "scheme", "metric", "class", "threads", "ranks", "params")  # all that several seeds have in common
MACHINE = ("host", "build", "git")  # of timings, which are those of one machine and one commit


def digest(text):
    """16 bytes in place of a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def uncommitted(record):
    """Whether it was made with uncommitted changes, which nobody can build again."""
    return bool((record.get("git") or {}).get("dirty"))


def judged(record):
    """Verdict of a record: a pass without a number fails, for comparisons with NaN are false, and one made with uncommitted
    changes claims nothing. Other verdicts stay."""
    if record["verdict"] != "pass":
        return record["verdict"]
    value, z = (math.nan if record.get("value") is None else record["value"]), record.get("z") or 0.0
    if math.isnan(value) or math.isnan(z):
        return "fail"
    return "not claimed" if uncommitted(record) else "pass"


def add(pools, record, place, counts=True):
    """Adds a record, which lies at `place`, to its pool among `pools`. `counts`: no other run of the same job was added."""
    parts = MEASUREMENT + (MACHINE if record["kind"] == "benchmark" else ())
    name = digest(json.dumps([record.get(part) for part in parts], sort_keys=True))
    if name not in pools:
        pools[name] = Pool(record, place)
    pools[name].add(record, place, counts)


class Pool:
    """A measurement, which several seeds may have made; values are those of `validate`. Sums are of differences from the first
    value, of which digits are lost less."""

    __slots__ = ("origin", "first_seed", "several", "count", "valued", "worst", "place", "weight", "weighted", "squared_error", "precision",
                 "deviation", "squares")

    def __init__(self, record, place):
        self.origin, self.first_seed, self.several, self.count, self.valued = None, None, False, 0, 0
        self.worst, self.place = judged(record), place
        self.weight = self.weighted = self.squared_error = self.precision = self.deviation = self.squares = 0.0

    def add(self, record, place, counts=True):
        verdict = judged(record)
        if SEVERITY.index(verdict) > SEVERITY.index(self.worst):
            self.worst, self.place = verdict, place
        if not counts:
            return
        self.count += 1
        if record["kind"] != "validation" or None in (record.get("low"), record.get("high"), record.get("value")):
            return  # as an inconclusive record, wherever it comes
        if uncommitted(record):
            return
        if self.origin is None:
            self.origin, self.first_seed = record["value"], record["seed"]
        self.several |= record["seed"] != self.first_seed
        self.valued += 1
        error, weight = (record["high"] - record["low"]) / 3.92, record.get("n_eff") or 1.0
        value = record["value"] - self.origin
        self.weight += weight
        self.weighted += weight * value
        self.squared_error += (weight * error) ** 2
        if error > 0:
            self.precision += 1 / error**2
            self.deviation += value / error**2
            self.squares += (value / error) ** 2

    def values(self):
        """(mean weighted by effective samples, its error, sum of squared deviations over errors); None without values."""
        if not self.several or not self.weight:
            return None
        mean = self.weighted / self.weight
        scatter = self.squares - 2 * mean * self.deviation + mean**2 * self.precision
        return self.origin + mean, math.sqrt(self.squared_error) / self.weight, max(0.0, scatter)

    def text(self):
        """Words on the value that all seeds give, and whether they scatter as their errors say."""
        mean, error, scatter = self.values()
        return (f"{mean:.8g} +- {error:.2g} of {self.valued} seeds "
                f"(sum of squared deviations over errors {scatter:.1f}, expected {self.valued - 1})")

    def condensed(self, record):
        """The record of all seeds together, from that with the worst verdict."""
        facts = {**(record.get("facts") or {}), "pooled": {"records": self.count}}
        if found := self.values():
            mean, error, facts["pooled"]["scatter"] = found
            record = {**record, "value": mean, "low": mean - 1.96 * error, "high": mean + 1.96 * error, "n_eff": self.weight, "z": None, "p": None}
        return {**record, "facts": facts, "verdict": self.worst}
