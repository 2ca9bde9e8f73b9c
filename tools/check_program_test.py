#!/usr/bin/env python3
"""Tests of check_program.py."""

import json
import pathlib
import re
import tempfile
import unittest

import check_program

KNOWN = {"mpmc", "ecmc"}


def program(*words):
    return check_program.program(words, KNOWN)


class Program(unittest.TestCase):
    def test_one_family_is_enough(self):
        for words in (["--family", "mpmc"], ["stage/*", "--scheme=mpmc/one"], ["--family=mpmc", "--scheme", "mutant/one"],
                      ["--scheme", "mpmc/one", "--seed", "3", "--scheme", "mpmc/two"]):
            self.assertEqual(program(*words), "check_mpmc", words)

    def test_else_it_is_the_whole_program(self):
        for words in ([], ["--scheme", "mutant/one"], ["--family", "*"], ["balance", "--family", "mpmc"], ["--family"],
                      ["--scheme", "mpmc/one", "--scheme", "ecmc/one"], ["--external", "/no/such/file"]):
            self.assertEqual(program(*words), "checkers", words)

    def test_a_program_of_the_users_own_belongs_to_a_family(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mine.json")
            path.write_text(json.dumps({"name": "mine", "simulates": "disks"}), encoding="utf-8")
            self.assertEqual(program("--external", str(path)), "check_mpmc")
            self.assertEqual(program(f"--external={path}", "--scheme", "mpmc/one"), "checkers")
            for text in ('{"simulates": "clouds"}', '{"simulates": ["disks"]}', "[]", "{"):
                path.write_text(text, encoding="utf-8")
                self.assertEqual(program("--external", str(path)), "checkers", text)

    def test_kinds_and_families_are_those_of_the_tree(self):
        text = (check_program.TREE / "suite" / "external" / "description.cpp").read_text(encoding="utf-8")
        self.assertEqual(dict(re.findall(r'\{"(\w+)",\s*\{"(\w+)/', text)), check_program.KINDS)
        self.assertLessEqual(set(check_program.KINDS.values()), check_program.families())


if __name__ == "__main__":
    unittest.main()
