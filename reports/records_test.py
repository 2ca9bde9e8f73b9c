"""Tests of records of results: uncommitted changes, effects too small to be seen."""

import unittest

import testing  # noqa: F401  (finds the modules of reports)
from common.records import UNCOMMITTED, Record


def record(dirty=False, verdict="pass", params=None, facts=None):
    fields = {"key": "", "kind": "validation", "family": "mpmc", "scheme": "s", "metric": "m",
              "verdict": verdict, "class": "S", "backend": "serial", "params": params or {},
              "git": {"sha": "", "dirty": dirty}, "value": 1.0, "facts": facts or {}}
    return Record(fields, "here")


class Uncommitted(unittest.TestCase):

    def test_a_pass_is_no_evidence(self):
        self.assertEqual(record().verdict, "pass")
        self.assertEqual(record(dirty=True).verdict, "not claimed")
        self.assertIn(UNCOMMITTED, record(dirty=True).note)

    def test_a_failure_stays_one(self):
        self.assertEqual(record(dirty=True, verdict="fail").verdict, "fail")


class TooWeak(unittest.TestCase):

    def test_compares_what_was_seen_with_what_matters(self):
        self.assertTrue(record(params={"resolution": 0.03},
                               facts={"smallest_effect": 0.05}).too_weak)
        self.assertFalse(record(params={"resolution": 0.03},
                                facts={"smallest_effect": 0.02}).too_weak)
        self.assertFalse(record().too_weak)


if __name__ == "__main__":
    unittest.main()
