"""The list of registered schemes, if `touchstone_checkers list --json` was stored.

File    results/schemes.json
"""

import json
import pathlib

from common.errors import ReportError

NAME = "schemes.json"


def load(results):
    """The entries of results/schemes.json; an empty list when there is no such file."""
    for folder in map(pathlib.Path, results):
        path = folder / NAME
        if folder.is_dir() and path.is_file():
            return _read(path)
    return []


def family_of(entry):
    """Family of an entry; lists of earlier versions do not state it, and names tell."""
    return entry.get("family") or entry["name"].split("/", 1)[0]


def _read(path):
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise ReportError(f"{path}:{error.lineno}", "malformed list of schemes", "JSON",
                          error.msg) from error
    entries = listed.get("schemes") if isinstance(listed, dict) else listed
    if not isinstance(entries, list) or not all(
            isinstance(entry, dict) and isinstance(entry.get("name"), str) for entry in entries):
        raise ReportError(path, "list of schemes", "objects with a text field 'name'",
                          "something else")
    return entries
