"""The mutated copy of the source tree and its build.

build/mutate/<family>/src is a copy of the files of a family, in which files hold mutants; its own build/release
is the build, so that ccache finds what holds none. build/mutate/<family>/mutants.jsonl lists the mutants.
"""

import dataclasses
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys

import families
import rewrite
import sites

HERE = pathlib.Path(__file__).resolve().parent
FINDERS = ("sites", "expressions", "operators")
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
    """The source tree `top`, its mutated copy below `work`, and the mutants of a family planted there, in all
    its files or only in those that one of the patterns `only` matches."""

    def __init__(self, top, work, family, say=print, only=("*",)):
        self.top, self.work, self.family, self.say = top, work, family, say
        self.copy = work / "src"
        self.build = self.copy / "build" / "release"
        self.manifest = work / "mutants.jsonl"
        self.refused = work / "refused"  # mutants that do not compile, known from last time
        self.includes = families.Includes(top)
        self.files = [name for name in families.mutated_files(self.includes, family)
                      if any(fnmatch.fnmatchcase(name, pattern) for pattern in only)]
        self.sources = self.includes.program(family)
        self.mutants, self.rewritten, self.holding = [], {}, []

    def program(self):
        return self.build / "touchstone_mutants"

    # The copy.

    def copy_sources(self):
        """Headers, the source files of the program, and cmake/, but not the files that hold mutants."""
        for name in self.includes.files:
            if (name.endswith(".hpp") or name in self.sources) and name not in self.files:
                write(self.copy / name, (self.top / name).read_bytes())
        for path in [*(self.top / "cmake").iterdir(), self.top / "CMakePresets.json"]:
            write(self.copy / path.relative_to(self.top), path.read_bytes())
            shutil.copymode(path, self.copy / path.relative_to(self.top))
        write(self.copy / "mutant_switch.h", (HERE / "switch.h").read_bytes())
        write(self.copy / "checkers/main.cpp", (HERE / "program.h").read_bytes())

    def write_mutants(self):
        """The files that hold mutants, their number, and the build's list of files."""
        by_file = {name: [] for name in self.files}
        for site in self.mutants:
            by_file[site.file].append(site)
        for name, here in by_file.items():
            old = (self.top / name).read_bytes().decode("latin-1")
            self.rewritten[name] = rewrite.Rewritten(old, here)
            write(self.copy / name, self.rewritten[name].text)
        most = max((site.id for site in self.mutants), default=0)
        write(self.copy / "mutant_table.cpp", f'#define TOUCHSTONE_MUTANTS {most}\n#include "mutant_switch.h"\n')
        self.holding = sorted(self.includes.including([name for name, here in by_file.items() if here]) & set(self.sources))
        lists = {"sources": [*self.units(), "checkers/main.cpp", "mutant_table.cpp"], "holding": self.holding}
        text = (HERE / "CMakeLists.txt.in").read_text(encoding="utf-8")
        for word, names in lists.items():
            text = text.replace(f"@{word}@", "\n  ".join(["", *names]))
        write(self.copy / "CMakeLists.txt", text.encode())

    def units(self):
        """Names to compile: files that hold mutants or have definitions of their own, and shared units of the others;
        while mutants are looked for, every file, since libclang asks for its command."""
        if not self.holding:
            return self.sources
        options = (self.top / "cmake/Options.cmake").read_text(encoding="utf-8")
        defining = {name for name in self.sources if f"/{name} PROPERTY COMPILE_DEFINITIONS" in options}
        alone = sorted({*self.holding, *defining})
        others = "\n".join(name for name in self.sources if name not in alone)
        done = subprocess.run([sys.executable, "-B", str(HERE.parent / "unity_groups.py"), "--tree", str(self.copy), "--out",
                               str(self.copy / "unity")], input=others, capture_output=True, text=True, check=True)
        return alone + [os.path.relpath(name, self.copy) for name in done.stdout.split()]

    def configure(self):
        self._run(["cmake", "--preset", "release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])

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
        """All mutants of all files. Those of a file that did not change since are known from last time."""
        store = self.work / "sites.json"
        known = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
        digests = {name: f"{families.digest(self.top / name)} {self.tools()}" for name in self.files}
        found = {name: from_rows(known[name]["sites"], latin=True) for name in self.files
                 if known.get(name, {}).get("digest") == digests[name]}
        commands, todo = self.commands(), set(self.files) - set(found)
        own = [name for name in self.sources if name in self.files]
        for source in [*own, *(name for name in self.sources if name not in own)]:
            here = {n for n in todo if source in self.includes.including([n])}
            if not here or source not in commands:
                continue
            unit = sites.parse(self.top / source, self.arguments(commands[source]))
            for name, some in sites.sites_of(unit, {n: self.top / n for n in sorted(here)}).items():
                found[name] = sorted(some.values(), key=lambda s: (s.start, -s.end, s.operator, s.mutated))
                todo.discard(name)
        known |= {name: {"digest": digests[name], "sites": rows(here)} for name, here in found.items()}
        store.write_text(json.dumps(known), encoding="utf-8")
        refused = set(self.refused.read_text(encoding="utf-8").split("\n")) if self.refused.is_file() else ()
        every = [site for name in sorted(found) for site in found[name]]
        for number, site in enumerate(every, start=1):  # also of those refused: no file changes for another's sake
            site.id = number
        return [site for site in every if self.line_of(site) not in refused]

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
        """Contents of all that decides the build, and the files that hold mutants."""
        files = [self.top / name for name in self.includes.files if name.endswith(".hpp")]
        files += [self.top / name for name in self.sources]
        files += [HERE / f"{name}.py" for name in (*FINDERS, "rewrite", "families")]
        files += [HERE / name for name in ("switch.h", "program.h", "CMakeLists.txt.in")]
        return "".join(f"{p} {families.digest(p)}\n" for p in files) + "\n".join(self.files)

    def tools(self):
        """A short name of the programs that find sites."""
        return " ".join(families.digest(HERE / f"{name}.py") for name in FINDERS)

    def stamp_digest(self):
        return hashlib.sha256(self.stamp().encode()).hexdigest()

    def make(self, jobs):
        """Builds the program, once; says what is left out because it does not compile."""
        if self.ready():
            self.mutants = read_manifest(self.manifest)
            return
        self.work.mkdir(parents=True, exist_ok=True)
        stamp = self.stamp()  # of now: a file that changes while the copy is built makes it old
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
        self.mutants = read_manifest(self.manifest)
        (self.work / "stamp").write_text(stamp, encoding="utf-8")

    def build_all(self, jobs):
        """Compiles, leaves out what does not compile, and so on until everything does: first the files of
        their own, so that a header is right before all others that include it are compiled."""
        own = [f"CMakeFiles/touchstone_mutants.dir/{name}.o" for name in self.holding if name in self.files]
        for targets in (own, ["touchstone_mutants"]):
            for _ in range(MOST_ROUNDS):
                words = self.ninja_errors(jobs, targets)
                if not words:
                    break
                dropped = self.drop_blamed(words)
                self.say(f"mutate: {dropped} do not compile")
            else:
                raise BuildFailed(f"still errors after {MOST_ROUNDS} rounds:\n{words[-3000:]}")

    def ninja_errors(self, jobs, targets):
        process = subprocess.Popen(["ninja", "-C", str(self.build), "-k", "0", "-j", str(jobs), *targets], text=True,
                                   errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            words = process.communicate()[0]
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)  # it ends its compilers; killed, it would leave them behind
            process.communicate()
            raise
        if "build stopped: interrupted" in words:
            raise KeyboardInterrupt
        return "" if process.returncode == 0 else words

    def drop_blamed(self, words):
        """Leaves out the sites that the compiler's words point at; returns how many."""
        errors, notes = self.blamed(words, "error"), self.blamed(words, "note")
        blamed = errors or notes or self.blamed(words, "required from")
        if not blamed:
            raise BuildFailed(words[-3000:])
        with open(self.refused, "a", encoding="utf-8") as file:
            file.writelines(self.line_of(site) + "\n" for site in self.mutants if site.id in blamed)
        self.mutants = [site for site in self.mutants if site.id not in blamed]
        self.write_mutants()
        return len(blamed)

    def line_of(self, site):
        """A mutant of a file with this content, as one line."""
        return json.dumps([families.digest(self.top / site.file), *site.key()])

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


def rows(mutants):
    """Mutants as dictionaries whose texts are text."""
    return [{key: value.encode("latin-1").decode("utf-8") if isinstance(value, str) else value
             for key, value in dataclasses.asdict(site).items()} for site in mutants]


def from_rows(some, latin=False):
    """Mutants of dictionaries; their texts are text, or bytes read as Latin-1, as rewriting needs them."""
    def text(value):
        return value.encode("utf-8").decode("latin-1") if latin and isinstance(value, str) else value

    return [sites.Site(**{key: text(value) for key, value in row.items()}) for row in some]


def write_manifest(path, mutants):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(mutants)), encoding="utf-8")


def read_manifest(path):
    return from_rows(json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line)
