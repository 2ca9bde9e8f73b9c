"""Tests of the section about speeds of hard shapes, on records made up here."""

import pathlib
import unittest

import synthetic
from testing import HERE

import hpmc_speed
from common.artifact import Context
from common.published import Data
from common.records import Record


def moves(system, bodies, value, threads=1, **fields):
    made = synthetic.record("benchmark", "hpmc/serial-tree", hpmc_speed.METRIC, value,
                            family="hpmc", threads=threads,
                            params={"system": system, "bodies": bodies,
                                    "acceptance_translations": 0.205}, **fields)
    return Record(made, "made up")


def tables(made, schemes=None):
    context = Context(made, [], Data(pathlib.Path(HERE).parent / "validation" / "data"), schemes)
    return {table.name: table.to_markdown() for table in hpmc_speed.build(context, made).tables}


class Speed(unittest.TestCase):
    def test_ours_stand_beside_the_public_program_at_the_same_size(self):
        text = tables([moves("pentagons", 4096, 4.0e6)])["hpmc-speed"]
        self.assertIn("| pentagons | 4096 |", text.replace("\u202f", ""))
        self.assertIn("| 4.00 | 2.84 | 0.205 |  | 2.35 |", text)

    def test_another_size_has_no_published_speed(self):
        self.assertNotIn("2.35", tables([moves("pentagons", 64, 4.0e6)])["hpmc-speed"])

    def test_a_failed_record_is_no_rate(self):
        text = tables([moves("pentagons", 4096, None, verdict="fail")])["hpmc-speed"]
        self.assertIn("fail", text)
        self.assertNotIn("nan", text)

    def test_schemes_on_the_emulator_are_not_run_on_a_device(self):
        emulated = {"name": "hpmc/checkerboard-cuda", "backend": "emulated"}
        serial = {"name": "hpmc/serial-tree", "backend": "serial"}
        other = {"name": "mpmc/checkerboard-cuda", "backend": "emulated"}
        text = tables([moves("pentagons", 4096, 4.0e6)], [emulated, serial, other])["hpmc-speed"]
        self.assertEqual(text.count("not run on a device"), 1)
        self.assertIn("hpmc/checkerboard-cuda", text)

    def test_nothing_run_is_named_and_the_paper_stands(self):
        made = tables([])
        self.assertIn("not run here", made["hpmc-speed"])
        self.assertIn("7.56 (1.50)", made["hpmc-figure-5"])


if __name__ == "__main__":
    unittest.main()
