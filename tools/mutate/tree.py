"""The mutated copy of the source tree and its build.

build/mutate/src is a copy of the tree, in which files hold mutants; its own build/release is the build, so
that ccache finds all that holds none. build/mutate/mutants.jsonl lists the mutants.
"""

import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

import families
import rewrite
import sites

SWITCH = pathlib.Path(__file__).resolve().parent / "switch.h"
_MESSAGE = re.compile(r"^(?:In file included from |\s+from )?([^\s:][^:]*):(\d+):(\d+)?(?:: (.*))?")
MOST_ROUNDS = 30


class BuildFailed(Exception):
    """The mutated tree cannot be built; the message is the end of the compiler's words."""


def write(path, text):
    """Writes bytes unless they are there already, so that their time tells when they changed."""
    data = text.encode("latin-1") if isinstance(text, str) else text
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Tree:
    """The source tree `top`, its mutated copy below `work`, and the mutants planted there."""

    def __init__(self, top, work, say=print):
        self.top, self.work, self.say = top, work, say
        self.copy = work / "src"
        self.build = self.copy / "build" / "release"
        self.manifest = work / "mutants.jsonl"
        self.includes = families.Includes(top)
        self.files = families.mutated_files(self.includes)
        self.mutants = []

    def program(self):
        return self.build / "touchstone_checkers"

    # The copy.

    def copy_sources(self):
        """Everything but the files that hold mutants."""
        listing = subprocess.run(["git", "-c", f"safe.directory={self.top}", "ls-files", "-z", "--cached",
                                  "--others", "--exclude-standard"], cwd=self.top, capture_output=True,
                                 text=True, check=True).stdout.split("\0")
        wanted = {name for name in listing if name and (self.top / name).is_file()}
        for name in wanted - set(self.files):
            write(self.copy / name, (self.top / name).read_bytes())
        for folder in families.source_tree.FOLDERS:
            for path in (self.copy / folder).rglob("*"):
                name = path.relative_to(self.copy).as_posix()
                if path.is_file() and name not in wanted and "mutant_switch" not in name:
                    path.unlink()

    def write_mutants(self):
        """The files that hold mutants, the switch and its options for the compiler."""
        by_file = {name: [] for name in self.files}
        for site in self.mutants:
            by_file[site.file].append(site)
        self.rewritten = {}
        for name, here in by_file.items():
            old = (self.top / name).read_bytes().decode("latin-1")
            self.rewritten[name] = rewrite.Rewritten(old, here)
            write(self.copy / name, self.rewritten[name].text)
        most = max((site.id for site in self.mutants), default=0)
        write(self.copy / "models/core/mutant_switch.h", SWITCH.read_bytes())
        write(self.copy / "models/core/mutant_switch.cpp",
              f'#define TOUCHSTONE_MUTANTS {most}\n#include "models/core/mutant_switch.h"\n')
        holding = [name for name, here in by_file.items() if here]
        sources = [name for name in self.includes.including(holding) if name.endswith(".cpp")]
        listed = "".join(f"  ${{CMAKE_SOURCE_DIR}}/{name}\n" for name in sorted(sources))
        listed = listed and (f"set_property(SOURCE\n{listed}  APPEND PROPERTY COMPILE_OPTIONS -w -O1 -include "
                             "${CMAKE_SOURCE_DIR}/models/core/mutant_switch.h)\n")
        write(self.copy / "mutants.cmake", f"# Options of the files in which mutants are compiled.\n{listed}")

    def configure(self):
        cache = self.top / "build" / "release" / "CMakeCache.txt"
        shared = cache.is_file() and "TOUCHSTONE_UNITY:BOOL=ON" in cache.read_text(encoding="utf-8")
        self._run(["cmake", "--preset", "release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                   f"-DTOUCHSTONE_UNITY={'ON' if shared else 'OFF'}"])

    def _run(self, command):
        done = subprocess.run(command, cwd=self.copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise BuildFailed(f"{' '.join(command[:3])}:\n{done.stdout[-3000:]}")
        return done.stdout

    # The sites.

    def commands(self):
        """{name of a source file: its compiler's command} of the build."""
        entries = json.loads((self.build / "compile_commands.json").read_text(encoding="utf-8"))
        return {os.path.relpath(entry["file"], self.copy): entry for entry in entries}

    def find_sites(self):
        """All mutants of all files: each file as the first source file sees it that includes it."""
        commands, todo, found = self.commands(), set(self.files), {}
        sources = [n for n in self.files if n.endswith(".cpp")]
        sources += sorted(n for n in self.includes.including(self.files) if n.endswith(".cpp")
                          and n not in sources and "_test" not in n)
        for source in sources:
            here = {n for n in todo if source in self.includes.including([n])}
            if not here or source not in commands:
                continue
            unit = sites.parse(self.top / source, self.arguments(commands[source]))
            for name, some in sites.sites_of(unit, {n: self.top / n for n in sorted(here)}).items():
                found.setdefault(name, {}).update(some)
                todo.discard(name)
        every = [site for name in sorted(found) for site in
                 sorted(found[name].values(), key=lambda s: (s.start, -s.end, s.operator, s.mutated))]
        for number, site in enumerate(every, start=1):
            site.id = number
        return every

    def arguments(self, entry):
        """The flags of a command that libclang needs, with paths of the tree itself."""
        words = [w.replace(str(self.copy), str(self.top)) for w in shlex.split(entry["command"])]
        kept, follows = [], False
        for word in words:
            if follows or word.startswith(("-I", "-D", "-std", "-fopenmp", "-isystem", "-O")):
                kept.append(word)
            follows = not follows and word == "-isystem"
        return kept

    # The build.

    def ready(self):
        """True when the build is that of the sources as they are, with the mutants of the manifest."""
        stamp = self.work / "stamp"
        return (self.program().is_file() and self.manifest.is_file() and stamp.is_file()
                and stamp.read_text(encoding="utf-8") == self.stamp())

    def stamp(self):
        names = [p for p in pathlib.Path(__file__).parent.glob("*.py") if not p.name.endswith("_test.py")]
        files = [self.top / n for n in self.includes.files if "_test" not in n] + names + [SWITCH]
        return "".join(f"{p} {p.stat().st_size} {families.digest(p)}\n" for p in files)

    def make(self, jobs):
        """Builds the program, once; says what is left out because it does not compile."""
        if self.ready():
            self.mutants = read_manifest(self.manifest)
            return
        self.work.mkdir(parents=True, exist_ok=True)
        self.copy_sources()
        self.write_mutants()  # without mutants yet: CMake wants all files
        self.configure()
        self.say("mutate: looking for sites")
        self.mutants = self.find_sites()
        found = len(self.mutants)
        self.say(f"mutate: {found} mutants in {len(self.files)} files; building")
        self.write_mutants()
        self.build_all(jobs)
        self.say(f"mutate: {found - len(self.mutants)} of {found} do not compile and are left out")
        write_manifest(self.manifest, self.mutants)
        (self.work / "stamp").write_text(self.stamp(), encoding="utf-8")

    def build_all(self, jobs):
        """Compiles, leaves out what does not compile, and so on until everything does."""
        production = [n for n in self.commands() if n in self.files]
        for step in (lambda: self.syntax_errors(production, jobs), lambda: self.ninja_errors(jobs)):
            for _ in range(MOST_ROUNDS):
                words = step()
                if not words:
                    break
                dropped = self.drop_blamed(words)
                self.say(f"mutate: {dropped} do not compile")
            else:
                raise BuildFailed(f"still errors after {MOST_ROUNDS} rounds:\n{words[-3000:]}")

    def syntax_errors(self, names, jobs):
        """What the compiler refuses in these files, without compiling them: seconds a file."""
        commands = self.commands()
        running, words = [], []
        for name in names + [None] * jobs:
            if name is not None:
                command = [w for w in shlex.split(commands[name]["command"]) if w not in ("-c", "-MD")]
                command = command[next(i for i, w in enumerate(command) if w.endswith("ccache.sh")) + 1:] \
                    if any(w.endswith("ccache.sh") for w in command) else command
                if "-o" in command:
                    del command[command.index("-o"):command.index("-o") + 2]
                running.append(subprocess.Popen(
                    [*command, "-fsyntax-only", "-fdiagnostics-column-unit=byte"], cwd=self.build, text=True,
                    errors="replace", stderr=subprocess.PIPE, stdout=subprocess.DEVNULL))
            if running and (name is None or len(running) >= jobs):
                done = running.pop(0)
                said = done.communicate()[1]
                words += [said] if done.returncode != 0 else []
        for done in running:
            said = done.communicate()[1]
            words += [said] if done.returncode != 0 else []
        return "".join(words)

    def ninja_errors(self, jobs):
        done = subprocess.run(["ninja", "-C", str(self.build), "-k", "0", "-j", str(jobs),
                               "touchstone_checkers"], text=True, errors="replace", check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return "" if done.returncode == 0 else done.stdout

    def drop_blamed(self, words):
        """Leaves out the sites that the compiler's words point at; returns how many."""
        errors, notes = self.blamed(words, "error"), self.blamed(words, "note")
        blamed = errors or notes or self.blamed(words, "required from")
        if not blamed:
            raise BuildFailed(words[-3000:])
        self.mutants = [site for site in self.mutants if site.id not in blamed]
        self.write_mutants()
        return len(blamed)

    def blamed(self, words, what):
        found = set()
        for line in words.splitlines():
            match = _MESSAGE.match(line)
            if not match or what not in (match.group(4) or ""):
                continue
            path = os.path.normpath(os.path.join(self.build, match.group(1)))
            name = os.path.relpath(path, self.copy)
            if name in self.rewritten:
                found |= {site.id for site in self.rewritten[name].blamed(int(match.group(2)),
                                                                         int(match.group(3) or 1))}
        return found


def write_manifest(path, mutants):
    rows = [json.dumps({key: _utf8(value) for key, value in dataclasses.asdict(site).items()},
                       ensure_ascii=False) for site in mutants]
    path.write_text("".join(row + "\n" for row in rows), encoding="utf-8")


def read_manifest(path):
    """The mutants of a manifest; their texts are text again."""
    return [sites.Site(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _utf8(value):
    return value.encode("latin-1").decode("utf-8") if isinstance(value, str) else value


def remove(work):
    shutil.rmtree(work, ignore_errors=True)
