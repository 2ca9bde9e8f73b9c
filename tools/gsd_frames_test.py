"""Tests of gsd_frames.py: conventions of HOOMD, on stand-ins for what the package gsd reads."""

import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

import gsd_frames

SCRIPT = pathlib.Path(gsd_frames.__file__)


def snapshot(box=(4.0, 2.0, 0.0, 0.5, 0.0, 0.0), dimensions=3, **particles):
    values = {"N": 1, "types": ["A"], "typeid": [0], "position": [[1.0, 0.5, 0.25]], "orientation": [[1, 0, 0, 0]],
              "type_shapes": [{"type": "Sphere", "diameter": 1.0}], **particles}
    return types.SimpleNamespace(configuration=types.SimpleNamespace(box=box, dimensions=dimensions, step=7),
                                 particles=types.SimpleNamespace(**values))


class Frames(unittest.TestCase):
    def test_a_box_without_height_is_of_the_plane(self):
        text = gsd_frames.text_of(snapshot())
        self.assertIn('Lattice="4.0 0 0 1.0 2.0 0 0 0 1"', text)
        self.assertIn('Origin="-2.5 -1.0 0"', text)
        self.assertIn(" dimensions=2 ", text)
        self.assertTrue(text.endswith("A 1.0 0.5 0.0 1.0 0.0 0.0 0.0\n"))

    def test_tilts_of_space(self):
        text = gsd_frames.text_of(snapshot(box=(4.0, 2.0, 8.0, 0.5, 0.25, 0.125)))
        self.assertIn('Lattice="4.0 0 0 1.0 2.0 0 2.0 1.0 8.0"', text)
        self.assertIn('Origin="-3.5 -1.5 -4.0"', text)
        self.assertIn(" dimensions=3 ", text)

    def test_shapes_are_quoted_json_by_type(self):
        text = gsd_frames.text_of(snapshot(types=["A", "B b"], type_shapes=[{}, {"type": "Sphere", "diameter": 2.0}],
                                           typeid=[1]))
        quoted = text.split('type_shapes="')[1].split('"\n')[0]
        self.assertEqual(json.loads(quoted.replace('\\"', '"')), {"type-1": {"type": "Sphere", "diameter": 2.0}})
        self.assertIn("\ntype-1 1.0", text)

    def test_a_frame_without_shapes_says_so(self):
        for none in ([{}], [], None):
            self.assertIn(' type_shapes="{}"\n', gsd_frames.text_of(snapshot(type_shapes=none)))

    def test_the_rounding_is_that_of_single_precision(self):
        # half the distance of numbers from 1 to 2, and a quarter of that from 4 to 8
        text = gsd_frames.text_of(snapshot())
        self.assertIn(f" rounding={2.0**-24!r} box_rounding={2.0**-22!r} ", text)

    def test_a_type_that_is_none_is_named(self):
        with self.assertRaises(gsd_frames.BadFrame) as caught:
            gsd_frames.text_of(snapshot(N=2, typeid=[0, 2], position=2 * [[0, 0, 0]], orientation=2 * [[1, 0, 0, 0]]))
        self.assertEqual(str(caught.exception), "typeid of body 1: expected below 1, the number of types, found 2")

    def test_files_are_opened_by_old_and_new_packages(self):
        def open_file(path, mode):
            return path, mode
        self.assertEqual(gsd_frames.opened(types.SimpleNamespace(open=open_file, Snapshot=object), "f"), ("f", "rb"))
        self.assertEqual(gsd_frames.opened(types.SimpleNamespace(open=open_file, Frame=object), "f"), ("f", "r"))

    def test_a_file_that_is_no_gsd_is_told_in_one_line(self):
        with tempfile.NamedTemporaryFile(suffix=".gsd") as file:
            file.write(b"this is no GSD")
            file.flush()
            done = subprocess.run([sys.executable, "-B", str(SCRIPT), file.name], capture_output=True, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stdout, r"^!GSD: expected .*, found .*\n$")
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main()
