#!/usr/bin/env python3
"""Checks of a program of a user's as tests of ctest, for packaging/touchstone-checks.cmake.

usage: external_checks.py list --touchstone PROGRAM --description FILE --into FILE.cmake [--checks NAME...]
                               [--arguments WORD...] [--labels LABEL...] [--timeout SECONDS]
       external_checks.py run PROGRAM WORD...       PROGRAM check WORD..., of which one is --out, before FILE.jsonl

list   writes add_test() for each check. Where the description is wrong there is one test, which fails and says why.
run    exit code of `touchstone check`; 77, which ctest shows as skipped, where the check is not claimed or was not run.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77


def quoted(word):
    """The word as a bracket argument of CMake."""
    level = "=" * next(n for n in range(1, 99) if "]" + "=" * n + "]" not in word)
    return f"[{level}[{word}]{level}]"


def jobs(options):
    """([(scheme, check)], what is wrong) of the description."""
    with tempfile.TemporaryDirectory() as scratch:
        listing = pathlib.Path(scratch, "jobs")
        done = subprocess.run([options.touchstone, "check", *options.checks, "--external", options.description, *options.arguments,
                               "--write-jobs", listing], capture_output=True, text=True, check=False)
        lines = listing.read_text(encoding="utf-8").splitlines() if listing.is_file() else []
    if done.returncode != 0 or not lines:
        return [], done.stderr or f"{options.description}: expected checks named {options.checks}, found none"
    return [tuple(json.loads(line)["key"].split("|")[1:3]) for line in lines], ""


def test(options, name, words):
    """The lines that add a test which runs `touchstone check` with these words."""
    records = options.into.with_suffix("") / (re.sub(r"[^A-Za-z0-9]+", "-", name) + ".jsonl")
    command = [sys.executable, "-B", str(pathlib.Path(__file__).resolve()), "run", options.touchstone, *words, "--external",
               options.description, "--out", str(records), *options.arguments]
    properties = {"LABELS": ";".join(options.labels), "SKIP_RETURN_CODE": str(SKIPPED), "ENVIRONMENT_MODIFICATION":
                  f"PYTHONPATH=path_list_append:{pathlib.Path(__file__).resolve().parent.parent / 'adapters/python/src'}",
                  **({"TIMEOUT": str(options.timeout)} if options.timeout else {})}
    return [" ".join([f"add_test({quoted(name)}", *map(quoted, command)]) + ")",
            " ".join([f"set_tests_properties({quoted(name)} PROPERTIES",
                      *(f"{key} {quoted(value)}" for key, value in properties.items())]) + ")"]


def write_list(options):
    found, wrong = jobs(options)
    lines = [line for scheme, check in found
             for line in test(options, f"{scheme}: {check}", ["--scheme", scheme, "--check", check])]
    if wrong:
        lines = test(options, f"{options.description}: description", options.checks)
    options.into.with_suffix("").mkdir(parents=True, exist_ok=True)
    options.into.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def run(options):
    records = pathlib.Path(options.words[options.words.index("--out") + 1])
    records.unlink(missing_ok=True)
    code = subprocess.run([options.program, "check", *options.words], check=False).returncode
    if code != 3 or not records.is_file():
        return code
    verdicts = {json.loads(line)["verdict"] for line in records.read_text(encoding="utf-8").splitlines()}
    return SKIPPED if verdicts and verdicts <= {"not claimed", "not run"} else code


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(required=True)
    mode = modes.add_parser("list")
    for option in ("--touchstone", "--description"):
        mode.add_argument(option, required=True)
    mode.add_argument("--into", type=pathlib.Path, required=True)
    for option in ("--checks", "--labels"):
        mode.add_argument(option, nargs="+", default=[])
    mode.add_argument("--timeout", type=int)
    mode.add_argument("--arguments", nargs=argparse.REMAINDER, default=[])
    mode.set_defaults(call=write_list)
    mode = modes.add_parser("run")
    mode.add_argument("program")
    mode.add_argument("words", nargs=argparse.REMAINDER)
    mode.set_defaults(call=run)
    options = parser.parse_args(arguments)
    return options.call(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
