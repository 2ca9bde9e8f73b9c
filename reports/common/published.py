"""Published values: validation/data/*.csv, one line each, with a way back to the page.

Fails with file, line, expected and found. Comment lines start with '#'.
"""

import csv
import pathlib

from common.errors import ReportError


class Row(dict):
    """One line of a data file; `where` is file:line."""

    def __init__(self, fields, where):
        super().__init__(fields)
        self.where = where

    def number(self, column):
        try:
            return float(self[column])
        except ValueError as error:
            raise ReportError(self.where, f"column {column}", "a number",
                              repr(self[column])) from error

    def is_(self, **fields):
        """Text columns equal, and numeric columns equal to 1e-6."""
        for column, wanted in fields.items():
            if isinstance(wanted, str):
                if self[column] != wanted:
                    return False
            elif self[column] == "" or abs(self.number(column) - wanted) > 1e-6:
                return False
        return True


class Data:
    """The folder of published values; files are read when first asked for."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self._tables = {}

    def rows(self, name, required):
        if name not in self._tables:
            self._tables[name] = read_csv(self.folder / name, required)
        return self._tables[name]

    def equation_of_state(self):
        """Pressures of hard disks, P* = beta P d^2."""
        return self.rows("hard_disk_eos.csv",
                         ("source", "method", "N", "aspect", "boundary", "eta", "Pstar", "err",
                          "err_kind", "note"))

    def anderson(self, place):
        """Rows of the equation of state that Anderson 2013 printed in `place` ("Table 1")."""
        return [row for row in self.equation_of_state()
                if row["source"].startswith("Anderson") and row["source"].endswith(place)]

    def performance(self):
        """Tables 3 and 4 of Anderson 2013: quantity, hardware, disks, value."""
        return self.rows("mpmc_table4.csv",
                         ("quantity", "hardware", "disks", "value", "uncertainty", "doi", "where"))

    def text_row(self, quantity):
        """A number that Anderson 2013 states in its text."""
        rows = self.rows("mpmc_text.csv", ("quantity", "value", "kind", "unit", "doi", "where"))
        for row in rows:
            if row["quantity"] == quantity:
                return row
        raise ReportError(self.folder / "mpmc_text.csv", "missing value", f"a line '{quantity}'",
                          "none")

    def text_value(self, quantity):
        return self.text_row(quantity).number("value")


def read_csv(path, required=()):
    """[Row]; a missing file or column, or a line of another length, is an error."""
    try:
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ReportError(path, "data file cannot be read", "a CSV file",
                          error.strerror) from error
    numbered = [(i, line) for i, line in enumerate(lines, 1)
                if line.strip() and not line.startswith("#")]
    if not numbered:
        raise ReportError(path, "empty data file", "a header line", "nothing")
    header = next(csv.reader([numbered[0][1]]))
    for column in required:
        if column not in header:
            raise ReportError(f"{path}:{numbered[0][0]}", "missing column", repr(column),
                              repr(numbered[0][1][:60]))
    rows = []
    for number, line in numbered[1:]:
        fields = next(csv.reader([line]))
        if len(fields) != len(header):
            raise ReportError(f"{path}:{number}", "wrong number of fields", len(header),
                              len(fields))
        rows.append(Row(zip(header, fields), f"{path}:{number}"))
    return rows
