"""Tests of the sections about speeds of event chains, on records made up here."""

import math
import unittest

import synthetic
from testing import section

import ecmc_efficiency
import ecmc_figure7
import ecmc_roofline
import ecmc_memory_orders
from common import liftings
from common.figures import dropped
from common.records import Record


def record(kind, scheme, metric, value, threads=1, verdict="pass", low=None, high=None, note="",
           **params):
    fields = synthetic.record(kind, scheme, metric, value, family="ecmc", verdict=verdict, low=low,
                              high=high, threads=threads, note=note, params=params)
    return Record(fields, "made up")


def rate(scheme, value, active=40, threads=1, disks=65536, **more):
    return record("benchmark", "ecmc/" + scheme, liftings.METRIC, value, threads,
                  low=0.9 * value, high=1.1 * value, active=active, disks=disks,
                  floor_seconds_per_lifting=5e-9, **more)


def rates():
    return [rate("single-chain", 100e6, 1), rate("cell-chain", 10e6, 1),
            rate("interleaved-chains", 80e6, 1), rate("interleaved-chains", 60e6),
            rate("word-chains", 50e6), rate("word-chains", 90e6, threads=2),
            rate("tag-chains", 40e6), rate("tag-chains-relaxed", 44e6),
            rate("tag-chains-sequential", 22e6), rate("ordered-chains", 20e6)]


def others():
    return [record("benchmark", "ecmc/near-graph", ecmc_roofline.PREPARATION, 1e-7, disks=65536),
            record("benchmark", "floor", "seconds per compare-and-swap", 4.5e-9,
                   verdict="not claimed"),
            record("benchmark", "floor", ecmc_roofline.LOAD, 1.4e-8, verdict="not claimed",
                   disks=65536, order="random")]



class Figure7(unittest.TestCase):
    def test_rates_stand_over_both_baselines_and_the_roofline(self):
        artifact, tables = section(ecmc_figure7, rates())
        lines = tables["ecmc-figure-7-65536"].to_markdown()
        self.assertIn("| word-chains | 40 | 2 | 45 % | 90.0 | 81.0 – 99.0 | 324 | 0.900 | 9.00 | 11.1 "
                      "| 5.0 | pass |", lines)
        self.assertIn("| cell-chain | 1 | 1 | – | 10.0 | 9.00 – 11.0 | 36.0 | 0.100 | 1.00 | 100 | – ",
                      lines)
        dropped(artifact.figures)

    def test_the_authors_program_is_named_as_what_it_is(self):
        artifact, tables = section(ecmc_figure7, rates())
        lines = tables["ecmc-figure-7-65536"].to_markdown()
        self.assertIn("| Algorithm 6 (-O2) (earlier measurement) | 40 | 2 | – | 86.8 | 80.7 – 89.4 |", lines)
        self.assertNotIn("30.8", lines)  # disks in random order: not what the paper times
        dropped(artifact.figures)

    def test_all_panels_are_drawn_with_the_words_of_the_paper(self):
        artifact, _ = section(ecmc_figure7, rates())
        svg = {panel.name: panel.files()["svg"] for panel in artifact.figures[0].panels}
        self.assertEqual(list(svg), ["ecmc-figure-7a", "ecmc-figure-7b", "ecmc-figure-7c"])
        self.assertIn("earlier measurement", svg["ecmc-figure-7a"])
        self.assertIn("order of magnitude", svg["ecmc-figure-7b"])
        self.assertNotIn("relaxed", svg["ecmc-figure-7a"])  # variants have a table of their own

    def test_a_wrong_count_has_no_rate(self):
        made = rates() + [rate("word-chains", math.nan, active=8, verdict="fail", note="too few")]
        artifact, tables = section(ecmc_figure7, made)
        lines = tables["ecmc-figure-7-65536"].to_markdown()
        self.assertIn("| word-chains | 8 | 1 | – | no rate |", lines)
        self.assertIn("fail", tables["ecmc-figure-7-65536"].verdicts())
        dropped(artifact.figures)

    def test_nothing_run_is_named_beside_the_published_numbers(self):
        artifact, tables = section(ecmc_figure7, [])
        self.assertEqual(artifact.figures, [])
        lines = tables["ecmc-figure-7"].to_markdown()
        self.assertIn("not run here", lines)
        self.assertIn("44.5", lines)


