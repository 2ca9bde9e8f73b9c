#!/usr/bin/env python3
"""The Hamiltonian Mean Field model by the code of longrange_code.py. Put your own integrator in its place."""

from longrange_code import MeanField
from touchstone_verify import Longrange, serve


class MyIntegrator(Longrange):
    # self.model, self.softening, self.time_step and self.threads are set. self.q and self.p hold a number for each
    # particle, in the plane (model gravity-2d) a pair of numbers; those of state() belong to the same time.
    def start(self):
        self.run = MeanField(self.q, self.p, self.time_step)

    def advance(self, steps):
        self.run.run(steps)

    def state(self):
        return self.run.q, self.run.p

    # The suite asks for forces() and energies() where they are claimed (longrange.json).
    def forces(self):
        return self.run.forces()

    def energies(self):
        return self.run.energies()


serve(MyIntegrator)
