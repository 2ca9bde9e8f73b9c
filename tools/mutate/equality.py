"""Survivors are tried for equality with the original: more systems, drawn with other seeds, leave no number
another, or the mutant differs, and is a gap.

Checks that draw their systems say how many (the fact `systems` of their records): starts, sizes, threads and
ranks are drawn, and a digest has all states. Where none of them reaches a mutant, all checks that do are run
with other seeds.
"""

import dataclasses
import hashlib
import threading

import checks

MOST_RUNS = 24  # for each survivor: no clock decides how many


@dataclasses.dataclass
class Tried:
    """Runs with the numbers of the original, the systems in them, and the title of the first run with others."""
    runs: int = 0
    systems: int = 0
    differs: str = None


class Equality:
    """Runs of the program's checks with so many seeds beyond its own."""

    def __init__(self, program, some, seeds):
        self.program, self.checks = program, some
        self.seeds = range(program.seed + 1, program.seed + 1 + seeds)
        self.known, self.lock = {}, threading.Lock()

    def plan(self, number):
        """Pairs of a seed and a check that reaches this mutant. Proofs have no seed."""
        reaching = [one for one in self.checks if number in one.reached and not one.model]
        some = [one for one in reaching if one.systems] or reaching

        def place(pair):
            return pair[0], hashlib.sha256(f"{pair[0]}|{pair[1].title()}".encode()).hexdigest()

        return sorted(((seed, one) for seed in self.seeds for one in some), key=place)[:MOST_RUNS]

    def original(self, seed, check):
        """(numbers, systems, seconds) of the original, run once for all mutants; None where it does not pass."""
        with self.lock:
            if (seed, check.title()) not in self.known:
                self.known[seed, check.title()] = self._run_original(seed, check)
            return self.known[seed, check.title()]

    def _run_original(self, seed, check):
        ended, found = self.program.on_original(check, seed)
        passed = ended.code == 0 and all(one["verdict"] == "pass" for one in found)
        return (checks.numbers_of(found), checks.systems_of(found), ended.seconds) if passed else None

    def tried(self, number):
        """All runs of the plan, up to the first that differs where the original repeats itself."""
        found = Tried()
        for seed, check in self.plan(number):
            clean = self.original(seed, check)
            if clean is None:
                continue
            numbers, systems, seconds = clean
            how, _, some = self.program.on_mutant(check, number, seconds, seed)
            if not how and checks.numbers_of(some) == numbers:
                found.runs, found.systems = found.runs + 1, found.systems + systems
            elif how or (self._run_original(seed, check) or clean)[0] == numbers:
                found.differs = f"{check.title()}, seed {seed}" + (f": {how}" if how else "")
                break
        return found
