#!/usr/bin/env python3
"""Puts the records of all shares of a plan together, in the order of the plan: each job once, one build. A job that two
processes made must have the same records both times, but for times and hosts; of timings, the same verdicts. Tells which jobs are missing, the verdicts, the chance of a false alarm over the whole plan, and, where a plan
has several seeds, what they give together.

Records are read twice, once for their places in the files and once in the order of the plan; what is kept of a job is 16
bytes of its key and its places."""

import argparse
import collections
import functools
import json
import os
import pathlib
import sys

import plans
import pools

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import junit  # pylint: disable=wrong-import-position
from options import guarded  # pylint: disable=wrong-import-position

VERDICTS = {"pass": 0, "not claimed": 0, "not run": 0, "inconclusive": 3, "fail": 1}
DECIDED = ("pass", "fail", "inconclusive")
NEEDED = ("job", "kind", "scheme", "metric", "verdict", "note", "replay", "seed", "params", "value", "build", "git")
TEXTS = ("kind", "scheme", "metric")
NUMBERS = ("value", "low", "high", "n_eff")
FALSE_ALARM = 1e-6  # of a decision of which the record does not say
SHOWN = 10  # keys of jobs that are missing, or that differ
# Parts in which two runs of the same job may differ: times, and what the machine did: how many threads took part, how many
# liftings could be compared before threads that race gave a leg up, and how many legs they gave up.
EFFORT = ("time", "seconds", "host", "milliseconds", "ran", "liftings", "with_violation")
EXAMPLES = """
examples:
  touchstone gather campaign
  touchstone gather campaign --out results/campaign.jsonl --junit verdicts.xml

exit codes: 0 all jobs pass, 1 some failed, or two runs of one job differ, 2 usage or malformed file, 3 inconclusive,
jobs are missing, or nothing could be judged
"""


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone gather", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR", help="what `touchstone work --into` was given")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="results file (default: DIR/results.jsonl)")
    parser.add_argument("--condense", type=pathlib.Path, metavar="FILE",
                        help="write one record for each measurement, too: values of several seeds pooled by weight, of all others "
                        "the first with the worst verdict (a report has no room for 10 000 records)")
    parser.add_argument("--any-build", action="store_true", help="accept records of several builds")
    junit.add_option(parser)
    return parser.parse_args(argv)


def without_effort(value):
    """The record without times and what its machine did, at any depth."""
    if isinstance(value, dict):
        return {name: without_effort(part) for name, part in value.items() if name not in EFFORT}
    return value


def wrong_fields(record):
    """Names of the fields that are missing, or of a wrong type."""
    record["job"]["id"].encode()
    wrong = [field for field in NEEDED if field not in record]
    wrong += [field for field in TEXTS if not isinstance(record.get(field), str)]
    wrong += [field for field in NUMBERS if not isinstance(record.get(field), (int, float, type(None)))]
    wrong += [] if isinstance(record.get("params"), dict) else ["params"]
    return wrong + ([] if record.get("verdict") in tuple(VERDICTS) else ["verdict"])


def lines_of(path):
    """The records of a file, each with its place; BadInput names a line that is no record."""
    place = 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
                wrong = wrong_fields(record)
            except (ValueError, KeyError, TypeError, AttributeError):
                wrong = ["job"]
            if wrong:
                raise plans.BadInput(f"{path}:{number}: expected a record of a job with '{wrong[0]}', found "
                                     f"{line[:40].decode('utf-8', 'replace')!r}")
            yield place, record
            place += len(line)


class Records:
    """The places of all records of a folder, by job."""

    def __init__(self, folder):
        self.files = sorted((folder / "records").glob("*.jsonl"))
        self.runs, self.seeds = {}, set()
        for number, path in enumerate(self.files):
            here = {}
            for place, record in lines_of(path):
                self.seeds.add(record["seed"])
                # A kill between two records of a job left the first of them: the last ones count.
                places, _ = here.get(record["job"]["id"], ({}, 1))
                places[record["job"].get("record", -len(places))] = place
                here[record["job"]["id"]] = places, record["job"].get("records", 1)
            for key, (places, count) in here.items():
                if len(places) < count:  # cut off between two records: run again, or missing
                    continue
                known = plans.digest(key)
                self.runs[known] = (*self.runs.get(known, ()), (number, *list(places.values())[-count:]))

    def of(self, key):
        """Lines of the runs of a job: [those of one file, those of another, ...]."""
        return [[self.line(number, place) for place in places] for number, *places in self.runs.get(plans.digest(key), ())]

    def line(self, number, place):
        file = opened(self.files[number])
        file.seek(place)
        return file.readline()


@functools.lru_cache(maxsize=256)  # jobs that are neighbours in a plan were run by different shares
def opened(path):
    return open(path, "rb")  # pylint: disable=consider-using-with


