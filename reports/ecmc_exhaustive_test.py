"""Tests of the two sections about Algorithm 5, on records made up here."""

import unittest

import synthetic
from testing import section

import ecmc_exhaustive
import ecmc_figure4
from common.errors import ReportError
from common.records import Record

PREFIX = "explore/event-chain/"


def record(scheme, metric, value, verdict="pass", **params):
    fields = synthetic.record("check", scheme, PREFIX + metric, value, family="ecmc",
                              verdict=verdict, params=params)
    return Record(fields, "made up")


def records(states=3670):
    counters = [[1, 1, 1], [26, 26, 2]]
    return [
        record("ecmc/algorithm-5", "C4", 0, suite="C4", states=states, terminals=1,
               configurations=1, p_right=0.187098617628, p_right_exact="3/16"),
        record("mutant/algorithm-5 15<->16", "C5", 1, suite="C5", states=5300, terminals=2,
               configurations=1, caught=True, expected=True, origin="x first",
               counterexample="a49 b47 a20"),
        record("mutant/algorithm-5 15<->16", "C4", 0, "not claimed", suite="C4", states=3858,
               terminals=1, configurations=1, caught=False, expected=False, origin="x first"),
        record("ecmc/algorithm-5 14<->15", "C4", 0, suite="C4", states=3670, terminals=1,
               configurations=1, origin="t_i first", equivalence="Nobody can see it."),
        record("ecmc/algorithm-5", "program counters C4", 570, suite="C4", states=states,
               counters=counters),
    ]



class Exhaustive(unittest.TestCase):
    def tables(self, made):
        return {table.name: table
                for table in section(ecmc_exhaustive, made)[0].tables}

    def row(self, made, *words):
        lines = self.tables(made)["ecmc-exhaustive"].to_csv().splitlines()
        found = [line for line in lines if line.startswith(",".join(words))]
        self.assertEqual(len(found), 1, words)
        return found[0]

    def test_counts_stand_beside_the_published_ones(self):
        self.assertIn("3670,3670,pass", self.row(records(), "C4", "Algorithm 5", "states"))
        self.assertIn("570.0,570,pass",
                      self.row(records(), "C4", "Algorithm 5", "program counter pairs"))
        self.assertIn("5300,5300,pass", self.row(records(), "C5", "15<->16", "states"))
        self.assertIn("3/16", self.row(records(), "C4", "Algorithm 5", "P(terminate"))

    def test_another_count_fails(self):
        self.assertIn("3671,3670,fail", self.row(records(3671), "C4", "Algorithm 5", "states"))

    def test_what_was_not_run_stays(self):
        self.assertIn("not run", self.row(records(), "C5", "Algorithm 5", "states"))
        self.assertIn("not run", self.row([], "C4", "Algorithm 5", "states"))

    def test_kills_and_survivors_are_told_apart(self):
        tables = self.tables(records())
        kills = tables["ecmc-kill-matrix"].to_markdown()
        self.assertIn("1 of 1", kills)
        self.assertIn("a49 b47 a20", kills)
        survivors = tables["ecmc-equivalent-variants"].to_markdown()
        self.assertIn("Nobody can see it.", survivors)
        self.assertNotIn("15<->16", survivors)


class Figure4(unittest.TestCase):
    def test_draws_a_panel_for_each_record(self):
        made = records()
        figure = section(ecmc_figure4, made)[0].figures[0]
        self.assertEqual([panel.name for panel in figure.panels], ["ecmc-figure-4a"])
        svg = figure.panels[0].files()["svg"]
        self.assertIn("2 ends", svg)
        self.assertIn("3670 states, 2 pairs", svg)

    def test_refuses_counters_that_are_none(self):
        for counters in ([], [[1, 2]], [[1, 2, "3"]]):
            made = [record("ecmc/algorithm-5", "program counters C4", 1, suite="C4", states=1,
                           counters=counters)]
            with self.assertRaises(ReportError):
                section(ecmc_figure4, made)

    def test_says_when_nothing_was_counted(self):
        self.assertEqual(section(ecmc_figure4, [])[0].figures, [])


if __name__ == "__main__":
    unittest.main()
