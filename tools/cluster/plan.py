#!/usr/bin/env python3
"""Writes a plan: one line for each job of check, check balance, check explore, validate and bench, so that many
processes, on one machine or on the nodes of a cluster, can share them (touchstone work) and put their records together
(touchstone gather)."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import plans
from plans import PROGRAMS

# Which verbs know an option.
KNOWS = {"--class": {"validate", "bench"}, "--family": {"check", "balance", "validate", "bench"},
         "--scheme": {"check", "balance", "validate", "bench"}, "--external": {"check", "validate", "bench"},
         "--seed": {"check", "validate", "bench"}, "--threads": {"validate", "bench"}, "--nightly": {"balance"}}
EXAMPLES = """
examples:
  touchstone plan --class B > plan.jsonl
  touchstone plan --verbs check,validate --seeds 1001-1200 > plan.jsonl
  touchstone plan --external my-code.json --verbs check,validate > plan.jsonl

exit codes: 0 written, 2 usage
"""


def whole_range(text):
    """'3' or '3-7' as a range of positive integers."""
    first, _, last = text.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers or numbers[0] < 1:
        raise ValueError
    return numbers


def verbs_of(text):
    words = text.split(",")
    wrong = [word for word in words if word not in PROGRAMS]
    if wrong:
        raise argparse.ArgumentTypeError(f"expected verbs among {', '.join(PROGRAMS)}, found '{wrong[0]}'")
    return words


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone plan", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--verbs", type=verbs_of, default=["validate", "check", "balance", "explore"], metavar="VERB,...",
                        help="which jobs: validate, check, balance, explore (all four by default), bench")
    parser.add_argument("--class", dest="problem_class", metavar="S|W|A|B|C", choices="SWABC", default="S",
                        help="problem class of validate and bench (default S)")
    parser.add_argument("--family", metavar="NAME", help="only this family of schemes, or a pattern")
    parser.add_argument("--scheme", metavar="NAME", help="only schemes of this name or pattern")
    parser.add_argument("--external", metavar="FILE", help="a program of your own (docs/external.md)")
    parser.add_argument("--seeds", type=whole_range, default=range(1, 2), metavar="A-B",
                        help="all jobs that have a seed, once for each of these (default 1)")
    parser.add_argument("--threads", type=int, default=2, metavar="T",
                        help="threads of parallel schemes, the same on every node (default 2)")
    parser.add_argument("--measured", type=pathlib.Path, action="append", default=[], metavar="FILE",
                        help="records of an earlier run: what a job took then is its cost")
    parser.add_argument("--programs", type=pathlib.Path, default="build/release", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def measured_costs(paths):
    """Seconds by job, and the median of each metric for jobs that were not run, for instance with another seed."""
    jobs, metrics = {}, {}
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise plans.BadInput(f"--measured {path}: expected records of an earlier run, found {error}") from None
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
                jobs[record["job"]["id"]] = jobs.get(record["job"]["id"], 0) + record["seconds"]
                metrics.setdefault(record["metric"], []).append(record["seconds"])
            except (ValueError, KeyError, TypeError):
                raise plans.BadInput(f"{path}:{number}: expected a record with its job, found {line[:40]!r}") from None
    return jobs, {metric: statistics.median(seconds) for metric, seconds in metrics.items()}


def words_of(verb, options, seed):
    """The arguments of a verb, without those that name files."""
    given = {"--class": options.problem_class, "--family": options.family, "--scheme": options.scheme,
             "--external": options.external and str(pathlib.Path(options.external).resolve()), "--seed": str(seed),
             "--threads": str(options.threads)}
    words = list(PROGRAMS[verb][1])
    for option, value in given.items():
        if value and verb in KNOWS[option]:
            words += [option, value]
    return words


def listed(program, words):
    """The jobs that a program would run, as it lists them."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "jobs"
        ran = subprocess.run([str(program), *words, "--write-jobs", str(path)], stdout=subprocess.DEVNULL, check=False)
        if ran.returncode != 0:
            raise plans.BadInput(f"'{program.name} {' '.join(words)}' lists no jobs (exit code {ran.returncode})")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def build():
    return {"sha": os.environ.get("TOUCHSTONE_GIT_SHA") or None, "dirty": os.environ.get("TOUCHSTONE_GIT_DIRTY") == "1"}


def job(key, verb, words, cost, seed, **more):
    return {"schema": plans.SCHEMA, "key": key, "verb": verb, "arguments": words, "cost": round(cost, 4), "with": "",
            "threads": 1, "ranks": 1, "memory": None, "needs": [], "seed": seed, "build": build(), **more}


def jobs_of(options):
    seconds, medians = measured_costs(options.measured)
    seen = set()
    for verb in options.verbs:
        for seed in options.seeds if verb in KNOWS["--seed"] else [None]:
            program, _, usual = PROGRAMS[verb]
            words = words_of(verb, options, seed)
            for one in listed(options.programs / f"touchstone_{program}", words):
                if one["key"] in seen:  # some jobs have no random numbers
                    continue
                seen.add(one["key"])
                known = seconds.get(one["key"], medians.get(one["key"].split("|")[-3] if one["key"].count("|") > 2 else ""))
                cost = known if known is not None else one["cost"] if usual is None else usual
                threads = options.threads if verb in KNOWS["--threads"] else 1
                yield job(one["key"], verb, words, cost, seed, **{"with": one["with"]}, threads=threads, title=one["title"])


def main(argv=None):
    options = arguments(argv)
    try:
        jobs = list(jobs_of(options))
    except (plans.BadInput, OSError) as error:
        print(f"touchstone plan: {error}", file=sys.stderr)
        return 2
    for one in jobs:
        print(json.dumps(one, sort_keys=True))
    print(f"{len(jobs)} jobs, about {plans.cost(jobs):.0f} s of one core", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
