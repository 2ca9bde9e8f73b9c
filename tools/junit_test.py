#!/usr/bin/env python3
"""Tests of junit.py: the form of suite/junit_test.cpp, and steps put together."""

import argparse
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree as ET

import junit


def record(metric, verdict, note="", **more):
    return {"scheme": "test/scheme", "metric": metric, "verdict": verdict, "note": note, "replay": "./touchstone again",
            "params": {}, "seconds": 1.5, **more}


class Junit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_case_for_each_record_and_what_went_wrong(self):
        path = self.folder / "one.xml"
        junit.write(path, "touchstone compare",
                    [record("a", "pass"), record("b", "fail", '1 < 2 & "3" \x01'), record("b", "inconclusive", "too weak"),
                     record("c", "not run", params={"case": "small"}), record("d", "not claimed")])
        suite = ET.parse(path).getroot().find("testsuite")
        self.assertEqual({name: suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")},
                         {"name": "touchstone compare", "tests": "5", "failures": "1", "errors": "1", "skipped": "2"})
        cases = suite.findall("testcase")
        self.assertEqual([case.get("name") for case in cases], ["a", "b", "b (2)", "c, small", "d"])
        self.assertEqual((cases[0].get("classname"), cases[0].get("time"), len(cases[0])), ("test/scheme", "1.500", 0))
        self.assertEqual(cases[1].find("failure").get("message"), 'fail: 1 < 2 & "3" ?')
        self.assertEqual(cases[1].find("failure").text, "replay: ./touchstone again")
        self.assertIsNotNone(cases[2].find("error"))
        self.assertIsNone(cases[3].find("skipped").text)

    def test_steps_are_put_together_and_one_without_verdicts_is_a_failure(self):
        parts = {"check": self.folder / "check.xml", "bench": self.folder / "bench.xml", "none": self.folder / "none.xml"}
        junit.write(parts["check"], "x", [record("a", "pass")])
        parts["bench"].write_text("", encoding="utf-8")  # as a step leaves it that crashed
        path = self.folder / "all.xml"
        self.assertEqual(junit.main([str(path), *(f"{name}={part}" for name, part in parts.items())]), 0)
        suites = ET.parse(path).getroot().findall("testsuite")
        self.assertEqual([(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites],
                         [("check", "1", "0"), ("bench", "1", "1"), ("none", "1", "1")])
        self.assertEqual(suites[1].find("testcase/failure").get("message"), "fail: it ended without verdicts")
        self.assertEqual(junit.main([str(path)]), 2)

    def test_a_run_that_stopped_is_an_error_beside_the_steps_before(self):
        part, path = self.folder / "check.xml", self.folder / "all.xml"
        junit.write(part, "x", [record("a", "pass")])
        self.assertEqual(junit.main([str(path), f"check={part}", "bench=none.xml", "--stopped", "reproduce=interrupted"]), 0)
        suites = ET.parse(path).getroot().findall("testsuite")
        self.assertEqual([(suite.get("name"), suite.get("tests"), suite.get("errors")) for suite in suites],
                         [("check", "1", "0"), ("reproduce", "1", "1")])
        self.assertEqual(suites[1].find("testcase/error").get("message"), "inconclusive: interrupted")
        self.assertEqual(junit.main([str(path), "--stopped", "reproduce=nothing ran"]), 0)
        self.assertEqual(junit.main([str(path), "--stopped", "reproduce"]), 2)
        self.assertEqual(junit.main([]), 2)

    def test_a_file_that_cannot_be_written_is_told_at_once(self):
        with self.assertRaisesRegex(argparse.ArgumentTypeError, "expected a file that can be written, found '/no/such"):
            junit.writable("/no/such/folder/x.xml")
        junit.write(None, "nothing is written", [record("a", "pass")])


if __name__ == "__main__":
    unittest.main()
