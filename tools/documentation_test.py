#!/usr/bin/env python3
"""Pages say what the tree has. Each kind of fault that documentation.py looks for is planted here first."""

import json
import pathlib
import re
import unittest

import documentation
from documentation import ROOT, Page

PAGES = [Page(path) for path in documentation.pages()]
OPTIONS = documentation.written_options()


def fault(text, problems, *arguments, name="docs/page.md"):
    return problems(Page(ROOT / name, text), *arguments)


class EveryPage(unittest.TestCase):
    def none(self, problems, *arguments):
        found = [problem for page in PAGES for problem in problems(page, *arguments)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_links_lead_somewhere(self):
        self.none(documentation.link_problems)

    def test_paths_are_in_the_tree(self):
        self.none(documentation.path_problems, documentation.file_names())

    def test_commands_have_known_verbs_and_options(self):
        self.none(documentation.command_problems, OPTIONS, documentation.verbs())

    def test_presets_are_known(self):
        self.none(documentation.preset_problems)

    def test_excerpts_are_word_for_word(self):
        self.none(documentation.quote_problems)

    def test_words_are_those_of_readers(self):
        self.none(documentation.word_problems)

    def test_there_are_pages_commands_and_excerpts(self):
        self.assertGreaterEqual(len(PAGES), 18)
        self.assertGreaterEqual(sum(len(page.commands()) for page in PAGES), 60)
        self.assertGreaterEqual(sum(len(page.option_of("from")) for page in PAGES), 6)
        self.assertGreaterEqual(sum(len(page.code("console")) for page in PAGES), 3)

    def test_the_first_pages_are_short(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text("utf-8").splitlines()), 120)
        self.assertLess(len((ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()), 150)

    def test_the_readme_leads_to_every_page_of_docs(self):
        readme = (ROOT / "README.md").read_text("utf-8")
        for page in (ROOT / "docs").glob("*.md"):
            self.assertIn(f"(docs/{page.name}", readme)

    def test_the_readme_names_every_verb(self):
        readme = (ROOT / "README.md").read_text("utf-8")
        for verb in documentation.verbs():
            self.assertTrue(re.search(rf"(touchstone |`){verb}\b", readme), f"touchstone has the verb {verb}")


class PlantedFaults(unittest.TestCase):
    def test_broken_links(self):
        self.assertEqual(fault("[a](mpmc.md) [b](https://example.org/x)", documentation.link_problems), [])
        self.assertEqual(len(fault("[a](mpcm.md)", documentation.link_problems)), 1)
        self.assertEqual(len(fault("[a](mpmc.md#add-a-scheme-in-two-files)", documentation.link_problems)), 1)
        self.assertEqual(fault("# A `b`, c\n[a](#a-b-c)", documentation.link_problems), [])
        self.assertEqual(len(fault("# A `b`, c\n[a](#a-b)", documentation.link_problems)), 1)

    def test_paths_that_are_not_there(self):
        names = documentation.file_names()
        good = "`models/core` `models/<family>` `reports/{build,manifest}.*` `LICENSE` `build/x` `registry.hpp`"
        self.assertEqual(fault(good, documentation.path_problems, names), [])
        for bad in ("`models/kore`", "`reports/{build,nothing}.py`", "`no_such_file.hpp`", "`tools/x.py:12`"):
            self.assertEqual(len(fault(bad, documentation.path_problems, names)), 1, bad)

    def test_unknown_verbs_and_options(self):
        def problems(text):
            return fault(text, documentation.command_problems, OPTIONS, documentation.verbs())
        self.assertEqual(problems("```sh\n./touchstone check --scheme 'a --b'   # all\n```"), [])
        self.assertEqual(problems("`./touchstone <verb> --help`"), [])
        self.assertEqual(len(problems("```sh\n./touchstone check --scheeme x\n```")), 1)
        self.assertEqual(len(problems("```console\n$ ./touchstone validate \\\n    --planets 5\n```")), 1)
        self.assertEqual(len(problems("`./touchstone chekc`")), 1)
        self.assertEqual(len(problems("`--no-such-option`")), 1)

    def test_presets(self):
        self.assertEqual(len(fault("```sh\ncmake --preset relaese\n```", documentation.preset_problems)), 1)

    def test_stale_excerpts(self):
        def block(source, code):
            return fault(f"```cpp from={source}\n{code}\n```", documentation.quote_problems)
        source = "models/core/verdict.hpp"
        lines = [line for line in (ROOT / source).read_text("utf-8").splitlines() if line]
        self.assertEqual(block(source, f"{lines[0]}\n...\n{lines[-1]}"), [])
        self.assertEqual(block("models/**/verdict.hpp", lines[0]), [])
        self.assertEqual(len(block(source, "enum class Verdict { maybe };")), 1)
        self.assertEqual(len(block("models/core/nothing.hpp", "int x;")), 1)
        self.assertEqual(len(fault("```cpp\nint x;\n```", documentation.quote_problems)), 1)
        self.assertEqual(len(fault(f"```cpp file={source}\nint x;\n```", documentation.quote_problems)), 1)

    def test_words(self):
        self.assertEqual(fault("Number of disks of a row. B. Li", documentation.word_problems), [])
        for bad in ("G. Li, S. Todo", "as the specification says", "It moves. Of each disk."):
            self.assertEqual(len(fault(bad, documentation.word_problems)), 1, bad)


class Formats(unittest.TestCase):
    """Formats of files are described, key by key."""

    def source(self, name):
        found = [path for path in (ROOT / "suite").rglob(name)]
        self.assertEqual(len(found), 1, name)
        return found[0].read_text(encoding="utf-8")

    def test_every_key_of_overlap_files(self):
        page = (ROOT / "validation/data/overlap.md").read_text(encoding="utf-8")
        reader = self.source("cases.cpp") + self.source("case_shapes.cpp")
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

    def test_every_field_of_a_record(self):
        page = (ROOT / "docs/records.md").read_text(encoding="utf-8")
        body = re.search(r"^json to_json\(.*?^\}", self.source("results.cpp"), re.S | re.M).group()
        fields = set(re.findall(r'\{"(\w+)", ', body)) | set(re.findall(r'\["(\w+)"\]', body))
        self.assertLessEqual({"schema", "verdict", "replay", "host"}, fields)
        for field in sorted(fields):
            self.assertTrue(f"`{field}`" in page, f"results.cpp writes '{field}'")

    def test_every_key_of_an_external_scheme(self):
        page = (ROOT / "docs/external.md").read_text(encoding="utf-8")
        reader = self.source("description.cpp")
        keys = set(re.findall(r'fields\.(?:words?|number|truth)\("(\w+)"', reader))
        self.assertLessEqual({"command", "tolerance", "models"}, keys)
        for key in sorted(keys):
            self.assertTrue(re.search(f'[`"]{key}["`]', page), f"description.cpp reads '{key}'")

    def test_every_example_of_an_adapter(self):
        page = (ROOT / "docs/external.md").read_text(encoding="utf-8")
        examples = [path for path in (ROOT / "adapters").glob("*/example/*")
                    if path.suffix != ".json" and not path.stem.endswith("_code")]
        self.assertGreaterEqual(len(examples), 9)
        for example in examples:
            self.assertIn(f"(../{example.relative_to(ROOT)})", page)

    def test_every_published_file(self):
        page = (ROOT / "validation/data/README.md").read_text(encoding="utf-8")
        for file in (ROOT / "validation/data").iterdir():
            if file.is_file() and file.name != "README.md":
                self.assertIn(file.name, page)


if __name__ == "__main__":
    unittest.main()
