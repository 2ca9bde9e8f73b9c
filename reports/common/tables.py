"""Tables: one object, written as HTML, CSV, Markdown and LaTeX.

A cell shows a text and carries the raw number for the CSV. A verdict cell says its verdict in
words; colour only repeats it. What was not run stays in the table and says so.
"""

import csv
import io
import itertools
import math
import re

from common import numbers, templates
from common.errors import ReportError
from common.latex import latex

NOT_RUN_HERE = "not run here"


NEGATIVE = re.compile(r"[-−](?=[.\d]+(?:$|[ (]))")  # the sign of a number, at the start of a cell
ZERO = re.compile(r"[-−](0(?:\.0*)?)$")  # what was rounded to zero has no sign


class Cell:
    """`text` is shown, `raw` goes into the CSV, `verdict` makes a chip, `kind` a CSS class."""

    def __init__(self, text, raw=None, verdict=None, kind="", note="", href=""):
        self.text = _signed(str(text))
        self.raw = str(text) if raw is None else raw
        self.verdict = verdict
        self.kind = kind
        self.note = note
        self.href = href


def _signed(text):
    """One sign for negative numbers, whoever wrote them; none for zero."""
    zero = ZERO.match(text)
    if zero:
        return zero[1]
    return "−" + text[1:] if NEGATIVE.match(text) else text


def cell(value):
    return value if isinstance(value, Cell) else Cell("" if value is None else value)


def verdict(name):
    """A verdict chip; a row that was not run here says so."""
    return Cell(NOT_RUN_HERE if name == "not run" else name, verdict=name)


def not_run(why=""):
    """A missing value: never dropped, always named."""
    return Cell(NOT_RUN_HERE, raw="", kind="absent", note=why)


def published(text, raw=None, note=""):
    return Cell(text, raw=raw, kind="published", note=note)


def estimate(record):
    """Ours: value ± half of its 95 % interval; recorded runs are marked."""
    half = record.half_width
    return Cell(numbers.plus_minus(record.value, half), raw=record.value,
                kind="recorded" if record.recorded else "ours",
                note="recorded in an earlier, longer run" if record.recorded else "")


def expected(record, digits=10):
    """The expected value as its source gives it: what this suite allows is no part of it."""
    if record.expected is None:
        return Cell(numbers.MISSING, raw="")
    value, uncertainty, source = record.expected
    shown = numbers.plain(value, digits)
    if uncertainty > 0 or not record.allowance:
        shown = numbers.with_uncertainty(value, uncertainty, 2)
    return published(shown, raw=value, note=source)


def allowed(record):
    """Allowance of this suite for a value, with the reason on hovering."""
    if record.allowance is None:
        return Cell("", raw="")
    value, why = record.allowance
    return Cell(numbers.power(value, 2), raw=value, note=why)


REPORTED = ("params", "facts")  # parts of a record whose names are those of measurements


class Column:
    """A heading, the field that is shown, and its format.

    `field`   a name as "seconds", "params.disks" or "facts.sites", with "?" at its end where rows
              may lack it; or a function of the row that returns a value or a Cell
    `format`  "{:.3f}" or a function of the value that returns text or a Cell; None: as it is
    `raw`     the value goes into the CSV and not its text; `missing` is shown for None
    `once`    shown in the first line of a group alone
    `align` is "l" or "r"; `csv_only` columns carry raw numbers for machines
    """

    def __init__(self, header, align="l", csv_only=False, tall=False, group="", field=None,
                 format=None, raw=False, missing="", kind="", once=False):
        self.header = header
        self.align = align
        self.csv_only = csv_only
        self.tall = tall  # a rotated header over a narrow column
        self.group = group
        self.field, self.format, self.raw = field, format, raw
        self.missing, self.kind, self.once = missing, kind, once

    def full_header(self):
        """Header with its group, where a format has no line for groups."""
        return f"{self.group} / {self.header}" if self.group else self.header

    def showing(self, field):
        """The same column with this field."""
        self.field = field
        return self

    def cell(self, row):
        """Value that the column shows for a row."""
        value = self.field(row) if callable(self.field) else field_of(row, self.field, self.header)
        if isinstance(value, Cell):
            return value
        if value is None:
            return Cell(self.missing, raw="" if self.raw else None, kind=self.kind)
        show = self.format.format if isinstance(self.format, str) else self.format or str
        shown = show(value)
        return shown if isinstance(shown, Cell) else Cell(
            shown, raw=value if self.raw else None, kind=self.kind)


def field_of(row, name, heading):
    """A field of a record, of a row of a data file or of a dict; a missing one is an error."""
    optional, name = name.endswith("?"), name.rstrip("?")
    part, _, inner = name.rpartition(".")
    if part in REPORTED:
        value = (row.fields.get(part) or {}).get(inner)
    elif isinstance(row, dict):
        value = row.get(name)
    else:
        value = getattr(row, name, None)
    if value is None and not optional:
        raise ReportError(getattr(row, "where", "report"), f"column '{heading}'",
                          f"a field '{name}'", "none")
    return value


