#!/usr/bin/env python3
"""One definition: two types of the same name in the same namespace are one type to the linker, which
keeps the code of either and tells nobody. Types of one file belong into an anonymous namespace.

The compiler's own check, -Wodr with -flto, compares the members of types and not the code of their functions: two checks
of one name with one run() each pass it (check_one_definition_test.py shows it), and it sees only what one program links.

usage: check_one_definition.py [TREE]     exit code 1 and one line per name defined twice
"""

import collections
import pathlib
import re
import sys

import source_tree

_OPEN = re.compile(r"(?:inline )?namespace ([\w:]*)\s*\{")
_CLOSE = re.compile(r"\}\s*// namespace")
_TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum|union) (?:(?:\[\[.*\]\]|alignas\([^)]*\)) )*(\w+)"
                   r"(?:<.*>)?(?: final)?\s*(?::[^:].*)?\{")
_BEGUN = re.compile(r"(?:template <.*> )?(?:struct|class|enum|union)\b")  # a head may go on in further lines


def definitions(text):
    """(line number, namespace::name) of the types that `text` defines at namespace level; those in
    anonymous namespaces do not count."""
    scopes, lines = [], text.splitlines()
    for number, line in enumerate(lines, start=1):
        if _BEGUN.match(line):
            for more in lines[number:]:
                if re.search("[{;]", line):
                    break
                line += " " + more.strip()
        opened = _OPEN.match(line)
        if opened:
            scopes.append(opened.group(1))
        elif _CLOSE.match(line) and scopes:
            scopes.pop()
        else:
            found = _TYPE.match(line)
            if found and "" not in scopes:
                yield number, "::".join(scopes + [found.group(1)])


def doubles(tree):
    """Name -> places, of all names with more than one definition."""
    places = collections.defaultdict(list)
    for file in source_tree.cxx_files(tree):
        if file.parts[0] == "adapters":
            continue  # for programs of users, which the tree is never linked with
        for number, name in definitions((tree / file).read_text(encoding="utf-8")):
            places[name].append(f"{file}:{number}")
    return {name: where for name, where in sorted(places.items())
            if len(where) > 1 and not _specialised(tree, where)}


def _specialised(tree, where):
    """All but one are specialisations of a template."""
    def plain(place):
        file, number = place.rsplit(":", 1)
        line = (tree / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
        return not re.search(r"(?:struct|class) \w+<", line)
    return sum(plain(place) for place in where) <= 1


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else source_tree.root()
    found = doubles(tree)
    for name, where in found.items():
        print(f"{name}: defined at {', '.join(where)}")
    print(f"{len(found)} names with more than one definition")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
