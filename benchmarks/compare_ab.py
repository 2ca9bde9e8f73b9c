#!/usr/bin/env python3
"""A/B regression gate: is HEAD slower than BASE?

Runs two builds of touchstone_benchmarks in pairs, in random order within each pair, so that both see
the same machine; the answer is the median of log(seconds of HEAD / seconds of BASE) over the pairs,
with a bootstrap interval. The gate fails only when the lower bound of the ratio exceeds 1.05: on
noisy shared cores minima and stored baselines give false alarms.

Reads   two programs; each pair runs  PROGRAM --out FILE --runs 1 [more arguments after --]
Writes  one line for each entry of any family that has a time or a rate, and a verdict
Exit    0 no slowdown shown, 1 a slowdown, 2 bad input, 3 too few pairs to tell anything

example: compare_ab.py old/touchstone_benchmarks new/touchstone_benchmarks -- --disks 64009 \\
             --filter '*avx512' --warmup 20 --sweeps 100
"""

import argparse
import math
import pathlib
import random
import statistics
import sys
import tempfile

from timed_runs import exit_code, fail, parse, per_second, run_once, timed

LIMIT = 1.05
RESAMPLES = 4000
# What tells the entries of a scheme apart, whatever a build calls them.
SIZES = ("disks", "active", "graph", "particles", "model", "accuracy", "stars", "bodies", "system", "domains", "part", "vertices",
         "vectors", "bodies_tested", "targets")
FEWEST_PAIRS = 6  # below this the bootstrap of a median cannot reach its confidence


def bootstrap_bounds(logs, seed, confidence=0.95, resamples=RESAMPLES):
    """Interval of the median of `logs`, by resampling the pairs."""
    generator = random.Random(seed)
    medians = sorted(
        statistics.median(generator.choices(logs, k=len(logs))) for _ in range(resamples)
    )
    tail = (1 - confidence) / 2
    return medians[int(tail * resamples)], medians[int((1 - tail) * resamples) - 1]


def judge(pairs, seed=1, limit=LIMIT):
    """(ratio, low, high, verdict) from pairs (seconds of BASE, seconds of HEAD)."""
    if not all(base > 0 and head > 0 for base, head in pairs):  # a NaN is not > 0 either
        raise ValueError("seconds must be positive numbers")
    logs = [math.log(head / base) for base, head in pairs]
    if len(logs) < FEWEST_PAIRS:
        return math.exp(statistics.median(logs)), 0.0, math.inf, "inconclusive"
    low, high = (math.exp(bound) for bound in bootstrap_bounds(logs, seed))
    verdict = "fail" if low > limit else "pass"
    return math.exp(statistics.median(logs)), low, high, verdict


def order_of_pairs(pairs, seed):
    """For each pair, which of the two runs first."""
    generator = random.Random(seed)
    return [generator.choice((("base", "head"), ("head", "base"))) for _ in range(pairs)]


def seconds_of(path):
    """{(entry, metric): seconds of a unit of work} of the records of one run."""
    result = {}
    for record, sign, value in timed(path, per_second):
        if record.get("verdict") == "not claimed":  # what the machine does, no scheme
            continue
        sizes = [f"{name} {record['params'][name]}" for name in SIZES if name in record["params"]]
        entry = " ".join([record["scheme"], *sizes, f"threads {record['threads']}", f"ranks {record.get('ranks', 1)}"])
        key = (entry, record["metric"])
        if key in result:
            fail(f"{path}: two records of {entry}, {record['metric']}: compare fewer entries at a time")
        result[key] = value**-sign
    return result


def run_program(program, arguments, folder):
    """Runs one program once; returns what it timed."""
    result = seconds_of(run_once(program, arguments, folder))
    if not result:
        fail(f"{program} {' '.join(arguments)}: expected records with a time or a rate, found none")
    return result


def run_pairs(programs, arguments, pairs, seed):
    """{key: [(base seconds, head seconds), ...]}; both programs must time the same things."""
    result = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for order in order_of_pairs(pairs, seed):
            found = {
                side: run_program(programs[side], ["--seed", str(seed), *arguments], folder)
                for side in order
            }
            if found["base"].keys() != found["head"].keys():
                fail("the two programs do not time the same schemes and sizes")
            for key in found["base"]:
                result.setdefault(key, []).append((found["base"][key], found["head"][key]))
    return result


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="order of runs and bootstrap")
    options = parse(parser, arguments)
    if options.pairs < 1:
        fail(f"--pairs: expected a positive number, found {options.pairs}")
    programs = {"base": options.base, "head": options.head}
    for program in programs.values():
        if not pathlib.Path(program).is_file():
            fail(f"expected a program, found nothing at {program}")
    verdicts = set()
    for key, pairs in sorted(run_pairs(programs, options.rest, options.pairs, options.seed).items()):
        ratio, low, high, verdict = judge(pairs, options.seed)
        print(
            f"{verdict:<12} {key[0]}, {key[1]}: time ratio {ratio:.3f} [{low:.3f}, {high:.3f}]"
        )
        verdicts.add(verdict)
    return exit_code(verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
