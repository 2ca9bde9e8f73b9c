#!/usr/bin/env python3
"""Measures what a plan of many jobs costs: the choice of a share, what sbatch is asked for, gather, and the report. Plan and
records are made up, of 1000 measurements with as many seeds as there must be, and have the form and size of real ones.

usage: scale.py JOBS...      for instance 10000 100000 1000000, which takes 2 kB of disk for each job, twice
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import plans

HERE = pathlib.Path(__file__).resolve().parent
MEASUREMENTS = 1000
SHARES = 64
BUILD = {"sha": "0" * 40, "dirty": False}
RECORD = {"schema": "touchstone-result/1", "kind": "validation", "family": "mpmc", "backend": "openmp", "class": "B", "threads": 2,
          "ranks": 1, "metric": "pressure", "verdict": "pass", "expected": {"value": 9.17, "uncertainty": 1e-4, "source": "made up " * 12},
          "allowance": {"value": 1e-3, "why": "made up " * 12}, "facts": {"smallest_effect": 1e-3}, "z": 0.3, "p": 0.7, "note": "made up " * 30,
          "replay": "./touchstone validate --class B --experiment mpmc/pressures --scheme mpmc/checkerboard-openmp " * 3, "seconds": 12.5,
          "host": {"cpu": "made up", "gpu": None, "cores": 2}, "build": {"compiler": "g++ 12", "flags": "-O3 " * 20, "type": "Release"},
          "git": BUILD, "time": "2026-01-02T03:04:05Z"}


def make(folder, jobs):
    """A plan, and the folder of records that its shares would have made."""
    (folder / "campaign/records").mkdir(parents=True)
    files = [open(folder / f"campaign/records/{share:02}.jsonl", "w", encoding="utf-8") for share in range(SHARES)]
    with open(folder / "plan.jsonl", "w", encoding="utf-8") as plan:
        for number in range(jobs):
            which, seed = number % MEASUREMENTS, number // MEASUREMENTS + 1
            key = f"validation|mpmc/checkerboard-{which}|pressure|{which}|{seed}|" + "x" * 150
            plan.write(json.dumps({"schema": plans.SCHEMA, "key": key, "verb": "validate", "arguments": ["--class", "B", "--seed", str(seed)],
                                   "cost": 1 + which, "with": "", "threads": 2, "ranks": 1, "memory": 10**8 + which, "needs": [], "seed": seed,
                                   "build": BUILD, "title": f"mpmc/pressures/{which}"}) + "\n")
            value = 9.17 + 1e-4 * (seed % 7 - 3)
            files[hash(key) % SHARES].write(json.dumps(
                {**RECORD, "key": key, "job": {"id": key, "records": 1, "record": 1}, "scheme": f"mpmc/checkerboard-{which}", "seed": seed, "value": value,
                 "low": value - 2e-4, "high": value + 2e-4, "n_eff": 1000.0, "params": {"disks": 65536, "packing_fraction": 0.001 * which}}) + "\n")
    for file in files:
        file.close()
    os.link(folder / "plan.jsonl", folder / "campaign/plan.jsonl")


def cost(words):
    """(processor seconds, largest memory in MiB) of a command."""
    with subprocess.Popen([sys.executable, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as ran:
        told = ran.stderr.read()
        _, status, spent = os.wait4(ran.pid, 0)
        ran.returncode = os.waitstatus_to_exitcode(status)
    if ran.returncode:
        sys.exit(f"{words}: {told}")
    return spent.ru_utime + spent.ru_stime, spent.ru_maxrss / 1024


def main(counts):
    print("| jobs | `work` chooses one of 64 shares | `plan --sbatch` | `gather`, condensed as well | `report` of all records |")
    for jobs in counts:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            make(folder, jobs)
            choose = f"import sys; sys.path.insert(0, {str(HERE)!r}); import plans; plans.share({str(folder / 'plan.jsonl')!r}, 3, {SHARES})"
            commands = (["-c", choose], [HERE / "plan.py", "--sbatch", folder / "plan.jsonl"],
                        [HERE / "gather.py", folder / "campaign", "--condense", folder / "condensed.jsonl"],
                        [HERE.parent.parent / "reports/build.py", "--results", folder / "campaign/results.jsonl", "--out", folder / "report"])
            print(f"| {jobs} | " + " | ".join("{:.2g} s, {:.0f} MiB".format(*cost(words)) for words in commands) + " |", flush=True)
    return 0


if __name__ == "__main__":
    if not sys.argv[1:] or not all(word.isdigit() and int(word) > 0 for word in sys.argv[1:]):
        sys.exit(__doc__)
    sys.exit(main([int(word) for word in sys.argv[1:]]))
