#!/usr/bin/env python3
"""Writes a plan: one line for each job of check, check balance, check explore, validate and bench, so that many
processes, on one machine or on the nodes of a cluster, can share them (touchstone work) and put their records together
(touchstone gather). A program of your own that starts several processes, as MPI ranks, says how many in its description
("processes"); its jobs then cost as many cores."""

import argparse
import json
import os
import pathlib
import shutil
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
  sbatch $(touchstone plan --sbatch plan.jsonl) --array=0-63%32 tools/cluster/array.sh plan.jsonl campaign

exit codes: 0 written, 2 usage
"""


def whole_range(text):
    """'3' or '3-7' as a range of positive integers."""
    first, _, last = text.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    if not numbers or numbers[0] < 1:
        raise ValueError
    return numbers


def threads_of(text):
    if not text.isdigit() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"expected an integer from 1 to 1024, found '{text}'")
    return int(text)


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
    parser.add_argument("--threads", type=threads_of, metavar="T",
                        help="threads of parallel schemes, the same on every node (default 2; 1 of programs with several processes)")
    parser.add_argument("--measured", type=pathlib.Path, action="append", default=[], metavar="FILE",
                        help="records of an earlier run, or work.*.jsonl of it: what a job took then is its cost and memory")
    parser.add_argument("--sbatch", type=pathlib.Path, metavar="PLAN",
                        help="print what a task of this plan asks Slurm for, as words of sbatch, and plan nothing")
    parser.add_argument("--programs", type=pathlib.Path, default="build/release", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


class Measured:
    """Costs of jobs in earlier runs: seconds by job, and the median of each metric for jobs that were not run, for instance with
    another seed; bytes of the largest process."""

    def __init__(self, paths):
        self.seconds, self.metrics, self.bytes = {}, {}, {}
        for path in paths:
            try:
                with open(path, encoding="utf-8") as file:
                    for number, line in enumerate(file, 1):
                        self.read(line, f"{path}:{number}")
            except (OSError, UnicodeDecodeError) as error:
                raise plans.BadInput(f"--measured {path}: expected records of an earlier run, found {error}") from None
        self.metrics = {metric: statistics.median(seconds) for metric, seconds in self.metrics.items()}

    def read(self, line, where):
        try:
            record = json.loads(line)
            if record.get("schema") == plans.NOTE:
                self.bytes.update(dict.fromkeys(record["jobs"], record["largest_process"]))
                return
            key, seconds = record["job"]["id"], record["seconds"]
            self.seconds[key] = self.seconds.get(key, 0) + seconds
            self.metrics.setdefault(record["metric"], []).append(seconds)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise plans.BadInput(f"{where}: expected a record with its job, found {line[:40]!r}") from None

    def cost(self, key):
        metric = key.split("|")[-3] if key.count("|") > 2 else ""
        return self.seconds.get(key, self.metrics.get(metric))


def processes_of(description):
    """Processes that the command of a description starts. What is wrong with the file is told by the programs."""
    try:
        number = json.loads(pathlib.Path(description).read_text(encoding="utf-8")).get("processes", 1)
    except (OSError, ValueError, AttributeError):
        return 1
    return number if plans.is_count(number) else 1


def with_threads(verb, options):
    """Whether the verb is told a number of threads. `check` runs as many programs of the user's at a time."""
    return verb in KNOWS["--threads"] or (verb == "check" and options.external)


def words_of(verb, options, seed):
    """The arguments of a verb, without those that name files."""
    given = {"--class": options.problem_class, "--family": options.family, "--scheme": options.scheme,
             "--external": options.external and str(pathlib.Path(options.external).resolve()), "--seed": str(seed),
             "--threads": str(options.threads)}
    words = list(PROGRAMS[verb][1])
    for option, value in given.items():
        if value and (verb in KNOWS[option] or (option == "--threads" and with_threads(verb, options))):
            words += [option, value]
    return words


def listed(program, words):
    """The jobs that a program would run, as it lists them, and the bytes of the largest process, which has allocated nothing
    for them yet. A program of the user's that is started for the list counts as well."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "jobs"
        with subprocess.Popen([str(program), *words, "--write-jobs", str(path)], stdout=subprocess.DEVNULL) as ran:
            _, status, spent = os.wait4(ran.pid, 0)
            ran.returncode = os.waitstatus_to_exitcode(status)
        if ran.returncode != 0:
            raise plans.BadInput(f"'{program.name} {' '.join(words)}' lists no jobs (exit code {ran.returncode})")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()], spent.ru_maxrss * 1024


def build():
    return {"sha": os.environ.get("TOUCHSTONE_GIT_SHA") or None, "dirty": os.environ.get("TOUCHSTONE_GIT_DIRTY") == "1"}


def job(key, verb, words, cost, seed, **more):
    return {"schema": plans.SCHEMA, "key": key, "verb": verb, "arguments": words, "cost": round(cost, 4), "with": "",
            "threads": 1, "ranks": 1, "memory": None, "needs": [], "seed": seed, "build": build(), **more}


def jobs_of(options):
    measured, seen = Measured(options.measured), set()
    ranks = processes_of(options.external) if options.external else 1
    options.threads = options.threads or (1 if ranks > 1 else 2)
    for verb in options.verbs:
        for seed in options.seeds if verb in KNOWS["--seed"] else [None]:
            program, _, usual = PROGRAMS[verb]
            words = words_of(verb, options, seed)
            threads = options.threads if with_threads(verb, options) else 1
            # Of the suite one, and as many programs of the user's as it has threads, each with mpirun where it has ranks.
            processes = 1 + threads * (ranks + (ranks > 1)) if options.external else 1
            jobs, alone = listed(options.programs / f"touchstone_{program}", words)
            for one in jobs:
                if (known := plans.digest(one["key"])) in seen:  # some jobs have no random numbers
                    continue
                seen.add(known)
                seconds = measured.cost(one["key"])
                cost = seconds if seconds is not None else one["cost"] if usual is None else usual
                yield job(one["key"], verb, words, cost * ranks, seed, **{"with": one["with"]}, threads=threads, ranks=ranks,
                          memory=processes * measured.bytes.get(one["key"], alone + one["memory"]),
                          needs=one["needs"] + ["mpi"] * (ranks > 1), title=one["title"])


def sbatch(path):
    """Words of sbatch for a task of a plan. Memory is rounded up to 2^20 bytes, where that of all jobs is known."""
    need = plans.request(job for _, job in plans.lines(path))
    return (f"--cpus-per-task={max(2, need.cores)}" + (f" --mem={need.megabytes()}M" if need.memory else "")
            + (" --gpus=1" if need.gpu else ""))


def write(options):
    """The plan on standard output: nothing of it where a program cannot list its jobs."""
    count, cost = 0, 0.0
    with tempfile.TemporaryFile("w+", encoding="utf-8") as text:
        for one in jobs_of(options):
            text.write(json.dumps(one, sort_keys=True) + "\n")
            count, cost = count + 1, cost + one["cost"]
        text.seek(0)
        shutil.copyfileobj(text, sys.stdout)
    print(f"{count} jobs, about {cost:.0f} s of one core", file=sys.stderr)


def main(argv=None):
    options = arguments(argv)
    try:
        if options.sbatch:
            print(sbatch(options.sbatch))
        else:
            write(options)
    except (plans.BadInput, OSError) as error:
        print(f"touchstone plan: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
