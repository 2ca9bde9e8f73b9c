#!/usr/bin/env python3
"""The layout of the C++ files: clang-format 14 with .clang-format of the tree, and comments of at
most 100 columns, which it leaves alone (it breaks the hanging lines of a file's first comment).

usage: format.py [--fix] [FILE...]     default: all C++ files; --fix rewrites them, but not comments

Exit code 0 all formatted (or fixed), 1 some are not (named), 2 usage, 77 no clang-format 14 here
(ctest calls that "skipped"). Version 14 exactly: other versions lay out some lines differently.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import source_tree

SKIPPED = 77
COLUMNS = 100
FILES_AT_A_TIME = 50


def clang_format():
    """The path of clang-format 14, or None."""
    for name in ("clang-format-14", "clang-format"):
        path = shutil.which(name)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
            if re.search(r"version 14\.", version.stdout):
                return path
    return None


def badly_formatted(tool, tree, files):
    """{file: number of the first line that clang-format would change} of those where there is one."""
    done = subprocess.run([tool, "--dry-run", *files], cwd=tree, capture_output=True, text=True, check=True)
    found = {}
    for name, line in re.findall(r"^(.+?):(\d+):\d+: warning: code should be clang-formatted", done.stderr, re.MULTILINE):
        found.setdefault(pathlib.Path(name), int(line))
    return found


def long_comment(tree, file):
    """The number of the first line with a comment beyond the last column, or None."""
    lines = (tree / file).read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, start=1)
                 if len(line) > COLUMNS and re.search(r'//[^"]*$', line)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="rewrite the files")
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    parser.add_argument("file", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    tool = clang_format()
    if tool is None:
        print("clang-format 14 is not installed (Debian: clang-format-14)")
        return SKIPPED
    tree = arguments.tree.resolve()
    files = [path.resolve().relative_to(tree) for path in arguments.file]
    for file in files:
        if file.suffix not in source_tree.CXX_SUFFIXES:  # clang-format takes them for C++
            parser.error(f"{file}: expected a C++ file ({' '.join(source_tree.CXX_SUFFIXES)})")
    files = files or source_tree.cxx_files(tree)
    # Many at a time: to start clang-format takes ten times as long as to look at a file.
    parts = [files[k:k + FILES_AT_A_TIME] for k in range(0, len(files), FILES_AT_A_TIME)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda part: badly_formatted(tool, tree, part), parts))
    bad = [item for lines in found for item in lines.items()]
    for file, line in bad:
        if arguments.fix:
            subprocess.run([tool, "-i", str(tree / file)], check=True)
            print(f"{file}: formatted")
        else:
            print(f"{file}:{line}: not formatted (tools/format.py --fix)")
    long = [(file, line) for file in files if (line := long_comment(tree, file)) is not None]
    for file, line in long:
        print(f"{file}:{line}: a comment beyond column {COLUMNS} (wrap it by hand)")
    print(f"{len(files)} files, {len(bad)} {'fixed' if arguments.fix else 'not formatted'}")
    return 1 if long or (bad and not arguments.fix) else 0


if __name__ == "__main__":
    sys.exit(main())
