"""Common parts of the tests of the report: a fresh folder per test, and build.py in this process."""

import contextlib
import csv
import io
import pathlib
import shutil
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import build  # noqa: E402  (found through the line above)
import synthetic  # noqa: E402
from common.artifact import Context  # noqa: E402
from common.published import Data  # noqa: E402

DATA = Data(HERE.parent / "validation" / "data")


def section(script, records, schemes=()):
    """(what a script makes of these records, its tables by name)"""
    artifact = script.build(Context(records, [], DATA, list(schemes)), records)
    return artifact, {table.name: table for table in artifact.tables}


class Folder(unittest.TestCase):
    """A fresh folder per test, and a way to run build.py in this process."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="report_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.results = self.folder / "results" / "all.jsonl"
        self.out = self.folder / "out"

    def run_build(self, *options, results=None, figures=False):
        """(exit code, standard error)"""
        if not figures:
            options += ("--no-figures",)
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            code = build.main(["--results", str(results or self.results.parent), "--out",
                               str(self.out), "--recorded", str(self.folder / "none"), *options])
        return code, errors.getvalue()

    def build_with(self, records, figures=False):
        """Builds the report of these records."""
        synthetic.write(self.results, records)
        code, errors = self.run_build(figures=figures)
        self.assertEqual(code, 0, errors)

    def page(self, name="index"):
        return (self.out / f"{name}.html").read_text(encoding="utf-8")

    def pages(self):
        """All pages but those of records as one text, without the places where a line may break."""
        return "".join(path.read_text(encoding="utf-8")
                       for path in sorted(self.out.glob("*.html"))).replace("<wbr>", "")

    def shows(self, text):
        self.assertTrue(text in self.pages(), f"a page shows {text!r}")

    def hides(self, text):
        self.assertFalse(text in self.pages(), f"no page shows {text!r}")

    def table(self, name):
        with open(self.out / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


class WholeFolder(Folder):
    """One folder with all synthetic records for all tests of a class, which build from them once."""

    def setUp(self):
        pass  # the folder is that of the class

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="report_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.results, cls.out = cls.folder / "results" / "all.jsonl", cls.folder / "out"
        synthetic.write(cls.results, synthetic.everything())
