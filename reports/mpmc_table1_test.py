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

    def test_a_mutant_is_known_by_its_fields(self):
        mutant = check("mine/faulty", params={"caught": True})
        traced = check("mine/faulty", origin={"kind": "paper", "text": "a paper", "link": ""})
        right = check("mine/mutant-free")
        self.assertEqual([record.is_mutant for record in (mutant, traced, right)], [True, True, False])
        terms = selection.parse("kind=check; mutant=yes", "here")
        self.assertEqual(selection.select([mutant, traced, right], terms), [mutant, traced])


if __name__ == "__main__":
    unittest.main()
