#!/usr/bin/env python3
"""Tests of the A/B gate on synthetic timings: calm on equal builds, awake on slow ones."""

import contextlib
import io
import math
import os
import pathlib
import random
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare_ab  # noqa: E402


def noisy_pairs(generator, slowdown, pairs=20):
    """Shared cores: 10 % jitter, drift common to both of a pair, now and then one run is hit."""
    result = []
    for _ in range(pairs):
        drift = generator.uniform(1, 2)
        times = [drift * math.exp(generator.gauss(0, 0.1)) for _ in range(2)]
        for k in range(2):
            if generator.random() < 0.1:
                times[k] *= generator.uniform(1.5, 4)
        result.append((times[0], times[1] * slowdown))
    return result


def failures(slowdown, repetitions=200):
    generator = random.Random(20240229)
    return sum(
        compare_ab.judge(noisy_pairs(generator, slowdown), seed=k)[3] == "fail"
        for k in range(repetitions)
    )


PROGRAM = """#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
printf '{"metric":"trial moves per second","scheme":"x","threads":1,"params":{"disks":9},"value":%s}\\n' VALUE > "$out"
"""


class Judge(unittest.TestCase):
    def setUp(self):
        self.resamples = compare_ab.bootstrap_bounds.__defaults__
        compare_ab.bootstrap_bounds.__defaults__ = (0.95, 400)

    def tearDown(self):
        compare_ab.bootstrap_bounds.__defaults__ = self.resamples

    def test_equal_builds_pass(self):
        self.assertLessEqual(failures(1.0), 6)  # of 200: at most a few per cent

    def test_a_large_slowdown_fails(self):
        self.assertGreaterEqual(failures(1.4), 195)

    def test_twenty_per_cent_is_mostly_seen(self):
        self.assertGreaterEqual(failures(1.2), 120)

    def test_a_faster_build_passes(self):
        self.assertEqual(failures(0.8), 0)

    def test_few_pairs_decide_nothing(self):
        self.assertEqual(compare_ab.judge([(1, 9)] * 5)[3], "inconclusive")

    def test_not_a_number_is_refused(self):
        with self.assertRaises(ValueError):
            compare_ab.judge([(1, float("nan"))] * 20)

    def test_order_is_random_and_reproducible(self):
        order = compare_ab.order_of_pairs(20, 1)
        self.assertEqual(order, compare_ab.order_of_pairs(20, 1))
        self.assertIn(("base", "head"), order)
        self.assertIn(("head", "base"), order)


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def program(self, name, value):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(PROGRAM.replace("VALUE", value))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return os.fspath(path)

    def run_main(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = compare_ab.main(list(arguments))
            except SystemExit as stop:
                code = stop.code
        return code, out.getvalue() + err.getvalue()

    def test_verdicts_become_exit_codes(self):
        same, slow = self.program("a", "100"), self.program("b", "50")
        self.assertEqual(self.run_main(same, same, "--pairs", "8", "--", "--family", "x")[0], 0)
        code, text = self.run_main(same, slow, "--pairs", "8")
        self.assertEqual(code, 1)
        self.assertIn("time ratio 2.000", text)
        self.assertEqual(self.run_main(same, slow, "--pairs", "3")[0], 3)

    def test_bad_input_is_exit_2(self):
        good = self.program("a", "100")
        self.assertEqual(self.run_main(good, "/nonexistent")[0], 2)
        self.assertEqual(self.run_main(good, self.program("c", "null"), "--pairs", "6")[0], 2)
        self.assertEqual(self.run_main(good, self.program("d", "}"), "--pairs", "6")[0], 2)


if __name__ == "__main__":
    unittest.main()
