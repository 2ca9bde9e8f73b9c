#!/usr/bin/env python3
"""Every demo, installed from PyPI, is judged by the suite: it passes, and with its fault planted a check fails.

exit code 0 all as expected, 1 something is not, 77 nothing was run since PyPI does not answer
"""

import sys

import demo


def problems(name):
    """Lines on what is not as it should be with this demo."""
    found = []
    for fault, expected in ((False, demo.PASS), (True, demo.FAIL)):
        code = demo.run(name, fault)
        if code != expected:
            found.append(f"{name}{' --fault' if fault else ''}: expected exit code {expected}, found {code}")
    return found


def main():
    found = []
    for name in demo.names():
        try:
            found += problems(name)
        except demo.NotInstalled as error:
            if error.network:
                print(f"not run: PyPI does not answer, so {name} cannot be installed")
                return 1 if found else 77
            found.append(f"{name}: {error}")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
