#!/usr/bin/env python3
"""Tests of campaigns, with a program that answers at once in place of the suite's."""

import fcntl
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
rows = [one("a", "not run", None)] if seed == 14 else [] if seed == 15 else rows
if "--resume" in sys.argv:
    text = open(words["--out"]).read()
    open(words["--out"], "w").write(text[:text.rfind("\\n") + 1])
with open(words["--out"], "a") as file:
    if "--resume" not in sys.argv:  # as if the rest had been there
        file.write(json.dumps(rows[0]) + "\\n" if rows else "")
    if seed == 16 and "--resume" not in sys.argv:
        file.write('{{"key":')
        sys.exit(130)
    file.writelines(json.dumps(row) + "\\n" for row in rows[1:])
if seed == 14:
    sys.exit(3)
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

    def test_a_run_in_which_nothing_is_judged_is_no_pass(self):
        done, (record,) = self.run_it("--runs", "1", "--first-seed", "14")
        self.assertEqual((done.returncode, record["verdict"], record["note"]),
                         (3, "inconclusive", "nothing was judged"))
        done, records = self.run_it("--runs", "1", "--first-seed", "15")
        self.assertEqual((done.returncode, len(records)), (2, 1))
        self.assertIn("expected records of results, found none", done.stderr)

    def test_records_of_other_commands_stay_and_do_not_count(self):
        self.run_it("--runs", "1", "--first-seed", "7")
        done, records = self.run_it("--runs", "1", "--first-seed", "7", "--family", "mpmc")
        self.assertEqual([r["family"] for r in records], ["all", "mpmc"])
        self.assertIn("--family mpmc", records[1]["replay"])
        done, records = self.run_it("--runs", "1", "--first-seed", "1", "--resume")
        self.assertEqual((done.returncode, len(records)), (0, 3))
        self.assertIn("1 runs: 6 decisions, 0 failed", done.stdout)
        self.assertEqual(len(self.run_it("--runs", "1", "--first-seed", "1")[1]), 4)

    def test_what_was_made_again_is_no_better_than_before(self):
        self.run_it("--runs", "1", "--first-seed", "1")
        path = self.folder / "c.jsonl"
        better = path.read_text()
        path.write_text(better.replace('"verdict": "pass"', '"verdict": "fail"') + better, encoding="utf-8")
        self.assertEqual(self.run_it("--runs", "1", "--first-seed", "1", "--resume")[0].returncode, 1)

    def test_a_run_that_was_killed_goes_on_as_the_run_of_its_command(self):
        self.assertEqual(self.run_it("--runs", "1", "--first-seed", "16")[0].returncode, 2)
        done, records = self.run_it("--runs", "1", "--first-seed", "17", "--family", "mpmc", "--resume")
        self.assertEqual((done.returncode, records[0]["facts"]["decisions"]), (0, 6))
        with open(self.folder / "c.jsonl", "a", encoding="utf-8") as file:
            file.write('{"schema": "touch')
        done, records = self.run_it("--runs", "1", "--first-seed", "16", "--resume")
        self.assertEqual((done.returncode, [r["facts"]["decisions"] for r in records]), (0, [6, 6]))
        self.assertFalse(list(self.folder.glob("*.parts/*")))
        self.assertTrue((self.folder / "c.jsonl.cut").is_file())

    def test_two_at_once_on_one_file_are_refused(self):
        with open(self.folder / "c.jsonl", "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done, _ = self.run_it("--runs", "1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected no other campaign", done.stderr)

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
