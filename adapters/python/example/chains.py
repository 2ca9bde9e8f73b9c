#!/usr/bin/env python3
"""Legs of event chains of hard disks by the code of chains_code.py. Put your own algorithm in its place."""

from chains_code import EventChains
from touchstone_verify import Chains, serve


class MyChains(Chains):
    # self.width, self.height, self.active, self.direction, self.length, self.threads and self.centres are set.
    def start(self):
        self.run = EventChains(self.width, self.height, self.centres, self.active)

    def advance(self, legs):
        self.run.move("xy".index(self.direction), legs * self.length)
        self.active, self.liftings = self.run.active, self.run.liftings

    def state(self):
        return self.run.centres


serve(MyChains)
