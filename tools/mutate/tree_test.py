#!/usr/bin/env python3
"""Tests of which files hold mutants, of the copy of the tree, and of who is blamed when it does not compile."""

import dataclasses
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
try:
    import families
    import sites
    import tree as trees
except ImportError:  # no libclang
    trees = None

FILES = {
    "models/core/names.hpp": "", "models/core/names.cpp": '#include "models/core/names.hpp"\n',
    "suite/options.hpp": "", "suite/guarded_program.hpp": "", "models/core/interrupt.hpp": "",
    "models/disks/space.hpp": '#include "models/core/names.hpp"\n',
    "models/disks/space.cpp": '#include "models/disks/space.hpp"\nint g() { return 1; }\n',
    "models/disks/unused.hpp": "", "models/hpmc/body.hpp": "",
    "optimized/mpmc/run.hpp": '#include "models/disks/space.hpp"\n',
    "optimized/mpmc/run.cpp": '#include "optimized/mpmc/run.hpp"\nint f(int a, int b) {\n  return a < b;\n}\n',
    "optimized/mpmc/run_test.cpp": '#include "optimized/mpmc/run.hpp"\n',
    "optimized/hpmc/tree.cpp": '#include "models/hpmc/body.hpp"\n',
    "gpu/exec/collectives.hpp": "", "gpu/exec/emulator/lane.hpp": "", "gpu/exec/emulator/lane.cpp": "",
    "gpu/hpmc/queue.hpp": '#include "gpu/exec/collectives.hpp"\n', "gpu/hpmc/self_test.hpp": "",
    "gpu/hpmc/queue_schemes.cpp": '#include "gpu/exec/emulator/lane.hpp"\n#include "gpu/hpmc/queue.hpp"\n',
    "checkers/session.hpp": "", "checkers/main.cpp": "",
    "checkers/mpmc/stage.cpp": '#include "models/disks/space.hpp"\n',
    "cmake/Options.cmake": "", "CMakePresets.json": "{}",
}


