#!/usr/bin/env python3
"""Every work of `bench --peers` at its smallest size, ours beside stand-ins in place of the peers: the results agree, and with a fault
planted in the text of an adapter they do not. This shows that adapters and comparisons are right about units, files and
counts as the stand-ins have them; it says nothing about the peers. Without --full, one fault is planted in each adapter.

usage: judge_peers.py --build DIR [--full]
exit code 0 all as expected, 1 something is not, 77 nothing was run since the program of benchmarks, numpy or make is not there
"""

import argparse
import contextlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
ADAPTERS = HERE.parent / "adapters"
sys.path.insert(0, str(HERE / "peers"))
import compare  # noqa: E402  (found through the line above)
import peers  # noqa: E402

# (work, adapter, text, fault): a softening that is too large, one sign, disks and balls that are too small or too large, steps that are
# too long, sweeps that are left out; chains of disks that are too small, whose path or arrows are others.
FAULTS = (
    ("longrange/ring-forces", "finufft/forces.py", "2 * softening", "2.000001 * softening"),
    ("longrange/plane-forces-multipoles", "finufft/forces.py", "wave[:, None] + 1j", "wave[:, None] - 1j"),
    ("longrange/plane-forces-transform", "finufft/forces.py", "box = 2 * (far + edge)", "box = 1.5 * (far + edge)"),
    ("hpmc/disk-moves", "hoomd/bodies.py", '{"diameter": diameter}', '{"diameter": 0.98 * diameter}'),
    ("hpmc/disk-moves", "hoomd/bodies.py", "default_d=displacement", "default_d=2 * displacement"),
    ("hpmc/sphere-moves", "hoomd/bodies.py", "nselect=self.sweeps)", "nselect=1)"),
    ("ecmc/one-word", "paraspheres/chains.py", "repr(start.diameter / 2)", "repr(start.diameter / 2 * (1 - 1e-6))"),
    ("ecmc/compare-and-swap", "paraspheres/chains.py", "{\"units\": length,", "{\"units\": 2 * length,"),
    ("ecmc/one-word", "paraspheres/chains.py", "lines(start.arrows)", "lines(row[:1] for row in start.arrows)"),
    ("hpmc/sphere-moves", "hoomd/bodies.py", "self.turns += [accepted + rejected, accepted]", "self.turns += [accepted + rejected, rejected]"),
)


def compared(program, python, work, folder, adapters=None):
    """(exit code, record) of one work; the adapters are those of a folder, or of the tree."""
    out = folder / "out.jsonl"
    out.unlink(missing_ok=True)
    given = ["--peer", f"finufft={python}", "--peer", f"hoomd={python}", "--peer", f"paraspheres={ADAPTERS / 'stand_ins/paraspheres'}"]
    with unittest.mock.patch.object(peers, "HERE", adapters or peers.HERE), contextlib.redirect_stdout(io.StringIO()):
        code = compare.main(["--program", str(program), "--peers", "--class", "tiny", "--pairs", "8", "--work", work, "--out", str(out),
                             *given])
    return code, json.loads(out.read_text(encoding="utf-8"))


def one_of_each():
    """The first fault of each adapter."""
    return tuple({fault[1]: fault for fault in reversed(FAULTS)}.values())


def problems(program, python, folder, faults):
    """Lines on what is not as it should be."""
    found = []
    for work in compare.WORKS:
        code, record = compared(program, python, work.name, folder)
        if (code, record["verdict"]) != (0, "pass") or not record["value"] > 0:
            found.append(f"{work.name}: expected pass, found {record['verdict']}: {record['note']}")
    for number, (work, adapter, text, fault) in enumerate(faults):
        copy = pathlib.Path(shutil.copytree(HERE / "peers", folder / str(number)))
        right = (copy / adapter).read_text(encoding="utf-8")
        if right.count(text) != 1:
            found.append(f"{adapter}: expected '{text}' once, found it {right.count(text)} times")
            continue
        (copy / adapter).write_text(right.replace(text, fault), encoding="utf-8")
        code, record = compared(program, python, work, folder, copy)
        print(f"{work}, {fault}: {record['note']}")
        if (code, record["verdict"], record["value"]) != (1, "fail", None):
            found.append(f"{work} with {fault}: expected fail without a ratio, found {record['verdict']}, {record['value']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    program = options.build / "touchstone_benchmarks"
    python = next((python for python in (sys.executable, "/usr/bin/python3") if pathlib.Path(python).is_file() and subprocess.run(
        [python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0), None)
    for there, what in ((program.is_file(), program), (python, "Python with numpy"), (shutil.which("make"), "make")):
        if not there:
            print(f"not run: there is no {what}")
            return 77
    paths = [ADAPTERS / "stand_ins", ADAPTERS / "python/src"]
    with unittest.mock.patch.dict(os.environ, {"PYTHONPATH": os.pathsep.join(map(str, paths))}), tempfile.TemporaryDirectory() as name:
        found = problems(program, python, pathlib.Path(name), FAULTS if options.full else one_of_each())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
