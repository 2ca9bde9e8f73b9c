#!/usr/bin/env python3
"""Tests of plan and work, with a program that answers at once in place of the suite's."""

import json
import os
import pathlib
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import gather
import plan
import plans
import work

STAND_IN = """#!{python}
import json, os, signal, sys, time
words = dict(zip(sys.argv, sys.argv[1:]))
seed = int(words.get("--seed", 0))
keys = [f"check|s|m{{number}}|{{seed}}|1" for number in range(6)]
if "--write-jobs" in words:
    with open(words["--write-jobs"], "w") as file:
        for number, key in enumerate(keys):
            needs = ["gpu"] if os.environ.get("GPU") and number > 3 else []
            file.write(json.dumps(dict(key=key, title=key, cost=number + 1, memory=number << 20, needs=needs,
                                       **{{"with": "ab" if number < 2 else ""}})) + "\\n")
    sys.exit(0)
wanted = set(open(words["--only-jobs"]).read().split())
done = set()
if "--resume" in sys.argv:
    done = {{json.loads(line)["job"]["id"] for line in open(words["--out"])}}
stopped = []
signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
for number, key in enumerate(keys):
    if key not in wanted or key in done:
        continue
    if os.path.exists({slow!r}):
        time.sleep(0.5)
    if stopped:
        sys.exit(130)
    record = dict(kind=os.environ.get("KIND", "validation"), scheme="s", metric=f"m{{number}}", verdict=os.environ.get("VERDICT", "pass"), note="",
                  replay="again", seed=seed, params=dict(false_alarm=0.001), value=float(seed + number), low=seed - 1, high=seed + 1,
                  n_eff=seed + 1, facts=dict(entry=f"e{{number}}", fraction_of_bound=0.5), seconds=time.time(), time="now", host=dict(pid=os.getpid()), build={{}}, git={{}},
                  job=dict(id=key, records=1))
    with open(words["--out"], "a") as file:
        file.write(json.dumps(record) + "\\n")
sys.exit(5 if os.path.exists({broken!r}) else 0)
"""


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.slow, self.broken = self.folder / "slow", self.folder / "broken"
        for name in ("checkers", "validation"):
            program = self.folder / f"touchstone_{name}"
            program.write_text(STAND_IN.format(python=sys.executable, slow=str(self.slow), broken=str(self.broken)), encoding="utf-8")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.plan, self.into = self.folder / "plan.jsonl", self.folder / "into"

    def call(self, tool, *words):
        return [sys.executable, tool.__file__, *map(str, words)]

    def run_it(self, tool, *words):
        return subprocess.run(self.call(tool, *words), capture_output=True, text=True, check=False)

    def make_plan(self, *words):
        done = self.run_it(plan, "--programs", self.folder, "--verbs", "check", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.plan.write_text(done.stdout, encoding="utf-8")
        return plans.read(self.plan)

    def words(self, *more):
        return ["--programs", self.folder, "--plan", self.plan, "--into", self.into, *more]

    def gathered(self):
        done = self.run_it(gather, self.into)
        path = self.into / "results.jsonl"
        return done, [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


class Plans(Folder):
    def test_a_line_for_each_job_and_seed(self):
        jobs = self.make_plan("--seeds", "3-4")
        self.assertEqual(len(jobs), 12)
        self.assertEqual({job["seed"] for job in jobs}, {3, 4})
        self.assertEqual(jobs[0]["arguments"], ["check", "--seed", "3"])

    def test_measured_seconds_are_costs(self):
        record = {"job": {"id": "check|s|m2|1|1"}, "metric": "m2", "seconds": 7.5}
        other = {"job": {"id": "check|s|m3|9|1"}, "metric": "m3", "seconds": 4}  # another seed
        measured = self.folder / "m.jsonl"
        measured.write_text(json.dumps(record) + "\n" + json.dumps(other) + "\n", encoding="utf-8")
        costs = {job["key"]: job["cost"] for job in self.make_plan("--measured", str(measured))}
        self.assertEqual((costs["check|s|m2|1|1"], costs["check|s|m3|1|1"], costs["check|s|m4|1|1"]), (7.5, 4, 0.1))

    def shares(self, count):
        return [plans.share(self.plan, index, count) for index in range(count)]

    def test_shares_hold_each_job_once_and_are_even(self):
        line = json.loads(self.make_plan() and self.plan.read_text().splitlines()[5])
        jobs = [{**line, "key": str(k), "cost": 1 + k % 7} for k in range(100)]
        self.plan.write_text("".join(json.dumps(job) + "\n" for job in jobs), encoding="utf-8")
        shares = self.shares(8)
        keys = [job["key"] for share in shares for unit in share for job in unit]
        self.assertEqual(sorted(keys), sorted(job["key"] for job in jobs))
        loads = [sum(map(plans.cost, share)) for share in shares]
        self.assertLessEqual(max(loads) - min(loads), 7)
        self.assertEqual(shares, self.shares(8))

    def test_jobs_that_share_work_stay_together(self):
        self.make_plan()
        for share in self.shares(5):
            keys = {job["key"] for unit in share for job in unit}
            self.assertIn(len(keys & {"check|s|m0|1|1", "check|s|m1|1|1"}), (0, 2))

    def test_programs_on_ranks_count_their_ranks(self):
        description = self.folder / "my.json"
        description.write_text('{"processes": 4}', encoding="utf-8")
        one, four = (self.make_plan("--external", str(description), *more) for more in (["--threads", "1"], []))
        for job in one + four:
            self.assertEqual((job["ranks"], job["threads"], job["needs"], job["cost"]), (4, 1, ["mpi"], 0.4))
            self.assertEqual(job["arguments"][-2:], ["--threads", "1"])  # one program at a time
        self.assertIn("--cpus-per-task=4 ", self.run_it(plan, "--sbatch", self.plan).stdout)

    def test_memory_is_that_of_the_program_and_of_what_a_job_allocates(self):
        memory = [job["memory"] for job in self.make_plan()]
        self.assertEqual([bytes - memory[0] for bytes in memory], [number << 20 for number in range(6)])
        self.assertGreater(memory[0], 2**20)  # that of the program alone
        self.assertIn(f"--mem={-(-memory[5] // 2**20)}M\n", self.run_it(plan, "--sbatch", self.plan).stdout)

    def test_memory_is_that_of_an_earlier_run_where_there_was_one(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        (notes,) = self.into.glob("work.*.jsonl")
        note = json.loads(notes.read_text().splitlines()[0])
        self.assertGreater(note["largest_process"], 2**20)
        self.assertEqual({job["memory"] for job in self.make_plan("--measured", notes)}, {note["largest_process"]})
        self.assertIn(f"--mem={-(-note['largest_process'] // 2**20)}M", self.run_it(plan, "--sbatch", self.plan).stdout)
        description = self.folder / "my.json"
        description.write_text('{"processes": 2}', encoding="utf-8")  # the suite, mpirun and two ranks
        planned = self.make_plan("--measured", notes, "--external", description)
        self.assertEqual({job["memory"] for job in planned}, {4 * note["largest_process"]})

    def test_jobs_of_devices_say_so(self):
        with unittest.mock.patch.dict(os.environ, GPU="1"):
            jobs = self.make_plan()
        self.assertEqual([job["needs"] for job in jobs], [[]] * 4 + [["gpu"]] * 2)
        self.assertIn(" --gpus=1\n", self.run_it(plan, "--sbatch", self.plan).stdout)
        for batch in plans.batches(plans.share(self.plan, 0, 1), 1000):
            self.assertEqual(len({str(job["needs"]) for job in batch}), 1)

    def test_bad_lines_are_named(self):
        self.make_plan()
        good = self.plan.read_text().splitlines()[0]
        line = good.replace('["check",', '["word",')
        for text, told in (("{}\n", ":1: expected a job"), ("", "empty"), ("x\n", ":1: expected a job"),
                           (line.replace('"check"', '"zap"', 1), ":1: 'verb' expected one of"), (line.replace("0.1", '"x"'), "'cost' expected"),
                           (line.replace('"ranks": 1', '"ranks": 0'), "'ranks' expected an integer"),
                           (line.replace('"needs": []', '"needs": ["cpu"]'), "'needs' expected a list"), (f"{good}\n{good}\n", ":2: expected each key once")):
            self.plan.write_text(text, encoding="utf-8")
            done = self.run_it(work, *self.words())
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)


class Work(Folder):
    def test_shares_together_are_the_whole(self):
        jobs = self.make_plan("--seeds", "1-2")
        for share in range(3):
            self.assertEqual(self.run_it(work, *self.words("--shard", f"{share}/3", "--batch", "0s")).returncode, 0)
        done, records = self.gathered()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([r["job"]["id"] for r in records], [job["key"] for job in jobs])
        self.assertIn("12 of 12 jobs", done.stdout)
        self.assertIn("at most 0.012", done.stdout)
        # Seeds 1 and 2 with 2 and 3 effective samples: (2 x 1 + 3 x 2) / 5.
        self.assertIn("s m0: 1.6 +- 0.37 of 2 seeds", done.stdout)

    def test_chains_of_one_state_point_on_many_nodes_are_one_record(self):
        """Four seeds, each on a node of its own, with 2, 3, 4 and 5 effective samples and values 1 to 4."""
        self.make_plan("--seeds", "1-4")
        for share in range(4):
            self.assertEqual(self.run_it(work, *self.words("--shard", f"{share}/4", "--batch", "0s")).returncode, 0)
        condensed = self.folder / "condensed.jsonl"
        self.assertEqual(self.run_it(gather, self.into, "--condense", condensed).returncode, 0)
        records = [json.loads(line) for line in condensed.read_text().splitlines()]
        self.assertEqual([record["metric"] for record in records], [f"m{number}" for number in range(6)])
        mean = (2 * 1 + 3 * 2 + 4 * 3 + 5 * 4) / 14
        self.assertAlmostEqual(records[0]["value"], mean)
        self.assertEqual(records[0]["n_eff"], 14)
        self.assertAlmostEqual(records[0]["high"] - mean, 1.96 * (2 / 3.92) * (2**2 + 3**2 + 4**2 + 5**2) ** 0.5 / 14)
        self.assertEqual(records[0]["facts"]["pooled"]["records"], 4)

    def test_a_condensed_record_has_the_worst_verdict(self):
        self.make_plan("--seeds", "1-2")
        self.assertEqual(self.run_it(work, *self.words("--batch", "0s")).returncode, 0)
        for path in self.into.glob("records/*.jsonl"):
            path.write_text(path.read_text().replace('"seed": 2', '"seed": 2, "verdict": "fail"'), encoding="utf-8")
        condensed = self.folder / "condensed.jsonl"
        self.assertEqual(self.run_it(gather, self.into, "--condense", condensed).returncode, 1)
        records = [json.loads(line) for line in condensed.read_text().splitlines()]
        self.assertEqual({record["verdict"] for record in records}, {"fail"})
        self.assertEqual(len(records), 6)

    def test_a_signal_keeps_what_is_finished_and_the_same_command_goes_on(self):
        self.make_plan()
        self.slow.touch()
        for number in (signal.SIGTERM, signal.SIGUSR1):
            with subprocess.Popen(self.call(work, *self.words()), stderr=subprocess.PIPE, text=True) as running:
                time.sleep(0.8)
                running.send_signal(number)
                self.assertEqual(running.wait(20), work.GO_ON, running.stderr.read())
        self.assertEqual(self.run_it(work, *self.words("--until", "1s")).returncode, work.GO_ON)
        self.slow.unlink()
        self.assertEqual(self.gathered()[0].returncode, 3)  # jobs are missing
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        done, records = self.gathered()
        self.assertEqual((done.returncode, len(records)), (0, 6))

    def test_jobs_of_devices_are_left_where_there_is_none(self):
        with unittest.mock.patch.dict(os.environ, GPU="1"):
            self.make_plan()
        for device, code, jobs in (("/dev/none", work.ELSEWHERE, 4), ("/dev/null", 0, 6)):
            script = f"import sys, work; work.DEVICES = ('{device}',); sys.exit(work.main(sys.argv[1:]))"
            done = subprocess.run([sys.executable, "-c", script, *map(str, self.words())], capture_output=True, text=True,
                                  cwd=pathlib.Path(work.__file__).parent, check=False)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual("2 jobs are left: they need a GPU" in done.stderr, jobs == 4)
            self.assertIn(f"{jobs} of 6 jobs", self.gathered()[0].stdout)

    def test_a_batch_in_other_hands_is_left_to_them(self):
        self.make_plan()
        self.slow.touch()
        with subprocess.Popen(self.call(work, *self.words()), stderr=subprocess.DEVNULL) as running:
            while not list(self.into.glob("running/*.keys")):
                time.sleep(0.02)
            other = self.run_it(work, *self.words())
            self.assertEqual(other.returncode, work.GO_ON, other.stderr)
            self.assertEqual(running.wait(20), 0)
        self.assertEqual(len(self.gathered()[1]), 6)

    def test_a_program_that_breaks_is_told_and_its_records_wait(self):
        self.make_plan()
        self.broken.touch()
        done = self.run_it(work, *self.words())
        self.assertEqual(done.returncode, 2)
        self.assertIn("ended with exit code 5", done.stderr)
        self.broken.unlink()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        self.assertEqual(len(self.gathered()[1]), 6)

    def test_another_plan_or_build_is_refused(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        self.make_plan("--seeds", "5")
        done = self.run_it(work, *self.words())
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected the records of this plan, found another", done.stderr)
        self.plan.write_text(self.plan.read_text().replace('"dirty": false', '"dirty": true'), encoding="utf-8")
        done = self.run_it(work, *self.words())
        self.assertIn("a plan of this build", done.stderr)

    def test_its_program_dies_with_it_and_records_are_there_once(self):
        self.make_plan()
        self.slow.touch()
        with subprocess.Popen(self.call(work, *self.words()), stderr=subprocess.DEVNULL) as running:
            while not list(self.into.glob("running/*.jsonl")):
                time.sleep(0.02)
            running.kill()
        time.sleep(1)
        written = [path.read_text() for path in self.into.glob("running/*.jsonl")]
        time.sleep(1)
        self.assertEqual(written, [path.read_text() for path in self.into.glob("running/*.jsonl")])
        self.slow.unlink()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        self.assertEqual(len(self.gathered()[1]), 6)

    def test_a_full_disk_keeps_what_is_finished(self):
        """A file system of 256 KiB, in a name space of one's own. Not run where these are forbidden."""
        self.make_plan()
        self.into.mkdir()
        ballast = self.into / "ballast"
        own = ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c"]
        mount = f"mount -t tmpfs -o size=256k none {self.into} && "
        if not shutil.which("unshare") or subprocess.run([*own, mount + "true"], stderr=subprocess.DEVNULL, check=False).returncode:
            self.skipTest("name spaces of users are forbidden here")
        # Of six batches of one job each, those before the ballast are finished; the successor finds space again.
        script = f"""
            {shlex.join(self.call(work, *self.words('--batch', '0s', '--shard', '0/2')))} || exit 9
            head -c 1M /dev/zero > {ballast}
            {shlex.join(self.call(work, *self.words('--batch', '0s', '--shard', '1/2')))}
            echo code $?; ls {self.into}/records | wc -l
            rm {ballast}
            {shlex.join(self.call(work, *self.words('--batch', '0s', '--shard', '1/2')))}
            echo code $?; {shlex.join(self.call(gather, self.into))}"""
        done = subprocess.run([*own, mount + script], capture_output=True, text=True, check=False)
        self.assertIn("expected space for records, found 'No space left on device'", done.stderr)
        first, finished, second, *rest = done.stdout.splitlines()
        self.assertEqual((first, second), (f"code {work.FULL_DISK}", "code 0"), done.stderr)
        self.assertLess(int(finished), 6)
        self.assertIn("6 of 6 jobs, 6 records: 6 pass", "\n".join(rest))

    def test_a_program_that_finds_no_space_ends_the_share(self):
        """The program itself fails, and then the probe finds no space: here a limit on the size of files stands for it."""
        self.make_plan()
        self.broken.touch()
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (work.PROBE // 2, work.PROBE // 2))  # noqa: E731
        done = subprocess.run(self.call(work, *self.words()), preexec_fn=limit, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, work.FULL_DISK, done.stderr)
        self.assertIn("expected space for records, found 'File too large'", done.stderr)
        self.broken.unlink()
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        self.assertEqual(len(self.gathered()[1]), 6)

    def test_other_shares_of_the_same_plan_are_refused(self):
        self.make_plan()
        self.assertEqual(self.run_it(work, *self.words("--shard", "0/2")).returncode, 0)
        done = self.run_it(work, *self.words("--shard", "0/3"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected 3 shares", done.stderr)

    def test_a_job_without_a_record_is_no_finished_one(self):
        jobs = self.make_plan()
        jobs[3]["key"] = "check|none"
        self.plan.write_text("".join(json.dumps(job) + "\n" for job in jobs), encoding="utf-8")
        done = self.run_it(work, *self.words())
        self.assertEqual(done.returncode, 2)
        self.assertIn("left no record of 'check|none'", done.stderr)
        self.assertFalse(list(self.into.glob("records/*")))

    def test_a_job_with_the_first_records_alone_is_no_finished_one(self):
        out = pathlib.Path(self.into.parent) / "part.jsonl"
        record = {"job": {"id": "check|a", "record": 1, "records": 2}}
        batch = [{"key": "check|a"}]
        out.write_text(2 * (json.dumps(record) + "\n"), encoding="utf-8")  # twice the first one
        self.assertEqual(work.unfinished(batch, out), "left 1 of 2 records of 'check|a'")
        record["job"]["record"] = 2
        with open(out, "a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
        self.assertEqual(work.unfinished(batch, out), "")
        out.write_text("[]\n", encoding="utf-8")
        self.assertIn("left no records that can be read", work.unfinished(batch, out))

    def test_usage(self):
        for words in (["--shard", "3/3"], ["--until", "soon"], ["--until", "0s"], ["--shard", "0/99999999999"]):
            self.assertEqual(self.run_it(work, *self.words(*words)).returncode, 2)
        self.assertEqual(work.span("3h50m"), 13800)


if __name__ == "__main__":
    unittest.main()
