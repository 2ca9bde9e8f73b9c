#!/usr/bin/env python3
"""Lists what a change can affect: test programs, suites of tests in them, and families whose checks are to run.

usage: changed.py [--tree TREE] [BASE]     BASE: a commit (default HEAD, so: what is not committed yet)

Prints   programs NAME...    test programs to build
         suites REGEX        tests of ctest, by name; they are in these programs or in Python
         families NAME...    of which schemes, references, checks, mutants or their physics changed
         proofs NAME...      balance, explore: words of `check` that the change can affect
A line is left out where it would be empty. A change in what all stand on (cmake/, the launcher), or in a file
that no rule knows (kernels for devices, patches, data), gives the line "everything". What a file affects are those that include it, directly or not, and
those that include the header of that name; a file that registers something affects its family.
"""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "mutate"))
import families  # noqa: E402
import source_tree  # noqa: E402

SOURCE_TREE = ("docs/", "tools/", ".githooks/", "LICENSE")  # what the stage 'source tree' tests
PROGRAMS = ("checkers", "validation", "benchmarks", "trajectories", "device")  # folders with a program touchstone_<folder>
OF_PACKAGING = ("action.yml", "pyproject.toml")  # stand where other programs look for them
OF_DISKS = ("mpmc", "ecmc")  # families of checkers/disks
_SUITE = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)"
                    r"\((\w+)", re.MULTILINE)


def changed_files(tree, base):
    """Names of the files that differ from this commit, untracked ones with them; ValueError for no commit."""
    git = ["git", "-C", str(tree), "-c", f"safe.directory={tree}"]
    done = subprocess.run([*git, "diff", "--name-only", "--no-renames", "-z", base, "--"], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise ValueError(f"BASE: expected a commit, found '{base}'")
    new = subprocess.run([*git, "ls-files", "-z", "--others", "--exclude-standard"], capture_output=True, text=True,
                         check=True)
    return sorted({*done.stdout.split("\0"), *new.stdout.split("\0")} - {""})


def affected_by(includes, names):
    """The source files whose meaning a change of these can change, themselves among them."""
    seen, rest = set(), set(names)
    while rest:
        seen |= includes.including(rest)
        # A source file defines what the header of its name declares.
        rest = {name[:-4] + ".hpp" for name in seen if name.endswith(".cpp")} & set(includes.files) - seen
    return seen


def families_of(names):
    """Families of the folders of these files, in the order of families.FAMILIES."""
    found = set()
    for name in names:
        parts = name.split("/")
        if parts[0] in ("optimized", "reference", "gpu", "checkers"):
            found.update(family for family in families.FAMILIES if family in parts[1:-1])
            found.update(OF_DISKS if parts[:2] == ["checkers", "disks"] else ())
            found.update(families.FAMILIES if parts[:2] == ["checkers", "starts"] else ())
    return [family for family in families.FAMILIES if family in found]


def suites_of(tree, names):
    """{test program: suites of tests} of the test files among these."""
    found = {}
    for name in names:
        if name.endswith("_test.cpp"):
            text = (tree / name).read_text(encoding="utf-8")
            found.setdefault(name.split("/")[0] + "_tests", set()).update(_SUITE.findall(text))
    return found


def python_tests(names):
    """Patterns of the tests in Python of the folders of these files; those of tools/ are run with the source tree."""
    found = {rf"^{name.split('/')[0]}\." for name in names if name.startswith(("reports/", "benchmarks/", "packaging/"))
             and not name.endswith((".cpp", ".hpp"))}
    if set(names) & set(OF_PACKAGING):
        found.add(r"^packaging\.")
    return sorted(found | {"^adapters" for name in names if name.startswith("adapters/")})


def proofs_of(names):
    """Words of `check` without a family whose files are among these."""
    return [word for word in ("balance", "explore") if any(name.startswith(f"checkers/{word}/") for name in names)]


def is_of_everything(name):
    """True for what all parts stand on, and for what no rule here knows."""
    if name.startswith("tools/launcher/") or name == "tools/unity_groups.py" or name == "tools/plant_faults.py":
        return True
    return not (name.endswith((".cpp", ".hpp", ".md")) or name in OF_PACKAGING
                or name.startswith((*SOURCE_TREE, "reports/", "benchmarks/", "adapters/", "packaging/")))


def programs_of(names):
    """Programs that a file of these is part of; those of ranks are optimized/<family>/mpi."""
    found = {f"touchstone_{name.split('/')[0]}" for name in names
             if name.startswith(tuple(f"{folder}/" for folder in PROGRAMS)) and not name.endswith("_test.cpp")}
    if any(name.startswith("suite/") and name.endswith(".cpp") for name in names):
        found.update(f"touchstone_{folder}" for folder in PROGRAMS[:4])
    found.update(f"touchstone_{name.split('/')[1]}_mpi" for name in names
                 if name.startswith("optimized/") and name.endswith("/mpi/main.cpp"))
    return found


def plan(tree, names):
    """The lines to print for a change of these files."""
    if any(is_of_everything(name) for name in names):
        return ["everything"]
    sources = affected_by(families.Includes(tree), [name for name in names if name.endswith((".cpp", ".hpp"))])
    suites = suites_of(tree, [name for name in sources if (tree / name).is_file()])
    if any(name.startswith(("adapters/", "docs/adapters/")) for name in names):
        suites.setdefault("checkers_tests", set()).update({"External", "Restarts", "Budget", "Hostile"})
        sources |= {"checkers/main.cpp"}  # whose program judges the examples
    packed = {"programs" for name in names if name.startswith("packaging/") or name in OF_PACKAGING}
    every = sorted(set().union(*suites.values()))
    # Few groups: the expressions of ctest have at most nine.
    # Before a suite: nothing, an instance (All/Suite), or the folder under the sanitizers (models.Suite.1).
    patterns = ([rf"(^|[./])({'|'.join(every)})(/|\.)"] if every else []) + python_tests(names)
    lines = [("programs", sorted({*suites, *programs_of(sources), *packed})), ("suites", ["|".join(patterns)] if patterns else []),
             ("families", families_of(sources)), ("proofs", proofs_of(sources))]
    return [" ".join([word, *values]) for word, values in lines if values]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=pathlib.Path, default=source_tree.root())
    parser.add_argument("base", nargs="?", default="HEAD", metavar="BASE")
    options = parser.parse_args()
    try:
        print(*plan(options.tree, changed_files(options.tree, options.base)), sep="\n")
    except ValueError as error:
        sys.exit(f"changed.py: {error}")


if __name__ == "__main__":
    main()
