#!/usr/bin/env python3
"""Tests of declared tables: a column shows its field, and a field that a row lacks is an error."""

import re
import unittest

import synthetic
from testing import DATA, HERE, Folder

from common import columns, manifest, matrix, reading, sorting, tables
from common.artifact import Context
from common.errors import ReportError
from common.figures import dropped
from common.records import Record


def record(**params):
    return Record(synthetic.record("check", "mpmc/openmp", "legal", 0.123456, verdict="pass",
                                   params=params), "results.jsonl:7")


class Declared(Folder):
    def table(self, rows, **more):
        declared = [columns.SCHEME, tables.right("N", "params.disks"),
                    tables.number("Value", "value", "{:.2f}"),
                    tables.number("Sites", "facts.sites?", str), columns.VERDICT]
        return tables.Table("made-up", "A table", declared, rows=rows, **more)

    def test_a_column_shows_its_field_in_its_format(self):
        made = self.table([record(disks=72, facts={"sites": 5}), record(disks=870)])
        self.assertIn("| openmp | 72 | 0.12 | 5 | pass |\n| openmp | 870 | 0.12 | – | pass |",
                      made.to_markdown())
        self.assertIn("openmp,72,0.123456,5,pass\nopenmp,870,0.123456,,pass", made.to_csv())

    def test_a_missing_field_names_record_column_and_field(self):
        with self.assertRaises(ReportError) as error:
            self.table([record(disks=72), record()])
        self.assertIn("results.jsonl:7: column 'N': expected a field 'params.disks', found none",
                      str(error.exception))

    def test_a_renamed_field_ends_the_report_and_not_a_cell(self):
        for column in (tables.text("Scheme", "schema"), tables.hidden("low", "lower")):
            with self.assertRaises(ReportError):
                tables.Table("made-up", "", [column], rows=[record()])

    def test_a_line_must_name_headings_of_the_table(self):
        made = self.table([])
        made.line({"Scheme": "paper"})
        self.assertIn("| paper |  |  |  |  |", made.to_markdown())
        with self.assertRaises(ReportError):
            made.line({"Schema": "paper"})

    def test_a_line_is_drawn_where_a_group_begins(self):
        made = tables.Table("made-up", "", [tables.text("N", "params.disks")],
                            rows=[record(disks=n) for n in (72, 72, 870)], first="params.disks")
        self.assertEqual([(row[0].text, kind) for row, kind in made.rows],
                         [("72", "first"), ("72", ""), ("870", "first")])

    def test_a_typed_field_of_another_form_is_refused(self):
        for name, wrong in (("allowance", 0.1), ("origin", {"kind": "paper"}), ("facts", [1])):
            synthetic.write(self.results, [{**record().fields, name: wrong}])
            with self.assertRaises(ReportError) as error:
                reading.load([self.results])
            self.assertIn(f"all.jsonl:1: field '{name}': expected an object", str(error.exception))

    def test_numbers_as_shown_are_sorted_by_their_value(self):
        for shown, value in (("9.1709(1)", 9.1709), ("−2.4", -2.4), ("6.0 × 10¹³", 6e13), ("253²", 64009),
                             ("(1.20 ± 0.10) × 10⁻⁴", 1.2e-4), ("9.1712 ± 0.0016", 9.1712),
                             ("1\u202f090", 1090), ("12 of 15", 12), ("3.0 ms", 3e-3), ("75 %", 75),
                             ("5000 ×", 5000), ("not run here", None), ("–", None)):
            found = sorting.number_of(shown)
            self.assertEqual(found is None, value is None, shown)
            self.assertAlmostEqual(found or 0, value or 0, places=9, msg=shown)
        self.assertEqual(sorting.keys([tables.Cell("–"), tables.Cell("never")]), ["", "1e+308"])
        self.assertIsNone(sorting.keys([tables.Cell("✓"), tables.Cell("·")]))

    def test_a_row_links_to_the_worst_of_its_records(self):
        good, bad = record(disks=72), record(disks=72)
        bad.verdict = "fail"
        for made, line in ((good, 7), (bad, 8)):
            made.label, made.address = f"all:{line}", f"records/all.html#all:{line}"
        made = tables.Table("made-up", "", [tables.text("N", lambda _: "72")], rows=[{"two": [good, bad]}])
        self.assertIn('href="records/all.html#all:8">all:8</a>', made.to_html())
        self.assertIn(">+1</small>", made.to_html())

    def test_numbers_of_the_csv_are_in_the_unit_of_the_heading(self):
        kept = reading.load([HERE.parent / "validation" / "recorded"], recorded=True)
        made = kept + [Record(fields, "made up") for fields in synthetic.everything()]
        made += [Record(synthetic.record("benchmark", "ecmc/sampler", "liftings per second", 3e7, family="ecmc", low=2e7, high=4e7,
                                         params={"disks": 65536, "active": 40, "floor_seconds_per_lifting": 5e-9}), "made up"),
                 Record(synthetic.record("validation", "ecmc/sampler", "seconds per sweep of event chains", 0.05, family="ecmc",
                                         params={"disks": 65536, "packing_fraction": 0.69}), "made up")]
        compared = set()
        for entry in manifest.load(HERE)[0]:
            if entry.script.stem not in ("mpmc_table4", "suite_roofline", "ecmc_figure7", "ecmc_efficiency", "hpmc_speed",
                                         "hpmc_scaling", "cmc_device", "longrange_roofline", "mpmc_tuning"):
                continue
            artifact = entry.module().build(Context(made, [], DATA, []), entry.select(made))
            dropped(artifact.figures)
            for table in artifact.tables:
                for i, column in enumerate(table.columns):
                    if not re.search("10[⁶⁹]|\\bms\\b|\\bns\\b", column.header):
                        continue
                    for cells in (row for row, _ in table.rows if isinstance(row[i].raw, float)):
                        shown = sorting.number_of(cells[i].text)
                        self.assertAlmostEqual(cells[i].raw / shown, 1, 1, f"{table.name}: {column.header}")
                        compared.add(table.name)
        self.assertLessEqual({"mpmc-timings", "suite-roofline", "ecmc-figure-7-65536", "ecmc-sweeps", "cmc-device",
                              "longrange-roofline", "mpmc-tuning"}, compared)

    def test_a_huge_deviation_is_no_count(self):
        huge = record(disks=72)
        huge.value = 1e300
        self.assertEqual(matrix.strength(huge), "1 × 10³⁰⁰")
        huge.value = 3.0
        self.assertEqual(matrix.strength(huge), "3 violations")

    def test_what_a_record_says_is_escaped_on_the_page(self):
        made = tables.Table("made-up", "a < b", [tables.text("Scheme", lambda _: "<b>x</b>")],
                            rows=[record()])
        self.assertIn("&lt;b&gt;x&lt;/<wbr>b&gt;", made.to_html())
        self.assertIn("a &lt; b", made.to_html())


if __name__ == "__main__":
    unittest.main()
