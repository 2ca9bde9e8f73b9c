#!/usr/bin/env python3
"""Tests of check_english.py: planted slang and comments without a subject are named with their line."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import check_english

TOOL = pathlib.Path(__file__).with_name("check_english.py")


def lines(text, python=False):
    return [line for line, _ in check_english.findings(text, python)]


class Subjects(unittest.TestCase):
    def test_a_doc_comment_without_a_subject_is_refused(self):
        for start in ("Of", "What", "Whose", "Where"):
            self.assertEqual(lines(f"int a;\n  /// {start} all stars.\nint b;\n"), [2], start)
        self.assertEqual(lines("int a;  ///< of a run\n"), [1])
        self.assertEqual(lines("// models/a.hpp\n// Purpose   What it does.\n"), [2])
        self.assertEqual(lines('def f():\n    """Of all stars."""\n', python=True), [2])

    def test_a_comment_that_says_what_it_is_passes(self):
        good = ("// models/a.hpp\n// Purpose   Energy of a run, in units of kT.\n"
                "/// Energy of the start\n/// Of course in kT.\nint a;  ///< number of disks\n")
        self.assertEqual(lines(good), [])


    def test_a_later_sentence_without_a_subject_is_refused(self):
        self.assertEqual(lines("/// Energy. Of n stars half.\nint a;\n"), [1])
        self.assertEqual(lines("/// Energy of the start.\n/// Of n stars half.\nint a;\n"), [2])
        self.assertEqual(lines("/// Energy. Of course in kT.\nint a;\n"), [])


class Slang(unittest.TestCase):
    def test_slang_is_refused_in_comments_and_messages_with_the_word_to_use(self):
        for bad, good in (("// a whole number\n", "integer"),
                          ('refuse("a whole number");\n', "integer"),
                          ("/// Compares with a second route.\n", "independent oracle"),
                          ("// it throws single stars\n", "sample new orbital positions"),
                          ('text = "above the floor by half";\n', "lower bound"),
                          ("// Floor: 40 instructions\n", "lower bound"),
                          ("// positions in turns\n", "fixed-point coordinate"),
                          ("// springs and other surroundings\n", "depletants and springs"),
                          ("// as the specification says\n", "document that readers have"),
                          ('fail("foreign record");\n', "expected"),
                          ("// G. Li et al.\n", "B. Li")):
            found = check_english.findings("int a;\n" + bad)
            self.assertEqual([line for line, _ in found], [2], bad)
            self.assertIn(good, found[0][1], bad)

    def test_code_and_names_are_not_judged(self):
        for good in ('#include "models/hpmc/surroundings.hpp"\n', "Surroundings surroundings;\n",
                     'run("floor");\n', 'check("surroundings/held disk");\n', "x = std::floor(y);\n",
                     "/// Throws InputError for no stars.\n"):
            self.assertEqual(lines(good), [], good)


class Tool(unittest.TestCase):
    def test_a_tree_with_a_fault_fails_and_names_it(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder).resolve() / "models" / "a.cpp"
            file.parent.mkdir()
            for text, code in (("/// Energy in kT.\n", 0), ("/// Of a run.\n", 1)):
                file.write_text(text)
                done = subprocess.run([sys.executable, TOOL, "--tree", folder],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn("models/a.cpp:1: a comment begins", done.stdout)

    def test_recorded_results_are_judged_but_for_their_keys(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder).resolve() / "validation" / "recorded" / "a.jsonl"
            file.parent.mkdir(parents=True)
            for text, code in (('{"key": "whole numbers", "note": "integers"}\n', 0),
                               ('{"expected": {"source": "as quoted by the specification"}}\n', 1)):
                file.write_text(text)
                done = subprocess.run([sys.executable, TOOL, "--tree", folder],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            self.assertIn("a.jsonl:1: 'the specification': write", done.stdout)


if __name__ == "__main__":
    unittest.main()
