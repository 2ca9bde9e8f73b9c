#!/usr/bin/env python3
"""Tests of compare.py: no change is silent, each kind of worsening is found, bad files are named."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

TOOL = pathlib.Path(__file__).with_name("compare.py")


def record(**changes):
    base = {"schema": "touchstone-result/1", "kind": "validation", "family": "mpmc",
            "scheme": "mpmc/metropolis-reference", "class": "S", "metric": "pressure",
            "params": {"disks": 72}, "seed": 1, "threads": 1, "ranks": 1, "value": 9.0,
            "low": 8.98, "high": 9.02, "verdict": "pass"}
    return {**base, **changes}


RATE = {"kind": "benchmark", "metric": "trial moves per second", "value": 1e8, "low": 0.9e8,
        "high": 1.1e8, "verdict": "not claimed"}


class Compare(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def compare(self, first, second, *options):
        return self.compare_all([first, second], *options)

    def compare_all(self, files, *options):
        paths = []
        for name, content in zip(("a.jsonl", "b.jsonl", "c.jsonl"), files):
            text = content if isinstance(content, str) else "".join(
                json.dumps(item) + "\n" for item in content)
            paths.append(self.folder / name)
            paths[-1].write_text(text, encoding="utf-8", errors="surrogateescape")
        done = subprocess.run([sys.executable, TOOL, *paths, *options], capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_the_same_file_twice_has_no_change(self):
        code, text = self.compare([record(), record(**RATE)], [record(), record(**RATE)])
        self.assertEqual((code, text), (0, "2 measurements in both, 0 changed, 0 worse\n"))

    def test_a_worse_verdict_is_exit_code_1(self):
        for verdict in ("fail", "inconclusive", "not run"):
            code, text = self.compare([record()], [record(verdict=verdict)])
            self.assertEqual(code, 1)
            self.assertIn("WORSE", text)
            self.assertIn(f"pass -> {verdict}", text)

    def test_a_better_verdict_is_shown_and_is_not_worse(self):
        code, text = self.compare([record(verdict="fail")], [record()])
        self.assertEqual(code, 0)
        self.assertIn("fail -> pass", text)

    def test_z_is_the_difference_over_both_errors(self):
        # errors 0.02/1.96 each, difference 0.05: z = 0.05 / (0.02/1.96 * sqrt 2) = 3.465
        code, text = self.compare([record()], [record(value=9.05, low=9.03, high=9.07)])
        self.assertEqual(code, 0)
        self.assertIn("(z +3.46)", text)
        code, text = self.compare([record()], [record(value=9.1, low=9.08, high=9.12)])
        self.assertEqual(code, 1)
        self.assertIn("(z +6.93)", text)

    def test_a_value_that_became_nan_is_worse(self):
        self.assertEqual(self.compare([record()], [record(value=None)])[0], 1)

    def test_a_change_without_error_bars_is_infinitely_significant(self):
        none, zero = {"low": None, "high": None}, {"low": 9.0, "high": 9.0}
        for bars in (none, zero):
            code, text = self.compare([record(**bars)], [record(**{**bars, "value": 9.1})])
            self.assertEqual(code, 1)
            self.assertIn("WORSE", text)
            self.assertIn("(z +inf)", text)
            self.assertEqual(self.compare([record(**bars)], [record(**bars)])[0], 0)

    def test_a_change_without_error_bars_may_be_of_the_clock_of_another_seed_or_of_a_check(self):
        none, other = {"low": None, "high": None}, {"low": None, "high": None, "value": 9.1}
        for clock in ("seconds per sweep of event chains", "autocorrelation time of psi6 (seconds)", "samples per second"):
            code, text = self.compare([record(metric=clock, **none)], [record(metric=clock, **other)])
            self.assertEqual((code, "WORSE" in text), (0, False))
            self.assertIn("9 -> 9.1", text)
        self.assertEqual(self.compare([record(kind="check", **none)], [record(kind="check", **other)])[0], 0)
        for field in ({"backend": "file"}, {"verdict": "inconclusive"}):
            self.assertEqual(self.compare([record(**none, **field)], [record(**other, **field)])[0], 0)
        self.assertEqual(self.compare([record(**none)], [record(seed=2, **other)], "--ignore", "seed")[0], 0)
        self.assertEqual(self.compare([record()], [record(**other)])[0], 0)  # one of the two has an error

    def test_rates_are_compared_by_ratio(self):
        slower = {**RATE, "value": 0.5e8, "low": 0.45e8, "high": 0.55e8}
        code, text = self.compare([record(**RATE)], [record(**slower)])
        self.assertEqual(code, 0)
        self.assertIn("ratio 0.500, quartiles apart", text)

    def test_the_later_record_counts(self):
        code, _ = self.compare([record()], [record(verdict="fail"), record()])
        self.assertEqual(code, 0)

    def test_other_seeds_match_only_when_told(self):
        code, text = self.compare([record()], [record(seed=2)])
        self.assertEqual(code, 2)
        self.assertIn("in both files, found none", text)
        self.assertEqual(self.compare([record()], [record(seed=2)], "--ignore", "seed")[0], 0)
        self.assertEqual(self.compare([record()], [record()], "--ignore", "sed")[0], 2)

    def test_records_that_coincide_without_ignored_fields_are_all_compared(self):
        made = [record(params={"disks": n}, value=float(n), low=n - 0.02, high=n + 0.02) for n in (72, 128, 870)]
        for wrong in range(3):
            other = [{**one, "verdict": "fail"} if k == wrong else one for k, one in enumerate(made)]
            code, text = self.compare(made, other[::-1], "--ignore", "params")
            self.assertEqual(code, 1)
            self.assertIn("3 measurements in both, 1 changed, 1 worse", text)
            several = self.compare_all([made, made, other], "--ignore", "params")
            self.assertEqual(several[0], 1)
            seeds = [record(seed=2 + k, verdict="fail" if k == wrong else "pass") for k in range(3)]
            self.assertEqual(self.compare([record()], seeds, "--ignore", "seed")[0], 1)
        code, text = self.compare(made, [{**one, "params": {**one["params"], "new": 1}} for one in made], "--ignore", "params")
        self.assertEqual((code, text), (0, "3 measurements in both, 0 changed, 0 worse\n"))
        code, text = self.compare(made[:2], made, "--ignore", "params")
        self.assertEqual((code, text), (0, "only in B: 1 measurements\n2 measurements in both, 0 changed, 0 worse\n"))

    def test_earlier_names_are_those_of_today(self):
        with open(TOOL.with_name("renamed.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            earlier, today = record(**{row["field"]: row["earlier"]}), record(**{row["field"]: row["today"]})
            self.assertEqual(self.compare([earlier], [today]), (0, "1 measurements in both, 0 changed, 0 worse\n"))
            self.assertEqual(self.compare([earlier], [{**today, "verdict": "fail"}])[0], 1)
        earlier = {row["earlier"] for row in rows}
        self.assertFalse(earlier & {row["today"] for row in rows}, "a name of today that was renamed in turn")

    def test_three_files_are_a_table_of_all_pairs(self):
        first, second = [record(), record(**RATE)], [record(value=9.05, low=9.03, high=9.07), record(**RATE)]
        third = [record(verdict="fail"), record(**{**RATE, "value": 2e8})]
        code, text = self.compare_all([first, second, third])
        self.assertEqual(code, 1)
        table = [line.split() for line in text.splitlines() if "->" in line][:3]
        self.assertEqual([line[:3] for line in table], [["A", "->", "B"], ["A", "->", "C"], ["B", "->", "C"]])
        self.assertEqual([line[3:] for line in table], [["2", "1", "0", "3.46", "1.000"], ["2", "1", "1", "0.00", "2.000"],
                                                        ["2", "1", "1", "3.46", "2.000"]])
        self.assertIn("A  ", text)
        self.assertEqual(self.compare_all([first, second, [record(seed=9)]])[0], 2)

    def test_of_three_files_what_became_worse_is_named(self):
        files = [[record()], [record(), record(metric="density")], [record(verdict="fail")]]
        _, text = self.compare_all(files)
        self.assertEqual(text.count("WORSE validation mpmc/metropolis-reference pressure"), 2)
        below = text.split("\n\n")[2:]
        self.assertEqual([part.splitlines()[0] for part in below], ["A -> C", "B -> C"])
        self.assertIn("pass -> fail", below[0])
        _, text = self.compare_all(files, "--all")
        below = text.split("\n\n")[2:]
        self.assertEqual([part.splitlines()[0] for part in below], ["A -> B", "A -> C", "B -> C"])
        self.assertIn("pressure class=S threads=1 disks=72: same", below[0])
        self.assertIn("only in B: validation mpmc/metropolis-reference density", below[0])
        self.assertIn("only in B: validation mpmc/metropolis-reference density", below[2])
        self.assertNotIn("only in A", below[2])

    def test_what_became_worse_is_a_failure_of_a_build(self):
        path = self.folder / "junit.xml"
        files = [[record()], [record(verdict="fail", replay="./touchstone x")], [record(verdict="fail")]]
        self.assertEqual(self.compare_all(files, "--junit", path)[0], 1)
        suite = ET.parse(path).getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("3", "2"))
        case = suite.find("testcase")
        self.assertTrue(case.get("name").startswith("A -> B: validation mpmc/metropolis-reference pressure"))
        self.assertEqual(case.find("failure").get("message"), "fail: pass -> fail")
        self.assertEqual(self.compare([record()], [record()], "--junit", "/no/such/folder/x.xml")[0], 2)

    def test_bad_files_are_named_with_line_expected_and_found(self):
        good = json.dumps(record()) + "\n"
        for bad, words in ((good + "{oops\n", "b.jsonl:2: expected one JSON object"),
                           (good + '{"schema": "other"}\n', "b.jsonl:2: expected schema"),
                           (good + json.dumps(record()), "b.jsonl:2: expected a newline at its end"),
                           (good + json.dumps(record(verdict="fine")) + "\n", "found 'fine'"),
                           (good + json.dumps(record(note="?")).replace("?", "caf\udce9") + "\n",
                            "b.jsonl:2: expected one JSON object"),
                           (good + json.dumps(record(params=None)) + "\n", "b.jsonl:2: expected an object 'params'"),
                           (good + json.dumps(record(verdict=["pass"])) + "\n", "b.jsonl:2: expected a text 'verdict'"),
                           (good + '{"schema": "touchstone-result/1"}\n', "a field 'kind'")):
            code, text = self.compare([record()], bad)
            self.assertEqual(code, 2)
            self.assertIn(words, text)
        with open("/dev/full", "w", encoding="utf-8") as full:  # its verdict cannot be told
            code = subprocess.run([sys.executable, TOOL, *[self.folder / "a.jsonl"] * 2], stdout=full,
                                  stderr=subprocess.DEVNULL, check=False).returncode
        self.assertEqual(code, 2)
        code = subprocess.run([sys.executable, TOOL, "no_such_file", "neither"],
                              capture_output=True, check=False).returncode
        self.assertEqual(code, 2)


if __name__ == "__main__":
    unittest.main()
