#!/usr/bin/env python3
"""Tests of the section about core collapse, on records made up here."""

import pathlib
import unittest

import synthetic
from testing import HERE

import cmc_collapse
from common import numbers
from common.artifact import Context
from common.figures import dropped
from common.published import Data
from common.records import Record


def record(metric, value, verdict="pass", expected=None, **params):
    fields = synthetic.record("validation", "cmc/openmp", metric, value, family="cmc",
                              verdict=verdict, low=value - 1, high=value + 1, expected=expected,
                              params={"stars": 2000, "clusters": 12, **params})
    return Record(fields, "made up")


def build(made):
    context = Context(made, [], Data(pathlib.Path(HERE).parent / "validation" / "data"))
    artifact = cmc_collapse.build(context, made)
    return artifact, {table.name: table for table in artifact.tables}


class Collapse(unittest.TestCase):
    def test_times_stand_beside_the_public_program(self):
        known = {"value": 11.53, "uncertainty": 0.5, "source": "public CMC program"}
        artifact, tables = build([record(cmc_collapse.time_metric(10), 11.6, expected=known)])
        lines = tables["cmc-collapse-times"].to_markdown()
        self.assertIn(numbers.whole(2000), lines)
        self.assertIn("8.83", lines)
        self.assertIn("not run here", lines)  # 100 and 1000 times
        self.assertEqual(artifact.figures, [])
        self.assertIn("17.4", tables["cmc-collapse-paper"].to_markdown())
        self.assertNotIn("17.66", tables["cmc-collapse-paper"].to_markdown())
        self.assertEqual(set(tables["cmc-processes"].verdicts()), {"not claimed"})

    def test_radii_stand_beside_the_fokker_planck_run(self):
        _, tables = build([record(cmc_collapse.RADII.format(50), 0.83)])
        lines = tables["cmc-lagrangian"].to_markdown()
        self.assertIn("0.8 ±", lines)
        self.assertEqual(lines.count("not run here"), 6)  # of 1, 10 and 90 per cent, twice each

    def test_an_energy_error_fails(self):
        bound = {"value": 0, "uncertainty": 0, "source": "at most 0.004"}
        _, tables = build([record(cmc_collapse.ENERGY, 0.02, "fail", bound),
                           record(cmc_collapse.MASS, 0.0125)])
        self.assertIn("fail", tables["cmc-collapse-losses"].verdicts())
        self.assertIn("| 1.25 |", tables["cmc-collapse-losses"].to_markdown())

    def test_figures_three_to_five_and_radii(self):
        series = {"time": [0, 1, 2], "density": [1, 2, 4], "core_radius": [0.4, 0.3, 0.2],
                  "shares": [0.1, 0.5], "radii": [[0.3, 0.77], [0.28, 0.77], [0.25, 0.78]],
                  "profiles": [{"time": 0, "growth": 1.02, "radius": [0.1, 1], "density": [1, 0.1]},
                               {"time": 2, "growth": 10, "radius": [0.1, 1], "density": [9, 0.1]}]}
        artifact, _ = build([record(cmc_collapse.TRACE, 4, "not claimed", series=series)])
        names = [panel.name for panel in artifact.figures[0].panels]
        self.assertEqual(names, ["cmc-figure-3a", "cmc-figure-3b", "cmc-figure-4", "cmc-figure-5",
                                 "cmc-lagrangian-radii"])
        dropped(artifact.figures)


if __name__ == "__main__":
    unittest.main()
