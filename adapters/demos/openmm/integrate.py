#!/usr/bin/env python3
"""Velocity Verlet in OpenMM on the models of the suite, with forces that OpenMM derives from energies.

usage: integrate.py Reference|CPU [--fault]     the fault: the first half of each kick has no factor 1/2
"""

import sys

import numpy
import openmm
from touchstone_verify import Longrange, Refused, serve

PLATFORM, FAULT = sys.argv[1], "--fault" in sys.argv
MOST_PAIRS = 1_000_000  # each is a bond of its own in the Ring


def verlet(time_step):
    """Velocity Verlet, written out."""
    integrator = openmm.CustomIntegrator(time_step)
    integrator.addComputePerDof("v", "v + dt * f / m" if FAULT else "v + dt / 2 * f / m")
    integrator.addComputePerDof("x", "x + dt * v")
    integrator.addComputePerDof("v", "v + dt / 2 * f / m")
    return integrator


def mean_field(n):
    """Forces of the HMF model, from the sums of cosines and sines."""
    total = openmm.CustomCVForce("n / 2 * (1 - (c / n)^2 - (s / n)^2)")
    total.addGlobalParameter("n", n)
    for name, term in (("c", "cos(x)"), ("s", "sin(x)")):
        one = openmm.CustomExternalForce(term)
        for i in range(n):
            one.addParticle(i)
        total.addCollectiveVariable(name, one)
    return total


def ring(n, softening):
    """Forces of the Ring: a bond for each pair, since the chord is no function of the distance of angles."""
    if n * (n - 1) // 2 > MOST_PAIRS:
        raise Refused(f"only up to {MOST_PAIRS} pairs")
    pairs = openmm.CustomCompoundBondForce(2, f"-1 / (n * sqrt(4 * sin((x1 - x2) / 2)^2 + {2 * softening!r}))")
    pairs.addGlobalParameter("n", n)
    for i in range(n):
        for j in range(i):
            pairs.addBond([i, j])
    return pairs


def gravity(n, softening):
    """Forces of gravity in the plane."""
    pairs = openmm.CustomNonbondedForce(f"log(r^2 + {softening!r}) / n")
    pairs.addGlobalParameter("n", n)
    for _ in range(n):
        pairs.addParticle()
    return pairs


class OpenMM(Longrange):
    version = f"OpenMM {openmm.__version__}"

    def start(self):
        n = len(self.q)
        force = {"hmf": lambda: mean_field(n), "ring": lambda: ring(n, self.softening),
                 "gravity-2d": lambda: gravity(n, self.softening)}[self.model]()
        system = openmm.System()
        for _ in range(n):
            system.addParticle(1)
        system.addForce(force)
        threads = {"Threads": str(self.threads), "DeterministicForces": "true"} if PLATFORM == "CPU" else {}
        self.integrator = verlet(self.time_step)
        self.context = openmm.Context(system, self.integrator, openmm.Platform.getPlatformByName(PLATFORM), threads)
        self.context.setPositions(self.padded(self.q))
        self.context.setVelocities(self.padded(self.p))

    def padded(self, rows):
        """Rows of three numbers, in units of OpenMM, which are 1 for mass, length and time."""
        rows = numpy.asarray(rows, dtype=float).reshape(len(rows), -1)
        return numpy.pad(rows, ((0, 0), (0, 3 - self.dimensions)))

    def advance(self, steps):
        self.integrator.step(steps)

    def now(self, **what):
        return self.context.getState(**what)

    def state(self):
        now = self.now(positions=True, velocities=True)
        return [rows._value[:, :self.dimensions] for rows in (now.getPositions(asNumpy=True), now.getVelocities(asNumpy=True))]

    def forces(self):
        return self.now(forces=True).getForces(asNumpy=True)._value[:, :self.dimensions]

    def energies(self):
        now = self.now(energy=True)
        return now.getKineticEnergy()._value, now.getPotentialEnergy()._value


serve(OpenMM)
