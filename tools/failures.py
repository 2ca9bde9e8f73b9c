#!/usr/bin/env python3
"""Failures and undecided verdicts in results files, worst first, each with the command that shows it again.

usage: failures.py FILE.jsonl...        prints nothing where nothing failed; exit code 0, 2 malformed file

Where a file holds a measurement twice, the worse verdict counts: nothing is run again to turn green.
"""

import json
import sys

import compare
from options import guarded

MOST = 20  # lines that a terminal shows; the report has them all


def failures(records):
    """Records that failed, then those that were not decided; one for each measurement."""
    worst = {}
    for record in records:
        key = json.dumps([record[field] for field in compare.KEY], sort_keys=True)
        if key not in worst or compare.RANK[record["verdict"]] >= compare.RANK[worst[key]["verdict"]]:
            worst[key] = record
    return sorted((record for record in worst.values() if record["verdict"] in ("fail", "inconclusive")),
                  key=lambda record: -compare.RANK[record["verdict"]])


def describe(record):
    note = f": {record['note']}" if record.get("note") else ""
    return f"  {record['verdict']}: {record['metric']}, {record['scheme']}{note}\n    {record.get('replay', '')}"


def main(files):
    try:
        found = failures(record for file in files for record in compare.read_results(file))
    except compare.MalformedResults as error:
        print(f"touchstone: {error}", file=sys.stderr)
        return 2
    for record in found[:MOST]:
        print(describe(record))
    if len(found) > MOST:
        print(f"  and {len(found) - MOST} more, in the report")
    return 0


if __name__ == "__main__":
    sys.exit(guarded("failures", lambda: main(sys.argv[1:])))
