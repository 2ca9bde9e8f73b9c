#!/usr/bin/env python3
"""Check of the layers: who may include whom. Enforces the table below.

    models       models; models/core includes no family
    statistics   models; statistics/exact: itself and models/core, so that all floors above may stand on it
    suite        models
    reference    models
    optimized    models, optimized/core; never reference, never another family; programs on ranks (mpi/) also suite, the adapter,
                 and headers of trajectories that read files
    gpu          models, gpu/exec; never reference (tests find it in the registry)
    checkers     models, statistics, suite, kernels that the explorer runs (optimized/*/*_kernel.hpp), and the same with
                 planted faults (planted/optimized/..., tools/plant_faults.py); mutants and *_test.cpp also reference; mutants also gpu,
                 as it is and with planted faults
    validation   models, statistics, suite; schemes only through the registry
    benchmarks   models, suite; schemes only through the registry
    device       models, suite, gpu, benchmarks; checks only through their verbs
    adapters     nothing of this tree: users copy them; the adapter lies beside its user, hence "touchstone_external.hpp",
                 also for programs on ranks, and so does the simulation of an example
    trajectories models, statistics, suite, headers of validation; overlap algorithms and simulations only through the registry

Each folder may include itself. Includes are written from the top of the tree ("models/core/x.hpp"). A header has #pragma
once, but for *-inl.hpp. Whether it compiles alone is a matter of the build (cmake/Headers.cmake).

usage: check_includes.py [TREE]     exit code 1 and one line per violation: file:line: reason
"""

import pathlib
import posixpath
import re
import sys

import source_tree

_COPY = re.compile(r"^planted/(?:\w+/(?=gpu/))?")  # folder of a copy with planted faults

EVERYBODY = {  # folder -> prefixes it may include besides itself
    "models": (),
    "statistics": ("models/",),
    "suite": ("models/",),
    "reference": ("models/",),
    "optimized": ("models/",),
    "gpu": ("models/",),
    "checkers": ("models/", "statistics/", "suite/"),
    "validation": ("models/", "statistics/", "suite/"),
    "benchmarks": ("models/", "suite/"),
    "device": ("models/", "suite/", "gpu/", "benchmarks/"),
    "adapters": (),
    "trajectories": ("models/", "statistics/", "suite/", *(f"validation/{name}.hpp" for name in ("data_files", "experiment", "power"))),
}
BESIDE = {"touchstone_external.hpp": "adapters/cpp/touchstone_external.hpp"}  # where programs of users are
OTHER_SUFFIXES = (".h", ".hh", ".hxx", ".h++", ".H", ".c", ".cc", ".cxx", ".c++", ".C", ".inl", ".ipp", ".tpp", ".txx", ".inc")
_NAMES = " ".join(f"*{suffix}" for suffix in source_tree.CXX_SUFFIXES)
SHARED_PART = {"models": "core", "optimized": "core", "gpu": "exec"}


def allowed_prefixes(file):
    """Prefixes that `file` (relative to the tree) may include."""
    folder = file.parts[0]
    part = file.parts[1] if len(file.parts) > 2 else ""
    prefixes = list(EVERYBODY[folder])
    if folder == "models" and part == "core":
        return ["models/core/"]
    if folder == "statistics" and part == "exact":
        return ["models/core/", "statistics/exact/"]
    if folder in ("optimized", "gpu"):  # the own family and the shared part only
        prefixes.append(f"{folder}/{SHARED_PART[folder]}/")
        prefixes.append(f"{folder}/{part}/" if part else f"{folder}/")
    else:
        prefixes.append(f"{folder}/")
    if folder == "optimized" and "mpi" in file.parts:
        prefixes += ["suite/", *(f"trajectories/{name}.hpp" for name in ("frame", "star_snapshots"))]
    if folder == "checkers" and ("mutants" in file.parts or file.name.endswith("_test.cpp")):
        prefixes.append("reference/")
    if folder == "checkers" and "mutants" in file.parts:
        prefixes.append("gpu/")
    return prefixes


def is_beside(tree, file, name):
    """Whether a file of this name lies beside `file` where users have copied it."""
    return "/" not in name and (tree / BESIDE.get(name, file.parent / name)).is_file()


def is_kernel(name):
    """A template over its memory: the explorer explores what production runs."""
    return name.startswith("optimized/") and name.endswith("_kernel.hpp")

# Stand-ins for headers of the CUDA toolkit, for tools/check_cuda.py.
SHIM = ("tools", "cuda_shim")


def guarded(tree, file):
    """Whether a header may be included twice; Highway does so with *-inl.hpp for each vector unit."""
    return (file.suffix != ".hpp" or file.name.endswith("-inl.hpp")
            or "#pragma once" in (tree / file).read_text(encoding="utf-8").splitlines())


def violations(tree):
    """All violations below `tree`, as "file:line: reason"."""
    found = [f"{file}:1: C++ is in files named {_NAMES}, which checks of sources read"
             for file in source_tree.cxx_files(tree, OTHER_SUFFIXES) if file.parts[0] in source_tree.FOLDERS]
    for file in source_tree.cxx_files(tree):
        if file.parts[:2] == SHIM:
            continue
        if file.parts[0] not in EVERYBODY:
            found.append(f"{file}:1: C++ belongs in one of: {', '.join(EVERYBODY)}")
            continue
        if not guarded(tree, file):
            found.append(f"{file}:1: a header needs #pragma once")
        allowed = allowed_prefixes(file)
        for number, quoted, name in source_tree.includes(tree / file):
            if (file.parts[0] == "adapters" or "mpi" in file.parts) and quoted and is_beside(tree, file, name):
                continue
            kernel = _COPY.sub("", name)
            if file.parts[0] == "checkers" and is_kernel(kernel) and (tree / kernel).is_file():
                continue
            reason = judge(tree, kernel if "mutants" in file.parts else name, quoted, allowed)
            if reason:
                found.append(f"{file}:{number}: {reason}")
    return found


def judge(tree, name, quoted, allowed):
    """Why this include is wrong, or None."""
    ours = pathlib.PurePosixPath(name).parts[0] in EVERYBODY
    if not quoted:
        return f'<{name}>: files of this tree are included with "quotes"' if ours else None
    if not ours:
        return f'"{name}": write the path from the top of the tree, and <brackets> for libraries'
    if name != posixpath.normpath(name):
        return f'"{name}": write the path without . and ..'
    if pathlib.PurePosixPath(name).suffix not in source_tree.CXX_SUFFIXES:
        return f'"{name}": expected one of {_NAMES}, which checks of sources read'
    if not (tree / name).is_file():
        return f'"{name}": no such file'
    if not any(name.startswith(prefix) for prefix in allowed):
        return f'"{name}": this folder may include only {", ".join(sorted(allowed))}'
    return None


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else source_tree.root()
    files = source_tree.cxx_files(tree)
    if not files:
        sys.exit(f"{tree}: expected C++ files, found none")
    found = violations(tree)
    for line in found:
        print(line)
    print(f"{len(files)} files, {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
