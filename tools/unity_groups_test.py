#!/usr/bin/env python3
"""Tests of unity_groups.py: files share a translation unit unless a name that one keeps to itself could
be met by another."""

import pathlib
import tempfile
import unittest

import unity_groups


def source(text, headers=""):
    made = unity_groups.Source(text)
    made.words_of_headers = unity_groups.plain_words(unity_groups.words_and_signs(headers))
    return made


def kept(text):
    """A file of the project that keeps `text` to itself."""
    return f"namespace touchstone {{\nnamespace {{\n{text}\n}}  // namespace\n}}  // namespace touchstone\n"


class Names(unittest.TestCase):
    def test_that_a_file_keeps_to_itself(self):
        text = kept("""
            using Short = models::Long<int>;
            constexpr double kHalf = 0.5, kThird = 1.0 / 3;
            const std::map<std::string, int> table{{"a", 1}};
            int counters[3];
            struct [[nodiscard]] Point { double x = 0; double length() const { return x; } };
            class Walk final : public Base<Point> {};
            enum class Side { left, right };
            template <class T> std::vector<T> twice(const T& a) { return {a, a}; }
            bool operator==(const Point& a, const Point& b) { return a.x == b.x; }
            const bool registered = add({.name = "x"});
            TEST(Suite, Name) { int local = 0; }
        """)
        self.assertEqual(source(text).own, {"Short", "kHalf", "kThird", "table", "counters", "Point",
                                            "Walk", "Side", "twice"})

    def test_but_not_those_that_others_are_to_see(self):
        text = "namespace touchstone {\nint shown() { return hidden(); }\nstatic int hidden() { return 1; }\n}\n"
        self.assertEqual(source(text).own, {"hidden"})

    def test_of_other_namespaces_comments_and_literals_are_not_met(self):
        user = source('int f() { return other::helper(x.helper) /* helper */ + g("helper"); }  // helper\n')
        self.assertNotIn("helper", user.words)


class Groups(unittest.TestCase):
    def fit(self, one, other):
        forward = source(one).fits(source(other))
        self.assertEqual(forward, source(other).fits(source(one)))
        return forward

    def test_files_of_different_names_share_a_unit(self):
        self.assertTrue(self.fit(kept("int one() { return 1; }"), kept("int two() { return 2; }")))
        self.assertTrue(self.fit(kept("const bool registered = a();"), kept("const bool registered = b();")))
        self.assertTrue(self.fit(kept("using disks::Box;"), kept("using disks::Box;\nBox b;")))

    def test_files_of_a_common_name_do_not(self):
        self.assertFalse(self.fit(kept("int one() { return 1; }"), kept("long one(int) { return 2; }")))
        self.assertFalse(self.fit(kept("using disks::Box;"), kept("using shapes::Box;")))

    def test_nor_one_that_says_a_name_of_another(self):
        self.assertFalse(self.fit(kept("double area(double r) { return r; }"), "int f() { return area(1); }"))
        self.assertFalse(self.fit(kept("using disks::Box;"), "Box f();"))
        self.assertFalse(self.fit("using namespace other;", "int f();"))

    def test_nor_one_whose_headers_do(self):
        one, other = source(kept("void prepare() {}")), source("int f();", "inline int g() { return prepare(1); }")
        self.assertFalse(one.fits(other))
        self.assertFalse(other.fits(one))

    def test_files_with_macros_are_alone(self):
        self.assertTrue(source("#define HWY_TARGET_INCLUDE \"a.cpp\"\n").alone)
        self.assertFalse(source("#include <vector>\n").alone)

    def test_headers_are_read_through_those_that_include_them(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / "a.cpp").write_text('#include "b.hpp"\n')
            (tree / "b.hpp").write_text('#include "c.hpp"\n#include <vector>\n')
            (tree / "c.hpp").write_text("int deep();\n")
            self.assertIn("deep", unity_groups.Headers(tree).words_below("a.cpp"))

    def test_groups_keep_their_limits_and_lone_files_are_left_out(self):
        sources = {name: source(kept(f"int {name}() {{ return 1; }}")) for name in "abcde"}
        lines = dict.fromkeys("abcde", 10)
        self.assertEqual(unity_groups.groups(sources, lines, 2, 100), [["a", "b"], ["c", "d"]])
        self.assertEqual(unity_groups.groups(sources, lines, 9, 30), [["a", "b", "c"], ["d", "e"]])

    def test_units_are_the_same_text_in_every_clone(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "unit_0.cpp"
            unity_groups.write_unit(unit, ["models/a.cpp", "models/b.cpp"])
            self.assertEqual(unit.read_text(encoding="utf-8"),
                             '#define registered registered_0\n#include "models/a.cpp"\n#undef registered\n'
                             '#define registered registered_1\n#include "models/b.cpp"\n#undef registered\n')
            before = unit.stat().st_mtime_ns
            unity_groups.write_unit(unit, ["models/a.cpp", "models/b.cpp"])
            self.assertEqual(unit.stat().st_mtime_ns, before, "what has not changed is not compiled again")


if __name__ == "__main__":
    unittest.main()
