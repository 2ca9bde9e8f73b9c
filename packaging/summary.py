#!/usr/bin/env python3
"""Prints a short page in Markdown for the summary of a job: verdicts of each program, and how to see failures again.

usage: summary.py CODE [FILE.jsonl...]      CODE: exit code of all checks
"""

import collections
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import compare  # noqa: E402
import failures  # noqa: E402

VERDICTS = ("pass", "fail", "inconclusive", "not claimed", "not run")
WORDS = {0: "pass", 1: "fail", 2: "bad usage or bad data: see the log", 3: "inconclusive"}


def page(code, records):
    """The lines of the page."""
    counts = collections.defaultdict(collections.Counter)
    for record in records:
        counts[record["scheme"]][record["verdict"]] += 1
    lines = [f"## Touchstone: {WORDS.get(code, f'ended with exit code {code}')}", ""]
    if counts:
        lines += ["| program | " + " | ".join(VERDICTS) + " |", "|---" * (len(VERDICTS) + 1) + "|"]
        lines += [f"| `{scheme}` | " + " | ".join(str(of[verdict]) for verdict in VERDICTS) + " |"
                  for scheme, of in sorted(counts.items())]
    for record in failures.failures(records)[:failures.MOST]:
        # Words of the program's stay words: indented lines are shown as they are.
        said = f"{record['verdict']}: {record['metric']}, {record['scheme']}: {record.get('note', '')}".splitlines()
        lines += ["", *(f"    {line}" for line in [*said, record.get("replay", "")])]
    alarms = {record["params"]["false_alarm"] for record in records if "false_alarm" in record.get("params", {})}
    if alarms:
        lines += ["", f"A right program fails one check with a chance of at most {max(alarms):g}. The log of the check names the "
                  "smallest effect that each check would have seen."]
    return lines


def main(arguments):
    if not arguments or not arguments[0].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    try:
        records = [record for file in arguments[1:] if pathlib.Path(file).is_file() for record in compare.read_results(file)]
    except compare.MalformedResults as error:
        print(f"summary.py: {error}", file=sys.stderr)
        return 2
    print("\n".join(page(int(arguments[0]), records)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