def disagreement(runs):
    """The part in which two runs of a job differ: '' nothing, 'values', 'verdicts'."""
    def verdicts(records):
        return [(record["metric"], record["verdict"]) for record in records]

    if len(runs) < 2:
        return ""
    if any(verdicts(other) != verdicts(runs[0]) for other in runs[1:]):
        return "verdicts"
    def results(records):
        return [without_effort({**record, "git": None, "build": None}) for record in records]

    if runs[0][0]["kind"] == "benchmark":
        return ""
    return "values" if any(results(other) != results(runs[0]) for other in runs[1:]) else ""


class Tally:
    """Counts over all records, which come one by one."""

    def __init__(self, pooling):
        self.pooling, self.jobs, self.records, self.chance = pooling, 0, 0, 0.0
        self.verdicts, self.pools, self.builds, self.unlike = collections.Counter(), {}, set(), []
        self.first, self.count = collections.defaultdict(list), collections.Counter()
        self.judged = False  # timings are no verdicts, and lack none

    def note(self, what, key):
        """Keeps the first keys of a kind: two verdicts, two values, missing."""
        self.count[what] += 1
        if len(self.first[what]) < SHOWN:
            self.first[what].append(key)

    def add(self, record, place):
        verdict = pools.judged(record)
        self.records += 1
        self.verdicts[verdict] += 1
        self.judged |= verdict in DECIDED or record["kind"] == "benchmark"
        if verdict in DECIDED:  # the chance that a correct code fails in this decision, at most
            self.chance += record["params"].get("false_alarm", FALSE_ALARM)
        if verdict in ("fail", "inconclusive"):
            self.unlike.append(f"{verdict}: {record['metric']} on {record['scheme']}: {record['note']}\n    {record['replay']}")
        self.builds.add(json.dumps([record["build"], record["git"]], sort_keys=True))
        if not self.pooling:
            return
        pools.add(self.pools, record, place)

    def tell(self, out):
        """Prints what was found and returns the exit code of the whole."""
        for text in self.unlike:
            print(text)
        for what in ("two verdicts", "two values", "missing"):
            for key in self.first[what]:
                print(f"{what}: {key}")
            if self.count[what] > SHOWN:
                print(f"{what}: {self.count[what] - SHOWN} more")
        with open(out, "rb") as file:
            for pool in self.pools.values():
                if pool.values():
                    file.seek(pool.place)
                    record = json.loads(file.readline())
                    print(f"{record['scheme']} {record['metric']}: {pool.text()}")
        print(f"{self.jobs - self.count['missing']} of {self.jobs} jobs, {self.records} records: "
              + "   ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items())) + f"   ({out})")
        print(f"chance that correct code fails somewhere: at most {self.chance:.2g}")
        if not self.judged:
            print("nothing was judged: no job could run here, or none tests a claim")
        codes = {VERDICTS[verdict] for verdict in self.verdicts} | (set() if self.judged else {3})
        codes |= {1} if self.count["two verdicts"] or self.count["two values"] else set()
        codes |= {3} if self.count["missing"] else set()
        return 1 if 1 in codes else 3 if 3 in codes else 0


def condense(tally, out, path):
    """Writes one record for each measurement."""
    with open(out, "rb") as file, open(path, "w", encoding="utf-8") as into:
        for pool in tally.pools.values():
            file.seek(pool.place)
            into.write(json.dumps(pool.condensed(json.loads(file.readline())), sort_keys=True) + "\n")


def gathered(folder, out, any_build, condensing):
    """The tally of a folder, whose records go to `out` in the order of the plan."""
    if not (folder / "plan.jsonl").is_file():
        raise plans.BadInput(f"{folder}: expected the folder of `touchstone work --into`, found no plan.jsonl in it")
    known, place = Records(folder), 0
    tally = Tally(condensing or len(known.seeds) > 1)
    new = out.with_name(out.name + ".new")
    with open(new, "wb") as file:
        for _, job in plans.lines(folder / "plan.jsonl"):
            tally.jobs += 1
            runs = known.of(job["key"])
            if not runs:
                tally.note("missing", job["key"])
                continue
            lines, runs = runs[0], [[json.loads(line) for line in run] for run in runs]
            for line, record in zip(lines, runs[0]):
                tally.add(record, place)
                file.write(line)
                place += len(line)
            if difference := disagreement(runs):
                tally.note(f"two {difference}", job["key"])
    if len(tally.builds) > 1 and not any_build:
        raise plans.BadInput(f"expected records of one build, found {len(tally.builds)}: {', '.join(sorted(tally.builds))} (--any-build)")
    os.replace(new, out)
    return tally


def main(argv=None):
    options = arguments(argv)
    out = options.out or options.folder / "results.jsonl"
    try:
        tally = gathered(options.folder, out, options.any_build, options.condense)
        if options.condense:
            condense(tally, out, options.condense)
        if options.junit:
            junit.write(options.junit, "touchstone gather", (record for _, record in lines_of(out)))
    except (plans.BadInput, OSError) as error:
        print(f"touchstone gather: {error}", file=sys.stderr)
        return 2
    return tally.tell(out)


if __name__ == "__main__":
    sys.exit(guarded("gather", main))