def text(header, field, format=None, **more):
    """A column of words."""
    return Column(header, field=field, format=format, **more)


def right(header, field, format=None, **more):
    """A column of numbers that stand in the CSV as they are shown."""
    return Column(header, "r", field=field, format=format, **more)


def number(header, field, format, missing=numbers.MISSING, **more):
    """A column of numbers whose CSV has all digits."""
    return Column(header, "r", field=field, format=format, raw=True, missing=missing, **more)


def hidden(header, field):
    """A column of the CSV alone."""
    return Column(header, csv_only=True, field=field, raw=True)


class Table:
    """Rows are lists of cells, as long as the columns; `rows` are shown as the columns declare.

    `first`: a field or a function of the row; a line is drawn where it changes.
    """

    def __init__(self, name, caption, columns, note="", rows=(), first=None, kind="",
                 folded=False):
        self.name = name
        self.caption = caption
        self.columns = [c if isinstance(c, Column) else Column(*c) for c in columns]
        self.note = note
        self.rows = []
        self.kind = kind
        self.folded = folded  # on the page only its caption, until it is clicked
        self.extend(rows, first)

    def extend(self, rows, first=None):
        """Adds the declared cells of each row."""
        before = object()
        for row in rows:
            group = first and (first(row) if callable(first) else field_of(row, first, "first"))
            begins = first is not None and group != before
            self.add(*("" if column.once and not begins else column.cell(row)
                       for column in self.columns), kind="first" if begins else "")
            before = group

    def line(self, cells, blank="", kind=""):
        """Adds a line of which some cells are given, {full heading: cell}; all others are blank."""
        known = [column.full_header() for column in self.columns]
        for name in cells:
            if name not in known:
                raise ReportError(f"table '{self.name}'", "line", f"one of {', '.join(known)}",
                                  repr(name))
        self.add(*(cells.get(name, blank) for name in known), kind=kind)

    def add(self, *cells, kind=""):
        if len(cells) != len(self.columns):
            raise ValueError(f"{self.name}: {len(self.columns)} columns, {len(cells)} cells")
        self.rows.append(([cell(c) for c in cells], kind))

    def complete(self):
        """A table without a row says that nothing of it was run, in every format."""
        if not self.rows:
            blank = [numbers.MISSING] * (len(self.columns) - 1)
            self.add(Cell(NOT_RUN_HERE, verdict="not run"), *blank)

    def _visible(self):
        return [i for i, column in enumerate(self.columns) if not column.csv_only]

    def verdicts(self):
        return [c.verdict for row, _ in self.rows for c in row if c.verdict]

    # CSV ------------------------------------------------------------------------------------
    def to_csv(self):
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([c.full_header() for c in self.columns])
        for row, _ in self.rows:
            writer.writerow([_machine(c) for c in row])
        return out.getvalue()

    # Markdown -------------------------------------------------------------------------------
    def to_markdown(self):
        seen = self._visible()
        lines = [f"**{self.caption}**", "",
                 "| " + " | ".join(_pipe(self.columns[i].full_header()) for i in seen) + " |",
                 "|" + "|".join("---:" if self.columns[i].align == "r" else "---" for i in seen)
                 + "|"]
        lines += ["| " + " | ".join(_pipe(row[i].text) for i in seen) + " |"
                  for row, _ in self.rows]
        if self.note:
            lines += ["", self.note]
        return "\n".join(lines) + "\n"

    # LaTeX ----------------------------------------------------------------------------------
    def to_latex(self):
        seen = self._visible()
        lines = ["% needs \\usepackage{booktabs}",
                 "\\begin{table}", f"\\caption{{{latex(self.caption)}}}",
                 "\\begin{tabular}{" + "".join(self.columns[i].align for i in seen) + "}",
                 "\\toprule",
                 " & ".join(latex(self.columns[i].full_header()) for i in seen) + " \\\\",
                 "\\midrule"]
        lines += [" & ".join(latex(row[i].text) for i in seen) + " \\\\" for row, _ in self.rows]
        lines += ["\\bottomrule", "\\end{tabular}"]
        if self.note:
            lines.append(f"\n{latex(self.note)}")
        return "\n".join(lines + ["\\end{table}"]) + "\n"

    # HTML -----------------------------------------------------------------------------------
    def to_html(self):
        seen = self._visible()
        labels = [None] + [row[0].text for row, _ in self.rows]
        groups = [(name, len(list(same))) for name, same
                  in itertools.groupby(self.columns[i].group for i in seen)]
        rows = [([(self.columns[i], row[i]) for i in seen], kind, row[0].text == before)
                for (row, kind), before in zip(self.rows, labels)]
        return templates.render("table.html", table=self, groups=groups, rows=rows,
                                columns=[self.columns[i] for i in seen])


def _machine(item):
    if isinstance(item.raw, float):
        return "nan" if math.isnan(item.raw) else repr(item.raw)
    return str(item.raw)


def _pipe(text):
    return text.replace("|", "\\|").replace("\n", " ")
