#!/usr/bin/env python3
"""Tests of whole runs, with a tree that is built at once and a program of one check in place of the suite's."""

import contextlib
import fcntl
import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import checks
import mutate
import watchdog

PROGRAM = """#!/usr/bin/env python3
import json, os, pathlib, sys, time
options = dict(zip(sys.argv, [*sys.argv[1:], ""]))
here, mutant = pathlib.Path(__file__).parent, os.environ.get("TOUCHSTONE_MUTANT")
if "--write-jobs" in options:
  text = "" if "--proofs" in sys.argv else json.dumps({"key": "check|s|property/x|1"}) + "\\n"
  sys.exit(open(options["--write-jobs"], "w").write(text) < 0)
if mutant == "coverage":
  open(os.environ["TOUCHSTONE_MUTANT_REACHED"], "w").write("1\\n2\\n")
if mutant in "12" and (here / "hang").exists():
  open(here / "pid", "w").write(str(os.getpid()))
  time.sleep(60)
fails = mutant in "12" and (here / "fails").exists()
record = {"metric": "property/x", "scheme": "s", "verdict": "fail" if fails else "pass", "value": 1,
          "params": {}, "host": {}, "build": {}}
open(options["--out"], "w").write(json.dumps(record) + "\\n")
sys.exit(fails)
"""
TEXT = "int f() {\n  return a + 1;\n}\n"


class Tree:
    """Two mutants of a file, and a program that was built before."""
    files = ["x.cpp"]

    def __init__(self, top, work, family, *_):
        self.top, self.work, self.family, self.mutants = top, work, family, []

    def sites(self, _):
        return [types.SimpleNamespace(file="x.cpp", line=2, column=10, start=19, end=24, operator="sign",
                                      original="a + 1", mutated=mutated, function="f", id=0) for mutated in ("a - 1", "a * 1")]

    def compiling(self, mutants):
        return mutants

    def program(self):
        return self.top / "program"

    def make(self, mutants, _):
        with open(self.work / "lock", "w", encoding="utf-8") as file, contextlib.suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            raise AssertionError("nobody holds the folder")
        self.mutants = mutants
        return "stamp"


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(watchdog.stopped.clear)
        self.top = pathlib.Path(folder.name)
        (self.top / "x.cpp").write_text(TEXT, encoding="utf-8")
        (self.top / "program").write_text(PROGRAM, encoding="utf-8")
        (self.top / "program").chmod(0o755)

    def main(self, *words, commit="a", out="m.jsonl"):
        """(exit code, what was said, records)"""
        told, path = io.StringIO(), self.top / out
        with (unittest.mock.patch("mutate.trees", lambda: types.SimpleNamespace(Tree=Tree, readable=list)),
              unittest.mock.patch.dict(os.environ, TOUCHSTONE_GIT_SHA=commit),
              contextlib.redirect_stdout(told), contextlib.redirect_stderr(told)):
            code = mutate.main(["--tree", str(self.top), "--family", "mpmc", "--equality", "0", "--threads", "1",
                                "--out", str(path), *words])
        return code, told.getvalue(), checks.read(path)

    def pid(self):
        return (self.top / "pid").read_text(encoding="utf-8") if (self.top / "pid").is_file() else ""

    def test_a_run_holds_the_folder_of_its_family(self):
        self.assertEqual(self.main()[0], 3)  # Tree.make asks
        entered = threading.Event()

        def other():
            with mutate.alone(self.top), contextlib.redirect_stderr(io.StringIO()):
                entered.set()

        with mutate.alone(self.top), contextlib.redirect_stderr(io.StringIO()) as told:
            thread = threading.Thread(target=other)
            thread.start()
            self.assertFalse(entered.wait(0.5))
            self.assertIn("another run uses", told.getvalue())
        thread.join(20)
        self.assertTrue(entered.is_set())

    def test_what_another_commit_has_judged_is_no_score_of_this_one(self):
        code, _, records = self.main()
        self.assertEqual((code, [one["metric"] for one in records[2:]], records[2]["git"]["sha"]),
                         (3, ["score of generated mutants"], "a"))
        (self.top / "fails").touch()
        code, told, records = self.main("--resume", commit="b")
        self.assertEqual((code, len(records)), (3, 3))
        self.assertIn("note: 2 of 2 mutants were judged at another commit", told)
        self.assertEqual(len(self.main("--resume")[2]), 4)
        code, _, records = self.main(commit="b")
        self.assertEqual((code, records[-1]["value"], records[-1]["git"]["sha"]), (0, 1, "b"))

    def test_a_file_that_cannot_be_used_is_exit_code_2(self):
        (self.top / "latin.jsonl").write_bytes(b'{"note": "caf\xe9"}\n')
        for out, words in (("latin.jsonl", "latin.jsonl:1: expected a record"), ("x.cpp/m.jsonl", "/x.cpp")):
            code, told, _ = self.main(out=out)
            self.assertEqual(code, 2)
            self.assertIn(words, told)

    def test_a_signal_ends_the_mutants(self):
        (self.top / "hang").touch()
        for number in (signal.SIGTERM, signal.SIGHUP):
            (self.top / "pid").unlink(missing_ok=True)
            with subprocess.Popen([sys.executable, "-B", "-c", "import mutate_test, sys; t = mutate_test.Runs(); "
                                   f"t.top = mutate_test.pathlib.Path({str(self.top)!r}); sys.exit(t.main()[0])"],
                                  cwd=pathlib.Path(__file__).parent) as running:
                until = time.monotonic() + 30
                while time.monotonic() < until and not self.pid():
                    time.sleep(0.05)
                running.send_signal(number)
                self.assertEqual(running.wait(20), 130)
            with self.assertRaises(ProcessLookupError):
                os.kill(int(self.pid()), 0)


if __name__ == "__main__":
    unittest.main()
