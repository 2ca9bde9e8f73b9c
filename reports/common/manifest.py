"""The manifest: which script and which records make which table or figure. A gap is an error."""

import importlib.util
import pathlib
import re

from common import selection
from common.errors import ReportError
from common.published import read_csv
from common.records import CLASSES

COLUMNS = ("page", "paper", "artifact", "title", "script", "records", "class")
PAGES = ("page", "group", "title", "lead")


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
    """([Entry], [paper row], [page row]); raises ReportError for any gap."""
    folder = pathlib.Path(folder)
    path = folder / "manifest.csv"
    entries = [Entry(row, folder) for row in read_csv(path, COLUMNS)]
    papers = read_csv(folder / "papers.csv", ("paper", "family", "tables", "figures", "citation",
                                              "doi"))
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
    for paper in papers:
        for kind in ("table", "figure"):
            printed = int(paper.number(kind + "s")) if paper[kind + "s"] else 0
            for number in range(1, printed + 1):
                if f"{paper['paper']}-{kind}-{number}" not in names:
                    raise ReportError(path, f"gap: {paper['paper']} {kind} {number}",
                                      f"a line {paper['paper']},{kind}-{number}", "none")
    return entries, papers, pages
