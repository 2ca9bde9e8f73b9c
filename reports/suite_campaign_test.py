#!/usr/bin/env python3
"""Tests of the section about campaigns, on records made up here."""

import unittest

import synthetic
from testing import HERE  # noqa: F401  (the path of the reports)

import suite_campaign
from common.artifact import Context
from common.records import Record


def run(seed, p, failed=0, unlike=()):
    return Record(synthetic.record(
        "campaign", "all", "decisions of check that failed", float(failed), seed=seed, family="all",
        verdict="fail" if failed else "pass",
        params={"verb": "check", "facts": {"decisions": 20, "inconclusive": 0, "not_run": 3, "unlike": list(unlike),
                                           "p": {"stage/x": p}, "p_published": {"pressure": [1e-9]}}}), "made up")


EVEN = [(k + 0.5) / 40 for k in range(40)]


class Campaigns(unittest.TestCase):
    def tables(self, records):
        artifact = suite_campaign.build(Context(records, [], None), records)
        self.figures = artifact.figures
        return {table.name: table.to_markdown() for table in artifact.tables}

    def test_runs_and_failures_are_counted(self):
        tables = self.tables([run(1001, EVEN), run(1002, EVEN, 1, ["fail: ./touchstone check --seed 1002"])])
        self.assertIn("| check | 2 | 40 | 1 | 0 | 1001 to 1002 | fail: ./touchstone check --seed 1002 |",
                      tables["suite-campaign-runs"])
        self.assertEqual(len(self.figures), 1)

    def test_even_p_stay_below_the_bound_and_small_ones_do_not(self):
        self.assertLess(*suite_campaign.excess(EVEN))
        crowded = [p * p for p in EVEN]
        found, bound = suite_campaign.excess(crowded)
        self.assertGreater(found, bound)

    def test_larger_p_are_no_excess(self):
        found, bound = suite_campaign.excess([min(1, 3 * p) for p in EVEN])
        self.assertLess(found, bound)

    def test_p_against_published_values_are_left_out(self):
        self.assertNotIn("pressure", self.tables([run(1001, EVEN)])["suite-campaign-check"])

    def test_without_records_the_section_says_what_it_would_show(self):
        self.assertIn("fresh seeds", suite_campaign.build(Context([], [], None), []).lead)


if __name__ == "__main__":
    unittest.main()
