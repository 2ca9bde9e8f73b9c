#!/usr/bin/env python3
"""Tests of the list of equal mutants: each entry still is a place of a file, and is found by its record."""

import pathlib
import re
import tempfile
import unittest

import explained

ROOT = explained.LIST.parents[2]
HEAD = "file,function,operator,line,original,place,mutated,reason\n"


def around(lines, number):
    """The line, and all lines that it is indented below: the head of its function is among them."""
    yield lines[number]
    deep = next(indentation(line) for line in lines[number:] if not line.startswith("#"))
    for line in reversed(lines[:number]):
        if line.strip() and not line.startswith("#") and indentation(line) < deep:
            deep = indentation(line)
            yield line


def indentation(line):
    return len(line) - len(line.lstrip(" "))


class Explained(unittest.TestCase):
    def test_each_entry_still_matches_one_line_of_its_function(self):
        for file, function, _, line, original, place, mutated in explained.read():
            lines = (ROOT / file).read_text(encoding="utf-8").split("\n")
            head = re.compile(rf"(?<!\w){re.escape(function.split('<')[0])}\(")
            said = [number for number, one in enumerate(lines, start=1)
                    if one.strip() == line and any(head.search(outer) for outer in around(lines, number - 1))]
            self.assertEqual(len(said), 1, f"{file}: {original} -> {mutated} in {function}: lines {said}")
            self.assertGreaterEqual(line.count(original.split("\n")[0]), int(place))
            self.assertGreater(int(place), 0)

    def test_the_same_line_in_another_function_is_another_mutant(self):
        params = {"function": "particles", "operator": "off by one", "original": "total", "mutated": "((total) + 1)"}
        diff = "-    return total;\n+    return ((total) + 1);"
        found = [explained.reason(explained.read(), "models/disks/cell_system.hpp", {**params, "function": name}, diff)
                 for name in ("particles", "occupancy")]
        self.assertEqual([why is None for why in found], [False, True])

    def test_a_mutant_is_found_by_what_its_record_says(self):
        known = {("a.hpp", "f", "sign", "x = a + b;", "a + b", "1", "a - b"): "b is 0"}
        params = {"function": "f", "operator": "sign", "original": "a + b", "mutated": "a - b"}
        diff = "-  x = a + b;\n+  x = a - b;"
        self.assertEqual(explained.reason(known, "a.hpp", params, diff), "b is 0")
        self.assertIsNone(explained.reason(known, "b.hpp", params, diff))
        self.assertIsNone(explained.reason(known, "a.hpp", params, "-  y = a + b;"))

    def test_the_same_text_twice_in_a_line_is_two_mutants(self):
        known = {("a.hpp", "f", "constant", "a[0] = 0;", "0", "2", "(0 + 1)"): "nobody reads it"}
        params = {"function": "f", "operator": "constant", "original": "0", "mutated": "(0 + 1)"}
        self.assertEqual(explained.reason(known, "a.hpp", params, "-  a[0] = 0;\n+  a[0] = (0 + 1);"), "nobody reads it")
        self.assertIsNone(explained.reason(known, "a.hpp", params, "-  a[0] = 0;\n+  a[(0 + 1)] = 0;"))

    def test_a_change_of_several_lines_has_a_place(self):
        self.assertEqual(explained.place("f(a,\n  b);\n  f(a,\n  b);", "f(a,\n  b);\n", "f(a,\n  b);", ""), 1)
        self.assertEqual(explained.place("x = 1;", "x = 2;", "3", "4"), 0)

    def test_an_entry_without_a_reason_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equal.csv"
            path.write_text(HEAD + "a,f,sign,b,b,1,c,\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "equal.csv:2: expected a reason"):
                explained.read(path)

    def test_an_entry_that_is_there_already_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equal.csv"
            path.write_text(HEAD + "a,f,sign,b,b,1,c,one\na,f,sign,b,b,1,c,two\n", encoding="utf-8")
            with self.assertRaisesRegex(ValueError, "equal.csv:3: expected each mutant once, found b -> c again"):
                explained.read(path)


if __name__ == "__main__":
    unittest.main()
