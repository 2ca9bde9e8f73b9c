#!/usr/bin/env python3
"""Tests of failures.py: nothing that failed or was not decided is left out, each has its replay."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).with_name("failures.py")


def record(**changes):
    return {"schema": "touchstone-result/1", "kind": "check", "family": "mpmc", "scheme": "mpmc/x", "class": "S",
            "metric": "stage/order", "params": {}, "seed": 1, "threads": 1, "ranks": 1, "value": 1,
            "verdict": "pass", "note": "", "replay": "./touchstone check --scheme mpmc/x", **changes}


class Failures(unittest.TestCase):
    def told(self, records, code=0):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "check.jsonl"
            file.write_text(records if isinstance(records, str) else
                            "".join(json.dumps(item) + "\n" for item in records))
            done = subprocess.run([sys.executable, "-B", TOOL, file], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def test_nothing_is_said_where_nothing_failed(self):
        self.assertEqual(self.told([record(), record(verdict="not run", metric="other")]), "")

    def test_failures_come_before_what_is_not_decided_with_note_and_replay(self):
        text = self.told([record(verdict="inconclusive", metric="a"), record(verdict="fail", note="z = 9")])
        self.assertEqual(text, "  fail: stage/order, mpmc/x: z = 9\n    ./touchstone check --scheme mpmc/x\n"
                               "  inconclusive: a, mpmc/x\n    ./touchstone check --scheme mpmc/x\n")

    def test_a_pass_does_not_cover_an_earlier_failure(self):
        self.assertIn("fail: stage/order", self.told([record(verdict="fail"), record()]))

    def test_many_are_counted(self):
        text = self.told([record(verdict="fail", metric=str(number)) for number in range(23)])
        self.assertEqual(text.count("fail: "), 20)
        self.assertIn("and 3 more", text)

    def test_a_malformed_file_is_named(self):
        self.told("{\n", code=2)


if __name__ == "__main__":
    unittest.main()
