#!/usr/bin/env python3
"""Tests of what a report says of runs that are a part of the suite, on records made up here."""

import json
import pathlib
import re
import unittest

import synthetic
from testing import HERE, Folder

from common import commands, coverage, extent, manifest
from common.artifact import Context
from common.records import Record


def record(kind, scheme, metric, family="mpmc", **fields):
    return Record(synthetic.record(kind, scheme, metric, 0.0, family=family, **fields), "made up")


def proof(model, scheme="mutant/ring-leave-allowed"):
    return record("check", scheme, "balance/global balance", **{"class": "tiny"},
                  params={"model": model, "caught": True, "expected": True})


class Commands(unittest.TestCase):
    """Each section names the command that fills it."""

    @classmethod
    def setUpClass(cls):
        cls.entries = {entry.name: entry for entry in manifest.load(HERE)[0]}

    def test_the_verb_is_read_from_the_selector(self):
        for name, typed in (("suite-explorer", "./touchstone check explore"),
                            ("mpmc-table-1-exact", "./touchstone check balance --family mpmc"),
                            ("mpmc-round-off", "./touchstone check --family mpmc"),
                            ("suite-programs", "./touchstone check --external my-code.json"),
                            ("ecmc-figure-7", "./touchstone bench --family ecmc"),
                            ("mpmc-table-2", "./touchstone validate --class A --family mpmc"),
                            ("cmc-collapse", "./touchstone validate --class S --experiment "
                             "'cmc/collapse*'")):
            self.assertEqual(commands.commands(self.entries[name]), [typed])
        self.assertEqual(commands.commands(self.entries["mpmc-figure-1"]), [])

    def test_every_experiment_named_is_one_of_the_suite(self):
        folder = pathlib.Path(HERE).parent / "validation" / "experiments"
        text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.cpp"))
        for name, pattern in commands.EXPERIMENTS.items():
            self.assertIn(name, self.entries)
            family, start = pattern.rstrip("*").split("/")
            self.assertTrue(re.search(rf'"(?:{family}/)?{start}', text), pattern)


class Coverage(unittest.TestCase):
    """A gap is red only where the part of the suite that fills it was run whole."""

    def states(self, made, schemes=()):
        entries = manifest.load(HERE)[0]
        return coverage.Coverage(entries, Context(made, [], None, list(schemes))).states

    def test_one_proof_is_no_run_of_the_explorer(self):
        states = self.states([proof("ring L=4")])
        self.assertEqual(states["suite-explorer"], coverage.NOT_RUN)
        self.assertEqual(states["mpmc-round-off"], coverage.NOT_RUN)
        self.assertEqual(states["mpmc-table-1-exact"], coverage.SHOWN)
        self.assertEqual(states["suite-mutants"], coverage.SHOWN)
        self.assertEqual(states["suite-checks"], coverage.NOT_RUN)  # a mutant is no correct scheme
        self.assertNotIn(coverage.GAP, states.values())

    def test_a_part_run_whole_leaves_a_gap(self):
        made = [record("check", "explorer/sc", f"explore/{part}/x", "ecmc", **{"class": "tiny"})
                for part in ("litmus", "kernels", "event-chain")]
        self.assertEqual(self.states(made)["suite-schedules"], coverage.NOT_RUN)
        made.append(record("check", "explorer/sc", "explore/event-chain/program counters of x",
                           "ecmc", **{"class": "tiny"}))
        self.assertEqual(self.states(made)["suite-schedules"], coverage.GAP)

    def test_checks_are_whole_when_every_scheme_has_some(self):
        made = [record("check", "mpmc/a", "property/legal")]
        listed = [{"name": "mpmc/a"}, {"name": "mpmc/b"}, {"name": "cmc/c"}]
        self.assertEqual(self.states(made, listed)["mpmc-round-off"], coverage.NOT_RUN)
        self.assertEqual(self.states(made, listed[:1])["mpmc-round-off"], coverage.GAP)
        listed[1]["available"] = False
        self.assertEqual(self.states(made, listed)["mpmc-round-off"], coverage.GAP)

    def test_a_longer_class_is_no_gap(self):
        made = [record("validation", "mpmc/a", "exact/torus")]
        self.assertEqual(self.states(made)["mpmc-table-2"], coverage.LONGER)
        self.assertEqual(self.states(made)["mpmc-figure-1"], coverage.STATIC)

    def test_mutants_are_counted_as_the_commands_do(self):
        made = [proof("ring L=4"), proof("ring L=5"), proof("ring L=5", "mutant/other")]
        self.assertEqual(extent.trials(made), (3, 3))


class FirstScreen(Folder):
    """It says how much of the suite was run, and what to type for the rest."""

    def test_a_narrow_run_says_so(self):
        made = [synthetic.record("check", "mutant/ring-leave-allowed", "balance/global balance", 1.0,
                                 params={"model": model, "caught": True, "expected": True},
                                 **{"class": "tiny"}) for model in ("ring L=4", "ring L=5")]
        synthetic.write(self.results, made)
        (self.results.parent / "schemes.json").write_text(json.dumps(
            [{"name": "mpmc/a"}, {"name": "mpmc/b"}]), encoding="utf-8")
        code, errors = self.run_build()
        self.assertEqual(code, 0, errors)
        page = self.page()
        self.assertRegex(page, r"<b>Partial run:</b> \d of \d\d sections and 0 of 2 schemes have")
        self.shows("./touchstone check explore")
        self.shows("class tiny (exact systems of a few states)")
        self.shows("which makes 2 of 2 caught")
        self.shows("1 of 1 mutants is caught")
        self.hides('class="gap"')
        self.hides("No record matches")
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertRegex(errors, r"^report: \d\d sections have no records: mpmc-exact-cases, .*; see the "
                         "report's front page$")

    def test_gaps_are_counted_at_the_top(self):
        made = [r for r in synthetic.everything() if not r["metric"].startswith("exact/")]
        synthetic.write(self.results, made)
        self.assertEqual(self.run_build()[0], 0)
        self.assertIn("1 gap</span>", self.page())


if __name__ == "__main__":
    unittest.main()
