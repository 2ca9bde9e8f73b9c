#!/usr/bin/env python3
"""Tests of build.py --pdf with stand-ins for Chromium and pdfunite."""

import csv
import os
import stat
import unittest
import unittest.mock

import synthetic
from testing import HERE, Folder

CHROMIUM = """#!/bin/sh
for word; do case $word in --print-to-pdf=*) out=${word#*=} ;; esac; done
[ -f "${word#file://}" ] || exit 1
printf '%%PDF of %s\\n' "${word##*/}" >"$out"
"""
UNITE = """#!/bin/sh
for last; do :; done
cat "$@" >"$last.new" 2>/dev/null
mv "$last.new" "$last"
"""


class Printing(Folder):
    def setUp(self):
        super().setUp()
        self.tools = self.folder / "bin"
        self.tools.mkdir()
        patched = unittest.mock.patch.dict(os.environ, PATH=f"{self.tools}:/usr/bin:/bin")
        patched.start()
        self.addCleanup(patched.stop)
        synthetic.write(self.results, [synthetic.record("check", "mpmc/openmp", "property/legal", 0.0, z=0.0)])

    def stand_in(self, name, text):
        (self.tools / name).write_text(text)
        (self.tools / name).chmod((self.tools / name).stat().st_mode | stat.S_IXUSR)

    def test_every_page_of_the_list_is_printed_and_joined(self):
        self.stand_in("chromium", CHROMIUM)
        self.stand_in("pdfunite", UNITE)
        code, errors = self.run_build("--pdf")
        self.assertEqual(code, 0, errors)
        with open(HERE / "pages.csv", encoding="utf-8") as file:
            names = ["index", *(row["page"] for row in csv.DictReader(
                line for line in file if not line.startswith("#")))]
        self.assertEqual(sorted(path.stem for path in (self.out / "pdf").iterdir()),
                         sorted([*names, "supplement"]))
        self.assertEqual((self.out / "pdf" / "supplement.pdf").read_text().splitlines(),
                         [f"%PDF of {name}.html" for name in names])

    def test_one_paper_is_its_page_alone_and_needs_nothing_that_joins(self):
        self.stand_in("chromium", CHROMIUM)
        with unittest.mock.patch("shutil.which", lambda name: name == "chromium" and str(self.tools / name)):
            code, errors = self.run_build("--paper", "ecmc")
        self.assertEqual(code, 0, errors)
        self.assertEqual([path.name for path in (self.out / "pdf").iterdir()], ["ecmc.pdf"])
        self.assertEqual((self.out / "pdf" / "ecmc.pdf").read_text(), "%PDF of ecmc.html\n")
        code, errors = self.run_build("--paper", "ecmcc")
        self.assertEqual(code, 2)
        self.assertIn("no such paper: expected one of mpmc, ecmc, cmc, longrange, hpmc, found 'ecmcc'", errors)

    def test_a_browser_that_prints_nothing_is_an_error(self):
        self.stand_in("chromium", "#!/bin/sh\necho no display >&2\nexit 3\n")
        self.stand_in("pdfunite", UNITE)
        code, errors = self.run_build("--pdf")
        self.assertEqual(code, 2)
        self.assertIn("index.pdf: not made by chromium: expected a PDF file, found 'exit code 3: no "
                      "display'", errors)

    def test_without_chromium_nothing_is_built_and_the_package_named(self):
        with unittest.mock.patch("shutil.which", lambda name: None):
            code, errors = self.run_build("--pdf")
        self.assertEqual(code, 2)
        self.assertIn("apt-get install chromium", errors)
        self.assertIn("leave out --pdf", errors)
        self.assertFalse(self.out.exists())
        with unittest.mock.patch("shutil.which", lambda name: None if name == "pdfunite" else "/bin/true"):
            self.assertIn("poppler-utils", self.run_build("--pdf")[1])


if __name__ == "__main__":
    unittest.main()
