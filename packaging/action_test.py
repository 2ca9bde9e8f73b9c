#!/usr/bin/env python3
"""The GitHub Action says what it must, hands texts of users on as texts, and its script refuses what makes no sense."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

try:
    import yaml
except ImportError:
    yaml = None

HERE = pathlib.Path(__file__).resolve().parent
ACTION = HERE.parent / "action.yml"
SCRIPT = HERE / "ci.sh"


def problems(text):
    """Lines on what is wrong with an action, none when all is well."""
    action = yaml.safe_load(text)
    found = [f"no {key}" for key in ("name", "description", "inputs", "runs") if not action.get(key)]
    inputs, steps = action.get("inputs", {}), action.get("runs", {}).get("steps", [])
    known = {step["id"] for step in steps if "id" in step}
    found += [f"input {name} has no description" for name, one in inputs.items() if not one.get("description")]
    found += [f"input {name} is neither required nor has a default" for name, one in inputs.items()
              if not one.get("required") and "default" not in one]
    for step in steps:
        name = step.get("name", "a step")
        if ("run" in step) == ("uses" in step):
            found.append(f"{name} needs run or uses, and not both")
        if "run" in step and step.get("shell") != "bash":
            found.append(f"{name} has no shell")
        if "${{" in step.get("run", ""):
            found.append(f"{name} puts a text of the user into a script")
        if "uses" in step and not re.search(r"@v\d+$", step["uses"]):
            found.append(f"{name} uses no version")
    used = re.findall(r"inputs\.([\w-]+)", text)
    found += [f"there is no input {name}" for name in sorted(set(used) - set(inputs))]
    found += [f"input {name} is not used" for name in sorted(set(inputs) - set(used))]
    found += [f"there is no step {name}" for name in sorted(set(re.findall(r"steps\.([\w-]+)\.", text)) - known)]
    return found


@unittest.skipIf(yaml is None, "no Python package yaml (Debian: python3-yaml)")
class Action(unittest.TestCase):
    def setUp(self):
        self.text = ACTION.read_text(encoding="utf-8")

    def test_it_says_what_it_must(self):
        self.assertEqual(problems(self.text), [])

    def test_each_fault_is_seen(self):
        for old, new in (("      shell: bash\n      run: bash \"$GITHUB_ACTION_PATH/packaging/ci.sh\" place",
                          "      run: bash \"$GITHUB_ACTION_PATH/packaging/ci.sh\" place"),
                         ("inputs.checks", "inputs.cheks"), ("id: place", "id: placed"), ("cache/save@v4", "cache/save"),
                         ("ci.sh\" check", "ci.sh\" check ${{ inputs.arguments }}"), ("    required: true\n", "")):
            self.assertIn(old, self.text)
            self.assertNotEqual(problems(self.text.replace(old, new, 1)), [], new)

    def test_the_script_has_the_steps_and_reads_the_variables(self):
        script = SCRIPT.read_text(encoding="utf-8")
        for step in re.findall(r"packaging/ci\.sh\" (\w+)", self.text):
            self.assertRegex(script, rf"(?m)^  {step}\) ")
        for step in yaml.safe_load(self.text)["runs"]["steps"]:
            for name in step.get("env", {}):
                self.assertIn("${" + name, script)


class Steps(unittest.TestCase):
    """A folder with a stand-in for the launcher; packaging/judge_installed.py runs the script with the real one."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        launcher = self.folder / "prefix/bin/touchstone"
        launcher.parent.mkdir(parents=True)
        launcher.write_text('#!/bin/bash\nprintf "<%s>" "$@" >>calls\nexit "$(cat code)"\n', encoding="utf-8")
        launcher.chmod(0o755)
        (self.folder / "code").write_text("0", encoding="utf-8")

    def script(self, word, script=SCRIPT, **environment):
        """(exit code, output) of a step."""
        done = subprocess.run(["bash", script, word], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False,
                              env={"PATH": os.environ["PATH"], "HOME": str(self.folder),
                                   "TOUCHSTONE_PREFIX": str(self.folder / "prefix"), **environment})
        return done.returncode, done.stdout + done.stderr


