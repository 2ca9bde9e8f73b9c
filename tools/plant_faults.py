#!/usr/bin/env python3
"""Files that ship, copied and changed by patches: the code of mutants that are faults of these files.

A patch has one or more lines of what it is for, perhaps a line "Also copies: FILE ...", and the differences
of each file. The copies are in the namespace `planted` within that of the file, and include each other.

A patch with a line "Planted in: HEADER" is one mutant by itself. Copied are this header and those of its folder
that it includes, but for those with a source file, which are no templates. The copies are below
planted/<name of the patch>, in the namespace planted::<name of the patch>, so that many may change one file.

Copies are made while the build is configured, again when a patch or one of the files changes. A patch that no
longer fits ends it with an error: whoever changed the file looks at the mutants.

Prints  the source files among the copies, a line each; then, after an empty line, what they were made from.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALSO = "Also copies:"
_PLANTED_IN = re.compile(r"^Planted in: (\S+)$", re.M)
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def files_of(root, patch):
    """The files that a patch changes or wants unchanged, in its order; then those of where it is planted."""
    found = re.findall(r"^\+\+\+ b/(\S+)", patch, re.M)
    for line in re.findall(rf"^{ALSO}(.*)$", patch, re.M):
        found += line.split()
    for name in _PLANTED_IN.findall(patch):
        headers = headers_of(root, name)
        if missing := [one for one in found if one not in headers]:
            raise ValueError(f"{name}, where a fault is planted, does not include {', '.join(missing)}")
        found += [one for one in headers if one not in found]
    return found


def headers_of(root, name):
    """A header and those of its folder that it includes, directly or not, but for those with a source file."""
    found, rest = [], [name]
    while rest:
        one = rest.pop()
        if one in found or pathlib.PurePath(one).parent != pathlib.PurePath(name).parent \
                or (root / one).with_suffix(".cpp").is_file():
            continue
        found.append(one)
        rest += _INCLUDE.findall((root / one).read_text(encoding="utf-8"))
    return found


def patched(root, path, files):
    """{file: text after the patch}; ValueError where it does not fit."""
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name in files:
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            (top / name).write_bytes((root / name).read_bytes())
        # Not within a repository, or git would look for the files in that one.
        done = subprocess.run(["git", "apply", str(path)], cwd=top, capture_output=True, text=True, check=False,
                              env={**os.environ, "GIT_CEILING_DIRECTORIES": str(top.parent)})
        if done.returncode != 0:
            raise ValueError(f"{path.relative_to(root)} no longer fits; change it as its files were changed:\n"
                             + done.stderr.strip())
        return {name: (top / name).read_text(encoding="utf-8") for name in files}


def moved(text, name, copied, place):
    """The text in the namespace of its copy, which is in the folder `place`, with copies of the files that it includes."""
    text = _INCLUDE.sub(lambda m: f'#include "{place}/{m[1]}"' if m[1] in copied else m[0], text)
    within = place.replace("/", "::")
    text, count = re.subn(r"^namespace (touchstone::\w+) \{$", rf"namespace \1::{within} {{", text, flags=re.M)
    if count != 1:
        raise ValueError(f"{name}: expected one namespace of the project, found {count}")
    return text


def plant(root, patches, out):
    """Writes the copies of all patches below `out`; returns (source files, files they were made from)."""
    copies, origins = {}, dict.fromkeys(patches)
    for path in patches:
        patch = path.read_text(encoding="utf-8")
        files = files_of(root, patch)
        place = f"planted/{path.stem}" if _PLANTED_IN.search(patch) else "planted"
        for name, text in patched(root, path, files).items():
            copy = out.parent / place / name
            if copy in copies:
                raise ValueError(f"{path.name}: {name} is changed by another patch, too")
            copies[copy] = moved(text, name, set(files), place)
            origins[root / name] = None
    for copy, text in copies.items():
        write_if_new(copy, text)
    return [copy for copy in copies if copy.suffix == ".cpp"], list(origins)


def write_if_new(path, text):
    """An unchanged copy keeps its time, and is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of the copies, called planted")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, metavar="DIR", help="source tree (default: this)")
    parser.add_argument("patches", nargs="+", type=pathlib.Path, metavar="PATCH")
    options = parser.parse_args(argv)
    try:
        sources, origins = plant(options.root.resolve(), [p.resolve() for p in options.patches], options.out)
    except (OSError, ValueError) as error:
        print(f"plant_faults: {error}", file=sys.stderr)
        return 2
    print("\n".join(map(str, sources)), "", "\n".join(map(str, origins)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
