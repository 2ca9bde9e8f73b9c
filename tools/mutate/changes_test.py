#!/usr/bin/env python3
"""Tests of the lines that differ from a commit, in a repository made up here."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import changes


class Lines(unittest.TestCase):
    def test_changed_added_and_new(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)

            def git(*words):
                subprocess.run(["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b", *words], check=True,
                               capture_output=True)

            git("init", "-q")
            for name in ("a.hpp", "same.hpp", "gone.hpp"):
                (tree / name).write_text("1\n2\n3\n4\n", encoding="utf-8")
            git("add", ".")
            git("commit", "-qm", "first")
            (tree / "a.hpp").write_text("1\ntwo\n3\n4\n5\n6\n", encoding="utf-8")
            (tree / "gone.hpp").unlink()
            (tree / "new.hpp").write_text("1\n2\n", encoding="utf-8")
            self.assertEqual(changes.lines(tree, "HEAD"), {"a.hpp": {2, 5, 6}, "new.hpp": {1, 2, 3}})
            with self.assertRaisesRegex(ValueError, "expected a commit"):
                changes.lines(tree, "nothing")

    def test_what_follows_removed_lines(self):
        self.assertEqual(list(changes.of_hunks("@@ -3,2 +2,0 @@\n-x\n-y\n@@ -9 +7 @@\n-a\n+b\n")), [2, 7])


if __name__ == "__main__":
    unittest.main()
