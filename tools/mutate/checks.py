"""The checks that judge mutants: how long each takes, which mutants it reaches, what it says of one."""

import concurrent.futures
import dataclasses
import json
import pathlib
import tempfile
import threading

import watchdog

LONGEST = 600.0  # seconds that any check may take on the original
CRASH = "crash"
ENDS = (0, 1, 3, None)  # exit codes after verdicts, and none after too long a time
NUMBERS = ("metric", "verdict", "value", "low", "high", "n_eff", "z", "p")


@dataclasses.dataclass
class Check:
    """One check of one correct scheme."""
    family: str
    scheme: str
    name: str
    seconds: float
    numbers: str = ""  # everything it found, as text; empty where two runs are known to differ
    reached: frozenset = frozenset()
    model: str = ""  # tiny model of a proof of balance; empty: a check
    systems: int = 0  # that it draws

    def title(self):
        return f"{self.name} on {self.scheme}" + (f" ({self.model})" if self.model else "")


@dataclasses.dataclass
class Judged:
    """The end of a mutant. `how`: fail, crash, timeout or memory of the check `by`; None: it survived."""
    how: str = None
    by: Check = None
    seconds: float = 0.0
    checks: int = 0
    changed: list = dataclasses.field(default_factory=list)  # titles of checks with other numbers
    tried: object = None  # for equality with the original, where that was done


