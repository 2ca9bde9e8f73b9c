#!/usr/bin/env python3
"""The order, structure and contacts of one frame of hard disks, by `judge` and by freud, which shares no code with it.

freud (B. Ramasubramani et al., Comput. Phys. Commun. 254, 107275 (2020)) is installed from PyPI. The frame is made
here: a lattice whose disks are moved by chance. Compared are |psi6|, S(k) at the smallest k, and g(r) at contact, for
which freud gives the pairs, and numpy the polynomial of the fit (models/hpmc/observables/scale_distribution.hpp).

usage: judge_freud.py --build DIR [--fault]     the fault: freud is given the frame with one disk moved
exit code 0 all agree, 1 something does not, 77 nothing was run: no program, or PyPI does not answer
"""

import argparse
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "adapters"))
import demo  # noqa: E402

ORACLE, BUILT = HERE / "oracle", HERE.parent / "build" / "oracle"
ROWS, COLUMNS, SPACING, FILLED = 12, 10, 1.13, 0.85
RANGE, BINS, DEGREE = 0.06, 60, 4  # of the fit: kAllPairs
SINGLE = 2e-5  # freud computes in single precision

WITH_FREUD = """
import json, sys
import freud, numpy
text = json.load(sys.stdin)
box = freud.box.Box.from_box([text["width"], text["height"]])
points = box.wrap(numpy.array([[x, y, 0] for x, y in text["centres"]]))
psi = freud.order.Hexatic(k=6).compute((box, points), neighbors={"r_max": text["shell"], "exclude_ii": True})
thick = freud.box.Box(text["width"], text["height"], 1)  # structure factors are those of three dimensions
structure = []
for side in (text["width"], text["height"]):
    k = 2 * numpy.pi / side
    one = freud.diffraction.StaticStructureFactorDirect(bins=1, k_min=0.999 * k, k_max=1.001 * k)
    structure.append(float(one.compute((thick, points)).S_k[0]))
near = freud.locality.AABBQuery(box, points).query(points, {"r_max": text["near"], "exclude_ii": True})
json.dump({"psi6": float(abs(numpy.mean(psi.particle_order))), "structure": structure,
           "distances": [float(d) for d in near.toNeighborList().distances],
           "version": freud.__version__}, sys.stdout)
"""

WITH_NUMPY = """
import json, sys
import numpy
text = json.load(sys.stdin)
x = 1 - 1 / numpy.array(text["distances"])
bins, width = text["bins"], text["range"] / text["bins"]
counts, _ = numpy.histogram(x, bins, (0, text["range"]))
centres = (numpy.arange(bins) + 0.5) * width
fit = numpy.polynomial.Polynomial.fit(centres, counts / (text["disks"] * width), text["degree"])
json.dump(float(fit(0)), sys.stdout)
"""


def frame():
    """(width, height, centres) of disks of diameter 1 that do not overlap; some places are empty."""
    chance = random.Random(20)
    width, height = COLUMNS * SPACING, ROWS * SPACING * math.sqrt(3) / 2
    most = (SPACING - 1) / 2
    centres = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            far, angle = most * math.sqrt(chance.random()), 2 * math.pi * chance.random()
            if chance.random() > FILLED:
                continue
            centres.append([(column + row % 2 / 2) * SPACING + far * math.cos(angle) + most,
                            row * SPACING * math.sqrt(3) / 2 + far * math.sin(angle) + most])
    return width, height, centres


def by_judge(program, width, height, centres, folder):
    """{metric: value} of the records about this frame."""
    file, out = folder / "frame.txt", folder / "judge.jsonl"
    file.write_text("".join(f"{x % width:.15g} {y % height:.15g}\n" for x, y in centres), encoding="utf-8")
    done = subprocess.run([program, file, "--box", f"{width!r},{height!r}", "--diameter", "1", "--out", out],
                          capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 3):  # one frame decides nothing about pressures
        raise RuntimeError(f"judge: expected exit code 0 or 3, found {done.returncode}\n{done.stdout}{done.stderr}")
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {record["metric"]: record["value"] for record in records}


def answer(python, text, question):
    """Answer of the program `text` to a question."""
    done = subprocess.run([python, "-c", text], input=json.dumps(question), capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"freud: expected an answer, found {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def by_freud(python, width, height, centres):
    """The same by freud."""
    disks = len(centres)
    spacing = math.sqrt(2 * width * height / (math.sqrt(3) * disks))
    found = answer(python, WITH_FREUD, {"width": width, "height": height, "centres": centres,
                                        "shell": (1 + math.sqrt(3)) / 2 * spacing, "near": 1 / (1 - RANGE)})
    print(f"freud {found['version']}: {len(found['distances']) // 2} pairs near contact")
    at_contact = answer(python, WITH_NUMPY, {"distances": found["distances"], "disks": disks, "range": RANGE,
                                             "bins": BINS, "degree": DEGREE})
    return {"|psi6| of frames": found["psi6"], "S(k) at the smallest k": sum(found["structure"]) / 2,
            "g(r) at contact": at_contact / 4 / (math.pi / 2 * disks / (width * height))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, metavar="DIR")
    parser.add_argument("--fault", action="store_true")
    options = parser.parse_args()
    program = options.build.resolve() / "touchstone_trajectories"
    if not os.access(program, os.X_OK):
        print(f"not run: there is no {program}")
        return 77
    BUILT.mkdir(parents=True, exist_ok=True)
    try:
        python = demo.environment(ORACLE, BUILT)
    except demo.NotInstalled as error:
        print(f"not run: {error}")
        return 77 if error.network else 1
    width, height, centres = frame()
    with tempfile.TemporaryDirectory() as scratch:
        judged = by_judge(program, width, height, centres, pathlib.Path(scratch))
    if options.fault:
        centres[7][0] += 0.05
    wrong = 0
    for metric, expected in by_freud(python, width, height, centres).items():
        agrees = abs(judged[metric] - expected) <= SINGLE * max(0.1, abs(expected))
        print(f"{'agrees' if agrees else 'DIFFERS'}  {metric}: judge {judged[metric]:.9g}, freud {expected:.9g}")
        wrong += not agrees
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
