#!/usr/bin/env python3
"""The programs on MPI ranks of this tree are judged through the protocol, as those of users: on three and four ranks they
pass checks of their claims, and with a request changed on its way one check fails. Without --full, a tenth of the
effort is used, which leaves some checks inconclusive.

usage: judge_ranks.py --build DIR [--full]
exit code 0 all as expected, 1 something is not, 77 nothing was run since a program is not built or there is no mpirun
"""

import functools
import json
import os
import shlex
import shutil
import subprocess
import sys

import judge_examples
from judge_examples import Fault

RANKS = {"cmc": 3, "hpmc": 4}
# Those that share domains among ranks and move the box; waiting ranks need long where there are fewer cores.
CHECKS = {"cmc": [], "hpmc": ["shapes/domains", "shapes/ideal gas", "shapes/thousands"]}
# The same random numbers whatever the seed; small translations.
FAULTS = {"cmc": Fault("^seed .*", "seed 1", "cmc/seeds"),
          "hpmc": Fault("^max_displacement .*", "max_displacement 0.01", "shapes/law of moves")}


def described(program, ranks, folder, fault):
    """The description that the program gives of itself; with the fault, its requests come through sed."""
    folder.mkdir()
    start = ["mpirun", "--quiet", "--oversubscribe", "-np", str(ranks), str(program), "--describe"]
    text = json.loads(subprocess.run(start, stdout=subprocess.PIPE, check=True).stdout)
    if fault:
        command = shlex.join(text["command"])
        text["command"] = ["bash", "-c", f"sed -u 's/{fault.text}/{fault.instead}/' | {command}"]
    (folder / "ranks.json").write_text(json.dumps(text), encoding="utf-8")
    return folder / "ranks.json"


def problems(checkers, full):
    """Lines on what is not as it should be with the programs on ranks."""
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    programs = {family: checkers.with_name(f"touchstone_{family}_mpi") for family in RANKS}
    missing = [str(path) for path in programs.values() if not os.access(path, os.X_OK)] + ["mpirun"] * (not shutil.which("mpirun"))
    if missing:
        print(f"not run: there is no {missing[0]}")
        sys.exit(77)
    words = [] if full else judge_examples.LITTLE
    return judge_examples.judge(checkers, [
        (f"{family}, {RANKS[family]} ranks", functools.partial(described, programs[family], RANKS[family]), FAULTS[family],
         *words, "--threads", "1", *CHECKS[family]) for family in RANKS])


if __name__ == "__main__":
    sys.exit(judge_examples.main(__doc__, problems))
