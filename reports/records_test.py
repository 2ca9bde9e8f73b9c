"""Tests of records of results: uncommitted changes, effects too small to be seen, more records than a report has room for."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
import unittest.mock

import synthetic
import testing  # noqa: F401  (finds the modules of reports)
from common import reading
from common.records import UNCOMMITTED, Record


def record(dirty=False, verdict="pass", params=None, facts=None, **fields):
    fields = {"key": "", "kind": "validation", "family": "mpmc", "scheme": "s", "metric": "m",
              "verdict": verdict, "class": "S", "backend": "serial", "params": params or {},
              "git": {"sha": "", "dirty": dirty}, "value": 1.0, "facts": facts or {}, **fields}
    return Record(fields, "here")


class Uncommitted(unittest.TestCase):

    def test_a_pass_is_no_evidence(self):
        self.assertEqual(record().verdict, "pass")
        self.assertEqual(record(dirty=True).verdict, "not claimed")
        self.assertIn(UNCOMMITTED, record(dirty=True).note)

    def test_a_failure_stays_one(self):
        self.assertEqual(record(dirty=True, verdict="fail").verdict, "fail")


class WithoutANumber(unittest.TestCase):

    def test_a_pass_is_a_failure_and_other_verdicts_stay(self):
        for kind in ("check", "validation", "benchmark"):
            for verdict in ("not run", "not claimed", "inconclusive", "fail"):
                self.assertEqual(record(verdict=verdict, kind=kind, value=None).verdict, verdict)
            self.assertEqual(record(kind=kind, value=None).verdict, "fail")
            self.assertEqual(record(kind=kind, z=float("nan")).verdict, "fail")
            self.assertEqual(record(kind=kind).verdict, "pass")


class TooWeak(unittest.TestCase):

    def test_compares_what_was_seen_with_what_matters(self):
        self.assertTrue(record(params={"resolution": 0.03},
                               facts={"smallest_effect": 0.05}).too_weak)
        self.assertFalse(record(params={"resolution": 0.03},
                                facts={"smallest_effect": 0.02}).too_weak)
        self.assertFalse(record().too_weak)


class Many(unittest.TestCase):
    """More records than a report has room for."""

    def loaded(self, most, made):
        told = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(reading, "MOST", most), contextlib.redirect_stderr(told):
            path = pathlib.Path(folder, "all.jsonl")
            path.write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
            return reading.load([path]), told.getvalue()

    def made(self, metric, seed, value, verdict="pass"):
        one = synthetic.record("validation", "s", metric, value, seed=seed, low=value - 1.96, high=value + 1.96, n_eff=seed, verdict=verdict)
        return {**one, "key": f"{one['key']}|{seed}"}

    def test_seeds_of_a_measurement_are_one_record(self):
        made = [self.made("a", 1, 5.0), self.made("b", 1, 1.0), self.made("a", 3, 9.0), self.made("b", 2, 2.0, "fail")]
        self.assertEqual(len(self.loaded(4, made)[0]), 4)
        records, told = self.loaded(3, made)
        self.assertEqual([(r.metric, round(r.value, 9), r.verdict) for r in records], [("a", 8.0, "pass"), ("b", 1.666666667, "fail")])
        self.assertIn("4 records are of 2 measurements", told)

    def test_a_record_that_was_written_twice_counts_once(self):
        records, _ = self.loaded(1, [self.made("a", 1, 5.0), self.made("a", 3, 9.0), self.made("a", 3, 9.0)])
        self.assertEqual(records[0].value, 8.0)

    def test_a_pass_without_a_value_fails_and_uncommitted_values_are_left_out(self):
        seeds = [self.made("a", seed, 5.0) for seed in (1, 2, 3)]
        empty = {**self.made("a", 4, 5.0), "value": None}
        own = {**self.made("a", 5, 15.0), "git": {"sha": "", "dirty": True}}
        for made in (seeds, [*seeds, own], [own, *seeds]):
            (record,), _ = self.loaded(1, made)
            self.assertEqual((record.verdict, round(record.value, 9)), ("pass", 5.0))
        for made in ([*seeds, empty], [empty, *seeds], [*seeds[:1], empty, own, *seeds[1:]]):
            (record,), _ = self.loaded(1, made)
            self.assertEqual(record.verdict, "fail")
        self.assertEqual(self.loaded(1, [own, {**own, "key": "other"}])[0][0].verdict, "not claimed")

    def test_timings_of_other_commits_stay_apart(self):
        made = [synthetic.record("benchmark", "s", "rate", 1e8, git={"sha": sha, "dirty": False}) for sha in ("a", "b")]
        made[1]["key"] += "other"
        self.assertEqual(len(self.loaded(1, made)[0]), 2)


if __name__ == "__main__":
    unittest.main()
