#!/usr/bin/env python3
"""Examples that are not as shown are found: each kind of fault is planted."""

import json
import pathlib
import tempfile
import unittest

import run_examples
from documentation import ROOT, Page


def page(text):
    return Page(ROOT / "docs/page.md", text)


class Examples(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.launcher = self.folder / "touchstone"
        self.launcher.write_text('#!/bin/bash\necho "first $1"\necho 7.25 ms\nexit ${2:-0}\n', encoding="utf-8")
        self.launcher.chmod(0o755)

    def ran(self, *lines):
        text = "\n".join(["```console", *lines, "```"])
        return run_examples.example_problems(page(text), str(self.launcher))

    def test_output_as_shown(self):
        self.assertEqual(self.ran("$ ./touchstone list", "first list", "7.25 ms"), [])
        self.assertEqual(self.ran("$ ./touchstone list", "first list", "... ms"), [])
        self.assertEqual(self.ran("$ ./touchstone list", "...", "7.25 ms"), [])
        self.assertEqual(self.ran("$ ./touchstone \\", "  list", "...", "$ ./touchstone check", "first check", "..."), [])
        self.assertEqual(self.ran("$ ./touchstone list 3", "...", "exit code 3"), [])

    def test_another_output_or_exit_code(self):
        self.assertEqual(len(self.ran("$ ./touchstone list", "second list", "...")), 1)
        self.assertEqual(len(self.ran("$ ./touchstone list", "first list")), 1)
        self.assertEqual(len(self.ran("$ ./touchstone list", "...", "8... ms")), 1)
        self.assertEqual(len(self.ran("$ ./touchstone list 3", "...")), 1)
        self.assertEqual(len(self.ran("$ ./touchstone list", "...", "exit code 1")), 1)

    def test_new_files_must_compile(self):
        entry = {"file": f"{ROOT}/models/core/csv.cpp", "directory": str(self.folder),
                 "command": "/usr/bin/env X=1 /usr/bin/g++ -std=c++20 -Wall -Werror -o a.o -c csv.cpp"}
        (self.folder / "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")

        def compiled(code):
            text = f"```cpp file=models/core/new_file.cpp\n{code}\n```"
            return run_examples.compile_problems(page(text), self.folder)
        self.assertEqual(compiled('#include "models/core/verdict.hpp"\ntouchstone::Verdict v;'), [])
        self.assertEqual(len(compiled("int f() {}")), 1)
        self.assertEqual(len(compiled('#include "models/core/no_such_file.hpp"')), 1)

    def test_unknown_names(self):
        names = {"mpmc/one", "mutant/two"}
        self.assertEqual(run_examples.name_problems(page("`mpmc/one` `mutant/*` `ecmc/my-chains`"), names), [])
        self.assertEqual(len(run_examples.name_problems(page("`mpmc/three`"), names)), 1)
        self.assertEqual(len(run_examples.name_problems(page("`./touchstone check --scheme mpmc/onne`"), names)), 1)
        new = "```cpp file=optimized/mpmc/x.cpp\n{.name = \"mpmc/new\"}\n```\n`mpmc/new`"
        self.assertEqual(run_examples.name_problems(page(new), names), [])


if __name__ == "__main__":
    unittest.main()
