"""Records of mutants (docs/records.md), and samples that can be drawn again."""

import collections
import dataclasses
import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from options import set_cut_line_aside  # noqa: E402

KILLED, SURVIVED, UNREACHED = "killed", "survived", "not reached"
METRIC = "generated mutant"
MOST_TOGETHER, MOST_OF_A_FILE = 300, 60


def chosen(mutants, files="*", names="*", sample=None, seed=1):
    """The mutants that two patterns choose, and of these a sample of `sample`, in the order of their hashes: a
    larger sample of the same seed begins with a smaller one, and what an interrupted run has finished is a sample,
    too."""
    def place(mutant):
        return hashlib.sha256(f"{seed}|{identity(mutant)}".encode()).hexdigest()

    return sorted((m for m in mutants if matches(m.file, files) and matches(m.operator, names)), key=place)[:sample]


def parts(mutants):
    """Lists of mutants that are built together. So many that a build is a matter of minutes, and so few of one file
    that no compiler is slow for its sake: of 219 in a file of vector code it took more than 17 minutes."""
    part, of_file = [], collections.Counter()
    for mutant in mutants:
        if len(part) == MOST_TOGETHER or of_file[mutant.file] == MOST_OF_A_FILE:
            yield part
            part, of_file = [], collections.Counter()
        part.append(mutant)
        of_file[mutant.file] += 1
    if part:
        yield part


def matches(name, pattern):
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, pattern + "/*")


def identity(mutant):
    return f"{mutant.file}:{mutant.line}:{mutant.column} {mutant.operator}: {mutant.original} -> {mutant.mutated}"


def difference(text, mutant):
    """The lines of the source before and after, each with its sign."""
    first = text.rfind("\n", 0, mutant.start) + 1
    last = text.find("\n", mutant.end)
    last = len(text) if last < 0 else last
    before = text[first:last]
    mutated = mutant.mutated.encode("utf-8").decode("latin-1")
    after = text[first:mutant.start] + mutated + text[mutant.end:last]
    lines = ["-" + line for line in before.split("\n")]
    lines += ["+" + line for line in after.split("\n") if line.strip()]
    return "\n".join(lines).encode("latin-1").decode("utf-8", "replace")


def key(mutant, source, seed):
    return "|".join(["mutation", source.family, identity(mutant), source.digest, str(seed)])


def outcome(judged):
    if judged.how:
        return KILLED
    return SURVIVED if judged.checks else UNREACHED


def compared(judged):
    """Facts of the trial for equality with the original: null where none was made."""
    tried = judged.tried
    return {"differs": (judged.changed or [tried and tried.differs])[0], "compared_runs": tried and tried.runs,
            "compared_systems": tried and tried.systems}


def record(mutant, judged, source, seed, origin):
    """The record of a mutant that was judged; `source` is its file."""
    text, digest = source.text, source.digest
    end = outcome(judged)
    by = judged.by
    facts = {"outcome": end, "how": judged.how, "killed_by": by.name if by else None,
             "killed_on": by.scheme if by else None, "milliseconds": 1000 * judged.seconds,
             "checks": judged.checks, "changed": len(judged.changed), "example": (judged.changed or [None])[0],
             **compared(judged),
             "diff": difference(text, mutant)}
    return {"schema": "touchstone-result/1", "key": key(mutant, source, seed),
            "job": {"id": key(mutant, source, seed), "records": 1, "record": 1}, "kind": "mutation",
            "family": source.family, "scheme": mutant.file, "backend": "mutant", "class": "S",
            "params": {"line": mutant.line, "column": mutant.column, "operator": mutant.operator,
                       "function": mutant.function, "original": mutant.original, "mutated": mutant.mutated,
                       "digest": digest, "number": mutant.id},
            "seed": seed, "metric": METRIC, "value": 1 if end == KILLED else 0, "low": None, "high": None,
            "facts": facts, "verdict": "pass" if end == KILLED else "inconclusive", "seconds": judged.seconds,
            "replay": replay(mutant, source.family), "note": note(facts), **common(origin)}


def common(origin):
    """The fields that all records of this verb have alike."""
    return {"threads": 1, "ranks": 1, "n_eff": None, "expected": None, "z": None, "p": None, "allowance": None,
            "origin": None, "host": origin.get("host", {}), "build": origin.get("build", {}), "git": git(),
            "time": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}


def note(facts):
    """One line for people."""
    if facts["outcome"] == KILLED:
        return f"killed by {facts['killed_by']} on {facts['killed_on']} ({facts['how']})"
    if facts["outcome"] == UNREACHED:
        return "survivor: no check reaches it"
    if facts["changed"]:
        return (f"survivor: {facts['changed']} of {facts['checks']} checks find other numbers, and pass "
                f"({facts['example']})")
    if facts["differs"]:
        return f"survivor: differs ({facts['differs']})"
    same = f"survivor: the same numbers in all {facts['checks']} checks that reach it"
    if facts["compared_runs"] is None:
        return same
    if not facts["compared_runs"]:
        return f"{same}, none of which other seeds change"
    systems = f"on {facts['compared_systems']} drawn systems, " if facts["compared_systems"] else ""
    return f"{same}; equal {systems}in {facts['compared_runs']} runs with other seeds"


def cases(records):
    """The record of each mutant, by its place and its change: for junit.py."""
    return [{**one, "metric": "{line}:{column} {operator}: {original} -> {mutated}".format(**one["params"])}
            for one in records]


def replay(mutant, family):
    return (f"./touchstone mutate --family {family} --file '{mutant.file}' --operator '{mutant.operator}' "
            f"--line {mutant.line}")


@dataclasses.dataclass
class Source:
    """A file: its text, a short name of its content, the family whose checks judge its mutants."""
    text: str
    digest: str
    family: str


def git():
    sha = os.environ.get("TOUCHSTONE_GIT_SHA", "")
    return {"sha": sha or None, "dirty": os.environ.get("TOUCHSTONE_GIT_DIRTY") == "1"}


class File:
    """A results file that records are appended to. With `resume`, what is finished is known by its key."""

    def __init__(self, path, resume):
        self.path, self.finished = path, {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            set_cut_line_aside(path)
            for number, line in enumerate(path.read_bytes().splitlines(), start=1):
                self._take(number, line, resume)

    def _take(self, number, line, resume):
        try:
            found = json.loads(line)
            known = found["schema"] == "touchstone-result/1" and found["key"]
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise ValueError(f"{self.path}:{number}: expected a record with schema 'touchstone-result/1', "
                             f"found {line[:40].decode('utf-8', 'replace')!r}; write results of this verb to "
                             "a file of their own")
        if resume:
            self.finished[found["key"]] = found

    def append(self, one):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(one, ensure_ascii=False) + "\n")
