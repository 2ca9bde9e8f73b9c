#!/usr/bin/env python3
"""The package for Python: the requests that it understands, and what it refuses."""

import unittest

from conversations import BODIES, CLUSTER, LEG, PLANE, TWO_DISKS, answers_of
from touchstone_verify import Chains, Disks, Longrange, Overlaps, Refused, Shapes, Stars, serve


class Still(Disks):
    def advance(self, sweeps):
        self.trials += sweeps * len(self.centres)


class StillBodies(Shapes):
    def advance(self, steps):
        self.translation_trials, self.rotation_trials = 3 * steps, steps


class StillStars(Longrange):
    def advance(self, steps):
        pass


class Array:
    """An array as numpy has it: rows that are no sequences of Python's, and tolist()."""

    def __init__(self, rows):
        self.rows = rows

    def tolist(self):
        return [list(row) for row in self.rows]


class Requests(unittest.TestCase):
    def test_disks(self):
        seen = []

        class Disk(Still):
            def start(self):
                seen.append(self)

        self.assertEqual(answers_of(TWO_DISKS + "advance 3\nadvance 1\nstate\n", Disk),
                         ["ok", "ok 6 0", "ok 8 0", "ok", "1.5 2.25", "6.0 1e-05"])
        disk = seen[0]
        self.assertEqual((disk.width, disk.height, disk.seed, disk.threads), (8.5, 7.25, 2**64 - 1, 4))
        self.assertEqual((disk.max_displacement, disk.trials_per_cell), (0.16, 4))

    def test_a_restart_has_new_centres_and_nothing_counted(self):
        seen = []

        class Disk(Still):
            def restart(self):
                seen.append((self.seed, self.centres, self.trials, self.width))

        self.assertEqual(answers_of(TWO_DISKS + "advance 3\nagain 7\n2 3\n4 5\nadvance 1\nstate\n", Disk),
                         ["ok", "ok 6 0", "ok", "ok 2 0", "ok", "2.0 3.0", "4.0 5.0"])
        self.assertEqual(seen, [(7, [(2.0, 3.0), (4.0, 5.0)], 0, 8.5)])

    def test_without_the_method_a_restart_is_a_start(self):
        seen = []

        class Disk(Still):
            def start(self):
                seen.append((id(self), self.seed))

        answers_of(TWO_DISKS + "again 7\n2 3\n4 5\n", Disk)
        self.assertEqual([seed for _, seed in seen], [2**64 - 1, 7])

    def test_bodies_are_restarted(self):
        class Bodies(StillBodies):
            def restart(self):
                self.translations_accepted = len(self.bodies)

        again = "again 9\n0 1 2 0 1 0 0 0\n1 3 -4 0 0 0 0 1\n"
        self.assertEqual(answers_of(BODIES + again + "advance 1\nstate\n", Bodies),
                         ["ok", "ok", "ok 3 3 1 0", "ok", "1.0 2.0 0.0 1.0 0.0 0.0 0.0",
                          "3.0 -4.0 0.0 0.0 0.0 0.0 1.0"])

    def test_only_systems_with_a_seed_are_restarted(self):
        self.assertEqual(answers_of(PLANE + "again 7\n", StillStars), ["ok", "error unknown request 'again 7'"])

    def test_each_start_begins_anew(self):
        self.assertEqual(answers_of(TWO_DISKS + "advance 3\n" + TWO_DISKS + "advance 1\n", Still),
                         ["ok", "ok 6 0", "ok", "ok 2 0"])

    def test_shapes(self):
        seen = []

        class Shape(StillBodies):
            def start(self):
                seen.append(self)

        self.assertEqual(answers_of(BODIES + "advance 2\nstate\n", Shape),
                         ["ok", "ok 6 0 2 0", "ok", "-4.0 -4.0 0.0 1.0 0.0 0.0 0.0", "4.0 -4.0 0.0 1.0 0.0 0.0 0.0"])
        shape = seen[0]
        self.assertEqual((shape.dimensions, shape.sides, shape.tilts), (2, (9, 8, 1), (0.5, 0, 0)))
        self.assertEqual([body.name for body in shape.bodies], ["disk", "spheropolygon", "ellipsoid"])
        self.assertEqual(shape.bodies[0].radius, 0.5)
        self.assertEqual((shape.bodies[1].rounding, shape.bodies[1].vertices), (0.25, ((0, 0), (1, 0), (0, 1))))
        self.assertEqual(shape.bodies[2].half_axes, (1, 2, 3))
        self.assertEqual(shape.types, [0, 1])

    def test_bodies_of_all_classes(self):
        lines = ["sphere_union 2 0 0 0 0.5 3 1 0 0 0.25 4294967295", "simple_polygon 3 0 0 1 0 0 1",
                 "faceted_ellipsoid 1 2 3 0 0 0.5 1 0 0 1 -0.25", "convex_polyhedron 4 0 0 0 1 0 0 0 1 0 0 0 1",
                 "polyhedron 0.125 0 0 0.5 3 0 0 0 1 0 0 0 1 0 1 0 1 2", "dimpled_ball 1 0 0 0.5 1 0 0 2 1.5"]
        seen = []

        class Shape(StillBodies):
            def start(self):
                seen.extend(self.bodies)

        answers_of(BODIES.replace("types 3", f"types {3 + len(lines)}").replace("bodies", "\n".join([*lines, "bodies"])), Shape)
        union, polygon, facets, hull, mesh, dimples = seen[3:]
        self.assertEqual((union.centres, union.radii, union.masks), (((0, 0, 0), (1, 0, 0)), (0.5, 0.25), (3, 2**32 - 1)))
        self.assertEqual(polygon.vertices, ((0, 0), (1, 0), (0, 1)))
        self.assertEqual((facets.half_axes, facets.origin, facets.normals, facets.offsets),
                         ((1, 2, 3), (0, 0, 0.5), ((0, 0, 1),), (-0.25,)))
        self.assertEqual(len(hull.vertices), 4)
        self.assertEqual((mesh.rounding, mesh.origin, mesh.triangles), (0.125, (0, 0, 0.5), ((0, 1, 2),)))
        self.assertEqual((dimples.radius, dimples.origin, dimples.centres, dimples.radii),
                         (1, (0, 0, 0.5), ((0, 0, 2),), (1.5,)))

    def test_domains_and_ranks(self):
        seen = []

        class Shape(StillBodies):
            def start(self):
                seen.append((self.domains, self.ranks, self.pressure))

        answers_of(BODIES + BODIES.replace("types", "domains 2 3 1\nranks 6\ntypes", 1), Shape)
        self.assertEqual(seen, [((1, 1, 1), 1, None), ((2, 3, 1), 6, None)])

    def test_the_box_is_told_at_constant_pressure(self):
        class Growing(StillBodies):
            def advance(self, steps):
                self.box_trials, self.boxes_accepted = steps * self.box_moves_per_step, steps
                self.sides = [side + self.max_volume * self.pressure for side in self.sides]

        lines = "pressure 2\nmax_volume 0.25\nmax_log_volume 0\nmax_length 0\nmax_shear 0\nbox_moves_per_step 3\n"
        answers = answers_of(BODIES.replace("types", lines + "types", 1) + "advance 2\nstate\n", Growing)
        self.assertEqual(answers[:4], ["ok", "ok 0 0 0 0 6 2", "ok", "9.5 8.5 1.5 0.5 0.0 0.0"])
        self.assertEqual(len(answers), 6)

    def test_longrange_in_the_plane_and_on_a_circle(self):
        self.assertEqual(answers_of(PLANE + "advance 2\nstate\n", StillStars),
                         ["ok", "ok", "ok", "3.5 0.25 1.0 2.0", "4.5 -0.25 3.0 4.0"])
        circle = PLANE.replace("gravity-2d", "hmf").replace(" 1 2", "").replace(" 3 4", "")
        self.assertEqual(answers_of(circle + "state\n", StillStars), ["ok", "ok", "3.5 0.25", "4.5 -0.25"])

    def test_legs_of_chains(self):
        seen = []

        class Leg(Chains):
            def start(self):
                seen.append((self.width, self.height, list(self.active), self.direction, self.length, self.threads))

            def advance(self, legs):
                self.liftings += legs
                self.active = self.active[::-1]

        self.assertEqual(answers_of(LEG + "advance 3\nstate\n", Leg), ["ok", "ok 3 0 1", "ok", "1.5 2.25", "2.0 0.0"])
        self.assertEqual(seen, [(6, 7.5, [1, 0], "y", 2.25, 2)])

    def test_stars_leave_and_are_counted(self):
        seen = []

        class Leaving(Stars):
            def start(self):
                seen.append(self)

            def advance(self, steps):
                self.time += steps / 8
                self.escaped_energy += 0.0625
                self.stars = Array(self.stars[1:])

        self.assertEqual(answers_of(CLUSTER + "state\nadvance 3\nstate\n", Leaving),
                         ["ok", "ok 2", "0.0 0.25 0.5 -0.125 0.0", "1.0 0.75 1.5 0.125 1.0", "ok 0.375 0.0625", "ok 1",
                          "1.0 0.75 1.5 0.125 1.0"])
        self.assertEqual((seen[0].theta_max, seen[0].seed, seen[0].threads), (0.5, 3, 2))

    def test_numbers_keep_their_bits(self):
        third = TWO_DISKS.replace("1.5 2.25", f"{1 / 3!r} {0.1 + 0.2!r}")
        self.assertEqual(answers_of(third + "state\n", Still)[2], f"{1 / 3!r} {0.1 + 0.2!r}")

    def test_arrays_and_numbers_of_their_own(self):
        class Integers:
            def __index__(self):
                return 7

        class WithArrays(Still):
            def advance(self, sweeps):
                self.trials = Integers()

            def state(self):
                return Array(self.centres)

        self.assertEqual(answers_of(TWO_DISKS + "advance 1\nstate\n", WithArrays),
                         ["ok", "ok 7 0", "ok", "1.5 2.25", "6.0 1e-05"])

    def test_classes_are_chosen_by_kind(self):
        self.assertEqual(answers_of(TWO_DISKS + PLANE + "advance 1\n", StillStars, Still), ["ok", "ok", "ok"])


