#!/usr/bin/env python3
"""Names in pyproject.toml exist; the command of the wheel. packaging/nightly.py builds and installs a real one."""

import os
import pathlib
import re
import sys
import tomllib
import unittest
from unittest import mock

import touchstone_verify_programs

TREE = pathlib.Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((TREE / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = SETTINGS["tool"]["scikit-build"]


class Settings(unittest.TestCase):
    def test_wheel_adapter_and_project_have_one_version(self):
        rule = BUILD["metadata"]["version"]
        found = re.search(rule["regex"], (TREE / rule["input"]).read_text(encoding="utf-8"))
        adapter = (TREE / "adapters/python/pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{found["value"]}"', adapter)

    def test_packages_targets_and_components_exist(self):
        for package in BUILD["wheel"]["packages"]:
            self.assertTrue((TREE / package / "__init__.py").is_file(), package)
        rules = (TREE / "cmake/Install.cmake").read_text(encoding="utf-8")
        for component in BUILD["install"]["components"]:
            self.assertIn(f"COMPONENT {component}", rules)
        for target in BUILD["build"]["targets"]:
            self.assertIn(f"add_custom_target({target} ", rules)

    def test_programs_are_installed_beside_the_command(self):
        module, function = SETTINGS["project"]["scripts"]["touchstone-verify"].split(":")
        self.assertEqual(module, BUILD["wheel"]["install-dir"])
        self.assertTrue(callable(getattr(touchstone_verify_programs, function)))


class Command(unittest.TestCase):
    def test_it_becomes_the_launcher_with_this_python_first(self):
        with mock.patch.object(os, "execvpe") as become, mock.patch.object(sys, "argv", ["x", "check", "a b"]):
            touchstone_verify_programs.main()
        [(program, words, environment)] = [call.args for call in become.call_args_list]
        launcher = pathlib.Path(touchstone_verify_programs.__file__).resolve().parent / "share/touchstone/touchstone"
        self.assertEqual((program, words), ("bash", ["bash", str(launcher), "check", "a b"]))
        self.assertTrue(environment["PATH"].startswith(f"{pathlib.Path(sys.executable).parent}{os.pathsep}"))
        self.assertEqual(environment["TOUCHSTONE_NAME"], "touchstone-verify")


if __name__ == "__main__":
    unittest.main()
