"""Runs of touchstone_benchmarks, for the programs here that compare them with each other."""

import json
import os
import pathlib
import subprocess
import sys


def fail(message):
    """Bad input: says so in the name of the program, and ends it with exit code 2."""
    print(f"{pathlib.Path(sys.argv[0]).stem}: {message}", file=sys.stderr)
    raise SystemExit(2)


def timed(path, unit_of):
    """The records of a file with a unit, as (record, unit, value); `unit_of(metric)` is None for others."""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        try:
            record = json.loads(line)
        except ValueError as error:
            fail(f"{path}:{number}: expected one JSON object per line, found {error}")
        unit, value = unit_of(record.get("metric", "")), record.get("value")
        if unit is None or record.get("verdict") == "not run":
            continue
        if not isinstance(value, (int, float)) or not value > 0:
            fail(f"{path}:{number}: {record.get('scheme')} has no rate: {record.get('note')}")
        yield record, unit, value


def per_second(metric):
    """Exponent that makes a rate of a timed value, or None for what is no time."""
    if metric.endswith("per second"):
        return 1
    return -1 if metric.startswith(("seconds ", "nanoseconds ")) else None


def environment():
    """That of `./touchstone`: waiting threads of OpenMP sleep after about a tenth of a millisecond."""
    if os.environ.get("OMP_WAIT_POLICY"):
        return dict(os.environ)
    return {**os.environ, "GOMP_SPINCOUNT": os.environ.get("GOMP_SPINCOUNT") or "5000"}


def run_once(program, arguments, folder):
    """The results file of one run of each entry."""
    out = folder / "run.jsonl"
    out.unlink(missing_ok=True)
    command = [program, "--out", str(out), "--runs", "1", *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=environment())
    if done.returncode != 0:
        fail(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    return out


def available_cores():
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0))


def append_records(path, records):
    """Appends records to a results file, which is made with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def parse(parser, arguments):
    """The options, with `rest`: what stands after --. (argparse loses it behind an option.)"""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:end])
    options.rest = arguments[end + 1 :]
    return options


def exit_code(verdicts):
    """1 with a failure, else 3 with something inconclusive, else 0."""
    return 1 if "fail" in verdicts else 3 if "inconclusive" in verdicts else 0
