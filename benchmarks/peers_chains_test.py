#!/usr/bin/env python3
"""Tests of the comparison of event chains with a peer's, on counts and places made up here, and of the adapter for ParaSpheres."""

import array
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
STAND_IN = HERE.parent / "adapters/stand_ins/paraspheres"
sys.path.insert(0, str(HERE / "peers"))
import chains  # noqa: E402  (found through the line above)
import peers  # noqa: E402
import side  # noqa: E402

ALONG, LEG, TURNS = 21, 100, 12  # odd, so that two chains are in two rows
DIAMETER = 1 / (1.05 * ALONG)
ONE, TWO = (types.SimpleNamespace(klass="S", threads=threads) for threads in (1, 2))


def places(seed):
    """Disks of a square lattice, x and y in sides, moved so little that none overlap."""
    draw = random.Random(seed)
    return [(k + 0.5) / ALONG - 0.5 + draw.uniform(-0.02, 0.02) / ALONG for i in range(ALONG**2) for k in divmod(i, ALONG)]


def start():
    """Each disk has an arrow to the next one along x."""
    arrows = [number for i in range(ALONG**2) for number in (1, (i + ALONG) % ALONG**2)]
    return [ALONG**2, DIAMETER, 2, *places(1), 0, ALONG**2 // 2, *arrows]


def counts(per_side, seed, spread=1e-4):
    draw = random.Random(seed)
    return [round(LEG * 1000 * per_side * (1 + draw.gauss(0, spread))) / 1000 for _ in range(TURNS)]


class Agreement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "start").write_bytes(array.array("d", start()).tobytes())
        self.ours = [TURNS, *counts(300, 1), *places(2)]

    def judged(self, theirs, ours=None, options=ONE):
        sides = [(array.array("d", numbers), LEG * TURNS) for numbers in (ours or self.ours, theirs)]
        return chains.WORKS[0].agreement(options, self.folder, *sides)

    def wrong(self, words, theirs, **more):
        _, verdict, why = self.judged(theirs, **more)
        self.assertEqual(verdict, "fail", why)
        self.assertIn(words, why)

    def test_as_many_liftings_agree(self):
        facts, verdict, why = self.judged([TURNS, *counts(300.5, 2), 5, 5])
        self.assertEqual((verdict, why), ("pass", ""))
        self.assertAlmostEqual(facts["difference"], 0.5 / 300, delta=1e-3)
        self.assertAlmostEqual(facts["liftings_per_side_ours"], 300, delta=0.1)

    def test_others_do_not_but_for_what_stalls_cost_on_several_threads(self):
        theirs = [TURNS, *counts(280, 2), 5, 5]
        self.wrong("differ by 0.06", theirs)
        self.assertEqual(self.judged(theirs, options=TWO)[1], "pass")
        self.wrong("differ by 0.3", [TURNS, *counts(200, 2), 5, 5], options=TWO)
        self.wrong("found none", [TURNS, *[0.0] * TURNS, 5, 5])

    def test_liftings_that_scatter_decide_nothing(self):
        self.ours[1:1 + TURNS] = counts(300, 1, spread=0.02)
        self.assertEqual(self.judged([TURNS, *counts(300, 2), 5, 5])[1], "inconclusive")

    def test_validation_must_have_been_run_and_be_well(self):
        for well, of in ((4, 5), (0, 5), (0, 0), (float("nan"), 5)):
            self.wrong("validations", [TURNS, *counts(300, 2), well, of])

    def test_our_disks_are_apart_and_have_moved(self):
        theirs = [TURNS, *counts(300, 2), 5, 5]
        last = places(2)
        last[0], last[1] = last[2 * ALONG] - 0.9 * DIAMETER, last[2 * ALONG + 1]
        self.wrong("overlap by 0.1", theirs, ours=[TURNS, *counts(300, 1), *last])
        self.wrong("disks move", theirs, ours=[TURNS, *counts(300, 1), *places(1)])
        self.wrong("finite", theirs, ours=[TURNS, *counts(300, 1), *places(2)[:-1], float("inf")])

    def test_lists_of_another_length_are_wrong(self):
        theirs = [TURNS, *counts(300, 2), 5, 5]
        for numbers in (theirs[:-1], [], [float("nan"), *theirs[1:]], [1, 3.0, 5, 5]):
            self.wrong("turns", numbers)
        self.wrong("turns", theirs, ours=self.ours[:-1])


@unittest.skipIf(shutil.which("make") is None, "there is no make")
class Paraspheres(unittest.TestCase):
    """The adapter, with the stand-in as it is, or changed."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = pathlib.Path(shutil.copytree(STAND_IN, self.folder / "source"))
        (self.folder / "start").write_bytes(array.array("d", start()).tobytes())

    def words(self):
        command = peers.PEERS["paraspheres"].command(str(self.source), 1)
        return [*command, "--start", self.folder / "start", "--threads", "1"]

    def change(self, name, right, wrong):
        path = self.source / "CPP/MultiThreadECMC" / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(right, text)
        path.write_text(text.replace(right, wrong), encoding="utf-8")

    def test_legs_are_counted_and_validated(self):
        with side.Side(self.words()) as theirs:
            self.assertEqual(theirs.ready["units"], 40)
            begun = time.monotonic()
            taken = theirs.seconds(2) * 2 * 40
            self.assertTrue(0 < taken < time.monotonic() - begun, taken)
            found = theirs.result(self.folder / "result")
        self.assertEqual((len(found), found[0], found[1]), (5, 2, found[2]))
        # The free length of a row is shared by the disks that are not active.
        self.assertAlmostEqual(found[1] / 40 * (1 - ALONG * DIAMETER) / (ALONG - 1), 1, delta=0.02)
        self.assertEqual(list(found[3:]), [5, 5])
        self.assertEqual(sorted(os.listdir(self.source / "CPP/MultiThreadECMC")), sorted(os.listdir(STAND_IN / "CPP/MultiThreadECMC")))

    def test_liftings_that_differ_are_not_well(self):
        self.change("MultiThreadECMC.py", "yield event, old, new", "yield event + 1e-6, old, new")
        with side.Side(self.words()) as theirs:
            theirs.seconds(2)
            self.assertEqual(list(theirs.result(self.folder / "result")[3:]), [0, 5])

    def test_a_program_that_cannot_be_built_or_read_is_told(self):
        for name, right, wrong, words in (("Makefile", "cp $< $@", "false", "expected that make builds"),
                                          ("Param.h", "benchmark_chain_length", "length", "expected benchmark_chain_length"),
                                          ("MultiThreadECMC.py", "Number of events", "Events", "expected a duration"),
                                          ("MultiThreadECMC.py", "kind, active =", "sys.exit('broken')\n    kind, active =", "broken")):
            self.source = pathlib.Path(shutil.copytree(STAND_IN, self.folder / name.replace(".", words[-6:])))
            self.change(name, right, wrong)
            with self.assertRaises(side.Failed) as found, side.Side(self.words()) as theirs:
                theirs.seconds(1)
            self.assertIn(words, str(found.exception))

    def test_it_is_where_the_user_says(self):
        for given, words in ((None, "--peer paraspheres=DIR"), (str(self.folder), "Makefile in")):
            with self.assertRaises(peers.Missing) as found:
                peers.PEERS["paraspheres"].command(given, 1)
            self.assertIn(words, str(found.exception))


if __name__ == "__main__":
    unittest.main()
