#!/usr/bin/env python3
"""Tests of the section about cross sections of binaries, on records made up here."""

import math
import unittest

import synthetic
from testing import section

import cmc_cross_sections
from common.figures import dropped
from common.records import Record

BOTH = "cross section for ionisation of both binaries"


def measured(metric, value, speed=None):
    params = {"meetings": 1000, **({"speeds": [16, 32]} if speed is None else {"speed": speed})}
    expected = {"value": value * 1.1, "uncertainty": 0.1 * value, "source": "serial reference"}
    fields = synthetic.record("validation", "cmc/scattering-portable", metric, value, family="cmc", low=0.9 * value,
                              high=1.1 * value, expected=expected, params=params)
    return Record(fields, "made up")


class CrossSections(unittest.TestCase):
    def test_limits_that_were_not_run_stand_beside_their_theory(self):
        artifact, tables = section(cmc_cross_sections, [])
        lines = tables["cmc-cross-sections"].to_markdown().splitlines()
        for kind, value in (("ionisation", "4.444"), ("both ionised", "3.305"), ("one ionised", "6.723")):
            self.assertTrue(any(f" {kind} " in line and value in line and "not run" in line for line in lines), kind)
        self.assertEqual(artifact.figures, [])

    def test_a_limit_that_was_run_takes_the_place_of_its_line(self):
        artifact, tables = section(cmc_cross_sections, [measured(BOTH, 3.2)])
        lines = [line for line in tables["cmc-cross-sections"].to_markdown().splitlines() if "both ionised" in line]
        self.assertEqual(len(lines), 1)
        self.assertIn("3.2", lines[0])
        self.assertEqual(artifact.figures, [])  # no curve over speed

    def test_the_figure_has_a_panel_for_each_that_meets_binaries(self):
        records = [measured(BOTH, 3.2), measured(BOTH, 0.5, 2), measured("cross section for exchange", 2.5, 1)]
        artifact, _ = section(cmc_cross_sections, records)
        self.addCleanup(dropped, artifact.figures)
        single, binaries = artifact.figures[0].panels
        self.assertEqual([single.name, binaries.name], ["cmc-cross-sections-single", "cmc-cross-sections-binaries"])
        drawn = [value for line in binaries.axes.lines for value in line.get_ydata()]
        for value in (3.2, 4 * 0.5, 4 * 0.55):  # times the square of the speed
            self.assertTrue(any(math.isclose(value, other) for other in drawn), value)
        self.assertTrue(any(math.isclose(cmc_cross_sections.BOTH, other) for other in drawn))

    def test_meetings_without_an_end_are_listed_and_not_drawn(self):
        metric = "cross section for meetings of two binaries without an end"
        artifact, tables = section(cmc_cross_sections, [measured(metric, 3.2, 0.25)])
        lines = [line for line in tables["cmc-cross-sections"].to_markdown().splitlines() if " no end " in line]
        self.assertEqual(len(lines), 1)
        self.assertIn("3.2", lines[0])
        self.assertEqual(artifact.figures, [])


if __name__ == "__main__":
    unittest.main()
