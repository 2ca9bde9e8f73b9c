#!/usr/bin/env python3
"""Tests of check_one_definition.py: a name taken twice is found, whoever takes it."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

import check_one_definition

A = "namespace touchstone {\nstruct Count {\n  int n;\n};\n}  // namespace touchstone\n"
HIDDEN = "namespace touchstone {\nnamespace {\nstruct Count {};\n}  // namespace\n}  // namespace touchstone\n"
OTHER = "namespace touchstone::explore {\nclass Count final : public Base {\n};\n}  // namespace touchstone::explore\n"
DECLARED = "namespace touchstone {\nstruct Count;\n}  // namespace touchstone\n"
SPECIAL = ("namespace touchstone {\ntemplate <class T>\nstruct Trait {};\ntemplate <>\n"
           "struct Trait<int> {};\n}  // namespace touchstone\n")


class OneDefinition(unittest.TestCase):
    def doubles(self, *files, folder_of_last="models"):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for number, text in enumerate(files):
                file = tree / (folder_of_last if number == len(files) - 1 else "models") / f"f{number}.hpp"
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
            return list(check_one_definition.doubles(tree))

    def test_the_same_name_twice_is_found(self):
        self.assertEqual(self.doubles(A, A.replace("int", "long")), ["touchstone::Count"])

    def test_other_namespaces_and_anonymous_ones_are_apart(self):
        self.assertEqual(self.doubles(A, HIDDEN, OTHER, DECLARED), [])

    def test_programs_of_users_are_apart(self):
        self.assertEqual(self.doubles(A, A, folder_of_last="adapters"), [])
        self.assertEqual(self.doubles(A, A, folder_of_last="suite"), ["touchstone::Count"])

    def test_heads_of_several_lines_count(self):
        for head in ("class Count final\n    : public Base {", "class Count final : public Base,\n                    public Other {",
                     "struct alignas(64) Count {", "struct [[nodiscard]] alignas(std::max_align_t) Count {"):
            text = A.replace("struct Count {", head)
            self.assertEqual(self.doubles(text, text), ["touchstone::Count"], head)
        declared = "namespace touchstone {\nclass\n    Count;\nstruct Other {};\n}  // namespace touchstone\n"
        self.assertEqual(self.doubles(A, declared), [])

    def test_derived_types_count(self):
        self.assertEqual(self.doubles(OTHER, OTHER), ["touchstone::explore::Count"])

    @unittest.skipUnless(shutil.which("g++"), "needs g++")
    def test_the_compiler_compares_members_and_not_code(self):
        planted = "namespace touchstone {\nstruct Count {\n  MEMBER n = 1;\n  int twice() { return CODE * int(n); }\n};\n}  // namespace touchstone\n"
        use = "int FUNCTION() { touchstone::Count count; return count.twice(); }\n"
        first = planted.replace("MEMBER", "int").replace("CODE", "2")
        for second, warned in ((first.replace("int n", "long n"), True), (first.replace("2 *", "3 *"), False)):
            self.assertEqual(self.doubles(first, second), ["touchstone::Count"])
            with tempfile.TemporaryDirectory() as folder:
                for name, text in (("f", first), ("g", second)):
                    pathlib.Path(folder, name + ".cpp").write_text(text + use.replace("FUNCTION", name), encoding="utf-8")
                pathlib.Path(folder, "main.cpp").write_text("int f();\nint g();\nint main() { return f() + g(); }\n", encoding="utf-8")
                done = subprocess.run(["g++", "-O0", "-flto", "-Wodr", "f.cpp", "g.cpp", "main.cpp"], cwd=folder,
                                      capture_output=True, text=True, check=True)
            self.assertEqual("-Wodr" in done.stderr, warned, done.stderr)

    def test_specialisations_are_not_second_definitions(self):
        self.assertEqual(self.doubles(SPECIAL), [])


if __name__ == "__main__":
    unittest.main()
