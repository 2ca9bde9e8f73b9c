#!/usr/bin/env python3
"""Losses of every parallel scheme beside busy neighbours: `touchstone bench --oversubscribed`.

For each family that the program lists, at one size of that list, each scheme that has entries with several threads, or else with several
ranks that are threads, is timed alone and beside the neighbours, alternately (oversubscribed.py).

Reads   a build of touchstone_benchmarks
Writes  a line and a record for each entry, to --out as soon as its scheme is finished
Exit    0 no loss above the limit shown, 1 one is, 2 bad input, 3 too few turns to tell anything
"""

import argparse
import datetime
import fnmatch
import os
import pathlib
import re
import shlex
import subprocess
import sys

import compare_ab
import oversubscribed
from timed_runs import append_records, available_cores, exit_code, fail

# The size of a family is the smallest one of class S that has so many bodies: waits show in short steps, and fewer
# bodies leave threads without work.
LEAST_BODIES = 4096
EXAMPLES = """examples:
  touchstone bench --oversubscribed                             beside two busy processes
  touchstone bench --oversubscribed --neighbours 4 --family cmc
  touchstone bench --oversubscribed --scheme 'ecmc/*' --turns 12
"""


def arguments(argv):
    parser = argparse.ArgumentParser(
        prog=os.environ.get("TOUCHSTONE_SIGNED", "touchstone bench") + " --oversubscribed", epilog=EXAMPLES,
        description="Losses of parallel schemes beside busy processes, in units of their fair share.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)  # the launcher's
    parser.add_argument("--oversubscribed", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--neighbours", type=int, default=2, metavar="K", help="busy processes (default 2)")
    parser.add_argument("--turns", type=int, default=compare_ab.FEWEST_PAIRS, help="pairs of runs (default 6)")
    parser.add_argument("--family", default="*", help="family of schemes, or a pattern")
    parser.add_argument("--scheme", default="*", help="only schemes of this name or pattern")
    parser.add_argument("--threads", type=int, default=available_cores(),
                        help="threads, or ranks, of a scheme (default: the cores this process may use)")
    parser.add_argument("--out", default=os.environ.get("TOUCHSTONE_RESULTS") or "results",
                        help="folder of the records (benchmark.jsonl), or a file *.jsonl")
    found = parser.parse_args(argv)
    for name, least in (("neighbours", 1), ("turns", 1), ("threads", 2)):
        if getattr(found, name) < least:
            fail(f"--{name}: expected at least {least}, found {getattr(found, name)}")
    if not found.out.endswith(".jsonl"):
        found.out = os.path.join(found.out, "benchmark.jsonl")
    return found


def listed(options, *words):
    """The entries that the program would time, by name."""
    command = [options.program, "--list", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def sizes(options):
    """{family: number of bodies}, from what the program would time."""
    found = {}
    for entry in listed(options):  # of schemes: others state no threads
        family, bodies = entry.split("/")[0], re.search(r"/(?:disks|bodies|particles|stars):(\d+)/.*threads:", entry)
        if bodies and int(bodies[1]) >= LEAST_BODIES and fnmatch.fnmatchcase(family, options.family):
            found[family] = min(int(bodies[1]), found.get(family, int(bodies[1])))
    return found


def of_size(options, family, size):
    """Options of the program for one family at this size, on all cores."""
    return ["--family", family, "--particles", str(size), "--stars", str(size), "--threads", str(options.threads),
            "--ranks", str(options.threads)]


def parallel_schemes(options, family, size):
    """{scheme: threads or ranks, whichever of its entries have several of}, from what would be timed."""
    entries = listed(options, *of_size(options, family, size))
    found = {}
    for of in ("ranks", "threads"):  # the last word is that of threads
        for line in entries:
            scheme = "/".join(line.split("/")[:2])
            several = re.search(rf"/{of}:(\d+)", line)
            if several and int(several[1]) > 1 and fnmatch.fnmatchcase(scheme, options.scheme):
                found[scheme] = of
    return found


def record_of(options, judged, timed, cores):
    """The record of one entry, with host, build and commit of one that was timed."""
    loss, low, high, verdict, alone, beside = judged
    entry = timed["facts"].get("entry", timed["scheme"])
    metric = f"loss beside {options.neighbours} neighbours"
    params = {"entry": entry, "from": timed["metric"], "neighbours": options.neighbours, "turns": options.turns,
              "cores": cores, "interval": "95 %, order statistics of the median"}
    words = ["./touchstone", "bench", "--oversubscribed", "--neighbours", str(options.neighbours), "--turns",
             str(options.turns), "--threads", str(options.threads), "--family", timed["family"], "--scheme",
             timed["scheme"]]
    told = verdict != "inconclusive"  # the interval is infinite with too few turns
    timed = {name: value for name, value in timed.items() if name != "job"}  # which --resume would find finished
    return {**timed, "key": f"benchmark|{metric}|{entry}|{timed['metric']}|{cores}", "metric": metric,
            "params": params, "value": loss, "low": low if told else None, "high": high if told else None,
            "allowance": {"value": oversubscribed.LIMIT,
                          "why": "who loses more waits for threads that have no processor"},
            "verdict": verdict, "replay": shlex.join(words), "note": "",
            "facts": {**timed["facts"], "alone": alone, "beside": beside},
            "time": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}


def time_scheme(options, words, scheme, of, cores):
    """Prints and writes what one scheme loses with these options of the program; returns its verdicts."""
    options.of, options.rest = of, [*words, "--scheme", scheme]
    verdicts, made = set(), []
    timed = {}
    for (entry, metric), found in sorted(oversubscribed.losses_of(options, cores, timed).items()):
        verdict, line, judged = oversubscribed.told(entry, metric, found, options.neighbours)
        print(line, flush=True)
        verdicts.add(verdict)
        made.append(record_of(options, judged, timed[entry, metric], cores))
    append_records(pathlib.Path(options.out), made)  # of ranks that are blocks there are none
    return verdicts


def main(argv):
    options = arguments(argv)
    cores = available_cores()
    schemes = [(of_size(options, family, size), *pair) for family, size in sizes(options).items()
               for pair in parallel_schemes(options, family, size).items()]
    schemes.sort(key=lambda found: found[2] == "ranks")  # threads first
    if not schemes:
        fail(f"--family, --scheme: expected a scheme with several threads or ranks, found none that match "
             f"'{options.family}' and '{options.scheme}'")
    verdicts = set()
    for number, (words, scheme, of) in enumerate(schemes, start=1):
        print(f"{number} of {len(schemes)}: {scheme} on {of}", file=sys.stderr, flush=True)
        verdicts |= time_scheme(options, words, scheme, of, cores)
    return exit_code(verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
