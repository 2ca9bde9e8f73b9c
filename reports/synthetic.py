"""Synthetic records for tests of the report: every kind of record, no measurement.

Values are made by a fixed linear congruential generator; they mean nothing and are never stored
as results.
"""

import copy
import json
import math

BASE = {"schema": "touchstone-result/1", "family": "mpmc", "backend": "serial", "class": "S",
        "seed": 1, "threads": 1, "ranks": 1, "low": None, "high": None, "n_eff": None,
        "expected": None, "z": None, "p": None, "allowance": None, "origin": None, "facts": {},
        "replay": "", "seconds": 0.5, "note": "",
        "host": {"cpu": "Example CPU at 3 GHz", "cores": 2, "gpu": None},
        "build": {"compiler": "g++ 12.2", "flags": "-O3 -march=native", "type": "Release"},
        "git": {"sha": "0123456789abcdef0123456789abcdef01234567", "dirty": False},
        "time": "2026-01-02T03:04:05Z"}

SCHEMES = ["mpmc/metropolis-reference", "mpmc/checkerboard-reference",
           "mpmc/checkerboard-reference-fixed-colours", "mpmc/metropolis-cells",
           "mpmc/checkerboard-openmp", "mpmc/checkerboard-simd"]
CHECKS = ["property/legal", "property/conserves particles", "property/equals reference",
          "property/thread invariance", "stage/trial index", "stage/colour order",
          "stage/occupancy by colour order", "exact start/six disks", "exact start/sixteen disks",
          "round-off/half precision"]
# name, origin, checks that catch it, checks named for it, trials, pressure trials
MUTANTS = [
    ("leave-allowed", "paper section 2.4 item 1", [6, 5, 7], [6, 7], 4e4, 5.6e7),
    ("no-particle-shuffle", "paper section 2.4 item 2; Table 1", [4, 8], [4], 7e5, 6e13),
    ("once-and-leave", "paper section 2.4, last paragraph", [5], [5], 3e6, 1.5e11),
    ("one-random-stream", "https://github.com/glotzerlab/hoomd-blue/pull/1925", [4, 5, 6, 7], [7],
     8e4, None),
    ("reject-without-restoring", "https://github.com/lammps/lammps/issues/467", [0, 4], [0], 900,
     2e7),
    ("stale-neighbours", "https://github.com/glotzerlab/hoomd-blue/pull/2022", [0], [0], 1.2e3,
     None),
    ("cell-narrower-than-range", "https://github.com/glotzerlab/hoomd-blue/pull/554", [0, 7], [0],
     2e3, 4e8),
    ("retry-instead-of-reject", "https://github.com/espressomd/espresso/issues/2045", [7, 4], [7],
     9e3, 3e9),
    ("open-boundary-shift", "paper section 3.2", [1, 9], [1, 9], 1e5, None),
]


def noise(i):
    """Between -1 and 1, the same for the same i."""
    return math.sin(12.9898 * (i + 1)) * 0.9


def record(kind, scheme, metric, value, **fields):
    made = copy.deepcopy(BASE)
    made.update(kind=kind, scheme=scheme, metric=metric, value=value, verdict="pass", params={})
    made.update(fields)
    for name in ("allowance", "facts"):  # tests may name them beside params
        if name in made["params"]:
            made[name] = made["params"].pop(name)
    made["replay"] = made["replay"] or f"./touchstone check --scheme {scheme} --check '{metric}'"
    made["key"] = "|".join(map(str, (kind, scheme, metric, json.dumps(made["params"],
                                                                       sort_keys=True),
                                     made["threads"], made["class"])))
    return made


def checks():
    made = []
    for i, scheme in enumerate(SCHEMES):
        for k, check in enumerate(CHECKS):
            claimed = not (check == "property/thread invariance" and "openmp" not in scheme
                           and "simd" not in scheme)
            z = 1.5 * noise(10 * i + k)
            made.append(record("check", scheme, check, z, z=z,
                               verdict="pass" if claimed else "not claimed",
                               params={"trials": 200000, "false_alarm": 1e-6,
                                       "smallest_effect": 0.004}))
    return made


def mutants():
    made = []
    for i, (name, origin, caught, named, trials, pressure) in enumerate(MUTANTS):
        for k, check in enumerate(CHECKS):
            hit = k in caught
            z = 6 + 3 * abs(noise(i + k)) * (k + 1) if hit else noise(i + k)
            made.append(record(
                "check", f"mutant/{name}", check,
                float(hit) if check.startswith("property/") else z,
                z=None if check.startswith("property/") else z,
                verdict="pass" if hit else ("fail" if k in named else "not claimed"),
                origin={"kind": "public bug" if "http" in origin else "paper", "text": origin,
                        "link": origin if "http" in origin else ""},
                params={"caught": hit, "expected": k in named, "trials": trials * (1 + k / 10),
                        "milliseconds": 0.05 * trials ** 0.5 * (1 + k / 7), "origin": origin,
                        "pressure_trials": pressure}))
    return made


