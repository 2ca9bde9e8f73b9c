#!/usr/bin/env python3
"""Puts the records of all shares of a plan together, in the order of the plan: each job once, one build. A job that two
processes made must have the same verdicts both times; where values differ, as times do, and counts of threads that race,
that is told. Tells which jobs are missing, the verdicts, the chance of a false alarm over the whole plan, and, where a plan
has several seeds, what they give together."""

import argparse
import collections
import json
import math
import os
import pathlib
import sys

import plans

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import junit  # pylint: disable=wrong-import-position

VERDICTS = {"pass": 0, "not claimed": 0, "not run": 0, "inconclusive": 3, "fail": 1}
DECIDED = ("pass", "fail", "inconclusive")
NEEDED = ("job", "kind", "scheme", "metric", "verdict", "note", "replay", "seed", "params", "value", "build", "git")
FALSE_ALARM = 1e-6  # of a decision of which the record does not say
EFFORT = ("time", "seconds", "host", "milliseconds")  # what two runs of the same job may differ in
EXAMPLES = """
examples:
  touchstone gather campaign
  touchstone gather campaign --out results/campaign.jsonl --junit verdicts.xml

exit codes: 0 all jobs pass, 1 some failed, or two runs of one job have other verdicts, 2 usage, 3 inconclusive, or jobs
are missing
"""


def arguments(argv):
    parser = argparse.ArgumentParser(prog="touchstone gather", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR", help="what `touchstone work --into` was given")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="results file (default: DIR/results.jsonl)")
    parser.add_argument("--any-build", action="store_true", help="accept records of several builds")
    junit.add_option(parser)
    return parser.parse_args(argv)


def without_effort(value):
    """The record without times and hosts, at any depth."""
    if isinstance(value, dict):
        return {name: without_effort(part) for name, part in value.items() if name not in EFFORT}
    return value


def records_of(folder):
    """{job: [its records from one file, from another, ...]}; BadInput names a line that is no record."""
    found = collections.defaultdict(list)
    for path in sorted((folder / "records").glob("*.jsonl")):
        here = collections.defaultdict(list)
        with open(path, encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                try:
                    record = json.loads(line)
                    missing = [field for field in NEEDED if field not in record]
                    here[record["job"]["id"]].append(record)
                except (ValueError, KeyError, TypeError):
                    missing = ["job"]
                if missing:
                    raise plans.BadInput(f"{path}:{number}: expected a record of a job with '{missing[0]}', found {line[:40]!r}")
        for key, records in here.items():  # a kill between two records of a job left the first of them
            found[key].append(records[-records[-1]["job"].get("records", 1):])
    return found


def disagreement(runs):
    """The part in which two runs of a job differ: '' nothing, 'values', 'verdicts'."""
    def verdicts(records):
        return [(record["metric"], record["verdict"]) for record in records]

    if any(verdicts(other) != verdicts(runs[0]) for other in runs[1:]):
        return "verdicts"
    first = [without_effort(record) for record in runs[0]]
    return "values" if any([without_effort(record) for record in other] != first for other in runs[1:]) else ""


def false_alarm(records):
    """Chance that a correct code fails in one of these decisions, at most."""
    return sum((record.get("params") or {}).get("false_alarm", FALSE_ALARM) for record in records
               if record["verdict"] in DECIDED)


def pooled(records):
    """Lines of text on validated values that several seeds have: mean weighted by effective samples, its error, and
    whether the seeds scatter as their errors say."""
    alike = collections.defaultdict(list)
    for record in records:
        if record["kind"] == "validation" and None not in (record.get("low"), record.get("high"), record.get("value")):
            name = (record["scheme"], record["metric"], json.dumps(record["params"], sort_keys=True))
            alike[name].append(record)
    for (scheme, metric, _), group in sorted(alike.items()):
        if len({record["seed"] for record in group}) < 2:
            continue
        errors = [(record["high"] - record["low"]) / 3.92 for record in group]
        weights = [record.get("n_eff") or 1.0 for record in group]
        whole = sum(weights)
        mean = sum(w * record["value"] for w, record in zip(weights, group)) / whole
        error = math.sqrt(sum((w * e) ** 2 for w, e in zip(weights, errors))) / whole
        scatter = sum(((record["value"] - mean) / e) ** 2 for record, e in zip(group, errors) if e > 0)
        yield (f"{scheme} {metric}: {mean:.8g} +- {error:.2g} of {len(group)} seeds "
               f"(sum of squared deviations over errors {scatter:.1f}, expected {len(group) - 1})")


def main(argv=None):
    options = arguments(argv)
    try:
        if not (options.folder / "plan.jsonl").is_file():
            raise plans.BadInput(f"{options.folder}: expected the folder of `touchstone work --into`, found no plan.jsonl in it")
        jobs, found = plans.read(options.folder / "plan.jsonl"), records_of(options.folder)
        records, missing, differ = [], [], {"verdicts": [], "values": []}
        for job in jobs:
            if job["key"] not in found:
                missing.append(job["key"])
                continue
            runs = found[job["key"]]
            records += runs[0]
            if difference := disagreement(runs):
                differ[difference].append(job["key"])
        builds = {json.dumps([record["build"], record["git"]], sort_keys=True) for record in records}
        if len(builds) > 1 and not options.any_build:
            raise plans.BadInput(f"expected records of one build, found {len(builds)}: {', '.join(sorted(builds))} (--any-build)")
        out = options.out or options.folder / "results.jsonl"
        new = out.with_name(out.name + ".new")
        new.write_text("".join(json.dumps(record, sort_keys=True) + "\n" for record in records), encoding="utf-8")
        os.replace(new, out)
    except (plans.BadInput, OSError) as error:
        print(f"touchstone gather: {error}", file=sys.stderr)
        return 2
    junit.write(options.junit, "touchstone gather", records)
    return told(jobs, records, missing, differ, out)


def told(jobs, records, missing, differ, out):
    """Prints what was found and returns the exit code of the whole."""
    counts = collections.Counter(record["verdict"] for record in records)
    for record in records:
        if record["verdict"] in ("fail", "inconclusive"):
            print(f"{record['verdict']}: {record['metric']} on {record['scheme']}: {record['note']}\n    {record['replay']}")
    for what, keys in (("two verdicts", differ["verdicts"]), ("two values", differ["values"]), ("missing", missing)):
        for key in keys[:10]:
            print(f"{what}: {key}")
        if len(keys) > 10:
            print(f"{what}: {len(keys) - 10} more")
    for line in pooled(records):
        print(line)
    print(f"{len(jobs) - len(missing)} of {len(jobs)} jobs, {len(records)} records: "
          + "   ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())) + f"   ({out})")
    print(f"chance that correct code fails somewhere: at most {false_alarm(records):.2g}")
    codes = {VERDICTS.get(verdict, 1) for verdict in counts} | ({1} if differ["verdicts"] else set()) | ({3} if missing else set())
    return 1 if 1 in codes else 3 if 3 in codes else 0


if __name__ == "__main__":
    sys.exit(main())
