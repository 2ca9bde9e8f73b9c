"""Tests of the sections about models with long-range interaction, on records made up here."""

import unittest

import synthetic
from testing import section

import longrange_analytic
import longrange_energies
import longrange_fast
import longrange_phase_space
from common.figures import dropped
from common.records import Record

RUN = {"time": [0.0, 1.0, 2.0], "kinetic": [0.0, 0.3, 0.2], "potential": [0.5, 0.2, 0.3],
       "error": [0.0, 1e-8, 1e-6]}


def record(metric, value, case, scheme="longrange/direct-double-avx512", expected=None, note="",
           **params):
    fields = synthetic.record("validation", scheme, metric, value, family="longrange",
                              expected=expected, note=note,
                              params={"model": "gravity-2d", "particles": 12000, "case": case,
                                      "time_step": 0.005, "time": 40, **params})
    return Record(fields, "made up")



class Analytic(unittest.TestCase):
    def test_a_run_stands_beside_its_exact_value(self):
        exact = {"value": 0.5, "uncertainty": 0, "source": "the virial"}
        made = [record("mean kinetic energy per particle", 0.49, "analytic/virial",
                       expected=exact, allowance={"value": 0.03, "why": "softened pairs"})]
        _, tables = section(longrange_analytic, made)
        text = tables["longrange-analytic"].to_markdown()
        self.assertIn("| virial | direct-double-avx512 | 12\u202f000 | 0.49 | 0.5 | 0.030 "
                      "| the virial |", text)
        self.assertIn('title="softened pairs"', tables["longrange-analytic"].to_html())

    def test_nothing_run_is_named(self):
        _, tables = section(longrange_analytic, [])
        self.assertIn("not run here", tables["longrange-analytic"].to_markdown())


class Fast(unittest.TestCase):
    def test_the_worst_of_a_state_is_shown_and_a_failure_stays_one(self):
        made = [record(longrange_fast.FORCES, error, f"fast/halo/{eps}/1e-06",
                       scheme="longrange/gravity-2d-fmm-deep", shape="halo", softening=eps,
                       tolerance=1e-6)
                for eps, error in ((0.1, 2e-7), (0.001, 5e-7))]
        artifact, tables = section(longrange_fast, made)
        self.assertIn("halo | gravity-2d-fmm-deep | 12\u202f000 | 2 | 0.001 to 0.1 | 0.5",
                      tables["longrange-fast"].to_markdown())
        self.assertEqual([p.name for p in artifact.figures[0].panels],
                         ["longrange-fast-fmm-tolerance", "longrange-fast-fmm-softening"])

    def test_a_lost_run_is_the_worst_wherever_it_stands(self):
        def run(error, verdict):
            fields = record(longrange_fast.FORCES, error, "fast/halo/0.1/1e-06", scheme="longrange/gravity-2d-fmm-deep",
                            shape="halo", softening=0.1, tolerance=1e-6).fields
            return Record({**fields, "verdict": verdict}, "made up")

        made = [run(2e-7, "pass"), run(3e-7, "not claimed"), run(None, "fail"), run(1e-7, "pass")]
        for records in (made, made[::-1], made[2:] + made[:2]):
            artifact, tables = section(longrange_fast, records)
            self.assertIn("| NaN | fail |", tables["longrange-fast"].to_markdown())
            dropped(artifact.figures)

    def test_a_method_that_nobody_knows_has_lines_and_panels_of_its_own(self):
        made = [record(longrange_fast.FORCES, 2e-7, f"fast/halo/{eps}/1e-06", scheme=f"stranger/trees-{k}",
                       shape="halo", softening=eps, tolerance=1e-6) for k, eps in enumerate((0.1, 0.001))]
        schemes = [{"name": f"stranger/trees-{k}", "method": "stranger/trees"} for k in (0, 1)]
        artifact, tables = section(longrange_fast, made, schemes)
        self.assertIn("| trees | halo | trees-0 | 12\u202f000 | 2 |", tables["longrange-fast"].to_markdown())
        self.assertEqual(artifact.figures[0].panels[0].name, "longrange-fast-trees-tolerance")

    def test_nothing_run_is_named(self):
        _, tables = section(longrange_fast, [])
        self.assertIn("not run here", tables["longrange-fast"].to_markdown())


class Energies(unittest.TestCase):
    def test_each_run_has_two_panels_and_the_sweep_its_own(self):
        made = [record(longrange_energies.RELAXATION, 1e-6, "relaxation/figure-5", series=RUN)]
        made += [record(longrange_energies.SWEEP, 1e-7 * k**4, f"time-step/{k}", time_step=k)
                 for k in (0.005, 0.01)]
        artifact, tables = section(longrange_energies, made)
        self.assertEqual([[p.name for p in f.panels] for f in artifact.figures],
                         [["longrange-figure-5-energies", "longrange-figure-5-error",
                           "longrange-figure-5-error-early"],
                          ["longrange-time-step"]])
        self.assertIn("1.0 × 10⁻⁶", tables["longrange-energies"].to_markdown())
        svg = artifact.figures[0].panels[1].files()["svg"]
        self.assertIn("direct-double-avx512", svg)
        dropped(artifact.figures)

    def test_of_several_classes_the_largest_system_is_drawn(self):
        made = [record(longrange_energies.RELAXATION, 1e-6, "relaxation/figure-5", series=RUN),
                record(longrange_energies.RELAXATION, 1e-6, "relaxation/figure-5", particles=50000,
                       series=RUN)]
        artifact, tables = section(longrange_energies, made)
        self.assertIn("N = 50\u202f000", artifact.figures[0].panels[0].axes.get_title(loc="left"))
        self.assertIn("12\u202f000", tables["longrange-energies"].to_markdown())
        dropped(artifact.figures)

    def test_of_each_part_of_a_run_the_largest_error_is_drawn(self):
        points = [(t, 2.0 if t == 5 else 1.0) for t in range(4 * longrange_energies.POINTS)]
        drawn = longrange_energies._largest_of_parts(points)
        self.assertEqual(len(drawn), longrange_energies.POINTS)
        self.assertEqual(drawn[1], (5, 2.0))

    def test_a_run_without_a_series_has_no_panel(self):
        made = [record(longrange_energies.RELAXATION, 1e-6, "relaxation/figure-5")]
        self.assertEqual(section(longrange_energies, made)[0].figures, [])

    def test_nothing_run_is_named(self):
        artifact, tables = section(longrange_energies, [])
        self.assertEqual(artifact.figures, [])
        self.assertIn("not run here", tables["longrange-energies"].to_markdown())


class PhaseSpace(unittest.TestCase):
    def test_each_time_is_a_panel_and_its_dots_are_one_path(self):
        frames = [{"time": t, "x": [0.1, 0.2, 0.3], "y": [0.5, 0.6, 0.7]} for t in (0, 1.5)]
        made = [record("relative error of the energy", 1e-6, "picture/figure-3", model="hmf",
                       series=frames)]
        artifact, _ = section(longrange_phase_space, made)
        panels = artifact.figures[0].panels
        self.assertEqual([p.name for p in panels], ["longrange-hmf-0", "longrange-hmf-1.5"])
        path = panels[0].axes.get_lines()[0].get_xydata()
        self.assertEqual(len(path), 9)
        dropped(artifact.figures)


if __name__ == "__main__":
    unittest.main()
