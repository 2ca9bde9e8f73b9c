"""The lines of a tree that differ from a commit: where mutants of a change are."""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import changed  # noqa: E402

_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def lines(tree, base):
    """{file: its lines that differ from the commit `base`}; of a file that git does not know, all lines."""
    found = {}
    for name in changed.changed_files(tree, base):
        if (tree / name).is_file():
            found[name] = set(of_hunks(_difference(tree, base, name))) or set(range(1, 1 + _length(tree / name)))
    return found


def of_hunks(text):
    """Lines that a difference without context adds or changes, or that follow what it takes away."""
    for first, count in _HUNK.findall(text):
        yield from range(int(first), int(first) + max(1, int(count or 1)))


def _difference(tree, base, name):
    return subprocess.run(["git", "-C", str(tree), "-c", f"safe.directory={tree}", "diff", "--no-renames", "--no-ext-diff",
                           "--no-color", "-U0", base, "--", name], capture_output=True, text=True, errors="replace",
                          check=True).stdout


def _length(path):
    return path.read_bytes().count(b"\n") + 1
