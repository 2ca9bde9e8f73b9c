#!/usr/bin/env python3
"""Tests of the section about schemes and checks, on records made up here."""

import unittest

import synthetic
from testing import HERE

import suite_checks
from common.artifact import Context
from common.records import Record


def check(scheme, metric, verdict="pass", note="", **params):
    family = scheme.split("/")[0]
    fields = synthetic.record("check", scheme, metric, 0.0, family=family, verdict=verdict,
                              note=note, params={"trials": 6, "false_alarm": 0.0,
                                                 "smallest_effect": 0.0, **params})
    return Record(fields, "made up")


RECORDS = [
    check("cmc/serial", "cmc/energy"), check("cmc/serial", "cmc/orbits"),
    check("cmc/ranks", "cmc/orbits", "not run", "cmc/ranks: it samples no orbits"),
    check("cmc/ranks", "cmc/energy"),
    check("hpmc/tree", "shapes/legal"), check("hpmc/tree", "overlap/motion", "not run", "no pairs"),
    check("hpmc/gjk", "overlap/motion", "not claimed", "the algorithm does not claim this"),
    check("hpmc/gjk", "overlap/iterations", unit="of the bound"),
    check("hpmc/gjk", "shapes/legal", "not run"),
    check("hpmc/tree", "shapes/proposals", false_alarm=1e-6, smallest_effect=0.02, trials=54666)]


def tables(made):
    artifact = suite_checks.build(Context(made, [], None), made)
    return {table.name: table for table in artifact.tables}


class Checks(unittest.TestCase):
    def test_each_family_and_kind_has_a_table_of_its_own(self):
        made = tables(RECORDS)
        self.assertEqual(list(made), ["suite-checks-cmc", "suite-checks-hpmc-shapes",
                                      "suite-checks-hpmc-overlap", "suite-check-reasons",
                                      "suite-check-power"])
        shapes = made["suite-checks-hpmc-shapes"].to_markdown()
        self.assertIn("hpmc: schemes × checks (shapes)", shapes)
        self.assertIn("| tree |", shapes)
        self.assertNotIn("gjk", shapes)  # only what has something in it
        self.assertNotIn("motion", shapes)

    def test_why_a_check_says_nothing_is_on_hovering_and_in_a_list(self):
        made = tables(RECORDS)
        self.assertIn('title="cmc/orbits: not run: it samples no orbits"',
                      made["suite-checks-cmc"].to_html())
        self.assertIn("○ not run", made["suite-checks-cmc"].note)
        self.assertIn("| hpmc | not claimed | the algorithm does not claim this | overlap/motion "
                      "| 1 | gjk |", made["suite-check-reasons"].to_markdown())
        self.assertTrue(made["suite-check-reasons"].folded)

    def test_exact_checks_say_exact(self):
        lines = tables(RECORDS)["suite-check-power"].to_markdown()
        self.assertIn("| cmc | cmc/energy | 2 | 2 | – | 6 | exact | none |", lines)
        self.assertIn("| hpmc | overlap/iterations | 1 | 1 | – | 6 | a bound | none |", lines)
        self.assertIn("5.5 × 10⁴ | 0.020 | 1 × 10⁻⁶ |", lines)


if __name__ == "__main__":
    unittest.main()
