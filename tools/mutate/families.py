"""Which files hold mutants, and which families of checks use a file: both from the includes."""

import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import source_tree  # noqa: E402

FAMILIES = source_tree.families()
# The suite's own machinery, which simulates nothing; and what of its folders simulates.
MACHINERY = ("models/disks/published", "models/core/", "gpu/exec/")
SIMULATES = ("models/core/random/", "models/core/rounded.hpp", "gpu/exec/collectives.hpp",
             "gpu/exec/block_collectives.hpp")
PROGRAM = ("optimized", "gpu", "reference", "checkers")  # folders with a folder for each family that it is linked from
SHARED_CHECKS = ("disks", "starts")
OF_NO_SCHEME = ("initial_states.cpp", "rift_checks.hpp")  # they check what belongs to no scheme
PROOFS = "checkers/balance/models/"  # tiny models that belong to no file of a scheme
PROGRAM_NEEDS = ("checkers/session.hpp", "checkers/balance/session.hpp", "suite/options.hpp", "suite/guarded_program.hpp",
                 "models/core/interrupt.hpp")
# What one file of these folders declares, any other of the same folder may define.
WHOLE_FOLDERS = ("models/", "suite", "gpu/exec", "checkers/balance")


class Includes:
    """The include graph of a tree. A header brings the source file beside it along, which is linked."""

    def __init__(self, tree):
        self.files = [str(name) for name in source_tree.cxx_files(tree, (".hpp", ".cpp"))]
        known = set(self.files)
        self.direct = {name: {found for _, _, found in source_tree.includes(tree / name) if found in known}
                       for name in self.files}
        self.used_by = {name: set() for name in self.files}
        for name, found in self.direct.items():
            for one in found:
                self.used_by[one].add(name)

    def _closure(self, names, step):
        seen, rest = set(), list(names)
        while rest:
            name = rest.pop()
            if name not in seen:
                seen.add(name)
                rest += step(name)
        return seen

    def needed(self, names):
        """The files that these include, and the source files of these headers, and so on."""
        def step(name):
            source = name[:-4] + ".cpp"
            return [*self.direct.get(name, ()), *([source] if source in self.direct else [])]
        return self._closure(names, step)

    def including(self, names):
        """These files and all that include one of them, directly or not."""
        return self._closure(names, lambda name: self.used_by.get(name, ()))

    def program(self, family):
        """The source files of a program with the checks of this family and no other, sorted."""
        start = [name for name in self.files if is_linked(name, family)]
        found = self.needed([*start, *PROGRAM_NEEDS])
        whole = {name.rpartition("/")[0] for name in found if name.startswith(WHOLE_FOLDERS)}
        found = self.needed([*found, *(name for name in self.files if name.rpartition("/")[0] in whole
                                       and not name.endswith("_test.cpp"))])
        return sorted(name for name in found
                      if name.endswith(".cpp") and not name.endswith(("_test.cpp", "/main.cpp")))



def is_linked(name, family):
    """True for source files that register schemes, references or checks of this family."""
    parts = name.split("/")
    return (name.endswith(".cpp") and not name.endswith("_test.cpp") and len(parts) > 2
            and "mpi" not in parts and "example" not in parts and parts[0] in PROGRAM
            and (parts[1] in (family, *SHARED_CHECKS) or name.startswith(PROOFS)))


def is_production(name):
    """True for files that simulate: no tests, no programs, no machinery of the suite, and of the kernels for
    devices, which the grid emulator runs, neither their registrations nor what only a device has."""
    if name.endswith("_test.cpp") or "/mpi/" in name or "/emulator/" in name or name.count("/") < 2:
        return False
    if name.startswith(MACHINERY) and not name.startswith(SIMULATES):
        return False
    return name.startswith(("optimized/", "models/")) or (
        name.startswith("gpu/") and not name.endswith(("schemes.cpp", "cuda.hpp", "self_test.hpp")))


def mutated_files(includes, family):
    """The production files of this family, its initial states and estimators, and what they need, sorted."""
    judged = set().union(*(includes.direct.get(f"checkers/{family}/{name}", ()) for name in OF_NO_SCHEME))
    own = [name for name in (*includes.files, *judged)
           if is_production(name) and (name in judged or name.startswith((f"optimized/{family}/", f"gpu/{family}/")))]
    return sorted(name for name in includes.needed(own) if is_production(name))


def digest(path):
    """A short name of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
