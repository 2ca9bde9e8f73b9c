#!/usr/bin/env python3
"""Tests of Table 4: whose serial rate a speed-up is over, and which schemes have a line."""

import unittest

import synthetic
from testing import section

import mpmc_table4
from common import speed
from common.records import Record

HERE = {"cpu": "Here", "cores": 2, "gpu": None}
FAR = {"cpu": "Far", "cores": 16, "gpu": "A GPU, driver 1, 2 MHz"}


def rate(scheme, value, **fields):
    return Record(synthetic.record("benchmark", scheme, speed.METRIC, value, params={"disks": 253 * 253}, threads=1,
                                   **fields), "made up")


def lines(records, schemes=()):
    """{(scheme, quantity): the row}, each a list of texts"""
    table = section(mpmc_table4, records, schemes)[1]["mpmc-table-4"]
    return {(row[0].text, row[1].text): [cell.text for cell in row] for row, _ in table.rows}


class Table4(unittest.TestCase):
    def test_a_speed_up_is_over_the_serial_rate_of_the_same_machine(self):
        device = rate("mpmc/on-a-device", 4e9, host=FAR, backend="cuda")
        serial = rate(speed.SERIAL, 1e7, host=HERE)
        found = lines([serial, device])
        self.assertEqual(found["on-a-device", "over serial"][2], "–")
        found = lines([serial, rate(speed.SERIAL, 2e7, host=FAR), device])
        self.assertEqual(found["on-a-device", "over serial"][2], "200")

    def test_a_device_is_named(self):
        row = lines([rate("mpmc/on-a-device", 4e9, host=FAR, backend="cuda")])["on-a-device", "10⁶ trial moves/s"]
        self.assertIn("A GPU (this run)", row[-2])

    def test_a_line_of_bounds_is_there_where_one_is_known(self):
        self.assertNotIn(("a", "of the bound"), lines([rate("mpmc/a", 1e7)]))
        known = rate("mpmc/a", 1e7, facts={"fraction_of_bound": 0.25})
        self.assertEqual(lines([known])["a", "of the bound"][2], "25 %")

    def test_schemes_of_other_families_have_no_line(self):
        schemes = [{"name": f"{family}/on-a-device", "family": family, "backend": "emulated"} for family in ("mpmc", "hpmc")]
        names = {name for name, _ in lines([rate("mpmc/a", 1e7)], schemes)}
        self.assertIn("mpmc/on-a-device", names)
        self.assertNotIn("hpmc/on-a-device", names)


if __name__ == "__main__":
    unittest.main()
