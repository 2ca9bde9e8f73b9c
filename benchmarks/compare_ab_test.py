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


def failures(slowdown, repetitions=200, entries=1, pairs=44):
    """Comparisons in which some entry fails."""
    generator = random.Random(20240229)
    return sum(any(answer[3] == "fail" for answer in compare_ab.judge(
        {k: noisy_pairs(generator, slowdown, pairs) for k in range(entries)}, 1.05, 1e-3).values()) for _ in range(repetitions))


PROGRAM = """#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
printf '{"metric":"trial moves per second","scheme":"x","threads":1,"params":{"disks":9},"value":%s}\\n' VALUE > "$out"
"""


class Judge(unittest.TestCase):
    def test_equal_builds_pass(self):
        self.assertEqual(failures(1.0), 0)
        self.assertEqual(failures(1.0, entries=40, repetitions=50), 0)

    def test_at_the_limit_the_chance_of_an_alarm_is_as_stated(self):
        self.assertLessEqual(failures(1.05, repetitions=2000), 8)  # 2 expected; more than 8 with a chance of 2e-4

    def test_a_large_slowdown_fails(self):
        self.assertGreaterEqual(failures(1.4), 195)
        self.assertGreaterEqual(failures(1.6, entries=40, repetitions=50), 45)

    def test_twenty_per_cent_is_mostly_seen(self):
        self.assertGreaterEqual(failures(1.2), 120)

    def test_a_faster_build_passes(self):
        self.assertEqual(failures(0.8), 0)

    def test_few_pairs_decide_nothing(self):
        self.assertEqual(compare_ab.judge({"a": [(1, 9)] * 9}, 1.05, 1e-3)["a"][3], "inconclusive")
        self.assertEqual(compare_ab.judge({"a": [(1, 9)] * 10}, 1.05, 1e-3)["a"][3], "fail")

    def test_many_entries_need_more_pairs(self):
        found = compare_ab.judge({k: [(1, 1 if k else 9)] * 10 for k in range(4)}, 1.05, 1e-3)
        self.assertEqual({answer[3] for answer in found.values()}, {"inconclusive"})

    def test_the_interval_of_a_median_is_that_of_tables(self):
        # Order statistics of 20 values at 95 %: the 6th and the 15th.
        self.assertEqual(compare_ab.median_bounds(range(1, 21)), (6, 15))
        self.assertEqual(compare_ab.median_bounds([1] * 5), (0.0, compare_ab.math.inf))

    def test_not_a_number_is_refused(self):
        with self.assertRaises(ValueError):
            compare_ab.judge({"a": [(1, float("nan"))] * 20}, 1.05, 1e-3)

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
        self.assertEqual(self.run_main(same, same, "--pairs", "10", "--", "--family", "x")[0], 0)
        code, text = self.run_main(same, slow, "--pairs", "10")
        self.assertEqual(code, 1)
        self.assertIn("time ratio 2.000", text)
        self.assertEqual(self.run_main(same, slow, "--pairs", "3")[0], 3)

    def test_a_rehearsal_counts_alarms(self):
        code, text = self.run_main(self.program("a", "100"), "--rehearse", "3", "--pairs", "10")
        self.assertEqual(code, 0)
        self.assertIn("0 false alarms in 3 comparisons of 10 pairs", text)

    def test_bad_input_is_exit_2(self):
        good = self.program("a", "100")
        self.assertEqual(self.run_main(good, "/nonexistent")[0], 2)
        for words in ([good], [good, good, "--rehearse", "2"], [good, good, "--slowdown", "0.9"], [good, "--rehearse", "0"]):
            self.assertEqual(self.run_main(*words)[0], 2, words)
        self.assertEqual(self.run_main(good, self.program("c", "null"), "--pairs", "6")[0], 2)
        self.assertEqual(self.run_main(good, self.program("d", "}"), "--pairs", "6")[0], 2)


if __name__ == "__main__":
    unittest.main()
