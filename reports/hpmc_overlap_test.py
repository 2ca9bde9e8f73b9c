"""Tests of the section about overlap algorithms, on records made up here."""

import unittest

import synthetic
from testing import section

import hpmc_overlap
from common import overlaps
from common.figures import dropped
from common.records import Record

GJK = "hpmc/overlap-gjk-ellipses"
PAIR = {"a": "ellipse", "b": "ellipse"}


def check(metric, series, scheme=GJK, origin=None, **params):
    return Record(synthetic.record("check", scheme, f"overlap/{metric}", 0.0, family="hpmc",
                                   verdict="pass", origin=origin and {"kind": origin, "text": "", "link": ""},
                                   params={"series": series, **params}), "made up")


def gap(width, asked=20, wrong=0, undecided=0, most=7):
    return {"gap": width, "asked": asked, "wrong": wrong, "undecided": undecided, "median": 3,
            "most": most, "gave_up": undecided}


def notch(scheme, origin, expected):
    found = [{"corners": n, "found": 0.02, "error": 0.001, "exact": 0.0445} for n in (12, 6)]
    return check("notch sampling", {"notch": found}, scheme, origin, caught=True, expected=expected)


def records():
    time = synthetic.record("benchmark", GJK, overlaps.TIME, 123.4, family="hpmc",
                            verdict="pass", params={"bodies_tested": "ellipse"})
    return [check("agreement", {"by_bodies": [{**PAIR, "asked": 40, "wrong": 2}]}),
            check("contact sweep", {"gaps": [{**PAIR, "gaps": [
                gap(1e-2), gap(1e-6), gap(1e-9, undecided=1, most=200), gap(1e-10, wrong=10),
                gap(1e-13, asked=0)]}]}),
            check("iterations", {"by_bodies": [{**PAIR, "asked": 40, "median": 5, "most": 31,
                                                "gave_up": 0}]}),
            check("motion", {"by_bodies": [{**PAIR, "asked": 60, "wrong": 0},
                                           {"a": "ellipse", "b": "disk", "asked": 9, "wrong": 1},
                                           {"a": "disk", "b": "ellipse", "asked": 8, "wrong": 2}]}),
            notch("mutant/one-way", "public bug", expected=True),
            notch("mutant/other-bug", "public bug", expected=False),
            notch("mutant/seeded", "seeded", expected=True),
            Record(time, "made up")]


def build(made):
    artifact, tables = section(hpmc_overlap, made)
    return {name: table.to_markdown() for name, table in tables.items()}, artifact.figures


class Overlap(unittest.TestCase):
    def test_a_row_tells_how_right_how_near_and_how_fast(self):
        tables, figures = build(records())
        self.assertEqual(len(figures), 1)
        self.assertEqual(len(figures[0].panels), 4)
        dropped(figures)
        self.assertIn("| ellipse | gjk-ellipses | 40 | 2 | 80 | 10 | 1 | 10⁻⁶ | 5 | 31 | 1 |  | 0 |"
                      "  | 123 |", tables["hpmc-overlap"])
        self.assertIn("| 20 | 0 | 0 | 0 (1) | 10 |  |", tables["hpmc-overlap-gaps"])

    def test_mixtures_are_counted_in_either_order(self):
        tables, figures = build(records())
        dropped(figures)
        row = next(line for line in tables["hpmc-overlap-mixtures"].split("\n")
                   if line.startswith("| disk and ellipse |"))
        self.assertIn("| 3 |", row)

    def test_the_defect_stands_beside_the_published_one(self):
        tables, figures = build(records())
        dropped(figures)
        text = tables["hpmc-overlap-notch"]
        self.assertIn("0.0196 ± 0.0018", text)
        self.assertIn("one-way (with the defect) | 0.0200 ± 0.0010 | −24.5 | caught |", text)
        self.assertEqual(text.count("(with the defect)"), 2)

    def test_what_was_not_run_is_named(self):
        tables, figures = build([])
        self.assertEqual(figures, [])
        self.assertIn("not run here", tables["hpmc-overlap"])
        self.assertIn("not run here", tables["hpmc-overlap-notch"])

    def test_right_down_to_the_last_gap_before_the_first_mistake(self):
        line = lambda width, wrong: (width, 10, wrong, 0, 1, 1, 0)  # noqa: E731
        self.assertEqual(overlaps.smallest_right(
            [line(1e-2, 0), line(1e-4, 0), line(1e-5, 1), line(1e-6, 0)]), 1e-4)
        self.assertIsNone(overlaps.smallest_right([line(1e-2, 1)]))


if __name__ == "__main__":
    unittest.main()
