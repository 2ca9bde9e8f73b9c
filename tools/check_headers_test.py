#!/usr/bin/env python3
"""Tests of check_headers.py: headers that miss an include, their guard, or trip a warning fail, each time."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock

import check_headers

GOOD = "#pragma once\n#include <vector>\ninline std::vector<int> ones() { return {1}; }\n"
USER = '#pragma once\n#include "models/core/good.hpp"\ninline auto two() { return ones(); }\n'


class CheckHeaders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name).resolve() / "tree"
        self.build = self.tree.parent / "build"
        (self.tree / "models" / "core").mkdir(parents=True)
        self.build.mkdir()
        self.units("/x/models/core/a.cpp")
        self.write("good.hpp", GOOD)
        self.write("user.hpp", USER)

    def write(self, name, text):
        (self.tree / "models" / "core" / name).write_text(text)

    def units(self, *files, flags=""):
        (self.build / "compile_commands.json").write_text(json.dumps([{
            "file": str(file), "directory": "/x",
            "command": "/usr/bin/cmake -E env CCACHE_NOHASHDIR=1 /usr/bin/ccache /usr/bin/g++ -O3 "
                       f"-std=c++20 -Wall -Wconversion -Werror {flags} -o a.o -c {file}"}
            for file in files]))

    def check(self):
        headers, failed = check_headers.check(self.tree, self.build)
        return len(headers), sorted(pathlib.Path(header).name for header in failed)

    def test_compiler_and_flags_are_those_of_the_build(self):
        self.assertEqual(check_headers.compile_command(check_headers.compile_commands(self.build)),
                         ["/usr/bin/g++", "-std=c++20", "-Wall", "-Wconversion", "-Werror"])

    def test_good_headers_pass(self):
        self.assertEqual(self.check(), (2, []))

    def test_a_change_reaches_the_headers_that_include_it(self):
        self.assertEqual(self.check(), (2, []))
        self.write("good.hpp", GOOD.replace("ones", "others"))
        self.assertEqual(self.check(), (2, ["user.hpp"]))

    def test_what_passed_in_one_clone_is_found_in_another(self):
        if not shutil.which("ccache"):
            self.skipTest("there is no ccache")
        with tempfile.TemporaryDirectory() as cache, unittest.mock.patch.dict(os.environ, CCACHE_DIR=cache):
            self.check()
            other = self.tree.parent / "other"
            shutil.copytree(self.tree, other / "tree")
            shutil.copytree(self.build, other / "build")
            check_headers.check(other / "tree", other / "build")
            found = subprocess.run(["ccache", "--print-stats"], capture_output=True, text=True, check=True)
        self.assertRegex(found.stdout, r"(?m)^direct_cache_hit\t[1-9]")

    def test_planted_faults_fail_and_fail_again(self):
        self.write("bad_include.hpp", "#pragma once\ninline std::vector<int> x() { return {}; }\n")
        self.write("bad_guard.hpp", "inline int twice() { return 2; }\n")
        self.write("bad_warning.hpp", "#pragma once\ninline int cut(double x) { return x; }\n")
        expected = ["bad_guard.hpp", "bad_include.hpp", "bad_warning.hpp"]
        self.assertEqual(self.check(), (5, expected))
        self.assertEqual(self.check(), (5, expected))

    def test_a_header_that_begins_a_translation_unit_is_left_to_the_build(self):
        self.write("own.hpp", "#pragma once\ninline std::vector<int> x() { return {}; }\n")
        self.write("own.cpp", '#include "models/core/own.hpp"\n')
        self.units(self.tree / "models/core/own.cpp")
        self.assertEqual(self.check(), (2, []))

    def test_but_not_one_that_comes_later_or_has_no_guard(self):
        self.write("later.hpp", "#pragma once\ninline std::vector<int> x() { return {}; }\n")
        self.write("open.hpp", "inline int twice() { return 2; }\n")
        self.write("own.cpp", '#include "models/core/open.hpp"\n#include "models/core/later.hpp"\n')
        self.units(self.tree / "models/core/own.cpp")
        self.assertEqual(self.check(), (4, ["later.hpp", "open.hpp"]))

    def test_nor_one_behind_other_files_of_its_unit_or_precompiled_headers(self):
        self.write("own.hpp", "#pragma once\ninline std::vector<int> x() { return {}; }\n")
        self.write("own.cpp", '#include "models/core/own.hpp"\n')
        self.write("good.cpp", '#include "models/core/good.hpp"\n')
        folder = self.tree / "models" / "core"
        unity = self.build / "unity" / "unit_0.cpp"
        unity.parent.mkdir()
        unity.write_text('#include "models/core/good.hpp"\n#include "models/core/own.hpp"\n'
                         '#include "models/core/good.cpp"\n#include "models/core/own.cpp"\n')
        self.units(unity)
        self.assertEqual(self.check(), (2, ["own.hpp"]))  # own and user; good begins the unit
        self.units(folder / "own.cpp", flags="-include /x/cmake_pch.hxx")
        self.assertEqual(self.check(), (3, ["own.hpp"]))

    def test_headers_compiled_together_help_each_other_only_with_what_they_include(self):
        self.write("needs.hpp", '#pragma once\n#include "models/core/good.hpp"\n'
                                "inline std::string word() { return {}; }\n")
        self.write("gives.hpp", "#pragma once\n#include <string>\n")
        includes = check_headers.Includes(self.tree)
        names = [f"models/core/{name}.hpp" for name in ("gives", "good", "needs", "user")]
        together = check_headers.chains(includes, names)
        self.assertEqual(sorted(map(sorted, together)), [[names[0]], [names[1], names[2]], [names[3]]])
        self.assertEqual(self.check()[1], ["needs.hpp"])


if __name__ == "__main__":
    unittest.main()
