#!/usr/bin/env python3
"""Tests of what the report says of each table and figure of the papers, and of the runs behind its drawings."""

import unittest

import synthetic
from testing import DATA, Folder, section

import ecmc_figure1
import hpmc_figure4
import mpmc_table1
from common.artifact import Context
from common.event_chains import graph, local_times, one_clock
from common.records import Record


class States(Folder):
    def states(self, paper):
        return {row["Item"]: row["State"] for row in self.table(f"{paper}-printed")}

    def test_what_a_build_has_records_of_is_regenerated_and_else_not_run_here(self):
        self.build_with([synthetic.record("validation", "ecmc/x", "arrows never solicited", 0.1, family="ecmc",
                                          params={"disks": 64})])
        self.assertEqual(self.states("ecmc")["Figure 6c"], "regenerated")
        self.assertEqual(self.states("ecmc")["Figure 6a"], "not run here")
        self.assertEqual(self.states("ecmc")["Figure 5d"], "drawn")
        self.assertEqual(self.states("hpmc")["Figure 4a"], "modelled")
        self.assertEqual(self.states("longrange")["Table 2, one and two GPUs"], "not run here")
        self.assertEqual(self.states("cmc")["Figure 13"], "not run")
        front, page = self.page(), self.page("ecmc")
        self.assertIn('<a href="ecmc.html#ecmc-figure-6">', front)
        self.assertIn('<a href="cmc.html#printed">cmc</a>', front)
        self.assertIn('<section id="printed">', page)
        self.assertNotIn('<section id="printed">', self.page("checks"))

    def test_what_an_earlier_run_made_names_its_machine(self):
        kept = synthetic.record("validation", "mpmc/x", "pressure with shuffles on and off", 0.5, params={
            "disks": 3, "packing_fraction": 0.3, "particle_shuffle": "Yes", "colour_shuffle": "Yes"},
                                expected={"value": 0.5, "uncertainty": 0, "source": "made up"}, z=0.0)
        rate = synthetic.record("benchmark", "mpmc/checkerboard-cuda", "trial moves per second", 2e10, backend="cuda",
                                params={"disks": 4096}, host={"cpu": "Example CPU", "cores": 16, "gpu": "Example GPU, driver 1"})
        synthetic.write(self.folder / "kept" / "a.jsonl", [kept, rate])
        synthetic.write(self.results, [synthetic.record("check", "mpmc/openmp", "property/legal", 0.0, z=0.0)])
        self.assertEqual(self.run_build("--recorded", str(self.folder / "kept"))[0], 0)
        self.assertEqual(self.states("mpmc")["Table 1"], "recorded")
        self.assertEqual(self.states("mpmc")["Table 4, GPUs"], "recorded")
        self.assertEqual(self.states("mpmc")["Table 4, processors"], "not run here")
        for machine in ("Example CPU at 3 GHz, 2 cores", "Example GPU"):
            self.assertIn(f"recorded on {machine}<", self.page("mpmc").replace("<wbr>", ""))


class Table1(unittest.TestCase):
    def test_rows_of_few_disks_stand_beside_the_papers(self):
        made = [Record(synthetic.record(
            "validation", "mpmc/variant", "pressure with shuffles on and off", value, z=-9.0,
            low=value - 0.001, high=value + 0.001,
            expected={"value": 0.5399, "uncertainty": 0, "source": "closed form"}, params={
                "disks": 3, "packing_fraction": 0.262, "particle_shuffle": key[0], "colour_shuffle": key[1]}), "made up")
                for key, value in ((("Yes", "Yes"), 0.5399), (("No", "Yes"), 0.5369))]
        table = section(mpmc_table1, made)[1]["mpmc-table-1-few"]
        rows = [[cell.text for cell in row] for row, _ in table.rows]
        self.assertEqual(len(rows), 12)
        self.assertEqual(rows[6][:2] + rows[6][5:8], ["No", "Yes", "3", "0.262", "0.5399"])
        self.assertEqual(rows[6][9], "−0.556")
        self.assertEqual([row[-1] for row in rows].count("not run here"), 10)


class Drawings(unittest.TestCase):
    """The runs behind the drawings are right."""

    def test_c4_has_the_liftings_of_the_authors_program(self):
        leg = ecmc_figure1.suite(Context([], [], DATA))
        liftings, _ = one_clock(leg)
        known = [(4.6411010565e-2, 1, 2), (8.5186020573e-2, 2, 3), (1.0217246963e-1, 0, 2)]
        self.assertEqual([lifting[1:] for lifting in liftings], [lifting[1:] for lifting in known])
        for ours, theirs in zip(liftings, known):
            self.assertAlmostEqual(ours[0] / 10, theirs[0], places=11)
        moves = local_times(leg, max)
        self.assertFalse(moves[-1].active)

    def test_the_false_alarm_is_one(self):
        leg, i, j, contact, horizon, tracks = ecmc_figure1.false_alarm()
        self.assertLess(contact, horizon)
        self.assertIn(j, leg.targets[i])
        self.assertTrue(any(track[0] == j for track in tracks))

    def test_a_needless_arrow_has_a_disk_between(self):
        arrows, needless = graph([(0, 0), (0.95, 0.45), (1.95, 0.9)])
        self.assertEqual(arrows, [(0, 1), (0, 2), (1, 2)])
        self.assertEqual(needless, {(0, 2): 1})

    def test_both_queues_test_what_they_must(self):
        lanes = [[(False, False), (True, False), (True, True), (True, False)], [(True, False)], []]
        for queue, tests in ((hpmc_figure4.register_queue, 3), (hpmc_figure4.block_queue, 4)):
            trace = queue(lanes)
            found = sum(kind == "overlap" for _, _, _, kind in trace)
            self.assertTrue(3 <= found <= tests, f"{queue.__name__}: {found}")
            self.assertTrue(all(end > start >= 0 for _, start, end, _ in trace))


if __name__ == "__main__":
    unittest.main()
