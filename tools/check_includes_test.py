#!/usr/bin/env python3
"""Tests of check_includes.py: a clean tree passes, and each rule is seen to reject a violation."""

import pathlib
import subprocess
import tempfile
import unittest

import check_includes

CLEAN = {
    "models/core/a.hpp": "#include <vector>\n",
    "models/core/b.hpp": '#include "models/core/a.hpp"\n',
    "models/disks/state.hpp": '#include "models/core/a.hpp"\n',
    "reference/mpmc/slow.hpp": '#include "models/disks/state.hpp"\n',
    "optimized/core/strips.hpp": '#include "models/core/a.hpp"\n',
    "optimized/mpmc/fast.hpp": '#include "optimized/core/strips.hpp"\n',
    "optimized/mpmc/fast.cpp": '#include "optimized/mpmc/fast.hpp"\n#include <hwy/highway.h>\n',
    "optimized/ecmc/chain.hpp": '#include "models/disks/state.hpp"\n',
    "optimized/ecmc/chain_kernel.hpp": '#include "models/disks/state.hpp"\n',
    "checkers/explore/chain.hpp": '#include "optimized/ecmc/chain_kernel.hpp"\n',
    "gpu/exec/emulator.hpp": '#include "models/core/a.hpp"\n',
    "gpu/mpmc/kernel.hpp": '#include "gpu/exec/emulator.hpp"\n',
    "gpu/mpmc/kernel.cu": '#include "gpu/exec/launch.cuh"\n',
    "gpu/exec/launch.cuh": '#include "gpu/exec/emulator.hpp"\n',
    "statistics/verdict.hpp": '#include "models/core/a.hpp"\n',
    "statistics/exact/numbers.hpp": '#include "models/core/a.hpp"\n',
    "validation/exact.cpp": '#include "statistics/exact/numbers.hpp"\n',
    "checkers/mutants/broken.cpp": '#include "reference/mpmc/slow.hpp"\n#include "planted/late/gpu/mpmc/kernel.hpp"\n',
    "checkers/disks/disks_test.cpp": '#include "reference/mpmc/slow.hpp"\n',
    "validation/main.cpp": '#include "statistics/verdict.hpp"\n',
    "benchmarks/main.cpp": '#include "models/disks/state.hpp"\n',
    "adapters/cpp/touchstone_external.hpp": "#include <vector>\n",
    "adapters/cpp/example/disks.cpp": '#include "disks_code.hpp"\n#include "touchstone_external.hpp"\n',
    "adapters/cpp/example/disks_code.hpp": "#include <vector>\n",
}

# (file, its text, words the message must contain)
PLANTED = [
    ("models/core/c.hpp", '#include "models/disks/state.hpp"\n', "models/core/"),
    ("models/disks/x.hpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("reference/mpmc/x.hpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("optimized/mpmc/x.cpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("optimized/mpmc/x_test.cpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("optimized/mpmc/y.cpp", '#include "optimized/ecmc/chain.hpp"\n', "may include only"),
    ("optimized/core/z.hpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("gpu/mpmc/x.hpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("gpu/mpmc/x.cuh", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("gpu/mpmc/y.cu", '#include "gpu/ecmc/other.hpp"\n', "no such file"),
    ("gpu/mpmc/kernel_test.cpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("gpu/ecmc/x_test.cpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("statistics/exact/x.hpp", '#include "statistics/verdict.hpp"\n', "may include only"),
    ("statistics/x.hpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("checkers/disks/x.hpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("checkers/mutants/x.cpp", '#include "planted/late/gpu/mpmc/other.hpp"\n', "no such file"),
    ("validation/x.cpp", '#include "optimized/mpmc/fast.hpp"\n', "may include only"),
    ("validation/y.cpp", '#include "checkers/mutants/broken.hpp"\n', "no such file"),
    ("benchmarks/x.cpp", '#include "reference/mpmc/slow.hpp"\n', "may include only"),
    ("models/disks/y.hpp", '#include "state.hpp"\n', "from the top of the tree"),
    ("models/disks/z.hpp", '#include "../core/a.hpp"\n', "from the top of the tree"),
    ("optimized/mpmc/dots.cpp", '#include "optimized/core/../../reference/mpmc/slow.hpp"\n', "without . and .."),
    ("optimized/mpmc/dot.cpp", '#include "optimized/core/./strips.hpp"\n', "without . and .."),
    ("models/disks/q.hpp", "#include <models/core/a.hpp>\n", "quotes"),
    ("models/disks/v.hpp", '  #  include "models/core/missing.hpp"\n', "no such file"),
    ("adapters/cpp/example/x.cpp", '#include "models/core/a.hpp"\n', "may include only"),
    ("adapters/cpp/example/y.cpp", '#include "shapes_code.hpp"\n', "from the top of the tree"),
    ("models/disks/w.hpp", '#include "touchstone_external.hpp"\n', "from the top of the tree"),
    ("optimized/mpmc/hidden.h", '#include "reference/mpmc/slow.hpp"\n', "C++ is in files named *.hpp"),
    ("suite/x.cc", "int w;\n", "C++ is in files named *.hpp"),
    ("models/disks/t.hpp", '#include "models/core/table.txt"\n', "expected one of *.hpp"),
    ("extra/w.cpp", "int w;\n", "belongs in one of"),
]


def write(tree, files, guard="#pragma once\n"):
    """At the end of headers, so that line numbers stay."""
    for name, text in files.items():
        text += guard * (name.endswith(".hpp") and guard not in text)
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class CheckIncludes(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.tree = pathlib.Path(self._folder.name).resolve()
        subprocess.run(["git", "init", "-q"], cwd=self.tree, check=True)
        write(self.tree, CLEAN)

    def test_a_clean_tree_passes(self):
        self.assertEqual(check_includes.violations(self.tree), [])

    def test_each_planted_violation_is_found_alone(self):
        for name, text, words in PLANTED:
            with self.subTest(file=name, text=text):
                write(self.tree, {name: text})
                found = check_includes.violations(self.tree)
                (self.tree / name).unlink()
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{name}:1: "), found[0])
                self.assertIn(words, found[0])

    def test_a_header_must_say_that_it_is_read_once(self):
        write(self.tree, {"models/core/e.hpp": "", "models/core/e-inl.hpp": "", "models/core/f.hpp": "// #pragma once\n"}, "")
        self.assertEqual(check_includes.violations(self.tree), [f"models/core/{name}.hpp:1: a header needs #pragma once"
                                                                for name in ("e", "f")])

    def test_the_line_number_is_that_of_the_include(self):
        write(self.tree, {"models/core/d.hpp": '#pragma once\n\n#include "reference/mpmc/slow.hpp"\n'})
        self.assertEqual([line.split(":")[1] for line in check_includes.violations(self.tree)], ["3"])


if __name__ == "__main__":
    unittest.main()
