#!/usr/bin/env python3
"""Tests of the faces for signac, row and ReFrame. There is no row and, at a commit, no ReFrame here: workflow.toml is held to
what row 1.0 reads, its command is run by the script that row makes, and modules that do nothing stand for ReFrame. With --real PYTHON, which has ReFrame and signac,
these are used (judge_faces.py)."""

import contextlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tomllib
import types
import unittest
import unittest.mock

import cluster_test
import gather
import plans
import statepoints
import work

REAL = None  # Python with ReFrame and signac
HERE = pathlib.Path(__file__).resolve().parent
SETTINGS = """
site_configuration = {"systems": [{"name": "here", "hostnames": [".*"], "partitions": [
    {"name": "local", "scheduler": "local", "launcher": "local", "environs": ["plain"], "max_jobs": 2}]}],
    "environments": [{"name": "plain", "cc": "gcc", "cxx": "g++", "ftn": ""}]}
"""
# Tables and keys that row reads: it refuses all others (src/workflow.rs of its repository).
ROW = {"": {"workspace", "default", "action"}, "workspace": {"path", "value_file"},
       "action": {"name", "command", "launchers", "previous_actions", "products", "resources", "submit_options", "group", "from"},
       "resources": {"processes", "threads_per_process", "gpus_per_process", "walltime", "memory_per_cpu_mb", "memory_per_gpu_mb"},
       "group": {"include", "sort_by", "split_by_sort_key", "reverse_sort", "maximum_size", "submit_whole"},
       "walltime": {"per_submission", "per_directory"}, "processes": {"per_submission", "per_directory"}}
AS_SIGNAC = """
import json, sys, signac
project = signac.get_project(sys.argv[1])
print(json.dumps([[job.id, dict(job.statepoint), project.open_job(dict(job.statepoint)).id] for job in project]))
"""


def refused_by_row(table, name=""):
    """Keys of workflow.toml that row does not know, and numbers and times that it does not take."""
    wrong = [f"{name}.{key}" for key in table if key not in ROW[name]]
    for key, value in table.items():
        for part in value if key == "action" else [value]:
            if isinstance(part, dict):
                wrong += refused_by_row(part, key)
        if key.endswith("_per_process") and not value > 0:
            wrong.append(f"{key} = {value}")
        if name == "walltime" and not re.fullmatch(r"(\d+ days, )?([01]\d|2[0-3]):[0-5]\d:[0-5]\d", value):
            wrong.append(f"{key} = {value}")
    return wrong


def script_of_row(command, directories):
    """The script that row makes of a command, which it refuses for other words in braces (src/scheduler/bash.rs)."""
    command = command.replace("{directory}", "$directory")
    if other := re.search(r"\{[^}]*\}", command):
        raise ValueError(f"row knows no template {other[0]}")
    return (f"directories=({' '.join(directories)})\nfor directory in \"${{directories[@]}}\"\ndo\n    {command} || "
            "{ >&2 echo 'Error executing command.'; exit 2; }\ndone\n")


