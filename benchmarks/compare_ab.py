#!/usr/bin/env python3
"""Gate for a commit: is HEAD slower than BASE?

Runs two builds of touchstone_benchmarks in pairs, in random order within each pair, so that both see the same machine. An entry
fails when HEAD took longer than --slowdown times BASE in so many pairs that this happens with a chance of at most --false-alarm
over all entries together, if it is no slower (exact sign test, Holm over the entries). Nothing is assumed of the noise but that it
strikes both builds alike, and pairs one at a time; tests that rank the differences lose to it where other programs strike now and then.

Reads   two programs; each pair runs  PROGRAM --out FILE --runs 1 [more arguments after --]
Writes  a line for each entry that has a time or a rate: the median ratio, its exact interval at 95 % confidence, the verdict.
        With --rehearse N no HEAD is given: BASE is compared with itself N times, and the false alarms are counted.
Exit    0 no slowdown shown, 1 a slowdown, 2 bad input, 3 too few pairs to tell anything

examples:
  touchstone bench --ab old/touchstone_benchmarks new/touchstone_benchmarks -- --family mpmc --disks 64009
  touchstone bench --ab build/release/touchstone_benchmarks --rehearse 200 --pairs 12 -- --disks 4096 --filter '*avx2'
"""

import argparse
import math
import pathlib
import random
import statistics
import sys
import tempfile

from timed_runs import exit_code, fail, parse, per_second, run_once, timed

# What tells the entries of a scheme apart, whatever a build calls them.
SIZES = ("disks", "active", "graph", "particles", "model", "accuracy", "stars", "bodies", "system", "domains", "part", "vertices",
         "vectors", "bodies_tested", "targets")
CONFIDENCE = 0.95
FEWEST_PAIRS = 6  # of fewer, a median has no interval at this confidence


def at_least(heads, tosses):
    """Chance of so many heads or more of a fair coin, exact."""
    return sum(math.comb(tosses, k) for k in range(heads, tosses + 1)) / 2**tosses


def median_bounds(ratios):
    """Exact interval of the median at CONFIDENCE: two values of the sorted list, or (0, infinity) of too few."""
    ordered, n = sorted(ratios), len(ratios)
    rank = max((k for k in range(n // 2 + 1) if at_least(n - k + 1, n) <= (1 - CONFIDENCE) / 2), default=0)
    return (ordered[rank - 1], ordered[n - rank]) if rank > 0 else (0.0, math.inf)


def judge(entries, slowdown, false_alarm):
    """{entry: (ratio, low, high, verdict)} of {entry: [(seconds of BASE, seconds of HEAD), ...]}."""
    chances, answers = {}, {}
    for key, pairs in entries.items():
        if not all(base > 0 and head > 0 for base, head in pairs):  # a NaN is not > 0 either
            raise ValueError("seconds must be positive numbers")
        ratios = [head / base for base, head in pairs]
        chances[key] = at_least(sum(ratio > slowdown for ratio in ratios), len(ratios))
        can_fail = 0.5 ** len(ratios) <= false_alarm / len(entries)
        answers[key] = [statistics.median(ratios), *median_bounds(ratios), "pass" if can_fail else "inconclusive"]
    for rank, key in enumerate(sorted(chances, key=chances.get)):  # Holm
        if chances[key] > false_alarm / (len(chances) - rank):
            break
        answers[key][3] = "fail"
    return {key: tuple(answer) for key, answer in answers.items()}


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


def arguments_of(words):
    parser = argparse.ArgumentParser(prog="touchstone bench --ab", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("head", nargs="?")
    parser.add_argument("--pairs", type=int, default=44, help="of runs (default 44: a slowdown of 20 %% is mostly seen beside other programs)")
    parser.add_argument("--slowdown", type=float, default=1.05, help="ratio of times that is still accepted (default 1.05)")
    parser.add_argument("--false-alarm", type=float, default=1e-3, help="of the whole comparison (default 0.001)")
    parser.add_argument("--seed", type=int, default=1, help="order of runs (default 1)")
    parser.add_argument("--rehearse", type=int, metavar="N", help="compare BASE with itself N times")
    options = parse(parser, words)
    for name, right, expected in (("pairs", options.pairs > 0, "a positive number"), ("slowdown", options.slowdown >= 1, "1 or more"),
                                  ("false-alarm", 0 < options.false_alarm < 1, "a chance between 0 and 1"),
                                  ("rehearse", options.rehearse is None or options.rehearse > 0, "a positive number")):
        if not right:
            fail(f"--{name}: expected {expected}, found {getattr(options, name.replace('-', '_'))}")
    if (options.head is None) == (options.rehearse is None):
        fail("expected two programs, or one and --rehearse N")
    for program in filter(None, (options.base, options.head)):
        if not pathlib.Path(program).is_file():
            fail(f"expected a program, found nothing at {program}")
    return options


def compare(options, head, seed):
    pairs = run_pairs({"base": options.base, "head": head}, options.rest, options.pairs, seed)
    return judge(pairs, options.slowdown, options.false_alarm)


def rehearse(options):
    """Comparisons of a build with itself: prints how many called it slower than itself."""
    alarms, medians = 0, []
    for number in range(options.rehearse):
        answers = compare(options, options.base, options.seed + number).values()
        alarms += any(answer[3] == "fail" for answer in answers)
        medians += [answer[0] for answer in answers]
    expected = options.false_alarm * options.rehearse
    print(f"{alarms} false alarms in {options.rehearse} comparisons of {options.pairs} pairs (at most {expected:g} expected); "
          f"median ratios from {min(medians):.3f} to {max(medians):.3f}")
    return 0


def main(words):
    options = arguments_of(words)
    if options.rehearse is not None:
        return rehearse(options)
    answers = compare(options, options.head, options.seed)
    for key, (ratio, low, high, verdict) in sorted(answers.items()):
        print(f"{verdict:<12} {key[0]}, {key[1]}: time ratio {ratio:.3f} [{low:.3f}, {high:.3f}]")
    return exit_code({answer[3] for answer in answers.values()})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
