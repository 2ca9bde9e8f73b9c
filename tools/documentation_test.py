#!/usr/bin/env python3
"""Pages say what the tree has: the tiny model and the kernel of CONTRIBUTING.md word for word, every key of
files of overlap cases, every field of a record, every verb."""

import json
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

    def test_every_key_of_overlap_files_is_described(self):
        page = (ROOT / "validation/data/overlap.md").read_text(encoding="utf-8")
        reader = "".join((ROOT / "models/shapes" / file).read_text(encoding="utf-8")
                         for file in ("cases.cpp", "case_shapes.cpp"))
        classes = set(re.findall(r'\{"([A-Z][A-Za-z]+)", [a-z_]+\}', reader))
        self.assertGreaterEqual(len(classes), 13)
        keys = {key for found in re.findall(r"allow_only\(\{(.*?)\}\)", reader, re.S)
                for key in re.findall(r'"(\w+)"', found)}
        self.assertIn("overlap_mask", keys)
        for word in sorted(classes | keys):
            self.assertTrue(re.search(f'[`"]{word}["`]', page), f"files of cases have '{word}'")
        example = json.loads((ROOT / "validation/data/hpmc_overlap_example.json").read_text("utf-8"))
        self.assertEqual({shape["shape_class"] for shape in example["shapes"]}, classes)
        used = [case["shape_class"] for case in example["cases"]]
        self.assertEqual({name for name in used if isinstance(name, str)}, classes)
        mixed = [name for name in used if isinstance(name, list)]
        self.assertEqual({name for pair in mixed for name in pair}, classes)
        for shape in example["shapes"]:
            self.assertTrue(json.dumps(shape["params"]) in page, f"overlap.md shows {shape}")

    def test_every_field_of_a_record_is_described(self):
        page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        writer = (ROOT / "models/core/results.cpp").read_text(encoding="utf-8")
        body = re.search(r"^json to_json\(.*?^\}", writer, re.S | re.M).group()
        fields = set(re.findall(r'\{"(\w+)", ', body)) | set(re.findall(r'\["(\w+)"\]', body))
        self.assertLessEqual({"schema", "verdict", "replay", "host"}, fields)
        for field in sorted(fields):
            self.assertTrue(f"`{field}`" in page, f"models/core/results.cpp writes '{field}'")

    def test_every_key_of_an_external_scheme_is_described(self):
        page = (ROOT / "checkers/external/README.md").read_text(encoding="utf-8")
        reader = (ROOT / "models/external/description.cpp").read_text(encoding="utf-8")
        keys = set(re.findall(r'fields\.(?:words?|number|truth)\("(\w+)"', reader))
        self.assertLessEqual({"command", "tolerance", "models"}, keys)
        for key in sorted(keys):
            self.assertTrue(re.search(f'[`"]{key}["`]', page), f"description.cpp reads '{key}'")
        for example in (ROOT / "checkers/external/example").iterdir():
            self.assertIn(f"(example/{example.name})", page)

    def test_every_verb_is_in_the_readme(self):
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        launcher = (ROOT / "touchstone").read_text(encoding="utf-8")
        for verb in re.search(r"^VERBS=\((.*?)\)$", launcher, re.M).group(1).split():
            self.assertTrue(re.search(rf"(?m)^\| `{verb}`", page), f"touchstone has the verb {verb}")


if __name__ == "__main__":
    unittest.main()
