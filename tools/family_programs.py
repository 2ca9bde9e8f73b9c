#!/usr/bin/env python3
"""The programs of one family hold what the whole program holds of that family: schemes, parts, checks and mutants.

usage: family_programs.py --build DIR FAMILY...     exit code 1 and one line for each difference
"""

import argparse
import json
import pathlib
import subprocess
import sys

LISTS = ("schemes", "parts", "checks", "mutants")


def listed(program, what, family):
    """{name: entry} of `list`."""
    done = subprocess.run([program, "list", what, "--family", family, "--json"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise ValueError(f"{program.name} list {what} --family {family}: {done.stderr.strip()}")
    return {entry["name"]: entry for entry in json.loads(done.stdout)}


def differences(build, family):
    """Lines, one for each entry that only one of the two programs has, or has otherwise."""
    found = []
    for what in LISTS:
        whole = listed(build / "touchstone_checkers", what, family)
        part = listed(build / f"touchstone_check_{family}", what, family)
        found += [f"touchstone_check_{family} has no {what[:-1]} {name}" for name in sorted(whole.keys() - part.keys())]
        found += [f"only touchstone_check_{family} has {name}" for name in sorted(part.keys() - whole.keys())]
        found += [f"{family}: {name} is listed differently" for name in sorted(whole.keys() & part.keys())
                  if whole[name] != part[name]]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, metavar="DIR")
    parser.add_argument("families", nargs="+", metavar="FAMILY")
    options = parser.parse_args()
    found = [line for family in options.families for line in differences(options.build, family)]
    print("\n".join(found) if found else f"{len(options.families)} programs, no difference")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
