"""Stand-in for hoomd.hpmc.integrate: Sphere alone."""

import pathlib
import runpy
import sys
import unittest.mock

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "python" / "example"

sys.path.append(str(EXAMPLES))
with unittest.mock.patch("touchstone_verify.serve"):
    Spheres = runpy.run_path(str(EXAMPLES / "shapes.py"))["MyShapes"]


class Sphere:
    def __init__(self, default_d=0.1, default_a=0.1, translation_move_probability=0.5, nselect=4):
        self.default_d, self.default_a, self.nselect = default_d, default_a, nselect
        self.translation_move_probability = translation_move_probability
        self.shape, self.translate_moves, self.rotate_moves = {}, (0, 0), (0, 0)
