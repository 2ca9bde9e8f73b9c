"""Tests of the section about maximum displacement and trials per cell, on records made up here."""

import unittest

import synthetic
from testing import section

import mpmc_tuning
from common.figures import dropped
from common.records import Record


def tau(disks, step, seconds):
    return Record(synthetic.record(
        "validation", "mpmc/checkerboard-simd", "autocorrelation time of psi6 (seconds)", seconds, low=0.9 * seconds,
        high=1.1 * seconds, verdict="not claimed", params={
            "disks": disks, "packing_fraction": 0.68, "max_displacement": step, "trials_per_cell": 4}), "made up")


class Tuning(unittest.TestCase):
    def over_best(self, records):
        artifact, tables = section(mpmc_tuning, records)
        self.scale = artifact.figures[0].panels[0].axes.get_yscale()
        dropped(artifact.figures)
        return [line.split(" | ")[7] for line in tables["mpmc-tuning"].to_markdown().splitlines() if "checkerboard-simd" in line]

    def test_the_best_is_that_of_as_many_disks(self):
        made = [tau(144, 0.06, 0.002), tau(144, 0.16, 0.001), tau(1024, 0.06, 4.3), tau(1024, 0.16, 1.0)]
        self.assertEqual(self.over_best(made), ["2.0 ×", "best", "4.3 ×", "best"])
        self.assertEqual(self.scale, "log")
        self.assertEqual(self.over_best(made[:2]), ["2.0 ×", "best"])
        self.assertEqual(self.scale, "linear")

    def test_without_a_number_nothing_is_best(self):
        self.assertEqual(self.over_best([tau(144, 0.06, float("nan"))]), ["–"])


if __name__ == "__main__":
    unittest.main()
