#!/usr/bin/env python3
"""A whole simulation of hard disks by event chains, by the code of event_chains_code.py. Put your own in its place."""

from event_chains_code import EventChainSampler
from touchstone_verify import Disks, serve


class MyEventChains(Disks):
    def start(self):
        self.run = EventChainSampler(self.width, self.height, self.centres, self.seed)

    # A sweep is what you like, as long as disks move: here some chains. Nothing is rejected, so that both counts are equal.
    def advance(self, sweeps):
        self.run.run(sweeps * (7 + len(self.centres)) // 8)
        self.trials = self.accepted = self.run.liftings

    def state(self):
        return self.run.centres


serve(MyEventChains)
