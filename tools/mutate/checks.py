"""The checks that judge mutants: how long each takes, which mutants it reaches, what it says of one."""

import concurrent.futures
import dataclasses
import json
import pathlib
import re
import tempfile

import watchdog

LONGEST = 600.0  # seconds that any check may take on the original
NUMBERS = ("metric", "verdict", "value", "low", "high", "n_eff", "z", "p")
_THREADS = re.compile(r"; threads that ran: [\d, ]*")


@dataclasses.dataclass
class Check:
    """One check of one correct scheme."""
    family: str
    scheme: str
    name: str
    seconds: float
    numbers: str = ""  # everything it found, as text; empty where two runs differ
    reached: frozenset = frozenset()
    model: str = ""  # tiny model of a proof of balance; empty: a check
    systems: int = 0  # that it draws

    def title(self):
        return f"{self.name} on {self.scheme}" + (f" ({self.model})" if self.model else "")


@dataclasses.dataclass
class Judged:
    """The end of a mutant. `how`: fail, crash or timeout of the check `by`; None: it survived."""
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

    return json.dumps([[*(record.get(field) for field in NUMBERS), _THREADS.sub("", record.get("note") or ""),
                        lasting(record.get("facts")), lasting(record["params"])] for record in records],
                      sort_keys=True)


def systems_of(records):
    """How many systems were drawn, as the records say."""
    return sum((record.get("facts") or {}).get("systems", 0) for record in records)


def proofs(family, records):
    """The proofs of balance without a failure: one for each scheme and tiny model."""
    models = {}
    for record in records:
        models.setdefault((record["scheme"], record["params"]["model"]), []).append(record)
    return [Check(family, scheme, "balance", sum(one["seconds"] for one in some), numbers_of(some), model=model)
            for (scheme, model), some in models.items() if all(one["verdict"] != "fail" for one in some)]


class Program:
    """The program with mutants."""

    def __init__(self, path, seed=1):
        self.path, self.seed = path, seed
        self.origin = {}  # host and build of the records, as the program writes them

    def command(self, out, *options, seed=None):
        return [str(self.path), "--seed", str(seed or self.seed), "--out", str(out), *options]

    def one(self, check, out, seed=None):
        which = ("--proofs", "--model", check.model) if check.model else ("--check", check.name)
        return self.command(out, "--threads", "1", "--scheme", check.scheme, *which, seed=seed)

    def run(self, check, number, seconds, seed=None):
        """(end, records) of one check on a mutant, or with None on the original."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.jsonl"
            ended = watchdog.run(self.one(check, out, seed), {"TOUCHSTONE_MUTANT": str(number or 0)}, seconds)
            return ended, read(out)

    def checks(self, families, threads, say=print):
        """The checks of these families that pass on the original, with what each reaches; cheapest first."""
        found = []
        for family in families:
            for record in self.all_records("--family", family, "--threads", str(threads)):
                self.origin = {"host": record["host"], "build": record["build"]}
                if record["verdict"] == "pass":
                    found.append(Check(family, record["scheme"], record["metric"], record["seconds"],
                                       numbers_of([record]), systems=systems_of([record])))
            found += proofs(family, self.all_records("--proofs", "--family", family, "--threads", str(threads)))
        say(f"mutate: {len(found)} checks pass on the original; which mutants do they reach?")
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            passed = list(pool.map(self.cover, found))
        return sorted((check for check, alone in zip(found, passed) if alone), key=lambda check: check.seconds)

    def all_records(self, *options):
        """Records of a run of the original with these options."""
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "clean.jsonl"
            watchdog.run(self.command(out, *options), {}, 60 * LONGEST)
            return read(out)

    def cover(self, check):
        """Fills in what a check reaches; False when it does not pass alone."""
        with tempfile.TemporaryDirectory() as folder:
            out, reached = pathlib.Path(folder) / "out.jsonl", pathlib.Path(folder) / "reached"
            ended = watchdog.run(self.one(check, out), {"TOUCHSTONE_MUTANT": "coverage",
                                                        "TOUCHSTONE_MUTANT_REACHED": str(reached)}, LONGEST)
            records = read(out)
            if ended.code != 0 or not reached.is_file():
                return False
            check.reached = frozenset(map(int, reached.read_text(encoding="utf-8").split()))
            check.seconds = ended.seconds
            if numbers_of(records) != check.numbers:
                check.numbers = ""
        return True

    def judge(self, number, checks):
        """Runs the checks that reach a mutant, in their order, up to the first that kills it."""
        judged = Judged()
        for check in checks:
            if number not in check.reached:
                continue
            judged.checks += 1
            ended, records = self.run(check, number, watchdog.limit(check.seconds))
            judged.seconds += ended.seconds
            judged.how = how_killed(ended, records)
            if judged.how:
                judged.by = check
                return judged
            if check.numbers and numbers_of(records) != check.numbers:
                judged.changed.append(check.title())
        return judged


def how_killed(ended, records):
    """fail, crash or timeout, or None: the program ended as it should and no verdict is a failure."""
    if ended.code is None:
        return watchdog.TIMEOUT
    if any(record["verdict"] == "fail" for record in records) or ended.code == 1:
        return "fail"
    return None if ended.code in (0, 3) else "crash"
