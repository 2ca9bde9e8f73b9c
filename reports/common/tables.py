"""Tables: one object, written as HTML, CSV, Markdown and LaTeX.

A cell shows a text and carries the raw number for the CSV. A verdict cell says its verdict in
words; colour only repeats it. What was not run stays in the table and says so.
"""

import csv
import io
import itertools
import math
import re

from common import numbers, sorting, templates
from common.errors import ReportError
from common.latex import latex
from common.records import VERDICTS, Record

NOT_RUN_HERE = "not run here"
WORDS = 14  # letters; a column with longer texts is not made narrow


NEGATIVE = re.compile(r"[-−](?=[.\d]+(?:$|[ (]))")  # the sign of a number, at the start of a cell
ZERO = re.compile(r"[-−](0(?:\.0*)?)$")  # what was rounded to zero has no sign


class Cell:
    """`text` is shown, `raw` goes into the CSV, `verdict` makes a chip, `kind` a CSS class; the cell
    links to `href`, or to its `record`."""

    def __init__(self, text, raw=None, verdict=None, kind="", note="", href="", record=None):
        self.text = _signed(str(text))
        self.raw = str(text) if raw is None else raw
        self.verdict = verdict
        self.kind = kind
        self.note = note
        self.href = href
        self.record = record

    @property
    def is_long(self):
        """True for a number with words, which may be broken; a number alone is not."""
        return len(self.text) > WORDS and self.text[-1].isalpha()

    @property
    def address(self):
        """Link of the cell, from a page beside the front page."""
        return self.href or (self.record.address if self.record else "")


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
    `align` is "l" or "r"; `csv_only` columns carry raw numbers for machines
    """

    def __init__(self, header, align="l", csv_only=False, tall=False, group="", field=None,
                 format=None, raw=False, missing="", kind=""):
        self.header = header
        self.align = align
        self.csv_only = csv_only
        self.tall = tall  # a rotated header over a narrow column
        self.group = group
        self.field, self.format, self.raw = field, format, raw
        self.missing, self.kind = missing, kind

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
    `source`: a function of the row that returns the record, or the records, that it links to; those
    that a row consists of are found without it.
    """

    def __init__(self, name, caption, columns, note="", rows=(), first=None, kind="",
                 folded=False, source=None):
        self.name = name
        self.caption = caption
        self.columns = [c if isinstance(c, Column) else Column(*c) for c in columns]
        self.note = note
        self.rows = []
        self.sources = []  # records of each row
        self.kind = kind
        self.folded = folded  # on the page only its caption, until it is clicked
        self.source = source or (lambda row: row)
        self.extend(rows, first)

    def extend(self, rows, first=None):
        """Adds the declared cells of each row."""
        before = object()
        for row in rows:
            group = first and (first(row) if callable(first) else field_of(row, first, "first"))
            begins = first is not None and group != before
            self.add(*(column.cell(row) for column in self.columns),
                     kind="first" if begins else "", records=records_in(self.source(row)))
            before = group

    def line(self, cells, blank="", kind=""):
        """Adds a line of which some cells are given, {full heading: cell}; all others are blank."""
        known = [column.full_header() for column in self.columns]
        for name in cells:
            if name not in known:
                raise ReportError(f"table '{self.name}'", "line", f"one of {', '.join(known)}",
                                  repr(name))
        self.add(*(cells.get(name, blank) for name in known), kind=kind)

    def add(self, *cells, kind="", records=()):
        """Adds a line of cells, which was made from these records."""
        if len(cells) != len(self.columns):
            raise ValueError(f"{self.name}: {len(self.columns)} columns, {len(cells)} cells")
        self.rows.append(([cell(c) for c in cells], kind))
        self.sources.append(records)

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
        groups = [(name, len(list(same))) for name, same
                  in itertools.groupby(self.columns[i].group for i in seen)]
        links = [None if any(item.record for item in row) else _link(records)
                 for (row, _), records in zip(self.rows, self.sources)]
        return templates.render("table.html", table=self, groups=groups, links=any(links),
                                columns=[(self.columns[i], self._has_words(i)) for i in seen],
                                rows=self._lines(seen, links))

    def _has_words(self, i):
        """True for a column of texts that are to be broken into few lines."""
        return self.columns[i].align == "l" and any(len(row[i].text) > WORDS for row, _ in self.rows)

    def _lines(self, seen, links):
        """Lines of the page: the cells with column and sort key, CSS class, whether the label is that
        of the line before, and the link to the record."""
        keys = [sorting.keys([row[i] for row, _ in self.rows]) if self.columns[i].align == "r" else None
                for i in seen]
        labels = [None] + [row[0].text for row, _ in self.rows]
        return [([(self.columns[i], row[i], column[k] if column else None)
                  for i, column in zip(seen, keys)], kind, row[0].text == labels[k], links[k])
                for k, (row, kind) in enumerate(self.rows)]


def records_in(row):
    """The records that a row consists of: itself, or parts of it."""
    if isinstance(row, Record):
        return [row]
    parts = row.values() if isinstance(row, dict) else row if isinstance(row, (list, tuple)) else ()
    return [record for part in parts for record in records_in(part)]


def _link(records):
    """(the worst of the records that have a page, how many others there are), or None."""
    linked = list({id(r): r for r in records if r.address}.values())
    if not linked:
        return None
    return max(linked, key=lambda r: VERDICTS.index(r.verdict)), len(linked) - 1


def _machine(item):
    if isinstance(item.raw, float):
        return "nan" if math.isnan(item.raw) else repr(item.raw)
    return str(item.raw)


def _pipe(text):
    return text.replace("|", "\\|").replace("\n", " ")
