#!/usr/bin/env python3
"""Tests of the section about generated mutants, on records made up here."""

import unittest

import synthetic
from testing import HERE  # noqa: F401  (the path of the reports)

import suite_generated
from common import confidence
from common.artifact import Context
from common.records import Record


def mutant(line, outcome="killed", operator="sign", changed=0, file="optimized/mpmc/x.hpp", **facts):
    killed = outcome == "killed"
    return Record(synthetic.record(
        "mutation", file, "generated mutant", float(killed), verdict="pass" if killed else "inconclusive",
        note="killed by stage/x" if killed else "survivor: no check reaches it",
        params={"line": line, "operator": operator, "function": "f", "facts": {
            "outcome": outcome, "how": "fail" if killed else None, "killed_by": "stage/x" if killed else None,
            "milliseconds": 10.0 * line, "checks": 3, "changed": changed, "diff": "-  a + 1;\n+  a - 1;",
            **facts}}),
                  "made up")


RECORDS = [mutant(1), mutant(2), mutant(3), mutant(4, "not reached", "constant"),
           mutant(5, "survived", "constant", 2, "models/disks/y.cpp")]


def score(time, killed, **fields):
    return Record(synthetic.record(
        "mutation", "*", "score of generated mutants", killed / 10, low=0.1, high=0.9, time=time, **fields,
        params={"file": "*", "facts": {"mutants": 10, "killed": killed, "not_reached": 1, "listed": 1, "equal": 1}}),
                  "made up")


class Generated(unittest.TestCase):
    def setUp(self):
        self.artifact = suite_generated.build(Context(RECORDS, [], None), RECORDS)
        self.tables = {table.name: table.to_markdown() for table in self.artifact.tables}

    def test_scores_have_intervals(self):
        self.assertIn("3 of 5 are killed", self.artifact.lead)
        self.assertIn("| optimized/mpmc/x.hpp | 4 | 3 | 75 % | 30 % to 95 % | 1 | 0 |",
                      self.tables["suite-generated-files"])
        self.assertIn("| constant | 2 | 0 | 0 % | 0 % to 66 % | 1 | 1 |", self.tables["suite-generated-operators"])

    def test_survivors_that_change_nothing_count_apart(self):
        self.assertNotIn("likely to be equal;", self.artifact.lead)
        some = [*RECORDS, mutant(6, "survived"), mutant(7, "survived")]
        lead = suite_generated.build(Context(some, [], None), some).lead
        self.assertIn("3 of 7 are killed", lead)
        self.assertIn("2 survivors leave every number", lead)
        self.assertIn("of the others 60 % are killed", lead)

    def test_the_front_page_counts_as_the_section_does(self):
        def front(records):
            known = confidence.build(Context(records, [], None), [], [], [])
            return next(line["text"] for line in known if line["what"] == "Mutants, generated")

        scores = [score("2026-01-02T03:04:05Z", 3), score("2026-01-02T03:04:05Z", 3, seed=2)]
        self.assertIn("3 of 5 are killed", front([*RECORDS, mutant(1, "survived"), *scores]))
        self.assertEqual(front(scores), "not run here")

    def test_a_mutant_of_two_families_is_one(self):
        some = [*RECORDS, mutant(4, operator="constant"), mutant(1, "survived")]
        lead = suite_generated.build(Context(some, [], None), some).lead
        self.assertIn("4 of 5 are killed", lead)

    def test_killers_are_counted(self):
        self.assertIn("| stage/x | fail | 3 | 20 ms |", self.tables["suite-generated-killers"])

    def test_survivors_have_their_lines(self):
        self.assertIn("models/disks/y.cpp:5", self.tables["suite-generated-survivors"])
        self.assertIn("| a + 1; | a - 1; |", self.tables["suite-generated-survivors"])
        self.assertIn("no check reaches it", self.tables["suite-generated-survivors"])

    def test_a_survivor_that_differs_with_another_seed_is_a_gap(self):
        facts = {"differs": "stage/x on y, seed 3", "compared_runs": 2}
        lead = suite_generated.build(Context([], [], None), [*RECORDS, mutant(6, "survived", **facts)]).lead
        self.assertNotIn("leave every number", lead)
        facts = {"compared_runs": 6}
        lead = suite_generated.build(Context([], [], None), [*RECORDS, mutant(6, "survived", **facts)]).lead
        self.assertIn("1 survivors leave every number", lead)

    def test_scores_over_commits_are_in_the_order_of_time(self):
        some = [*RECORDS, score("2026-02-01T10:00:00Z", 8), score("2026-01-01T10:00:00Z", 4)]
        artifact = suite_generated.build(Context(some, [], None), some)
        rows = [line for line in artifact.tables[-1].to_markdown().split("\n") if "mpmc" in line]
        self.assertIn("| mpmc | * | 2026-01-01T10:00 | 0123456 | 10 | 4 | 1 | 2 | 40 % | 10 % to 90 % | 50 % |", rows[0])
        self.assertIn("| 80 % | 10 % to 90 % | 100 % |", rows[1])
        self.assertIn("3 of 5 are killed", artifact.lead)

    def test_without_records_the_section_says_what_it_would_show(self):
        artifact = suite_generated.build(Context([], [], None), [])
        self.assertIn("no author of a check", artifact.lead)


if __name__ == "__main__":
    unittest.main()
