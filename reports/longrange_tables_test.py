"""Tests of the tables of long-range models, on records made up here."""

import unittest

import synthetic
from testing import section

import longrange_roofline
import longrange_table1
import longrange_table2
from common.records import Record

DIRECT = "longrange/direct-single-avx512"


def step(scheme, model, particles, value, threads=1, extent="complete steps", **params):
    fields = synthetic.record("benchmark", scheme, "seconds per step", value, family="longrange",
                              threads=threads, backend="avx512",
                              params={"model": model, "particles": particles, "extent": extent,
                                      "operations": 3.0 * particles**2, **params})
    return Record(fields, "made up")



class Tables(unittest.TestCase):
    def test_ours_stand_below_the_published_and_samples_are_marked(self):
        made = [step(DIRECT, "ring", 10240, 0.05),
                step(DIRECT, "ring", 512000, 60.0, extent="sampled targets"),
                step("longrange/yoshida-reference", "ring", 10240, 9.0, extent="sampled targets")]
        _, tables = section(longrange_table2, made)
        text = tables["longrange-table-2"].to_markdown()
        self.assertIn("| paper, Dual | two GPUs of a GTX 690 | 0.027 | 0.54 | 1.98 | 47.8 |", text)
        self.assertIn("| direct-single-avx512 | 1 CPU core | 0.0500 | not run here | not run here "
                      "| 60.0† |", text)
        self.assertLess(text.index("9.00†"), text.index("0.0500"))
        self.assertIn("not run on a device", text)

    def test_a_recorded_run_fills_only_columns_that_this_run_left_empty(self):
        def kept(particles, value):
            fields = step(DIRECT, "ring", particles, value, threads=2).fields
            fields["host"].update(cpu="Another One", cores=8)
            return Record(fields, "kept", recorded=True)

        made = [step(DIRECT, "ring", 10240, 0.0135), kept(10240, 0.001), kept(512000, 95.6)]
        artifact, tables = section(longrange_table2, made)
        text = tables["longrange-table-2"].to_markdown()
        self.assertIn("| direct-single-avx512 | 1 CPU core | 0.0135 | not run here |", text)
        self.assertIn("| direct-single-avx512 | 2 CPU cores | not run here | not run here "
                      "| not run here | 95.6 |", text)
        self.assertIn("(recorded rows: Another One, 8 cores) are slower", artifact.lead)
        _, tables = section(longrange_roofline, made)
        self.assertNotIn("512\u202f000", tables["longrange-roofline"].to_markdown())

    def test_of_several_records_of_a_cell_one_is_shown_in_any_order(self):
        def of_class(klass, value, **more):
            return Record({**step(DIRECT, "ring", 10240, value, **more).fields, "class": klass}, "made up")

        better = [of_class("A", 0.07), of_class("A", 0.06), of_class("S", 0.08), of_class("A", 0.09, extent="sampled targets")]
        for made in (better, better[::-1]):
            text = section(longrange_table2, made)[1]["longrange-table-2"].to_markdown()
            self.assertIn("| direct-single-avx512 | 1 CPU core | 0.0700 |", text)
            self.assertIn("Where a cell has several records", text)

    def test_a_record_that_failed_or_was_left_out_is_no_time(self):
        for verdict in ("fail", "not run"):
            made = [Record(synthetic.record(
                "benchmark", DIRECT, "seconds per step", None, verdict=verdict, family="longrange",
                params={"model": "ring", "particles": 10240}), "made up")]
            for script, table in ((longrange_table2, "longrange-table-2"),
                                  (longrange_roofline, "longrange-roofline")):
                text = section(script, made)[1][table].to_markdown()
                self.assertNotIn("direct-single-avx512", text)

    def test_the_verdict_names_rows_that_are_slower(self):
        fast = step(DIRECT, "ring", 10240, 0.0135, threads=2)
        slow = step(DIRECT, "ring", 512000, 95.6, threads=2)
        self.assertIn("beat the paper's two GPUs on each of the 1 rows that were timed, by 2.0",
                      section(longrange_table2, [fast])[0].lead)
        self.assertIn("slower than the paper's two GPUs at N = 512\u202f000 (0.50 of their speed)",
                      section(longrange_table2, [fast, slow])[0].lead)

    def test_the_fast_method_has_columns_of_its_own(self):
        made = [step(DIRECT, "ring", 10240, 0.027),
                step("longrange/ring-nufft-avx512", "ring", 10240, 0.0027)]
        _, tables = section(longrange_table2, made)
        self.assertIn("| 0.0270 | direct-single-avx512 | 1.00 | 0.00270 | ring-nufft-avx512 | 10.0 |",
                      tables["longrange-dual-2"].to_markdown())

    def test_modes_are_no_sums_over_pairs(self):
        _, tables = section(longrange_table2, [step("longrange/ring-modes", "ring", 10240, 0.0027)])
        self.assertIn("| not run here |  | – | 0.00270 | ring-modes | 10.0 |", tables["longrange-dual-2"].to_markdown())

    def test_a_stranger_stands_in_the_tables_by_its_facts(self):
        schemes = [{"name": "stranger/sums", "family": "longrange", "models": "ring", "forces": "every term"},
                   {"name": "stranger/series", "family": "longrange", "models": "ring", "forces": "tolerance"},
                   {"name": "stranger/serial", "family": "longrange", "models": "ring", "role": "baseline",
                    "forces": "every term"}]
        made = [step("stranger/sums", "ring", 10240, 0.027), step("stranger/series", "ring", 10240, 0.0027),
                step("stranger/serial", "ring", 10240, 0.001)]
        artifact, tables = section(longrange_table2, made, schemes)
        self.assertIn("| 0.0270 | sums | 1.00 | 0.00270 | series | 10.0 |", tables["longrange-dual-2"].to_markdown())
        self.assertIn("on each of the 1 rows that were timed", artifact.lead)
        _, tables = section(longrange_table2, made)
        self.assertNotIn("| 0.0270 | sums |", tables["longrange-dual-2"].to_markdown())  # nothing says what it is

    def test_nothing_run_is_named(self):
        _, tables = section(longrange_table1, [])
        self.assertIn("| this machine |", tables["longrange-table-1"].to_markdown())

    def test_a_device_scheme_that_was_not_timed_is_named(self):
        schemes = [{"name": "longrange/hmf-angle-cuda", "backend": "emulated"},
                   {"name": "longrange/tiles-mixed-cuda", "backend": "emulated"}]
        text = section(longrange_table1, [], schemes)[1]["longrange-table-1"].to_markdown()
        self.assertIn("| hmf-angle-cuda | GPU: not run on a device |", text)
        self.assertNotIn("tiles-mixed-cuda", text)


class Roofline(unittest.TestCase):
    def test_shares_of_bound_and_mixture(self):
        made = [step(DIRECT, "ring", 10240, 0.05, bound_seconds=0.04, mixture_seconds=0.045,
                     bound_by="multiplications")]
        _, tables = section(longrange_roofline, made)
        self.assertIn("| 80 % | 6.29 | pairs | 7.86 | multiplications | 90 % |", tables["longrange-roofline"].to_markdown())
        self.assertIn("not run here", tables["longrange-operations"].to_markdown())


if __name__ == "__main__":
    unittest.main()
