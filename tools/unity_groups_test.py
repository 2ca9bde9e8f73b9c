#!/usr/bin/env python3
"""Tests of unity_groups.py: files share a translation unit unless a name that one keeps to itself could
be met by another."""

import pathlib
import tempfile
import unittest

import unity_groups


def source(text, headers=""):
    """A file whose only header has this text."""
    made = unity_groups.Source(text)
    tokens = unity_groups.words_and_signs(headers)
    made.words_of_headers = unity_groups.plain_words(tokens)
    made.names_of_headers = unity_groups.names_declared(tokens)
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
                                            "Walk", "Side", "twice", "registered"})

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

    def test_so_do_files_of_a_common_name_that_each_keeps_to_itself(self):
        one = kept("int one() { return 1; }\nint a() { return one(); }")
        self.assertTrue(self.fit(one, kept("long one(int) { return 2; }\nlong b() { return one(1); }")))
        self.assertTrue(self.fit(one, "int f() { return one(1); }"))
        self.assertFalse(self.fit(kept("using disks::Box;"), kept("using shapes::Box;")))

    def test_not_where_another_name_would_have_another_meaning(self):
        other = "int f() { return prepare(1); }"
        for text, headers in (("void prepare() {}", ""),  # for a template that finds it
                              ("void prepare() {}\nint a() { return x.prepare(); }", ""),
                              ("void prepare() {}\nint a() { return models::prepare(); }", ""),
                              ("struct prepare : Test {};\nTEST_F(prepare, Works) {}", ""),
                              ("void prepare() {}\nint a() { return prepare(); }", "int prepare(int);"),
                              ("void prepare() {}\nint a() { return prepare(prepare::b); }",
                               "namespace c::prepare {\nint b;\n}"),
                              ("void prepare() {}\nstruct A : B { int a() { return prepare(); } };",
                               "struct B { int prepare(); };")):
            self.assertFalse(source(kept(text), headers).fits(source(other)), text)
        again = kept("void prepare() {}\nint a() { return prepare(); }")
        self.assertTrue(self.fit(again, other))
        self.assertTrue(source(again, "struct B { int prepare(); };").fits(source(other)))

    def test_a_name_taken_from_elsewhere_is_not_met_by_another_file(self):
        self.assertFalse(self.fit(kept("using disks::Box;"), "Box f();"))
        self.assertFalse(self.fit("using namespace other;", "int f();"))

    def test_names_that_a_header_of_another_file_says_are_met(self):
        one, other = source(kept("void prepare() {}")), source("int f();", "inline int g() { return prepare(1); }")
        self.assertEqual(one.met_by(other), {"prepare"})
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
            (tree / "c.hpp").write_text("int deep(int parameter);\n")
            found = source("")
            unity_groups.Headers(tree).told(found, "a.cpp")
            self.assertIn("parameter", found.words_of_headers)
            self.assertEqual(found.names_of_headers, {"deep"})

    def test_groups_keep_their_limits_and_lone_files_are_left_out(self):
        sources = {name: source(kept(f"int {name}() {{ return 1; }}")) for name in "abcde"}
        lines = dict.fromkeys("abcde", 10)
        self.assertEqual(unity_groups.groups(sources, lines, 2, 100), [["a", "b"], ["c", "d"]])
        self.assertEqual(unity_groups.groups(sources, lines, 9, 30), [["a", "b", "c"], ["d", "e"]])

    def test_names_are_replaced_behind_all_headers(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            texts = {"a.cpp": "#include <set>\n" + kept("int one() { return 1; }\nint a() { return one(); }"),
                     "b.cpp": '#include "b.hpp"\n#include <set>\nint b() { return one(); }\n'}
            for name, text in texts.items():
                (tree / name).write_text(text)
            made = {name: source(text) for name, text in texts.items()}
            self.assertEqual(unity_groups.unit_text(["a.cpp", "b.cpp"], made, unity_groups.Headers(tree)),
                             '#include <set>\n#include "b.hpp"\n'
                             '#define one one_0\n#include "a.cpp"\n#undef one\n#include "b.cpp"\n')

    def test_what_has_not_changed_is_not_compiled_again(self):
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder) / "unit_0.cpp"
            unity_groups.write_unit(unit, "int a;\n")
            before = unit.stat().st_mtime_ns
            unity_groups.write_unit(unit, "int a;\n")
            self.assertEqual(unit.stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
