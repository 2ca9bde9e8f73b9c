#!/usr/bin/env python3
"""Runs the jobs of one share of a plan, the dearest first, and leaves their records in a folder that all shares have in
common. Records of a batch of jobs appear there at once, by a rename, when the batch is complete. SIGTERM, SIGUSR1, Ctrl-C
and --until mean: keep what is finished, Markov chains that are half run included, and end with code 75; the same command
goes on later, on any node. A batch that another process has in hand is left to it."""

import argparse
import contextlib
import ctypes
import errno
import fcntl
import filecmp
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import plans
from plan import build

GO_ON = 75  # EX_TEMPFAIL: the same command goes on later
FULL_DISK = 74  # EX_IOERR: it goes on when there is space
ELSEWHERE = 69  # EX_UNAVAILABLE: the rest needs a GPU
DEVICES = ("/dev/nvidiactl", "/dev/dxg")  # one of them is there where a GPU is (gpu/exec/device_status.cpp)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
# mpirun starts ranks on the node of this task, and asks the scheduler neither for nodes nor to start them.
HERE_ALONE = {f"{prefix}_MCA_{part}": "^slurm" for prefix in ("OMPI", "PRTE") for part in ("ras", "plm")}
PROBE = 1 << 20  # bytes that must find a place where records are written
FINISHED = (0, 1, 3)
INTERRUPTED = (130, -signal.SIGTERM)  # the second before a program has its own handler
MOST_SHARES = 1_000_000
PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
EXAMPLES = """
examples:
  touchstone work --plan plan.jsonl --shard 0/64 --into campaign
  touchstone work --plan plan.jsonl --shard $SLURM_ARRAY_TASK_ID/64 --into campaign --until 3h50m

exit codes: 0 the share is finished, 2 usage, or a batch that could not be run, 69 what is left needs a GPU, and the same
command goes on where there is one, 74 the disk is full, and the same command goes on when there is space, 75 the same
command goes on
"""


def shard(text):
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or int(match[1]) >= int(match[2]) or int(match[2]) > MOST_SHARES:
        raise argparse.ArgumentTypeError(f"expected i/n with i from 0 to n - 1, and n up to {MOST_SHARES}, found '{text}'")
    return int(match[1]), int(match[2])


def span(text):
    """Seconds of '3h50m', '90s', '45'."""
    match = re.fullmatch(r"(?:(\d{1,5})h)?(?:(\d{1,6})m(?:in)?)?(?:(\d{1,8})s?)?", text)
    if not text or not match:
        raise argparse.ArgumentTypeError(f"expected a time as 3h50m, 10min or 90s, found '{text}'")
    return 3600 * int(match[1] or 0) + 60 * int(match[2] or 0) + int(match[3] or 0)


