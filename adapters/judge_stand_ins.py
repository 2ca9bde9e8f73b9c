#!/usr/bin/env python3
"""Every adapter of docs/adapters is judged by the suite with a stand-in in place of the program that no registry has:
it passes all checks of its claims, and with a fault planted in its text one check fails. This shows that the adapter is right
about units, files and counts as the stand-in has them; it says nothing about the program.

usage: judge_stand_ins.py --build DIR
exit code 0 all as expected, 1 something is not, 77 nothing was run since the program of checks is not built
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

import judge_examples
from external import ADAPTERS
from judge_examples import Fault

FOLDER = ADAPTERS.parent / "docs" / "adapters"
STAND_INS = ADAPTERS / "stand_ins"
PATHS = [STAND_INS, ADAPTERS / "python" / "src"]
# Disks that are too small, balls that are too small, disks that are too large.
FAULTS = {
    "hoomd-disks": Fault('"diameter": 1}', '"diameter": 0.99}', "property/legal"),
    "hoomd-shapes": Fault('"diameter": 2 *', '"diameter": 1.98 *', "shapes/legal"),
    "paraspheres": Fault("0.5 / self.width", "0.5 * (1 + 1e-6) / self.width", "legs/square boxes"),
}


def described(name, folder, fault=None):
    """A description in this folder, and its program, with the fault in it; ValueError where it has no place."""
    text = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    program = (FOLDER / text["command"][1]).read_text(encoding="utf-8")
    if fault:
        if fault.text not in program:
            raise ValueError(f"{name} has no '{fault.text}' to plant a fault in")
        program = program.replace(fault.text, fault.instead, 1)
    (folder / text["command"][1]).write_text(program, encoding="utf-8")
    text["command"] = [str(STAND_INS / word) if (STAND_INS / word).is_file() else word for word in text["command"]]
    if text["simulates"] == "shapes":
        text["all_pairs"] = True  # the stand-in is slow: no system of thousands
    (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")
    return folder / f"{name}.json"


def problems(program, name):
    """Lines on what is not as it should be with this adapter."""
    fault = FAULTS[name]
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        code, output = judge_examples.check(program, described(name, pathlib.Path(scratch)))
        if code != 0:
            found.append(f"{name}: expected that all checks pass, found exit code {code}\n{output}")
        code, output = judge_examples.check(program, described(name, pathlib.Path(scratch), fault), fault.check)
        if code != 1:
            found.append(f"{name}: expected that '{fault.check}' catches '{fault.instead}', found exit code {code}\n"
                         f"{output}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, metavar="DIR")
    program = parser.parse_args().build.resolve() / "touchstone_checkers"
    if not os.access(program, os.X_OK):
        print(f"not run: there is no {program}")
        return 77
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, PATHS))
    found = []
    for file in sorted(FOLDER.glob("*.json")):
        more = problems(program, file.stem)
        print(f"{file.stem}: {'not as expected' if more else 'passes, and its fault is caught'}", flush=True)
        found += more
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
