#!/usr/bin/env python3
"""The tiny model and the kernel that CONTRIBUTING.md shows are those that are compiled, word for word."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "checkers/balance/models/in_turn.cpp"
KERNEL = "gpu/exec/kernels/block_sums.hpp"


def parts(text):
    """The class and its registration."""
    return re.findall(r"^class InTurn.*?^};$|^const bool registered = register_tiny\(\{\.scheme = "
                      r'"variant/metropolis-in-turn".*?;$', text, re.S | re.M)


class Contributing(unittest.TestCase):
    def test_the_tiny_model_is_that_of_the_tree(self):
        shown = parts((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
        compiled = parts((ROOT / SOURCE).read_text(encoding="utf-8"))
        self.assertEqual(len(compiled), 2, f"{SOURCE} has a class and a registration")
        self.assertEqual(shown, compiled, f"CONTRIBUTING.md shows {SOURCE} as it is")
        self.assertIn(SOURCE, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))

    def test_the_kernel_is_that_of_the_tree(self):
        page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        kernel = re.search(r"^struct BlockSums \{.*?^\};$",
                           (ROOT / KERNEL).read_text(encoding="utf-8"), re.S | re.M)
        self.assertIsNotNone(kernel, f"{KERNEL} has struct BlockSums")
        self.assertIn(kernel.group(), page, f"CONTRIBUTING.md shows {KERNEL} as it is")
        self.assertIn(KERNEL, page)


if __name__ == "__main__":
    unittest.main()