@unittest.skipIf(trees is None, "needs libclang (Debian: python3-clang-14)")
class Trees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name) / "top"
        for name, text in FILES.items():
            trees.write(self.top / name, text)
        self.tree = trees.Tree(self.top, self.top / "build" / "mutate" / "mpmc", "mpmc", lambda text: None)

    def plant(self):
        text = FILES["optimized/mpmc/run.cpp"]
        start = text.index("a < b")
        self.tree.mutants = [sites.Site("optimized/mpmc/run.cpp", 3, 10, start, start + 5, "comparison", "a < b",
                                        mutated, "f", id=number)
                             for number, mutated in ((1, "a <= b"), (2, "a ? b"))]
        self.tree.copy_tree()
        self.tree.write_sources()

    def test_production_files_of_the_family_hold_mutants(self):
        self.assertEqual(self.tree.files, ["models/disks/space.cpp", "models/disks/space.hpp",
                                           "optimized/mpmc/run.cpp", "optimized/mpmc/run.hpp"])

    def test_names_choose_the_files_that_hold_mutants(self):
        made = trees.Tree(self.top, self.top / "work", "mpmc", wanted=lambda name: name.endswith(("/run.cpp", "/unused.hpp")))
        self.assertEqual(made.files, ["optimized/mpmc/run.cpp"])

    def test_the_program_has_what_the_family_needs(self):
        self.assertEqual(self.tree.sources, ["checkers/mpmc/stage.cpp", "models/core/names.cpp",
                                             "models/disks/space.cpp", "optimized/mpmc/run.cpp"])

    def test_a_family_has_mutants_in_what_it_needs(self):
        other = trees.Tree(self.top, self.top / "work", "hpmc")
        self.assertEqual(other.files, ["gpu/exec/collectives.hpp", "gpu/hpmc/queue.hpp", "models/hpmc/body.hpp",
                                       "optimized/hpmc/tree.cpp"])
        self.assertFalse(families.is_production("optimized/mpmc/run_test.cpp"))
        self.assertFalse(families.is_production("models/core/names.cpp"))
        self.assertTrue(families.is_production("models/core/random/philox.hpp"))

    def test_kernels_for_devices_are_linked_with_the_emulator_that_runs_them(self):
        other = trees.Tree(self.top, self.top / "work", "hpmc")
        self.assertLess({"gpu/exec/emulator/lane.cpp", "gpu/hpmc/queue_schemes.cpp"}, set(other.sources))

    def test_the_copy_holds_the_mutants_and_their_number(self):
        self.plant()
        copy = self.tree.copy
        self.assertIn("(TOUCHSTONE_MUTANT(1) ? (a <= b) : TOUCHSTONE_MUTANT(2)",
                      (copy / "optimized/mpmc/run.cpp").read_text(encoding="utf-8"))
        self.assertIn("#define TOUCHSTONE_MUTANTS 2", (copy / "mutant_table.cpp").read_text(encoding="utf-8"))
        listed = (copy / "CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn("unity/unit_0.cpp", listed)
        self.assertNotIn("optimized/mpmc/run.cpp", listed)
        self.assertIn("optimized/mpmc/run.cpp", (copy / "unity/unit_0.cpp").read_text(encoding="utf-8"))
        self.assertNotIn("run_test.cpp", listed)
        self.assertNotIn("@", listed.replace("@sources@", ""))

    def test_the_compiler_points_at_the_mutant(self):
        self.plant()
        line = self.tree.rewritten["optimized/mpmc/run.cpp"].text.split("\n")[2]
        self.tree.drop_blamed(f"In file included from x.cpp:1:\n../../optimized/mpmc/run.cpp:3:"
                              f"{line.index('a ? b') + 1}: error: expected ':' before ')'\n")
        self.assertEqual([site.id for site in self.tree.mutants], [1])
        self.assertEqual(self.tree.refused.read_text(encoding="utf-8").count("a ? b"), 1)
        some = [dataclasses.replace(self.tree.mutants[0], id=number, mutated=mutated)
                for number, mutated in ((1, "a <= b"), (2, "a ? b"))]
        self.assertEqual([site.id for site in self.tree.compiling(some)], [1])

    def test_a_note_with_the_word_error_is_no_error(self):
        self.plant()
        words = ("../../models/disks/space.cpp:1:2: error: no matching function for call to 'g'\n"
                 "../../optimized/mpmc/run.cpp:3:10: note: candidate: 'InputError input_error(int)'\n")
        self.assertEqual(self.tree.blamed(words, "error"), set())
        self.assertEqual(self.tree.blamed(words, "note"), {1, 2})
        for what, words in (("error", "fatal error: x"), ("required from", "  recursively required from 'void h()'")):
            self.assertEqual(self.tree.blamed(f"../../optimized/mpmc/run.cpp:3:10: {words}", what), {1, 2})

    def test_a_tree_may_have_blanks_in_its_path(self):
        other = trees.Tree(self.top, self.top / "a b", "mpmc")
        self.assertEqual(other.units(), ["unity/unit_0.cpp"])
        other.copy_tree()
        self.assertIn('"unity/unit_0.cpp"', (other.copy / "CMakeLists.txt").read_text(encoding="utf-8"))

    def test_sites_that_were_cut_off_are_looked_for_again(self):
        trees.write(self.tree.work / "sites.json", '{"optimized')
        self.tree.found_by_compiler = lambda todo, jobs: {name: [] for name in todo}
        self.assertEqual(self.tree.sites(), [])
        self.assertEqual(len(trees.kept(self.tree.work / "sites.json")), 4)

    def test_a_file_that_loses_its_mutants_is_as_it_was(self):
        self.plant()
        self.tree.mutants = []
        self.tree.write_sources()
        name = "optimized/mpmc/run.cpp"
        self.assertEqual((self.tree.copy / name).read_text(encoding="utf-8"), FILES[name])

    def test_a_build_is_known_by_its_sources_and_mutants(self):
        self.plant()
        first, contents = self.tree.stamp(self.tree.contents()), self.tree.contents()
        self.tree.mutants.pop()
        self.assertNotEqual(self.tree.stamp(contents), first)
        for name in ("models/disks/space.hpp", "cmake/Options.cmake", "CMakePresets.json"):
            trees.write(self.top / name, "// another\n")
            self.assertNotEqual(self.tree.contents(), contents)
            contents = self.tree.contents()

    def test_what_does_not_compile_is_left_out_before_anything_is_built(self):
        self.plant()
        self.tree.arguments = lambda tree: [f"-I{tree}", "-std=c++20"]
        self.tree.leave_out(1)
        self.assertEqual([site.id for site in self.tree.mutants], [1])
        self.assertNotIn("MUTANT(2)", (self.tree.copy / "optimized/mpmc/run.cpp").read_text(encoding="utf-8"))

    def test_an_error_elsewhere_is_told(self):
        self.plant()
        with self.assertRaises(trees.BuildFailed):
            self.tree.drop_blamed("ld: undefined reference to 'h'\n")

    def test_letters_beyond_ascii_can_be_read(self):
        self.plant()
        self.tree.mutants[0].original = "é".encode().decode("latin-1")
        self.assertEqual(trees.readable(self.tree.mutants)[0].original, "é")


if __name__ == "__main__":
    unittest.main()
