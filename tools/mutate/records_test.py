#!/usr/bin/env python3
"""Tests of records, of resuming, of samples, of scores, and of the watchdog."""

import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import checks
import equality
import records
import scores
import watchdog

TEXT = "int f() {\n  return a + 1;\n}\n"
SOURCE = records.Source(TEXT, "abc", "mpmc")


def mutant(number=1, **fields):
    fields = {"file": "optimized/mpmc/x.hpp", "line": 2, "column": 10, "start": 19, "end": 24, "operator": "sign",
              "original": "a + 1", "mutated": "a - 1", "function": "f", "id": number, **fields}
    return types.SimpleNamespace(**fields)


def many():
    return [mutant(i, line=i, file=f"optimized/mpmc/{'ab'[i % 2]}.hpp", operator=["sign", "constant"][i % 3 == 0])
            for i in range(100)]


def check(name="stage/x", seconds=0.1, reached=(1, 2), numbers=""):
    return checks.Check("mpmc", "mpmc/serial", name, seconds, numbers, frozenset(reached))


class Samples(unittest.TestCase):
    def test_patterns_choose_files_folders_and_operators(self):
        self.assertEqual(len(records.chosen(many(), "optimized/mpmc/a.hpp")), 50)
        self.assertEqual(len(records.chosen(many(), "optimized")), 100)
        self.assertEqual(len(records.chosen(many(), "models")), 0)
        self.assertEqual({m.operator for m in records.chosen(many(), names="con*")}, {"constant"})

    def test_a_sample_can_be_drawn_again_and_grows(self):
        first = [m.id for m in records.chosen(many(), sample=10, seed=1)]
        self.assertEqual(first, [m.id for m in records.chosen(list(reversed(many())), sample=10, seed=1)])
        self.assertEqual(len(first), 10)
        self.assertEqual(first, [m.id for m in records.chosen(many(), sample=20, seed=1)][:10])
        self.assertNotEqual(first, [m.id for m in records.chosen(many(), sample=10, seed=2)])
        self.assertEqual(len(records.chosen(many(), sample=1000)), 100)

    def test_a_build_holds_so_many_mutants_and_so_many_of_a_file(self):
        with unittest.mock.patch("records.MOST_TOGETHER", 40), unittest.mock.patch("records.MOST_OF_A_FILE", 10):
            sizes = [len(part) for part in records.parts(many())]
            self.assertEqual((sum(sizes), max(sizes)), (100, 20))  # of two files by turns
            self.assertEqual([len(part) for part in records.parts([mutant(file=str(i)) for i in range(90)])], [40, 40, 10])


