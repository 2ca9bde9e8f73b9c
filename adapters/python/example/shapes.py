#!/usr/bin/env python3
"""Hard disks or balls by the code of shapes_code.py, also at constant pressure. Put your own simulation in its place."""

from shapes_code import Spheres
from touchstone_verify import Refused, Shapes, serve


class MyShapes(Shapes):
    # The fields of Shapes are set before start(): self.bodies are the types, self.types those of each body.
    def start(self):
        if {body.name for body in self.bodies} - {"disk", "ball"} or any(self.tilts) or self.max_length or self.max_shear:
            raise Refused("only disks or balls, boxes that are not tilted, and moves of the volume")
        radii = [self.bodies[kind].radius for kind in self.types]
        self.run = Spheres(self.dimensions, self.sides, radii, self.centres, self.max_displacement, self.seed)

    # Trials of balls are translations; for other bodies count self.rotation_trials and self.rotations_accepted, too.
    def advance(self, steps):
        self.run.advance(steps, self.sweeps_per_step, self.box_moves_per_step, self.pressure, self.max_volume,
                         self.max_log_volume)
        self.translation_trials, self.translations_accepted, self.box_trials, self.boxes_accepted = self.run.counts

    def state(self):
        return self.run.centres, self.orientations

    def box(self):
        return self.run.sides, self.tilts


serve(MyShapes)
