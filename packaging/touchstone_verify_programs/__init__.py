"""Runs the launcher of Touchstone that was installed with this package."""

import os
import pathlib
import sys


def main():
    """Becomes the launcher. `python3` in a description is then this Python, which has the adapter."""
    launcher = pathlib.Path(__file__).resolve().parent / "share/touchstone/touchstone"
    path = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.execvpe("bash", ["bash", str(launcher), *sys.argv[1:]],
               {**os.environ, "PATH": path, "TOUCHSTONE_NAME": "touchstone-verify"})
