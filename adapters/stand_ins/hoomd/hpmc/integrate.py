"""Stand-in for hoomd.hpmc.integrate: Sphere alone."""

import pathlib
import runpy
import unittest.mock

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "python" / "example" / "shapes.py"

with unittest.mock.patch("touchstone_verify.serve"):
    Spheres = runpy.run_path(str(EXAMPLE))["Spheres"]


class Sphere:
    def __init__(self, default_d=0.1, default_a=0.1, translation_move_probability=0.5, nselect=4):
        self.default_d, self.default_a, self.nselect = default_d, default_a, nselect
        self.translation_move_probability = translation_move_probability
        self.shape, self.translate_moves, self.rotate_moves = {}, (0, 0), (0, 0)
