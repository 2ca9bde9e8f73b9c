#!/usr/bin/env python3
"""Hard disks or balls of one size by the code of shapes_code.py. Put your own simulation in its place."""

from shapes_code import Spheres
from touchstone_verify import Refused, Shapes, serve


class MyShapes(Shapes):
    # The fields of Shapes are set before start(): self.bodies are the types, self.types those of each body.
    def start(self):
        if [body.name for body in self.bodies] not in (["disk"], ["ball"]) or any(self.tilts):
            raise Refused("only disks or balls of one size, in boxes that are not tilted")
        self.run = Spheres(self.dimensions, self.sides, 2 * self.bodies[0].radius, self.centres, self.max_displacement,
                           self.seed)

    # Trials of balls are translations; for other bodies count self.rotation_trials and self.rotations_accepted, too.
    def advance(self, steps):
        for _ in range(steps * self.sweeps_per_step):
            self.run.sweep()
        self.translation_trials, self.translations_accepted = self.run.trials, self.run.accepted

    def state(self):
        return self.run.centres, self.orientations


serve(MyShapes)
