#!/usr/bin/env python3
"""Runs check or validate again and again with fresh seeds: how often does a correct scheme fail?

A stated false alarm is a promise about runs that nobody has made yet. A campaign keeps count of it: no
decision may fail, and small p may not come more often than they should. Each run has a seed of its own and
leaves one record: how many decisions passed, failed or could not be made, and the p of those that have one.
Records are appended: a file may hold the runs of several commands. --resume keeps those of this command that are
finished, and goes on with an interrupted one. Several results files are one campaign: the report puts their
records together. Mutants are left out.
"""

import argparse
import collections
import fcntl
import json
import pathlib
import subprocess
import sys
import time

import junit
from options import positive, results_path, set_cut_line_aside

PROGRAMS = {"check": ("checkers", ["check", "--no-mutants"]), "validate": ("validation", ["--class", "S"])}
DECIDED = ("pass", "fail", "inconclusive")
SEVERITY = ("pass", "inconclusive", "fail")  # of a run
DIGITS = 3  # of a stored p
EXAMPLES = """
examples:
  touchstone campaign check --runs 50
  touchstone campaign validate --runs 10 --first-seed 201 --family mpmc
  touchstone campaign check --runs 50 --resume

exit codes: 0 no decision failed, 1 some failed, 2 usage, 3 some, or all of a run, could not be made, 130 interrupted
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
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            found.append(json.loads(line))
            found[-1]["verdict"]  # pylint: disable=expression-not-assigned
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}:{number}: expected a record of results, found "
                             f"'{line[:40].decode('utf-8', 'replace')}'") from error
    return found


def key_of(verb, family, seed):
    """Name by which a run is known."""
    return f"campaign|{verb}|{family}|{seed}"


def condensed(verb, seed, family, records, seconds):
    """The record of a run: its decisions, counted, and their p."""
    counts = collections.Counter(r["verdict"] for r in records)
    decisions = sum(counts[verdict] for verdict in DECIDED)
    worst = "fail" if counts["fail"] else "inconclusive" if counts["inconclusive"] or not decisions else "pass"
    first = records[0]
    return {
        "schema": "touchstone-result/1", "key": key_of(verb, family, seed),
        "job": {"id": key_of(verb, family, seed), "records": 1, "record": 1}, "kind": "campaign", "family": family,
        "scheme": "all", "backend": "all", "class": "S",
        "params": {"verb": verb}, "seed": seed, "threads": max(r["threads"] for r in records), "ranks": 1,
        "metric": f"decisions of {verb} that failed", "value": counts["fail"], "low": None, "high": None,
        "n_eff": None, "expected": None, "z": None, "p": None, "allowance": None, "origin": None,
        "facts": {"decisions": decisions,
                  "inconclusive": counts["inconclusive"], "not_run": counts["not run"],
                  "p": p_values(records, published=False), "p_published": p_values(records, published=True),
                  "unlike": [f"{r['verdict']}: {r['replay']}" for r in records
                             if r["verdict"] in ("fail", "inconclusive")]},
        "verdict": worst, "replay": f"./touchstone campaign {verb} --runs 1 --first-seed {seed}"
                                    + (f" --family {family}" if family != "all" else ""),
        "seconds": seconds, "note": "" if decisions else "nothing was judged", "host": first["host"],
        "build": first["build"], "git": first["git"], "time": max(r["time"] for r in records)}


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
        self.file = self.path.open("a", encoding="utf-8")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ValueError(f"{self.path}: expected no other campaign that writes to it, found one") from error
        set_cut_line_aside(self.path)
        self.family = options.family or "all"
        self.keys = [key_of(options.verb, self.family, seed) for seed in self.seeds()]
        mine = [r for r in read(self.path) if r.get("key") in self.keys] if options.resume else []
        self.records = latest(mine)

    def seeds(self):
        return range(self.options.first_seed, self.options.first_seed + self.options.runs)

    def part(self, seed):
        """The results file of a run that is not finished, in a folder that no report is made of."""
        run = f"{self.options.verb}.{self.family}.{seed}.{self.options.threads or 'own'}"
        return self.path.with_suffix(".parts") / f"{run}.jsonl"

    def command(self, seed, resume):
        program, words = PROGRAMS[self.options.verb]
        command = [str(self.options.programs / f"touchstone_{program}"), *words, "--seed", str(seed), "--out",
                   str(self.part(seed))]
        for option in ("family", "threads"):
            if getattr(self.options, option):
                command += [f"--{option}", str(getattr(self.options, option))]
        return command + (["--resume"] if resume else [])

    def run(self, seed):
        """One run; its records are appended only when it is finished."""
        part = self.part(seed)
        part.parent.mkdir(exist_ok=True)
        if not self.options.resume:
            part.unlink(missing_ok=True)
        command, began = self.command(seed, part.is_file()), time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
            code = running.wait()
        if code not in (0, 1, 3):
            raise OSError(f"'{' '.join(command)}' ended with exit code {code}")
        mine = read(part) if part.is_file() else []
        if not mine:
            raise ValueError(f"'{' '.join(command)}': expected records of results, found none")
        made = condensed(self.options.verb, seed, self.family, mine, round(time.monotonic() - began, 1))
        self.file.write(json.dumps(made) + "\n")
        self.file.flush()
        self.records[made["key"]] = made
        part.unlink()

    def all(self):
        for count, (seed, key) in enumerate(zip(self.seeds(), self.keys), 1):
            if key not in self.records:
                self.run(seed)
            print(f"{count} of {self.options.runs}: seed {seed}: {told([self.records[key]])}",
                  file=sys.stderr, flush=True)
        return [self.records[key] for key in self.keys]


def latest(records):
    """{key: record}: of runs with the same key the worst, as in reports; nothing is run again to turn green."""
    found = {}
    for r in records:
        if r["key"] not in found or SEVERITY.index(r["verdict"]) >= SEVERITY.index(found[r["key"]]["verdict"]):
            found[r["key"]] = r
    return found


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
        records = Campaign(options).all()
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        print(f"touchstone campaign: {error}", file=sys.stderr)
        return 2
    print(f"{options.runs} runs: {told(records)}")
    for record in records:
        for line in record["facts"]["unlike"]:
            print("  " + line)
    junit.write(options.junit, "touchstone campaign", cases(records))
    verdicts = {r["verdict"] for r in records}
    return 1 if "fail" in verdicts else 3 if "inconclusive" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
