"""Plans: which jobs there are, and which of them each of n processes runs.

A plan is a file with a JSON object on each line, a job: `key`, `verb` and `arguments` (its command without files),
`with` (jobs of one command that share work), `cost` in seconds of one core, `threads`, `ranks`, `needs`, `seed` and
`build`. A share is a function of the plan and of i and n alone: nothing has to be agreed on while jobs run.
"""

import hashlib
import heapq
import itertools
import json

SCHEMA = "touchstone-plan/1"
FIELDS = ("schema", "key", "verb", "arguments", "cost", "with", "threads", "ranks", "build")
# Of each verb: its program and words, and the seconds of a job of which nothing is known (class S, one core).
PROGRAMS = {"check": ("checkers", ["check"], 0.1), "balance": ("checkers", ["check", "balance"], 2.0),
            "explore": ("checkers", ["check", "explore"], 1.0), "validate": ("validation", [], None),
            "bench": ("benchmarks", [], 10.0)}


class BadInput(Exception):
    """A message with what is wrong, where, expected and found; exit code 2."""


def fault(job):
    """The part of a job that is wrong, as expected and found, or ''."""
    rules = {"key": (lambda v: isinstance(v, str) and v.isprintable() and v, "a text on one line"),
             "verb": (PROGRAMS.__contains__, "one of " + ", ".join(PROGRAMS)),
             "arguments": (lambda v: isinstance(v, list) and all(isinstance(word, str) for word in v), "a list of words"),
             "cost": (lambda v: isinstance(v, (int, float)) and 0 <= v < 1e12, "seconds"),
             "with": (lambda v: isinstance(v, str), "a text"), "ranks": (lambda v: v == 1, "1")}
    for field, (is_right, expected) in rules.items():
        if not isinstance(job[field], (str, int, float, list)) or not is_right(job[field]):
            return f"'{field}' expected {expected}, found {job[field]!r}"
    return ""


def read(path):
    """The jobs of a plan, as dictionaries; BadInput names a line that is none."""
    jobs, known = [], set()
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: expected a plan (touchstone plan), found {getattr(error, 'strerror', None) or 'bytes that are no text'}") from None
    for number, line in enumerate(lines, 1):
        try:
            job = json.loads(line)
            missing = [field for field in FIELDS if field not in job]
        except (ValueError, TypeError):
            job, missing = {}, ["schema"]
        if missing or job["schema"] != SCHEMA:
            raise BadInput(f"{path}:{number}: expected a job of {SCHEMA}, found {line[:60]!r}")
        if wrong := fault(job):
            raise BadInput(f"{path}:{number}: {wrong}")
        if job["key"] in known:
            raise BadInput(f"{path}:{number}: expected each key once, found {job['key']!r} again")
        known.add(job["key"])
        jobs.append(job)
    if not jobs:
        raise BadInput(f"{path}: expected jobs, found an empty file")
    return jobs


def units(jobs):
    """Lists of jobs that stay together since they share work, in the order of the plan; others are alone."""
    together = {}
    for number, job in enumerate(jobs):
        name = (job["verb"], tuple(job["arguments"]), job["ranks"], job["with"] or number)
        together.setdefault(name, []).append(job)
    return list(together.values())


def cost(jobs):
    return sum(job["cost"] for job in jobs)


def shares(jobs, count):
    """Units of each of `count` shares: the dearest first, each to the share that has the least so far."""
    loads = [(0.0, share) for share in range(count)]
    found = [[] for _ in range(count)]
    for unit in sorted(units(jobs), key=lambda unit: (-cost(unit), unit[0]["key"])):
        load, share = loads[0]
        found[share].append(unit)
        heapq.heapreplace(loads, (load + cost(unit), share))
    return found


def batches(share, seconds):
    """A share as lists of jobs that one process runs: of the same command, the dearest first, each up to so many
    seconds of one core where its jobs are short."""
    def command(unit):
        return unit[0]["verb"], unit[0]["arguments"], unit[0]["ranks"]

    found = []
    for _, group in itertools.groupby(sorted(share, key=lambda unit: (command(unit), -cost(unit), unit[0]["key"])), command):
        batch = []
        for unit in group:
            if batch and (unit[0]["ranks"] > 1 or cost(batch) + cost(unit) > seconds):
                found.append(batch)
                batch = []
            batch = batch + unit
        found.append(batch)
    return sorted(found, key=lambda batch: (-cost(batch), batch[0]["key"]))


def name(batch):
    """A file name for a batch, a function of its keys."""
    return hashlib.sha256("\n".join(job["key"] for job in batch).encode()).hexdigest()[:20]
