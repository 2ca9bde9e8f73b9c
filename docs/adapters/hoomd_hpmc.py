#!/usr/bin/env python3
"""Hard disks and hard shapes by HOOMD-blue, version 4 or later: hoomd.hpmc.integrate on one processor.

A time step of HOOMD-blue is `nselect` sweeps over all particles, in the order of the list or in reverse. Its seeds have 16
bits. In the plane rotations are uniform up to `a`, in three dimensions normal: six of their widths are `max_rotation`.
"""

import hoomd
from touchstone_verify import Disks, Refused, Shapes, serve

INTEGRATORS = {"disk": "Sphere", "ball": "Sphere", "convex_polygon": "ConvexPolygon", "ellipse": "Ellipsoid",
               "spheropolygon": "ConvexSpheropolygon", "ellipsoid": "Ellipsoid",
               "convex_polyhedron": "ConvexPolyhedron", "spheropolyhedron": "ConvexSpheropolyhedron"}
WIDTHS = 6  # of a normal rotation that are taken for its end, which one trial in 1e7 passes


def shape_of(body):
    """The entry of a type in `shape` of an integrator."""
    if body.name in ("disk", "ball"):
        return {"diameter": 2 * body.radius}
    if body.half_axes:
        return dict(zip("abc", [*body.half_axes, body.half_axes[0]]))  # an ellipse has a third one of no effect
    shape = {"vertices": [list(vertex) for vertex in body.vertices]}
    return {**shape, "sweep_radius": body.rounding} if body.name.startswith("sphero") else shape


def started(seed, box, types, typeids, centres, orientations):
    """A simulation with this state; a box whose third side is 0 is a plane."""
    snapshot = hoomd.Snapshot()
    snapshot.configuration.box = box
    snapshot.particles.types = types
    snapshot.particles.N = len(centres)
    snapshot.particles.typeid[:] = typeids
    snapshot.particles.position[:] = centres
    snapshot.particles.orientation[:] = orientations
    simulation = hoomd.Simulation(device=hoomd.device.CPU(), seed=seed % 65536)
    simulation.create_state_from_snapshot(snapshot)
    return simulation


class HoomdDisks(Disks):
    version = f"HOOMD-blue {hoomd.version.version}"

    def start(self):
        centres = [(x - self.width / 2, y - self.height / 2, 0) for x, y in self.centres]
        mc = hoomd.hpmc.integrate.Sphere(default_d=self.max_displacement, nselect=1)
        mc.shape["A"] = {"diameter": 1}
        self.simulation = started(self.seed, [self.width, self.height, 0, 0, 0, 0], ["A"], [0] * len(centres), centres,
                                  [(1, 0, 0, 0)] * len(centres))
        self.simulation.operations.integrator = mc

    def advance(self, sweeps):
        self.simulation.run(sweeps)
        accepted, rejected = self.simulation.operations.integrator.translate_moves  # of this call of run
        self.trials += accepted + rejected
        self.accepted += accepted

    def state(self):
        def place(x, side):
            return (x + side / 2) % side % side  # a tiny negative number makes x % side the side itself
        rows = self.simulation.state.get_snapshot().particles.position
        return [(place(float(row[0]), self.width), place(float(row[1]), self.height)) for row in rows]


class HoomdShapes(Shapes):
    version = HoomdDisks.version

    def start(self):
        kinds = {INTEGRATORS.get(body.name) for body in self.bodies}
        if len(kinds) > 1 or None in kinds:
            raise Refused("only bodies of one integrator, of those that this adapter knows")
        integrator = getattr(hoomd.hpmc.integrate, kinds.pop(), None)
        if integrator is None:
            raise Refused("this version of HOOMD-blue has no integrator for them")
        rotation = self.max_rotation if self.dimensions == 2 else self.max_rotation / WIDTHS
        mc = integrator(
            default_d=self.max_displacement, default_a=rotation, translation_move_probability=self.translations,
            nselect=self.sweeps_per_step)
        names = [f"type{k}" for k in range(len(self.bodies))]
        for name, body in zip(names, self.bodies):
            mc.shape[name] = shape_of(body)
        sides = [*self.sides[:2], self.sides[2] if self.dimensions == 3 else 0]
        self.simulation = started(self.seed, [*sides, *self.tilts], names, self.types, self.centres, self.orientations)
        self.simulation.operations.integrator = mc
        self.simulation.run(0)  # what HOOMD-blue has against the state, it says now

    def advance(self, steps):
        self.simulation.run(steps)
        mc = self.simulation.operations.integrator
        self.translations_accepted += mc.translate_moves[0]
        self.translation_trials += sum(mc.translate_moves)
        self.rotations_accepted += mc.rotate_moves[0]
        self.rotation_trials += sum(mc.rotate_moves)

    def state(self):
        particles = self.simulation.state.get_snapshot().particles
        return particles.position, particles.orientation


serve(HoomdDisks, HoomdShapes)
