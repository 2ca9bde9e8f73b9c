"""Tests of which schemes are which row of Table 1: by what they equal, not by how they are called."""

import unittest

import synthetic
from testing import section

import mpmc_table1
from common import selection
from common.records import Record

SCHEMES = [{"name": "mine/squares", "equals": "mine/squares-avx9"},
           {"name": "mine/squares-avx9", "equals": "mpmc/checkerboard-reference"},
           {"name": "mine/in-turn", "equals": "mpmc/checkerboard-reference-fixed-colours"},
           {"name": "mpmc/checkerboard-of-another-kind"}]


def check(scheme, **fields):
    return Record(synthetic.record("check", scheme, "stage/acceptance by trial index", 1.0, z=1.0, **fields), "made up")


class Table1(unittest.TestCase):
    def test_schemes_under_unexpected_names_are_rows_by_what_they_equal(self):
        made = [check(entry["name"]) for entry in SCHEMES] + [check("mpmc/checkerboard-reference")]
        text = section(mpmc_table1, made, SCHEMES)[1]["mpmc-table-1-commit"].to_markdown()
        self.assertRegex(text, r"\| both shuffles \| [^|]* \| 3 \|")
        self.assertRegex(text, r"\| no colour shuffle \| [^|]* \| 1 \|")

    def test_of_several_seeds_of_a_system_the_worst_is_shown(self):
        made = [Record(synthetic.record(
            "validation", "mpmc/checkerboard-simd", mpmc_table1.FEW, 1.0, seed=seed, low=0.9, high=1.1, z=0.0,
            verdict="fail" if (seed, phi, key) == (2, 0.35, ("Yes", "Yes")) else "pass", expected={"value": 1, "uncertainty": 0},
            params={"disks": disks, "packing_fraction": phi, "particle_shuffle": key[0], "colour_shuffle": key[1]}), "made up")
                for seed in (1, 2) for key in mpmc_table1.SHUFFLES for disks, phi in ((3, 0.262), (5, 0.303), (5, 0.35))]
        lines = [line for line in section(mpmc_table1, made)[1]["mpmc-table-1-few"].to_markdown().splitlines()
                 if line.startswith("| Yes | Yes |")]
        self.assertEqual([(f"| {phi} |" in line, "fail" in line) for line, phi in zip(lines, ("0.262", "0.303", "0.350"))],
                         [(True, False), (True, False), (True, True)])

    def test_a_mutant_is_known_by_its_fields(self):
        mutant = check("mine/faulty", params={"caught": True})
        traced = check("mine/faulty", origin={"kind": "paper", "text": "a paper", "link": ""})
        right = check("mine/mutant-free")
        self.assertEqual([record.is_mutant for record in (mutant, traced, right)], [True, True, False])
        terms = selection.parse("kind=check; mutant=yes", "here")
        self.assertEqual(selection.select([mutant, traced, right], terms), [mutant, traced])


if __name__ == "__main__":
    unittest.main()
