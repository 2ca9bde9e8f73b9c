#!/usr/bin/env python3
"""Judges the place in which `cmake --install` puts all, after a move: the launcher judges an example, begins a program and builds the
report; and a project outside the tree has the checks of a right and of a faulty program as tests of ctest.

usage: judge_installed.py --build DIR
exit code 0 all as expected, 1 something is not, 77 nothing was run since the programs are not built
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TREE = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(TREE / "adapters"))
import judge_examples  # noqa: E402

PROGRAMS = ("checkers", "validation", "trajectories", "benchmarks")
SECONDS = 300
CHECKS = ("property/contact", "property/forced reject", "property/drawn systems")
PROJECT = """\
cmake_minimum_required(VERSION 3.22)
project(outside LANGUAGES CXX)
enable_testing()
find_package(touchstone 0.1 REQUIRED)
add_executable(disks disks.cpp)
target_link_libraries(disks touchstone::external)
touchstone_add_external_check(right/disks.json CHECKS {checks} LABELS slow "a b" TIMEOUT 100)
touchstone_add_external_check(wrong.json CHECKS property/legal ARGUMENTS --seed 2)
touchstone_add_external_check(misspelt.json)
touchstone_add_external_check(${{CMAKE_BINARY_DIR}}/built.json CHECKS "property/conserves particles")
file(CONFIGURE OUTPUT ${{CMAKE_BINARY_DIR}}/built.json CONTENT [[{built}]])
"""
BUILT = {"format": "touchstone-external/1", "name": "built", "simulates": "disks", "command": ["./disks"],
         "claims": ["conserves particles"]}
EXPECTED = {"mpmc/my-disks: property/contact": "Passed", "mpmc/my-disks: property/forced reject": "Passed",
            "mpmc/my-disks: property/drawn systems": "Skipped",
            "mpmc/wrong: property/legal": "Failed", "misspelt.json: description": "Failed",
            "mpmc/built: property/conserves particles": "Passed"}


class Wrong(Exception):
    """Something is not as it should be."""


class NotRun(Exception):
    """Something cannot be tried here."""


def ran(words, folder, code=0, seconds=SECONDS, **environment):
    """Standard output and messages of a command; Wrong where it ends with another exit code."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("TOUCHSTONE", "PYTHONPATH"))}
    clean["TOUCHSTONE_NO_INSTALL"] = "1"
    done = subprocess.run(list(map(str, words)), cwd=folder, env={**clean, **environment}, capture_output=True, text=True,
                          timeout=seconds, check=False)
    output = done.stdout + done.stderr
    if done.returncode != code:
        raise Wrong(f"{' '.join(map(str, words))}: expected exit code {code}, found {done.returncode}\n{output}")
    return output


def require(truth, what, found):
    if not truth:
        raise Wrong(f"expected {what}, found\n{found}")


def installed(build, scratch):
    """The place in which all is installed, after it was moved there."""
    ran(["cmake", "--install", build, "--prefix", scratch / "first", "--component", "touchstone"], scratch)
    (scratch / "first").rename(scratch / "moved there")
    return scratch / "moved there"


def judge_launcher(prefix, scratch):
    """The launcher, found on the PATH, knows its version, its programs and their data, and where the user is."""
    launcher = prefix / "bin/touchstone"
    version = re.search(r"project\(touchstone VERSION ([\d.]+)", (TREE / "CMakeLists.txt").read_text("utf-8")).group(1)
    output = ran([launcher, "--version"], scratch)
    require(output.startswith(f"touchstone {version}"), f"version {version}", output)
    ran([launcher, "external", "new", "--language", "python", "--simulates", "disks", "--into", "mine"], scratch)
    output = ran([launcher, "check", "property/contact", "property/legal", "--external", "mine/disks.json"], scratch)
    require("2 pass" in output, "two checks that pass", output)
    records = (scratch / "results/check.jsonl").read_text(encoding="utf-8").splitlines()
    require(len(records) == 2, "two records where the user is", records)
    ran([launcher, "report", "--results", "results", "--out", "report"], scratch)
    require("my-disks" in (scratch / "report/programs.html").read_text(encoding="utf-8"), "the program's row", "none")
    published = prefix / "share/touchstone/validation/data/hard_disk_eos.csv"
    published.write_text("broken", encoding="utf-8")
    output = ran([launcher, "validate", "--experiment", "mpmc/small-anchors/72-square-0.650"], scratch, 2)
    require(f"{published}:1" in output, f"the published values of {published}", output)
    ran([launcher, "test"], scratch, 2)


