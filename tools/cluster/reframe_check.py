"""A plan as tests of ReFrame (https://reframe-hpc.readthedocs.io), one for each share. Sanity: no verdict is a failure, and
there is a record of every job. Performance: for each timing of `bench` the part of the machine's bound, and the rate or time.

use     touchstone plan --verbs check,bench > plan.jsonl
        TOUCHSTONE_PLAN=$PWD/plan.jsonl TOUCHSTONE_SHARES=8 reframe -c tools/cluster/reframe_check.py -r
        Interrupted, the same command goes on. Records are in TOUCHSTONE_INTO (without it, campaign beside the plan).
"""

import json
import math
import os
import pathlib
import shlex
import sys

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import parameter, run_before, sanity_function

TOOLS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(TOOLS))
import plans  # noqa: E402

PLAN = pathlib.Path(os.environ.get("TOUCHSTONE_PLAN", "plan.jsonl")).resolve()
SHARES = int(os.environ.get("TOUCHSTONE_SHARES", "4"))
INTO = pathlib.Path(os.environ.get("TOUCHSTONE_INTO", PLAN.parent / "campaign")).resolve()
WORK = os.environ.get("TOUCHSTONE_WORK", shlex.quote(f"{TOOLS.parent.parent}/touchstone") + " work")  # another command in tests
SLACK = 3  # times the cost that is known of a share


@rfm.simple_test
class Touchstone(rfm.RunOnlyRegressionTest):
    """A share of the plan."""

    share = parameter(range(SHARES))
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = shlex.quote(shlex.split(WORK)[0])  # ReFrame joins all words to a line for a shell

    @run_before("setup")
    def ask_for_what_jobs_need(self):
        self.jobs = [job for unit in plans.share(PLAN, self.share, SHARES) for job in unit]
        need = plans.request(self.jobs)
        self.num_tasks, self.num_cpus_per_task = 1, need.cores
        if need.gpu:
            self.num_gpus_per_node = 1
        if need.memory:
            self.extra_resources = {"memory": {"size": f"{need.megabytes()}M"}}
        self.time_limit = f"{math.ceil(60 + SLACK * plans.cost(self.jobs))}s"
        self.executable_opts = [shlex.quote(word) for word in (
            *shlex.split(WORK)[1:], "--plan", str(PLAN), "--shard", f"{self.share}/{SHARES}", "--into", str(INTO))]

    def records(self):
        """Records of the jobs of this share, by key."""
        wanted, found = {job["key"] for job in self.jobs}, {}
        for path in sorted((INTO / "records").glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                if record["job"]["id"] in wanted:
                    found.setdefault(record["job"]["id"], []).append(record)
        return found

    @sanity_function
    def no_failure_and_all_jobs(self):
        found = self.records()
        failed = [record["replay"] for records in found.values() for record in records if record["verdict"] == "fail"]
        missing = [job["key"] for job in self.jobs if job["key"] not in found]
        return sn.all([sn.assert_eq(failed, [], "failed: {0}"), sn.assert_eq(missing, [], "without a record: {0}")])

    @run_before("performance")
    def rates(self):
        self.perf_variables = {}
        for record in (record for records in self.records().values() for record in records):
            if record["kind"] != "benchmark" or not isinstance(record["value"], float):
                continue
            name = f"{record.get('facts', {}).get('entry', record['scheme'])}, {record['metric']}"
            self.perf_variables[name] = sn.make_performance_function(sn.defer(record["value"]), record["metric"])
            if fraction := record.get("facts", {}).get("fraction_of_bound"):
                self.perf_variables[f"{name}, of the bound"] = sn.make_performance_function(sn.defer(fraction), "1")
