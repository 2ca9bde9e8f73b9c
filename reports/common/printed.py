"""Tables and figures that the papers print, item by item: what this report has of each, and in which section.

Reads   printed.csv, papers.csv (how many tables, figures and lettered panels each paper has)
Fails   where a table, figure or panel that papers.csv counts has no line, and where a line names no section
"""

import re

from common import coverage, selection
from common.errors import ReportError
from common.published import read_csv
from common.selection import group_by
from common.tables import Cell, Table, text

COLUMNS = ("paper", "item", "part", "shows", "state", "section", "needs", "records")
STATES = ("regenerated", "drawn", "modelled", "not run")
RECORDED, NOT_HERE = "recorded", "not run here"  # what a build makes of "regenerated"
MODELLED = "modelled"
SHOWN = ("regenerated", RECORDED, "drawn", MODELLED, NOT_HERE, "not run")  # as they are counted
NOTE = ("Regenerated: from records of this run; recorded: from those of an earlier, longer run, on the machine "
        "that is named; drawn: from configurations and runs that the report makes; modelled: computed from a "
        "model; not run here: the command makes it; not run: nothing of ours, and the section shows what the "
        "paper states.")


def load(folder, papers, entries):
    """[row of printed.csv], complete."""
    path = folder / "printed.csv"
    rows = read_csv(path, COLUMNS)
    names = [entry.name for entry in entries]
    for row in rows:
        if row["paper"] not in [paper["paper"] for paper in papers]:
            raise ReportError(row.where, "paper", "a paper of papers.csv", repr(row["paper"]))
        if row["state"] not in STATES:
            raise ReportError(row.where, "column state", "one of " + ", ".join(STATES), repr(row["state"]))
        if row["section"] not in names:
            raise ReportError(row.where, "column section", "paper-artifact of a line of manifest.csv",
                              repr(row["section"]))
        if row["state"] == "not run" and not row["needs"]:
            raise ReportError(row.where, "column needs", "what would make it, as it is not run", "nothing")
    there = {(row["paper"], row["item"], part) for row in rows for part in (row["part"], None)}
    for paper in papers:
        for item, letter in wanted(paper):
            if (paper["paper"], item, letter) not in there:
                raise ReportError(path, f"gap: {paper['paper']} {item.replace('-', ' ')}{letter or ''}",
                                  f"a line {paper['paper']},{item}{',' * bool(letter)}{letter or ''}", "none")
    return rows


def wanted(paper):
    """[(table or figure, letter of a panel or None)] of a paper."""
    items = [(f"{kind}-{number}", None) for kind in ("table", "figure")
             for number in range(1, int(paper.number(kind + "s")) + 1)]
    return items + [(item, letter) for item, letters in lettered(paper) for letter in letters]


def lettered(paper):
    """[(figure, letters of its panels)], as papers.csv writes them: "2:abc 4:ab"."""
    for word in paper["panels"].split():
        if not re.fullmatch(r"\d+:[a-z]+", word):
            raise ReportError(paper.where, "column panels", "as 2:abc 4:ab", repr(paper["panels"]))
    return [(f"figure-{number}", letters) for number, letters in
            (word.split(":") for word in paper["panels"].split())]


class Printed:
    """The rows with the state that this build gives each."""

    def __init__(self, rows, entries, states, context):
        self.rows, self._states = rows, states
        self._entries = {entry.name: entry for entry in entries}
        self._found, self._machines = {}, {}  # by selector; on which recorded runs were made
        self._made = {id(row): self._state(row, context) for row in rows}

    def state(self, row):
        return self._made[id(row)]

    def _state(self, row, context):
        """State in this build: what needs records that are not there was not run here."""
        if row["state"] not in (SHOWN[0], MODELLED) or self._states[row["section"]] == coverage.STATIC:
            return row["state"]
        selector = row["records"] or self._entries[row["section"]].selector
        if selector not in self._found:
            self._found[selector] = _records_of(selection.parse(selector, row.where), context)
        made, self._machines[id(row)] = self._found[selector]
        return made if row["state"] == SHOWN[0] or made == NOT_HERE else MODELLED

    def table(self, paper, folded=False):
        """All items of one paper."""
        rows = [row for row in self.rows if row["paper"] == paper]
        return Table(f"{paper}-printed", f"Tables and figures of the paper of {paper}", [
            text("Item", _label), text("Shows", "shows"), text("State", self._cell),
            text("Section", self._link), text("Made by, or needs", lambda row: row["needs"], kind="wrap")],
                     note=NOTE, rows=rows, first="item", folded=folded)

    def summary(self):
        """For the front page: [(paper, [how many of each of SHOWN], how many)]."""
        counted = group_by(self.rows, lambda row: row["paper"])
        return [(paper, [sum(self.state(row) == state for row in rows) or None for state in SHOWN], len(rows))
                for paper, rows in counted]

    def _cell(self, row):
        state = self.state(row)
        return Cell(f"{state} on {self._machines[id(row)]}" if state == RECORDED else state, raw=state,
                    kind="absent" if state in (NOT_HERE, "not run") else "")

    def _link(self, row):
        entry = self._entries[row["section"]]
        return Cell(entry.title, href=entry.address)


def _records_of(terms, context):
    """(state, machines of the recorded runs)."""
    if any(selection.matches(record, terms) for record in context.records):
        return SHOWN[0], ""
    kept = selection.select(context.recorded, terms)
    return RECORDED if kept else NOT_HERE, ", ".join(sorted({record.device or record.machine for record in kept}))


def _label(row):
    """Figure 2a; Table 1, GPUs."""
    name = row["item"].replace("-", " ").capitalize()
    part = row["part"]
    return name + (part if len(part) == 1 else f", {part}" if part else "")
