#!/usr/bin/env python3
"""Runs what the pages show: commands of 'console' blocks, whose output must be as printed; new source files
('cpp file=PATH'), which must compile with the flags of their folder; options of all commands, which the built
programs must know; and names of schemes, checks, mutants and experiments, which the programs must list.

usage: run_examples.py --build DIR [--page GLOB]
exit code 0 all as shown, 1 something is not, 77 nothing was run since the programs are not built
"""

import argparse
import fnmatch
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import documentation
import source_tree
from documentation import PROGRAMS, ROOT, Page

NEEDED = ("touchstone_checkers", "touchstone_validation", "touchstone_benchmarks", "touchstone_trajectories")
SECONDS = 300
# './touchstone VERB ...' without configuring and building, so that tests may run at the same time.
LAUNCHER = """#!/bin/bash
case "$1" in
  list | check | explore | overlap) exec {build}/touchstone_checkers "$@" ;;
  validate) shift; exec {build}/touchstone_validation --out {scratch}/validation.jsonl "$@" ;;
  judge) shift; exec {build}/touchstone_trajectories --out {scratch}/judge.jsonl "$@" ;;
  bench) shift; exec {build}/touchstone_benchmarks --out {scratch}/benchmark.jsonl "$@" ;;
esac
echo "run_examples.py does not run the verb $1" >&2
exit 2
"""


def matches(expected, output):
    """Whether the output is the expected one, line by line; '...' is any text, as a line any number of lines."""
    lines = [line.rstrip() for line in output.strip("\n").split("\n")]
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(re.escape(piece) for piece in line.rstrip().split("...")) + r"\n"
    return re.fullmatch(pattern, "\n".join(lines) + "\n") is not None


def examples(lines):
    """[(command, expected lines)] of a console block."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and not found[-1][1] and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif found:
            found[-1][1].append(line)
    return found


def example_problems(page, launcher):
    problems = []
    for _, block in page.code("console"):
        for command, expected in examples(block):
            code = 0
            if expected and re.match(r"exit code \d+$", expected[-1]):
                code = int(expected.pop().split()[-1])
            run = subprocess.run(["bash", "-c", command.replace("./touchstone", shlex.quote(launcher))], cwd=ROOT,
                                 capture_output=True, text=True, timeout=SECONDS, check=False)
            if run.returncode != code:
                problems.append(f"{page.name}: '{command}': expected exit code {code}, found {run.returncode}\n"
                                f"{run.stderr}")
            if not matches(expected, run.stdout):
                problems.append(f"{page.name}: '{command}': expected\n" + "\n".join(expected) + "\nfound\n" + run.stdout)
    return problems


def compile_problems(page, build):
    """New source files, compiled as files of the folder they are for."""
    problems = []
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for path, lines in page.option_of("file"):
        folder = path.split("/")[0]
        near = [e for e in entries if e["file"].startswith(f"{ROOT}/{folder}/")]
        near = near or [e for e in entries if f"touchstone_{folder}" in e["command"]]
        if not near:
            problems.append(f"{page.name}: {path}: no file of {folder} is compiled")
            continue
        words = shlex.split(near[0]["command"])
        words = words[:words.index("-o")] + words[words.index("-o") + 2:words.index("-c")]
        words = [w for w in words[words.index(next(w for w in words if re.search(r"(g\+\+|clang\+\+)", w))):]
                 if not w.startswith(("-M", "CMakeFiles"))]
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch) / pathlib.Path(path).name
            file.write_text("\n".join(lines) + "\n", encoding="utf-8")
            run = subprocess.run([*words, f"-I{ROOT}", "-fsyntax-only", str(file)], cwd=near[0]["directory"],
                                 capture_output=True, text=True, timeout=SECONDS, check=False)
            if run.returncode != 0:
                problems.append(f"{page.name}: {path} does not compile:\n{run.stderr[:3000]}")
    return problems


def program_options(build):
    """{verb: options} of the programs themselves."""
    result = documentation.written_options()
    for verb, (folder, subcommand) in PROGRAMS.items():
        run = subprocess.run([str(build / f"touchstone_{folder}"), *subcommand.split(), "--help"],
                             capture_output=True, text=True, timeout=60, check=True)
        result[verb] = set(re.findall(r"--[a-z][a-z0-9-]*", re.sub(r"(?ms)^[Ee]xamples?:$.*?(^$|\Z)", "", run.stdout)))
    result["bench"] |= documentation.options_of_scripts()
    return result


def known_names(build):
    """Every scheme, check, mutant and experiment; tiny models and work for peers, which no program lists, as sources name them."""
    def output(*words):
        return subprocess.run([str(build / words[0]), *words[1:]], cwd=ROOT, capture_output=True, text=True,
                              timeout=60, check=True).stdout
    text = output("touchstone_checkers", "list") + output("touchstone_validation", "--list")
    text += output("touchstone_checkers", "list", "--json")
    text += "".join(file.read_text(encoding="utf-8") for file in (ROOT / "checkers/balance").rglob("*.cpp"))
    text += "".join(file.read_text(encoding="utf-8") for file in (ROOT / "benchmarks/peers").rglob("*.py"))
    return set(re.findall(r"[a-z-]+/[\w.-]+", text))


def name_problems(page, names):
    """Names in backticks and of --scheme that no program knows; 'my' stands for the reader's own."""
    first = "|".join((*source_tree.families(ROOT), "mutant"))
    words = {w for w in page.inline() if re.match(rf"^({first})/[\w*-]+$", w)}
    words |= {w for c in page.commands() for w in re.findall(r"--(?:scheme|filter) '?([\w*/.-]+)", c) if "/" in w}
    new = [name for _, lines in page.option_of("file") for name in re.findall(r'name = "([^"]+)"', "\n".join(lines))]
    return [f"{page.name}: nothing is called '{word}'" for word in sorted(words)
            if "my-" not in word and word not in new and not any(fnmatch.fnmatch(n, word) for n in names)]


def problems_of(page, build, launcher, known, names):
    return (documentation.command_problems(page, known, documentation.verbs()) + name_problems(page, names) +
            compile_problems(page, build) + example_problems(page, launcher))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--page", default="*")
    arguments = parser.parse_args()
    missing = [name for name in NEEDED if not os.access(arguments.build / name, os.X_OK)]
    if missing:
        print(f"not run: {arguments.build} has no {', '.join(missing)}")
        return 77
    build = arguments.build.resolve()
    known, names = program_options(build), known_names(build)
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        launcher = pathlib.Path(scratch) / "touchstone"
        launcher.write_text(LAUNCHER.format(build=build, scratch=scratch), encoding="utf-8")
        launcher.chmod(0o755)
        for path in documentation.pages():
            page = Page(path)
            if fnmatch.fnmatch(page.name, arguments.page):
                found += problems_of(page, build, str(launcher), known, names)
    print("\n".join(found) or "every example is as shown")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
