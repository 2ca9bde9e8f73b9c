#!/usr/bin/env python3
"""The library of the explorer has all that its files include, and no kernel of this project. packaging/nightly.py builds it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import explore_sources
from explore_sources import TREE, included, library


class Library(unittest.TestCase):
    def test_nothing_that_is_included_is_missing(self):
        files = set(library())
        for path in files:
            for name in included(path):
                self.assertIn(name, files, path)

    def test_each_header_has_the_files_that_define_it(self):
        files = set(library())
        for path in list(files):
            source = path.removesuffix(".hpp") + ".cpp"
            if path.endswith(".hpp") and (TREE / source).is_file():
                self.assertIn(source, files)
        self.assertIn("checkers/explore/machine/view_races.cpp", files)  # of view_machine.hpp

    def test_no_tests_and_no_kernels_are_in_it(self):
        for path in library():
            self.assertFalse(path.endswith("_test.cpp"), path)
            if path.endswith(".cpp"):
                self.assertNotIn("register_kernel({", (TREE / path).read_text(encoding="utf-8"), path)

    def test_it_is_copied_with_its_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(explore_sources.main([folder]), 0)
            copied = [file.relative_to(folder).as_posix() for file in pathlib.Path(folder).rglob("*.?pp")]
            self.assertEqual(sorted(copied), library())

    def test_other_arguments_are_refused(self):
        done = subprocess.run([sys.executable, explore_sources.__file__], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("usage: explore_sources.py INTO", done.stderr)


if __name__ == "__main__":
    unittest.main()