def end_in(text):
    if span(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a time above 0, found '{text}'")
    return span(text)


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone work", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", type=pathlib.Path, required=True, metavar="FILE", help="a plan (touchstone plan)")
    parser.add_argument("--shard", type=shard, default=(0, 1), metavar="I/N",
                        help="which of N shares, from 0 to N - 1 (default: the whole plan)")
    parser.add_argument("--into", type=pathlib.Path, required=True, metavar="DIR",
                        help="folder of the records, the same for all shares")
    parser.add_argument("--until", type=end_in, metavar="TIME", help="end in time, for instance after 3h50m")
    parser.add_argument("--batch", type=span, default=60, metavar="TIME",
                        help="short jobs are run by one process up to so much time of one core (default 60s)")
    parser.add_argument("--any-build", action="store_true", help="run a plan of another commit, too")
    parser.add_argument("--programs", type=pathlib.Path, default="build/release", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


class Stop(Exception):
    """It is time to end; the same command goes on."""


def die_with_parent():
    """Ends a program whose process here was killed, so that its successor is alone with the batch."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Share:
    """The work of one process."""

    def __init__(self, options):
        self.options, self.child, self.stopping, self.broken = options, None, False, 0
        self.elsewhere = 0  # jobs that are left, since they need a GPU
        self.spent = None  # by the program that ended last
        self.build = build()
        self.records, self.running = options.into / "records", options.into / "running"

    def stop(self, *_):
        """The handler of signals: the program that runs is asked to keep what it has, and no other begins. Once: a
        second signal would end the program before it has kept anything."""
        if self.stopping:
            return
        self.stopping = True
        self.ask_to_end()

    def ask_to_end(self):
        if self.child and self.child.returncode is None:  # not yet waited for
            os.kill(self.child.pid, signal.SIGTERM)

    def prepare(self):
        for folder in (self.records, self.running):
            folder.mkdir(parents=True, exist_ok=True)
        index, count = self.options.shard
        mine = plans.share(self.options.plan, index, count, self.require_build)
        self.keep("plan.jsonl", self.options.plan, "the records of this plan")
        text = f"{count} shares, batches of {self.options.batch} s\n"
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as shares:
            shares.write(text)
            shares.flush()
            self.keep("shares", shares.name, text.strip())
        return plans.batches(mine, self.options.batch)

    def require_build(self, job):
        if job["build"] != self.build and not self.options.any_build:
            raise plans.BadInput(f"{self.options.plan}: expected a plan of this build, {self.build}, found {job['build']} "
                                 "(--any-build runs it)")

    def keep(self, name, path, expected):
        """Keeps a copy of what all processes must have in common, or compares it with what the first one kept."""
        kept = self.options.into / name
        if not kept.exists():
            new = self.options.into / f"{name}.{socket.gethostname()}.{os.getpid()}"
            try:
                shutil.copyfile(path, new)
                with contextlib.suppress(FileExistsError):
                    os.link(new, kept)  # by one process only
            finally:
                new.unlink(missing_ok=True)
        if not filecmp.cmp(path, kept, shallow=False):
            raise plans.BadInput(f"{self.options.into}: expected {expected}, found another ({kept}); take a new folder")

    def run(self, batches):
        """Whether all is finished; what other processes have in hand is not."""
        left = 0
        for number, batch in enumerate(batches, 1):
            name = plans.name(batch)
            if (self.records / f"{name}.jsonl").exists():
                continue
            if "gpu" in batch[0]["needs"] and not any(map(os.path.exists, DEVICES)):
                self.elsewhere += len(batch)
                continue
            with self.held(name) as mine:
                if not mine:
                    left += 1
                    continue
                if not (self.records / f"{name}.jsonl").exists():  # ended while we asked
                    self.one(name, batch, mine)
            print(f"batch {number} of {len(batches)}: {len(batch)} jobs of {batch[0]['verb']}", file=sys.stderr, flush=True)
        return left == 0

    @contextlib.contextmanager
    def held(self, name):
        """A lock that the kernel gives back when this process and its program have died, however they die."""
        with open(self.running / f"{name}.lock", "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield None
                return
            yield file

    def one(self, name, batch, lock):
        """Runs a batch, or the rest of it, and publishes its records; one that breaks is told, and left."""
        if self.stopping:
            raise Stop
        keys, out = self.running / f"{name}.keys", self.running / f"{name}.jsonl"
        keys.write_text("".join(f"{job['key']}\n" for job in batch), encoding="utf-8")
        program = self.options.programs / f"touchstone_{plans.PROGRAMS[batch[0]['verb']][0]}"
        command = [str(program), *batch[0]["arguments"], "--only-jobs", str(keys), "--out", str(out)]
        began = time.monotonic()
        code = self.child_code(command + (["--resume"] if out.exists() else []), lock)
        if self.stopping and code in INTERRUPTED:
            raise Stop
        wrong = f"ended with exit code {code}" if code not in FINISHED else unfinished(batch, out)
        if wrong:
            self.require_space()
            self.broken += 1
            print(f"touchstone work: '{' '.join(command)}' {wrong}; what it had finished is kept in {out}", file=sys.stderr)
            return
        self.note(batch, time.monotonic() - began)
        with open(out, "rb") as file:
            os.fsync(file.fileno())
        os.replace(out, self.records / f"{name}.jsonl")
        keys.unlink()

    def child_code(self, command, lock):
        # A group of its own: Ctrl-C and the scheduler's signals come to this process, which passes one on.
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True, pass_fds=[lock.fileno()],
                              preexec_fn=die_with_parent, env={**os.environ, **HERE_ALONE}) as self.child:
            if self.stopping:
                self.ask_to_end()
            _, status, self.spent = os.wait4(self.child.pid, 0)
            self.child.returncode = os.waitstatus_to_exitcode(status)
            return self.child.returncode

    def require_space(self):
        """Throws the error of a full disk, or of a quota that is used up, where that is why a program could not go on."""
        with tempfile.TemporaryFile(dir=self.running) as file:
            file.write(bytes(PROBE))
            file.flush()
            os.fsync(file.fileno())

    def note(self, batch, seconds):
        """Writes down what the batch took, and where: for people, and for `plan --measured`."""
        line = {"schema": plans.NOTE, "jobs": [job["key"] for job in batch], "seconds": round(seconds, 2),
                "core_seconds": round(self.spent.ru_utime + self.spent.ru_stime, 2),
                "largest_process": self.spent.ru_maxrss * 1024, "host": socket.gethostname()}
        with open(self.options.into / f"work.{socket.gethostname()}.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def unfinished(batch, out):
    """The jobs of a batch that left no records, or not all of them, in words, or ''."""
    found = {}
    try:
        for line in out.read_text(encoding="utf-8").splitlines():
            job = json.loads(line)["job"]
            there, _ = found.get(job["id"], (set(), 1))
            found[job["id"]] = there | {job.get("record", len(there) + 1)}, job.get("records", 1)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        return f"left no records that can be read ({error})"
    missing = [job["key"] for job in batch if job["key"] not in found]
    if missing:
        return f"left no record of {missing[0]!r}" + (f" and {len(missing) - 1} more" if missing[1:] else "")
    parts = [(job["key"], *found[job["key"]]) for job in batch]
    short = [f"left {len(there)} of {records} records of {key!r}" for key, there, records in parts if len(there) < records]
    return short[0] if short else ""


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
        if getattr(error, "errno", None) in FULL:
            print(f"touchstone work: {options.into}: expected space for records, found '{error.strerror}'; what is finished is "
                  "kept, and the same command goes on when there is space", file=sys.stderr)
            return FULL_DISK
        print(f"touchstone work: {error}", file=sys.stderr)
        return 2
    if share.broken:
        print(f"touchstone work: {share.broken} batches could not be run (see above)", file=sys.stderr)
        return 2
    if share.elsewhere:
        print(f"touchstone work: {share.elsewhere} jobs are left: they need a GPU, and there is none here; the same command goes "
              "on where there is one", file=sys.stderr)
    if not whole:
        print("touchstone work: other processes have the rest of this share in hand", file=sys.stderr)
    return GO_ON if not whole else ELSEWHERE if share.elsewhere else 0


if __name__ == "__main__":
    sys.exit(main())
