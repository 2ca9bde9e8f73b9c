#!/usr/bin/env python3
"""A/B regression gate: is HEAD slower than BASE?

Runs two builds of touchstone_benchmarks in pairs, in random order within each pair, so that both see
the same machine; the answer is the median of log(seconds of HEAD / seconds of BASE) over the pairs,
with a bootstrap interval. The gate fails only when the lower bound of the ratio exceeds 1.05: on
noisy shared cores minima and stored baselines give false alarms.

Reads   two programs; each pair runs  PROGRAM --out FILE --runs 1 [more arguments after --]
Writes  one line per scheme and size, and a verdict
Exit    0 no slowdown shown, 1 a slowdown, 2 bad input, 3 too few pairs to tell anything

example: compare_ab.py old/touchstone_benchmarks new/touchstone_benchmarks -- --disks 64009 \\
             --filter '*avx512' --warmup 20 --sweeps 100
"""

import argparse
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

LIMIT = 1.05
RESAMPLES = 4000
METRIC = "trial moves per second"
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


def seconds_per_trial(path):
    """{(scheme, disks, threads): seconds per trial move} of the records of one run."""
    result = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        try:
            record = json.loads(line)
        except ValueError as error:
            fail(f"{path}:{number}: expected one JSON object per line, found {error}")
        if record.get("metric") != METRIC or record.get("verdict") == "not run":
            continue
        value = record.get("value")
        if not isinstance(value, (int, float)) or not value > 0:
            fail(f"{path}:{number}: {record.get('scheme')} has no rate: {record.get('note')}")
        key = (record["scheme"], record["params"]["disks"], record["threads"])
        result[key] = 1 / value
    return result


def fail(message):
    print(f"compare_ab: {message}", file=sys.stderr)
    raise SystemExit(2)


def run_once(program, arguments, seed, folder):
    """Runs one program once; returns what it timed."""
    out = folder / "run.jsonl"
    out.unlink(missing_ok=True)
    command = [program, "--out", str(out), "--runs", "1", "--seed", str(seed), *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        fail(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    timed = seconds_per_trial(out)
    if not timed:
        fail(f"{' '.join(command)}: expected records of '{METRIC}', found none")
    return timed


def run_pairs(programs, arguments, pairs, seed):
    """{key: [(base seconds, head seconds), ...]}; both programs must time the same things."""
    result = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for order in order_of_pairs(pairs, seed):
            timed = {side: run_once(programs[side], arguments, seed, folder) for side in order}
            if timed["base"].keys() != timed["head"].keys():
                fail("the two programs do not time the same schemes and sizes")
            for key in timed["base"]:
                result.setdefault(key, []).append((timed["base"][key], timed["head"][key]))
    return result


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="order of runs and bootstrap")
    parser.add_argument("rest", nargs="*", help="after --: arguments of the programs")
    options = parser.parse_args(arguments)
    if options.pairs < 1:
        fail(f"--pairs: expected a positive number, found {options.pairs}")
    programs = {"base": options.base, "head": options.head}
    for program in programs.values():
        if not pathlib.Path(program).is_file():
            fail(f"expected a program, found nothing at {program}")
    code = 0
    for key, pairs in sorted(run_pairs(programs, options.rest, options.pairs, options.seed).items()):
        ratio, low, high, verdict = judge(pairs, options.seed)
        print(
            f"{verdict:<12} {key[0]} disks {key[1]} threads {key[2]}: "
            f"time ratio {ratio:.3f} [{low:.3f}, {high:.3f}]"
        )
        code = max(code, {"pass": 0, "inconclusive": 0.5, "fail": 1}[verdict])
    return {0: 0, 0.5: 3, 1: 1}[code]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
