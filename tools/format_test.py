#!/usr/bin/env python3
"""Tests of format.py: a formatted file passes, another is named with its line, --fix mends it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import format as format_tool

GOOD = "int main() { return 0; }\n"
BAD = "int main() { return 0; }\n\nint  f( int x ){return x;}\n"
TOOL = pathlib.Path(__file__).with_name("format.py")


class Format(unittest.TestCase):
    def setUp(self):
        if format_tool.clang_format() is None:
            self.skipTest("no clang-format 14")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name).resolve()
        (self.tree / "models").mkdir()
        (self.tree / ".clang-format").write_text("BasedOnStyle: Google\nColumnLimit: 100\nReflowComments: false\n")
        self.file = self.tree / "models" / "a.cpp"

    def run_tool(self, *arguments):
        done = subprocess.run([sys.executable, TOOL, "--tree", self.tree, *arguments],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_a_formatted_file_passes(self):
        self.file.write_text(GOOD)
        self.assertEqual(self.run_tool()[0], 0)

    def test_a_badly_formatted_file_is_named_with_its_line(self):
        self.file.write_text(BAD)
        code, output = self.run_tool()
        self.assertEqual(code, 1)
        self.assertIn("models/a.cpp:3: not formatted", output)
        self.assertEqual(self.file.read_text(), BAD)  # a check changes nothing

    def test_files_that_are_not_cxx_are_refused_and_left_alone(self):
        script = self.tree / "models" / "a.py"
        script.write_text("x  =  1\n")
        self.assertEqual(self.run_tool("--fix", str(script))[0], 2)
        self.assertEqual(script.read_text(), "x  =  1\n")

    def test_a_comment_beyond_the_last_column_is_named_and_not_wrapped(self):
        text = "// " + "word " * 19 + "words\n" + GOOD  # 103 columns
        self.file.write_text(text)
        for options in ((), ("--fix",)):
            code, output = self.run_tool(*options)
            self.assertEqual(code, 1)
            self.assertIn("models/a.cpp:1: a comment beyond column 100", output)
        self.assertEqual(self.file.read_text(), text)

    def test_fix_mends_it(self):
        self.file.write_text(BAD)
        self.assertEqual(self.run_tool("--fix")[0], 0)
        self.assertEqual(self.run_tool()[0], 0)


if __name__ == "__main__":
    unittest.main()
