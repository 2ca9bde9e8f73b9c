#!/usr/bin/env python3
"""Tests of the list of equal mutants: each entry still is a place of a file, and is found by its record."""

import pathlib
import tempfile
import unittest

import explained

ROOT = explained.LIST.parents[2]


class Explained(unittest.TestCase):
    def test_each_entry_still_matches_a_line(self):
        for file, _, line, original, place, mutated in explained.read():
            text = (ROOT / file).read_text(encoding="utf-8")
            begins = [at for at in range(len(text)) if text.startswith(original, at)]
            lines = [text[text.rfind("\n", 0, at) + 1:].split("\n", 1)[0].strip() for at in begins]
            self.assertGreaterEqual(lines.count(line), int(place), f"{file}: {original} -> {mutated}: no line says this any more")
            self.assertGreater(int(place), 0)

    def test_a_mutant_is_found_by_what_its_record_says(self):
        known = {("a.hpp", "sign", "x = a + b;", "a + b", "1", "a - b"): "b is 0"}
        params = {"operator": "sign", "original": "a + b", "mutated": "a - b"}
        diff = "-  x = a + b;\n+  x = a - b;"
        self.assertEqual(explained.reason(known, "a.hpp", params, diff), "b is 0")
        self.assertIsNone(explained.reason(known, "b.hpp", params, diff))
        self.assertIsNone(explained.reason(known, "a.hpp", params, "-  y = a + b;"))

    def test_the_same_text_twice_in_a_line_is_two_mutants(self):
        known = {("a.hpp", "constant", "a[0] = 0;", "0", "2", "(0 + 1)"): "nobody reads it"}
        params = {"operator": "constant", "original": "0", "mutated": "(0 + 1)"}
        self.assertEqual(explained.reason(known, "a.hpp", params, "-  a[0] = 0;\n+  a[0] = (0 + 1);"), "nobody reads it")
        self.assertIsNone(explained.reason(known, "a.hpp", params, "-  a[0] = 0;\n+  a[(0 + 1)] = 0;"))

    def test_a_change_of_several_lines_has_a_place(self):
        self.assertEqual(explained.place("f(a,\n  b);\n  f(a,\n  b);", "f(a,\n  b);\n", "f(a,\n  b);", ""), 1)
        self.assertEqual(explained.place("x = 1;", "x = 2;", "3", "4"), 0)

    def test_an_entry_without_a_reason_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equal.csv"
            path.write_text("file,operator,line,original,place,mutated,reason\na,sign,b,b,1,c,\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "equal.csv:2: expected a reason"):
                explained.read(path)

    def test_an_entry_that_is_there_already_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equal.csv"
            path.write_text("file,operator,line,original,place,mutated,reason\na,sign,b,b,1,c,one\na,sign,b,b,1,c,two\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "equal.csv:3: expected each mutant once, found b -> c again"):
                explained.read(path)


if __name__ == "__main__":
    unittest.main()
