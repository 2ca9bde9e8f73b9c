#!/usr/bin/env python3
"""Verdicts become answers of ctest: nothing undecided is skipped, and nothing is taken from an earlier run."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import external_checks

# A stand-in for the launcher: lists two checks, or writes the verdicts of `verdicts` and ends with `code`.
LAUNCHER = """\
#!/usr/bin/env python3
import json, pathlib, sys
here, words = pathlib.Path(__file__).parent, sys.argv[1:]
if "--write-jobs" in words:
    keys = ["check|mpmc/x|a; [b|1|1", "check|mpmc/x|c ]=] d|1|1"]
    pathlib.Path(words[words.index("--write-jobs") + 1]).write_text("".join(json.dumps({"key": key}) + "\\n" for key in keys))
    sys.exit(0)
verdicts = (here / "verdicts").read_text().split(",")
if verdicts != ["none"]:
    pathlib.Path(words[words.index("--out") + 1]).write_text("".join(json.dumps({"verdict": v}) + "\\n" for v in verdicts))
sys.exit(int((here / "code").read_text()))
"""


class Checks(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.launcher = self.folder / "launcher"
        self.launcher.write_text(LAUNCHER, encoding="utf-8")
        self.launcher.chmod(0o755)

    def run_with(self, code, verdicts):
        (self.folder / "code").write_text(str(code), encoding="utf-8")
        (self.folder / "verdicts").write_text(verdicts, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            return external_checks.main(["run", str(self.launcher), "--out", str(self.folder / "x.jsonl")])

    def test_only_what_was_not_judged_is_skipped(self):
        for code, verdicts, expected in ((0, "pass", 0), (1, "fail", 1), (2, "pass", 2), (3, "inconclusive", 3),
                                         (3, "not claimed", 77), (3, "not run,not claimed", 77), (3, "not run,inconclusive", 3),
                                         (1, "not claimed", 1), (3, "none", 3)):
            self.assertEqual(self.run_with(code, verdicts), expected, (code, verdicts))

    def test_records_of_an_earlier_run_do_not_count(self):
        self.assertEqual(self.run_with(3, "not claimed"), 77)
        self.assertEqual(self.run_with(3, "none"), 3)

    def test_names_stay_names(self):
        into = self.folder / "tests.cmake"
        external_checks.main(["list", "--touchstone", str(self.launcher), "--description", "x.json", "--into", str(into),
                              "--labels", "l", "--arguments", "--seed", "2"])
        text = into.read_text(encoding="utf-8")
        self.assertIn("add_test([=[mpmc/x: a; [b]=] ", text)
        self.assertIn("add_test([==[mpmc/x: c ]=] d]==] ", text)
        self.assertEqual(text.count("[=[--seed]=] [=[2]=])"), 2)
        self.assertEqual(text.count("SKIP_RETURN_CODE [=[77]=]"), 2)


if __name__ == "__main__":
    unittest.main()
