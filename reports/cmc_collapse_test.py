#!/usr/bin/env python3
"""Tests of the section about core collapse, on records made up here."""

import unittest

import synthetic
from testing import section

import cmc_collapse
import cmc_collapse_figures
from common import numbers
from common.figures import dropped
from common.records import Record


def record(metric, value, verdict="pass", expected=None, note="", z=None, **params):
    fields = synthetic.record("validation", "cmc/openmp", metric, value, family="cmc", note=note,
                              verdict=verdict, low=value - 1, high=value + 1, expected=expected,
                              z=z, params={"stars": 2000, "clusters": 12, **params})
    return Record(fields, "made up")



class Collapse(unittest.TestCase):
    def test_times_stand_beside_the_public_program(self):
        known = {"value": 11.53, "uncertainty": 0.5, "source": "public CMC program"}
        artifact, tables = section(cmc_collapse, [record(cmc_collapse.time_metric(10), 11.6, expected=known)])
        lines = tables["cmc-collapse-times"].to_markdown()
        self.assertIn(numbers.whole(2000), lines)
        self.assertIn("8.83", lines)
        self.assertIn("not run here", lines)  # 100 and 1000 times
        self.assertEqual(artifact.figures, [])
        self.assertIn("17.4", tables["cmc-collapse-paper"].to_markdown())
        self.assertNotIn("17.66", tables["cmc-collapse-paper"].to_markdown())
        self.assertEqual(set(tables["cmc-processes"].verdicts()), {"not claimed"})

    def test_radii_stand_beside_the_fokker_planck_run(self):
        _, tables = section(cmc_collapse, [record(cmc_collapse.RADII.format(50), 0.83)])
        lines = tables["cmc-lagrangian"].to_markdown()
        self.assertIn("0.8 ±", lines)
        self.assertEqual(lines.count("not run here"), 6)  # of 1, 10 and 90 per cent, twice each

    def test_another_model_is_shown_and_not_judged(self):
        stated = {"value": 0.837, "uncertainty": 0, "source": "isotropic Fokker-Planck run, another model"}
        _, tables = section(cmc_collapse, [record(cmc_collapse.RADII.format(50), 0.83, "not claimed", stated)])
        lines = tables["cmc-lagrangian"].to_markdown()
        self.assertIn("| 0.837 | not claimed |", lines)
        self.assertNotIn("(", lines.split("\n\n")[1])

    def test_the_scatter_here_is_no_uncertainty_of_a_single_run(self):
        known = {"value": -2.43, "uncertainty": 0.1, "source": "public CMC program"}
        _, tables = section(cmc_collapse, [record(cmc_collapse.SLOPE.format(3, 10), -2.3, z=1.0, expected=known)])
        lines = tables["cmc-collapse-times"].to_markdown()
        self.assertIn("| −2.43 | ± 0.1 | −2.60 | pass |", lines)
        self.assertNotIn("-2", lines)

    def test_an_energy_error_fails(self):
        bound = {"value": 0, "uncertainty": 0, "source": "energy is conserved"}
        _, tables = section(cmc_collapse, [record(cmc_collapse.ENERGY, 0.02, "fail", bound,
                                  allowance={"value": 0.004, "why": "10⁴ stars"}),
                           record(cmc_collapse.MASS, 0.0125)])
        self.assertIn("fail", tables["cmc-collapse-losses"].verdicts())
        self.assertIn("| 0.020 | 4.0 × 10⁻³ |", tables["cmc-collapse-losses"].to_markdown())
        self.assertIn("| 1.25 |", tables["cmc-collapse-losses"].to_markdown())

    def test_stars_lost_are_those_of_the_same_class(self):
        made = []
        for klass, lost in (("S", 0.01), ("W", 0.02)):
            for metric, value in ((cmc_collapse.ENERGY, 1e-4), (cmc_collapse.MASS, lost)):
                fields = {**record(metric, value).fields, "class": klass}
                made.append(Record(fields, "made up"))
        lines = section(cmc_collapse, made)[1]["cmc-collapse-losses"].to_markdown()
        self.assertIn("| 1.00 |", lines)
        self.assertIn("| 2.00 |", lines)

    def test_figures_three_to_five_and_radii(self):
        series = {"time": [0, 1, 2], "density": [1, 2, 4], "core_radius": [0.4, 0.3, 0.2],
                  "shares": [0.1, 0.5], "radii": [[0.3, 0.77], [0.28, 0.77], [0.25, 0.78]],
                  "profiles": [{"time": 0, "growth": 1.02, "radius": [0.1, 1], "density": [1, 0.1]},
                               {"time": 2, "growth": 10, "radius": [0.1, 1], "density": [9, 0.1]}]}
        artifact, _ = section(cmc_collapse, [record(cmc_collapse_figures.TRACE, 4, "not claimed", series=series)])
        names = [panel.name for panel in artifact.figures[0].panels]
        self.assertEqual(names, ["cmc-figure-3a", "cmc-figure-3b", "cmc-figure-4", "cmc-figure-5",
                                 "cmc-lagrangian-radii"])
        self.assertIn("Within 10 % as long as both last: 10 %, 50 %", artifact.figures[0].caption)
        axes = artifact.figures[0].panels[-1].axes
        self.assertIn("isotropic Fokker-Planck", [t.get_text() for t in axes.get_legend().get_texts()])
        self.assertIn("half-mass relaxation time", axes.get_xlabel())
        dropped(artifact.figures)

    def test_when_curves_part_is_read_from_them(self):
        times = [0.1 * i for i in range(101)]
        grey = [1.0] * 101
        ours = [1.0 if t < 6 else 1 + 0.2 * (t - 6) for t in times]  # 10 % at 6.5
        self.assertAlmostEqual(cmc_collapse_figures.parting(times, ours, times, grey), 6.5, delta=0.11)
        spike = [1.5 if i == 30 else value for i, value in enumerate(ours)]
        self.assertAlmostEqual(cmc_collapse_figures.parting(times, spike, times, grey), 6.5, delta=0.11)
        self.assertIsNone(cmc_collapse_figures.parting(times, grey, times, grey))
        shorter = cmc_collapse_figures.parting(times, ours, times[:50], grey[:50])
        self.assertIsNone(shorter, "the other curve ends before")

    def test_means_of_all_clusters_stand_in_the_figure(self):
        series = {"time": [0, 1], "density": [1, 2], "core_radius": [0.4, 0.3], "shares": [0.5],
                  "radii": [[0.77], [0.77]]}
        made = [record(cmc_collapse_figures.TRACE, 4, "not claimed", series=series),
                record(cmc_collapse.time_metric(10), 11.6), record(cmc_collapse.RADII.format(50), 0.8)]
        artifact, _ = section(cmc_collapse, made)
        self.assertIn("means of 12 such clusters", artifact.figures[0].caption)
        dropped(artifact.figures)


if __name__ == "__main__":
    unittest.main()
