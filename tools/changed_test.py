#!/usr/bin/env python3
"""Tests of changed.py on a small tree."""

import pathlib
import subprocess
import tempfile
import unittest

import changed

TREE = {
    "models/core/a.hpp": "",
    "models/core/a.cpp": '#include "models/core/a.hpp"\n',
    "models/core/a_test.cpp": '#include "models/core/a.hpp"\nTEST(Sums, Add) {}\n',
    "models/disks/b.hpp": '#include "models/core/a.hpp"\n',
    "optimized/mpmc/fast.cpp": '#include "models/disks/b.hpp"\n',
    "optimized/cmc/other.cpp": "",
    "optimized/cmc/other_test.cpp": "TEST_P(EveryCluster, Moves) {}\nRC_GTEST_PROP(Stars, Stay, ()) {}\n",
    "checkers/disks/c.cpp": "",
    "checkers/balance/d.cpp": '#include "models/disks/b.hpp"\n',
    "reports/table.py": "",
}


class Plan(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for name, text in TREE.items():
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).write_text(text, encoding="utf-8")
        for command in (["init", "-q"], ["add", "-A"],
                        ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "one"]):
            subprocess.run(["git", *command], cwd=self.tree, check=True)

    def lines(self, *names):
        return changed.plan(self.tree, names)

    def test_a_source_file_reaches_all_that_use_its_header(self):
        self.assertEqual(self.lines("models/core/a.cpp"),
                         ["programs models_tests touchstone_checkers", r"suites (^|[./])(Sums)(/|\.)", "families mpmc", "proofs balance"])

    def test_a_scheme_reaches_its_family_alone(self):
        self.assertEqual(self.lines("optimized/mpmc/fast.cpp"), ["families mpmc"])

    def test_suites_of_all_kinds_are_found(self):
        self.assertEqual(self.lines("optimized/cmc/other_test.cpp"),
                         ["programs optimized_tests", r"suites (^|[./])(EveryCluster|Stars)(/|\.)",
                          "families cmc"])

    def test_checks_of_disks_are_of_two_families(self):
        self.assertEqual(self.lines("checkers/disks/c.cpp"), ["programs touchstone_checkers", "families ecmc mpmc"])

    def test_reports_have_tests_in_python(self):
        self.assertEqual(self.lines("reports/table.py"), [r"suites ^reports\."])

    def test_packages_are_made_of_the_programs(self):
        for name in ("packaging/ci.sh", "action.yml", "pyproject.toml"):
            self.assertEqual(self.lines(name), ["programs programs", r"suites ^packaging\."])

    def test_adapters_are_judged_by_the_program_of_checks(self):
        for name in ("adapters/cpp/touchstone_external.hpp", "adapters/python/example/disks.py"):
            self.assertEqual(self.lines(name), ["programs checkers_tests touchstone_checkers",
                                                r"suites (^|[./])(Budget|External|Hostile|Restarts)(/|\.)|^adapters"])

    def test_a_page_of_the_documentation_needs_the_source_tree_only(self):
        self.assertEqual(self.lines("docs/mpmc.md", ".githooks/pre-commit"), [])

    def test_what_all_stand_on_is_everything(self):
        for name in ("cmake/Options.cmake", "touchstone", "tools/launcher/build.sh", "gpu/mpmc/kernel.cu",
                     "checkers/mutants/planted/ranks.patch", "validation/data/a.csv"):
            self.assertEqual(self.lines("docs/mpmc.md", name), ["everything"])

    def test_programs_are_those_of_their_folders(self):
        self.assertEqual(self.lines("validation/experiments/mpmc/a.cpp"), ["programs touchstone_validation"])
        self.assertEqual(self.lines("optimized/cmc/mpi/main.cpp"), ["programs touchstone_cmc_mpi", "families cmc"])
        self.assertEqual(self.lines("suite/options.cpp"),
                         ["programs touchstone_benchmarks touchstone_checkers touchstone_trajectories "
                          "touchstone_validation"])

    def test_ctest_takes_the_pattern_of_many_suites(self):
        for number in range(20):
            (self.tree / f"models/core/t{number}_test.cpp").write_text(f"TEST(Suite{number}, Works) {{}}\n")
        pattern = self.lines(*(f"models/core/t{number}_test.cpp" for number in range(20)))[1].split(" ", 1)[1]
        (self.tree / "CTestTestfile.cmake").write_text(
            "".join(f"add_test({name} true)\n" for number in range(30)
                    for name in (f"All/Suite{number}.Works", f"models.Suite{number}.1")), encoding="utf-8")
        done = subprocess.run(["ctest", "-N", "-R", pattern], cwd=self.tree, capture_output=True, text=True, check=True)
        self.assertIn("Total Tests: 40", done.stdout)

    def test_files_are_those_that_differ_and_new_ones(self):
        (self.tree / "models/core/a.cpp").write_text("int x;", encoding="utf-8")
        (self.tree / "models/core/new.cpp").write_text("", encoding="utf-8")
        (self.tree / "optimized/cmc/other.cpp").unlink()
        self.assertEqual(changed.changed_files(self.tree, "HEAD"),
                         ["models/core/a.cpp", "models/core/new.cpp", "optimized/cmc/other.cpp"])
        self.assertEqual(self.lines("optimized/cmc/other.cpp"), ["families cmc"])
        with self.assertRaisesRegex(ValueError, "expected a commit, found 'nothing'"):
            changed.changed_files(self.tree, "nothing")


if __name__ == "__main__":
    unittest.main()
