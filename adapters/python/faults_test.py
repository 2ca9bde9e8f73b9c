#!/usr/bin/env python3
"""The package for Python: a fault of a user's class never reads as a refusal, nor as an answer; types."""

import os
import shutil
import subprocess
import unittest

from conversations import BODIES, PAIRS, SOURCES, TWO_DISKS, answers_of, conversation
from touchstone_verify import Overlaps, Refused


class Pairs(unittest.TestCase):
    def test_fields_answers_and_refusals(self):
        class Balls(Overlaps):
            def overlap(self, a, b):
                if "ellipsoid" in (a.body.name, b.body.name):
                    raise Refused("only balls")
                return (a.body.radius, b.centre, b.orientation) == (0.5, (0.5, 0, 0), (0.6, 0, 0, 0.8))

        self.assertEqual(answers_of(PAIRS + "overlaps\noverlaps\nadvance 1\n", Balls),
                         ["ok", *["ok", "1", "refused"] * 2, "error unknown request 'advance 1'"])

    def test_many_at_a_time(self):
        class Together(Overlaps):
            def overlaps(self, pairs):
                return [None if a.body.half_axes else False for a, _ in pairs]

        self.assertEqual(answers_of(PAIRS + "overlaps\n", Together), ["ok", "ok", "0", "refused"])

    def test_answers_that_are_none(self):
        for answer, words in (("return None", "expected True or False, found None"), ("return 2", "found 2"), ("return 0.18", "found 0.18"),
                              ("pass", "found None"), ("raise ValueError('planted')", "planted")):
            code, answers, messages = conversation(f"class Mine(Overlaps):\n def overlap(self, a, b): {answer}",
                                                   PAIRS + "overlaps\n")
            self.assertEqual((code, answers), (1, ["ok"]))
            self.assertIn(words, messages)
        code, _, messages = conversation("class Mine(Overlaps):\n def overlaps(self, pairs): return []", PAIRS + "overlaps\n")
        self.assertEqual(code, 1)
        self.assertIn("expected 2 answers, found 0", messages)


class Faults(unittest.TestCase):
    def fails(self, program, words, requests=TWO_DISKS + "advance 1\nstate\n", code=1):
        """The program ends with this code and these words, and no answer reads as a refusal."""
        found, answers, messages = conversation(program, requests)
        self.assertEqual(found, code, messages)
        self.assertIn(words, messages)
        self.assertFalse([line for line in answers if line.startswith("error")])

    def test_an_exception_is_no_refusal(self):
        self.fails("class Mine(Disks):\n def advance(self, n): pass\n def start(self): [][1]", "IndexError")
        self.fails("class Mine(Disks):\n def advance(self, n): 1 / 0", "ZeroDivisionError")
        self.fails("class Mine(Disks):\n def advance(self, n): raise Refused('tired')", "only a start may be refused")
        self.fails("class Mine(Disks):\n def advance(self, n): self.trials = 1.5", "cannot be interpreted as an integer")

    def test_a_state_of_another_size(self):
        self.fails("class Mine(Disks):\n def advance(self, n): self.centres.pop()", "state: expected 2 rows, found 1")
        self.fails("class Mine(Disks):\n def advance(self, n): self.centres[0] = (1, 2, 3)",
                   "state: expected rows of 2 numbers, found [1.0, 2.0, 3.0]")

    def test_malformed_starts(self):
        def malformed(words, requests):
            self.fails("class Mine(Disks):\n def advance(self, n): pass", words, requests, code=2)

        malformed("the input ended in the middle of a start", "start disks 2\nbox 8 8\n")
        malformed("start disks: expected the setting 'seed'", TWO_DISKS.replace("seed 18446744073709551615\n", ""))
        malformed("expected a number, found 'wide'", TWO_DISKS.replace("8.5", "wide"))
        malformed("expected a number, found 'nan'", TWO_DISKS.replace("0.16", "nan"))
        malformed("expected an integer of at least 0, found '-1'", TWO_DISKS.replace("threads 4", "threads -1"))
        malformed("expected 2 numbers, found '6 1e-05 7'", TWO_DISKS.replace("6 1e-05", "6 1e-05 7"))
        malformed("expected a number, found 'nothing'", BODIES.replace("ellipsoid 1 2 3", "ellipsoid 1 2"))
        malformed("expected no more numbers, found '4'", BODIES.replace("ellipsoid 1 2 3", "ellipsoid 1 2 3 4"))
        malformed("expected 'start KIND COUNT', found 'start disks'", "start disks\n")

    def test_prints_and_reads_of_the_simulation_are_kept_apart(self):
        program = """
            import os, sys
            class Mine(Disks):
                def advance(self, n):
                    print("ok 9 9")
                    os.system("echo from a child")
                    os.write(1, b"from below\\n")
                    self.trials = len(sys.stdin.read())"""
        code, answers, messages = conversation(program, TWO_DISKS + "advance 1\nstate\n")
        self.assertEqual((code, answers), (0, ["ok", "ok 0 0", "ok", "1.5 2.25", "6.0 1e-05"]))
        for words in ("ok 9 9", "from a child", "from below"):
            self.assertIn(words, messages)


class Types(unittest.TestCase):
    @unittest.skipUnless(shutil.which("mypy"), "there is no mypy here")
    def test_the_package_and_a_class_of_a_user_are_typed(self):
        user = ("from touchstone_verify import Disks, serve\n\n\nclass Mine(Disks):\n"
                "    def advance(self, count: {}) -> None:\n        self.centres[0] = (1.0, 2.0)\n\n\nserve(Mine)\n")
        for kind, expected in (("int", 0), ("str", 1)):
            done = subprocess.run(["mypy", "--strict", "--cache-dir", os.devnull, "-c", user.format(kind)], cwd=SOURCES,
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, expected, done.stdout)


if __name__ == "__main__":
    unittest.main()
