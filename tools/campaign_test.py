#!/usr/bin/env python3
"""Tests of campaigns, with a program that answers at once in place of the suite's."""

import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

import campaign

STAND_IN = """#!{python}
import json, sys
words = dict(zip(sys.argv, sys.argv[1:]))
seed = int(words["--seed"])
if seed == 13:
    sys.exit(2)
common = dict(threads=2, host={{}}, build={{}}, git={{}}, time="2026-01-02T03:04:05Z", seed=seed)
def one(metric, verdict, p, uncertainty=None):
    expected = None if uncertainty is None else dict(value=1, uncertainty=uncertainty, source="x")
    return dict(common, metric=metric, verdict=verdict, p=p, expected=expected, replay="replay " + metric)
rows = [one("a", "pass", 0.123456), one("a", "pass", 0.123456), one("a", "pass", 0.5), one("b", "pass", None),
        one("published", "pass", 0.2, 0.1), one("c", "not run", None),
        one("d", "fail" if seed == 7 else "inconclusive" if seed == 8 else "pass", 1e-9 if seed == 7 else 0.9)]
with open(words["--out"], "a") as file:
    file.writelines(json.dumps(row) + "\\n" for row in rows)
sys.exit(1 if seed == 7 else 3 if seed == 8 else 0)
"""


class Campaigns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "touchstone_checkers"
        self.program.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def run_it(self, *words):
        done = subprocess.run([sys.executable, campaign.__file__, "check", "--programs", str(self.folder), "--out",
                               str(self.folder / "c.jsonl"), *words], capture_output=True, text=True, check=False)
        path = self.folder / "c.jsonl"
        return done, [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []

    def test_a_run_is_one_record_with_its_decisions_and_their_p(self):
        done, records = self.run_it("--runs", "2", "--first-seed", "1")
        self.assertEqual((done.returncode, [r["seed"] for r in records]), (0, [1, 2]))
        facts = records[0]["facts"]
        self.assertEqual((facts["decisions"], facts["not_run"], facts["inconclusive"]), (6, 1, 0))
        # Twice the same p is one trajectory; a published value is the same in all runs.
        self.assertEqual(facts["p"], {"a": [0.123, 0.5], "d": [0.9]})
        self.assertEqual(facts["p_published"], {"published": [0.2]})
        self.assertIn("12 decisions, 0 failed, 0 inconclusive, smallest p 0.12", done.stdout)

    def test_failures_are_named_and_decide_the_exit_code(self):
        done, records = self.run_it("--runs", "2", "--first-seed", "7")
        self.assertEqual(done.returncode, 1)
        self.assertIn("fail: replay d", done.stdout)
        self.assertEqual([r["verdict"] for r in records], ["fail", "inconclusive"])
        self.assertEqual(self.run_it("--runs", "1", "--first-seed", "8")[0].returncode, 3)

    def test_each_run_is_a_case_for_a_build_server(self):
        self.run_it("--runs", "2", "--first-seed", "6", "--junit", str(self.folder / "junit.xml"))
        cases = ET.parse(self.folder / "junit.xml").getroot().findall("testsuite/testcase")
        self.assertEqual([case.get("name") for case in cases],
                         [f"decisions of check that failed, seed {seed}" for seed in (6, 7)])
        self.assertEqual((len(cases[0]), cases[1].find("failure").get("message")), (0, "fail: fail: replay d"))

    def test_finished_runs_are_kept_and_the_rest_is_done(self):
        self.run_it("--runs", "1", "--first-seed", "1")
        done, records = self.run_it("--runs", "3", "--first-seed", "1", "--resume")
        self.assertEqual((done.returncode, [r["seed"] for r in records]), (0, [1, 2, 3]))

    def test_a_program_that_refuses_ends_the_campaign_and_keeps_what_is_finished(self):
        done, records = self.run_it("--runs", "2", "--first-seed", "12")
        self.assertEqual((done.returncode, [r["seed"] for r in records]), (2, [12]))
        self.assertIn("exit code 2", done.stderr)

    def test_a_damaged_file_is_told(self):
        (self.folder / "c.jsonl").write_text("{}\n", encoding="utf-8")
        done, _ = self.run_it("--resume")
        self.assertEqual(done.returncode, 2)
        self.assertIn("c.jsonl:1: expected a record of results, found '{}'", done.stderr)


if __name__ == "__main__":
    unittest.main()