class Script(Steps):
    def test_words_of_users_stay_words(self):
        code, output = self.script("check", DESCRIPTIONS="a b.json\n$(touch gone).json\n", CHECKS="property/*\n exact start/one sweep \n",
                                   ARGUMENTS="--seed\n2; touch gone", GITHUB_STEP_SUMMARY=str(self.folder / "summary"))
        self.assertEqual(code, 0, output)
        calls = (self.folder / "calls").read_text(encoding="utf-8")
        self.assertIn("<check><property/*><exact start/one sweep><--external><a b.json><--out><touchstone-results/a-b.jsonl>"
                      "<--junit><touchstone-results/a-b.junit.xml><--seed><2; touch gone>", calls)
        self.assertIn("<$(touch gone).json>", calls)
        self.assertFalse((self.folder / "gone").exists())
        self.assertIn("## Touchstone: pass", (self.folder / "summary").read_text(encoding="utf-8"))

    def test_the_exit_code_is_the_worst(self):
        for code in (1, 2, 3):
            (self.folder / "code").write_text(str(code), encoding="utf-8")
            self.assertEqual(self.script("check", DESCRIPTIONS="a.json")[0], code)

    def test_an_earlier_check_leaves_no_verdicts(self):
        code, output = self.script("check", DESCRIPTIONS="a.json", JUNIT="all.xml")
        self.assertEqual(code, 0, output)
        records = self.folder / "touchstone-results"
        for name in ("a.jsonl", "a.junit.xml", "b.jsonl"):
            (records / name).write_text('<testsuites><testsuite name="old" tests="1"/></testsuites>', encoding="utf-8")
        (self.folder / "code").write_text("2", encoding="utf-8")
        code, output = self.script("check", DESCRIPTIONS="a.json", JUNIT="all.xml")
        self.assertEqual(code, 2, output)
        self.assertIn("it ended without verdicts", (self.folder / "all.xml").read_text(encoding="utf-8"))
        self.assertEqual([file.name for file in records.iterdir()], ["b.jsonl"])  # of another description

    def test_any_name_of_a_description_is_one_of_a_suite(self):
        (self.folder / "prefix/bin/touchstone").write_text(
            '#!/bin/bash\necho "<testsuites><testsuite name=\'x\' tests=\'1\'/></testsuites>" >"${@: -1}"\n', encoding="utf-8")
        code, output = self.script("check", DESCRIPTIONS="n=1.json", JUNIT="all.xml", RECORDS="a=b")
        self.assertEqual(code, 0, output)
        self.assertIn('name="n-1.json" tests="1"', (self.folder / "all.xml").read_text(encoding="utf-8"))

    def test_nothing_installed_is_no_verdict(self):
        code, output = self.script("check", DESCRIPTIONS="a.json", TOUCHSTONE_PREFIX="/no/such/place")
        self.assertEqual(code, 2, output)
        self.assertIn("expected Touchstone in /no/such/place, found none", output)

    def test_bad_usage(self):
        code, output = self.script("check", DESCRIPTIONS=" \n")
        self.assertEqual(code, 2)
        self.assertIn("expected a file that describes a program, found none", output)
        self.assertEqual(self.script("judge")[0], 2)
        self.assertEqual(self.script("check", DESCRIPTIONS="a/b.json\na-b.json")[0], 2)

    def test_the_place_is_named_by_the_sources(self):
        output = self.folder / "output"
        code, text = self.script("place", GITHUB_OUTPUT=str(output))
        self.assertEqual(code, 0, text)
        self.assertRegex(output.read_text(encoding="utf-8"), r"^key=touchstone-\S+-[0-9a-f]{16}\nprefix=/\S+\n$")
        self.assertEqual(self.script("place")[1], text)

    def test_the_place_is_one_of_this_version(self):
        output = self.script("place", TOUCHSTONE_PREFIX="")[1]
        key, prefix = (line.partition("=")[2] for line in output.splitlines())
        self.assertEqual(prefix, f"{self.folder}/.cache/touchstone/{key}")


class Installation(Steps):
    """From a tree of stand-ins for sources, compilers and packages."""

    def setUp(self):
        super().setUp()
        self.tree, self.bin = self.folder / "tree", self.folder / "bin"
        shutil.copytree(HERE.parent / "tools/launcher", self.tree / "tools/launcher")
        (self.tree / "packaging").mkdir()
        shutil.copy(SCRIPT, self.tree / "packaging")
        self.bin.mkdir()
        for name, text in (("dpkg-query", "printf installed"), ("ninja", "exit 0"), ("cmake", """
            [[ $1 != --preset ]] || { touch build/release/build.ninja; exit 0; }
            mkdir -p "$4/bin" "$4/share/touchstone"; cp sources "$4/bin/touchstone"; chmod +x "$4/bin/touchstone"; exit "$(cat code)" """)):
            (self.bin / name).write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
            (self.bin / name).chmod(0o755)
        self.sources("first")

    def sources(self, text):
        for file in (self.tree / "sources", self.folder / "sources"):  # the second for the stand-in of cmake
            file.write_text(text, encoding="utf-8")

    def install(self):
        return self.script("install", script=self.tree / "packaging/ci.sh", PATH=f"{self.bin}:{os.environ['PATH']}")

    def found(self):
        return (self.folder / "prefix/bin/touchstone").read_text(encoding="utf-8")

    def test_what_is_installed_is_left(self):
        code, output = self.install()
        self.assertEqual((code, self.found()), (0, "first"), output)
        (self.folder / "prefix/bin/touchstone").write_text("as it was", encoding="utf-8")
        code, output = self.install()
        self.assertEqual((code, self.found()), (0, "as it was"), output)
        self.assertIn("is installed", output)

    def test_another_version_is_replaced(self):
        self.install()
        self.sources("second")
        code, output = self.install()
        self.assertEqual((code, self.found()), (0, "second"), output)

    def test_half_an_installation_is_none(self):
        (self.folder / "code").write_text("1", encoding="utf-8")
        self.assertNotEqual(self.install()[0], 0)
        (self.folder / "code").write_text("0", encoding="utf-8")
        (self.folder / "prefix/bin/touchstone").write_text("half", encoding="utf-8")
        self.assertEqual(self.install()[0], 0)
        self.assertEqual(self.found(), "first")


if __name__ == "__main__":
    unittest.main()
