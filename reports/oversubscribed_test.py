#!/usr/bin/env python3
"""Tests of the section about machines that others use, on records made up here."""

import unittest

import synthetic
from testing import Folder


def lost(entry, value, low, high, **fields):
    return synthetic.record(
        "benchmark", "cmc/ranks", "loss beside 2 neighbours", value, family="cmc", low=low, high=high,
        allowance={"value": 3, "why": "who loses more waits"}, facts={"alone": 465.0, "beside": 16.0},
        params={"entry": entry, "from": "seconds per step", "neighbours": 2, "turns": 6, "cores": 2}, **fields)


class Losses(Folder):
    def test_each_entry_has_its_loss_beside_the_limit(self):
        self.build_with([lost("cmc/ranks/ranks:2", 14.2, 3.1, 16.4, verdict="fail"),
                         lost("cmc/openmp/threads:2", 1.01, None, None, verdict="inconclusive")])
        rows = self.table("suite-oversubscribed")
        self.assertEqual([row["Entry"] for row in rows], ["cmc/openmp/threads:2", "cmc/ranks/ranks:2"])
        self.assertEqual(rows[1]["Verdict"], "fail")
        text = (self.out / "tables" / "suite-oversubscribed.md").read_text(encoding="utf-8")
        self.assertIn("14 [3.1, 16]", text)
        self.assertIn("1.0, too few turns", text)
        self.assertIn("465", text)

    def test_it_is_no_gap_when_all_else_was_timed(self):
        self.build_with(synthetic.everything())
        page = self.page("checks")
        self.assertIn("./touchstone bench --oversubscribed", page)
        self.assertNotIn("wrote no record for this section: <code>./touchstone bench --over", page)


if __name__ == "__main__":
    unittest.main()
