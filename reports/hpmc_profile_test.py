"""Tests of the section about the profile of trial moves, on records made up here."""

import pathlib
import unittest

import synthetic
from testing import HERE

import hpmc_profile
from common.artifact import Context
from common.published import Data
from common.records import Record


def part(name, value, whole=1000.0, calls=1.0, system="dodecahedra", **fields):
    made = synthetic.record("benchmark", "hpmc/serial-tree", hpmc_profile.PART, value,
                            family="hpmc",
                            params={"system": system, "bodies": 4096, "part": name,
                                    "whole": whole, "calls": calls}, **fields)
    return Record(made, "made up")


def support(vertices, vectors, value):
    made = synthetic.record("benchmark", "hpmc/support-function", hpmc_profile.SUPPORT, value,
                            family="hpmc", params={"vertices": vertices, "vectors": vectors})
    return Record(made, "made up")


def split(name, value, **fields):
    made = synthetic.record("benchmark", "hpmc/serial-tree-double", hpmc_profile.SPLIT, value,
                            family="hpmc", params={"system": "dodecahedra", "bodies": 4096,
                                                   "part": name, "tests": 2000, "supports": 4.5},
                            **fields)
    return Record(made, "made up")


def bound(seconds, rate):
    system = {"system": "disks", "bodies": 4096}
    counts = {name: 2.0 for name, _ in hpmc_profile.COUNTS}
    return [Record(synthetic.record("benchmark", "hpmc/serial-tree", metric, value, family="hpmc",
                                    params=params), "made up")
            for metric, value, params in (
                (hpmc_profile.BOUND, 90.0,
                 {**system, **counts, "floor_seconds": seconds, "bytes": 500}),
                (hpmc_profile.MOVES, rate, system))]


def tables(made):
    context = Context(made, [], Data(pathlib.Path(HERE).parent / "validation" / "data"), None)
    return {table.name: table.to_markdown() for table in hpmc_profile.build(context, made).tables}


class Profile(unittest.TestCase):
    def test_parts_of_a_move_have_their_shares(self):
        made = [part("proposal", 50.0), part("checks in double precision", 250.0, calls=1.5)]
        text = tables(made)["hpmc-profile"]
        self.assertIn("50.0 (5 %)", text)
        self.assertIn("250 (25 %)", text)
        self.assertIn("1.50", text)

    def test_a_failed_profile_has_no_numbers(self):
        text = tables([part("proposal", 50.0, verdict="fail")])["hpmc-profile"]
        self.assertIn("fail", text)
        self.assertNotIn("50.0", text)

    def test_vectors_stand_beside_one_by_one(self):
        made = [support(20, "none", 30.0), support(20, "avx512", 12.0), support(64, "none", 90.0)]
        text = tables(made)["hpmc-support"]
        self.assertIn("| 20 | 30.0 | 12.0 | 2.50 |", text)
        self.assertIn("| 64 | 90.0 |", text)

    def test_xenocollide_is_split_beside_the_paper(self):
        text = tables([split("whole", 200.0), split("support functions", 150.0)])["hpmc-xenocollide"]
        self.assertIn("150 (75 %)", text)
        self.assertIn("50.0 (25 %)", text)
        self.assertIn("80 %", text)

    def test_a_failed_split_has_no_numbers(self):
        made = [split("whole", 200.0, verdict="fail"), split("support functions", 150.0)]
        self.assertNotIn("150", tables(made)["hpmc-xenocollide"])

    def test_the_roofline_is_compared_with_the_rate_of_the_same_run(self):
        text = tables(bound(25e-9, 10e6))["hpmc-roofline"]
        self.assertIn("| 90.0 | 25.0 | 100 | 25 % |", text)

    def test_nothing_run_is_named(self):
        made = tables([])
        self.assertIn("not run here", made["hpmc-roofline"])
        self.assertIn("not run here", made["hpmc-xenocollide"])
        self.assertIn("not run here", made["hpmc-profile"])
        self.assertIn("not run here", made["hpmc-support"])


if __name__ == "__main__":
    unittest.main()