def anchors():
    made = []
    boxes = [(72, "(1 : 1)", 0.65, 6.901074, 71e-6), (72, "(1 : 1)", 0.698, 8.5118, 1e-3),
             (72, "(9 : 8 \\sqrt{3} / 2)", 0.65, 6.895819, 44e-6),
             (72, "(1 : \\sqrt{3} / 2)", 0.65, 6.945931, 66e-6),
             (870, "(1 : 1)", 0.67, 7.986779, 25e-6), (870, "(1 : 1)", 0.69, 8.969898, 75e-6)]
    for i, (disks, aspect, eta, value, error) in enumerate(boxes):
        for k, scheme in enumerate(SCHEMES[:1] + SCHEMES[4:]):
            se = 0.003 + 0.001 * k
            ours = value + se * noise(7 * i + k)
            made.append(record(
                "validation", scheme, "pressure", ours, low=ours - 1.96 * se, high=ours + 1.96 * se,
                n_eff=5000.0, z=(ours - value) / se,
                expected={"value": value, "uncertainty": 1.5 * error,
                          "source": "Li et al., J. Chem. Phys. 157, 234111 (2022)"},
                params={"disks": disks, "aspect": aspect, "packing_fraction": eta, "sweeps": 1000,
                        "max_displacement": 0.16, "trials_per_cell": 4, "chains": 8,
                        "estimator": "static rift", "resolution": 0.05}))
    return made


def exact():
    made = []
    for disks, eta, value in ((2, 0.141372, 0.21547810), (3, 0.261799, 0.53993105),
                              (4, 0.125664, 0.19848754)):
        for k, scheme in enumerate(SCHEMES[:2]):
            se = 1e-4 * (1 + k)
            ours = value + se * noise(disks + k)
            made.append(record("validation", scheme, f"exact/torus N={disks}", ours,
                               low=ours - 1.96 * se, high=ours + 1.96 * se, z=(ours - value) / se,
                               expected={"value": value, "uncertainty": 5e-9,
                                         "source": "closed form"},
                               params={"disks": disks, "packing_fraction": eta}))
    return made


def tuning():
    made = []
    points = [(0.06 + 0.02 * k, 4) for k in range(8)] + [(0.16, n) for n in range(1, 9)]
    for i, (step, trials) in enumerate(dict.fromkeys(points)):
        sweeps = 120 * (1 + 40 * (step - 0.15) ** 2) * (4 / trials) ** 0.8 * (1 + 0.03 * noise(i))
        for unit, scale in (("seconds", 2e-4 * (0.4 + 0.15 * trials)), ("sweeps", 1.0)):
            value = sweeps * scale
            made.append(record("validation", SCHEMES[5], f"autocorrelation time of psi6 ({unit})",
                               value, low=0.93 * value, high=1.07 * value, verdict="not claimed",
                               params={"disks": 1024, "packing_fraction": 0.68,
                                       "max_displacement": round(step, 2),
                                       "trials_per_cell": trials}))
    return made


def benchmarks():
    made = []
    speeds = {(SCHEMES[1], 1): 1.1e7, (SCHEMES[3], 1): 1.4e7, (SCHEMES[4], 1): 2.2e7,
              (SCHEMES[4], 2): 4.1e7, (SCHEMES[5], 1): 3.1e8, (SCHEMES[5], 2): 5.9e8}
    for (scheme, threads), rate in speeds.items():
        for i, side in enumerate((64, 253, 760, 1520, 3040)):
            if scheme in (SCHEMES[1], SCHEMES[3]) and side > 760:
                continue
            value = rate * (1 - 0.03 * i + 0.01 * noise(i))
            params = {"disks": side * side, "packing_fraction": 0.698, "max_displacement": 0.16,
                      "trials_per_cell": 4, "warmup_sweeps": 100, "sweeps": 100, "runs": 11,
                      "attempted_trials": 225 * side * side, "protocol": "as published"}
            common = {"params": params, "threads": threads, "verdict": "not claimed"}
            made.append(record("benchmark", scheme, "trial moves per second", value,
                               low=0.98 * value, high=1.01 * value, **common))
            made.append(record("benchmark", scheme, "bytes per disk", 17.3, **common))
    made.append(record("benchmark", "floor", "floor trial moves per second", 7.2e8,
                       params={"packing_fraction": 0.698, "floor_text": "arithmetic alone on one "
                               "core: half a Philox block and 7 overlap tests per trial move"},
                       verdict="not claimed"))
    return made


def everything():
    made = checks() + mutants() + anchors() + exact() + tuning() + benchmarks()
    made.append(record("validation", SCHEMES[5], "estimator efficiency", 26.0, low=22.0, high=31.0,
                       params={"disks": 870, "packing_fraction": 0.67}, verdict="not claimed"))
    return made


def write(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r, sort_keys=True) + "\n" for r in records),
                    encoding="utf-8")
