#!/usr/bin/env python3
"""Loss of parallel schemes on a machine that they share.

Times a build of touchstone_benchmarks alone and beside busy neighbours, alternately, and divides: the fair
share of T threads beside K neighbours on C cores is T C / ((T + K) min(T, C)) of the rate that they have
alone, and the loss is how many times less the scheme has. A scheme whose threads wait for one that has no
processor loses much more than its neighbours take. Only entries with several threads are shown, or with
several ranks where --of ranks says that these run at the same time.

Reads   a program; each turn runs  PROGRAM --out FILE --runs 1 [more arguments after --]
Writes  one line per entry: rate alone and beside the neighbours, loss with its exact interval
Exit    0 no loss above the limit shown, 1 one is, 2 bad input, 3 too few turns to tell anything

example: oversubscribed.py build/release/touchstone_benchmarks --neighbours 2 -- \\
             --family ecmc --scheme '*-chains' --disks 65536
"""

import argparse
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

import compare_ab
from timed_runs import available_cores, exit_code, fail, parse, per_second, run_once, timed

LIMIT = 3.0
BUSY = [sys.executable, "-c", "while True: pass"]


def fair_share(workers, neighbours, cores):
    """Part of its rate alone that a program of so many threads can expect beside the neighbours."""
    if workers + neighbours <= cores:
        return 1.0
    return workers * cores / ((workers + neighbours) * min(workers, cores))


def rates(path, of, kept):
    """{(entry, metric, workers): units per second} of the parallel entries of one run; their records are
    `kept`. Ranks run at the same time where they are threads; elsewhere blocks of a step are called so."""
    result = {}
    for record, sign, value in timed(path, per_second):
        if record[of] > 1 and (of == "threads" or record["backend"] == "threads"):
            entry = record["facts"].get("entry", record["scheme"])
            result[entry, record["metric"], record[of]] = value**sign
            kept[entry, record["metric"]] = record
    return result


def run_beside(neighbours, options, folder, kept):
    """The rates of one run, beside so many busy processes."""
    busy = [subprocess.Popen(BUSY) for _ in range(neighbours)]
    try:
        out = run_once(options.program, options.rest, folder)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    return rates(out, options.of, kept)


def losses_of(options, cores, kept):
    """{(entry, metric): (rates alone, rates beside the neighbours, losses)}, turn by turn; `kept` gets the last
    record of each. Nothing where no entry is parallel."""
    result = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for _ in range(options.turns):
            alone = run_beside(0, options, folder, kept)
            if not alone:
                return {}
            beside = run_beside(options.neighbours, options, folder, kept)
            if alone.keys() != beside.keys():
                fail("two runs of the program do not time the same entries")
            for (entry, metric, workers), rate in alone.items():
                of_alone, of_beside, losses = result.setdefault((entry, metric), ([], [], []))
                slow = beside[entry, metric, workers]
                of_alone.append(rate)
                of_beside.append(slow)
                losses.append(rate * fair_share(workers, options.neighbours, cores) / slow)
    return result


def judge(losses, limit=LIMIT):
    """(loss, low, high, verdict): a failure only if the lower bound is above the limit."""
    logs = [math.log(loss) for loss in losses]
    if len(logs) < compare_ab.FEWEST_PAIRS:
        return math.exp(statistics.median(logs)), 0.0, math.inf, "inconclusive"
    low, high = (math.exp(bound) for bound in compare_ab.median_bounds(logs))
    return math.exp(statistics.median(logs)), low, high, "fail" if low > limit else "pass"


def told(entry, metric, found, neighbours):
    """(verdict, a line of text, (loss, low, high, verdict, rate alone, rate beside)) of one entry."""
    of_alone, of_beside, losses = found
    loss, low, high, verdict = judge(losses)
    alone, beside = statistics.median(of_alone), statistics.median(of_beside)
    line = (
        f"{verdict:<12} {entry:<52} from '{metric}': {alone:.3g} per second alone, "
        f"{beside:.3g} beside {neighbours}; loss {loss:.2f} [{low:.2f}, {high:.2f}]"
    )
    return verdict, line, (loss, low, high, verdict, alone, beside)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("--neighbours", type=int, default=2, help="busy processes (default 2)")
    parser.add_argument("--turns", type=int, default=compare_ab.FEWEST_PAIRS)
    parser.add_argument("--of", choices=("threads", "ranks"), default="threads")
    options = parse(parser, arguments)
    for name in ("neighbours", "turns"):
        if getattr(options, name) < 1:
            fail(f"--{name}: expected a positive number, found {getattr(options, name)}")
    if not pathlib.Path(options.program).is_file():
        fail(f"expected a program, found nothing at {options.program}")
    verdicts = set()
    losses = losses_of(options, available_cores(), {})
    if not losses:
        fail(f"{options.program}: expected entries with several {options.of}, found none")
    for (entry, metric), found in sorted(losses.items()):
        verdict, line, _ = told(entry, metric, found, options.neighbours)
        print(line)
        verdicts.add(verdict)
    return exit_code(verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
