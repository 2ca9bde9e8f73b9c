#!/usr/bin/env python3
"""The program that a `check` in a new clone needs: that of one family, which is built in two minutes, or the whole one.
It is all that must be known of a command line before anything is built; the program itself reads and judges it.

usage: check_program.py ARGUMENT...     of `touchstone check`; prints check_<family>, or checkers where a check may be
                                        about several families, or about proofs
"""

import argparse
import json
import pathlib
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
WHOLE = "checkers"
PROOFS = ("balance", "explore")
# Family of what a program of a user's simulates; suite/external/description.cpp has the same kinds.
KINDS = {"chains": "ecmc", "disks": "mpmc", "longrange": "longrange", "overlaps": "hpmc", "shapes": "hpmc", "stars": "cmc"}


def families(tree=TREE):
    """Each has a folder of fast schemes."""
    return {folder.name for folder in (tree / "optimized").iterdir() if folder.is_dir()} - {"core"}


def family_of_description(path):
    """The family of a description, or '' where there is none, which the program says."""
    try:
        return KINDS.get(json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["simulates"], "")
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def program(arguments, known):
    """Name of the program, without what all names begin with."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--family", action="append", default=[])
    parser.add_argument("--scheme", action="append", default=[])
    parser.add_argument("--external", default="")
    try:
        options, rest = parser.parse_known_args(arguments)
    except SystemExit:  # an option without its value, which the program says
        return WHOLE
    named = options.family + options.scheme
    found = {name.split("/")[0] for name in named} & known
    if options.external:
        found = set() if named else {family_of_description(options.external)} & known
    return f"check_{found.pop()}" if len(found) == 1 and rest[:1] not in ([proof] for proof in PROOFS) else WHOLE


if __name__ == "__main__":
    print(program(sys.argv[1:], families()))
