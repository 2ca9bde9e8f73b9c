#!/usr/bin/env python3
"""The tiny model that CONTRIBUTING.md shows is the one that is compiled, word for word."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = "checkers/balance/models/in_turn.cpp"


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


if __name__ == "__main__":
    unittest.main()
