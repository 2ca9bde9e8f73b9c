#!/usr/bin/env python3
"""Makes a project of signac and row of a plan: a directory with a state point for each key, and workflow.toml. Jobs that share
work are run once: their directories have the plan and the records of the unit in common. The records of all, in the order of
the plan, as after `touchstone work`:

  mkdir -p PROJECT/records && cp PROJECT/units/*/records/*.jsonl PROJECT/records && touchstone gather PROJECT
"""

import argparse
import hashlib
import json
import math
import pathlib
import shlex
import sys

import plans

TREE = pathlib.Path(__file__).resolve().parent.parent.parent
VALUES = ("key", "verb", "seed", "threads", "ranks")  # what tells jobs apart, or how they are submitted
SLACK = 3  # times the cost that is known of a job: machines differ


def identity(values):
    """The name of a directory, as signac gives it."""
    return hashlib.md5(json.dumps(values, sort_keys=True).encode()).hexdigest()


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def add_unit(project, jobs):
    """The plan of jobs that share work, and a directory for each of them."""
    name = plans.name(jobs)
    put(project / "units" / f"{name}.jsonl", "".join(json.dumps(job, sort_keys=True) + "\n" for job in jobs))
    for job in jobs:
        values = {field: job[field] for field in VALUES}
        directory = project / "workspace" / identity(values)
        put(directory / "signac_statepoint.json", json.dumps(values, indent=1))
        for link, to in (("unit.jsonl", f"{name}.jsonl"), ("unit", name)):
            (directory / link).unlink(missing_ok=True)
            (directory / link).symlink_to(pathlib.Path("..", "..", "units", to))


def span(seconds):
    """A time as row reads it: '1 days, 02:30:00'."""
    minutes = max(1, math.ceil(seconds / 60))
    days, hours = divmod(minutes // 60, 24)
    return (f"{days} days, " if days else "") + f"{hours:02}:{minutes % 60:02}:00"


def workflow(need, seconds):
    """workflow.toml for jobs with such a need (plans.Need), which take so long."""
    gpus = "gpus_per_process = 1\n" if need.gpu else ""
    launcher = json.dumps(shlex.quote(f"{TREE}/touchstone"), ensure_ascii=False)[1:-1]  # for a shell, in a text of TOML
    return pathlib.Path(__file__).with_name("workflow.toml").read_text(encoding="utf-8").replace("TREE/touchstone", launcher).replace(
        "threads_per_process = 2\n", f"threads_per_process = {need.cores}\n{gpus}").replace("01:00:00", span(SLACK * seconds))


def make(plan, project):
    """The number of state points that there are now."""
    jobs, longest = 0, 0.0
    for unit in plans.share(plan, 0, 1):
        add_unit(project, unit)
        (project / "units" / plans.name(unit)).mkdir(exist_ok=True)
        jobs, longest = jobs + len(unit), max(longest, plans.cost(unit) / plans.cores(unit[0]))
    put(project / ".signac" / "config", "schema_version = 2\n")
    put(project / "plan.jsonl", pathlib.Path(plan).read_text(encoding="utf-8"))
    put(project / "workflow.toml", workflow(plans.request(job for _, job in plans.lines(plan)), longest))
    return jobs


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", type=pathlib.Path, required=True, metavar="FILE", help="a plan (touchstone plan)")
    parser.add_argument("--project", type=pathlib.Path, required=True, metavar="DIR", help="folder of the project")
    options = parser.parse_args(argv)
    try:
        print(f"{make(options.plan, options.project)} state points in {options.project}")
    except (plans.BadInput, OSError) as error:
        print(f"statepoints.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
