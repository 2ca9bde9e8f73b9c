"""The list of registered schemes, if `touchstone_checkers list --json` was stored.

File    results/schemes.json
"""

import fnmatch
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


# Facts of schemes whose records an earlier version made, and whose list was not stored or did not state them.
EARLIER = (
    ("longrange/yoshida-reference", {"models": "hmf, ring, gravity-2d", "forces": "every term", "role": "baseline"}),
    ("longrange/hmf-*", {"models": "hmf", "forces": "every term"}),
    ("longrange/direct-*", {"models": "ring, gravity-2d", "forces": "every term"}),
    ("longrange/ring-modes", {"models": "ring", "forces": "other"}),
    ("longrange/ring-nufft*", {"models": "ring", "forces": "tolerance", "method": "longrange/ring-nufft"}),
    ("longrange/gravity-2d-nufft*", {"models": "gravity-2d", "forces": "tolerance", "method": "longrange/gravity-2d-nufft"}),
    ("longrange/gravity-2d-fmm*", {"models": "gravity-2d", "forces": "tolerance", "method": "longrange/gravity-2d-fmm"}),
    ("*/ranks", {"ranks": "exchange messages"}),
    ("cmc/reference", {"role": "baseline"}),
)


def fact(context, scheme, word):
    """A fact that the list of schemes states of one, as "ranks" or "models"; empty where it states none."""
    for entry in context.schemes:
        if entry["name"] == scheme and entry.get(word):
            return entry[word]
    return next((facts[word] for pattern, facts in EARLIER
                 if word in facts and fnmatch.fnmatchcase(scheme, pattern)), "")


def itself_and_equals(context, scheme):
    """The scheme, the one that it equals bit for bit, the one that this one equals, and so on."""
    names, equals = set(), {entry["name"]: entry.get("equals") for entry in context.schemes}
    while scheme and scheme not in names:
        names.add(scheme)
        scheme = equals.get(scheme)
    return names


def on_ranks(context, scheme):
    """Whether its ranks exchange messages."""
    return bool(fact(context, scheme, "ranks"))


def is_baseline(context, scheme):
    """Whether the speed-ups of its family refer to it."""
    return fact(context, scheme, "role") == "baseline"


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
