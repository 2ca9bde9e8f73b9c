#!/usr/bin/env python3
"""Runs check or validate again and again with fresh seeds: how often does a correct scheme fail?

A stated false alarm is a promise about runs that nobody has made yet. A campaign keeps count of it: no
decision may fail, and small p may not come more often than they should. Each run has a seed of its own and
leaves one record: how many decisions passed, failed or could not be made, and the p of those that have one.
--resume goes on with an interrupted run. Several results files are one campaign: the report puts their
records together. Mutants are left out.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import time

import junit
from options import positive, results_path

PROGRAMS = {"check": ("checkers", ["check", "--no-mutants"]), "validate": ("validation", ["--class", "S"])}
DECIDED = ("pass", "fail", "inconclusive")
DIGITS = 3  # of a stored p
EXAMPLES = """
examples:
  touchstone campaign check --runs 50
  touchstone campaign validate --runs 10 --first-seed 201 --family mpmc
  touchstone campaign check --runs 50 --resume

exit codes: 0 no decision failed, 1 some failed, 2 usage, 3 some could not be made, 130 interrupted
"""


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone campaign", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=PROGRAMS, help="what is run: all checks of schemes, or class S of validate")
    parser.add_argument("--runs", type=positive, default=10, metavar="N", help="runs, each with its seed (default 10)")
    parser.add_argument("--first-seed", type=positive, default=1001, metavar="S",
                        help="seed of the first run; the next has S + 1 (default 1001)")
    parser.add_argument("--family", metavar="NAME", help="only this family of schemes (default: all)")
    parser.add_argument("--threads", type=positive, metavar="T", help="threads of a run (default: its own)")
    parser.add_argument("--resume", action="store_true", help="keep finished runs, do the rest")
    parser.add_argument("--out", type=pathlib.Path, metavar="PATH",
                        help="results file, or a folder for campaign.jsonl (default: results/campaign.jsonl)")
    junit.add_option(parser)
    parser.add_argument("--programs", type=pathlib.Path, default="build/release", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def read(path):
    """The records of a results file; ValueError names a line that is none."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            found.append(json.loads(line))
            found[-1]["verdict"]  # pylint: disable=expression-not-assigned
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}:{number}: expected a record of results, found '{line[:40]}'") from error
    return found


def condensed(verb, seed, family, records, seconds):
    """The record of a run: its decisions, counted, and their p."""
    counts = collections.Counter(r["verdict"] for r in records)
    worst = "fail" if counts["fail"] else "inconclusive" if counts["inconclusive"] else "pass"
    first = records[0]
    return {
        "schema": "touchstone-result/1", "key": f"campaign|{verb}|{family}|{seed}",
        "job": {"id": f"campaign|{verb}|{family}|{seed}", "records": 1, "record": 1}, "kind": "campaign", "family": family, "scheme": "all", "backend": "all", "class": "S",
        "params": {"verb": verb}, "seed": seed, "threads": max(r["threads"] for r in records), "ranks": 1,
        "metric": f"decisions of {verb} that failed", "value": counts["fail"], "low": None, "high": None,
        "n_eff": None, "expected": None, "z": None, "p": None, "allowance": None, "origin": None,
        "facts": {"decisions": sum(counts[verdict] for verdict in DECIDED),
                  "inconclusive": counts["inconclusive"], "not_run": counts["not run"],
                  "p": p_values(records, published=False), "p_published": p_values(records, published=True),
                  "unlike": [f"{r['verdict']}: {r['replay']}" for r in records
                             if r["verdict"] in ("fail", "inconclusive")]},
        "verdict": worst, "replay": f"./touchstone campaign {verb} --runs 1 --first-seed {seed}",
        "seconds": seconds, "note": "", "host": first["host"], "build": first["build"], "git": first["git"],
        "time": max(r["time"] for r in records)}


def p_values(records, published):
    """The p of each metric. Schemes that do the same to the bit have one p, not several: equal ones are
    kept once. The error of a published value is the same in all runs, so that p is not uniform there."""
    found = collections.defaultdict(set)
    for r in records:
        if r["p"] is not None and r["verdict"] in DECIDED:
            against_published = bool(r["expected"] and r["expected"]["uncertainty"])
            if against_published == published:
                found[r["metric"]].add(float(f"{r['p']:.{DIGITS}g}"))
    return {metric: sorted(values) for metric, values in sorted(found.items())}


class Campaign:
    """The runs of one command, appended to a results file."""

    def __init__(self, options):
        self.options, self.path = options, results_path(options.out, "campaign.jsonl")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.part = self.path.with_suffix(".run.jsonl")  # of the run that goes on
        known = read(self.path) if options.resume and self.path.is_file() else []
        if not options.resume:
            for old in (self.path, self.part):
                old.unlink(missing_ok=True)
        self.records = known
        self.finished = {r["key"] for r in known}

    def command(self, seed, resume):
        program, words = PROGRAMS[self.options.verb]
        command = [str(self.options.programs / f"touchstone_{program}"), *words, "--seed", str(seed), "--out", str(self.part)]
        for option in ("family", "threads"):
            if getattr(self.options, option):
                command += [f"--{option}", str(getattr(self.options, option))]
        return command + (["--resume"] if resume else [])

    def run(self, seed):
        """One run; its records are appended only when it is finished."""
        resume = self.part.is_file() and all(r["seed"] == seed for r in read(self.part))
        began = time.monotonic()
        with subprocess.Popen(self.command(seed, resume), stdout=subprocess.DEVNULL) as running:
            code = running.wait()
        if code not in (0, 1, 3):
            raise OSError(f"'{' '.join(self.command(seed, resume))}' ended with exit code {code}")
        mine = read(self.part)
        self.records.append(condensed(self.options.verb, seed, self.options.family or "all", mine,
                                      round(time.monotonic() - began, 1)))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self.records[-1]) + "\n")
        self.part.unlink()

    def all(self):
        seeds = range(self.options.first_seed, self.options.first_seed + self.options.runs)
        for count, seed in enumerate(seeds, 1):
            if f"campaign|{self.options.verb}|{self.options.family or 'all'}|{seed}" not in self.finished:
                self.run(seed)
            print(f"{count} of {len(seeds)}: seed {seed}: {told([r for r in self.records if r['seed'] == seed])}",
                  file=sys.stderr, flush=True)


def told(records):
    decisions, unclear = (sum(r["facts"][name] for r in records) for name in ("decisions", "inconclusive"))
    failed = sum(r["value"] for r in records)
    smallest = min((p for r in records for values in r["facts"]["p"].values() for p in values), default=None)
    return (f"{decisions} decisions, {failed} failed, {unclear} inconclusive"
            + (f", smallest p {smallest:.2g}" if smallest is not None else ""))


def cases(records):
    """The record of each run, with its seed and what failed: for junit.py."""
    return [{**r, "metric": f"{r['metric']}, seed {r['seed']}", "note": "; ".join(r["facts"]["unlike"])} for r in records]


def main(argv=None):
    options = arguments(argv)
    try:
        campaign = Campaign(options)
        campaign.all()
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        print(f"touchstone campaign: {error}", file=sys.stderr)
        return 2
    print(f"{options.runs} runs: {told(campaign.records)}")
    for record in campaign.records:
        for line in record["facts"]["unlike"]:
            print("  " + line)
    junit.write(options.junit, "touchstone campaign", cases(campaign.records))
    verdicts = {r["verdict"] for r in campaign.records}
    return 1 if "fail" in verdicts else 3 if "inconclusive" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
