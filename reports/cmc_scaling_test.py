#!/usr/bin/env python3
"""Tests of the sections about the speed of star clusters, on records made up here."""

import unittest

import synthetic
from testing import section

import cmc_device
import cmc_scaling
from common.figures import dropped
from common.ranks import BANDWIDTH, LATENCY
from common.records import Record

PHASES = ("timestep", "encounters", "orbits", "sort", "synchronise", "potential", "correction",
          "diagnostics")
OPERATIONS = ("all_gather", "gather", "broadcast", "all_to_all", "scan", "pass_on")


def step(scheme, value, stars=100000, ranks=16, threads=1, verdict="pass", messages=0):
    seconds = {name: value / 8 for name in PHASES}
    sent = {name: messages for name in OPERATIONS}
    fields = synthetic.record("benchmark", "cmc/" + scheme, cmc_scaling.METRIC, value, family="cmc",
                              verdict=verdict, low=value, high=value, threads=threads, ranks=ranks,
                              params={"stars": stars, "phase_seconds": seconds,
                                      "largest_phase_seconds": seconds, "bytes": sent,
                                      "calls": {name: 1 for name in OPERATIONS}})
    return Record(fields, "made up")




class Scaling(unittest.TestCase):
    def test_a_step_stands_beside_aim_and_public_program(self):
        _, tables = section(cmc_scaling, [step("openmp", 0.04), step("openmp", 0.022, threads=2)])
        lines = tables["cmc-steps"].to_markdown().splitlines()
        one = next(line for line in lines if "| 40" in line)
        self.assertIn("| 25 |", one)
        self.assertIn("255", one)
        self.assertNotIn("255", next(line for line in lines if "| 22" in line))

    def test_the_part_of_the_bound_stands_before_the_time(self):
        record = step("openmp", 0.04)
        record.fields["facts"] = {"fraction_of_bound": 0.125}
        self.assertRegex(section(cmc_scaling, [record])[1]["cmc-steps"].to_markdown(), r"\| 12 % \| 40\.0 \|")

    def test_a_stranger_with_ranks_is_known_by_its_facts(self):
        schemes = [{"name": "cmc/by-mail", "ranks": "exchange messages"}]
        made = [step("by-mail", 0.08 / p, ranks=p) for p in (1, 2, 4)] + [step("by-hand", 0.1, ranks=4)]
        artifact, tables = section(cmc_scaling, made, schemes)
        steps = tables["cmc-steps"].to_markdown()
        self.assertEqual((steps.count("by-mail"), steps.count("by-hand")), (2, 1))  # one and two ranks
        self.assertEqual(len(artifact.figures), 1)
        self.assertEqual(section(cmc_scaling, made)[0].figures, [])  # nothing says what they are
        dropped(artifact.figures)

    def test_without_records_the_aim_stays(self):
        artifact, tables = section(cmc_scaling, [])
        self.assertIn("not run here", tables["cmc-steps"].to_markdown())
        self.assertEqual(artifact.figures, [])

    def test_a_wrong_step_has_no_time(self):
        _, tables = section(cmc_scaling, [step("openmp", float("nan"), verdict="fail")])
        self.assertIn("fail", tables["cmc-steps"].verdicts())
        self.assertNotIn("nan", tables["cmc-steps"].to_markdown())

    def test_model_divides_work_and_adds_messages(self):
        records = [step("ranks", 0.08, ranks=1), step("ranks", 0.04, ranks=2, messages=10**6)]
        curve = cmc_scaling._curve(records, 100000)
        one, two, four = (cmc_scaling.modelled(curve, p) for p in (1, 2, 4))
        self.assertEqual(one["messages"], 0)
        self.assertAlmostEqual(two["messages"], 6 * LATENCY
                               + 6e6 / BANDWIDTH)
        self.assertAlmostEqual(four["orbits"], two["orbits"] / 2)
        self.assertEqual(four["potential"], two["potential"])  # every rank's
        self.assertGreater(four["messages"], two["messages"])

    def test_equation_18_has_a_minimum(self):
        terms = [cmc_scaling.sort_terms(1e5, 2**k) for k in range(14)]
        least = terms.index(min(terms))
        self.assertTrue(0 < least < 13)
        self.assertAlmostEqual(terms[0] / terms[1], 2, delta=0.2)

    def test_figure_has_a_panel_for_each_of_the_papers(self):
        records = [step("ranks", 0.08 / p, ranks=p) for p in (1, 2, 4)]
        records += [step("ranks", 0.008 / p, stars=10000, ranks=p) for p in (1, 2, 4)]
        records += [step("openmp", 0.03)]
        artifact, _ = section(cmc_scaling, records)
        names = [panel.name for panel in artifact.figures[0].panels]
        self.assertEqual(names, [f"cmc-figure-{k}" for k in (6, 7, 8, 9)])
        dropped(artifact.figures)

    def test_a_number_of_stars_whose_first_rank_failed_has_no_curve(self):
        lost = step("ranks", float("nan"), ranks=1, verdict="fail")
        schemes = [{"name": "cmc/ranks", "ranks": "exchange messages"}]
        two = step("ranks", 0.04, ranks=2)
        artifact, tables = section(cmc_scaling, [lost, two], schemes)
        self.assertEqual(artifact.figures, [])
        self.assertIn("fail", tables["cmc-steps"].verdicts())
        other = [step("ranks", 0.008 / p, stars=10000, ranks=p) for p in (1, 2)]
        artifact, _ = section(cmc_scaling, [lost, two, *other], schemes)
        self.assertEqual([line.get_label() for line in artifact.figures[0].panels[0].axes.lines][0], "N = 10\u202f000")
        dropped(artifact.figures)

    def test_device_is_not_run(self):
        _, tables = section(cmc_device, [])
        self.assertIn("not run here", tables["cmc-device"].to_markdown())
        kernels = tables["cmc-device-kernels"].to_markdown()
        self.assertIn("31", kernels)
        self.assertIn("not run here", kernels)

    def test_a_step_on_a_device_has_no_aim_of_a_core(self):
        fields = step("step-cuda", 0.02, ranks=2500).fields
        fields.update(backend="cuda")
        record = Record(fields, "made up")
        lines = section(cmc_scaling, [record])[1]["cmc-steps"].to_markdown().splitlines()
        self.assertNotIn("| 25 |", next(line for line in lines if "step-cuda" in line))


if __name__ == "__main__":
    unittest.main()
