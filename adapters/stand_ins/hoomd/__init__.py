"""Stand-in for HOOMD-blue: the part of its interface that docs/adapters uses, on the example of hard spheres.

Boxes are not tilted, and there is one type of particles. It samples; it says nothing about HOOMD-blue.
"""

import types

from . import hpmc
from touchstone_verify import Body, Refused

version = types.SimpleNamespace(version="stand-in")
device = types.SimpleNamespace(CPU=lambda: None)


class Particles:
    """Arrays of a snapshot, which N makes as long as they are to be."""

    def __init__(self):
        self.types = []

    @property
    def N(self):
        return len(self.typeid)

    @N.setter
    def N(self, count):
        self.typeid = [0] * count
        self.position = [(0.0, 0.0, 0.0)] * count
        self.orientation = [(1.0, 0.0, 0.0, 0.0)] * count


class Snapshot:
    def __init__(self):
        self.configuration = types.SimpleNamespace(box=[0] * 6)
        self.particles = Particles()


class Simulation:
    def __init__(self, device, seed):
        if not 0 <= seed < 65536:
            raise ValueError("seeds have 16 bits")
        self.seed, self.operations, self.state, self.running = seed, types.SimpleNamespace(integrator=None), self, None

    def create_state_from_snapshot(self, snapshot):
        self.snapshot = snapshot

    def get_snapshot(self):
        if self.running is not None:
            self.snapshot.particles.position[:] = self.running.state()[0]
        return self.snapshot

    def run(self, steps):
        mc = self.operations.integrator
        if self.running is None:
            self.running = self.started(mc)
        before = self.running.translation_trials, self.running.translations_accepted
        self.running.advance(steps)
        trials = self.running.translation_trials - before[0]
        accepted = self.running.translations_accepted - before[1]
        mc.translate_moves, mc.rotate_moves = (accepted, trials - accepted), (0, 0)

    def started(self, mc):
        """The example with the state of the snapshot."""
        particles, box = self.snapshot.particles, self.snapshot.configuration.box
        dimensions = 3 if box[2] > 0 else 2
        if len(particles.types) > 1:
            raise Refused("the stand-in has one type of particles")
        [name] = particles.types
        body = Body("ball" if dimensions == 3 else "disk", radius=mc.shape[name]["diameter"] / 2)
        run = hpmc.integrate.Spheres(
            dimensions=dimensions, sides=(*box[:2], box[2] or 1), tilts=box[3:], seed=self.seed, threads=1,
            max_displacement=mc.default_d, max_rotation=0, translations=mc.translation_move_probability,
            sweeps_per_step=mc.nselect, bodies=[body], types=list(particles.typeid),
            centres=list(particles.position), orientations=list(particles.orientation))
        run.start()
        return run
