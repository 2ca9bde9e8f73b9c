#!/usr/bin/env python3
"""Files of the programs on MPI ranks: what they write is read by `touchstone judge`, and is a start of theirs whose run
repeats the serial emulation. Input that is wrong on one rank, on all, or in mid-run ends all ranks with one message and
exit code 2.

usage: judge_ranks.py --build DIR
exit code 0 all as expected, 1 something is not, 77 nothing was run since a program is not built or there is no mpirun
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

HANGS = 60  # seconds: a rank waits for one that has ended
BUILD = pathlib.Path()


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ended(self, *parts):
        """mpirun of programs, each as (ranks, family, word, ...)."""
        command = ["mpirun", "--quiet", "--oversubscribe"]
        for ranks, family, *words in parts:
            command += [":"] * (len(command) > 3) + ["-np", str(ranks), str(BUILD / f"touchstone_{family}_mpi"), *map(str, words)]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=HANGS, check=False)

    def passed(self, ranks, family, *words):
        done = self.ended((ranks, family, *words))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def judged(self, *words):
        done = subprocess.run([str(BUILD / "touchstone_trajectories"), *words, "--out", "judged.jsonl"], cwd=self.folder,
                              capture_output=True, text=True, timeout=HANGS, check=False)
        self.assertIn(done.returncode, (0, 3), done.stdout + done.stderr)
        return done.stdout

    def refused(self, told, *parts):
        done = self.ended(*parts)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual([told in line for line in done.stderr.splitlines()], [True], done.stderr)

    def test_frames_of_bodies(self):
        for body, ranks in (("disk", 4), ("pentagon", 2), ("cube", 2)):
            self.passed(ranks, "hpmc", "--body", body, "--along", 6, "--packing", 0.3, "--steps", 5, "--every", 2, "--configurations", "a.xyz")
            self.assertIn("overlaps in frames = 0  expected 0  (3 frames", self.judged("a.xyz"))
            told = self.passed(ranks, "hpmc", "--from", "a.xyz", "--steps", 3, "--compare", "--junit", "verdict.xml", "--configurations",
                               "a.xyz")
            self.assertIn("the bits of the serial emulation", told)
            verdict = ET.parse(self.folder / "verdict.xml").getroot().find("testsuite")
            self.assertEqual([verdict.get("tests"), verdict.get("failures"), verdict.find("testcase").get("name")],
                             ["1", "0", f"bits of the serial emulation of {ranks} ranks"])
            self.assertIn("overlaps in frames = 0  expected 0  (1 frames", self.judged("a.xyz"))

    def test_columns_are_a_start(self):
        (self.folder / "three.txt").write_text("1 1\n3 3\n\n1 1\n4 4\n5 6\n", encoding="utf-8")
        self.assertIn("3 bodies", self.passed(1, "hpmc", "--from", "three.txt", "--box", "8,8", "--diameter", 1))

    def test_snapshots_of_stars(self):
        told = self.passed(2, "cmc", "--stars", 1000, "--steps", 60, "--every", 20, "--configurations", "a.txt")
        self.assertNotIn("1000 stars are left", told)  # some leave, and heads tell their mass and energy
        rows = self.judged("a.txt", "--law", "stars", "--bound", "0.01")
        for row in ("new or heavier than before = 0", "in no head = 0", "largest energy change"):
            self.assertTrue(any(line.startswith("pass") and row in line for line in rows.splitlines()), rows)
        told = self.passed(3, "cmc", "--from", "a.txt", "--steps", 5, "--compare")
        self.assertIn("the bits of the serial emulation", told)

    def test_lost_stars_take_their_own_mass_along(self):
        told = self.passed(2, "cmc", "--stars", 1000, "--masses", "kroupa", "--tide", "energy", "--tidal-radius", 4, "--steps", 40, "--every",
                           20, "--configurations", "a.txt")
        self.assertNotIn("1000 stars are left", told)
        rows = self.judged("a.txt", "--law", "stars")
        self.assertTrue(any(line.startswith("pass") and "mass that is gone" in line for line in rows.splitlines()), rows)

    def test_winds_take_mass_and_energy_along(self):
        (self.folder / "loss.csv").write_text("time,share\n0,1\n0.1,0.7\n", encoding="utf-8")
        for masses in ("equal", "two:3:0.3"):
            told = self.passed(2, "cmc", "--stars", 1000, "--masses", masses, "--mass-loss", "loss.csv", "--tide", "energy",
                               "--tidal-radius", 4, "--steps", 40, "--every", 20, "--configurations", "a.txt")
            self.assertNotIn("1000 stars are left", told)
            rows = self.judged("a.txt", "--law", "stars", "--bound", "0.01")
            for row in ("new or heavier than before = 0", "mass that is gone", "largest energy change"):
                self.assertTrue(any(line.startswith("pass") and row in line for line in rows.splitlines()), rows)

    def test_one_rank_has_no_file(self):
        self.passed(1, "hpmc", "--body", "disk", "--along", 6, "--steps", 1, "--configurations", "a.xyz")
        self.refused("none.xyz: trajectory: expected a file", (2, "hpmc", "--from", "a.xyz"), (1, "hpmc", "--from", "none.xyz"))
        self.refused("none.txt: star cluster: expected", (1, "cmc"), (2, "cmc", "--from", "none.txt"))

    def test_all_ranks_have_a_bad_file(self):
        (self.folder / "bad.txt").write_text("# time 0\n1 2 3\n", encoding="utf-8")
        self.refused("bad.txt:2: columns: expected mass radius", (3, "cmc", "--from", "bad.txt"))
        (self.folder / "bad.xyz").write_text("2\nLattice=\"4 0 0 0 4 0 0 0 1\"\nA 1 1 0\n", encoding="utf-8")
        self.refused("bad.xyz:3: frame that is cut off", (3, "hpmc", "--from", "bad.xyz", "--diameter", 1))

    def test_options_are_wrong_on_one_rank(self):
        self.refused("unknown option '--zap'", (1, "cmc"), (1, "cmc", "--zap"))
        self.refused("--every", (1, "hpmc"), (1, "hpmc", "--every", 2))

    def test_too_few_stars_are_left(self):
        told = "too few stars are left for the ranks: partition: number of"
        for radius in (1.2, 0.2):  # a bin for fewer ranks, and none at all
            self.refused(told, (3, "cmc", "--stars", 100, "--steps", 50, "--tide", "radius", "--tidal-radius", radius))

    def test_places_that_cannot_be_written(self):
        self.refused("--configurations: file: expected one that can be written", (3, "cmc", "--configurations", "none/a.txt"))
        self.refused("--junit: file: expected one that can be written", (2, "cmc", "--compare", "--junit", "none/a.xml"))
        if os.path.exists("/dev/full"):  # in mid-run: the others are in the next step
            for family in ("cmc", "hpmc"):
                self.refused("No space left", (3, family, "--steps", 100, "--every", 1, "--configurations", "/dev/full"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    missing = [name for name in ("touchstone_cmc_mpi", "touchstone_hpmc_mpi", "touchstone_trajectories") if not os.access(BUILD / name, os.X_OK)]
    if missing or not shutil.which("mpirun"):
        print(f"not run: there is no {(missing + ['mpirun'])[0]}")
        sys.exit(77)
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_mpi_yield_when_idle="1")
    unittest.main(argv=sys.argv[:1] + rest)
