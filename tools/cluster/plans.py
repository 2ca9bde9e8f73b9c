"""Plans: which jobs there are, and which of them each of n processes runs.

A plan is a file with a JSON object on each line, a job: `key`, `verb` and `arguments` (its command without files),
`with` (jobs of one command that share work), `cost` in seconds of one core, `threads`, `ranks`, `memory` in bytes, `needs`,
`seed` and `build`. A share is a function of the plan and of i and n alone: nothing has to be agreed on while jobs run.

Plans of a million jobs are read line by line: what is kept of a job is its place in the file, its cost and 16 bytes of its key.
"""

import array
import hashlib
import heapq
import itertools
import json
import typing

from pools import digest

SCHEMA = "touchstone-plan/1"
NOTE = "touchstone-work/1"  # what a batch took: work.HOST.jsonl
FIELDS = ("schema", "key", "verb", "arguments", "cost", "with", "threads", "ranks", "memory", "needs", "build")
NEEDS = {"gpu", "mpi"}
MOST_CORES = 65536  # of one job
# Of each verb: its program and words, and the seconds of a job of which nothing is known (class S, one core).
PROGRAMS = {"check": ("checkers", ["check"], 0.1), "balance": ("checkers", ["check", "balance"], 2.0),
            "explore": ("checkers", ["check", "explore"], 1.0), "validate": ("validation", [], None),
            "bench": ("benchmarks", [], 10.0)}


class BadInput(Exception):
    """A message with what is wrong, where, expected and found; exit code 2."""


def is_count(value):
    return isinstance(value, int) and 1 <= value <= MOST_CORES


RULES = {"key": (lambda v: isinstance(v, str) and v.isprintable() and v, "a text on one line"),
         "verb": (lambda v: isinstance(v, str) and v in PROGRAMS, "one of " + ", ".join(PROGRAMS)),
         "arguments": (lambda v: isinstance(v, list) and all(isinstance(word, str) for word in v), "a list of words"),
         "cost": (lambda v: isinstance(v, (int, float)) and 0 <= v < 1e12, "seconds"),
         "with": (lambda v: isinstance(v, str), "a text"),
         "threads": (is_count, f"an integer from 1 to {MOST_CORES}"), "ranks": (is_count, f"an integer from 1 to {MOST_CORES}"),
         "memory": (lambda v: v is None or (isinstance(v, int) and v >= 0), "bytes, or null"),
         "needs": (lambda v: isinstance(v, list) and set(map(str, v)) <= NEEDS, "a list with words among " + ", ".join(sorted(NEEDS)))}


def fault(job):
    """The part of a job that is wrong, as expected and found, or ''."""
    for field, (is_right, expected) in RULES.items():
        if not is_right(job[field]):
            return f"'{field}' expected {expected}, found {job[field]!r}"
    return ""


def job_of(line, where):
    """The job of a line; BadInput for one that is none."""
    try:
        job = json.loads(line)
        missing = [field for field in FIELDS if field not in job]
    except (ValueError, TypeError):
        job, missing = {}, ["schema"]
    if missing or job["schema"] != SCHEMA:
        raise BadInput(f"{where}: expected a job of {SCHEMA}, found {line[:60]!r}")
    if wrong := fault(job):
        raise BadInput(f"{where}: {wrong}")
    return job


def lines(path):
    """The jobs of a plan, one after another, each with its place in the file; BadInput names a line that is none, or whose
    job was there before."""
    known, place = set(), 0
    try:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                job = job_of(line.decode("utf-8"), f"{path}:{number}")
                known.add(digest(job["key"]))
                if len(known) < number:
                    raise BadInput(f"{path}:{number}: expected each key once, found {job['key']!r} again")
                yield place, job
                place += len(line)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: expected a plan (touchstone plan), found {getattr(error, 'strerror', None) or 'bytes that are no text'}") from None
    if not known:
        raise BadInput(f"{path}: expected jobs, found an empty file")


def read(path):
    """The jobs of a plan, as a list."""
    return [job for _, job in lines(path)]


class Units:
    """Jobs that stay together since they share work are a unit; others are alone. Numbered in the order of the plan."""

    def __init__(self):
        self.together, self.costs = {}, array.array("d")

    def add(self, job):
        """The number of the job's unit."""
        new = len(self.costs)
        name = job["with"] and (job["verb"], tuple(job["arguments"]), job["ranks"], tuple(job["needs"]), job["with"])
        unit = self.together.setdefault(name, new) if name else new
        if unit == new:
            self.costs.append(0)
        self.costs[unit] += job["cost"]
        return unit

    def of_share(self, index, count):
        """The units of one of `count` shares: the dearest first, each to the share that has the least so far; of equal ones
        that which the plan has first."""
        loads = [(0.0, share) for share in range(count)]
        for unit in sorted(range(len(self.costs)), key=lambda unit: -self.costs[unit]):
            load, share = loads[0]
            if share == index:
                yield unit
            heapq.heapreplace(loads, (load + self.costs[unit], share))


def share(path, index, count, look=lambda job: None):
    """The units of a share, as lists of jobs. `look` sees every job of the plan."""
    units, places, unit_of = Units(), array.array("q"), array.array("q")
    for place, job in lines(path):
        look(job)
        places.append(place)
        unit_of.append(units.add(job))
    mine = {unit: [] for unit in units.of_share(index, count)}
    with open(path, "rb") as file:
        for place, unit in zip(places, unit_of):
            if unit in mine:
                file.seek(place)
                mine[unit].append(job_of(file.readline().decode("utf-8"), path))
    return list(mine.values())


def cost(jobs):
    return sum(job["cost"] for job in jobs)


def cores(job):
    """Cores that a job can use: each of its ranks has as many threads."""
    return job["ranks"] * job["threads"]


class Need(typing.NamedTuple):
    """Resources of a task; no bytes where those of a job are not known."""

    cores: int
    memory: typing.Optional[int]
    gpu: bool

    def megabytes(self):
        """Memory in units of 2^20 bytes, rounded up."""
        return -(-self.memory // 2**20)


def request(jobs):
    """Resources that are enough for any of the jobs."""
    most, memory, gpu = 1, 0, False
    for job in jobs:
        most, gpu = max(most, cores(job)), gpu or "gpu" in job["needs"]
        memory = None if memory is None or job["memory"] is None else max(memory, job["memory"])
    return Need(most, memory, gpu)


def batches(units, seconds):
    """A share as lists of jobs that one process runs: of the same command, the dearest first, each up to so many
    seconds of one core where its jobs are short."""
    def command(unit):
        return unit[0]["verb"], unit[0]["arguments"], unit[0]["ranks"], sorted(unit[0]["needs"])

    found = []
    for _, group in itertools.groupby(sorted(units, key=lambda unit: (command(unit), -cost(unit), unit[0]["key"])), command):
        batch, load = [], 0
        for unit in group:
            more = cost(unit)
            if batch and load + more > seconds:
                found.append(batch)
                batch, load = [], 0
            batch.extend(unit)
            load += more
        found.append(batch)
    return sorted(found, key=lambda batch: (-cost(batch), batch[0]["key"]))


def name(batch):
    """A file name for a batch, a function of its keys."""
    return hashlib.sha256("\n".join(job["key"] for job in batch).encode()).hexdigest()[:20]
