#!/usr/bin/env python3
"""Tests of what the report makes of exact balance: fractions stay exact, several tiny models of one
scheme are one line, and a missed mutant is shown as missed."""

import unittest
from fractions import Fraction

import synthetic
from testing import Folder

from common import balance

LONG = Fraction(10**40 + 9, 3 * 10**42 + 1)  # 0.00333...


def ring(trials, particles, colours, distance, **fields):
    """The records of one line of the exact Table 1."""
    right = particles == "Yes"
    scheme = "variant/fixed-colours" if right else "mutant/ring-no-particle-shuffle"
    params = {"model": f"ring L=16 w=4 N=6 nM={trials}", "nM": str(trials), "states": 1160,
              "recurrent_states": 1160, "tapes": 5000, "trials": 4000, "milliseconds": 50.0,
              "particle_shuffle": particles, "colour_shuffle": colours,
              "tv_exact": str(distance), "observable_shift": float(distance) / 2,
              **({} if right else {"origin": "Anderson 2013, Table 1", "pressure_trials": 9e12,
                                   "independent_configurations": 1.7e4}), **fields}
    made = []
    for metric, value, named in (("hidden memory", float(distance), True),
                                 ("detailed balance", 0.25 if colours == "No" else 0.0, False),
                                 ("total variation", float(distance), False)):
        caught = value != 0 and not right
        made.append(synthetic.record(
            "check", scheme, f"balance/{metric}", value, **{"class": "tiny"},
            verdict="pass" if right or caught else "not claimed",
            params={**params, **({} if right else {"caught": caught, "expected": named})}))
    return made


class Numbers(unittest.TestCase):
    def test_fractions_are_rounded_correctly_and_shortened(self):
        self.assertEqual(balance.digits(Fraction(1, 3), 5), "0.33333")
        self.assertEqual(balance.digits(Fraction(2, 3), 12), "0.666666666667")
        self.assertEqual(balance.digits(Fraction(1, 30000), 3), "3.33 × 10⁻⁵")
        self.assertEqual(balance.digits(Fraction(0), 9), "0")
        self.assertEqual(balance.short_fraction(Fraction(17, 144)), "17/144")
        self.assertEqual(balance.short_fraction(LONG), "100000…/300000… (41 over 43 digits)")

    def test_series_of_models_have_one_name(self):
        names = [f"ring L=16 w=4 N=6 nM={n}" for n in (1, 2, 3, 8)] + ["rods 6x2 N=2"]
        self.assertEqual(balance.model_names(names),
                         "rods 6x2 N=2; ring L=16 w=4 N=6, nM = 1–3, 8")


class Report(Folder):
    def test_table_1_is_exact_and_keeps_all_digits(self):
        self.build_with(ring(1, "No", "Yes", LONG) + ring(2, "No", "Yes", Fraction(1, 512))
                        + ring(1, "Yes", "No", 0) + ring(2, "Yes", "No", 0), figures=True)
        rows = self.table("mpmc-table-1-exact")
        self.assertEqual([row["particles not shuffled"] for row in rows],
                         ["0.00333333333333333333333333333333", "0.001953125"])
        self.assertEqual([row["colours in fixed order"] for row in rows], ["0", "0"])
        self.assertEqual([row["both shuffles"] for row in rows], ["", ""])
        self.assertEqual(self.table("mpmc-table-1-fractions")[0]["Fraction"], str(LONG))
        verdicts = {(row["Particle shuffle"], row["Colour shuffle"]): row
                    for row in self.table("mpmc-table-1-conclusion")}
        self.assertEqual(verdicts["No", "Yes"]["Verdict"], "pass")
        self.assertEqual(verdicts["Yes", "No"]["Samples rightly"], "yes, exactly")
        self.assertEqual(verdicts["Yes", "No"]["Reversible"], "no")
        self.assertEqual(verdicts["Yes", "Yes"]["Verdict"], "not run here")
        self.assertTrue((self.out / "figures" / "mpmc-table-1-exact-distance.svg").is_file())

    def test_a_shuffle_that_were_not_needed_would_fail(self):
        self.build_with(ring(1, "No", "Yes", 0) + ring(1, "Yes", "No", LONG))
        rows = {(row["Particle shuffle"], row["Colour shuffle"]): row["Verdict"]
                for row in self.table("mpmc-table-1-conclusion")}
        self.assertEqual(rows["No", "Yes"], "fail")
        self.assertEqual(rows["Yes", "No"], "fail")

    def test_a_mutant_is_one_line_with_its_quickest_proof(self):
        quick = ring(1, "No", "Yes", LONG, milliseconds=20.0)
        self.build_with(quick + ring(2, "No", "No", Fraction(1, 512)))
        rows = self.table("suite-mutants")
        self.assertEqual(len(rows), 1)
        self.assertEqual(rows[0]["Killed first by"], "balance/hidden memory")
        self.assertEqual(float(rows[0]["Time"]), 20.0)
        self.assertEqual(float(rows[0]["Saved"]), 9e12 / 4000)
        cells = self.table("suite-mutant-proofs")[0]
        self.assertTrue(cells["balance / hidden memory"].startswith("caught"))
        self.assertIn("¹⁄₂", cells["balance / detailed balance"], "on one of two models")

    def test_a_mutant_missed_on_one_model_is_missed(self):
        missed = ring(2, "No", "Yes", 0)
        for r in missed:
            if r["metric"] == "balance/hidden memory":
                r["verdict"] = "fail"
        self.build_with(ring(1, "No", "Yes", LONG) + missed)
        self.assertEqual(self.table("suite-mutant-proofs")[0]["balance / hidden memory"], "missed")
        self.shows("a check missed it")
        self.shows("0 of 1 mutants are caught")

    def test_a_fault_without_effect_on_averages_says_never(self):
        records = ring(1, "No", "Yes", 0)
        for r in records:
            if r["metric"] == "balance/hidden memory":  # seen otherwise, say
                r["params"]["caught"] = True
        self.build_with(records)
        self.assertEqual(self.table("suite-mutants")[0]["By an average"], "inf")
        self.shows("never")

    def test_correct_schemes_state_their_rates(self):
        self.build_with(ring(1, "Yes", "No", 0) + ring(2, "Yes", "No", 0))
        row = self.table("suite-balance-mpmc")[0]
        self.assertEqual(float(row["Tapes per second"]), 1e5)
        self.assertEqual(float(row["States"]), 2320)
        self.assertEqual(row["balance / hidden memory"], "pass")


if __name__ == "__main__":
    unittest.main()
