#!/usr/bin/env python3
"""Every adapter of docs/adapters is judged by the suite with a stand-in in place of the program that no registry has:
it passes all checks of its claims, and with a fault planted in its text one check fails. This shows that the adapter is right
about units, files and counts as the stand-in has them; it says nothing about the program. Without --full, each adapter is
asked the check that its fault fails, and no other.

usage: judge_stand_ins.py --build DIR [--full]
exit code 0 all as expected, 1 something is not, 77 nothing was run since the program of checks is not built
"""

import functools
import json
import os
import pathlib
import shutil
import sys

import judge_examples
from external import ADAPTERS
from judge_examples import Fault

FOLDER = ADAPTERS.parent / "docs" / "adapters"
STAND_INS = ADAPTERS / "stand_ins"
PATHS = [STAND_INS, ADAPTERS / "python" / "src"]
# Steps that are told half as long again, disks that are too small, balls that are too small, disks that are too large.
FAULTS = {
    "cosmic": Fault("return [(time,", "return [(1.5 * time,", "cmc/encounters"),
    "hoomd-disks": Fault('"diameter": 1}', '"diameter": 0.99}', "property/legal"),
    "hoomd-shapes": Fault('"diameter": 2 *', '"diameter": 1.98 *', "shapes/legal"),
    "paraspheres": Fault("0.5 / self.width", "0.5 * (1 + 1e-6) / self.width", "legs/square boxes"),
}


def in_its_place(word):
    """The words of a command that run a stand-in, where there is one; the stand-ins are programs in Python."""
    stand_in = STAND_INS / word
    return [] if not word else [*([sys.executable] if word == "cmc" else []), str(stand_in)] if stand_in.is_file() else [word]


def described(name, folder, fault):
    """A description in a new folder, and its program, with the fault in it; ValueError where it has no place."""
    folder.mkdir()
    text = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    program = pathlib.Path(shutil.copy(FOLDER / text["command"][1], folder))
    if fault:
        judge_examples.plant(fault, [program])
    text["command"] = [part for word in text["command"] for part in in_its_place(word)]
    if text["simulates"] == "shapes":
        text["all_pairs"] = True  # the stand-in is slow: no system of thousands
    (folder / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")
    return folder / f"{name}.json"


def problems(program, full):
    """Lines on what is not as it should be with the adapters."""
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, PATHS))
    names = sorted(file.stem for file in FOLDER.glob("*.json"))
    return judge_examples.judge(program, [(name, functools.partial(described, name), FAULTS[name],
                                           *([] if full else [FAULTS[name].check])) for name in names])


if __name__ == "__main__":
    sys.exit(judge_examples.main(__doc__, problems))
