#!/usr/bin/env python3
"""Each header compiles alone, with the warnings of the build.

usage: check_headers.py --build DIR [--tree TREE]

A header with #pragma once that begins a translation unit of the build is left to the build, which compiles
it alone there. Of the others, those that include one another are compiled together: after a header that
includes nothing that the next one does not include, the next one sees nothing that it would not see alone.
The compiler and flags are those of DIR/compile_commands.json; *-inl.hpp headers, which Highway includes
once per vector unit, are compiled for one of them. A header that passed is not compiled again until it, one
of the headers it includes from this tree, or the flags change; DIR/headers.json remembers that. Exit code 0
all compile, 1 some do not, 2 no build folder.
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


def compile_commands(build):
    """The build's entries; those of the objects of models/ first."""
    try:
        entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"{build}: expected a configured build folder, found {error}")
    return sorted(entries, key=lambda entry: "models" not in entry["file"])


def compile_command(entries):
    """Compiler and flags of the first entry."""
    words = shlex.split(re.sub(r"(-Xclang )?-include(-pch)? (-Xclang )?\S*cmake_pch\S*", "",
                               entries[0]["command"]))
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


class Includes:
    """Who includes whom in this tree; headers from elsewhere are `<name`."""

    def __init__(self, tree):
        self.tree = tree
        self._direct = {}
        self._all = {}

    def direct(self, name):
        """The includes of a file, in its order."""
        if name not in self._direct:
            path = self.tree / name
            found = source_tree.includes(path) if path.is_file() else []
            self._direct[name] = [other if quoted else "<" + other for _, quoted, other in found]
        return self._direct[name]

    def closure(self, header):
        """The header and everything that it includes, directly or not."""
        if header not in self._all:
            seen, waiting = set(), [header]
            while waiting:
                name = waiting.pop()
                if name not in seen:
                    seen.add(name)
                    waiting += self.direct(name)
            self._all[header] = frozenset(seen)
        return self._all[header]


def fingerprint(includes, header, command):
    digest = hashlib.sha256("\0".join(command).encode())
    for name in sorted(includes.closure(header)):
        if (includes.tree / name).is_file():
            digest.update(name.encode() + b"\0" + (includes.tree / name).read_bytes())
    return digest.hexdigest()


def chains(includes, headers):
    """Lists of headers, each of which includes all that the one before includes."""
    found = []
    for header in sorted(headers, key=lambda name: (len(includes.closure(name)), name)):
        fitting = [chain for chain in found
                   if includes.closure(chain[-1]) < includes.closure(header)
                   and is_vector_code(chain[-1]) == is_vector_code(header)]
        if fitting:
            max(fitting, key=lambda chain: len(includes.closure(chain[-1]))).append(header)
        else:
            found.append([header])
    return found


def is_vector_code(header):
    return header.endswith("-inl.hpp")


def compiles(tree, headers, command):
    """The compiler's words when the headers do not compile, else ''."""
    # Included twice, so that a missing #pragma once is found too.
    text = "".join(f'#include "{header}"\n#include "{header}"\n' for header in headers)
    unit = VECTOR_UNIT if is_vector_code(headers[0]) else []
    done = subprocess.run([*command, *unit, f"-I{tree}", "-fsyntax-only", "-x", "c++", "-"], input=text,
                          cwd=tree, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"


def failures(tree, chain, command):
    """{header: message} of the headers of a chain that do not compile alone."""
    message = compiles(tree, chain, command)
    if not message or len(chain) == 1:
        return {header: message for header in chain if message}
    alone = {header: compiles(tree, [header], command) for header in chain}
    return {header: words for header, words in alone.items() if words} or {chain[0]: message}


def translation_units(tree, entries):
    """The files of this tree that begin a translation unit without precompiled headers."""
    for entry in entries:
        if "cmake_pch" in entry["command"]:
            continue
        file = pathlib.Path(entry["directory"], entry["file"])
        if re.fullmatch(r"unit_\d+\.cpp", file.name) and file.is_file():  # includes some of ours
            file = tree / source_tree.includes(file)[0][2]
        if file.is_relative_to(tree) and file.is_file():
            yield str(file.relative_to(tree))


def left_to_the_build(includes, entries):
    """The headers that some translation unit includes before anything else."""
    first = {name for unit in translation_units(includes.tree, entries)
             for name in includes.direct(unit)[:1] if (includes.tree / name).is_file()}
    return {name for name in first
            if re.search(r"^#pragma once$", (includes.tree / name).read_text(encoding="utf-8"),
                         re.MULTILINE)}


def check(tree, build):
    """(headers, compiled now, {header: message})"""
    entries = compile_commands(build)
    command = compile_command(entries)
    memory = build / "headers.json"
    try:
        passed = set(json.loads(memory.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        passed = set()
    includes = Includes(tree)
    covered = left_to_the_build(includes, entries)
    headers = [str(file) for file in source_tree.cxx_files(tree)
               if file.suffix == ".hpp" and str(file) not in covered]
    prints = {header: fingerprint(includes, header, command) for header in headers}
    todo = [header for header in headers if prints[header] not in passed]
    failed = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda chain: failures(tree, chain, command), chains(includes, todo)):
            failed.update(found)
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
    print(f"{len(headers)} headers that begin no translation unit, {len(todo)} compiled now, "
          f"{len(failed)} failed")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
