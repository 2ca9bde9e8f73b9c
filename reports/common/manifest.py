"""The manifest: which script and which records make which table or figure. A gap is an error."""

import importlib.util
import pathlib
import re

from common import printed, selection
from common.errors import ReportError
from common.published import Row, read_csv
from common.records import CLASSES

COLUMNS = ("page", "paper", "artifact", "title", "script", "records", "class")
PAGES = ("page", "group", "title", "lead")
FAMILIES = "Families"  # group of the pages of families
NO_PAGE = ("suite",)  # its records are shown with the checkers
DEFAULT_SCRIPT = "family_records.py"


class Entry:
    """One line of manifest.csv."""

    def __init__(self, row, folder):
        self.page, self.paper, self.artifact = row["page"], row["paper"], row["artifact"]
        self.title = row["title"]
        self.klass = row["class"]
        self.where = row.where
        self.name = f"{self.paper}-{self.artifact}"
        self.selector = row["records"]
        self.terms = selection.parse(row["records"], row.where)
        self.script = pathlib.Path(folder) / row["script"]
        if self.klass not in CLASSES:
            raise ReportError(row.where, "column class", "one of " + ", ".join(CLASSES),
                              repr(self.klass))
        if not re.fullmatch(r"[a-z0-9-]+", self.name):
            raise ReportError(row.where, "artifact", "a name of letters, digits and dashes",
                              repr(self.name))
        if not self.script.is_file():
            raise ReportError(row.where, "missing script", f"a file {self.script.name}", "none")

    @property
    def address(self):
        """Link to the section from any page beside the front page."""
        return f"{self.page}.html#{self.name}"

    def module(self):
        """The script, which must have build(context, records) -> Artifact."""
        spec = importlib.util.spec_from_file_location(self.script.stem, self.script)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if not callable(getattr(module, "build", None)):
            raise ReportError(self.script.name, "report script", "a function build()", "none")
        return module

    def select(self, records):
        return selection.select(records, self.terms)

    def is_specific(self):
        """False when it selects whole kinds: being counted there is not being shown."""
        return any(field not in ("kind", "family") and not selection.only_excludes(patterns)
                   for field, patterns in self.terms)


def load(folder):
    """([Entry], [paper row], [page row], [row of printed.csv]); raises ReportError for any gap."""
    folder = pathlib.Path(folder)
    entries = [Entry(row, folder) for row in read_csv(folder / "manifest.csv", COLUMNS)]
    papers = read_csv(folder / "papers.csv", ("paper", "family", "tables", "figures", "panels",
                                              "citation", "doi"))
    pages = read_csv(folder / "pages.csv", PAGES)
    names = [entry.name for entry in entries]
    for entry in entries:
        if names.count(entry.name) > 1:
            raise ReportError(entry.where, "artifact", "each name once", repr(entry.name))
        if entry.page not in [page["page"] for page in pages]:
            raise ReportError(entry.where, "page", "a page of pages.csv", repr(entry.page))
        if entry.paper not in ["suite"] + [paper["paper"] for paper in papers]:
            raise ReportError(entry.where, "paper", "a paper of papers.csv or suite",
                              repr(entry.paper))
    return entries, papers, pages, printed.load(folder, papers, entries)


def with_families(entries, pages, records, folder):
    """The same with a default section and page for each family of these records that has no page."""
    folder = pathlib.Path(folder)
    new = sorted({record.family for record in records} - {page["page"] for page in pages} - set(NO_PAGE))
    where = f"{folder / 'pages.csv'}: default page"
    made = [Entry(Row({"page": family, "paper": family, "artifact": "records", "title": "Values and timings",
                       "script": DEFAULT_SCRIPT, "records": f"family={family}; kind=validation|benchmark; metric=*",
                       "class": "S"}, where), folder) for family in new]
    added = [Row({"page": family, "group": FAMILIES, "title": family,
                  "lead": "A family that pages.csv does not name: all its values and timings."}, where)
             for family in new]
    last = max((i for i, page in enumerate(pages, start=1) if page["group"] == FAMILIES), default=len(pages))
    return [*entries, *made], [*pages[:last], *added, *pages[last:]]
