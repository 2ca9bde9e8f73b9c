#!/usr/bin/env python3
"""Tests of the section about programs of users, on records made up here."""

import unittest

import synthetic
from testing import HERE  # noqa: F401  (the path of the reports)

import suite_programs
from common.artifact import Context
from common.records import Record

SOURCE = "A. Author, Journal 1, 1 (2001)"


def made(scheme, metric, value=0.0, version="lib 1.2", stated_by="program", **fields):
    fields.setdefault("params", {})["facts"] = {
        "program": {"version": version, "stated_by": stated_by, "source": SOURCE}}
    return Record(synthetic.record("check", scheme, metric, value, backend="external", family=scheme.split("/")[0],
                                   **fields), "made up")


def row(**fields):
    return {"a": "ball", "b": "ball", "contacts": 28, "asked": 608, "smallest_asked": 1e-13, "right_from_gap": 1e-13,
            "right_from_penetration": 1e-5, "free_called_overlapping": 0, "overlapping_called_free": 177, **fields}


OVERLAPS = [made("hpmc/overlap-lib", "overlap/agreement"),
            made("hpmc/overlap-lib", "overlap/resolution", 2.0, verdict="fail", params={"series": {"resolution": [
                row(), row(b="ellipsoid", right_from_gap=None, right_from_penetration=1e-13,
                           free_called_overlapping=3, overlapping_called_free=0)]}})]
SLOPE = {"order": 2.0001, "rounding": 1e-4, "trend": 2e-4, "steps": 256.0}
INTEGRATOR = [made("longrange/leap", "integrator/order", 0.0001, version="2.0", stated_by="description",
                   params={"slopes": {"hmf": SLOPE, "ring": {**SLOPE, "trend": None}}, "claimed": 2}),
              made("longrange/leap", "integrator/energy", 0.25),
              made("longrange/leap", "integrator/momentum", verdict="not claimed")]


def tables(records):
    return {table.name: table.to_markdown()
            for table in suite_programs.build(Context(records, [], None), records).tables}


class Programs(unittest.TestCase):
    def test_version_verdicts_and_failed_checks(self):
        text = tables(OVERLAPS + INTEGRATOR)["suite-programs"]
        self.assertIn("| lib | overlaps | lib 1.2 | 1 pass, 1 fail (overlap/resolution) |", text)
        self.assertIn("| leap | integrators | 2.0 (by its description) | 2 pass, 1 not claimed |", text)
        self.assertIn(SOURCE, text)
        unknown = [made("mpmc/mine", "property/legal", version="", stated_by="nobody")]
        self.assertIn("| mine | disks | not stated | 1 pass |", tables(unknown)["suite-programs"])
        later = unknown + [made("mpmc/mine", "property/contact", version="3")]  # the first never started it
        self.assertIn("| mine | disks | 3 | 2 pass |", tables(later)["suite-programs"])

    def test_stars_and_chains_are_no_disks(self):
        found = [made("cmc/mine", "cmc/stars"), made("ecmc/mine", "legs/one chain"), made("ecmc/whole", "property/legal")]
        text = tables(found)["suite-programs"]
        for program, kind in (("mine", "stars"), ("mine", "chains"), ("whole", "disks")):
            self.assertIn(f"| {program} | {kind} |", text)

    def test_resolution_and_side_of_the_error(self):
        text = tables(OVERLAPS)["suite-programs-resolution"]
        self.assertIn("| ball |", text)
        self.assertIn("177 overlapping, called free", text)
        self.assertIn("| ball, ellipsoid | none |", text)
        self.assertIn("3 free, called overlapping", text)
        self.assertEqual(suite_programs.side(row(overlapping_called_free=0)), "none wrong")

    def test_order_and_errors_of_integrators(self):
        found = tables(INTEGRATOR)
        self.assertIn("| leap | 2 | HMF | 2.0001", found["suite-programs-order"])
        self.assertIn("| Ring | undecided |", found["suite-programs-order"])
        self.assertIn("| leap |  |  | 0.25 | not claimed |", found["suite-programs-errors"])
        self.assertNotIn("suite-programs-resolution", found)

    def test_without_records_there_is_an_empty_table(self):
        self.assertEqual(list(tables([])), ["suite-programs"])


if __name__ == "__main__":
    unittest.main()
