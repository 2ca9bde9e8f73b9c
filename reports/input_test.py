#!/usr/bin/env python3
"""Tests of what build.py refuses, and of its parts: numbers, selectors, tables."""

import json
import re
import shutil
import unittest

import synthetic
from testing import HERE, Folder

from common import numbers, records, selection, tables


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

    def test_another_schema(self):
        synthetic.write(self.results, [dict(synthetic.everything()[0], schema="other/1")])
        self.refused("all.jsonl:1", "schema: expected 'touchstone-result/1', found 'other/1'")

    def test_unknown_words_and_wrong_types(self):
        good = synthetic.everything()[0]
        for field, value in (("kind", "rumour"), ("verdict", "fine"), ("class", "Z"),
                             ("value", "1.0"), ("params", []), ("expected", {"value": 1})):
            synthetic.write(self.results, [dict(good, **{field: value})])
            self.refused("all.jsonl:1", field)

    def test_a_parameter_that_is_no_number(self):
        made = synthetic.everything()
        next(r for r in made if r["metric"] == "pressure")["params"]["disks"] = "many"
        synthetic.write(self.results, made)
        self.refused("all.jsonl:", "parameter 'disks'", "expected a number", "'many'")

    def test_no_results(self):
        self.refused("no such file", results=self.folder / "nowhere")
        self.results.parent.mkdir()
        self.refused("no results")

    def test_missing_published_data(self):
        synthetic.write(self.results, synthetic.everything())
        self.refused("nowhere/", ".csv: data file cannot be read",
                     options=("--data", str(self.folder / "nowhere")))


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

    def edit_printed(self, before, after, expected):
        """The build is refused after this change of printed.csv."""
        path = self.copy / "printed.csv"
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(before, after, text, count=1, flags=re.M), encoding="utf-8")
        code, errors = self.run_build("--manifest", str(self.copy))
        path.write_text(text, encoding="utf-8")
        self.assertEqual(code, 2)
        self.assertIn(expected, errors)

    def test_what_a_paper_prints_must_have_a_line(self):
        self.edit_printed(r"^mpmc,figure-3.*\n", "", "gap: mpmc figure 3: expected a line mpmc,figure-3")
        self.edit_printed(r"^longrange,figure-5.*\n", "", "gap: longrange figure 5")
        self.edit_printed(r"^ecmc,figure-5,c.*\n", "", "gap: ecmc figure 5c")

    def test_a_line_names_a_section_a_state_and_what_is_wanted(self):
        self.edit_printed(r",mpmc-figure-3,", ",mpmc-figure-9,", "'mpmc-figure-9'")
        self.edit_printed(r"^(mpmc,figure-3.*),drawn,", r"\1,nice,", "one of regenerated, drawn, modelled, not run")
        self.edit_printed(r"^(cmc,figure-12.*),not run,cmc-device,.*", r"\1,not run,cmc-device,,", "what would make it")

    def test_duplicate_line(self):
        code, errors = self.edit(lambda text: text + text.splitlines()[-1] + "\n")
        self.assertEqual(code, 2)
        self.assertIn("each name once", errors)

    def test_broken_selector(self):
        code, errors = self.edit(lambda text: text.replace("kind=check; mutant=yes", "mutant"))
        self.assertEqual(code, 2)
        self.assertIn("record selector", errors)

    def test_artifact_without_records_is_named_and_strict_refuses(self):
        def rename(text):
            return text.replace("metric=exact/*", "metric=exakt/*")
        code, errors = self.edit(rename)
        self.assertEqual(code, 0)
        self.assertIn("sections have no records: mpmc-exact-cases, ", errors)
        self.shows("exakt/*")
        code, errors = self.run_build("--manifest", str(self.copy), "--strict")
        self.assertEqual(code, 2)
        self.assertIn("none for mpmc-exact-cases", errors)


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

    def test_negative_numbers_have_one_sign(self):
        for given, shown in (("-2.43", "−2.43"), ("−2.43", "−2.43"), ("-0.5 ± 0.1", "−0.5 ± 0.1"),
                             ("-2.40(5)", "−2.40(5)"), ("-0.0", "0.0"), ("+0.3", "+0.3"),
                             ("--threads 2", "--threads 2"), ("-O3", "-O3"),
                             ("local-time 1", "local-time 1"), ("-1-2", "-1-2")):
            self.assertEqual(tables.Cell(given).text, shown)
        self.assertEqual(tables.Cell("-2.43").raw, "-2.43")
        self.assertEqual(numbers.with_uncertainty(-2.4, 0.1), "−2.4(1)")

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
