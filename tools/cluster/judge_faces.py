#!/usr/bin/env python3
"""The tests of the faces with ReFrame and signac themselves, which are installed from PyPI into an environment of their own.

exit code 0 all pass, 1 one fails, 77 nothing was run: PyPI does not answer
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "adapters"))
import demo  # noqa: E402


def main():
    built = HERE.parent.parent / "build" / "faces"
    built.mkdir(parents=True, exist_ok=True)
    try:
        python = demo.environment(HERE / "faces", built)
    except demo.NotInstalled as error:
        print(f"not run: {error}")
        return 77 if error.network else 1
    return subprocess.run([sys.executable, "-B", HERE / "faces_test.py", "--real", str(python)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
