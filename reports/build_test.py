#!/usr/bin/env python3
"""Tests of build.py: synthetic records give a report, and each kind of bad input is refused."""

import contextlib
import csv
import io
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import xml.dom.minidom

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import build  # noqa: E402
import synthetic  # noqa: E402
from common import numbers, records, selection, tables  # noqa: E402


class Folder(unittest.TestCase):
    """A fresh folder per test, and a way to run build.py in this process."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="report_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.results = self.folder / "results" / "all.jsonl"
        self.out = self.folder / "out"

    def run_build(self, *options, results=None, figures=False):
        """(exit code, standard error)"""
        if not figures:
            options += ("--no-figures",)
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            code = build.main(["--results", str(results or self.results.parent), "--out",
                               str(self.out), "--recorded", str(self.folder / "none"), *options])
        return code, errors.getvalue()

    def page(self):
        return (self.out / "index.html").read_text(encoding="utf-8")

    def shows(self, text):
        self.assertTrue(text in self.page(), f"the page shows {text!r}")

    def hides(self, text):
        self.assertFalse(text in self.page(), f"the page does not show {text!r}")

    def table(self, name):
        with open(self.out / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


class BuildsAReport(Folder):
    """One build with all figures, looked at from several sides."""

    def setUp(self):
        pass  # the folder is that of the class

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="report_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.results, cls.out = cls.folder / "results" / "all.jsonl", cls.folder / "out"
        synthetic.write(cls.results, synthetic.everything())
        code, errors = cls().run_build(figures=True)
        assert code == 0, errors

    def test_every_paper_table_and_figure_is_there_in_every_format(self):
        for name in ("mpmc-table-1", "mpmc-table-2", "mpmc-table-3", "mpmc-table-4",
                     "suite-mutants", "suite-mutant-matrix"):
            for suffix in ("csv", "md", "tex"):
                self.assertGreater((self.out / "tables" / f"{name}.{suffix}").stat().st_size, 100)
        for name in ("mpmc-figure-1-1", "mpmc-figure-2a", "mpmc-figure-3", "mpmc-figure-4a",
                     "mpmc-figure-4b", "mpmc-figure-4c", "suite-mutant-cost"):
            xml.dom.minidom.parse(str(self.out / "figures" / f"{name}.svg"))
            self.assertTrue((self.out / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF"))

    def test_the_page_is_self_contained_and_names_no_folder_of_this_machine(self):
        page = self.page()
        self.assertIsNone(re.search(r"<script|<link|src=|@import|url\((?!#)", page))
        self.hides(str(HERE.parent))
        self.hides(str(self.folder))
        ids = re.findall(r'\bid="([^"]+)"', page)
        self.assertEqual(len(ids), len(set(ids)), "ids are unique")
        for target in re.findall(r'href="#([^"]+)"', page):
            self.assertIn(target, ids)

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
        ours = [row for row in rows if row["Hardware, scheme"] == "checkerboard-simd, 2 threads"]
        self.assertAlmostEqual(float(ours[2]["253²"]), float(ours[0]["253²"])
                               / float([r for r in rows if r["Hardware, scheme"]
                                        == "checkerboard-reference"][0]["253²"]))

    def test_each_mutant_has_its_cheapest_kill_and_what_it_saved(self):
        rows = {row["Mutant"]: row for row in self.table("suite-mutants")}
        row = rows["mutant/no-particle-shuffle"]
        self.assertEqual(row["Killed first by"], "stage/trial index")
        self.assertAlmostEqual(float(row["Saved"]) * float(row["trials"]),
                               float(row["pressure trials"]))
        self.assertEqual(rows["mutant/stale-neighbours"]["Saved"], "")

    def test_same_records_same_bytes(self):
        def contents():
            return {path.relative_to(self.out): path.read_bytes()
                    for path in self.out.rglob("*") if path.is_file()}
        first = contents()
        self.assertEqual(self.run_build(figures=True)[0], 0)
        second = contents()
        self.assertEqual(sorted(first), sorted(second))
        self.assertEqual([], [name for name in first if first[name] != second[name]])


class ShowsTrouble(Folder):
    """What is wrong is shown as wrong."""

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

    def test_paths_and_markup_of_records_do_no_harm(self):
        def hostile(made):
            failed = next(r for r in made if r["metric"] == "pressure")
            failed.update(verdict="fail", note="<script>x</script>",
                          replay="./touchstone validate --out /home/somebody/results/x.jsonl")
        self.build_with(hostile)
        self.hides("<script>")
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


class RefusesBadInput(Folder):
    """Exit code 2, with file, line, expected and found."""

    def refused(self, *words, options=(), results=None):
        code, errors = self.run_build(*options, results=results)
        self.assertEqual(code, 2, errors)
        for word in words:
            self.assertIn(word, errors)
        self.assertFalse((self.out / "index.html").exists())

    def test_truncated_file(self):
        synthetic.write(self.results, synthetic.everything()[:3])
        with open(self.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(synthetic.everything()[3]))
        self.refused("all.jsonl:4", "truncated record", "expected a complete line")

    def test_cut_line(self):
        synthetic.write(self.results, synthetic.everything()[:3])
        with open(self.results, "a", encoding="utf-8") as file:
            file.write('{"schema": "touchst\n')
        self.refused("all.jsonl:4", "malformed", "one JSON object per line")

    def test_foreign_schema(self):
        synthetic.write(self.results, [dict(synthetic.everything()[0], schema="other/1")])
        self.refused("all.jsonl:1", "foreign record", "touchstone-result/1", "other/1")

    def test_unknown_words_and_wrong_types(self):
        good = synthetic.everything()[0]
        for field, value in (("kind", "rumour"), ("verdict", "fine"), ("class", "Z"),
                             ("value", "1.0"), ("params", []), ("expected", {"value": 1})):
            synthetic.write(self.results, [dict(good, **{field: value})])
            self.refused("all.jsonl:1", field)

    def test_no_results(self):
        self.refused("no such file", results=self.folder / "nowhere")
        self.results.parent.mkdir()
        self.refused("no results")

    def test_missing_published_data(self):
        synthetic.write(self.results, synthetic.everything())
        self.refused("hard_disk_eos.csv", options=("--data", str(self.folder / "nowhere")))


class RefusesGaps(Folder):
    """The manifest is complete or there is no report."""

    def setUp(self):
        super().setUp()
        synthetic.write(self.results, synthetic.everything())
        self.copy = self.folder / "reports"
        shutil.copytree(HERE, self.copy, ignore=shutil.ignore_patterns("__pycache__"))

    def edit(self, change):
        path = self.copy / "manifest.csv"
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        return self.run_build("--manifest", str(self.copy))

    def test_unchanged_copy_builds(self):
        self.assertEqual(self.edit(lambda text: text)[0], 0)

    def test_missing_script(self):
        (self.copy / "mpmc_table2.py").unlink()
        code, errors = self.run_build("--manifest", str(self.copy))
        self.assertEqual(code, 2)
        self.assertRegex(errors, r"manifest.csv:\d+: missing script.*mpmc_table2.py")

    def test_paper_figure_without_a_line(self):
        code, errors = self.edit(lambda text: re.sub(r"mpmc,figure-3.*\n", "", text))
        self.assertEqual(code, 2)
        self.assertIn("gap: mpmc figure 3", errors)

    def test_duplicate_line(self):
        code, errors = self.edit(lambda text: text + text.splitlines()[-1] + "\n")
        self.assertEqual(code, 2)
        self.assertIn("each name once", errors)

    def test_broken_selector(self):
        code, errors = self.edit(lambda text: text.replace("kind=check; scheme=mutant/*", "mutant"))
        self.assertEqual(code, 2)
        self.assertIn("record selector", errors)

    def test_artifact_without_records_is_named_and_strict_refuses(self):
        def rename(text):
            return text.replace("metric=exact/*", "metric=exakt/*")
        code, errors = self.edit(rename)
        self.assertEqual(code, 0)
        self.assertIn("no record for mpmc-exact-cases", errors)
        self.shows("exakt/*")
        code, errors = self.run_build("--manifest", str(self.copy), "--strict")
        self.assertEqual(code, 2)


class Parts(unittest.TestCase):
    """Numbers, selectors and tables on their own."""

    def test_uncertainties_are_written_as_in_papers(self):
        self.assertEqual(numbers.with_uncertainty(9.17079, 5e-5), "9.17079(5)")
        self.assertEqual(numbers.with_uncertainty(9.1709, 1e-4), "9.1709(1)")
        self.assertEqual(numbers.with_uncertainty(8.5118, 0.0015, 2), "8.5118(15)")
        self.assertEqual(numbers.with_uncertainty(1.0, 0.0096), "1.00(1)")
        self.assertEqual(numbers.plus_minus(9.17123, 0.00163), "9.1712 ± 0.0016")
        self.assertEqual(numbers.plus_minus(float("nan"), 1), "NaN")
        self.assertEqual(numbers.power(6e13), "6.0 × 10¹³")
        self.assertEqual(numbers.power(0.02), "0.020")
        self.assertEqual(numbers.count(256 * 256), "256²")
        self.assertEqual(numbers.count(870), "870")

    def test_selectors_match_fields_and_parameters(self):
        fields = synthetic.record("validation", "mpmc/a", "pressure", 1.0,
                                  params={"disks": 72, "packing_fraction": 0.65})
        record = records.Record(fields, "x:1")
        self.assertTrue(selection.matches(record, selection.parse("disks=72|870; scheme=mpmc/*",
                                                                  "m:1")))
        self.assertTrue(selection.matches(record, selection.parse("packing_fraction=0.65", "m:1")))
        self.assertFalse(selection.matches(record, selection.parse("disks=870", "m:1")))
        self.assertEqual(selection.select([record], []), [])

    def test_cells_are_escaped_in_every_format(self):
        table = tables.Table("t", "A & B", [("x|y",), ("50 %", "r")])
        table.add("<b> a|b_c", "9.1 ± 0.1 × 10⁻³")
        self.assertIn("&lt;b&gt; a|b_c", table.to_html())
        self.assertIn("<b> a\\|b_c", table.to_markdown())
        self.assertIn("a|b\\_c & 9.1 $\\pm$ 0.1 $\\times$ 10$^{-3}$", table.to_latex())
        with self.assertRaises(ValueError):
            table.add("one cell")


if __name__ == "__main__":
    unittest.main()
