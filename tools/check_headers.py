#!/usr/bin/env python3
"""Each header compiles alone, with the warnings of the build.

usage: check_headers.py --build DIR [--tree TREE]

A header with #pragma once that is the first include of some *.cpp is left to the build, which compiles
it alone there. The compiler and flags are those of DIR/compile_commands.json; *-inl.hpp headers, which
Highway includes once per vector unit, are compiled for one of them. A header that passed is not compiled
again until it, one of the headers it includes from this tree, or the flags change; DIR/headers.json
remembers that. Exit code 0 all compile, 1 some do not, 2 no build folder.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import source_tree

VECTOR_UNIT = ["-march=skylake"]  # Highway's AVX2


def compile_command(build):
    """Compiler and flags of the objects of models/, or of any file of the tree."""
    try:
        entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"{build}: expected a configured build folder, found {error}")
    entries.sort(key=lambda entry: "models" not in entry["file"])
    words = shlex.split(entries[0]["command"])
    while not re.search(r"(^|/)(g\+\+|clang\+\+|c\+\+)[-0-9.]*$", words[0]):
        words = words[1:]  # ccache and its environment
    command, skip = [], False
    for word in words:
        if skip or word == "-c" or word == entries[0]["file"]:
            skip = False
        elif word == "-o":
            skip = True
        elif not word.startswith(("-DTOUCHSTONE_FLAGS", "-DTOUCHSTONE_BUILD_TYPE", "-O")):
            command.append(word)
    return command


def closure(tree, header):
    """The header and everything of this tree that it includes, directly or not."""
    seen, waiting = set(), [str(header)]
    while waiting:
        name = waiting.pop()
        if name in seen or not (tree / name).is_file():
            continue
        seen.add(name)
        waiting += [other for _, quoted, other in source_tree.includes(tree / name) if quoted]
    return sorted(seen)


def fingerprint(tree, header, command):
    digest = hashlib.sha256("\0".join(command).encode())
    for name in closure(tree, header):
        digest.update(name.encode() + b"\0" + (tree / name).read_bytes())
    return digest.hexdigest()


def compiles(tree, header, command):
    """The compiler's words when the header does not compile alone, else ''."""
    # Included twice, so that a missing #pragma once is found too.
    text = f'#include "{header}"\n#include "{header}"\n'
    unit = VECTOR_UNIT if header.name.endswith("-inl.hpp") else []
    done = subprocess.run([*command, *unit, f"-I{tree}", "-fsyntax-only", "-x", "c++", "-"], input=text,
                          cwd=tree, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"


def left_to_the_build(tree):
    """The headers that some source file includes before anything else."""
    first = set()
    for source in source_tree.cxx_files(tree):
        if source.suffix == ".cpp":
            first.update(name for _, quoted, name in source_tree.includes(tree / source)[:1] if quoted)
    return {name for name in first if (tree / name).is_file()
            and re.search(r"^#pragma once$", (tree / name).read_text(encoding="utf-8"), re.MULTILINE)}


def check(tree, build):
    """(headers, compiled now, {header: message})"""
    command = compile_command(build)
    memory = build / "headers.json"
    try:
        passed = set(json.loads(memory.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        passed = set()
    covered = left_to_the_build(tree)
    headers = [file for file in source_tree.cxx_files(tree)
               if file.suffix == ".hpp" and str(file) not in covered]
    prints = {header: fingerprint(tree, header, command) for header in headers}
    todo = [header for header in headers if prints[header] not in passed]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        messages = list(pool.map(lambda header: compiles(tree, header, command), todo))
    failed = {header: message for header, message in zip(todo, messages) if message}
    memory.write_text(json.dumps(sorted(prints[h] for h in headers if h not in failed)))
    return headers, todo, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    arguments = parser.parse_args()
    headers, todo, failed = check(arguments.tree.resolve(), arguments.build.resolve())
    for header, message in failed.items():
        print(f"{header}: does not compile alone\n{message}")
    print(f"{len(headers)} headers that no source file includes first, {len(todo)} compiled now, "
          f"{len(failed)} failed")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
