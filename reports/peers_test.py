#!/usr/bin/env python3
"""Tests of the page of peers, on records made up here."""

import unittest

import synthetic
from testing import Folder


def compared(work, value, low=None, high=None, facts=None, **fields):
    return synthetic.record(
        "benchmark", "longrange/ring", "speed over that of a peer", value, family="longrange", low=low, high=high,
        allowance={"value": 2e-12, "why": "what both were asked for"}, facts={"version": "FINUFFT 9", **(facts or {})},
        params={"work": work, "unit": "force", "peer": "finufft", "pairs": 12}, **fields)


TIMES = {"seconds_ours": 0.00213, "seconds_theirs": 0.0417, "faster": 12, "difference": 3.4e-13}


class Peers(Folder):
    def test_a_ratio_has_its_interval_and_its_times(self):
        self.build_with([compared("a", 19.5, 18.9, 20.1, TIMES), compared("b", 3.0, None, None, TIMES, verdict="inconclusive")])
        rows = self.table("suite-peers")
        self.assertEqual([row["Work"] for row in rows], ["a", "b"])
        text = (self.out / "tables" / "suite-peers.md").read_text(encoding="utf-8")
        for words in ("FINUFFT 9", "19.5 [18.9, 20.1]", "3.00, too few pairs", "2.13 × 10⁻³", "0.0417", "12 of 12", "3.4 × 10⁻¹³"):
            self.assertIn(words, text)

    def test_without_agreement_no_number_of_a_time_is_shown(self):
        self.build_with([compared("a", None, None, None, {**TIMES, "difference": 0.5}, verdict="fail", note="difference is 0.5"),
                         compared("b", None, None, None, {}, verdict="not run", note="PyPI does not answer")])
        text = (self.out / "tables" / "suite-peers.md").read_text(encoding="utf-8")
        for words in ("difference is 0.5", "PyPI does not answer"):
            self.assertIn(words, text)
        for words in ("2.13", "0.0417", "12 of 12"):
            self.assertNotIn(words, text)

    def test_without_records_the_page_names_the_command_and_is_no_gap(self):
        self.build_with(synthetic.everything())
        page = self.page("peers")
        self.assertIn("./touchstone bench --peers", page)
        self.assertNotIn("wrote no record for this section: <code>./touchstone bench --peers", page)


if __name__ == "__main__":
    unittest.main()
