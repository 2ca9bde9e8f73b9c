#!/usr/bin/env python3
"""Programs of your own, which the suite judges (docs/external.md): begins one, or shows how public ones are judged."""

import argparse
import dataclasses
import difflib
import os
import pathlib
import shlex
import shutil
import sys

import demo

NEW = """Writes an example that runs, to put your own simulation into, with its description and the adapter beside it.

examples:
  touchstone external new --language python --simulates disks
  touchstone external new --language fortran --simulates longrange --into my-integrator
"""
DEMO = """Installs a public program from PyPI and judges it; without a name, lists those that there are.

examples:
  touchstone external demo rebound
  touchstone external demo rebound --fault     a check must see the fault: exit code 1
"""
EXAMPLES = """examples:
  touchstone external new --language python --simulates disks
  touchstone external demo rebound
"""
ADAPTERS = pathlib.Path(__file__).resolve().parent
SIGNED = "touchstone external"


@dataclasses.dataclass(frozen=True)
class Language:
    folder: str
    ending: str
    adapter: str  # a file or a folder below `folder`
    build: str = ""  # command; {0} is the program
    code_ending: str = ""  # of the file with the simulation of an example, where it is another

    def code(self, simulates):
        """The simulation that the example of this kind of systems makes known to the suite."""
        return ADAPTERS / self.folder / "example" / f"{simulates}_code{self.code_ending or self.ending}"

    def example(self, simulates):
        """The example of this kind of systems; None where the language has none."""
        path = ADAPTERS / self.folder / "example" / (simulates + self.ending)
        return path if path.is_file() else None


LANGUAGES = {
    "python": Language("python", ".py", "src/touchstone_verify"),
    "c++": Language("cpp", ".cpp", "touchstone_external.hpp", "g++ -std=c++17 -O2 -o {0} {0}.cpp", ".hpp"),
    "fortran": Language("fortran", ".f90", "touchstone_external.f90",
                        "gfortran -O2 -o {0} touchstone_external.f90 {0}_code.f90 {0}.f90"),
    "julia": Language("julia", ".jl", "TouchstoneExternal.jl"),
}
KINDS = ("disks", "shapes", "overlaps", "longrange", "stars", "chains", "event_chains")  # the last ones are disks, too


class BadInput(Exception):
    """A name that is not known, or a file that would be overwritten."""


def known(option, word, names):
    """The word, if it is one of the names; BadInput otherwise."""
    if word in names:
        return word
    near = difflib.get_close_matches(word, names, 1)
    hint = f"did you mean '{near[0]}'?" if near else f"known: {' '.join(names)}"
    raise BadInput(f"{option}: unknown name '{word}'; {hint}")


def plan(language, simulates, into):
    """[(file or folder to copy, where to)] of a new program: the program first, its simulation, its description, the
    adapter."""
    program = language.example(simulates)
    if program is None:
        others = [name for name, other in LANGUAGES.items() if other.example(simulates)]
        raise BadInput(f"--simulates: the adapter for this language has no {simulates}; known in: {' '.join(others)}")
    adapter = ADAPTERS / language.folder / language.adapter
    files = [program, language.code(simulates), program.with_suffix(".json"), adapter]
    return [(file, into / file.name) for file in files]


def same(one, other):
    """Whether a file or folder is there with the same contents."""
    if one.is_dir():
        return all(same(inner, other / inner.name) for inner in one.iterdir() if inner.name != "__pycache__")
    return other.is_file() and one.read_bytes() == other.read_bytes()


def copy_all(copies):
    """Makes the copies. An adapter that is there already, for another program, is left; all else is BadInput."""
    taken = [target for source, target in copies if os.path.lexists(target)
             and not ((source, target) == copies[-1] and same(source, target))]
    if taken:
        raise BadInput(f"--into: expected a folder without {' and '.join(target.name for target in taken)}, "
                       f"found {taken[0]}")
    for source, target in copies:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        else:
            shutil.copyfile(source, target)


def new(options):
    """Writes the files of a new program and says what to do next. Returns the exit code."""
    language = LANGUAGES[known("--language", options.language, list(LANGUAGES))]
    simulates = known("--simulates", options.simulates, KINDS)
    into = options.into or pathlib.Path(f"my-{simulates}")
    copies = plan(language, simulates, into)
    try:
        copy_all(copies)
    except OSError as error:
        raise BadInput(f"--into: expected a folder that can be written, found {error}") from error
    what = ("the program: some lines between the adapter and the simulation",
            "the simulation: put your own in its place",
            "how it is started, and what it claims: take out what yours does not", "the adapter")
    width = max(len(str(target)) for _, target in copies)
    for (_, target), words in zip(copies, what):
        print(f"{str(target):{width}}  {words}")
    print("\nnext:")
    if language.build:
        print(f"  (cd {shlex.quote(str(into))} && {language.build.format(simulates)})")
    print(f"  {launcher()} check --external {shlex.quote(str(copies[2][1]))}")
    return 0


def demonstrate(options):
    """Runs a demo and returns its exit code, or lists all."""
    if options.name is None:
        for option in ("fault", "junit"):
            if getattr(options, option):
                raise BadInput(f"--{option}: expected the name of a demo before it, found none")
        print(demo.listing(), end="")
        return 0
    return demo.run(known("NAME", options.name, demo.names()), options.fault, options.junit)


def launcher():
    """The launcher for the user to type: as it was called, or its path, relative where that is short."""
    if os.environ.get("TOUCHSTONE_CALLED"):
        return os.environ["TOUCHSTONE_CALLED"]
    path = ADAPTERS.parent / "touchstone"
    return "./touchstone" if pathlib.Path.cwd() == path.parent else path


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="touchstone external", description=__doc__, epilog=EXAMPLES,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    words = parser.add_subparsers(metavar="{new,demo}", required=True)
    one = words.add_parser("new", help="begin a program", description=NEW,
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    one.add_argument("--language", required=True, metavar="NAME", help=", ".join(LANGUAGES))
    one.add_argument("--simulates", required=True, metavar="KIND", help=f"{', '.join(KINDS)} (where the language has it)")
    one.add_argument("--into", type=pathlib.Path, metavar="DIR", help="folder for the files (default: my-KIND)")
    one.set_defaults(run=new, signed=f"{SIGNED} new")
    one = words.add_parser("demo", help="judge a public program", description=DEMO,
                           formatter_class=argparse.RawDescriptionHelpFormatter)
    one.add_argument("name", nargs="?", help="one of the demos")
    one.add_argument("--fault", action="store_true", help="plant a fault in the program")
    demo.junit.add_option(one)
    one.set_defaults(run=demonstrate, signed=f"{SIGNED} demo")
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except (BadInput, demo.NotInstalled) as error:
        print(f"{options.signed}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
