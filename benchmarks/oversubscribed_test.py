"""Tests of oversubscribed.py: shares, losses and exit codes, with a program that states its rates."""

import contextlib
import io
import os
import pathlib
import stat
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oversubscribed  # noqa: E402
import timed_runs  # noqa: E402

# Its second run, which is beside neighbours, has a rate of SLOWER.
PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
turn = pathlib.Path(sys.argv[0] + ".turn")
beside = turn.exists()
turn.unlink() if beside else turn.touch()
records = [
    {"scheme": "s", "metric": "moves per second", "value": SLOWER if beside else 90.0},
    {"scheme": "s", "metric": "seconds per step", "value": 1 / SLOWER if beside else 1 / 90},
    {"scheme": "s", "metric": "bytes per disk", "value": 3.0},
]
rows = [r | {"threads": t, "ranks": 16 // t, "backend": backend, "facts": {"entry": f"{backend}/threads:{t}"}}
        for r in records for t in (1, 2) for backend in (["openmp", "threads"] if t == 1 else ["openmp"])]
open(sys.argv[2], "w").write("".join(json.dumps(row) + "\\n" for row in rows))
"""


class Shares(unittest.TestCase):
    def test_share_is_of_what_the_threads_have_alone(self):
        self.assertEqual(oversubscribed.fair_share(2, 0, 2), 1)
        self.assertEqual(oversubscribed.fair_share(2, 2, 2), 0.5)
        self.assertEqual(oversubscribed.fair_share(1, 1, 2), 1)
        self.assertEqual(oversubscribed.fair_share(4, 4, 2), 0.5)
        self.assertEqual(oversubscribed.fair_share(2, 1, 2), 2 / 3)


class Environment(unittest.TestCase):
    def looks_with(self, **variables):
        with unittest.mock.patch.dict(os.environ, variables):
            return timed_runs.environment().get("GOMP_SPINCOUNT")

    def test_threads_of_openmp_look_as_long_as_the_launcher_lets_them(self):
        launcher = (pathlib.Path(__file__).parents[1] / "touchstone").read_text()
        self.assertIn("GOMP_SPINCOUNT:-5000", launcher)
        self.assertEqual(self.looks_with(OMP_WAIT_POLICY="", GOMP_SPINCOUNT=""), "5000")
        self.assertEqual(self.looks_with(OMP_WAIT_POLICY="", GOMP_SPINCOUNT="7"), "7")
        self.assertEqual(self.looks_with(OMP_WAIT_POLICY="active", GOMP_SPINCOUNT=""), "")

    def test_a_run_gets_it(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            program = folder / "program"
            program.write_text('#!/bin/sh\necho "$GOMP_SPINCOUNT" > "$2"\n')
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
            with unittest.mock.patch.dict(os.environ, OMP_WAIT_POLICY="", GOMP_SPINCOUNT=""):
                out = timed_runs.run_once(os.fspath(program), [], folder)
            self.assertEqual(out.read_text(), "5000\n")


class Program(unittest.TestCase):
    def run_main(self, slower, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "program"
            path.write_text(PROGRAM.replace("SLOWER", slower))
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                try:
                    code = oversubscribed.main([os.fspath(path), *arguments])
                except SystemExit as stop:
                    code = stop.code
            return code, out.getvalue()

    def test_losses_become_exit_codes(self):
        neighbours = str(2 * len(os.sched_getaffinity(0)))  # a share below 1 whatever the machine
        code, text = self.run_main("45.0", "--neighbours", neighbours)
        self.assertEqual(code, 0, text)
        self.assertEqual(len(text.splitlines()), 2, text)  # times and rates; one thread has no loss
        self.assertNotIn("threads:1", text)
        self.assertIn("90 per second alone, 45 beside", text)
        code = self.run_main("0.5", "--neighbours", neighbours, "--", "--family", "x")[0]
        self.assertEqual(code, 1)
        self.assertEqual(self.run_main("45.0", "--turns", "2")[0], 3)
        of_ranks = self.run_main("45.0", "--turns", "2", "--of", "ranks")[1]
        self.assertIn("threads/threads:1", of_ranks)
        self.assertNotIn("openmp", of_ranks)  # blocks of a step, one after another

    def test_bad_input_is_exit_2(self):
        self.assertEqual(self.run_main("None")[0], 2)
        self.assertEqual(self.run_main("1.0", "--turns", "0")[0], 2)
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as stop:
            oversubscribed.main(["/nonexistent"])
        self.assertEqual(stop.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
