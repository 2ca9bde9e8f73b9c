#!/usr/bin/env python3
"""Mutants are generated from the production files, and checks are run on each until one fails.

A mutant is one small change: a comparison, an integer off by one, a sign, a dropped statement or call, two
swapped arguments, a constant, the wrong branch, a value that is not brought up to date, a weaker barrier or
memory order. Those that are chosen are compiled together, into a copy of the family's files (build/mutate/<family>),
and one is switched on for each run.

Of a mutant, the checks run that reach it, the quickest first, and the first that kills it is the last: a
verdict fail, a crash, too much memory, or no end after ten times the time of the original and five seconds. A survivor is
printed with its lines; it is equal to the original, or a gap in the checks. One that left all numbers as they
were is tried for equality: on more systems, drawn with other seeds. Those known to be equal are listed with their
reason in checkers/mutants/equal.csv. A file that families share is mutated for each of them, and judged by the
checks of each (docs/mutants.md).
"""

import argparse
import concurrent.futures
import contextlib
import fcntl
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import changes
import checks
import equality
import explained
import families
import records
import scores
import watchdog
import junit  # of tools/, by the path that families adds
from options import positive, results_path

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = """
examples:
  touchstone mutate --family mpmc --sample 60
  touchstone mutate --family mpmc --file 'optimized/mpmc/lane_*' --operator 'off by one'
  touchstone mutate --family ecmc --file models/disks --list
  touchstone mutate --changed HEAD~1 --sample 30
  touchstone mutate --out nightly/mutants.jsonl --resume

exit codes: 0 all killed or known to be equal, 2 usage or no build, 3 survivors, 130 interrupted (--resume goes on)
"""


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone mutate", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=families.FAMILIES, action="append", metavar="NAME",
                        help=f"files and checks of this family (default: all; {', '.join(families.FAMILIES)})")
    parser.add_argument("--file", default="*", metavar="GLOB", help="only mutants of these files or folders")
    parser.add_argument("--operator", default="*", metavar="GLOB", help="only these operators")
    parser.add_argument("--changed", metavar="COMMIT",
                        help="only lines that differ from this commit")
    parser.add_argument("--line", type=int, metavar="N", help="only mutants of this line")
    parser.add_argument("--sample", type=positive, metavar="N", help="only so many, drawn by chance")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample and the checks (default 1)")
    parser.add_argument("--equality", type=int, default=3, metavar="K",
                        help="further seeds with which survivors are tried for equality (default 3; 0: none)")
    parser.add_argument("--resume", action="store_true", help="keep finished records, do the rest")
    parser.add_argument("--list", action="store_true", help="list the mutants, and run none")
    parser.add_argument("--threads", type=positive, default=os.cpu_count(), metavar="T",
                        help="mutants at a time (default: cores)")
    parser.add_argument("--out", type=pathlib.Path, metavar="PATH",
                        help="results file, or a folder for mutants.jsonl (default: results/mutants.jsonl)")
    junit.add_option(parser)
    parser.add_argument("--tree", type=pathlib.Path, default=HERE.parent.parent, help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def say(text):
    print(text, file=sys.stderr, flush=True)


class Run:
    """The mutants of a family that were chosen, part by part on a program that holds them."""

    def __init__(self, options, tree, file, known):
        self.options, self.tree, self.file, self.known = options, tree, file, known
        self.sources, self.origin = {}, {}

    def source(self, name):
        if name not in self.sources:
            path = self.tree.top / name
            self.sources[name] = records.Source(path.read_bytes().decode("latin-1"), families.digest(path),
                                                self.tree.family)
        return self.sources[name]

    def listed(self, mutant):
        """Whether the mutant is one of those that are known to be equal."""
        return explained.reason(self.known, mutant.file, vars(mutant), records.difference(self.source(mutant.file).text, mutant))

    def all(self, mutants):
        """The records of all mutants that compile, in their order; those of an earlier run as they are."""
        found = []
        for part in records.parts(mutants):
            for number, site in enumerate(part, start=1):
                site.id = number
            known = [self.file.finished.get(self.key(mutant)) for mutant in trees().readable(self.tree.compiling(part))]
            found += known if all(known) else self.part(part)  # what an earlier run has done is not built
        return found

    def key(self, mutant):
        return records.key(mutant, self.source(mutant.file), self.options.seed)

    def part(self, part):
        """Builds the program with these mutants, and judges them."""
        stamp = self.tree.make(part, build_jobs())
        mutants = trees().readable(self.tree.mutants)
        program = checks.Program(self.tree.program(), self.options.seed, self.options.threads)
        some = program.checks(self.tree.family, self.options.threads, self.tree.work / "checks.jsonl",
                              [stamp, self.options.seed], say)
        self.origin = program.origin
        return self.judged(mutants, program, some)

    def judged(self, mutants, program, some):
        """The records of these mutants, in their order, by these checks."""
        found, began = {}, time.monotonic()
        tries = equality.Equality(program, some, self.options.equality)

        def judge(mutant):
            judged = program.judge(mutant.id, some)
            if self.options.equality and judged.checks and not judged.how and not judged.changed and not self.listed(mutant):
                judged.tried = tries.tried(mutant.id)
            return judged

        with concurrent.futures.ThreadPoolExecutor(self.options.threads) as pool:
            running = {}
            for mutant in mutants:
                known = self.file.finished.get(self.key(mutant))
                if known:
                    found[mutant.id] = known
                else:
                    running[pool.submit(judge, mutant)] = mutant
            try:
                for done in concurrent.futures.as_completed(running):
                    mutant = running[done]
                    one = records.record(mutant, done.result(), self.source(mutant.file), self.options.seed,
                                         program.origin)
                    self.file.append(one)
                    found[mutant.id] = one
                    say(f"{len(found)} of {len(mutants)}, {time.monotonic() - began:.0f} s: {mutant.file}:"
                        f"{mutant.line} {mutant.operator}: {one['note']}")
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                watchdog.kill_all()
                raise
        return [found[mutant.id] for mutant in mutants]


def run(options):
    file = None if options.list else records.File(results_path(options.out, "mutants.jsonl"), options.resume)
    found, chose, known = [], False, explained.read()
    options.lines = changes.lines(options.tree.resolve(), options.changed) if options.changed else None
    for family in options.family or families.FAMILIES:
        with alone(folder(options, family)):
            tree, mutants = chosen(options, family)
            chose = chose or bool(mutants)
            if options.list:
                some = trees().readable(sorted(mutants, key=lambda m: (m.file, m.start)))
                print("\n".join(map(listed, some)))
            elif mutants:
                judging = Run(options, tree, file, known)
                here = judging.all(mutants)
                found += here
                other = sum(one["git"] != records.git() for one in here)
                if other:
                    say(f"mutate: note: {other} of {len(here)} mutants were judged at another commit, maybe by other "
                        "checks; no score of this commit is recorded")
                elif here and options.line is None and not options.changed:
                    file.append(scores.score(here, known, vars(options), judging.origin or here[0]))
    if not chose and options.changed:
        say(f"touchstone mutate: nothing that can be mutated differs from {options.changed}")
        return 0
    if not chose:
        raise ValueError("no mutant is left by these options (see: touchstone mutate --list)")
    if options.list:
        return 0
    print("\n".join(scores.summary(found, known)))
    junit.write(options.junit, "touchstone mutate", records.cases(found))
    return 0 if all(one["facts"]["outcome"] == records.KILLED or scores.why_equal(one, known) for one in found) else 3


@contextlib.contextmanager
def alone(place):
    """Waits until no other run uses this folder, and holds it: there, the same number is another run's other mutant."""
    place.mkdir(parents=True, exist_ok=True)
    with open(place / "lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"mutate: another run uses {place}; this one waits for its end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build_jobs():
    """How many compilers may run at a time."""
    return int(os.environ.get("TOUCHSTONE_JOBS") or os.cpu_count())


def trees():
    """The module that needs libclang, which --help does not."""
    import tree  # pylint: disable=import-outside-toplevel
    return tree


def folder(options, family):
    """The folder of a family's copy and build."""
    return options.tree.resolve() / "build" / "mutate" / family


def chosen(options, family):
    """The tree of a family, and its mutants that the options choose."""
    tree = trees().Tree(options.tree.resolve(), folder(options, family), family, say,
                        lambda name: records.matches(name, options.file) and (options.lines is None or name in options.lines))
    some = [m for m in (tree.sites(build_jobs()) if tree.files else []) if options.line in (None, m.line)
            and (options.lines is None or m.line in options.lines[m.file])]
    return tree, records.chosen(some, options.file, options.operator, options.sample, options.seed)


def listed(mutant):
    return (f"{mutant.file}:{mutant.line}:{mutant.column} {mutant.operator}: "
            f"{shortened(mutant.original)} -> {shortened(mutant.mutated) or '(nothing)'}")


def shortened(text):
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def main(argv=None):
    options = arguments(argv)
    for number in (signal.SIGTERM, signal.SIGHUP):  # ends mutants as Ctrl-C does
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, signal.default_int_handler)
    try:
        return run(options)
    except KeyboardInterrupt:
        return 130
    except ImportError as error:
        say(f"touchstone mutate: {error} (Debian: python3-clang-14)")
    except (ValueError, OSError, subprocess.SubprocessError) as error:
        say(f"touchstone mutate: {error}")
    return 2


if __name__ == "__main__":
    sys.exit(main())