class Roofline(unittest.TestCase):
    def test_preparations_and_roofline_in_nanoseconds(self):
        _, tables = section(ecmc_roofline, others())
        self.assertIn("| near-graph | 1 | 100 |", tables["ecmc-preparation"].to_markdown())
        lines = tables["ecmc-roofline"].to_markdown()
        self.assertIn("| compare-and-swap | 4.50 |", lines)
        self.assertIn("| dependent load, random, records of 256² disks | 14.0 |", lines)

    def test_instructions_of_the_authors_programs(self):
        _, tables = section(ecmc_roofline, [])
        self.assertIn("| Algorithm 6 (-O2) | 40 | 109 |",
                      tables["ecmc-instructions"].to_markdown())

    def test_nothing_run_is_named(self):
        _, tables = section(ecmc_roofline, [])
        for name in ("ecmc-preparation", "ecmc-roofline"):
            self.assertIn("not run here", tables[name].to_markdown())


class MemoryOrders(unittest.TestCase):
    def test_costs_are_ratios_of_times_with_their_intervals(self):
        _, tables = section(ecmc_memory_orders, rates())
        lines = tables["ecmc-memory-orders"].to_markdown()
        self.assertIn("| everything sequentially consistent | 2.00 [1.64, 2.44] |", lines)
        self.assertIn("| tags acquire only | – |", lines)
        costs = tables["ecmc-costs"].to_markdown()
        self.assertIn("| local times | interleaved-chains | single-chain | 1 | 256² | 1.25 ", costs)
        self.assertIn("| compare-and-swap | word-chains | interleaved-chains | 40 | 256² | 1.20 ",
                      costs)
        self.assertIn("| the exact order of time | ordered-chains | interleaved-chains | 40 | 256² "
                      "| 3.00 ", costs)

    def test_nothing_run_is_named(self):
        _, tables = section(ecmc_memory_orders, [])
        self.assertIn("not run here", tables["ecmc-memory-orders"].to_markdown())


class Efficiency(unittest.TestCase):
    def efficiency(self, scheme, tau, samples, **more):
        point = {"disks": 256, "packing_fraction": 0.65, "liftings_per_sweep": 8.0}
        return [record("validation", scheme, ecmc_efficiency.SWEEPS, tau, low=0.9 * tau,
                       high=1.1 * tau, verdict="not claimed", **point),
                record("validation", scheme, ecmc_efficiency.RATE, samples, low=0.9 * samples,
                       high=1.1 * samples, verdict="not claimed", **point, **more)]

    def test_rates_stand_over_serial_chains(self):
        made = (self.efficiency("ecmc/sampler-cells", 10, 250)
                + self.efficiency("ecmc/sampler", 10, 500)
                + self.efficiency("mpmc/checkerboard-avx512", 100, 375, facts={"converged": False}))
        artifact, tables = section(ecmc_efficiency, made)
        self.assertIn("about 8 liftings of each disk", artifact.lead)
        lines = tables["ecmc-efficiency"].to_markdown()
        self.assertIn("| sampler | 10.0 ± 1.0 | 0.100 | 500 ± 50 | 2.00 |  |", lines)
        self.assertIn("| checkerboard-avx512 | 100 ± 10 | 0.0133 | 375 ± 38 | 1.50 "
                      "| chains too short |", lines)

    def test_each_class_has_its_own_relaxation_and_serial_chains(self):
        made = self.efficiency("ecmc/sampler-cells", 10, 250) + self.efficiency("ecmc/sampler", 10, 500)
        for r in self.efficiency("ecmc/sampler-cells", 20, 500) + self.efficiency("ecmc/sampler", 20, 1500, facts={
                "seconds_per_sweep": 3e-5}):
            made.append(Record({**r.fields, "class": "W"}, "made up"))
        lines = section(ecmc_efficiency, made)[1]["ecmc-efficiency"].to_markdown()
        self.assertIn("| sampler | 10.0 ± 1.0 | 0.100 | 500 ± 50 | 2.00 |  |", lines)
        self.assertIn("| sampler | 20.0 ± 2.0 | 0.0300 | 1500 ± 150 | 3.00 |  |", lines)

    def test_sweeps_of_larger_systems(self):
        made = [record("validation", scheme, ecmc_efficiency.SWEEP_TIME, value, threads,
                       verdict="not claimed", disks=65536, packing_fraction=0.69)
                for scheme, value, threads in (("ecmc/sampler-cells", 0.2, 1),
                                               ("ecmc/sampler", 0.05, 1),
                                               ("ecmc/sampler", 0.025, 2))]
        _, tables = section(ecmc_efficiency, made)
        lines = tables["ecmc-sweeps"].to_markdown()
        self.assertIn("| sampler-cells | 200 | 1.00 |", lines)
        self.assertIn("| sampler, 2 threads | 25.0 | 8.00 |", lines)

    def test_nothing_run_is_named(self):
        _, tables = section(ecmc_efficiency, [])
        for name in ("ecmc-efficiency", "ecmc-sweeps"):
            self.assertIn("not run here", tables[name].to_markdown())


if __name__ == "__main__":
    unittest.main()
