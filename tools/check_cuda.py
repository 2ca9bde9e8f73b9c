#!/usr/bin/env python3
"""Each *.cu file of gpu/ is legal CUDA, judged by clang without the CUDA toolkit.

usage: check_cuda.py [TREE]

Host and device side, with the declarations of tools/cuda_shim: a kernel that calls a host function, or
uses what a device does not have, is an error. Syntax only; nvcc compiles the files where it is installed
(cmake --preset cuda). clang 14 itself crashes on CUDA that has a class with a std::pair (or a std::map)
in it: such a file is named as not judged, which is no failure. Exit code 0 all legal, 1 some are not,
77 not run: there is no clang++-14, or it judged no file.
"""

import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import source_tree

COMPILER = "clang++-14"
SHIM = pathlib.Path(__file__).resolve().parent / "cuda_shim"
SIDES = ("--cuda-host-only", "--cuda-device-only")
NOT_RUN = 77


def command(tree, file, side):
    return [COMPILER, "-x", "cuda", side, "--cuda-gpu-arch=sm_75", "-nocudainc", "-nocudalib",
            f"--cuda-path={SHIM}", "-std=c++20", "-fsyntax-only", "-fno-crash-diagnostics", "-Wall",
            "-Wextra", "-Werror", "-isystem", str(SHIM), "-include", "cuda_runtime.h", f"-I{tree}",
            str(tree / file)]


def crashed(words):
    """The compiler stopped by a fault of its own."""
    return "PLEASE submit a bug report" in words


def cuda_files(tree):
    return [file for file in source_tree.cxx_files(tree) if file.suffix == ".cu"]


def judge(tree, files):
    """Errors: file, side, and the words of the compiler, for each (file, side) that is not legal."""
    jobs = [(file, side) for file in files for side in SIDES]

    def run(job):
        return subprocess.run(command(tree, *job), capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(max_workers=2) as pool:
        results = list(pool.map(run, jobs))
    return [(file, side, result.stderr)
            for (file, side), result in zip(jobs, results) if result.returncode != 0]


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else source_tree.root()
    if shutil.which(COMPILER) is None:
        print(f"not run: there is no {COMPILER}")
        return NOT_RUN
    files = cuda_files(tree)
    if not files:
        sys.exit(f"{tree}: expected *.cu files below gpu/, found none")
    found = judge(tree, files)
    failures = [each for each in found if not crashed(each[2])]
    not_judged = {file for file, _, words in found if crashed(words)}
    for file, side, words in failures:
        print(f"{file}: not legal CUDA ({side}):\n{words}")
    for file in sorted(not_judged):
        print(f"{file}: not judged, {COMPILER} crashes on it")
    print(f"{len(files)} files, {len(failures)} failures, {len(not_judged)} not judged")
    if failures:
        return 1
    return NOT_RUN if len(not_judged) == len(files) else 0


if __name__ == "__main__":
    sys.exit(main())