def judge_project(prefix, scratch):
    """Each check of each program is a test: of what is right, faulty, misspelt, and built by the project."""
    source, binary = scratch / "project", scratch / "project/build"
    source.mkdir()
    judge_examples.begun("python", "disks", source / "right")
    judge_examples.begun("python", "disks", source / "wrong", judge_examples.FAULTS["python", "disks"])
    wrong = json.loads((source / "wrong/disks.json").read_text(encoding="utf-8"))
    wrong |= {"name": "wrong", "command": ["python3", "wrong/disks.py"]}
    (source / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    (source / "misspelt.json").write_text(json.dumps(wrong | {"claims": ["detailed ballance"]}), encoding="utf-8")
    for name in ("disks.cpp", "disks_code.hpp"):
        (source / name).write_bytes((TREE / "adapters/cpp/example" / name).read_bytes())
    text = PROJECT.format(checks=" ".join(f'"{check}"' for check in CHECKS), built=json.dumps(BUILT))
    (source / "CMakeLists.txt").write_text(text, encoding="utf-8")
    ran(["cmake", "-S", source, "-B", binary, f"-DCMAKE_PREFIX_PATH={prefix}"], source)
    ran(["cmake", "--build", binary], source)
    output = ran(["ctest", "-j", 2, "--output-on-failure"], binary, 8)
    found = {name.replace(f"{source}/", ""): verdict for name, verdict in
             re.findall(r"Test +#\d+: (.*?) \.+ *\**(Passed|Failed|Skipped)", output)}
    require(found == EXPECTED, str(EXPECTED), f"{found}\n{output}")
    for words in ("unknown claim 'detailed ballance'", "two disks at distance", "--seed 2"):
        require(words in output, f"the words '{words}'", output)
    output = ran(["ctest", "-N", "-L", "slow"], binary)
    require("Total Tests: 3" in output, "3 tests with the label 'slow'", output)
    text = text.replace("find_package(touchstone 0.1 ", "find_package(touchstone 9.9 ")
    (source / "CMakeLists.txt").write_text(text, encoding="utf-8")
    output = ran(["cmake", "-S", source, "-B", scratch / "other", f"-DCMAKE_PREFIX_PATH={prefix}"], source, 1)
    require("9.9" in output, "that version 9.9 is not found", output)


def judge_action(prefix, scratch):
    """The steps of the GitHub Action judge a right and a faulty program, and leave records, verdicts and a summary."""
    folder = scratch / "action"
    folder.mkdir()
    for name in ("right", "wrong"):
        judge_examples.begun("python", "disks", folder / name, judge_examples.FAULTS["python", "disks"] if name == "wrong" else None)
        shutil.rmtree(folder / name / "touchstone_verify")  # the action brings the adapter
    output = ran(["bash", TREE / "packaging/ci.sh", "check"], folder, 1, TOUCHSTONE_PREFIX=str(prefix), CHECKS="property/legal\nproperty/p*",
                 DESCRIPTIONS="right/disks.json\nwrong/disks.json", JUNIT="all.xml", GITHUB_STEP_SUMMARY=str(folder / "summary.md"))
    for words in ("property/legal                   any violation", "property/places and disks alike  smallest effect 0.0", "false alarm 1e-06 each"):
        require(words in output, f"the words '{words}'", output)
    found = sorted(path.name for path in (folder / "touchstone-results").glob("*"))
    require(len(found) == 4, "records and verdicts of two programs", found)
    require((folder / "all.xml").read_text(encoding="utf-8").count("<testcase") == 4, "4 verdicts", "others")
    page = (folder / "summary.md").read_text(encoding="utf-8")
    for words in ("## Touchstone: fail", "| `mpmc/my-disks` | ", "    fail: property/legal, mpmc/my-disks", "touchstone check --scheme"):
        require(words in page, f"a summary with '{words}'", page)


def all_of_it(build, scratch):
    """All that is installed works after a move: for a project with tests, for the action, and by hand."""
    prefix = installed(build, scratch)
    for judge in (judge_project, judge_action, judge_launcher):
        judge(prefix, scratch)
        print(judge.__doc__, flush=True)


def main(arguments, usage, judges):
    """The command line of this file and of its neighbour; `judges`: functions of (build folder, scratch folder) by name."""
    names = arguments[2:]
    if arguments[:1] != ["--build"] or len(arguments) < 2 or not set(names) <= set(judges):
        print(usage, file=sys.stderr)
        return 2
    build = pathlib.Path(arguments[1]).resolve()
    missing = [name for name in PROGRAMS if not (build / f"touchstone_{name}").is_file()]
    if missing:
        print(f"not run: {build} has no touchstone_{missing[0]}")
        return 77
    not_run = []
    for name in names or judges:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                judges[name](build, pathlib.Path(scratch).resolve())
            except Wrong as wrong:
                print(wrong)
                return 1
            except NotRun as why:
                not_run.append(f"not run: {name}: {why}")
                continue
        print(judges[name].__doc__, flush=True)
    if not_run:
        print("\n".join(not_run))
    return 77 if not_run else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__, {"all": all_of_it}))
