"""The mutated copy of the source tree and its build.

build/mutate/<family>/src is a copy of the files of a family, with the mutants of one run; its own build/release is
the build. A unit without a mutant is the same for all runs, and ccache finds it. sites.json holds all mutants that
were found.
"""

import concurrent.futures
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


class BuildFailed(ValueError):
    """The mutated tree cannot be built; the message is the end of the compiler's words."""


def kept(path):
    """Contents of a JSON file; nothing where there is none, or where it was cut off."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return {}


def write(path, text):
    """Writes bytes unless they are there already, so that their time tells when they changed."""
    data = text.encode("latin-1") if isinstance(text, str) else text
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


class Tree:
    """The source tree `top`, its mutated copy below `work`, and the files of a family that hold mutants: those that
    `wanted` accepts. The copy holds those of their mutants that make() is given."""

    def __init__(self, top, work, family, say=print, wanted=lambda name: True):
        self.top, self.work, self.family, self.say = top, work, family, say
        self.copy = work / "src"
        self.build = self.copy / "build" / "release"
        self.refused = work / "refused"  # mutants that do not compile, known from last time
        self.includes = families.Includes(top)
        self.files = [name for name in families.mutated_files(self.includes, family) if wanted(name)]
        self.sources = self.includes.program(family)
        self.mutants, self.rewritten = [], {}

    def program(self):
        return self.build / "touchstone_mutants"

    # The copy.

    def copy_tree(self):
        """Copies what mutants leave as it is: cmake/, the switch, main(), and the build's list of files."""
        for path in [*(self.top / "cmake").iterdir(), self.top / "CMakePresets.json"]:
            write(self.copy / path.relative_to(self.top), path.read_bytes())
            shutil.copymode(path, self.copy / path.relative_to(self.top))
        write(self.copy / "mutant_switch.h", (HERE / "switch.h").read_bytes())
        write(self.copy / "checkers/main.cpp", (HERE / "program.h").read_bytes())
        names = "\n  ".join(["", *(f'"{name}"' for name in self.units()), "checkers/main.cpp", "mutant_table.cpp"])
        text = (HERE / "CMakeLists.txt.in").read_text(encoding="utf-8")
        write(self.copy / "CMakeLists.txt", text.replace("@sources@", names).encode())

    def write_sources(self):
        """Headers and the source files of the program, with the mutants in them, and the largest number of one."""
        by_file = {}
        for site in self.mutants:
            by_file.setdefault(site.file, []).append(site)
        self.rewritten = {}
        for name in self.includes.files:
            if name in by_file:
                old = (self.top / name).read_bytes().decode("latin-1")
                self.rewritten[name] = rewrite.Rewritten(old, by_file[name])
                write(self.copy / name, self.rewritten[name].text)
            elif name.endswith(".hpp") or name in self.sources:
                write(self.copy / name, (self.top / name).read_bytes())
        most = max((site.id for site in self.mutants), default=0)
        write(self.copy / "mutant_table.cpp", f'#define TOUCHSTONE_MUTANTS {most}\n#include "mutant_switch.h"\n')

    def units(self):
        """Names to compile: units that files share, and the files that must be alone. Which mutants there are decides
        nothing of it, so that a unit without a new mutant is not compiled again."""
        options = (self.top / "cmake/Options.cmake").read_text(encoding="utf-8")
        alone = [name for name in self.sources if f"/{name} PROPERTY COMPILE_DEFINITIONS" in options]
        others = "\n".join(name for name in self.sources if name not in alone)
        done = subprocess.run([sys.executable, "-B", str(HERE.parent / "unity_groups.py"), "--tree", str(self.top), "--out",
                               str(self.copy / "unity")], input=others, capture_output=True, text=True, check=True)
        unity = self.copy / "unity"
        return alone + [os.path.relpath(name, self.copy if unity in pathlib.Path(name).parents else self.top)
                        for name in done.stdout.splitlines()]

    def configure(self):
        self._run(["cmake", "--preset", "release", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])

    def _run(self, command):
        done = subprocess.run(command, cwd=self.copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise BuildFailed(f"{' '.join(command[:3])}:\n{done.stdout[-3000:]}")
        return done.stdout

    # The sites.

    def sites(self, jobs=1):
        """All mutants of the files. Those of a file that did not change since are known from last time."""
        store = self.work / "sites.json"
        known = kept(store)
        digests = {name: f"{families.digest(self.top / name)} {self.tools()}" for name in self.files}
        found = {name: known[name]["sites"] for name in self.files if known.get(name, {}).get("digest") == digests[name]}
        todo = set(self.files) - set(found)
        if todo:
            self.say(f"mutate: looking for mutants in {len(todo)} files")
            found |= self.found_by_compiler(todo, jobs)
            known |= {name: {"digest": digests[name], "sites": here} for name, here in found.items()}
            write(store, json.dumps(known).encode())
        return [sites.Site(**row) for name in sorted(found) for row in found[name]]

    def found_by_compiler(self, todo, jobs):
        """{name: rows of its sites}: each file as the first source that includes it sees it, itself before others."""
        self.copy_tree()
        self.write_sources()
        self.configure()
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            some = [pool.submit(sites_seen, self.top / source, {name: self.top / name for name in here}, self.arguments(self.top))
                    for source, here in self.seen_by(todo).items()]
            return {name: found for one in some for name, found in one.result().items()}

    def seen_by(self, names):
        """{source: those of these files that it includes, and no source before it}; sources with mutants first."""
        asked, rest, own = {}, set(names), [name for name in self.sources if name in self.files]
        for source in [*own, *(name for name in self.sources if name not in own)]:
            here = {name for name in rest if source in self.includes.including([name])}
            rest -= here
            if here:
                asked[source] = sorted(here)
        return asked

    def arguments(self, tree):
        """The flags of the build that libclang needs, with paths of the tree itself or of its copy."""
        entries = json.loads((self.build / "compile_commands.json").read_text(encoding="utf-8"))
        command = next(entry["command"] for entry in entries if entry["file"].endswith("checkers/main.cpp"))
        words = [w.replace(str(self.copy), str(tree)) for w in shlex.split(command)]
        kept, follows = [], False
        for word in words:
            if follows or word.startswith(("-I", "-D", "-std", "-fopenmp", "-isystem", "-O")):
                kept.append(word)
            follows = not follows and word == "-isystem"
        return kept

    # The build.

    def compiling(self, mutants):
        """Those of these mutants that are not known to compile nowhere."""
        refused = set(self.refused.read_text(encoding="utf-8").split("\n")) if self.refused.is_file() else ()
        return [site for site in mutants if self.line_of(site) not in refused]

    def contents(self):
        """A short name of all that decides the build, but for which mutants are in it."""
        files = [self.top / name for name in self.includes.files if name.endswith(".hpp") or name in self.sources]
        files += [*sorted((self.top / "cmake").iterdir()), self.top / "CMakePresets.json"]
        files += [HERE / f"{name}.py" for name in (*FINDERS, "rewrite", "families")]
        files += [HERE / name for name in ("switch.h", "program.h", "CMakeLists.txt.in")]
        return hashlib.sha256("".join(f"{path} {families.digest(path)}\n" for path in files).encode()).hexdigest()

    def stamp(self, contents):
        """A short name of a build with the mutants."""
        text = "\n".join([contents, *(f"{site.id} {self.line_of(site)}" for site in self.mutants)])
        return hashlib.sha256(text.encode()).hexdigest()

    def tools(self):
        """A short name of the programs that find sites."""
        return " ".join(families.digest(HERE / f"{name}.py") for name in FINDERS)

    def make(self, mutants, jobs):
        """Builds the program with those of these mutants that compile, which are in `mutants` then; returns its stamp."""
        self.mutants, store = self.compiling(mutants), self.work / "stamp"
        contents = self.contents()  # of now: a file that changes while the copy is built makes it old
        if not (self.program().is_file() and store.is_file() and store.read_text(encoding="utf-8") == self.stamp(contents)):
            self.say(f"mutate: {len(self.mutants)} mutants in {len({site.file for site in self.mutants})} files; building")
            store.unlink(missing_ok=True)
            self.copy_tree()
            self.write_sources()
            self.configure()
            self.leave_out(jobs)
            self.build_all(jobs)
            store.write_text(self.stamp(contents), encoding="utf-8")
        return self.stamp(contents)

    def leave_out(self, jobs):
        """Leaves out what libclang refuses, which reads a file in a second or two. Told by the compiler alone, everything
        that includes the file would be compiled in vain."""
        arguments = [*self.arguments(self.copy), "-include", str(self.copy / "mutant_switch.h")]
        sources = list(self.seen_by({site.file for site in self.mutants}))
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            while sources:
                words = dict(zip(sources, pool.map(sites.errors, [self.copy / name for name in sources],
                                                   [arguments] * len(sources))))
                sources = [name for name in sources if self.blamed(words[name], "error")]
                if sources:
                    self.say(f"mutate: {self.drop_blamed(''.join(words[name] for name in sources))} do not compile")

    def build_all(self, jobs):
        """Compiles, leaves out what does not compile, and so on until everything does."""
        for _ in range(MOST_ROUNDS):
            words = self.ninja_errors(jobs)
            if not words:
                return
            self.say(f"mutate: {self.drop_blamed(words)} do not compile either")
        raise BuildFailed(f"still errors after {MOST_ROUNDS} rounds:\n{words[-3000:]}")

    def ninja_errors(self, jobs):
        process = subprocess.Popen(["ninja", "-C", str(self.build), "-k", "0", "-j", str(jobs)], text=True,
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
        self.write_sources()
        return len(blamed)

    def line_of(self, site):
        """A mutant of a file with this content, as one line."""
        return json.dumps([families.digest(self.top / site.file), *site.key()])

    def blamed(self, words, what):
        """Sites at the places of the compiler's messages of this kind; what else a message says is no kind."""
        found = set()
        for line in words.splitlines():
            match = _MESSAGE.match(line)
            if not match or not re.match(rf"\s*(fatal |recursively )?{what}", match.group(4) or ""):
                continue
            path = os.path.normpath(os.path.join(self.build, match.group(1)))
            name = os.path.relpath(path, self.copy)
            if name in self.rewritten:
                found |= {site.id for site in self.rewritten[name].blamed(int(match.group(2)),
                                                                         int(match.group(3) or 1))}
        return found


def sites_seen(source, files, arguments):
    """{name: rows of its sites} of the files {name: path} as this source file sees them."""
    return {name: [dataclasses.asdict(site) for site in sorted(
        some.values(), key=lambda s: (s.start, -s.end, s.operator, s.mutated))]
            for name, some in sites.sites_of(sites.parse(source, arguments), files).items()}


def readable(mutants):
    """The same mutants with texts that are text: sites have bytes read as Latin-1, which rewriting needs."""
    return [dataclasses.replace(site, **{name: value.encode("latin-1").decode("utf-8")
                                         for name, value in vars(site).items() if isinstance(value, str)})
            for site in mutants]
