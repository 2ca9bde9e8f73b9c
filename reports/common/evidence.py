"""Pages of records: each record with its verdict, the command that repeats it, and its line.

A record is called by its file and line, check:812, and has an anchor of that name. Files are cut
into pages so that none is larger than a browser opens at once.
"""

import html
import json
import pathlib
import re

from common import machine, numbers, templates
from common.selection import group_by

FOLDER = "records"
LARGEST = 600_000  # characters of JSON on one page
SHOWN = ("key", "replay", "note", "verdict")  # beside the line, so not in it


class EvidencePage:
    """Some records of one results file; `shared`: fields that all records of the file have."""

    def __init__(self, name, title, records, shared):
        self.name, self.title, self.records, self.shared = name, title, records, shared
        self.address = f"{FOLDER}/{name}.html"

    def items(self):
        """Values that the page shows of each record."""
        for record in self.records:
            fields = {name: value for name, value in record.fields.items()
                      if name not in self.shared and name not in SHOWN and not _empty(value)}
            yield {"record": record, "seen": seen(record), "note": machine.relative(record.note),
                   "replay": machine.relative(record.replay), "line": written(fields)}


def pages(records):
    """The pages of these records, which learn their label and address from it."""
    made, taken = [], set()
    for path, mine in group_by(records, lambda r: _place(r)[0]):
        stem = _unused(_slug(pathlib.Path(path).stem), taken)
        shared = _shared(mine)
        parts = _cut(mine)
        for number, part in enumerate(parts, 1):
            name = stem if len(parts) == 1 else f"{stem}-{number}"
            kept = ", kept from a longer run" if mine[0].recorded else ""
            page = EvidencePage(name, f"{pathlib.Path(path).name}, lines {_place(part[0])[1]} to "
                                f"{_place(part[-1])[1]}{kept}", part, shared)
            for record in part:
                record.label = f"{stem}:{_place(record)[1]}"
                record.address = f"{page.address}#{record.label}"
            made.append(page)
    return made


def seen(record):
    """The value in words: with what was expected, z, and p where these are known."""
    parts = [numbers.plain(record.value, 6)]
    if record.expected is not None:
        parts.append(f"expected {numbers.plain(record.expected[0], 6)}")
    if record.z is not None:
        parts.append(f"z = {numbers.z_value(record.z)}")
    if record.p is not None:
        parts.append(f"p = {record.p:.2g}")
    return ", ".join(parts)


def written(fields):
    """One line of JSON for the page, without folders of the machine it was made on."""
    line = machine.relative(json.dumps(fields, sort_keys=True, ensure_ascii=False))
    return templates.safe(html.escape(line, quote=False))  # quotes do no harm outside of a tag


def _place(record):
    path, _, line = record.where.rpartition(":")
    return path, line


def _shared(records):
    """Fields with the same value in all records, where there are several."""
    first = records[0].fields if len(records) > 1 else {}
    return {name: value for name, value in first.items() if not _empty(value) and name not in SHOWN
            and all(r.fields.get(name) == value for r in records)}


def _empty(value):
    return value in (None, "", [], {})


def _cut(records):
    """The records in parts of at most LARGEST characters."""
    parts, room = [], 0
    for record in records:
        size = len(json.dumps(record.fields))
        if not parts or size > room:
            parts.append([])
            room = LARGEST
        parts[-1].append(record)
        room -= size
    return parts


def _slug(text):
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text)


def _unused(name, taken):
    """The name, or with a number behind it when another file of this name was read."""
    choices = [name] + [f"{name}-file-{number}" for number in range(2, len(taken) + 3)]
    found = next(choice for choice in choices if choice not in taken)
    taken.add(found)
    return found
