#!/usr/bin/env python3
"""Runs the jobs of one share of a plan, the dearest first, and leaves their records in a folder that all shares have in
common. Records of a batch of jobs appear there at once, by a rename, when the batch is complete. SIGTERM, SIGUSR1, Ctrl-C
and --until mean: keep what is finished, Markov chains that are half run included, and end with code 75; the same command
goes on later, on any node. A batch that another process has in hand is left to it."""

import argparse
import contextlib
import fcntl
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time

import plans
from plan import PROGRAMS, build

GO_ON = 75  # EX_TEMPFAIL: the same command goes on later
FINISHED = (0, 1, 3)
INTERRUPTED = 130
EXAMPLES = """
examples:
  touchstone work --plan plan.jsonl --shard 0/64 --into campaign
  touchstone work --plan plan.jsonl --shard $SLURM_ARRAY_TASK_ID/64 --into campaign --until 3h50m

exit codes: 0 the share is finished, 2 usage, or a program that could not run, 75 the same command goes on
"""


def shard(text):
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or int(match[1]) >= int(match[2]):
        raise argparse.ArgumentTypeError(f"expected i/n with i from 0 to n - 1, found '{text}'")
    return int(match[1]), int(match[2])


def span(text):
    """Seconds of '3h50m', '90s', '45'."""
    match = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m(?:in)?)?(?:(\d+)s?)?", text)
    if not text or not match:
        raise argparse.ArgumentTypeError(f"expected a time as 3h50m, 10min or 90s, found '{text}'")
    return 3600 * int(match[1] or 0) + 60 * int(match[2] or 0) + int(match[3] or 0)


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone work", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", type=pathlib.Path, required=True, metavar="FILE", help="a plan (touchstone plan)")
    parser.add_argument("--shard", type=shard, default=(0, 1), metavar="I/N",
                        help="which of N shares, from 0 to N - 1 (default: the whole plan)")
    parser.add_argument("--into", type=pathlib.Path, required=True, metavar="DIR",
                        help="folder of the records, the same for all shares")
    parser.add_argument("--until", type=span, metavar="TIME", help="end in time, for instance after 3h50m")
    parser.add_argument("--batch", type=span, default=60, metavar="TIME",
                        help="short jobs are run by one process up to so much time of one core (default 60s)")
    parser.add_argument("--any-build", action="store_true", help="run a plan of another commit, too")
    parser.add_argument("--programs", type=pathlib.Path, default="build/release", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


class Stop(Exception):
    """It is time to end; the same command goes on."""


class Share:
    """The work of one process."""

    def __init__(self, options):
        self.options, self.child, self.stopping = options, None, False
        self.records, self.running = options.into / "records", options.into / "running"

    def stop(self, *_):
        """The handler of signals: the program that runs is asked to keep what it has, and no other begins."""
        self.stopping = True
        if self.child and self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)

    def prepare(self):
        jobs = plans.read(self.options.plan)
        other = next((job for job in jobs if job["build"] != build()), None)
        if other and not self.options.any_build:
            raise plans.BadInput(f"{self.options.plan}: expected a plan of this build, {build()}, found {other['build']} "
                                 "(--any-build runs it)")
        for folder in (self.records, self.running):
            folder.mkdir(parents=True, exist_ok=True)
        kept = self.options.into / "plan.jsonl"
        if not kept.exists():
            new = kept.with_suffix(f".{socket.gethostname()}.{os.getpid()}")
            shutil.copyfile(self.options.plan, new)
            os.replace(new, kept)
        if kept.read_bytes() != self.options.plan.read_bytes():
            raise plans.BadInput(f"{self.options.into}: expected the records of this plan, found those of another "
                                 f"({kept}); take a new folder")
        index, count = self.options.shard
        return plans.batches(plans.shares(jobs, count)[index], self.options.batch)

    def run(self, batches):
        """Whether all is finished; what other processes have in hand is not."""
        left = 0
        for number, batch in enumerate(batches, 1):
            name = plans.name(batch)
            if (self.records / f"{name}.jsonl").exists():
                continue
            with self.held(name) as mine:
                if not mine:
                    left += 1
                    continue
                if not (self.records / f"{name}.jsonl").exists():  # ended while we asked
                    self.one(name, batch)
            print(f"batch {number} of {len(batches)}: {len(batch)} jobs of {batch[0]['verb']}", file=sys.stderr, flush=True)
        return left == 0

    @contextlib.contextmanager
    def held(self, name):
        """A lock that the kernel gives back when this process dies, however it dies."""
        with open(self.running / f"{name}.lock", "w", encoding="utf-8") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
                return
            yield True

    def one(self, name, batch):
        """Runs a batch, or the rest of it, and publishes its records."""
        if self.stopping:
            raise Stop
        keys, out = self.running / f"{name}.keys", self.running / f"{name}.jsonl"
        keys.write_text("".join(f"{job['key']}\n" for job in batch), encoding="utf-8")
        program = self.options.programs / f"touchstone_{PROGRAMS[batch[0]['verb']][0]}"
        command = [str(program), *batch[0]["arguments"], "--only-jobs", str(keys), "--out", str(out)]
        began = time.monotonic()
        code = self.child_code(command + (["--resume"] if out.exists() else []))
        if self.stopping and code == INTERRUPTED:
            raise Stop
        if code not in FINISHED:
            raise plans.BadInput(f"'{' '.join(command)}' ended with exit code {code}; what it had finished is kept in {out}")
        self.note(name, time.monotonic() - began)
        with open(out, "rb") as file:
            os.fsync(file.fileno())
        os.replace(out, self.records / f"{name}.jsonl")
        keys.unlink()

    def child_code(self, command):
        # A group of its own: Ctrl-C and the scheduler's signals come to this process, which passes one on.
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as self.child:
            if self.stopping:
                self.child.send_signal(signal.SIGTERM)
            return self.child.wait()

    def note(self, name, seconds):
        """Writes down what the batch cost, and where: for people."""
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        line = {"batch": name, "seconds": round(seconds, 2), "host": socket.gethostname(), "most_memory_kib": most}
        with open(self.options.into / f"work.{socket.gethostname()}.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def main(argv=None):
    options = arguments(argv)
    share = Share(options)
    for number in (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT, signal.SIGALRM):
        signal.signal(number, share.stop)
    if options.until:
        signal.alarm(options.until)
    try:
        whole = share.run(share.prepare())
    except Stop:
        print("touchstone work: stopped; the same command goes on", file=sys.stderr)
        return GO_ON
    except (plans.BadInput, OSError) as error:
        print(f"touchstone work: {error}", file=sys.stderr)
        return 2
    if not whole:
        print("touchstone work: other processes have the rest of this share in hand", file=sys.stderr)
    return 0 if whole else GO_ON


if __name__ == "__main__":
    sys.exit(main())