class Faces(cluster_test.Folder):
    def setUp(self):
        super().setUp()
        self.tree, self.into = self.folder / "a tree", self.folder / "an answer"
        self.tree.mkdir()
        launcher = self.tree / "touchstone"
        launcher.write_text(f'#!/usr/bin/env bash\nverb=$1; shift\n[[ $verb == gather ]] || set -- "$@" --programs {self.folder}\n'
                            f'exec {sys.executable} {shlex.quote(str(HERE))}/$verb.py "$@"\n', encoding="utf-8")
        launcher.chmod(0o755)

    def project(self):
        done = self.run_it(statepoints, "--plan", self.plan, "--project", self.folder / "project")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / "project"

    def test_a_state_point_for_each_key(self):
        jobs = self.make_plan("--seeds", "1-2")
        project = self.project()
        known = {path.parent.name: json.loads(path.read_text()) for path in project.glob("workspace/*/signac_statepoint.json")}
        self.assertEqual({values["key"] for values in known.values()}, {job["key"] for job in jobs})
        # That of signac 2.4.1.
        self.assertEqual(statepoints.identity({"key": "a|b", "seed": 3}), "10bd29975c9d0a8e23ad36849f0e48e8")
        if REAL:
            done = subprocess.run([REAL, "-c", AS_SIGNAC, str(project)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            for here, values, by_signac in json.loads(done.stdout):
                self.assertEqual((here, values), (by_signac, known[here]))

    def test_commands_of_row_give_what_one_process_gives(self):
        jobs = self.make_plan("--seeds", "1-2")
        project = self.project()
        flow = tomllib.loads((project / "workflow.toml").read_text(encoding="utf-8"))
        (action,) = flow["action"]
        self.assertEqual((flow["workspace"]["value_file"], action["resources"]["threads_per_process"]), ("signac_statepoint.json", 1))
        self.assertEqual(refused_by_row(flow), [])
        launcher = shlex.quote(f"{self.tree}/touchstone")
        command = action["command"].replace(shlex.quote(f"{statepoints.TREE}/touchstone"), launcher)
        directories = sorted(path.name for path in project.glob("workspace/*"))
        self.assertEqual(len(directories), len(jobs))
        subprocess.run(["bash"], input=script_of_row(command, directories), cwd=project, text=True, check=True, capture_output=True)
        for directory in directories:
            for product in action["products"]:
                self.assertTrue((project / "workspace" / directory / product).is_file())
        self.assertEqual(len(list(project.glob("units/*.jsonl"))), 10)  # two of six jobs share work
        (together,) = (line for line in statepoints.__doc__.splitlines() if "mkdir" in line)
        shell = together.replace("PROJECT", str(project)).replace("touchstone gather", f"{launcher} gather")
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        self.assertIn("12 of 12 jobs, 12 records: 12 pass", done.stdout, done.stderr)
        self.assertEqual(self.run_it(work, *self.words()).returncode, 0)
        _, records = self.gathered()
        lines = (project / "results.jsonl").read_text().splitlines()
        self.assertEqual([gather.without_effort(json.loads(line)) for line in lines], [gather.without_effort(r) for r in records])

    def test_a_tree_of_any_name_is_one_word_of_the_command(self):
        for name in ("/a b/tree", '/it\'s "one"/back\\slash'):
            with unittest.mock.patch.object(statepoints, "TREE", name):
                (action,) = tomllib.loads(statepoints.workflow(plans.Need(1, 0, False), 1))["action"]
            words = shlex.split(action["command"])
            self.assertEqual([word for word in words if "touchstone" in word], [f"{name}/touchstone"] * 2)

    def test_what_row_would_refuse_is_seen(self):
        text = (HERE / "workflow.toml").read_text(encoding="utf-8")
        for old, new in (("products", "product"), ("threads_per_process", "threads"), ("process = 2", "process = 0"), ("01:00:00", "25:00:00")):
            self.assertIn(old, text)
            self.assertNotEqual(refused_by_row(tomllib.loads(text.replace(old, new))), [], new)
        with self.assertRaisesRegex(ValueError, "no template { touch x; }"):
            script_of_row("true && { touch x; } && ls {directory}", [])

    def test_long_jobs_and_devices_in_words_of_row(self):
        text = statepoints.workflow(plans.Need(3, 2**30, True), 30 * 3600)
        self.assertEqual(refused_by_row(tomllib.loads(text)), [])
        self.assertIn("threads_per_process = 3\ngpus_per_process = 1\n", text)
        self.assertIn('"3 days, 18:00:00"', text)

    @contextlib.contextmanager
    def environment(self, **more):
        before = dict(os.environ)
        os.environ.update(TOUCHSTONE_PLAN=str(self.plan), TOUCHSTONE_SHARES="2", TOUCHSTONE_INTO=str(self.into),
                          TOUCHSTONE_WORK=shlex.quote(f"{self.tree}/touchstone") + " work", **more)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def by_reframe(self, **more):
        (self.folder / "settings.py").write_text(SETTINGS, encoding="utf-8")
        with self.environment(**more):
            done = subprocess.run([pathlib.Path(REAL).with_name("reframe"), "-C", "settings.py", "-c", HERE / "reframe_check.py", "--prefix",
                                   self.folder / "reframe", "-r", "--performance-report", "--nocolor"], cwd=self.folder, capture_output=True, text=True, check=False)
        return done.returncode == 0, done.stdout + done.stderr

    def by_stand_in(self, **more):
        """Runs the check as ReFrame does: hooks, the command, sanity, performance."""
        said = []
        with self.environment(**more), reframe_that_does_nothing():
            import reframe_check  # pylint: disable=import-outside-toplevel
            for share in range(reframe_check.SHARES):
                check = reframe_check.Touchstone()
                check.share = share
                check.ask_for_what_jobs_need()
                subprocess.run(["bash", "-c", " ".join([check.executable, *check.executable_opts])], capture_output=True, check=False)
                said += check.no_failure_and_all_jobs()
                check.rates()
                said += [f"{name} {value} {unit}" for name, (value, unit) in check.perf_variables.items()]
        return not any(line.startswith(("failed", "without")) for line in said), "\n".join(said)

    def test_reframe_passes_and_reports_rates(self):
        self.make_plan("--seeds", "1-2")
        right, text = (self.by_reframe if REAL else self.by_stand_in)(KIND="benchmark")
        self.assertTrue(right, text)
        self.assertIn("e3, m3, of the bound", text)
        self.assertEqual(len(plans.read(self.into / "plan.jsonl")), 12)

    def test_reframe_fails_where_a_verdict_does(self):
        self.make_plan()
        right, text = (self.by_reframe if REAL else self.by_stand_in)(VERDICT="fail")
        self.assertFalse(right, text)
        self.assertIn("failed: ", text)

    def test_reframe_fails_where_a_record_is_missing(self):
        self.make_plan()
        self.broken.touch()
        right, text = (self.by_reframe if REAL else self.by_stand_in)()
        self.assertFalse(right, text)
        self.assertIn("without a record: ", text)


@contextlib.contextmanager
def reframe_that_does_nothing():
    """Modules with the names that reframe_check.py uses."""
    def decorator(*_):
        return lambda function: function

    names = {"reframe": {"simple_test": lambda it: it, "RunOnlyRegressionTest": object},
             "reframe.utility": {},
             "reframe.utility.sanity": {"assert_eq": lambda a, b, text: [] if a == b else [text.format(a)], "all": lambda parts: sum(parts, []),
                                        "defer": lambda value: value, "make_performance_function": lambda value, unit: (value, unit)},
             "reframe.core": {}, "reframe.core.builtins": {"parameter": list, "run_before": decorator, "sanity_function": lambda it: it}}
    for name, members in names.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)
    for name in list(names)[1:]:
        parent, _, child = name.rpartition(".")
        setattr(sys.modules[parent], child, sys.modules[name])
    try:
        yield
    finally:
        for name in [*names, "reframe_check"]:
            sys.modules.pop(name, None)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--real"]:
        REAL = sys.argv[2]
        del sys.argv[1:3]
    unittest.main()
