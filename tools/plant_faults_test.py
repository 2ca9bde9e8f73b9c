#!/usr/bin/env python3
"""Tests of planted faults, on a small tree."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import plant_faults

HEADER = """#pragma once
namespace touchstone::optimized {
int twice(int x);
}  // namespace touchstone::optimized
"""
SOURCE = """#include "optimized/core/other.hpp"
#include "optimized/toy/twice.hpp"

namespace touchstone::optimized {
int twice(int x) { return 2 * x; }
}  // namespace touchstone::optimized
"""
PATCH = """A factor that is too large.
Also copies: optimized/toy/twice.hpp
--- a/optimized/toy/twice.cpp
+++ b/optimized/toy/twice.cpp
@@ -4,3 +4,3 @@
 namespace touchstone::optimized {
-int twice(int x) { return 2 * x; }
+int twice(int x) { return 3 * x; }
 }  // namespace touchstone::optimized
"""


class PlantedFaults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "optimized/toy").mkdir(parents=True)
        (self.root / "optimized/toy/twice.hpp").write_text(HEADER, encoding="utf-8")
        (self.root / "optimized/toy/twice.cpp").write_text(SOURCE, encoding="utf-8")
        self.patch = self.root / "toy.patch"
        self.patch.write_text(PATCH, encoding="utf-8")
        self.out = self.root / "build/planted"

    def plant(self, *patches):
        return subprocess.run([sys.executable, plant_faults.__file__, "--root", str(self.root), "--out", str(self.out),
                               *map(str, patches or (self.patch,))], capture_output=True, text=True, check=False)

    def test_copies_are_changed_and_in_a_namespace_of_their_own(self):
        done = self.plant()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        copy = (self.out / "optimized/toy/twice.cpp").read_text(encoding="utf-8")
        self.assertIn("namespace touchstone::optimized::planted {\nint twice(int x) { return 3 * x; }", copy)
        self.assertIn('#include "planted/optimized/toy/twice.hpp"', copy)
        self.assertIn('#include "optimized/core/other.hpp"', copy)
        self.assertEqual((self.root / "optimized/toy/twice.cpp").read_text(encoding="utf-8"), SOURCE)

    def test_sources_and_origins_are_printed(self):
        sources, origins = self.plant().stdout.strip().split("\n\n")
        self.assertEqual(sources, str(self.out / "optimized/toy/twice.cpp"))
        self.assertEqual([line.rpartition("/")[2] for line in origins.split()], ["toy.patch", "twice.cpp", "twice.hpp"])

    def test_an_unchanged_copy_keeps_its_time(self):
        self.plant()
        before = (self.out / "optimized/toy/twice.cpp").stat().st_mtime_ns
        self.plant()
        self.assertEqual((self.out / "optimized/toy/twice.cpp").stat().st_mtime_ns, before)

    def test_a_patch_that_no_longer_fits_is_an_error(self):
        (self.root / "optimized/toy/twice.cpp").write_text(SOURCE.replace("2 * x", "x + x"), encoding="utf-8")
        done = self.plant()
        self.assertEqual(done.returncode, 2)
        self.assertIn("toy.patch no longer fits", done.stderr)

    def test_a_patch_planted_in_a_header_has_a_namespace_of_its_own(self):
        gpu = {"gpu/toy/step.hpp": "inline int step() { return 1; }", "gpu/toy/list.hpp": "int list();",
               "gpu/toy/run.hpp": "inline int run() { return step(); }"}
        for name, line in gpu.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"namespace touchstone::gpu {{\n{line}\n}}\n", encoding="utf-8")
        (self.root / "gpu/toy/list.cpp").write_text("", encoding="utf-8")
        run = self.root / "gpu/toy/run.hpp"
        run.write_text('#include "gpu/toy/list.hpp"\n#include "gpu/toy/step.hpp"\n' + run.read_text(encoding="utf-8"),
                       encoding="utf-8")
        patches = [self.root / f"{name}.patch" for name in ("two", "three")]
        for path, number in zip(patches, (2, 3)):
            path.write_text("A step that is too large.\nPlanted in: gpu/toy/run.hpp\n--- a/gpu/toy/step.hpp\n"
                            "+++ b/gpu/toy/step.hpp\n@@ -1,3 +1,3 @@\n namespace touchstone::gpu {\n"
                            "-inline int step() { return 1; }\n"
                            f"+inline int step() {{ return {number}; }}\n }}\n", encoding="utf-8")
        done = self.plant(*patches)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("namespace touchstone::gpu::planted::three {\ninline int step() { return 3; }",
                      (self.out / "three/gpu/toy/step.hpp").read_text(encoding="utf-8"))
        copy = (self.out / "two/gpu/toy/run.hpp").read_text(encoding="utf-8")
        self.assertIn('#include "planted/two/gpu/toy/step.hpp"', copy)
        self.assertIn('#include "gpu/toy/list.hpp"', copy)  # it has a source file, and types that all copies share
        self.assertFalse((self.out / "two/gpu/toy/list.hpp").exists())
        patches[0].write_text(patches[0].read_text(encoding="utf-8").replace("toy/run", "toy/list"), encoding="utf-8")
        self.assertIn("does not include gpu/toy/step.hpp", self.plant(patches[0]).stderr)

    def test_two_patches_of_one_file_are_refused(self):
        other = self.root / "other.patch"
        other.write_text(PATCH, encoding="utf-8")
        done = self.plant(self.patch, other)
        self.assertEqual(done.returncode, 2)
        self.assertIn("changed by another patch", done.stderr)


if __name__ == "__main__":
    unittest.main()
