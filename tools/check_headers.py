#!/usr/bin/env python3
"""Each header compiles alone, with the warnings of the build.

usage: check_headers.py --build DIR [--tree TREE]

A header with #pragma once that begins a translation unit of the build is left to the build, which compiles
it alone there. Among the others, those that include one another are compiled together: after a header that
includes nothing that the next one does not include, the next one sees nothing that it would not see alone.
By the same argument, what many of them include is compiled once before (`bases`): each list of headers begins
with the largest base of which it includes all.
The compiler and flags are those of DIR/compile_commands.json; *-inl.hpp headers, which Highway includes
once per vector unit, are compiled for one of them. They are compiled through ccache, as the build is, so
that what has passed in any clone is not compiled again. Exit code 0 all compile, 1 some do not, 2 no build
folder.

CMake's own check (VERIFY_INTERFACE_HEADER_SETS) compiles each of 540 headers alone, 3 seconds each.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import source_tree

CACHE = str(pathlib.Path(__file__).resolve().parent.parent / "cmake" / "ccache.sh")
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
    """Graph of the includes of this tree; headers from elsewhere are `<name`."""

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


def weight(names):
    """Roughly what it costs to read these headers; libraries are larger than standard headers."""
    return sum(1 if not name.startswith("<") else 30 if "/" in name else 10 for name in names)


def bases(includes, found, most=12):
    """Sets of headers that several chains include. Greedy: next is the one that saves most; to compile one
    and to write it down costs about twice what it costs to read it."""
    first = [includes.closure(chain[0]) for chain in found if not is_vector_code(chain[0])]
    saved, chosen = [0] * len(first), []
    candidates = sorted(set(first), key=lambda names: (len(names), sorted(names)))
    while candidates and len(chosen) < most:
        def gain(names):
            return (sum(max(0, weight(names) - before) for before, all_names in zip(saved, first)
                        if names <= all_names) - 2 * weight(names))
        best = max(candidates, key=gain)
        if gain(best) <= 0:
            break
        chosen.append(best)
        saved = [max(before, weight(best)) if best <= all_names else before
                 for before, all_names in zip(saved, first)]
    return chosen


def is_vector_code(header):
    return header.endswith("-inl.hpp")


class Compiler:
    """The build's compiler and flags, through ccache where there is one."""

    def __init__(self, tree, build, command):
        self.folder = build / "headers"
        self.folder.mkdir(exist_ok=True)
        cache = [CACHE] if shutil.which("ccache") else []
        self.command = [*cache, *command, f"-I{tree}"]
        self.environment = {**os.environ, "CCACHE_BASEDIR": str(tree)}
        self.bases = []

    def prepare(self, includes, names):
        """Compiles a base for those that include all of these headers; none, if it does not compile."""
        text = "".join(f"#include <{name[1:]}>\n" if name.startswith("<") else f'#include "{name}"\n'
                       for name in sorted(names, key=lambda name: (len(includes.closure(name)), name))
                       if name.startswith("<") or (includes.tree / name).is_file())
        file = self.file(text, ".hpp")
        if not self.run("-x", "c++-header", file, "-o", f"{file}.gch"):
            self.bases.append((names, file))

    def file(self, text, suffix):
        name = pathlib.Path(self.folder.name, hashlib.sha256(text.encode()).hexdigest()[:16] + suffix)
        (self.folder.parent / name).write_text(text, encoding="utf-8")
        return name

    def run(self, *arguments):
        """The compiler's words when it fails, else ''."""
        done = subprocess.run([*self.command, *arguments], cwd=self.folder.parent, env=self.environment,
                              capture_output=True, text=True, check=False)
        return "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"

    def words(self, headers, known=frozenset()):
        """The compiler's words when the headers do not compile; `known`: all that the first includes."""
        # Included twice, so that a missing #pragma once is found too.
        text = "".join(f'#include "{header}"\n#include "{header}"\n' for header in headers)
        file = self.file(text, ".cpp")
        options = VECTOR_UNIT if is_vector_code(headers[0]) else []
        fitting = [base for base in self.bases if base[0] <= known] if not options else []
        if fitting:
            options = ["-include", max(fitting, key=lambda base: weight(base[0]))[1]]
        return self.run(*options, "-c", file, "-o", file.with_suffix(".o"))

    def failures(self, includes, chain):
        """{header: message} of the headers of a chain that do not compile alone."""
        message = self.words(chain, includes.closure(chain[0]))
        if not message:
            return {}
        alone = {header: self.words([header]) for header in chain}
        return {header: words for header, words in alone.items() if words} or {chain[0]: message}


def translation_units(tree, entries):
    """The files of this tree that begin a translation unit without precompiled headers."""
    for entry in entries:
        if "cmake_pch" in entry["command"]:
            continue
        file = pathlib.Path(entry["directory"], entry["file"])
        if re.fullmatch(r"unit_\d+\.cpp", file.name) and file.is_file():  # includes some of ours
            # Its headers come first, and of these first the one that begins its first file.
            file = tree / next(name for _, _, name in source_tree.includes(file) if name.endswith(".cpp"))
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
    """(headers, {header: message})"""
    entries = compile_commands(build)
    compiler = Compiler(tree, build, compile_command(entries))
    includes = Includes(tree)
    covered = left_to_the_build(includes, entries)
    headers = [str(file) for file in source_tree.cxx_files(tree)
               if file.suffix == ".hpp" and str(file) not in covered]
    failed = {}
    lists = chains(includes, headers)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(functools.partial(compiler.prepare, includes), bases(includes, lists)))
        for found in pool.map(functools.partial(compiler.failures, includes), lists):
            failed.update(found)
    return headers, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    arguments = parser.parse_args()
    headers, failed = check(arguments.tree.resolve(), arguments.build.resolve())
    for header, message in failed.items():
        print(f"{header}: does not compile alone\n{message}")
    print(f"{len(headers)} headers that begin no translation unit, {len(failed)} failed")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
