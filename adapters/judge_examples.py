#!/usr/bin/env python3
"""Every example of the adapters, begun by `touchstone external new`, is compiled and judged by the suite: it passes
all checks of its claims, and with a fault planted in its text one check fails. A program whose start costs much is
judged within a budget. Without --full, programs in C++ are asked all checks, others, which say the same through the
same protocol, the one that their fault fails, and the event chains, which there are in Python alone, all with little effort.

usage: judge_examples.py --build DIR [--full]
exit code 0 all as expected, 1 something is not, 77 nothing was run since the program of checks is not built
"""

import argparse
import dataclasses
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import demo
import external

SECONDS = 600
LITTLE = ["--effort", "0.1"]  # of programs on ranks and event chains, where nothing says --full


@dataclasses.dataclass(frozen=True)
class Fault:
    text: str
    instead: str
    check: str


REVERSAL = "integrator/time reversal"
# The fault of disks and shapes: bodies behind in the list are not seen; of integrators: friction; of stars: kicks
# without regard to masses; of chains: disks that are too large; of event chains: they end where disks meet.
FAULTS = {
    ("python", "disks"): Fault("all(j == i or", "all(j >= i or", "property/legal"),
    ("python", "shapes"): Fault("all(j == i or", "all(j >= i or", "shapes/legal"),
    ("python", "overlaps"): Fault("<= radius_a", "<= radius_a - 1e-9", "overlap/random bodies"),
    ("python", "longrange"): Fault("self.p = [p +", "self.p = [0.999 * p +", REVERSAL),
    ("python", "stars"): Fault("one, two = b[1] / mass, a[1] / mass", "one, two = 0.5, 0.5", "cmc/encounters"),
    ("python", "chains"): Fault("1 - offset * offset", "1 + 1e-9 - offset * offset", "legs/one chain"),
    ("python", "event_chains"): Fault("i, left = met, left - way", "left = 0", "exact start/one sweep"),
    ("c++", "disks"): Fault("j != i && std", "j < i && std", "property/legal"),
    ("c++", "shapes"): Fault("j != i &&", "j < i &&", "shapes/legal"),
    ("c++", "overlaps"): Fault("<= radius_a", "<= radius_a + 1e-9", "overlap/random bodies"),
    ("c++", "longrange"): Fault("p[i] +=", "p[i] += -0.001 * p[i] +", REVERSAL),
    ("c++", "stars"): Fault("one = b.mass / mass, two = a.mass / mass", "one = 0.5, two = 0.5", "cmc/encounters"),
    ("c++", "chains"): Fault("1 - offset * offset", "1 + 1e-9 - offset * offset", "legs/one chain"),
    ("fortran", "disks"): Fault("j == i .or.", "j >= i .or.", "property/legal"),
    ("fortran", "shapes"): Fault("j == i .or.", "j >= i .or.", "shapes/legal"),
    ("fortran", "overlaps"): Fault("<= radius_a", "<= radius_a - 1e-9_real64", "overlap/random bodies"),
    ("fortran", "longrange"): Fault("p = p", "p = 0.999 * p", REVERSAL),
    ("fortran", "stars"): Fault("one = stars(1, k + 1) / mass", "one = 0.5_real64", "cmc/encounters"),
    ("fortran", "chains"): Fault("1 - offset * offset", "1 + 1e-9_real64 - offset * offset", "legs/one chain"),
    ("julia", "disks"): Fault("j != i &&", "j < i &&", "property/legal"),
    ("julia", "shapes"): Fault("j != i &&", "j < i &&", "shapes/legal"),
    ("julia", "overlaps"): Fault("<= radius_a", "<= radius_a - 1e-9", "overlap/random bodies"),
    ("julia", "stars"): Fault("one, two = b[1] / mass, a[1] / mass", "one, two = 0.5, 0.5", "cmc/encounters"),
    ("julia", "chains"): Fault("1 - offset * offset", "1 + 1e-9 - offset * offset", "legs/one chain"),
    ("julia", "longrange"): Fault("p .+=", "p .+= -0.001 .* p .+", REVERSAL),
}


def examples():
    """[(language, kind of systems)] of all examples."""
    return [(name, kind) for name, language in external.LANGUAGES.items() for kind in external.KINDS
            if language.example(kind)]


def missing_tool(name):
    """The program that this machine lacks to run the examples of a language, or ''."""
    tool = {"c++": "g++", "fortran": "gfortran", "python": "python3"}.get(name, name)
    return "" if shutil.which(tool) else tool


def begun(name, kind, folder, fault=None):
    """Folder of a new program, compiled, with the fault in it; ValueError where it does not compile."""
    language = external.LANGUAGES[name]
    copies = external.plan(language, kind, pathlib.Path(folder))
    external.copy_all(copies)
    if fault:
        plant(fault, [target for _, target in copies[:2]])
    if language.build:
        done = subprocess.run(language.build.format(kind), shell=True, cwd=folder, capture_output=True, text=True,
                              timeout=SECONDS, check=False)
        if done.returncode != 0:
            raise ValueError(f"{language.build.format(kind)}: {done.stderr[:3000]}")
    return copies[2][1]


