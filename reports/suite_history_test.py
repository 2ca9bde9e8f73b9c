#!/usr/bin/env python3
"""Tests of the history of performance, on records made up here."""

import unittest

import synthetic
from testing import Folder, section

import suite_history
from common.records import Record


def timing(scheme, sha, day, part, cpu="Example CPU", dirty=False, **fields):
    return synthetic.record("benchmark", scheme, "trial moves per second", 1e8 * part, facts={"entry": f"{scheme}/disks:4096", "fraction_of_bound": part},
                            host={"cpu": cpu, "cores": 2, "gpu": None}, git={"sha": sha * 40, "dirty": dirty}, time=f"2026-01-{day:02}T00:00:00Z",
                            params={"disks": 4096}, **fields)


THREE = [timing("mpmc/a", "c", 3, 0.30), timing("mpmc/a", "b", 2, 0.20), timing("mpmc/a", "d", 4, 0.10), timing("mpmc/b", "d", 4, 0.5)]


class History(Folder):
    def made(self, records):
        artifact, tables = section(suite_history, [Record(r, "made up") for r in records])
        return artifact, tables["suite-history"].to_markdown()

    def test_commits_are_in_the_order_of_their_timings(self):
        artifact, table = self.made(THREE)
        self.assertIn("| mpmc/a/disks:4096, class S | 3 | 20 % | 10 % | 0.500 |", table)
        self.assertIn("| bbbbbbbb | dddddddd |", table)
        (panel,) = artifact.figures[0].panels
        (line, _) = panel.axes.get_lines()
        self.assertEqual([round(y) for y in line.get_ydata()], [20, 30, 10])
        self.assertEqual([text.get_text() for text in panel.axes.get_xticklabels()], ["bbbbbbbb", "cccccccc", "dddddddd"])

    def test_one_commit_is_told(self):
        artifact, table = self.made([timing("mpmc/a", "b", 2, 0.2)])
        self.assertIn("there is only one commit, bbbbbbbb", artifact.lead)
        self.assertEqual(artifact.figures, [])
        self.assertIn("| 1 | 20 % | 20 % |", table)

    def test_hosts_never_share_a_line(self):
        artifact, _ = self.made([*THREE, timing("mpmc/a", "e", 5, 0.9, cpu="Another")])
        self.assertEqual(len(artifact.figures[0].panels), 1)
        self.assertIn("Another, 2 cores: there is only one commit", artifact.lead)

    def test_timings_without_an_entry_are_told_apart_by_system_and_threads(self):
        made = [timing("longrange/direct", "b", 2, part, family="longrange", threads=threads) | {
            "facts": {"fraction_of_bound": part}, "params": {"model": model, "particles": particles}}
            for part, threads, model, particles in ((0.1, 1, "ring", 10240), (0.2, 1, "ring", 102400), (0.3, 1, "hmf", 10240),
                                                    (0.4, 2, "hmf", 10240))]
        _, table = self.made(made)
        for line in ("longrange/direct, ring, 10240, class S | 1 | 10 %", "longrange/direct, ring, 102400, class S | 1 | 20 %",
                     "longrange/direct, hmf, 10240, class S | 1 | 30 %", "longrange/direct, hmf, 10240, class S, 2 threads | 1 | 40 %"):
            self.assertIn(line, table)

    def test_what_nobody_can_build_again_and_failures_are_left_out(self):
        artifact, _ = self.made([*THREE, timing("mpmc/a", "e", 5, 0.9, dirty=True), timing("mpmc/a", "f", 6, 0.9, verdict="fail")])
        self.assertNotIn("eeeeeeee", str([text.get_text() for text in artifact.figures[0].panels[0].axes.get_xticklabels()]))
        self.assertNotIn("ffffffff", str([text.get_text() for text in artifact.figures[0].panels[0].axes.get_xticklabels()]))

    def test_the_page_shows_commits_of_one_key(self):
        """Records of one measurement have one key at all commits: other sections show the last, the history all."""
        self.build_with(THREE)
        self.shows("3 commits")


if __name__ == "__main__":
    unittest.main()