def read(path):
    """The records of a results file, without a last line that was cut off; none if there is no file."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
    return [json.loads(line) for line in lines if line]


def numbers_of(records):
    """Everything that records say, without times and which threads came, as text."""
    def lasting(some):
        return {k: v for k, v in (some or {}).items() if k not in ("milliseconds", "series", "ran")}

    return json.dumps([[*(record.get(field) for field in NUMBERS), record.get("note") or "",
                        lasting(record.get("facts")), lasting(record["params"])] for record in records],
                      sort_keys=True)


def systems_of(records):
    """How many systems were drawn, as the records say."""
    return sum((record.get("facts") or {}).get("systems", 0) for record in records)


class Program:
    """The program with mutants."""

    def __init__(self, path, seed=1, processes=1):
        self.path, self.seed, self.memory = path, seed, watchdog.most_memory(processes)
        self.origin = {}  # host and build of the records, as the program writes them
        self.repeated, self.lock = {}, threading.Lock()  # by title of a check

    def command(self, out, *options, seed=None):
        return [str(self.path), "--seed", str(seed or self.seed), "--out", str(out), *options]

    def one(self, check, out, seed=None):
        which = ("--proofs", "--model", check.model) if check.model else ("--check", check.name)
        return self.command(out, "--threads", "1", "--scheme", check.scheme, *which, seed=seed)

    def run(self, check, number, seconds, seed=None):
        """(end, records) of one check on a mutant, or with None on the original."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.jsonl"
            ended = watchdog.run(self.one(check, out, seed), {"TOUCHSTONE_MUTANT": str(number or 0)}, seconds, self.memory)
            return ended, read(out)

    def checks(self, family, threads, store, stamp, say=print):
        """The checks of a family that pass on the original, with what each reaches; cheapest first. The file `store`
        has a line for each that was run; those of a build with the same stamp are not run again."""
        jobs = [job for proofs in (False, True) for job in self.jobs(family, proofs)]
        if not jobs:
            raise ValueError(f"the program with mutants lists no checks of the family {family}")
        kept = {tuple(line["job"]): line for line in read(store) if line["stamp"] == stamp}
        store.write_text("".join(json.dumps(line) + "\n" for line in kept.values()), encoding="utf-8")
        say(f"mutate: {len(jobs)} checks; which mutants do they reach?" + (f" {len(kept)} are known" if kept else ""))
        with concurrent.futures.ThreadPoolExecutor(threads) as pool, open(store, "a", encoding="utf-8") as file:
            running = [pool.submit(self.cover, family, *job) for job in jobs if job not in kept]
            try:
                for done in concurrent.futures.as_completed(running):
                    line = {"stamp": stamp, **done.result()}
                    if line["slow"]:  # with less beside it, it may be in time
                        say(f"mutate: {line['job'][0]} judges nothing: no end after {LONGEST:.0f} s without mutants")
                    else:
                        file.write(json.dumps(line) + "\n")
                        file.flush()
                    kept[tuple(line["job"])] = line
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                watchdog.kill_all()
                raise
        found = [line for line in kept.values() if line["check"]]
        if not found:
            raise ValueError(f"expected checks of the family {family} that pass without mutants, "
                             f"found none among {len(jobs)}")
        self.origin = found[0]["origin"]
        return sorted((Check(**{**line["check"], "reached": frozenset(line["check"]["reached"])}) for line in found),
                      key=lambda check: (check.seconds, check.title()))

    def jobs(self, family, proofs):
        """Pairs (key of a check or proof of this family, whether it is a proof)."""
        with tempfile.TemporaryDirectory() as folder:
            listed = pathlib.Path(folder) / "jobs"
            ended = watchdog.run(self.command(listed, "--family", family, *["--proofs"] * proofs,
                                              "--write-jobs", str(listed)), {}, LONGEST)
            if proofs and ended.code == 2 and f"nothing is called '{family}'" in ended.words:
                return []  # a family without proofs
            if ended.code != 0:
                raise ValueError(f"list of checks: expected exit code 0, found {ended.told()}")
            return [(job["key"], proofs) for job in read(listed)]

    def cover(self, family, key, proofs):
        """The check or proof of this key, as vars(Check), None where it does not pass; who ran it; and whether it took
        too long. An end without a verdict, as by a full disk, is a ValueError, and nothing to be remembered."""
        with tempfile.TemporaryDirectory() as folder:
            out, reached, only = (pathlib.Path(folder) / name for name in ("out.jsonl", "reached", "only"))
            only.write_text(key + "\n", encoding="utf-8")
            ended = watchdog.run(self.command(out, "--threads", "1", "--family", family, *["--proofs"] * proofs,
                                              "--only-jobs", str(only)),
                                 {"TOUCHSTONE_MUTANT": "coverage", "TOUCHSTONE_MUTANT_REACHED": str(reached)}, LONGEST)
            records = read(out)
            if ended.code not in ENDS:
                raise ValueError(f"{key}: expected a verdict without mutants, found {ended.told()}")
            line = {"job": (key, proofs), "check": None, "origin": {}, "slow": ended.code is None}
            bad = [one for one in records if one["verdict"] == "fail" or one["verdict"] != "pass" and not proofs]
            if ended.code != 0 or bad or not records or not reached.is_file():
                return line
            first = records[0]
            check = Check(family, first["scheme"], "balance" if proofs else first["metric"], ended.seconds,
                          numbers_of(records), sorted(map(int, reached.read_text(encoding="utf-8").split())),
                          first["params"]["model"] if proofs else "", 0 if proofs else systems_of(records))
            return {**line, "check": vars(check), "origin": {name: first[name] for name in ("host", "build")}}

    def repeats(self, check):
        """Whether the check finds the same numbers on the original once more."""
        with self.lock:
            if check.title() not in self.repeated:
                self.repeated[check.title()] = numbers_of(self.on_original(check)[1]) == check.numbers
            return self.repeated[check.title()]

    def on_mutant(self, check, number, seconds, seed=None):
        """(how it is killed, end, records) of one check on a mutant, where the original takes so many seconds. A full
        disk ends a program as a mutant may: ValueError where it ends the original, too."""
        ended, records = self.run(check, number, watchdog.limit(seconds), seed)
        how = how_killed(ended, records)
        if how in (CRASH, watchdog.MEMORY):
            self.on_original(check, seed)
        return how, ended, records

    def on_original(self, check, seed=None):
        """(end, records) of one check without mutants; ValueError for an end without a verdict."""
        ended, records = self.run(check, None, LONGEST, seed)
        if ended.code not in ENDS:
            raise ValueError(f"{check.title()}: expected a verdict without mutants, found {ended.told()}")
        return ended, records

    def judge(self, number, checks):
        """Runs the checks that reach a mutant, in their order, up to the first that kills it."""
        judged = Judged()
        for check in checks:
            if number not in check.reached:
                continue
            judged.checks += 1
            judged.how, ended, records = self.on_mutant(check, number, check.seconds)
            judged.seconds += ended.seconds
            if judged.how:
                judged.by = check
                return judged
            if numbers_of(records) != check.numbers and self.repeats(check):
                judged.changed.append(check.title())
        return judged


def how_killed(ended, records):
    """fail, crash, timeout or memory, or None: the program ended as it should and no verdict is a failure."""
    if ended.code is None:
        return watchdog.TIMEOUT
    if watchdog.wants_memory(ended):
        return watchdog.MEMORY
    if any(record["verdict"] == "fail" for record in records) or ended.code == 1:
        return "fail"
    return None if ended.code in (0, 3) else CRASH
