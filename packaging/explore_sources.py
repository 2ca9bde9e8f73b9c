#!/usr/bin/env python3
"""Copies the sources of the explorer's library, for projects that compile it with theirs (touchstone::explore): the headers that
the public ones include, the files that define what these declare, and so on.

usage: explore_sources.py INTO
exit code 0, or 2 for other arguments
"""

import pathlib
import re
import shutil
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = "checkers/explore/library"
PUBLIC = ("touchstone_explore.hpp", "touchstone_memory.hpp")


def included(path):
    """Files of the tree that a file includes, in their order."""
    return re.findall(r'^#include "([^"]+)"', (TREE / path).read_text(encoding="utf-8"), re.MULTILINE)


def definitions(header):
    """The files that define what a header declares: beside it, with its first word, and they include it first. Kernels of this
    project, which begin with kernel.hpp, have other names."""
    path = TREE / header
    beside = path.parent.glob(path.stem.split("_")[0] + "*.cpp") if path.suffix == ".hpp" else []
    names = [file.relative_to(TREE).as_posix() for file in sorted(beside) if not file.name.endswith("_test.cpp")]
    return [name for name in names if included(name)[:1] == [header]]


def library():
    """All files of the library, as paths from the root of the tree."""
    files, waiting = set(), [f"{LIBRARY}/{name}" for name in PUBLIC]
    while waiting:
        path = waiting.pop()
        if path not in files:
            files.add(path)
            waiting += included(path) + definitions(path)
    return sorted(files)


def main(arguments):
    """The command line."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    for path in library():
        target = pathlib.Path(arguments[0]) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(TREE / path, target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
