"""The files of the source tree and their includes, for the checks in this folder."""

import pathlib
import re
import subprocess

CXX_SUFFIXES = (".hpp", ".cpp", ".cu", ".cuh")
FOLDERS = ("models", "statistics", "suite", "reference", "optimized", "gpu", "checkers", "validation", "benchmarks",
           "device", "trajectories")
_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def root():
    return pathlib.Path(__file__).resolve().parent.parent


def cxx_files(top, suffixes=CXX_SUFFIXES):
    """Files with these suffixes below `top`, relative to it, sorted: those git knows or would add, or,
    where there is no repository, all in the folders of the layout."""
    listing = subprocess.run(
        ["git", "-c", f"safe.directory={top}", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"],
        cwd=top, capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        names = [pathlib.PurePosixPath(name) for name in listing.stdout.split("\0") if name]
    else:
        names = [pathlib.PurePosixPath(path.relative_to(top).as_posix())
                 for folder in FOLDERS for path in (top / folder).rglob("*")]
    return sorted(name for name in set(names)
                  if name.suffix in suffixes and (top / name).is_file())


def families(top=None):
    """Families of schemes: the folders of optimized/ but for the shared part, sorted."""
    folders = ((top or root()) / "optimized").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.is_dir() and folder.name != "core"))


def includes(path):
    """(line number, quoted, name) of each #include in the file `path`."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = _INCLUDE.match(line)
        if match:
            found.append((number, match.group(1) == '"', match.group(2)))
    return found
