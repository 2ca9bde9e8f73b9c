#!/usr/bin/env python3
"""Demos with a stand-in for a public program, from a file, so that no network is needed: it is installed, judged by a
stand-in for the suite, and its fault is seen. What cannot be installed, or is not known, is said."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree as ET
import zipfile

import demo
import external

WHEEL = "stand_in-1.0-py3-none-any.whl"
PROGRAM = """\
import os
import sys
import stand_in
from touchstone_verify import Longrange, serve

class Free(Longrange):
    def advance(self, steps):
        if "FAULT_ENDS_IT" in os.environ and "--fault" in sys.argv:
            stand_in.renamed()
        self.q = [stand_in.moved(q, p * self.time_step * steps, "--fault" in sys.argv) for q, p in zip(self.q, self.p)]

serve(Free)
"""
DESCRIPTION = {"format": "touchstone-external/1", "name": "free", "simulates": "longrange", "models": ["hmf"],
               "command": ["python3", "program.py"], "claims": ["time reversible"]}
LAUNCHER = f"""\
#!{sys.executable}
import json, os, subprocess, sys
check, option, file = sys.argv[1:4]
assert (check, option) == ("check", "--external"), sys.argv
if "SUITE_ENDS_WITH" in os.environ:
    sys.exit(int(os.environ["SUITE_ENDS_WITH"]))
if "--junit" in sys.argv:
    open(sys.argv[-1], "w").write('<testsuites><testsuite name="x" tests="0"/></testsuites>')
start = "start longrange 1\\nmodel hmf\\nsoftening 0\\ntime_step 0.5\\nthreads 1\\nstate\\n1 0.5\\nadvance 4\\nstate\\n"
done = subprocess.run(json.load(open(file))["command"], input=start, capture_output=True, text=True, cwd="/")
print("judged", json.load(open(file))["name"], done.stdout.split(), done.stderr, flush=True)
right = done.stdout.split()[-2:] == ["2.0", "0.5"]
note = "stopped by an error: ended with exit code 1" if done.returncode else "as it may be"
with open(sys.argv[sys.argv.index("--out") + 1], "a") as records:
    records.write(json.dumps({{"verdict": "pass" if right else "fail", "note": note}}) + "\\n")
