#!/usr/bin/env python3
"""Tests of the comparison of trial moves with a peer's, on counts and places made up here; each fault must be seen."""

import array
import pathlib
import random
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import bodies  # noqa: E402  (found through the line above)
import peers  # noqa: E402

ALONG, GAP, TRIALS, TURNS = 20, 0.03, 100000, 16  # disks on a square lattice
SIDE = ALONG * (1 + GAP)
OPTIONS = types.SimpleNamespace(klass="S")
WORK = bodies.Work("", "", "disks", {"S": ALONG**2})


def places(seed, jump=0.49):
    """A lattice whose disks are moved so little that none overlap."""
    draw, found = random.Random(seed), []
    for i in range(ALONG**2):
        x, y = ((k + 0.5) * (1 + GAP) - SIDE / 2 for k in divmod(i, ALONG))
        found += [x + draw.uniform(-jump, jump) * GAP, y + draw.uniform(-jump, jump) * GAP, 0]
    return found


def run(acceptances, last, trials=TRIALS):
    """Numbers that a side writes, and the trial moves that it was asked for."""
    turns = [number for part in acceptances for number in (trials, round(part * trials))]
    return array.array("d", [len(acceptances), *turns, *last]), trials * len(acceptances)


def turns(mean, seed, spread=2e-4, count=TURNS):
    draw = random.Random(seed)
    return [mean + draw.gauss(0, spread) for _ in range(count)]


class Agreement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write(1.0)

    def write(self, diameter):
        start = [2, SIDE, SIDE, 0, diameter, 0.1, 4, ALONG**2, *places(1)]
        (self.folder / "start").write_bytes(array.array("d", start).tobytes())

    def judged(self, theirs, ours=None):
        return WORK.agreement(OPTIONS, self.folder, ours or run(turns(0.2, 1), places(2)), theirs)

    def wrong(self, theirs, words, **more):
        facts, verdict, why = self.judged(theirs, **more)
        self.assertEqual(verdict, "fail", why)
        self.assertIn(words, why)
        return facts

    def test_equal_samplers_agree(self):
        facts, verdict, why = self.judged(run(turns(0.2, 3), places(3)))
        self.assertEqual((verdict, why), ("pass", ""))
        self.assertLess(facts["difference"], 0.002)
        self.assertGreater(facts["near_ours"], 0)

    def test_acceptances_that_differ_by_more_than_is_allowed_do_not(self):
        self.wrong(run(turns(0.21, 3), places(3)), "acceptances 0.2")
        self.assertEqual(self.judged(run(turns(0.204, 3), places(3)))[1], "pass")

    def test_turns_whose_number_a_clock_decides_say_nothing(self):
        self.assertEqual(self.judged(run(turns(0.2, 3) + [0.5, 0.5], places(3)))[1], "pass")
        self.wrong(run(turns(0.2, 3)[:-1], places(3)), "16 turns or more")

    def test_acceptances_that_are_not_known_decide_nothing(self):
        facts, verdict, why = self.judged(run(turns(0.2, 3, spread=0.01), places(3)))
        self.assertEqual(verdict, "inconclusive", facts)
        self.assertIn("more pairs", why)

    def test_the_error_is_that_of_a_mean_of_turns(self):
        system = bodies.System(bodies.numbers_of(self.folder / "start"))
        one = bodies.Run(system, *run([0.2, 0.3], places(2)), 2)
        self.assertAlmostEqual(one.acceptance, 0.25)
        self.assertAlmostEqual(one.error, 0.05)  # half of the difference of two

    def test_bodies_that_overlap_are_seen_across_the_edges_of_the_box_too(self):
        last = places(3)
        last[0] = last[3 * ALONG] - 0.9  # nearer than a diameter to its neighbour in x
        last[1] = last[3 * ALONG + 1]
        self.wrong(run(turns(0.2, 3), last), "theirs: bodies overlap by 0.1")
        last = places(3)
        last[0], last[1] = last[3 * ALONG * (ALONG - 1)] - SIDE + 0.95, last[3 * ALONG * (ALONG - 1) + 1]
        self.wrong(run(turns(0.2, 3), last), "overlap")
        rounded = places(3)
        rounded[0], rounded[1] = rounded[3 * ALONG] - 1 + 1e-7, rounded[3 * ALONG + 1]
        self.assertEqual(self.judged(run(turns(0.2, 3), rounded))[1], "pass")

    def test_gaps_are_those_of_all_pairs(self):
        system = bodies.System(bodies.numbers_of(self.folder / "start"))
        where = [tuple(places(5)[3 * i:3 * i + 2]) for i in range(ALONG**2)]
        expected = sorted(r for i, a in enumerate(where) for b in where[:i] for r in [
            sum(((x - y + SIDE / 2) % SIDE - SIDE / 2) ** 2 for x, y in zip(a, b)) ** 0.5 - 1] if r < bodies.NEAR)
        self.assertGreater(len(expected), 20)
        found = sorted(system.gaps(where))
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            self.assertAlmostEqual(one, other)

    def test_bodies_that_keep_apart_are_of_another_size(self):
        facts = self.wrong(run(turns(0.2, 3), places(3, jump=0.1)), "pairs nearly touch")
        self.assertLess(facts["near_theirs"], facts["near_ours"] / 2)

    def test_a_side_that_did_other_work_is_wrong(self):
        numbers, asked = run(turns(0.2, 3), places(3))
        self.wrong((numbers, 2 * asked), "trial moves, found")
        self.wrong((numbers[:-3], asked), "numbers")
        self.wrong((array.array("d"), asked), "numbers")
        self.wrong(run(turns(0.2, 3), places(1)), "expected that bodies move")
        self.wrong(run(turns(0.2, 3), [*places(3)[:-1], float("nan")]), "finite")
        self.wrong(run(turns(0.2, 3), places(3)), "ours: expected", ours=(numbers[:-3], asked))
        self.wrong(run([0.0] * TURNS, places(3)), "no trial move", ours=run([0.0] * TURNS, places(2)))

    def test_hoomd_is_where_the_user_says(self):
        peer = peers.PEERS["hoomd"]
        for given, threads, words in ((None, 1, "--peer hoomd=PYTHON"), (sys.executable, 2, "--threads 1"), ("/no/such", 1, "/no/such")):
            with self.assertRaises(peers.Missing) as found:
                peer.command(given, threads)
            self.assertIn(words, str(found.exception))
        self.assertEqual(peer.command(sys.executable, 1)[0], sys.executable)


if __name__ == "__main__":
    unittest.main()