def plant(fault, files):
    """Puts the fault into the first of these files that has its text; ValueError where none has."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        if fault.text in text:
            file.write_text(text.replace(fault.text, fault.instead, 1), encoding="utf-8")
            return
    raise ValueError(f"{' and '.join(file.name for file in files)} have no '{fault.text}' to plant a fault in")


def check(program, description, *words):
    """(exit code, output) of `check`, whose records are in check.jsonl beside the description."""
    records = description.with_name("check.jsonl")
    records.unlink(missing_ok=True)
    done = subprocess.run([program, "check", *words, "--external", description, "--out", records], capture_output=True,
                          text=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout + done.stderr


def caught(program, description, *words):
    """(whether a check fails on what the program answers, exit code and output of `check`)."""
    code, output = check(program, description, *words)
    return code == 1 and demo.fails(description.with_name("check.jsonl")), f"exit code {code}\n{output}"


def problems(program, name, described, fault, *words):
    """Lines on what is not as it should be: the program that `described(folder, fault)` makes passes all checks, or those
    that `words` choose, and one of them catches the fault. With little effort some may be inconclusive."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        code, output = check(program, described(pathlib.Path(scratch, "right"), None), *words)
        if code != 0 and not (code == 3 and words[:2] == tuple(LITTLE)):
            found.append(f"{name}: expected that all checks pass, found exit code {code}\n{output}")
        seen, output = caught(program, described(pathlib.Path(scratch, "wrong"), fault), fault.check)
        if not seen:
            found.append(f"{name}: expected that '{fault.check}' catches '{fault.instead}', found {output}")
    return found


def judge(program, candidates):
    """The lines of `problems` of all (name, described, fault, words...); what came of each is printed."""
    found = []
    for candidate in candidates:
        more = problems(program, *candidate)
        print(f"{candidate[0]}: {'not as expected' if more else 'passes, and its fault is caught'}", flush=True)
        found += more
    return found


def candidates(full):
    """(name, described, fault, words...) of the examples that this machine can run."""
    for name, kind in examples():
        if missing_tool(name):
            print(f"{name}, {kind}: not run, there is no {missing_tool(name)} here")
        else:
            fault = FAULTS[name, kind]
            alone = not external.LANGUAGES["c++"].example(kind)
            words = [] if full or name == "c++" else LITTLE if alone else [fault.check]
            yield f"{name}, {kind}", functools.partial(begun, name, kind), fault, *words


def within_budget(program, how):
    """(exit code, output, records) of a program whose start takes 20 ms, in a budget of 10 s."""
    with tempfile.TemporaryDirectory() as scratch:
        description = pathlib.Path(scratch, "costly.json")
        costly = external.ADAPTERS.parent / "checkers" / "external" / "costly_start.py"
        description.write_text(json.dumps({
            "format": "touchstone-external/1", "name": "costly", "simulates": "disks",
            "command": ["env", f"PYTHONPATH={external.ADAPTERS / 'python' / 'src'}", "python3", str(costly), "0.02", how],
            "claims": ["global balance", "conserves particles"]}), encoding="utf-8")
        code, output = check(program, description, "property/legal", "exact start/one sweep", "--budget", "10s")
        lines = description.with_name("check.jsonl").read_text(encoding="utf-8").splitlines()
        return code, output, [json.loads(line) for line in lines]


def problems_of_budgets(program):
    """Lines on what is not as it should be in a budget: a fault is found, and what was not run in full says so."""
    found = []
    code, output, records = within_budget(program, "right")
    for record in records:
        whole = record["metric"] == "property/legal"
        if record["verdict"] != ("pass" if whole else "inconclusive") or not (whole or "would do" in record["note"]):
            found.append(f"budget: {record['metric']} is {record['verdict']}: {record['note']}")
    if code != 3 or len(records) != 2 or "estimate: about" not in output or "budget: 1 in full" not in output:
        found.append(f"budget: expected an inconclusive check, found exit code {code}\n{output}")
    code, output, records = within_budget(program, "late")
    if code != 1:
        found.append(f"budget: expected that a fault is caught, found exit code {code}\n{output}")
    return found


def main(description, problems_of):
    """The command line of this file and its neighbours: prints the lines of `problems_of(program, full)`; the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, metavar="DIR")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    program = options.build.resolve() / "touchstone_checkers"
    if not os.access(program, os.X_OK):
        print(f"not run: there is no {program}")
        return 77
    found = problems_of(program, options.full)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(__doc__, lambda program, full: judge(program, candidates(full)) + problems_of_budgets(program)))
