#!/usr/bin/env python3
"""Files that ship, copied and changed by patches: the code of mutants that are faults of these files.

A patch has one or more lines of what it is for, perhaps a line "Also copies: FILE ...", and the differences
of each file. The copies are in the namespace `planted` within that of the file, and include each other. They
are made while the build is configured, again when a patch or one of the files changes. A patch that no
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


def files_of(patch):
    """The files that a patch changes or wants unchanged, in its order."""
    found = re.findall(r"^\+\+\+ b/(\S+)", patch, re.M)
    for line in re.findall(rf"^{ALSO}(.*)$", patch, re.M):
        found += line.split()
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


def moved(text, name, copied):
    """The text in the namespace `planted`, with the copies for the files that it includes."""
    text = re.sub(r'^#include "([^"]+)"', lambda m: f'#include "planted/{m[1]}"' if m[1] in copied else m[0], text,
                  flags=re.M)
    text, count = re.subn(r"^namespace (touchstone::\w+) \{$", r"namespace \1::planted {", text, flags=re.M)
    if count != 1:
        raise ValueError(f"{name}: expected one namespace of the project, found {count}")
    return text


def plant(root, patches, out):
    """Writes the copies of all patches below `out`; returns (source files, files they were made from)."""
    texts = {}
    for path in patches:
        files = files_of(path.read_text(encoding="utf-8"))
        for name, text in patched(root, path, files).items():
            if name in texts:
                raise ValueError(f"{path.name}: {name} is changed by another patch, too")
            texts[name] = (text, files)
    for name, (text, files) in texts.items():
        write_if_new(out / name, moved(text, name, set(files)))
    return [out / name for name in texts if name.endswith(".cpp")], [*patches, *(root / name for name in texts)]


def write_if_new(path, text):
    """An unchanged copy keeps its time, and is not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of the copies")
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
