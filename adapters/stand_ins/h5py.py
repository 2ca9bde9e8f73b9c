"""Stand-in for h5py: files of tables with attributes, kept as JSON; `docs/adapters/cosmic.py` and the stand-in for `cmc` use it.

A table of named columns gives a column by its name, any other one its rows.
"""

import json


class Columns(list):
    """Rows, and their columns by name."""

    def __init__(self, rows, names):
        super().__init__(rows)
        self.names = names

    def __getitem__(self, key):
        return [row[self.names.index(key)] for row in self] if isinstance(key, str) else super().__getitem__(key)


class Dataset:
    def __init__(self, rows, names, attrs):
        self.rows, self.names, self.attrs = rows, names, attrs

    def __getitem__(self, key):
        if key != ():
            raise TypeError("this stand-in gives whole tables only")
        return Columns(self.rows, self.names)


class File:
    def __init__(self, path, mode):
        self.path, self.mode, self.tables = path, mode, {}
        if mode == "r":
            with open(path, encoding="utf-8") as file:
                self.tables = {name: Dataset(**table) for name, table in json.load(file).items()}

    def create_dataset(self, name, data, dtype):
        names = [] if isinstance(dtype, str) else [column for column, _ in dtype]
        self.tables[name] = Dataset([list(row) for row in data], names, {})
        return self.tables[name]

    def __getitem__(self, name):
        return self.tables[name]

    def __iter__(self):
        return iter(self.tables)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.mode == "w":
            with open(self.path, "w", encoding="utf-8") as file:
                json.dump({name: vars(table) for name, table in self.tables.items()}, file)
