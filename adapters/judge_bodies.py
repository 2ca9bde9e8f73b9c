#!/usr/bin/env python3
"""All classes of hard bodies through the protocol: the program on MPI ranks of this tree, on one rank, is right about each of
them. Wrong about one, since what is said to it or what it answers is altered on the way, it fails a check.

usage: judge_bodies.py --build DIR     each night: some minutes
exit code 0 all as expected, 1 something is not, 77 nothing was run since a program is not built or there is no mpirun
"""

import json
import os
import pathlib
import shutil
import sys
import tempfile

import external
import judge_examples
import judge_ranks

ALTERED = external.ADAPTERS.parent / "checkers" / "external" / "altered_requests.py"
LAW, PROPOSALS, LEGAL, MOVES = "shapes/two bodies", "shapes/proposals", "shapes/legal", "shapes/law of moves"
FAULTS = {"larger": LAW, "smaller": LAW, "parameter": LAW, "turned-back": LAW, "unrotated": LAW, "small-turns": MOVES}
ROUND = ("disk", "ball")  # which rotations leave as they are
BODIES = ("disk", "ball", "sphere_union", "convex_polygon", "spheropolygon", "simple_polygon", "ellipse", "ellipsoid", "convex_polyhedron",
          "spheropolyhedron", "faceted_ellipsoid", "polyhedron", "dimpled_ball")


def faults_of(body):
    return [fault for fault in FAULTS if body not in ROUND or fault in ("larger", "smaller", "parameter")]


def verdict(program, own, folder, fault, body, *checks, judged=judge_examples.check, **keys):
    """(exit code, output) of these checks on the program that describes itself, with the fault and these keys; or what `judged`
    says."""
    text = dict(own, **keys, name="bodies", command=[sys.executable, "-B", str(ALTERED), fault, body, *own["command"]])
    file = pathlib.Path(folder, "bodies.json")
    file.write_text(json.dumps(text), encoding="utf-8")
    return judged(program, file, "--threads", "1", *checks)


def problems(program, _full):
    """Lines on what is not as it should be."""
    found = []
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    on_ranks = program.with_name("touchstone_hpmc_mpi")
    if not os.access(on_ranks, os.X_OK) or not shutil.which("mpirun"):
        print(f"not run: there is no {on_ranks}, or no mpirun")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        file = judge_ranks.described(on_ranks, 1, pathlib.Path(folder, "one"), None)
        own = json.loads(file.read_text(encoding="utf-8"))
        code, output = verdict(program, own, folder, "right", "all", LAW, MOVES, PROPOSALS, LEGAL)
        records = [json.loads(line) for line in pathlib.Path(folder, "check.jsonl").read_text(encoding="utf-8").splitlines()]
        told = {record["metric"]: record["note"] for record in records}
        if code != 0:
            found.append(f"right: expected that all checks pass, found exit code {code}\n{output}")
        judged = told.get(LAW, "").split(": ")[-1].split(", ")
        missing = [body for body in BODIES if body.replace("_", " ") not in judged]
        if missing:
            found.append(f"{LAW}: expected all bodies, found none of {' '.join(missing)}")
        for keys, expected in (({"tolerance": 1e-6}, 0), ({}, 1)):
            code, output = verdict(program, own, folder, "rounded", "all", LEGAL, LAW, **keys)
            if code != expected:
                found.append(f"states in single precision, {keys}: expected exit code {expected}, found {code}\n{output}")
        for body, fault in ((body, fault) for body in BODIES for fault in faults_of(body)):
            seen, output = verdict(program, own, folder, fault, body, FAULTS[fault], judged=judge_examples.caught)
            print(f"{body}, {fault}: {'caught' if seen else 'not as expected'}", flush=True)
            if not seen:
                found.append(f"{body}, {fault}: expected that '{FAULTS[fault]}' catches it, found {output}")
    return found


if __name__ == "__main__":
    sys.exit(judge_examples.main(__doc__, problems))
