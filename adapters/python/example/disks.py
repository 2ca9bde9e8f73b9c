#!/usr/bin/env python3
"""Hard disks by the code of disks_code.py. Put your own simulation in its place."""

from disks_code import Metropolis
from touchstone_verify import Disks, serve


class MyDisks(Disks):
    # The fields of Disks are set before start(); for a system that you do not simulate, raise Refused("why").
    def start(self):
        self.run = Metropolis(self.width, self.height, self.centres, self.max_displacement, self.seed)

    # A sweep is as many trials as there are disks; both counts are those since the start.
    def advance(self, sweeps):
        self.run.run(sweeps * len(self.centres))
        self.trials, self.accepted = self.run.trials, self.run.accepted

    def state(self):
        return self.run.centres


serve(MyDisks)
