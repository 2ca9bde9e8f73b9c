#!/usr/bin/env python3
"""Shares of planted faults that were found, from rows that are made up."""

import unittest

import testing  # noqa: F401  (finds the modules of reports)
import suite_planted


def row(first, now):
    return {"set": "first", "family": "mpmc", "file": "f", "fault": "x", "first": first, "now": now}


class Counts(unittest.TestCase):
    ROWS = [row("nothing", "starts/law"), row("nothing", "nothing"), row("unit tests", "unit tests"),
            row("no effect", "no effect"), row("not tried", "not tried")]

    def test_faults_without_effect_and_those_not_tried_are_left_out(self):
        self.assertEqual(len(suite_planted.counted(self.ROWS)), 3)

    def test_what_nothing_saw_is_not_found(self):
        self.assertEqual(len(suite_planted.found(self.ROWS, "first")), 1)
        self.assertEqual(len(suite_planted.found(self.ROWS, "now")), 2)


if __name__ == "__main__":
    unittest.main()
