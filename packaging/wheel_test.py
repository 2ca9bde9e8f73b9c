#!/usr/bin/env python3
"""Wheels: names of systems, links of libraries, hashes and the right to run; packaging/nightly.py installs a real one."""

import base64
import hashlib
import os
import pathlib
import tempfile
import unittest
import zipfile

import verify_wheel


class Packed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        prefix = pathlib.Path(scratch.name, "prefix")
        for name, text in (("libexec/touchstone/touchstone_checkers", b"\0GLIBC_2.9\0GLIBC_2.34\0"), ("share/touchstone/VERSION", b"1\n"),
                           ("lib/touchstone/libx.so.1.2", b"\0GLIBC_2.17\0")):
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).write_bytes(text)
        (prefix / "libexec/touchstone/touchstone_checkers").chmod(0o755)
        os.symlink("libx.so.1.2", prefix / "lib/touchstone/libx.so.1")
        (prefix / "bin").mkdir()
        os.symlink("../share/touchstone/VERSION", prefix / "bin/touchstone")
        cls.name = verify_wheel.pack(prefix, scratch.name)
        with zipfile.ZipFile(pathlib.Path(scratch.name, cls.name)) as archive:
            cls.files = {entry.filename: (archive.read(entry), entry.external_attr >> 16) for entry in archive.infolist()}

    def test_the_name_has_version_and_system(self):
        start = f"touchstone_verify-{verify_wheel.version()}-py3-none-manylinux_2_34_"
        self.assertTrue(self.name.startswith(start), self.name)
        with self.assertRaisesRegex(ValueError, "expected some that are linked with glibc"):
            verify_wheel.tag([])

    def test_files_are_where_programs_look_and_each_is_there_once(self):
        inside = {name.removeprefix(verify_wheel.PROGRAMS + "/") for name in self.files if name.startswith(verify_wheel.PROGRAMS)}
        self.assertEqual(inside, {"__init__.py", "libexec/touchstone/touchstone_checkers", "share/touchstone/VERSION",
                                  "lib/touchstone/libx.so.1"})
        self.assertIn("touchstone_verify/server.py", self.files)
        self.assertIn("touchstone_verify/py.typed", self.files)

    def test_the_record_has_every_file_with_its_hash(self):
        [record] = [name for name in self.files if name.endswith("/RECORD")]
        lines = dict(line.split(",", 1) for line in self.files[record][0].decode().splitlines())
        self.assertEqual(set(lines), set(self.files))
        for name, (data, _) in self.files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            self.assertEqual(lines[name], "," if name == record else f"sha256={digest},{len(data)}")

    def test_programs_may_be_run(self):
        self.assertEqual(self.files[f"{verify_wheel.PROGRAMS}/libexec/touchstone/touchstone_checkers"][1], 0o100755)
        self.assertEqual(self.files[f"{verify_wheel.PROGRAMS}/share/touchstone/VERSION"][1], 0o100644)

    def test_the_command_can_be_called(self):
        [scripts] = [data for name, (data, _) in self.files.items() if name.endswith("entry_points.txt")]
        self.assertIn(b"touchstone-verify = touchstone_verify_programs:main\n", scripts)
        self.assertIn("def main():", verify_wheel.COMMAND)
        compile(verify_wheel.COMMAND, "command", "exec")

    def test_the_adapter_has_the_same_version(self):
        adapter = (verify_wheel.TREE / "adapters/python/pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{verify_wheel.version()}"', adapter)


if __name__ == "__main__":
    unittest.main()
