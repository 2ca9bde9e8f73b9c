#!/usr/bin/env python3
"""Tests of sites and their texts: snippets with all mutants, compiled and run with each of them."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
try:
    import rewrite
    import sites
except ImportError:  # no libclang
    sites = None

HERE = pathlib.Path(__file__).resolve().parent


class Snippet:
    """A program, the mutants that libclang finds in it, and what it prints with each."""

    def __init__(self, folder, text):
        self.folder = pathlib.Path(folder)
        path = self.folder / "snippet.cpp"
        path.write_text(text, encoding="utf-8")
        unit = sites.parse(path, ["-std=c++20"])
        found = sites.sites_of(unit, {"snippet.cpp": path})["snippet.cpp"]
        self.sites = sorted(found.values(), key=lambda s: (s.start, -s.end, s.operator, s.mutated))
        for number, site in enumerate(self.sites, start=1):
            site.id = number
        self.rewritten = rewrite.Rewritten(text.encode().decode("latin-1"), self.sites)

    def compile(self):
        (self.folder / "switch.h").write_bytes((HERE / "switch.h").read_bytes())
        (self.folder / "mutated.cpp").write_text(
            f'#define TOUCHSTONE_MUTANTS {len(self.sites)}\n#include "switch.h"\n#line 1\n'
            + self.rewritten.text, encoding="latin-1")
        self.program = self.folder / "program"
        done = subprocess.run(["g++", "-std=c++20", "-w", "-o", str(self.program), "mutated.cpp"], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr + self.rewritten.text)
        return self

    def prints(self, mutant=None, **environment):
        environment.update({"TOUCHSTONE_MUTANT": str(mutant)} if mutant is not None else {})
        return subprocess.run([str(self.program)], env=environment, capture_output=True, text=True, timeout=20,
                              check=False).stdout.strip()

    def outputs(self):
        """{(operator, original, mutated): what is printed}"""
        return {(s.operator, s.original, s.mutated): self.prints(s.id) for s in self.sites}


def program(body, before="", of="int f(int a, int b)", call="f(3, 4)"):
    return f"#include <cstdio>\n#include <array>\n{before}\n{of} {{\n{body}\n}}\nint main() {{ std::printf(\"%d\", (int)({call})); }}\n"


@unittest.skipIf(sites is None, "needs libclang (Debian: python3-clang-14)")
class Sites(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def snippet(self, *args, **kwargs):
        made = Snippet(self.folder, program(*args, **kwargs))
        made.sites = [s for s in made.sites if s.function != "main"]
        for number, site in enumerate(made.sites, start=1):
            site.id = number
        made.rewritten = rewrite.Rewritten(made.rewritten.old, made.sites)
        return made

    def outputs(self, *args, **kwargs):
        return self.snippet(*args, **kwargs).compile().outputs()

    def test_without_a_mutant_the_program_is_the_original(self):
        made = self.snippet("int s = 0;\nfor (int i = 0; i < b; ++i) s += a - i;\nreturn s;").compile()
        self.assertEqual(made.prints(), "6")
        self.assertEqual(made.prints("none"), "6")

    def test_comparisons_signs_and_constants(self):
        found = self.outputs("return (a < b) * 10 + (b - a);")
        self.assertEqual(found["comparison", "a < b", "a <= b"], "11")
        self.assertEqual(found["sign", "b - a", "b + a"], "17")
        self.assertEqual(found["sign", "(a < b) * 10 + (b - a)", "(a < b) * 10 - (b - a)"], "9")
        self.assertEqual(found["constant", "10", "(10 + 1)"], "12")
        self.assertEqual(found["off by one", "(a < b) * 10 + (b - a)", "(((a < b) * 10 + (b - a)) + 1)"], "12")
        self.assertEqual(self.outputs("return 100 * 0.5;")["constant", "0.5", "(0.5 * 101 / 100)"], "50")
        self.assertEqual(self.outputs("return true;")["constant", "true", "false"], "0")

    def test_statements_are_dropped(self):
        found = self.outputs("int s = a;\ns = b;\ng(&s);\nif (s > 100) throw 1;\nreturn s;",
                             before="void g(int* x) { *x += 5; }")
        self.assertEqual(found["stale value kept", "s = b;", ""], "8")
        self.assertEqual(found["dropped call", "g(&s);", ""], "4")
        self.assertEqual(found["dropped statement", "throw 1;", ""], "9")

    def test_a_dropped_statement_leaves_else_where_it_was(self):
        found = self.outputs("int s = 0;\nif (a > 5) s = 1; else s = 2;\nreturn s;")
        self.assertEqual(found["stale value kept", "s = 2;", ""], "0")
        self.assertEqual(found["stale value kept", "s = 1;", ""], "2")
        self.assertEqual(found["wrong branch", "a > 5", "!(a > 5)"], "1")

    def test_arguments_are_swapped_where_they_have_one_type(self):
        found = self.outputs("return g(a, b, 2.0);", before="int g(int x, int y, double z) { return x - y + z; }")
        self.assertEqual(found["swapped arguments", "g(a, b, 2.0)", "g(b, a, 2.0)"], "3")
        self.assertEqual(sum(key[0] == "swapped arguments" for key in found), 1)

    def test_arguments_that_may_come_in_any_order_are_not_swapped(self):
        found = self.snippet("return max(a, b);", before="int max(int x, int y) { return x > y ? x : y; }").sites
        self.assertFalse([s for s in found if s.operator == "swapped arguments"])
        found = self.snippet("return std::min<int>(a, b);", before="#include <algorithm>").sites
        self.assertFalse([s for s in found if s.operator == "swapped arguments"])
        found = self.snippet("return fma(a, b, a + 1);", before="int fma(int x, int y, int z) { return x * y + z; }").sites
        self.assertEqual([s.mutated for s in found if s.operator == "swapped arguments"], ["fma(a, a + 1, b)"])

    def test_the_smaller_of_two_has_no_mutant_for_two_that_are_equal(self):
        found = self.outputs("return a + 1 < b ? a + 1 : b;")
        self.assertEqual({key[0] for key in found}, {"constant", "off by one", "sign", "wrong branch"})
        self.assertEqual(found["wrong branch", "a + 1 < b", "!(a + 1 < b)"], "4")
        self.assertIn(("comparison", "a < b", "a <= b"), self.outputs("return a < b ? a : b + 1;"))

    def test_elements_of_arrays_and_functions_of_a_pair(self):
        found = self.outputs("std::array<int, 6> x{1, 2, 3, 4, 5, 6};\nint y[6] = {6, 5, 4, 3, 2, 1};\n"
                             "return x[a] + y[b - 1];")
        self.assertEqual(found["off by one", "a", "((a) + 1)"], "8")
        self.assertEqual(found["off by one", "b - 1", "((b - 1) + 1)"], "6")

    def test_what_must_be_a_constant_is_none(self):
        found = self.snippet("constexpr int n = 2 + 1;\nint x[2] = {};\nstatic_assert(n == 3);\n"
                             "std::array<int, 5> y{};\nif constexpr (n > 2) x[0] = 7;\n"
                             "switch (a) { case 3: return x[0]; default: return y[0]; }")
        texts = {s.original for s in found.sites}
        self.assertFalse(texts & {"2 + 1", "2", "5", "n > 2", "n == 3", "3"}, texts)
        self.assertEqual(found.compile().prints(), "7")

    def test_constants_that_share_a_declaration_are_none(self):
        found = self.snippet("constexpr int n[] = {2, 4}, m[] = {6, 8};\nreturn n[0] + m[1];")
        self.assertFalse({s.original for s in found.sites} & {"2", "4", "6", "8"})
        self.assertEqual(found.compile().prints(), "10")

    def test_what_an_error_says_is_none(self):
        found = self.snippet("if (a < b - 8) refuse(a + 1);\nreturn a;",
                             before="[[noreturn]] void refuse(int where) { throw where; }")
        texts = {s.original for s in found.sites}
        self.assertNotIn("a + 1", texts)
        self.assertIn("refuse(a + 1);", texts)
        self.assertIn("a < b - 8", texts)

    def test_what_a_macro_expands_to_is_none(self):
        found = self.snippet("return TWICE(a < b);", before="#define TWICE(x) ((x) + (x))")
        self.assertEqual([s.original for s in found.sites], [])

    def test_what_is_for_people_or_only_registers_or_saves_time_is_none(self):
        found = self.snippet("prefetch(a + 1);\nreturn register_it(a) + name(a).size() + *text() + count(a);",
                             before="#include <string>\nvoid prefetch(int x) { x = x + 1; }\n"
                             "bool register_it(int x) { return x > 7; }\n"
                             "std::string name(int x) { return std::to_string(x + 1); }\n"
                             "const char* text() { return &\"abc\"[0 + 1]; }\n"
                             "int count(int x) { return x - 1; }").sites
        self.assertEqual({s.function for s in found}, {"count", "f"})
        self.assertFalse([s.mutated for s in found if s.operator == "dropped call"])

    def test_constant_functions_stay_constant(self):
        found = self.snippet("return twice(a) * 100 + n;",
                             before="constexpr int twice(int x) { return 2 * x; }\nconstexpr int n = twice(4);"
                             "\nstatic_assert(n == 8);").compile()
        self.assertEqual(found.prints(), "608")
        self.assertEqual(found.outputs()["constant", "2", "(2 + 1)"], "908")

    def test_templates_and_lambdas_have_sites_too(self):
        found = self.outputs("const auto g = [&](int x) { return x - b; };\nreturn least<int>(a, b) + g(10);",
                             before="template <class T> T least(T x, T y) { if (y < x) return y; return x; }")
        self.assertEqual(found["comparison", "y < x", "y <= x"], "9")
        self.assertEqual(found["wrong branch", "y < x", "!(y < x)"], "10")
        self.assertEqual(found["sign", "x - b", "x + b"], "17")

    def test_memory_orders_are_weakened(self):
        found = self.outputs("std::atomic<int> x{a};\nx.store(b, std::memory_order_release);\n"
                             "return x.load(std::memory_order_acquire);", before="#include <atomic>")
        weaker = [key for key in found if key[0] == "barrier or memory order"]
        self.assertEqual(sorted(key[2] for key in weaker), ["x.load(std::memory_order_relaxed)",
                                                            "x.store(b, std::memory_order_relaxed)"])

    def test_a_loop_that_is_empty_anyway_is_none(self):
        found = self.snippet("while (--a > 0) continue;\nfor (;;) {\n  if (b > 1) continue;\n  return a;\n}").sites
        self.assertEqual([s.line for s in found if s.original == "continue;"], [7])

    def test_lines_keep_their_numbers(self):
        text = "return f(a,  // first\n         b) +\n       1;"
        made = self.snippet(text)
        self.assertEqual(made.rewritten.text.count("\n"), made.rewritten.old.count("\n"))

    def test_an_error_is_blamed_on_the_mutant_whose_text_it_is(self):
        made = self.snippet("return (a < b) + 1;")
        lines = made.rewritten.text.split("\n")
        line = next(i for i, one in enumerate(lines) if "<=" in one)
        blamed = made.rewritten.blamed(line + 1, lines[line].index("<=") + 1)
        self.assertEqual([site.mutated for site in blamed], ["a <= b"])
        self.assertEqual(made.rewritten.blamed(1, 1), [])

    def test_coverage_tells_which_sites_are_reached(self):
        made = self.snippet("if (a > 5) return 1;\nreturn 2;").compile()
        reached = self.folder + "/reached"
        made.prints("coverage", TOUCHSTONE_MUTANT_REACHED=reached)
        numbers = {int(word) for word in pathlib.Path(reached).read_text(encoding="utf-8").split()}
        self.assertEqual({s.original for s in made.sites if s.id not in numbers}, {"1"})


if __name__ == "__main__":
    unittest.main()