class Refusals(unittest.TestCase):
    def test_what_the_program_does_not_simulate(self):
        class Few(Still):
            def start(self):
                raise Refused("only\none disk")

        self.assertEqual(answers_of(TWO_DISKS + "advance 1\n", Few), ["error only one disk"])
        self.assertEqual(answers_of(PLANE, Still), ["error the program simulates no longrange"])

    def test_what_a_later_protocol_may_have(self):
        self.assertEqual(answers_of("start planets 2\n", Still), ["error the adapter does not know systems of the kind 'planets'"])
        self.assertEqual(answers_of(TWO_DISKS.replace("seed", "wall 3\nseed"), Still),
                         ["error the adapter does not know the setting 'wall'"])
        self.assertEqual(answers_of(BODIES.replace("disk 0.5", "torus 1 2"), StillBodies),
                         ["error the adapter does not know bodies of the type 'torus'"])

    def test_requests_that_are_none_are_answered(self):
        self.assertEqual(answers_of("advance 1\n" + TWO_DISKS + "forces\ndance\nadvance\n\n", Still),
                         ["error expected a start, found 'advance 1'", "ok", "error unknown request 'forces'",
                          "error unknown request 'dance'", "error unknown request 'advance'", "error unknown request ''"])

    def test_methods_that_are_not_there(self):
        self.assertEqual(answers_of(PLANE + "forces\nenergies\n", StillStars)[1:],
                         ["error StillStars has no method forces(self)", "error StillStars has no method energies(self)"])

    def test_classes_that_cannot_be_served(self):
        for wrong in ([], [int], ["Disks"], [Disks], [Overlaps]):
            with self.assertRaisesRegex(TypeError, "serve: "):
                serve(*wrong)


if __name__ == "__main__":
    unittest.main()
