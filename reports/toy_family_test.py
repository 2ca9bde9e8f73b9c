#!/usr/bin/env python3
"""A sixth family is reported: its records get a page, rows among the checks and a count on the front page,
with no edit elsewhere (the family is that of models/toy/walk.hpp)."""

import unittest

import synthetic
from testing import Folder

FAMILY = "walk"
CHECK = "walk/symmetric"


def records():
    def made(kind, scheme, metric, value, **fields):
        return synthetic.record(kind, scheme, metric, value, family=FAMILY, **fields)

    return [made("validation", "stranger/walk", "mean square of the path", 64.2, low=63.5, high=65.0, z=0.4,
                 expected={"value": 64, "uncertainty": 0, "source": "the number of steps"},
                 params={"steps": 64}),
            made("check", "stranger/walk", CHECK, 0.3),
            made("check", "mutant/never-left", CHECK, 90, params={"expected": True, "caught": True, "trials": 10000}),
            made("benchmark", "stranger/walk", "steps per second", 2.5e8, params={"steps": 1000})]


class ToyFamily(Folder):
    def setUp(self):
        super().setUp()
        self.build_with(records())

    def test_it_has_a_page_with_its_values_and_timings(self):
        compared = self.table("walk-validation")
        self.assertEqual([row["Metric"] for row in compared], ["mean square of the path"])
        self.assertEqual(compared[0]["Verdict"], "pass")
        self.assertEqual([row["Metric"] for row in self.table("walk-benchmark")], ["steps per second"])
        self.assertIn("stranger/walk", self.page(FAMILY))

    def test_it_has_rows_among_the_checks_and_the_mutants(self):
        self.assertIn("stranger/walk", self.page("checks"))
        self.assertIn(f"{FAMILY}: schemes", self.page("checks"))
        self.assertIn("never-left", self.page("mutants"))

    def test_the_front_page_counts_it_and_leads_to_its_page(self):
        front = self.page()
        self.assertIn(f'href="{FAMILY}.html"', front)
        self.assertIn("1 of 1 mutants is caught", front)

    def test_every_record_is_on_a_page(self):
        self.hides("Records of this run that no section shows")


if __name__ == "__main__":
    unittest.main()
