#!/usr/bin/env python3
"""Check that threads of production code meet in kernels that the schedule explorer runs (docs/explorer.md): an atomic, a
lock, a condition or a fence elsewhere in models/, optimized/ or gpu/ needs a line in the table below that says why no
schedule can go wrong there, and a line that nothing needs any more is refused.

usage: check_atomics.py [TREE]     exit code 1 and one line per finding: file:line: reason
"""

import pathlib
import re
import sys

import source_tree

FOLDERS = ("models", "optimized", "gpu")
# The emulator of devices plays threads that are judged by its own tests of races and barriers (docs/gpu.md).
LEFT_OUT = ("gpu/exec/emulator/",)
PRIMITIVE = re.compile(r"\bstd::(?:atomic\w*|mutex|\w+_mutex|condition_variable\w*|\w+_semaphore|latch|barrier|call_once)\b"
                       r"|#\s*pragma\s+omp\b.*\b(?:critical|atomic|flush|barrier|ordered)\b|\bomp_\w*lock\w*"
                       r"|\b(?:pthread|mtx|cnd|sem)_\w+|\b__sync_\w+|\b__atomic_\w+|\batomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)\w*"
                       r"|\b__threadfence\w*")
UNEXPLORED = {
    "models/core/native_memory.hpp": "the memory of explored kernels in production",
    "models/core/sleep.hpp": "the system's lock, as kernels take it",
    "models/core/exec.hpp": "kernels name atomics by their executor; an exception is kept under a lock",
    "models/core/proof_exec.hpp": "the same, run by one thread",
    "models/core/interrupt.cpp": "a flag that a signal handler sets, and that publishes nothing",
    "models/core/for_each_index.hpp": "hands out numbers and publishes nothing; an exception is kept under a lock",
    "optimized/cmc/henon_openmp.cpp": "hands out numbers of blocks and publishes nothing",
    "optimized/cmc/scattering/scatter.cpp": "hands out numbers of meetings and publishes nothing",
    "optimized/ecmc/team/chain_crew.hpp": "a flag to give up early, read again after the threads have met",
    "optimized/ecmc/team/chain_repair.hpp": "that flag",
    "optimized/ecmc/team/chain_team.hpp": "that flag, and who has come: a count for reports",
    "gpu/exec/cuda_context.cuh": "atomics of devices as kernels take them; the emulator plays and judges the kernels (docs/gpu.md)",
    **{f"gpu/{file}.cu": "a lock around trials that would time each other" for file in (
        "hpmc/shapes_cuda", "longrange/longrange_cuda", "mpmc/checkerboard_cuda")},
    "optimized/longrange/nufft/nufft_transform.cpp": "a lock around the planner of FFTW, which is not thread-safe",
}


def code_of(line):
    return re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]


def findings(tree, explained=None):
    """Lines on primitives without an explanation, and on explanations without a primitive."""
    explained = UNEXPLORED if explained is None else explained
    found, used = [], set()
    for file in source_tree.cxx_files(tree):
        name = file.as_posix()
        if file.parts[0] not in FOLDERS or name.startswith(LEFT_OUT) or name.endswith("_test.cpp"):
            continue
        for number, line in enumerate((tree / file).read_text(encoding="utf-8").splitlines(), 1):
            match = PRIMITIVE.search(code_of(line))
            if not match:
                continue
            used.add(name)
            if name not in explained:
                found.append(f"{name}:{number}: '{match[0]}': expected a kernel that is explored (docs/explorer.md), or a line in "
                             f"{pathlib.Path(__file__).name} that says why no schedule can go wrong")
    found += [f"tools/check_atomics.py: '{name}' has no atomics or locks: leave its line out" for name in sorted(set(explained) - used)]
    return found


def main():
    tree = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else source_tree.root()
    found = findings(tree)
    print("\n".join(found) if found else f"{len(UNEXPLORED)} files with atomics or locks outside explored kernels, each with its reason")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
