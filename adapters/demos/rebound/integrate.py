#!/usr/bin/env python3
"""Integrators of REBOUND on the models of the suite, whose forces are its additional forces.

usage: integrate.py leapfrog|janus ORDER [--fault]     the fault: the last particle attracts no other
"""

import ctypes
import pathlib
import sys

import numpy
import rebound
from touchstone_verify import Longrange, serve

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import models

METHOD, ORDER, FAULT = sys.argv[1], int(sys.argv[2]), "--fault" in sys.argv
GRID = 2.0**-48  # of positions and velocities of JANUS: a power of two, with which doubles are exact up to 32


class Rebound(Longrange):
    version = f"REBOUND {rebound.__version__}"

    def start(self):
        self.q, self.p = (numpy.array(rows, dtype=float).reshape(len(rows), -1) for rows in (self.q, self.p))
        self.sim = rebound.Simulation()
        self.sim.integrator = METHOD
        self.sim.integrator.order = ORDER
        if METHOD == "janus":
            self.sim.integrator.scale_pos = self.sim.integrator.scale_vel = GRID
            self.q, self.p = (GRID * numpy.rint(rows / GRID) for rows in (self.q, self.p))
        self.sim.dt = self.time_step
        self.sim.gravity = "none"
        self.sim.additional_forces = lambda _: numpy.copyto(self.columns("ax"), self.forces())
        for q, p in zip(self.q, self.p):
            self.sim.add(m=1, **dict(zip("xy", q)), **dict(zip(("vx", "vy"), p)))

    def columns(self, first):
        """Numbers of each particle from this field on, in the memory of REBOUND: one, in the plane two."""
        numbers = ctypes.cast(self.sim._particles, ctypes.POINTER(ctypes.c_double))
        rows = numpy.ctypeslib.as_array(numbers, (self.sim.N, ctypes.sizeof(rebound.Particle) // 8))
        place = getattr(rebound.Particle, first).offset // 8
        return rows[:, place:place + self.dimensions]

    def advance(self, steps):
        self.sim.steps(steps)

    def state(self):
        return self.columns("x"), self.columns("vx")

    def forces(self):
        q = self.columns("x")
        return models.forces(self.model, self.softening, q, q[:-1] if FAULT else q)

    def energies(self):
        return ((self.columns("vx") ** 2).sum() / 2,
                models.potential_energy(self.model, self.softening, self.columns("x")))


serve(Rebound)
