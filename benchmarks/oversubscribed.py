#!/usr/bin/env python3
"""Loss of parallel schemes on a machine that they share.

Times a build of touchstone_benchmarks alone and beside busy neighbours, alternately, and divides: the fair
share of T threads beside K neighbours on C cores is T C / ((T + K) min(T, C)) of the rate that they have
alone, and the loss is how many times less the scheme has. A scheme whose threads wait for one that has no
processor loses much more than its neighbours take. Only entries with several threads or ranks are shown.

Reads   a program; each turn runs  PROGRAM --out FILE --runs 1 [more arguments after --]
Writes  one line per entry: rate alone and beside the neighbours, loss with a bootstrap interval
Exit    0 no loss above the limit shown, 1 one is, 2 bad input, 3 too few turns to tell anything

example: oversubscribed.py build/release/touchstone_benchmarks --neighbours 2 -- \\
             --family ecmc --scheme '*-chains' --disks 65536
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import compare_ab

LIMIT = 3.0
BUSY = [sys.executable, "-c", "while True: pass"]


def fair_share(workers, neighbours, cores):
    """Part of its rate alone that a program of so many threads can expect beside the neighbours."""
    if workers + neighbours <= cores:
        return 1.0
    return workers * cores / ((workers + neighbours) * min(workers, cores))


def rates(path):
    """{(entry, workers): units per second} of the parallel entries of one run."""
    result = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        try:
            record = json.loads(line)
        except ValueError as error:
            fail(f"{path}:{number}: expected one JSON object per line, found {error}")
        metric, value = record.get("metric", ""), record.get("value")
        workers = record["threads"] if record["threads"] > 1 else record["ranks"]
        timed = metric.endswith("per second") or metric.startswith("seconds per")
        if record.get("verdict") == "not run" or workers < 2 or not timed:
            continue
        if not isinstance(value, (int, float)) or not value > 0:
            fail(f"{path}:{number}: {record['scheme']} has no rate: {record.get('note')}")
        entry = record["facts"].get("entry", record["scheme"])
        result[entry, workers] = value if metric.endswith("per second") else 1 / value
    return result


def fail(message):
    print(f"oversubscribed: {message}", file=sys.stderr)
    raise SystemExit(2)


def run_once(command, neighbours, folder):
    """The rates of one run, beside so many busy processes."""
    out = folder / "run.jsonl"
    out.unlink(missing_ok=True)
    busy = [subprocess.Popen(BUSY) for _ in range(neighbours)]
    try:
        done = subprocess.run(
            [*command[:1], "--out", str(out), "--runs", "1", *command[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        for process in busy:
            process.kill()
            process.wait()
    if done.returncode != 0:
        fail(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    timed = rates(out)
    if not timed:
        fail(f"{' '.join(command)}: expected entries with several threads or ranks, found none")
    return timed


def losses_of(command, neighbours, cores, turns):
    """{entry: (rates alone, rates beside the neighbours, losses)}, turn by turn."""
    result = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for _ in range(turns):
            alone = run_once(command, 0, folder)
            beside = run_once(command, neighbours, folder)
            for (entry, workers), rate in alone.items():
                of_alone, of_beside, losses = result.setdefault(entry, ([], [], []))
                of_alone.append(rate)
                of_beside.append(beside[entry, workers])
                share = fair_share(workers, neighbours, cores)
                losses.append(rate * share / beside[entry, workers])
    return result


def judge(losses, limit=LIMIT):
    """(loss, low, high, verdict): a failure only if the lower bound is above the limit."""
    logs = [math.log(loss) for loss in losses]
    if len(logs) < compare_ab.FEWEST_PAIRS:
        return math.exp(statistics.median(logs)), 0.0, math.inf, "inconclusive"
    low, high = (math.exp(bound) for bound in compare_ab.bootstrap_bounds(logs, seed=1))
    return math.exp(statistics.median(logs)), low, high, "fail" if low > limit else "pass"


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("--neighbours", type=int, default=2, help="busy processes (default 2)")
    parser.add_argument("--turns", type=int, default=compare_ab.FEWEST_PAIRS)
    parser.add_argument("rest", nargs="*", help="after --: arguments of the program")
    options = parser.parse_args(arguments)
    for name in ("neighbours", "turns"):
        if getattr(options, name) < 1:
            fail(f"--{name}: expected a positive number, found {getattr(options, name)}")
    if not pathlib.Path(options.program).is_file():
        fail(f"expected a program, found nothing at {options.program}")
    cores = len(os.sched_getaffinity(0))
    command = [options.program, *options.rest]
    code = 0
    for entry, (alone, beside, losses) in sorted(
        losses_of(command, options.neighbours, cores, options.turns).items()
    ):
        loss, low, high, verdict = judge(losses)
        print(
            f"{verdict:<12} {entry:<52} per second: {statistics.median(alone):.3g} alone, "
            f"{statistics.median(beside):.3g} beside {options.neighbours}; "
            f"loss {loss:.2f} [{low:.2f}, {high:.2f}]"
        )
        code = max(code, {"pass": 0, "inconclusive": 0.5, "fail": 1}[verdict])
    return {0: 0, 0.5: 3, 1: 1}[code]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
