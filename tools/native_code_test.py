#!/usr/bin/env python3
"""Kernels over NativeMemory cost nothing: the same instructions as kernels written by hand.

Compiles checkers/explore/kernels/native_code_test.cpp with g++ -O2 and compares, with objdump, each
function two_policy_X with by_hand_X: as many instructions of each kind, and those on shared memory
the same and in the same order. Which values are in registers, padding and the places of blocks are
the compiler's; it does not settle them alike even for two functions that read the same. A planted
difference - one memory order - must be found.
"""

import collections
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

import source_tree

SOURCE = pathlib.Path("checkers/explore/kernels/native_code_test.cpp")
FLAGS = ["-std=c++20", "-O2", "-ffp-contract=off"]
PLANTED = """
#include "models/core/native_memory.hpp"
using namespace touchstone;
extern "C" void two_policy_store(int& cell) { NativeMemory().store(cell, 1, order::seq_cst); }
extern "C" void by_hand_store(int& cell) {
  std::atomic_ref<int>(cell).store(1, std::memory_order_release);
}
extern "C" void two_policy_sum(int& cell) { NativeMemory().store(cell, cell + 1, order::plain); }
extern "C" void by_hand_sum(int& cell) { cell += 1; }
"""
LINE = re.compile(r"^\s*[0-9a-f]+:\s+(\S.*)$")
TARGET = re.compile(r"\b[0-9a-f]+ <[^>]*>")
REGISTER = re.compile(r"%(\w+)")
PADDING = re.compile(r"^(nop|xchg\s+%ax,%ax|data16|cs nop)")


def compiled(source, folder):
    """The object file of `source`."""
    made = pathlib.Path(folder) / "code.o"
    subprocess.run(["g++", *FLAGS, "-I", source_tree.root(), "-c", source, "-o", made], check=True)
    return made


def functions(made):
    """name -> list of lines of objdump, for the functions of the pairs."""
    text = subprocess.run(["objdump", "-dr", "--no-show-raw-insn", made], check=True,
                          capture_output=True, text=True).stdout
    found = {}
    for block in re.split(r"\n\n", text):
        head = re.match(r"\s*[0-9a-f]+ <((?:two_policy|by_hand)_\w+)>:\n", block)
        if head:
            found[head.group(1)] = block[head.end():].splitlines()
    return found


def instructions(lines):
    """The instructions in order, without padding, addresses, and names of registers."""
    found = []
    for line in lines:
        parsed = LINE.match(line)
        if not parsed:
            raise ValueError(f"expected a line of objdump, found {line!r}")
        text = parsed.group(1).strip()
        if PADDING.match(text):
            continue
        if text.startswith("R_X86_64"):  # the symbol that the instruction before it calls
            found[-1] = f"{found[-1].split()[0]} {text.split()[1]}"
            continue
        text = re.sub(r"(?:0x[0-9a-f]+)?\(%rsp\)", "STACK", TARGET.sub("ADDRESS", text))
        text = re.sub(r"\s+", " ", REGISTER.sub(width, text))
        found.append(text)
    return found


def width(register):
    """%rax -> %64, %r12d -> %32, %bl -> %8."""
    name = register.group(1)
    if re.fullmatch(r"r\d+", name) or name.startswith("r") and not name[-1] in "dwb":
        return "%64"
    if re.fullmatch(r"e\w\w|r\d+d", name):
        return "%32"
    return "%16" if re.fullmatch(r"[a-ds][xpi]|r\d+w", name) else "%8"


def accesses(found):
    """Those that touch shared memory, in order."""
    return [text for text in found if "(" in text or "fence" in text]


def kinds(found):
    """Number of each kind."""
    return collections.Counter(text.split()[0] for text in found)


def pairs(found):
    """X -> instructions of two_policy_X and by_hand_X."""
    names = sorted(name.removeprefix("two_policy_") for name in found if "two_policy_" in name)
    return {name: (instructions(found[f"two_policy_{name}"]), instructions(found[f"by_hand_{name}"]))
            for name in names}


class NativeCode(unittest.TestCase):
    def setUp(self):
        if platform.machine() != "x86_64":
            self.skipTest("the comparison knows the registers of x86-64 only")
        for tool in ("g++", "objdump"):
            if shutil.which(tool) is None:
                self.skipTest(f"no {tool}")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_kernels_are_as_written_by_hand(self):
        found = pairs(functions(compiled(source_tree.root() / SOURCE, self.folder.name)))
        self.assertGreaterEqual(len(found), 5)
        for name, (two_policy, by_hand) in found.items():
            with self.subTest(kernel=name):
                self.assertGreater(len(by_hand), 5)
                self.assertEqual(accesses(two_policy), accesses(by_hand))
                self.assertEqual(kinds(two_policy), kinds(by_hand))

    def test_another_memory_order_is_found(self):
        source = pathlib.Path(self.folder.name) / "planted.cpp"
        source.write_text(PLANTED)
        found = pairs(functions(compiled(source, self.folder.name)))
        self.assertNotEqual(*map(accesses, found["store"]))
        self.assertNotEqual(*map(kinds, found["store"]))
        self.assertEqual(*found["sum"])


if __name__ == "__main__":
    unittest.main()
