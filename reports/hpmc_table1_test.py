"""Tests of the section about pressures of hard shapes, on records made up here."""

import pathlib
import unittest

import synthetic
from testing import HERE

import hpmc_table1
from common.artifact import Context
from common.published import Data
from common.records import Record


def pressure(system, value, half_width, bodies=131072, verdict="pass", recorded=False, chains=32, **fields):
    return Record(synthetic.record("validation", "hpmc/serial-tree", hpmc_table1.PRESSURE, value,
                                   family="hpmc", low=value - half_width, high=value + half_width,
                                   verdict=verdict, params={"system": system, "bodies": bodies, "chains": chains},
                                   **fields),
                  "made up", recorded)


def tables(made):
    context = Context(made, [], Data(pathlib.Path(HERE).parent / "validation" / "data"))
    return {table.name: table.to_markdown() for table in hpmc_table1.build(context, made).tables}


class Table1(unittest.TestCase):
    def test_ours_stand_below_the_paper_with_their_deviation(self):
        text = tables([pressure("sphere", 9.4135, 0.2131, chains=16, z=1.0)])["hpmc-table-1"]
        self.assertIn("| +1.0 | – | pass |", text)
        self.assertIn("9.4135 ± 0.1000", text)
        self.assertIn("9.3135 ± 0.0004", text)

    def test_errors_are_those_of_as_many_chains(self):
        for degrees, t in ((15, 2.13145), (31, 2.03951), (63, 1.99834)):
            self.assertAlmostEqual(hpmc_table1.student(degrees), t, 4)
        text = tables([pressure("sphere", 9.4135, 0.203951, chains=32)])["hpmc-table-1"]
        self.assertIn("9.4135 ± 0.1000", text)

    def test_what_few_bodies_are_allowed_is_no_error_of_the_paper(self):
        text = tables([pressure("sphere", 9.4135, 0.002131, bodies=93, z=0.9, expected={
            "value": 9.3135, "uncertainty": 0.0002, "source": "Table 1"},
            allowance={"value": 0.1, "why": "1 / N"}, note="halves alike")])["hpmc-table-1"]
        self.assertIn("9.31350(20) | 0.10 | +0.9 | – | pass |", text)

    def test_ensembles_stand_beside_one_another(self):
        made = Record(synthetic.record(
            "validation", "hpmc/serial-tree", "pressure measured while one is imposed", 1.95,
            family="hpmc", low=1.9, high=2.0, z=0.4, params={
                "case": "constant-pressure/disks", "bodies": 256, "scale": 2.0,
                "resolution": 0.06}, facts={"smallest_effect": 0.2}), "made up")
        text = tables([made])["hpmc-ensembles"]
        self.assertIn("measured while it is imposed | disks |", text)
        self.assertIn("| +0.4 | 10 %: too weak to decide | pass |", text)

    def test_longer_runs_say_so(self):
        text = tables([pressure("sphere", 9.3062, 0.006, recorded=True)])["hpmc-table-1"]
        self.assertIn("recorded", text)

    def test_what_was_not_run_is_named(self):
        text = tables([])
        for table in text.values():
            self.assertIn("not run here", table)
        self.assertIn("4.9590 ± 0.0002", text["hpmc-free-energy"])
        self.assertIn("9.3129", text["hpmc-table-1"])


if __name__ == "__main__":
    unittest.main()
