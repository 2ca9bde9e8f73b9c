#!/usr/bin/env python3
"""Tests of gather, and of the seeds that it pools, on what work has left."""

import json
import os
import shutil
import subprocess
import unittest
import unittest.mock

import cluster_test
import gather
import pools
import work


class Pools(unittest.TestCase):
    def pooled(self, records):
        found = {}
        for place, record in enumerate(records):
            pools.add(found, record, place)
        (pool,) = found.values()
        return pool, pool.condensed(records[pool.place])

    def test_a_seed_without_a_value_adds_none_wherever_it_comes(self):
        base = {"kind": "validation", "scheme": "s", "metric": "m"}
        empty = {**base, "seed": 1, "value": None, "low": None, "high": None, "verdict": "inconclusive"}
        full = [{**base, "seed": seed, "value": 9.0 + seed, "low": 8.0 + seed, "high": 10.0 + seed, "n_eff": 100.0, "verdict": "pass"}
                for seed in (2, 3, 4)]
        for records in ([empty, *full], [*full, empty], [full[0], empty, *full[1:]]):
            pool, condensed = self.pooled(records)
            self.assertAlmostEqual(condensed["value"], 12.0)
            self.assertEqual((condensed["verdict"], condensed["facts"]["pooled"]["records"]), ("inconclusive", 4))
            self.assertIn("of 3 seeds", pool.text())
            self.assertIn("expected 2)", pool.text())
        self.assertIsNone(self.pooled([empty, full[0]])[0].values())  # one seed alone


class Gather(cluster_test.Folder):
    def copy_with(self, change):
        """The records of the only batch again, as another process would have made them."""
        (path,) = self.into.glob("records/[0-9a-f]*.jsonl")
        records = [json.loads(line) for line in path.read_text().splitlines()]
        change(records[0])
        (self.into / "records" / "zz.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")

    def test_two_runs_of_a_job(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        for change, code, told in ((lambda r: r.update(seconds=1, host="b"), 0, "6 of 6"), (lambda r: r["facts"].update(ran=[1, 3]), 0, "6 of 6"),
                                   (lambda r: r.update(value=9), 1, "two values: check|s|m0|1|1"),
                                   (lambda r: r.update(note="other"), 1, "two values"),
                                   (lambda r: r.update(verdict="fail"), 1, "two verdicts: check|s|m0|1|1")):
            self.copy_with(change)
            done, records = self.gathered()
            self.assertEqual((done.returncode, len(records)), (code, 6), done.stdout)
            self.assertIn(told, done.stdout)
            self.assertEqual("two" in told, "two" in done.stdout)
        self.copy_with(lambda r: r.update(git={"sha": "other"}))
        self.assertEqual(self.gathered()[0].returncode, 0)  # the first of two runs counts

    def test_a_job_of_which_a_record_is_missing(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        (path,) = self.into.glob("records/*.jsonl")
        first, *others = path.read_text().splitlines(keepends=True)
        first = json.loads(first)
        parts = [json.dumps({**first, "job": {**first["job"], "record": part, "records": 2}}) + "\n" for part in (1, 2)]
        for lines, code, told in (([parts[0]], 3, "5 of 6 jobs"), ([parts[0], parts[0]], 3, "missing: check|s|m0|1|1"),
                                  ([parts[0], *parts], 0, "6 of 6 jobs, 7 records")):
            path.write_text("".join([*lines, *others]), encoding="utf-8")
            done, _ = self.gathered()
            self.assertEqual(done.returncode, code, done.stdout)
            self.assertIn(told, done.stdout)
        (self.into / "records" / "zz.jsonl").write_text(parts[0], encoding="utf-8")  # another run of it, which was cut off
        self.assertEqual(self.gathered()[0].returncode, 0)

    def test_two_timings_of_a_job(self):
        self.make_plan()
        with unittest.mock.patch.dict(os.environ, KIND="benchmark"):
            self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        self.copy_with(lambda r: r.update(value=9))
        self.assertEqual(self.gathered()[0].returncode, 0)

    def test_records_of_two_builds(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        (path,) = self.into.glob("records/*.jsonl")
        path.write_text(path.read_text().replace('"git": {}', '"git": {"sha": "b"}', 1), encoding="utf-8")
        done, _ = self.gathered()
        self.assertEqual(done.returncode, 2)
        self.assertIn("records of one build, found 2", done.stderr)

    def test_lines_that_are_no_records(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        (path,) = self.into.glob("records/[0-9a-f]*.jsonl")
        good = json.loads(path.read_text().splitlines()[0])
        for line, told in ((b"junk", "'job'"), (json.dumps({**good, "verdict": "odd"}).encode(), "'verdict'"),
                           (json.dumps({**good, "verdict": ["pass"]}).encode(), "'verdict'"),
                           (json.dumps({**good, "params": None}).encode(), "'params'"),
                           (json.dumps({**good, "note": "?"}).encode().replace(b"?", b"\xe9"), "'job'")):
            (self.into / "records" / "zz.jsonl").write_bytes(line + b"\n")
            done = self.gathered()[0]
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"zz.jsonl:1: expected a record of a job with {told}", done.stderr)

    def test_a_plan_in_which_nothing_is_judged_is_no_pass(self):
        self.make_plan()
        for verdict, kind, code in (("not run", "check", 3), ("not claimed", "check", 3),
                                    ("not claimed", "benchmark", 0)):
            shutil.rmtree(self.into, ignore_errors=True)
            with unittest.mock.patch.dict(os.environ, VERDICT=verdict, KIND=kind):
                self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
            done, _ = self.gathered()
            self.assertEqual((done.returncode, "nothing was judged" in done.stdout), (code, code == 3), done.stdout)

    def test_an_output_that_is_full_is_no_verdict(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(self.call(gather, self.into), stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("No space left", done.stderr)


if __name__ == "__main__":
    unittest.main()
