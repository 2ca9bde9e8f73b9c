"""Tests of jobs that hung, crashed or left the legal states: such a record fails and has neither a value nor what a run would
have added, and the section is built all the same."""

import unittest

import synthetic
import testing
from testing import section

import ecmc_exhaustive
import ecmc_figure4
import ecmc_validation
import longrange_phase_space
import suite_campaign
import suite_explorer
from common import confidence, numbers
from common.artifact import Context
from common.figures import dropped
from common.records import Record


def lost(kind, scheme, metric, **params):
    return Record(synthetic.record(kind, scheme, metric, None, verdict="fail", note="hung", params=params), "made up")


def whole(kind, scheme, metric, value, **params):
    return Record(synthetic.record(kind, scheme, metric, value, params=params), "made up")


class Lost(unittest.TestCase):
    def tables(self, script, *records):
        artifact, tables = section(script, list(records))
        self.figures = artifact.figures
        dropped(self.figures)
        return {name: table.to_markdown() for name, table in tables.items()}

    def test_a_run_beside_a_single_clock(self):
        common = {"disks": 870, "active": 4, "length": ecmc_validation.LENGTHS[0]}
        made = self.tables(ecmc_validation, lost("validation", "ecmc/word-chains", ecmc_validation.WRONG, **common),
                           lost("validation", ecmc_validation.ORDERS[0], ecmc_validation.SEEN, **common),
                           whole("validation", "ecmc/tag-chains", ecmc_validation.WRONG, 0.0, **common))
        self.assertIn("| word-chains | 870 | 1 | NaN of 0 | fail |", made["ecmc-validation"])
        self.assertIn("| tag-chains | 870 | 1 | 0 of 0 | pass |", made["ecmc-validation"])
        self.assertIn("NaN", made["ecmc-validation-violations"])
        self.assertIn("| wrong runs | NaN |", made["ecmc-validation-scope"])

    def test_a_picture(self):
        frames = [{"time": 0, "x": [0.0], "y": [0.0]}]
        made = self.tables(longrange_phase_space, lost("validation", "longrange/a", "m", model="gravity-2d", particles=9),
                           whole("validation", "longrange/a", "m", 0.0, model="hmf", particles=9, series=frames))
        self.assertEqual(len(self.figures), 1)
        self.assertIn("| gravity-2d | a | fail | hung |", made["longrange-phase-space-lost"])

    def test_the_exam_of_the_explorer(self):
        made = self.tables(suite_explorer, lost("check", "explorer/sc", suite_explorer.EXAM, rows=20, executions=1, graphs=1),
                           whole("check", "explorer/rc11", suite_explorer.EXAM, 0.0, rows=20, executions=1, graphs=1))
        self.assertIn("| NaN of 20 |", made["suite-explorer-exam"])
        self.assertIn("| 20 of 20 |", made["suite-explorer-exam"])
        self.assertIn("| NaN of 40 | ✗ not reached |", made["suite-explorer-aims"])

    def test_states_of_a_program(self):
        records = [lost("check", "ecmc/algorithm-5", ecmc_exhaustive.PREFIX + name, suite="C4")
                   for name in ("C4", "program counters C4")]
        self.assertIn("NaN of 0", self.tables(ecmc_exhaustive, *records)["ecmc-kill-matrix"])
        self.assertEqual(self.tables(ecmc_figure4, *records), {})

    def test_campaigns(self):
        records = [lost("campaign", "all", "m", verb="check"),
                   whole("campaign", "all", "m", 0.0, verb="check", facts={"decisions": 20})]
        self.assertIn("| check | 2 | 20 | NaN |", self.tables(suite_campaign, *records)["suite-campaign-runs"])
        known = confidence.build(Context(records, [], testing.DATA), [], [], [])
        self.assertIn("NaN of 20 decisions about correct schemes failed", [line["text"] for line in known])


class Numbers(unittest.TestCase):
    def test_a_sum_with_an_unknown_one_is_unknown(self):
        self.assertEqual([numbers.whole(numbers.total(values)) for values in ([1.0, 2.0], [1.0, float("nan")], [])],
                         ["3", "NaN", "0"])
        self.assertEqual(numbers.count(float("nan")), "NaN")


if __name__ == "__main__":
    unittest.main()
