#!/usr/bin/env python3
"""Tests of comparisons with peers. Both sides are stand-ins that sum all pairs, take the seconds they are told, and have faults."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import compare  # noqa: E402  (found through the line above)
import forces  # noqa: E402
import peers  # noqa: E402
import side  # noqa: E402

STAND_IN = r'''#!{python}
import argparse, array, json, math, os, pathlib, sys
NAME = "{name}"
parser = argparse.ArgumentParser()
for option in ("model", "softening", "coordinates"):
    parser.add_argument("--" + option)
options, _ = parser.parse_known_args()
fault, seconds, units = os.environ.get("FAULT_" + NAME, ""), float(os.environ["SECONDS_" + NAME]), {units}
sys.path.insert(0, "{modules}")
import forces
q = array.array("d")
q.frombytes(pathlib.Path(options.coordinates).read_bytes())
work = forces.Work("", "", options.model, float(options.softening), 0, {{}})
forces.SAMPLE = len(q)  # all of them
found = work.exact(q)
found = [found[k] for k in sorted(found)]
if fault == "larger": found = [f * (1 + 1e-9) for f in found]
if fault == "of one": found[-1] += 1e-6
if fault == "short": found.pop()
if fault == "none": found = [math.nan] * len(q)
if fault == "at once": sys.exit("cannot begin")
print(json.dumps({{"units": units, "version": "stand-in", "record": {{"schema": "touchstone-result/1", "kind": "benchmark",
      "family": "longrange", "scheme": "longrange/stand-in", "host": {{"cores": 1}}}}}}), flush=True)
for number, line in enumerate(sys.stdin):
    word, rest = line.split()
    with open(os.environ["CALLS"], "a") as calls:
        calls.write(NAME + " " + word + "\n")
    if fault == "later" and number == 2: sys.exit("out of luck")
    if fault == "mute" and number == 2: print("no answer", flush=True); continue
    if word == "turn": print(json.dumps({{"seconds": int(rest) * units * seconds}}), flush=True)
    else:
        array.array("d", found).tofile(open(rest, "wb"))
        print(json.dumps({{"written": rest}}), flush=True)
'''


class Comparison(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.ours, self.theirs = self.program("OURS", 3), self.program("THEIRS", 1)
        small = [forces.Work(work.name, work.scheme, work.model, 0.01, 1e-12, {"tiny": 24, "S": 24, "W": 30}) for work in forces.WORKS[1:3]]
        patches = [unittest.mock.patch.object(compare, "WORKS", small),
                   unittest.mock.patch.dict(os.environ, {"CALLS": str(self.folder / "calls"), "SECONDS_OURS": "0.05",
                                                         "SECONDS_THEIRS": "0.2"})]
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)

    def program(self, name, units):
        path = self.folder / name.lower()
        path.write_text(STAND_IN.format(python=sys.executable, name=name, units=units, modules=HERE / "peers"))
        path.chmod(0o755)
        return str(path)

    def run_main(self, *words, peer=None, **faults):
        """(exit code, all that was printed, records)"""
        out, text = self.folder / "out.jsonl", io.StringIO()
        out.unlink(missing_ok=True)
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text), \
                unittest.mock.patch.dict(os.environ, {f"FAULT_{name}": fault for name, fault in faults.items()}):
            try:
                code = compare.main(["--program", self.ours, "--peers", "--peer", f"finufft={peer or self.theirs}", "--out", str(out),
                                     *words])
            except SystemExit as stop:
                code = stop.code
        return code, text.getvalue(), [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []

    def test_a_ratio_is_that_of_times_of_a_unit(self):
        code, text, records = self.run_main()
        self.assertEqual(code, 0, text)
        self.assertEqual([record["params"]["model"] for record in records], ["ring", "gravity-2d"])
        for record in records:
            self.assertEqual(record["verdict"], "pass")
            for name in ("value", "low", "high"):
                self.assertAlmostEqual(record[name], 4)
            self.assertAlmostEqual(record["facts"]["seconds_theirs"], 0.2)
            self.assertEqual((record["facts"]["faster"], record["facts"]["version"]), (12, "stand-in"))
            self.assertEqual((record["host"], record["scheme"]), ({"cores": 1}, "longrange/stand-in"))
            self.assertNotIn(str(self.folder), record["replay"])
        self.assertIn("4 [4, 4] times as fast, faster in 12 of 12 pairs", text)

    def test_both_sides_begin_some_pairs(self):
        self.run_main("--work", "*ring*")
        calls = [line.split()[0] for line in (self.folder / "calls").read_text().splitlines()][2:-2]
        firsts = calls[::2]
        self.assertEqual([sorted(pair) for pair in zip(firsts, calls[1::2])], [["OURS", "THEIRS"]] * 12)
        self.assertEqual(set(firsts), {"OURS", "THEIRS"})

    def test_no_ratio_of_results_that_do_not_agree(self):
        for fault in ("larger", "of one", "short", "none"):
            for faults in ({"THEIRS": fault}, {"OURS": fault}, {"OURS": fault, "THEIRS": fault}):
                code, text, records = self.run_main("--pairs", "6", **faults)
                self.assertEqual(code, 1, (faults, text))
                for record in records:
                    self.assertEqual((record["verdict"], record["value"], record["low"]), ("fail", None, None), faults)
                    self.assertNotIn("seconds_ours", record["facts"])
                self.assertNotIn("times as fast", text)

    def test_a_force_that_is_not_in_the_sample_is_compared_with_the_other_side(self):
        for side_of in ("OURS", "THEIRS"):
            with unittest.mock.patch.object(forces, "SAMPLE", 4):
                code, text, records = self.run_main("--pairs", "6", **{side_of: "of one"})
            self.assertEqual((code, {record["value"] for record in records}), (1, {None}), text)
            self.assertIn("difference is", records[0]["note"])
            self.assertNotIn("error of", records[0]["note"])

    def test_a_peer_that_is_not_there_is_not_run_and_the_reason_is_told(self):
        code, text, records = self.run_main(peer="/no/such/python")
        self.assertEqual((code, {record["verdict"] for record in records}), (3, {"not run"}), text)
        self.assertIn("found nothing at /no/such/python", records[0]["note"])
        lost = peers.demo.NotInstalled("expected that pip installs it, found no answer of PyPI\nmore", True)
        with unittest.mock.patch.object(peers.demo, "environment", side_effect=lost), \
                unittest.mock.patch.object(peers.demo, "BUILT", self.folder / "demos"), self.assertRaises(peers.Missing) as found:
            peers.PEERS["finufft"].command(None, 1)
        self.assertEqual(str(found.exception), "expected that pip installs it, found no answer of PyPI")

    def test_a_peer_that_ends_is_not_run_and_ours_has_failed(self):
        for fault, words in (("at once", "cannot begin"), ("later", "out of luck"), ("mute", "expected an answer with")):
            code, text, records = self.run_main(THEIRS=fault)
            self.assertEqual((code, records[0]["verdict"], records[0]["value"]), (3, "not run", None), text)
            self.assertIn(words, records[0]["note"])
        code, text, records = self.run_main(OURS="later")
        self.assertEqual((code, records[0]["verdict"]), (1, "fail"), text)
        code, text, records = self.run_main(OURS="at once")
        self.assertEqual((code, records), (2, []))
        self.assertIn("cannot begin", text)

    def test_seconds_that_are_none_are_no_times(self):
        with unittest.mock.patch.dict(os.environ, {"SECONDS_THEIRS": "0"}):
            self.assertEqual(self.run_main()[2][0]["verdict"], "not run")

    def test_few_pairs_decide_nothing(self):
        code, text, records = self.run_main("--pairs", "5")
        self.assertEqual((code, records[0]["verdict"], records[0]["low"]), (3, "inconclusive", None), text)

    def test_bad_input_is_exit_2(self):
        for words in (["--pairs", "0"], ["--threads", "0"], ["--seed", "-1"], ["--work", "nothing"], ["--class", "A"],
                      ["--peer", "finufft"], ["--peer", "nobody=/x"]):
            self.assertEqual(self.run_main(*words)[0], 2, words)

    def test_the_chance_of_so_many_faster_pairs_is_that_of_a_fair_coin(self):
        faster, slower = [(1.0, 2.0)] * 7, [(2.0, 1.0)] * 1
        facts = compare.judged(faster + slower)[3]
        self.assertAlmostEqual(facts["chance_if_equal"], 2 * 9 / 2**8)
        self.assertEqual(compare.judged([(1.0, 2.0), (2.0, 1.0)] * 3)[3]["chance_if_equal"], 1)

    def test_short_work_is_done_several_times_in_a_turn(self):
        with unittest.mock.patch.dict(os.environ, {"SECONDS_OURS": "0.001"}):
            (self.folder / "q").write_bytes(bytes(8 * 4))
            words = ["--model", "ring", "--softening", "1", "--coordinates", self.folder / "q"]
            with side.Side([self.ours, *words]) as one:
                self.assertEqual(one.times(), 34)  # 3 ms each


NUMPY = next((python for python in (sys.executable, "/usr/bin/python3") if os.path.exists(python) and subprocess.run(
    [python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0), None)


@unittest.skipIf(NUMPY is None, "there is no Python with numpy")
class Finufft(unittest.TestCase):
    """The adapter, with sums of all terms in place of FINUFFT."""

    def test_its_forces_are_those_of_the_models(self):
        program = HERE / "peers/finufft/forces.py"
        path = {**os.environ, "PYTHONPATH": str(HERE.parent / "adapters/stand_ins")}
        for model, softening, tolerance in (("ring", 0.05, 1e-9), ("ring", 0.5, 1e-6), ("gravity-2d", 0.2, 1e-6)):
            work = forces.Work("", "", model, softening, tolerance, {"S": 30})
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                words = work.prepare(unittest.mock.Mock(klass="S", seed=5, threads=1), folder)
                with side.Side([NUMPY, program, *words], path) as theirs:
                    self.assertEqual(theirs.ready["version"], "FINUFFT 0.stand-in")
                    self.assertGreater(theirs.seconds(2), 0)
                    found = theirs.result(folder / "result")
                facts, verdict, why = work.agreement(None, folder, (found, 2), (found, 2))
                self.assertEqual((verdict, why), ("pass", ""), (model, facts))
                self.assertGreater(facts["error_theirs"], 0)


if __name__ == "__main__":
    unittest.main()
