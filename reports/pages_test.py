#!/usr/bin/env python3
"""Tests of the pages as a whole: links, sizes, headings, tables, figures, search, and no library."""

import html.parser
import json
import pathlib
import unittest
import unittest.mock
import urllib.parse

import synthetic
from testing import Folder, WholeFolder

from common import library

LARGEST = 1_000_000  # bytes of a page
HEADINGS = ("h1", "h2", "h3", "h4")


class Page(html.parser.HTMLParser):
    """Facts of one page that the tests ask for."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.ids, self.addresses, self.headings, self.images = [], [], [], []
        self.tables = []  # of each: the tags inside, and its headings without a scope
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.addresses += [found[name] for name in ("href", "src", "action") if name in found]
        self.headings += [int(tag[1])] if tag in HEADINGS else []
        self.images += [found] if tag == "img" else []
        if tag == "table":
            self.tables.append({"tags": [], "without scope": 0})
        if self.tables:
            self.tables[-1]["tags"].append(tag)
            self.tables[-1]["without scope"] += tag == "th" and "scope" not in found


class Report(WholeFolder):
    """One report of all synthetic records."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        code, errors = cls().run_build(figures=True)
        assert code == 0, errors
        cls.read = {path.relative_to(cls.out).as_posix(): Page(path)
                    for path in sorted(cls.out.rglob("*.html"))}

    def test_there_is_a_page_for_each_family_and_checker(self):
        for name in ("index mpmc ecmc hpmc cmc longrange checks balance explorer mutants generated "
                     "validation programs records search records/all").split():
            self.assertIn(f"{name}.html", self.read)

    def test_no_page_is_large(self):
        for name, page in self.read.items():
            self.assertLess(page.path.stat().st_size, LARGEST, name)

    def test_every_link_leads_somewhere(self):
        for name, page in self.read.items():
            self.assertEqual(len(page.ids), len(set(page.ids)), f"{name}: ids are unique")
            for address in page.addresses:
                self.assert_reachable(name, address)

    def assert_reachable(self, name, address):
        """The address is of a file of the report, and its anchor is there; or of another site."""
        parts = urllib.parse.urlsplit(address)
        if parts.scheme:
            self.assertEqual(parts.scheme, "https", address)
            return
        target = (self.read[name].path.parent / parts.path).resolve() if parts.path else self.read[name].path
        self.assertTrue(target.is_file(), f"{name}: {address}")
        if parts.fragment:
            there = self.read[target.relative_to(self.out.resolve()).as_posix()]
            self.assertIn(parts.fragment, there.ids, f"{name}: {address}")

    def test_nothing_is_loaded_from_elsewhere(self):
        for name, page in self.read.items():
            text = page.path.read_text(encoding="utf-8")
            for word in ('src="http', 'rel="stylesheet" href="http', "@import", "fetch("):
                self.assertNotIn(word, text, name)

    def test_headings_are_in_order_and_there_is_one_title(self):
        for name, page in self.read.items():
            self.assertEqual(page.headings.count(1), 1, name)
            self.assertEqual(page.headings[0], 1, name)
            for before, after in zip(page.headings, page.headings[1:]):
                self.assertLessEqual(after, before + 1, name)

    def test_tables_have_captions_and_scopes_and_images_have_words(self):
        for name, page in self.read.items():
            for table in page.tables:
                self.assertEqual(table["tags"].count("caption"), 1, name)
                self.assertEqual(table["without scope"], 0, name)
            for image in page.images:
                self.assertGreater(len(image.get("alt") or ""), 10, image)
                self.assertIn("width", image)

    def test_every_page_can_be_skipped_to_its_content(self):
        for name, page in self.read.items():
            self.assertIn("#main", page.addresses, name)
            self.assertIn("main", page.ids, name)
            self.assertIn("search", page.ids, name)

    def test_a_row_names_its_record_and_the_command_that_makes_it_again(self):
        text = self.page("mpmc")
        self.assertRegex(text, r'<td class="record"><a class="source" href="records/all.html#all:\d+">all:\d+</a>')
        self.assertIn("<summary>replay</summary><code>./touchstone check --scheme", text)
        self.assertRegex(self.page("checks"), r'<a href="records/all.html#all:\d+">✓</a>')

    def test_the_record_shows_its_line(self):
        first = json.loads(self.results.read_text(encoding="utf-8").splitlines()[0])
        text = self.page("records/all")
        shown = text[text.index('id="all:1"'):text.index('id="all:2"')]
        self.assertIn(first["metric"], shown)
        self.assertIn("./touchstone check --scheme mpmc/metropolis-reference", shown)
        self.assertIn('"trials": 200000', shown)

    def test_the_search_knows_sections_tables_rows_and_figures(self):
        text = (self.out / "search-index.js").read_text(encoding="utf-8")
        index = json.loads(text.removeprefix("window.searchIndex = ").removesuffix(";\n"))
        found = {}
        for page in index:
            for section in page["sections"]:
                found[section["title"]] = f"{page['address']}#{section['anchor']}"
                for table in section["tables"]:
                    found[table["title"]] = f"{page['address']}#{table['anchor']}"
                    for number, label in table["rows"]:
                        found[label] = f"{page['address']}#{table['anchor']}-{number}"
                for name, title in section["figures"]:
                    found[title] = f"{page['address']}#figure-{name}"
        for address in found.values():
            self.assert_reachable("search.html", address)
        self.assertEqual(found["Paper Table 2: equation of state"], "mpmc.html#mpmc-table-2")
        self.assertTrue(found["mutant/stale-neighbours"].startswith("mutants.html#table-"))


class WithoutLibrary(Folder):
    """A machine without Debian's package: tables are plain, and nothing is missing."""

    def test_tables_stay_and_no_script_is_asked_for(self):
        with unittest.mock.patch.object(library, "INSTALLED", self.folder):
            self.build_with(synthetic.everything())
        self.shows("stale-neighbours")
        self.hides("vendor/")
        self.hides("static/tables.js")
        self.assertFalse((self.out / "vendor").exists())

    def test_with_it_every_page_loads_it(self):
        for script in library.SCRIPTS:
            (self.folder / script).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / script).write_text("library", encoding="utf-8")
        with unittest.mock.patch.object(library, "INSTALLED", self.folder):
            self.build_with(synthetic.everything())
        self.assertIn('src="vendor/jquery.dataTables.min.js"', self.page("mutants"))
        self.assertIn('src="../vendor/jquery.min.js"', self.page("records/all"))
        self.assertEqual((self.out / "vendor" / "jquery.min.js").read_text(encoding="utf-8"), "library")


if __name__ == "__main__":
    unittest.main()