sys.exit(not right)
"""


def wheel(file):
    """Writes a package in the form that PyPI has it in."""
    files = {"stand_in.py": "def moved(q, way, fault):\n    return q + way * (1.5 if fault else 1)\n",
             "stand_in-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: stand-in\nVersion: 1.0\n",
             "stand_in-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
                                             "Tag: py3-none-any\n"}
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
        packed.writestr("stand_in-1.0.dist-info/RECORD",
                        "".join(f"{name},,\n" for name in [*files, "stand_in-1.0.dist-info/RECORD"]))


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.root = pathlib.Path(scratch.name)
        cls.demos, cls.launcher = cls.root / "demos", cls.root / "touchstone"
        folder = cls.demos / "free"
        folder.mkdir(parents=True)
        wheel(folder / WHEEL)
        (folder / "requirements.txt").write_text(f"./{WHEEL}\n", encoding="utf-8")
        (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
        (folder / "description.json").write_text(json.dumps(DESCRIPTION), encoding="utf-8")
        cls.launcher.write_text(LAUNCHER, encoding="utf-8")
        cls.launcher.chmod(0o755)
        there = unittest.mock.patch.multiple(demo, DEMOS=cls.demos, BUILT=cls.root / "built", LAUNCHER=cls.launcher)
        there.start()
        cls.addClassCleanup(there.stop)

    def run_demo(self, name="free", fault=False, **environment):
        """The exit code of a demo; pip reaches no index."""
        with unittest.mock.patch.dict(os.environ, {"PIP_NO_INDEX": "1", **environment}):
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                return demo.run(name, fault)

    def main(self, *words):
        """(exit code, output, messages) of `external demo` on these demos."""
        output, messages = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(messages), \
                unittest.mock.patch.dict(os.environ, {"PIP_NO_INDEX": "1"}):
            code = external.main(["demo", *words])
        return code, output.getvalue(), messages.getvalue()

    def test_a_program_is_installed_and_judged_and_its_fault_is_seen(self):
        self.assertEqual(self.run_demo(), 0)
        self.assertEqual(self.run_demo(fault=True), 1)
        installed = (self.root / "built/free/venv/installed.txt").stat().st_mtime_ns
        self.assertEqual(self.run_demo(), 0)  # without pip
        self.assertEqual((self.root / "built/free/venv/installed.txt").stat().st_mtime_ns, installed)
        copy = json.loads((self.root / "built/free/description-fault.json").read_text("utf-8"))
        self.assertEqual(copy["name"], "free-fault")
        self.assertEqual(copy["command"][1:], [str(self.demos / "free/program.py"), "--fault"])

    def test_an_environment_of_a_moved_tree_has_the_adapter_of_this_one(self):
        self.assertEqual(self.run_demo(), 0)
        path, = (self.root / "built/free/venv/lib").glob("python3*/site-packages/touchstone.pth")
        path.write_text(f"{self.root / 'where it was'}\n", encoding="utf-8")
        self.assertEqual(self.run_demo(), 0)
        self.assertEqual(path.read_text("utf-8"), f"{demo.ADAPTERS / 'python/src'}\n")

    def test_a_fault_that_only_ends_the_program_is_not_seen(self):
        self.assertEqual(self.run_demo(fault=True), 1)
        self.assertEqual(self.run_demo(fault=True, FAULT_ENDS_IT="1"), 3)
        self.assertEqual(self.run_demo(fault=True), 1)

    def test_verdicts_of_all_programs_are_in_one_file_for_a_build_server(self):
        self.assertEqual(self.main("free", "--junit", str(self.root / "junit.xml"))[0], 0)
        suites = ET.parse(self.root / "junit.xml").getroot().findall("testsuite")
        self.assertEqual([suite.get("name") for suite in suites], ["free, description"])
        code, _, messages = self.main("--junit", str(self.root / "junit.xml"))
        self.assertEqual(code, 2)
        self.assertIn("--junit: expected the name of a demo before it, found none", messages)

    def test_exit_codes_are_those_of_the_suite(self):
        for code in (0, 1, 2, 3, 130):
            self.assertEqual(self.run_demo(SUITE_ENDS_WITH=str(code)), code)
        self.assertEqual(self.run_demo(fault=True, SUITE_ENDS_WITH="0"), 3)  # a fault that is not seen is no pass
        self.assertEqual(self.run_demo(fault=True, SUITE_ENDS_WITH="2"), 2)

    def test_a_suite_that_crashes_is_a_failure(self):
        for code in (-9, 134):
            self.assertEqual(demo.worst([0, code]), 1)
            self.assertEqual(demo.worst([code, 3]), 1)
            self.assertEqual(demo.worst([code, 2]), 2)
        self.assertEqual(demo.worst([]), 2)
        self.assertEqual(self.run_demo(SUITE_ENDS_WITH="134"), 1)
        self.assertEqual(self.run_demo(fault=True, SUITE_ENDS_WITH="134"), 3)  # it did not see the fault

    def test_without_a_network_it_says_so(self):
        folder = self.demos / "far"
        folder.mkdir()
        (folder / "requirements.txt").write_text("touchstone-stand-in==1.0\n", encoding="utf-8")
        try:
            nowhere = "http://127.0.0.1:9/simple"
            with self.assertRaises(demo.NotInstalled) as caught:
                self.run_demo("far", PIP_NO_INDEX="0", PIP_INDEX_URL=nowhere, PIP_EXTRA_INDEX_URL="", PIP_PROXY="",
                              no_proxy="*")
            self.assertTrue(caught.exception.network)
            self.assertIn("expected that pip installs touchstone-stand-in==1.0, found no answer of PyPI",
                          str(caught.exception))
            with self.assertRaises(demo.NotInstalled) as caught:
                self.run_demo("far")
            self.assertFalse(caught.exception.network)
            code, _, messages = self.main("far")
            self.assertEqual(code, 2)
            self.assertIn("touchstone external demo: expected that pip installs", messages)
        finally:
            (folder / "requirements.txt").unlink()
            folder.rmdir()

    def test_demos_are_listed_and_names_are_known(self):
        code, output, _ = self.main()
        self.assertEqual((code, output.split()), (0, ["free", f"./{WHEEL}", "description"]))
        code, _, messages = self.main("fre")
        self.assertEqual(code, 2)
        self.assertIn("touchstone external demo: NAME: unknown name 'fre'; did you mean 'free'?", messages)
        self.assertEqual(self.main("--fault")[0], 2)
        self.assertEqual(self.main("free", "--fault")[0], 1)


class Folders(unittest.TestCase):
    def test_each_demo_has_what_the_command_needs(self):
        self.assertGreaterEqual(len(demo.names()), 2)
        for name in demo.names():
            with self.subTest(demo=name):
                folder = demo.DEMOS / name
                for line in demo.requirements(folder):
                    self.assertRegex(line, r"^[a-z0-9-]+==[0-9.]+$")
                self.assertTrue(demo.descriptions(folder))
                for file in demo.descriptions(folder):
                    command = json.loads(file.read_text("utf-8"))["command"]
                    self.assertEqual(command[0], "python3")
                    self.assertIn("--fault", (folder / command[1]).read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
