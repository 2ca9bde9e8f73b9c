#!/usr/bin/env python3
"""Tests of build.py: synthetic records give a report, and what is wrong is shown as wrong."""

import os
import pathlib
import subprocess
import sys
import unittest
import xml.dom.minidom

import synthetic
from testing import HERE, Folder, WholeFolder


class BuildsAReport(WholeFolder):
    """One build with all figures, looked at from several sides; a second one beside it, in a
    process of its own, must write the same bytes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.again = cls.folder / "again"
        cls.second = subprocess.Popen(
            [sys.executable, "-B", str(HERE / "build.py"), "--results", str(cls.results.parent),
             "--out", str(cls.again), "--recorded", str(cls.folder / "none")],
            stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONHASHSEED": "1"})
        cls.addClassCleanup(cls.second.wait)
        code, errors = cls().run_build(figures=True)
        assert code == 0, errors

    def test_every_paper_table_and_figure_is_there_in_every_format(self):
        for name in ("mpmc-table-1", "mpmc-table-2", "mpmc-table-3", "mpmc-table-4",
                     "suite-mutants", "suite-mutant-matrix-mpmc", "suite-checks-mpmc"):
            for suffix in ("csv", "md", "tex"):
                self.assertGreater((self.out / "tables" / f"{name}.{suffix}").stat().st_size, 100)
        for name in ("mpmc-figure-1-1", "mpmc-figure-2a", "mpmc-figure-3", "mpmc-figure-4a",
                     "mpmc-figure-4b", "mpmc-figure-4c", "suite-mutant-cost"):
            xml.dom.minidom.parse(str(self.out / "figures" / f"{name}.svg"))
            self.assertTrue((self.out / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF"))

    def test_no_page_names_a_folder_of_this_machine(self):
        for path in self.out.rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            self.assertNotIn(str(HERE.parent), text)
            self.assertNotIn(str(self.folder), text)

    def test_what_was_not_run_stays_beside_the_published_value(self):
        rows = self.table("mpmc-table-2")
        self.assertEqual(len(rows), 18)
        for row in rows:
            self.assertEqual(row["Verdict"], "not run here")
            self.assertGreater(float(row["MPMC published"]), 9)
        self.assertIn("not run here", (self.out / "tables" / "mpmc-table-2.md").read_text())

    def test_published_rates_are_those_of_the_data_file(self):
        rows = self.table("mpmc-table-4")
        k20 = [row for row in rows if row["Hardware, scheme"].startswith("Tesla K20")]
        self.assertEqual(float(k20[0]["3040²"]), 1.09e9)
        ours = {(row["Hardware, scheme"], row["Quantity"]): row for row in rows}
        fast, serial = "checkerboard-simd, 2 threads", "checkerboard-reference"
        self.assertAlmostEqual(
            float(ours[fast, "over serial"]["253²"]),
            float(ours[fast, "10⁶ trial moves/s"]["253²"]) / float(ours[serial, "10⁶ trial moves/s"]["253²"]))

    def test_each_mutant_has_its_cheapest_kill_and_what_it_saved(self):
        rows = {row["Mutant"]: row for row in self.table("suite-mutants")}
        row = rows["mutant/no-particle-shuffle"]
        self.assertEqual(row["Killed first by"], "stage/trial index")
        self.assertAlmostEqual(float(row["Saved"]) * float(row["trials"]),
                               float(row["pressure trials"]))
        self.assertEqual(rows["mutant/stale-neighbours"]["Saved"], "")

    def test_same_records_same_bytes(self):
        def contents(folder):
            return {path.relative_to(folder): path.read_bytes()
                    for path in folder.rglob("*") if path.is_file()}
        self.assertEqual(self.second.wait(), 0, "its standard error is above")
        first, second = contents(self.out), contents(self.again)
        self.assertEqual(sorted(first), sorted(second))
        self.assertEqual([], [name for name in first if first[name] != second[name]])


class BuildsFromLittle(Folder):
    """Any part of the records makes a report: what is missing is marked, not dropped."""

    def test_each_kind_alone(self):
        for kind in ("validation", "check", "benchmark"):
            chosen = [r for r in synthetic.everything() if r["kind"] == kind]
            synthetic.write(self.results, chosen)
            code, errors = self.run_build()
            self.assertEqual(code, 0, errors)
            self.assertEqual(len(self.table("mpmc-table-2")), 18)
            self.shows("not run here")

    def test_one_record_that_belongs_nowhere(self):
        synthetic.write(self.results, [synthetic.record("check", "odd", "odd", 0.0)])
        code, errors = self.run_build(figures=True)
        self.assertEqual(code, 0, errors)
        self.shows("Other records")
        self.assertGreater(len(self.table("mpmc-table-4")), 8)


class ShowsTrouble(Folder):
    """Errors are shown as errors."""

    def build_with(self, change):
        made = synthetic.everything()
        change(made)
        synthetic.write(self.results, made)
        code, errors = self.run_build()
        self.assertEqual(code, 0, errors)

    def test_nan_is_a_failure(self):
        def spoil(made):
            anchor = next(r for r in made if r["metric"] == "pressure")
            anchor.update(value=None, low=None, high=None, z=None)
        self.build_with(spoil)
        self.shows("1 of ")
        self.shows('class="headline fail"')
        self.assertEqual([row["Verdict"] for row in self.table("mpmc-anchors")].count("fail"), 1)

    def test_a_mutant_that_nothing_catches_fails(self):
        def spare(made):
            for r in made:
                if r["scheme"] == "mutant/stale-neighbours":
                    r["params"].update(caught=False, expected=False)
                    r["verdict"] = "not claimed"
        self.build_with(spare)
        self.shows("survives")
        self.shows("8 of 9 mutants are caught")
        self.hides('class="headline pass"')

    def test_a_check_that_misses_its_mutant_fails(self):
        def miss(made):
            r = next(r for r in made if r["scheme"] == "mutant/leave-allowed"
                     and r["params"]["expected"])
            r["params"]["caught"], r["verdict"] = False, "fail"
        self.build_with(miss)
        self.shows("✗ missed")
        self.shows("a check missed it")

    def test_a_repeated_measurement_shows_its_worst_verdict(self):
        def repeat(made):
            failed = dict(next(r for r in made if r["metric"] == "pressure"), verdict="fail")
            made.insert(0, failed)
        self.build_with(repeat)
        self.assertEqual([row["Verdict"] for row in self.table("mpmc-anchors")].count("fail"), 1)

    def test_records_without_a_place_are_listed(self):
        self.build_with(lambda made: made.append(
            synthetic.record("validation", "mpmc/checkerboard-simd", "something new", 1.0)))
        self.shows("something new")

    def test_a_page_that_is_too_large_is_an_error_and_written(self):
        for many, code in ((2, 0), (900, 2)):
            synthetic.write(self.results, [synthetic.record("check", "odd", f"{'x' * 400} {k}", 0.0)
                                           for k in range(many)])
            found, errors = self.run_build()
            self.assertEqual(found, code, errors)
            self.assertEqual("size of a page: expected at most 1000000 bytes" in errors, code == 2)
            self.assertEqual("found records.html with" in errors, code == 2, errors)
            self.shows(f"{'x' * 400} {many - 1}")

    def test_paths_and_markup_of_records_do_no_harm(self):
        def hostile(made):
            failed = next(r for r in made if r["metric"] == "pressure")
            failed.update(verdict="fail", note="<script>x</script>",
                          replay="./touchstone validate --out /home/somebody/results/x.jsonl")
        self.build_with(hostile)
        self.hides("<script>")  # ours have a source
        self.hides("/home/somebody")
        self.shows("--out x.jsonl")

    def test_recorded_runs_fill_rows_and_are_marked(self):
        kept = synthetic.record(
            "validation", "mpmc/checkerboard-simd", "pressure", 9.1709, low=9.1705, high=9.1713,
            z=0.1, expected={"value": 9.17077, "uncertainty": 1e-4, "source": "Anderson 2013"},
            params={"disks": 65536, "packing_fraction": 0.698}, **{"class": "A"})
        synthetic.write(self.folder / "kept" / "a.jsonl", [kept])
        synthetic.write(self.results, synthetic.everything())
        code, errors = self.run_build("--recorded", str(self.folder / "kept"))
        self.assertEqual(code, 0, errors)
        self.assertEqual(self.table("mpmc-table-2")[0]["Verdict"], "pass")
        self.shows('class="r recorded"')


if __name__ == "__main__":
    unittest.main()
