#!/usr/bin/env python3
"""Integrators of REBOUND on the models of the suite, whose forces are its additional forces.

usage: integrate.py leapfrog|janus ORDER [--fault]     the fault: the last particle attracts no other
"""

import ctypes
import sys

import numpy
import rebound
from touchstone_verify import Longrange, serve

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
        others = q[:-1] if FAULT else q
        if self.model == "hmf":
            return (numpy.sin(others).sum() * numpy.cos(q) - numpy.cos(others).sum() * numpy.sin(q)) / len(q)
        apart = q[:, None] - others
        if self.model == "ring":
            return -(numpy.sin(apart) * self.chords(apart) ** -1.5).sum(axis=1) / len(q)
        return -2 * (apart / ((apart**2).sum(axis=2, keepdims=True) + self.softening)).sum(axis=1) / len(q)

    def chords(self, apart):
        return 4 * numpy.sin(apart / 2) ** 2 + 2 * self.softening

    def energies(self):
        q, n = self.columns("x"), self.sim.N
        kinetic = (self.columns("vx") ** 2).sum() / 2
        if self.model == "hmf":
            return kinetic, (n - (numpy.cos(q).sum() ** 2 + numpy.sin(q).sum() ** 2) / n) / 2
        apart = (q[:, None] - q)[numpy.triu_indices(n, 1)]
        if self.model == "ring":
            return kinetic, -(self.chords(apart) ** -0.5).sum() / n
        return kinetic, numpy.log((apart**2).sum(axis=1) + self.softening).sum() / n


serve(Rebound)
