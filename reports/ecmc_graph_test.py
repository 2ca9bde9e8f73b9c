"""Tests of the two sections about constraint graphs, on records made up here."""

import math
import unittest

import synthetic
from testing import section

import ecmc_figure6
import ecmc_graph
from common.errors import ReportError
from common.figures import dropped
from common.records import Record

SYSTEM = {"disks": 100, "aspect": "(1 : 1)", "packing_fraction": 0.708}


def record(metric, value, verdict="not claimed", expected=None, **params):
    fields = synthetic.record("validation", "ecmc/cell-chain", metric, value, family="ecmc",
                              verdict=verdict, expected=expected, params={**SYSTEM, **params})
    return Record(fields, "made up")


def picture(**params):
    drawn = {"side": 4.0, "centres": [[0.3, 1.0], [2.0, 1.2], [3.7, 1.1]],
             "lanes": [[0, 1], [0, 2], [1, 2], [2, 0]], "minimal": [[0, 1], [1, 2], [2, 0]]}
    return record(ecmc_graph.DRAWN, 0, "pass", **{**drawn, **params})


def records():
    crossing = {"value": 0, "uncertainty": 0, "source": "lemma 4"}
    return [record(ecmc_graph.ARROWS, 300, order=0, symmetrised=False),
            record(ecmc_graph.ARROWS, 204, order=4, symmetrised=True),
            record(ecmc_graph.ARROWS, 203, order="all", symmetrised=False),
            record(ecmc_graph.DEGREES, 70, graph="minimal", degree=2),
            record("crossings of arrows", 0, "pass", crossing, graph="minimal"),
            record("crossings of arrows", 12, "pass", graph="G3"), picture()]


def never(sweeps):
    return [record(ecmc_figure6.METRIC, 0.02 + 0.5 / math.log(s), sweeps=s) for s in sweeps]



class Graphs(unittest.TestCase):
    def test_arrows_are_shown_for_each_disk_beside_the_earlier_measurement(self):
        artifact, tables = section(ecmc_graph, records())
        lines = tables["ecmc-graph-orders"].to_markdown()
        self.assertIn("| no | 3.0000 | – | – | – | – | 2.0300 |", lines)
        self.assertIn("| yes | – | – | – | – | 2.0400 | – |", lines)
        self.assertIn("earlier measurement | no | 3.0000 | 2.1078 |", lines)
        degrees = tables["ecmc-graph-degrees"].to_markdown()
        self.assertIn("| minimal | – | – | 70.0 % | – |", degrees)
        dropped(artifact.figures)

    def test_what_must_not_be_zero_says_so(self):
        artifact, tables = section(ecmc_graph, records())
        lines = tables["ecmc-graph-facts"].to_markdown()
        self.assertIn("| G3 | crossings of arrows | 12 | more than 0 | pass |", lines)
        self.assertIn("| minimal | crossings of arrows | 0 | 0 | pass |", lines)
        dropped(artifact.figures)

    def test_a_graph_is_drawn_twice(self):
        artifact, _ = section(ecmc_graph, records())
        self.assertEqual([p.name for p in artifact.figures[0].panels],
                         ["ecmc-figure-6a", "ecmc-figure-6b"])
        svg = [panel.files()["svg"] for panel in artifact.figures[0].panels]
        self.assertIn("G3, 4 arrows", svg[0])
        self.assertIn("3 arrows", svg[1])

    def test_a_drawing_without_centres_is_an_error(self):
        with self.assertRaises(ReportError):
            section(ecmc_graph, [picture(centres=[])])

    def test_nothing_run_is_named(self):
        artifact, tables = section(ecmc_graph, [])
        self.assertEqual(artifact.figures, [])
        self.assertIn("not run here", tables["ecmc-graph-orders"].to_markdown())


class Solicited(unittest.TestCase):
    def test_the_line_is_found_again(self):
        a, b = ecmc_figure6.fitted([(s, 0.02 + 0.5 / math.log(s)) for s in (2, 24, 100, 1000)])
        self.assertAlmostEqual(a, 0.02)
        self.assertAlmostEqual(b, 0.5)
        self.assertIsNone(ecmc_figure6.fitted([(2, 0.5), (30, 0.1), (60, 0.05)]))

    def test_points_stand_beside_the_earlier_measurement(self):
        artifact, tables = section(ecmc_figure6, never([3, 24, 100, 1000]))
        lines = tables["ecmc-figure-6"].to_markdown()
        self.assertIn("| 3 | 47.5 % | 37.4 % |", lines)
        self.assertIn("| 15 | – | 18.8 % |", lines)
        fits = tables["ecmc-figure-6-fit"].to_markdown()
        self.assertIn("| 24 to 1000 | 0.0200 | 0.5000 |", fits)
        self.assertEqual(len(artifact.figures[0].panels), 2)
        for panel in artifact.figures[0].panels:
            self.assertIn("earlier measurement", panel.files()["svg"])

    def test_nothing_run_is_named(self):
        artifact, tables = section(ecmc_figure6, [])
        self.assertEqual(artifact.figures, [])
        self.assertIn("not run here", tables["ecmc-figure-6"].to_markdown())


if __name__ == "__main__":
    unittest.main()
