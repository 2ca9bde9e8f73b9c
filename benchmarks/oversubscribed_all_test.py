"""Tests of oversubscribed_all.py with a stand-in for touchstone_benchmarks."""

import contextlib
import io
import json
import os
import pathlib
import stat
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oversubscribed  # noqa: E402
import oversubscribed_all  # noqa: E402

# Lists a scheme on threads, a serial one with blocks, and one on ranks; each second run is slower.
PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
if "--family" not in sys.argv:
    print("toy/fast/particles:100/threads:1", "toy/fast/particles:9999/threads:1", "toy/fast/particles:5000/threads:2",
          "cmc/steps/stars:20000/ranks:1/threads:1", "small/one/bodies:4095/threads:1", "floor/disks:65536", sep="\\n")
    sys.exit(0)
of = sys.argv[sys.argv.index("--family") + 1]
size = sys.argv[sys.argv.index("--stars") + 1]
assert size == sys.argv[sys.argv.index("--particles") + 1]
names = {"toy": [f"toy/fast/particles:{size}/threads:1", f"toy/fast/particles:{size}/threads:2",
                 f"toy/one/particles:{size}/threads:1"],
         "cmc": [f"cmc/steps/stars:{size}/ranks:16/threads:1", f"cmc/steps/stars:{size}/ranks:16/threads:2",
                 f"cmc/blocks/stars:{size}/ranks:16/threads:1", f"cmc/ranks/stars:{size}/ranks:2/threads:1"]}[of]
if "--list" in sys.argv:
    print(*names, sep="\\n")
    sys.exit(0)
scheme = sys.argv[sys.argv.index("--scheme") + 1]
turn = pathlib.Path(sys.argv[0] + scheme.replace("/", "."))
beside = turn.exists()
turn.unlink() if beside else turn.touch()
def number(name, word):
    return int((name + f"/{word}:1").split(f"/{word}:")[1].split("/")[0])
with open(sys.argv[sys.argv.index("--out") + 1], "w") as out:
    for name in names:
        if "/".join(name.split("/")[:2]) == scheme:
            print(json.dumps({"schema": "touchstone-result/1", "kind": "benchmark", "family": of, "scheme": scheme,
                              "backend": "threads" if scheme == "cmc/ranks" else "openmp", "class": "S", "seed": 1,
                              "threads": number(name, "threads"), "ranks": number(name, "ranks"),
                              "metric": "seconds per step", "value": SLOWER if beside else 0.01, "low": None,
                              "host": {"cpu": "x"}, "job": {"id": of, "records": 1}, "facts": {"entry": name, "load_average": 0.5}}), file=out)
"""


class OversubscribedAll(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "new" / "benchmark.jsonl"
        for patched in (unittest.mock.patch.object(oversubscribed, "BUSY", ["sleep", "60"]),
                        unittest.mock.patch.object(oversubscribed_all, "available_cores", lambda: 2)):
            patched.start()
            self.addCleanup(patched.stop)

    def run_main(self, *options, slower="0.02"):
        program = self.folder / "program"
        program.write_text(PROGRAM.replace("SLOWER", slower))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                code = oversubscribed_all.main(["--oversubscribed", "--program", os.fspath(program), "--out",
                                                os.fspath(self.out.parent), *options])
            except SystemExit as stop:
                code = stop.code
        return code, out.getvalue(), errors.getvalue()

    def records(self):
        return [json.loads(line) for line in self.out.read_text().splitlines()]

    def test_threads_of_all_listed_families_then_ranks(self):
        code, text, errors = self.run_main("--turns", "1")
        self.assertEqual(code, 3, errors)  # too few turns
        self.assertEqual([line.split(": ")[1] for line in errors.splitlines()],
                         ["toy/fast on threads", "cmc/steps on threads", "cmc/blocks on ranks", "cmc/ranks on ranks"])
        self.assertEqual(len(text.splitlines()), 3)
        self.assertEqual([record["facts"]["entry"] for record in self.records()],
                         ["toy/fast/particles:5000/threads:2", "cmc/steps/stars:20000/ranks:16/threads:2",
                          "cmc/ranks/stars:20000/ranks:2/threads:1"])
        for record in self.records():
            self.assertEqual((record["verdict"], record["low"]), ("inconclusive", None))
            self.assertAlmostEqual(record["value"], 1)  # half of the rate is the fair share of two of four

    def test_a_loss_above_the_limit_fails_and_is_recorded(self):
        code, text, _ = self.run_main("--family", "cmc", "--scheme", "*/ranks", "--neighbours", "4", slower="0.2")
        self.assertEqual(code, 1, text)
        record = self.records()[0]
        self.assertEqual(record["metric"], "loss beside 4 neighbours")
        self.assertEqual(record["verdict"], "fail")
        self.assertAlmostEqual(record["value"], 20 / 3)
        self.assertAlmostEqual(record["low"], 20 / 3)
        self.assertAlmostEqual(record["facts"]["alone"], 100)
        self.assertEqual(record["params"]["from"], "seconds per step")
        self.assertNotIn("job", record)  # a run of bench with --resume times the entry all the same
        self.assertEqual(record["allowance"]["value"], 3)
        self.assertIn("--oversubscribed --neighbours 4", record["replay"])
        self.assertEqual(self.run_main("--family", "cmc", "--scheme", "*/ranks")[0], 0)
        self.assertEqual(len(self.records()), 2)  # appended

    def test_bad_input_is_exit_2(self):
        self.assertEqual(self.run_main("--neighbours", "0")[0], 2)
        code, _, errors = self.run_main("--scheme", "toy/one")
        self.assertEqual(code, 2)
        self.assertIn("none that match '*' and 'toy/one'", errors)


if __name__ == "__main__":
    unittest.main()