class Records(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "out" / "mutants.jsonl"

    def record(self, judged, **fields):
        return records.record(mutant(**fields), judged, SOURCE, 1, {})

    def test_a_case_for_a_build_server_has_the_place_and_the_change(self):
        case = records.cases([self.record(checks.Judged())])[0]
        self.assertEqual((case["scheme"], case["metric"], case["verdict"]),
                         ("optimized/mpmc/x.hpp", "2:10 sign: a + 1 -> a - 1", "inconclusive"))

    def test_a_killed_mutant_names_its_check(self):
        made = self.record(checks.Judged("timeout", check(), 1.5, 3))
        self.assertEqual(made["verdict"], "pass")
        self.assertEqual(made["facts"]["killed_by"], "stage/x")
        self.assertEqual(made["facts"]["how"], "timeout")
        self.assertEqual(made["facts"]["milliseconds"], 1500)
        self.assertEqual(made["value"], 1)

    def test_a_survivor_has_its_lines(self):
        made = self.record(checks.Judged(checks=4))
        self.assertEqual(made["verdict"], "inconclusive")
        self.assertEqual(made["facts"]["diff"], "-  return a + 1;\n+  return a - 1;")
        self.assertIn("the same numbers in all 4 checks", made["note"])
        self.assertIn("no check reaches it", self.record(checks.Judged())["note"])
        self.assertIn("1 of 4 checks find other numbers",
                      self.record(checks.Judged(checks=4, changed=["stage/x on y"]))["note"])

    def test_letters_beyond_ascii_survive(self):
        text = "// Hénon\nreturn \"é\" + 1;".encode().decode("latin-1")
        start = text.index('"')
        made = mutant(start=start, end=text.index(";"), mutated='"é" - 1')
        self.assertEqual(records.difference(text, made), '-return "é" + 1;\n+return "é" - 1;')

    def test_finished_work_is_known_by_its_key(self):
        made = self.record(checks.Judged("fail", check()))
        records.File(self.path, resume=False).append(made)
        found = records.File(self.path, resume=True).finished
        self.assertIn(records.key(mutant(), SOURCE, 1), found)
        self.assertNotIn(records.key(mutant(), records.Source(TEXT, "other content", "mpmc"), 1), found)
        self.assertNotIn(records.key(mutant(mutated="a * 1"), SOURCE, 1), found)
        self.assertEqual(records.File(self.path, resume=False).finished, {})

    def test_a_last_line_that_was_cut_off_is_set_aside(self):
        file = records.File(self.path, resume=False)
        file.append(self.record(checks.Judged("fail", check())))
        with open(self.path, "a", encoding="utf-8") as cut:
            cut.write('{"schema": "touchsto')
        self.assertEqual(len(records.File(self.path, resume=True).finished), 1)
        self.assertTrue(self.path.with_suffix(".jsonl.cut").is_file())
        json.loads(self.path.read_text(encoding="utf-8"))

    def test_a_file_of_something_else_is_refused(self):
        self.path.parent.mkdir()
        self.path.write_text("a,b\n1,2\n", encoding="utf-8")
        with self.assertRaisesRegex(ValueError, "mutants.jsonl:1: expected a record"):
            records.File(self.path, resume=True)

    def test_the_summary_has_scores_and_survivors(self):
        lines = scores.summary([self.record(checks.Judged("fail", check())), self.record(checks.Judged(), line=7)])
        text = "\n".join(lines)
        self.assertIn("optimized/mpmc/x.hpp:7: sign in f: survivor: no check reaches it", text)
        self.assertIn("    1 of     2   50.0% [9.5%, 90.5%]  sign   (1 not reached)", text)

    def test_survivors_that_change_nothing_count_apart(self):
        same, other = checks.Judged(checks=3), checks.Judged(checks=3, changed=["stage/a"])
        lines = scores.summary([self.record(checks.Judged("fail", check())), self.record(same, line=7),
                                 self.record(other, line=8)])
        self.assertIn("1 of     3", lines[-2])
        self.assertIn("1 of     2", lines[-1])
        self.assertIn("without survivors that leave all numbers", lines[-1])

    def test_survivors_are_tried_for_equality(self):
        equal = self.record(checks.Judged(checks=3, tried=equality.Tried(6, 600)))
        differs = self.record(checks.Judged(checks=3, tried=equality.Tried(2, 200, "stage/a on x, seed 3")), line=7)
        nowhere = self.record(checks.Judged(checks=3, tried=equality.Tried()), line=8)
        self.assertIn("equal on 600 drawn systems, in 6 runs", equal["note"])
        self.assertIn("differs (stage/a on x, seed 3)", differs["note"])
        self.assertEqual([scores.is_noticed(one) for one in (equal, differs, nowhere)], [False, True, True])
        self.assertIn("0 listed as equal, 1 equal wherever they were compared (median 600 drawn systems), 2 differ",
                      "\n".join(scores.summary([equal, differs, nowhere])))

    def test_the_score_of_a_family_is_a_record(self):
        some = [self.record(checks.Judged("fail", check())), self.record(checks.Judged(), line=7),
                self.record(checks.Judged(checks=3, tried=equality.Tried(6, 600)), line=8)]
        made = scores.score(some, {}, {"file": "gpu/*", "operator": "*", "sample": 3, "seed": 1}, {})
        self.assertEqual(made["facts"], {"mutants": 3, "killed": 1, "not_reached": 1, "listed": 0, "equal": 1})
        self.assertEqual((made["family"], made["replay"]),
                         ("mpmc", "./touchstone mutate --family mpmc --file 'gpu/*' --operator '*' --sample 3 --seed 1"))

    def test_a_mutant_that_any_family_kills_is_killed(self):
        killed, same = checks.Judged("fail", check()), checks.Judged(checks=3)
        for order in ([killed, same], [same, killed]):
            self.assertIn("1 of     1", scores.summary([self.record(one) for one in order])[-1])

    def test_a_shared_file_is_judged_by_each_family(self):
        other = records.Source(TEXT, "abc", "ecmc")
        self.assertNotEqual(records.key(mutant(), SOURCE, 1), records.key(mutant(), other, 1))
        self.assertIn("--family ecmc", records.replay(mutant(), "ecmc"))

    def test_wilson(self):
        low, high = scores.wilson(8, 10)  # Wilson 1927, as in any table
        self.assertAlmostEqual(low, 0.4902, 3)
        self.assertAlmostEqual(high, 0.9433, 3)
        self.assertEqual(scores.wilson(0, 0), (0.0, 1.0))
        self.assertEqual(scores.wilson(10, 10)[1], 1.0)


class Watchdog(unittest.TestCase):
    def test_a_program_that_hangs_is_ended_with_its_children(self):
        began = time.monotonic()
        ended = watchdog.run(["bash", "-c", "sleep 60 & sleep 60"], {}, 0.5)
        self.assertIsNone(ended.code)
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual(checks.how_killed(ended, []), "timeout")

    def test_a_crash_is_no_verdict_but_kills(self):
        self.assertEqual(checks.how_killed(watchdog.run(["bash", "-c", "kill -SEGV $$"], {}, 20), []), "crash")
        self.assertEqual(checks.how_killed(watchdog.run(["bash", "-c", "exit 2"], {}, 20), []), "crash")

    def test_a_program_that_asks_for_too_much_memory_is_told_apart(self):
        grow = [sys.executable, "-c", "import time; time.sleep(0.2)\ntry: bytearray(1 << 30)\n"
                "except MemoryError: raise SystemExit('std::bad_alloc')"]
        self.assertEqual(checks.how_killed(watchdog.run(grow, {}, 20, 256 << 20), []), "memory")
        self.assertIsNone(checks.how_killed(watchdog.run(grow, {}, 20), []))
        self.assertGreater(watchdog.most_memory(1), 2 * watchdog.most_memory(3))

    def test_verdicts(self):
        ended = watchdog.run(["true"], {}, 20)
        self.assertIsNone(checks.how_killed(ended, [{"verdict": "pass"}]))
        self.assertEqual(checks.how_killed(ended, [{"verdict": "pass"}, {"verdict": "fail"}]), "fail")
        self.assertIsNone(checks.how_killed(watchdog.run(["bash", "-c", "exit 3"], {}, 20), []))

    def test_a_time_in_which_all_are_stopped_does_not_count(self):
        running = subprocess.Popen([sys.executable, "-c", "import watchdog\nprint(0, flush=True)\n"
                                    "print(watchdog.run(['sleep', '0.5'], {}, 3).code)"],
                                   cwd=pathlib.Path(watchdog.__file__).parent, stdout=subprocess.PIPE, text=True)
        with running:
            running.stdout.readline()
            time.sleep(0.2)
            running.send_signal(signal.SIGSTOP)
            time.sleep(4)
            running.send_signal(signal.SIGCONT)
            self.assertEqual(running.stdout.read(), "0\n")

    def test_after_the_end_of_all_nothing_begins(self):
        self.addCleanup(watchdog.stopped.clear)
        watchdog.kill_all()
        with self.assertRaises(KeyboardInterrupt):
            watchdog.run(["true"], {}, 20)

    def test_the_environment_chooses_the_mutant(self):
        self.assertEqual(watchdog.run(["bash", "-c", "exit $TOUCHSTONE_MUTANT"], {"TOUCHSTONE_MUTANT": "7"}, 20).code, 7)


class StandIn(unittest.TestCase):
    """A program in place of the checks: it fails mutant 1 in stage/b, and hangs with mutant 2."""

    SCRIPT = """#!/usr/bin/env python3
import json, os, sys, time
proofs = "--proofs" in sys.argv
words = [word for word in sys.argv[1:] if word != "--proofs"]
options = dict(zip(words[::2], words[1::2]))
if "--write-jobs" in options:
  if os.path.exists(__file__ + ".unlisted"): sys.exit(2)
  if proofs and options["--family"] == "cmc":
    print("--family: nothing is called 'cmc'; known: mpmc", file=sys.stderr)
    sys.exit(2)
  keys = ["balance|x"] if proofs else ["check|stage/a", "check|stage/b", "check|stage/fails"]
  open(options["--write-jobs"], "w").write("".join(json.dumps({"key": key}) + "\\n" for key in keys))
  sys.exit(0)
if os.path.exists(__file__ + ".full"): sys.exit(2)
mutant = os.environ.get("TOUCHSTONE_MUTANT")
if mutant == "9": sys.exit(2)
if mutant == "coverage":
  options["--check"] = open(options["--only-jobs"]).read().strip().split("|")[1]
  open(os.environ["TOUCHSTONE_MUTANT_REACHED"], "w").write("1\\n2\\n")
  open(__file__ + ".runs", "a").write("1\\n")
if mutant == "2": time.sleep(60)
seed = options["--seed"]
bad = mutant == "1" and options["--check"] == "stage/b" or mutant == "5" and seed == "3" or options["--check"] == "stage/fails"
value = 5 if mutant == "3" or mutant == "6" and seed == "3" else 4
record = {"metric": options["--check"], "verdict": "fail" if bad else "pass", "value": value, "params": {"model": "tiny"} if proofs else {},
          "scheme": "mpmc/serial", "host": {}, "build": {},
          "facts": {"systems": 10, "ran": os.getpid()}, "note": "4 runs"}
open(options["--out"], "w").write(json.dumps(record) + "\\n")
sys.exit(1 if bad else 0)
"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "program"
        path.write_text(self.SCRIPT, encoding="utf-8")
        path.chmod(0o755)
        self.full = pathlib.Path(f"{path}.full")
        self.program = checks.Program(path)
        same = checks.numbers_of([{"metric": "stage/a", "verdict": "pass", "value": 4, "params": {},
                                   "facts": {"systems": 10, "ran": 1}, "note": "4 runs"}])
        self.checks = [check("stage/a", 1, (1, 2, 3), same), check("stage/b", 2, (1, 2))]
        self.equality = equality.Equality(self.program, [checks.Check("mpmc", "mpmc/serial", name, 1, same, reached, "", systems)
                                                         for name, reached, systems in (("stage/a", {4, 5, 6, 7, 8}, 10),
                                                                                        ("stage/c", {4, 7}, 0))], 2)

    def test_the_first_check_that_fails_is_the_last(self):
        judged = self.program.judge(1, self.checks)
        self.assertEqual((judged.how, judged.by.name, judged.checks), ("fail", "stage/b", 2))

    def test_a_hang_is_a_kill(self):
        with unittest.mock.patch("watchdog.FACTOR", 0.1), unittest.mock.patch("watchdog.SLACK", 0.4):
            judged = self.program.judge(2, self.checks)
        self.assertEqual((judged.how, judged.by.name), ("timeout", "stage/a"))

    def test_a_full_disk_kills_no_mutant(self):
        one = [check("stage/a", 1, (9,))]
        self.assertEqual(self.program.judge(9, one).how, "crash")
        self.full.touch()
        with self.assertRaisesRegex(ValueError, "stage/a on mpmc/serial: expected a verdict .* found exit code 2"):
            self.program.judge(9, one)
        for asks in (self.program.repeats, lambda check: self.equality.original(2, check)):
            with self.assertRaisesRegex(ValueError, "expected a verdict without mutants"):
                asks(check("stage/a"))

    def test_a_full_disk_is_not_remembered_as_a_check_that_does_not_pass(self):
        self.addCleanup(watchdog.stopped.clear)
        store = self.full.with_name("checks.jsonl")
        self.full.touch()
        with self.assertRaisesRegex(ValueError, "expected a verdict without mutants, found exit code 2"):
            self.program.checks("mpmc", 1, store, "a build", lambda text: None)
        self.full.unlink()
        watchdog.stopped.clear()
        self.assertEqual(len(self.program.checks("mpmc", 1, store, "a build", lambda text: None)), 3)

    def test_a_family_may_have_no_proofs(self):
        self.assertEqual(len(self.program.jobs("cmc", False)), 3)
        self.assertEqual(self.program.jobs("cmc", True), [])
        self.full.with_name("program.unlisted").touch()
        for proofs in (False, True):
            with self.assertRaisesRegex(ValueError, "list of checks: expected exit code 0, found exit code 2"):
                self.program.jobs("cmc", proofs)

    def test_other_numbers_are_noticed(self):
        judged = self.program.judge(3, self.checks)
        self.assertIsNone(judged.how)
        self.assertEqual(judged.changed, ["stage/a on mpmc/serial"])

    def test_numbers_that_the_original_does_not_repeat_say_nothing(self):
        self.assertEqual(self.program.judge(3, [check("stage/a", 1, (3,), "others")]).changed, [])

    def test_what_checks_reach_is_found_once_for_a_build(self):
        store = self.program.path.parent / "checks.jsonl"
        runs = pathlib.Path(str(self.program.path) + ".runs")

        def found(stamp):
            some = self.program.checks("mpmc", 1, store, stamp, lambda text: None)
            return sorted((one.name, one.model, one.reached) for one in some), runs.read_text(encoding="utf-8").count("1")

        three = [("balance", "tiny", {1, 2}), ("stage/a", "", {1, 2}), ("stage/b", "", {1, 2})]
        self.assertEqual(found(["a build", 1]), (three, 4))
        lines = store.read_text(encoding="utf-8").splitlines(keepends=True)
        store.write_text("".join(lines[1:] + lines[:1])[:-9], encoding="utf-8")  # as if it had been killed
        self.assertEqual(found(["a build", 1]), (three, 5))
        self.assertEqual(found(["another", 1]), (three, 9))

    def test_equal_numbers_with_all_seeds(self):
        self.assertEqual([(seed, one.name) for seed, one in self.equality.plan(7)], [(2, "stage/a"), (3, "stage/a")])
        self.assertEqual(self.equality.tried(7), equality.Tried(2, 20, None))

    def test_one_run_with_other_numbers_is_enough(self):
        self.assertEqual(self.equality.tried(6).differs, "stage/a on mpmc/serial, seed 3")
        self.assertEqual(self.equality.tried(5).differs, "stage/a on mpmc/serial, seed 3: fail")

    def test_checks_that_draw_nothing_are_the_last_resort(self):
        self.equality.checks.pop(0)
        self.assertEqual([one.name for _, one in self.equality.plan(7)], ["stage/c"] * 2)
        self.assertEqual(self.equality.tried(9), equality.Tried())

    def test_what_is_not_reached_is_not_run(self):
        self.assertEqual(self.program.judge(4, self.checks).checks, 0)


if __name__ == "__main__":
    unittest.main()
