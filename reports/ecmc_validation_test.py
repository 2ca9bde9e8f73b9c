"""Tests of the sections about validation runs and horizon violations, on records made up here."""

import unittest

import synthetic
from testing import section

import ecmc_birthday
import ecmc_validation
from common.figures import dropped
from common.records import Record


def record(scheme, metric, value, verdict="not claimed", low=None, high=None, n_eff=None,
           threads=1, disks=870, **params):
    fields = synthetic.record("validation", f"ecmc/{scheme}", metric, value, family="ecmc",
                              verdict=verdict, low=low, high=high, n_eff=n_eff, threads=threads,
                              params={"disks": disks, "packing_fraction": 0.708, **params})
    return Record(fields, "made up")



def runs(wrong=0):
    made = [record("word-chains", ecmc_validation.WRONG, w, "fail" if w else "pass", n_eff=48,
                   threads=t, active=k) for k, t, w in ((2, 1, 0), (2, 4, wrong), (8, 1, 0))]
    for metric in (ecmc_validation.VIOLATED, ecmc_validation.SEEN):
        made += [record("local-time-random", metric, 0.25, low=0.1, high=0.4, n_eff=20, active=8,
                        length=length) for length in ecmc_validation.LENGTHS]
    return made


class Validation(unittest.TestCase):
    def test_runs_of_all_threads_are_added(self):
        artifact, tables = section(ecmc_validation, runs())
        lines = tables["ecmc-validation"].to_markdown()
        self.assertIn("| word-chains | 870 | 1, 4 | 0 of 96 | 0 of 48 | pass |", lines)
        dropped(artifact.figures)

    def test_a_wrong_run_fails(self):
        artifact, tables = section(ecmc_validation, runs(wrong=3))
        self.assertIn("| 3 of 96 | 0 of 48 | fail |", tables["ecmc-validation"].to_markdown())
        self.assertIn("fail", tables["ecmc-validation"].verdicts())
        dropped(artifact.figures)

    def test_a_tree_with_uncommitted_changes_was_run(self):
        made = []
        for r in runs():
            made.append(Record({**r.fields, "git": {"sha": "", "dirty": True}}, "made up"))
        lines = section(ecmc_validation, made)[1]["ecmc-validation"].to_markdown()
        self.assertIn("| 0 of 96 | 0 of 48 | not claimed |", lines)

    def test_violations_stand_beside_those_of_the_published_program(self):
        artifact, tables = section(ecmc_validation, runs())
        lines = tables["ecmc-validation-violations"].to_markdown()
        self.assertIn("| 870 | 8 | 4 box lengths / k | 25 % | 25 % | not run here", lines)
        self.assertIn("| 75 to 85 % |", lines)
        scope = tables["ecmc-validation-scope"].to_markdown()
        self.assertIn("| most threads | 4 | 40 |", scope)
        self.assertIn("| over 1000 |", scope)
        self.assertEqual(len(artifact.figures), 1)
        dropped(artifact.figures)

    def test_without_records_the_published_values_stay(self):
        artifact, tables = section(ecmc_validation, [])
        self.assertIn("| most threads | not run here | 40 |",
                      tables["ecmc-validation-scope"].to_markdown())
        self.assertEqual(artifact.figures, [])


def law(verdict="pass"):
    made = []
    for i, order in enumerate(ecmc_birthday.ORDERS):
        scheme = "local-time-" + order.replace(" ", "-")
        made.append(record(scheme, ecmc_birthday.CHANCE, 0.1 + 0.15 * i, low=0.05, high=0.8,
                           n_eff=400, disks=65536, active=16, flights=100, x=0.39))
        made.append(record(scheme, ecmc_birthday.CONSTANT, 0.1 * 2**i, low=0.05, high=2,
                           n_eff=400, disks=65536))
        if i > 0:
            made.append(record(scheme, ecmc_birthday.COMPARED, 0.15, verdict, low=0.1, high=0.2,
                               disks=65536, other="the one before"))
    made.append(record("word-chains", ecmc_birthday.CONSTANT, 0.5, low=0.4, high=0.6, n_eff=100,
                       threads=2))
    return made


class HorizonLaw(unittest.TestCase):
    def test_orders_stand_beside_the_earlier_measurement(self):
        artifact, tables = section(ecmc_birthday, law())
        lines = tables["ecmc-birthday-c"].to_markdown()
        self.assertIn("| least time | 256² | 0.20 ± 0.97 |", lines)
        self.assertIn("| pass | 0.1 to 0.2 |", lines)
        self.assertIn("| 0.100 (0.05–0.80) | 0.045 |",
                      tables["ecmc-birthday-p"].to_markdown())
        self.assertIn("word-chains, 2 threads", tables["ecmc-birthday-others"].to_markdown())
        self.assertEqual(len(artifact.figures), 1)
        dropped(artifact.figures)

    def test_a_wrong_order_fails(self):
        artifact, tables = section(ecmc_birthday, law(verdict="fail"))
        self.assertIn("fail", tables["ecmc-birthday-c"].verdicts())
        dropped(artifact.figures)

    def test_without_records_the_earlier_measurement_stays(self):
        _, tables = section(ecmc_birthday, [])
        lines = tables["ecmc-birthday-c"].to_markdown()
        self.assertIn("| windowed | – | not run here | – | not run here | not run here | "
                      "0.04 to 0.11 |", lines)


if __name__ == "__main__":
    unittest.main()
