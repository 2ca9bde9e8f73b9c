#!/usr/bin/env python3
"""Tests of what the report makes of the schedule explorer: the exam, kernels, balance under
schedules, and how its mutants are counted."""

import unittest

import synthetic
from testing import Folder

import suite_explorer
from common import explore, front, selection
from common.artifact import Context
from common.records import Record


def check(scheme, metric, value=0.0, verdict="pass", note="", family="suite", **params):
    """A record as checkers/explore/check writes it."""
    return synthetic.record("check", scheme, f"explore/{metric}", value, verdict=verdict,
                            note=note, family=family, params=params, **{"class": "tiny"})


def mutant(scheme, metric, caught=True, note="", verdict=None, **params):
    named = params.pop("expected", True)
    verdict = verdict or ("pass" if caught else "fail" if named else "not claimed")
    return check(f"mutant/{scheme}", metric, float(caught), verdict, note, caught=caught,
                 expected=named, **params)


def exam(wrong=0):
    return [check(f"explorer/{model}", "litmus/wrong rows", wrong if model == "rc11" else 0,
                  "fail" if wrong and model == "rc11" else "pass", rows=20, graphs=354,
                  executions=72, milliseconds=0.7) for model in ("sc", "tso_x86", "rc11")]


def fault(caught=True):
    return mutant("explorer: no store forwarding", "litmus/n6", caught,
                  program="x.store(1,rlx); r0=x.load(rlx) || y.store(2,rlx)")


def scoped(name, published, graphs, undecided=""):
    return check("explorer/rc11 with scopes", f"scopes/{name}", 40,
                 "not claimed" if undecided else "pass", program="x.store(1,rlx@dev)",
                 published=published, graphs=graphs, views=graphs, undecided=undecided,
                 source="somebody", milliseconds=0.1)


def kernel():
    common = {"kernel": "spin lock", "milliseconds": 0.5}
    return [check("kernel/spin lock", f"kernels/{model}", states, states=states,
                  shows="no two threads hold the lock", **common)
            for model, states in (("sc", 89), ("tso_x86", 161), ("views", 100))] + [
        mutant("spin lock: taken.store dropped", "kernels/sc", note="2 threads: deadlock",
               states=7, **common),
        mutant("spin lock: taken.store rel>rlx", "kernels/rc11", note="2 threads: a count is lost",
               states=465, **common),
        check("kernel/spin lock: count.store postponed", "kernels/survives", 131, states=131,
              equivalence="the lock is held before and after", **common)]


def step(size, broken=True, sampled="4/9", distance="1/18"):
    """All levels of one step on a ring."""
    name = f"ring L={size}, " + ("claim, then release" if broken else "one lock")
    law = {"tv_exact": distance, "observed_exact": sampled, "claimed_exact": "1/2"}
    levels = [("confluence", "1", True), ("oblivious", "1/4", broken), ("scheduler", "1/8", True),
              ("adversarial", "1", True)]
    made = []
    protocol = {"protocol": name.partition(", ")[2], "sites": size}
    for level, exact, applies in levels:
        params = {"facts": protocol, "states": 450, "milliseconds": 8.0, "exact": exact,
                  **(law if level == "scheduler" else {})}
        if broken:
            made.append(mutant(name, f"schedules/{level}", origin="two movers", **params,
                               expected=level == "scheduler"))
        else:
            held = level == "scheduler"
            params["exact"] = "0" if held or not applies else exact
            made.append(check(f"schedules/{name}", f"schedules/{level}",
                              verdict="pass" if held else
                              "not claimed" if applies else "not run", **params))
    return made


class Report(Folder):
    def test_an_exam_with_a_wrong_row_is_shown_as_failed(self):
        self.build_with(exam(wrong=1) + [fault()])
        rows = {row["Memory model"]: row for row in self.table("suite-explorer-exam")}
        self.assertEqual((rows["sc"]["Verdict"], rows["rc11"]["Verdict"]), ("pass", "fail"))
        self.assertEqual(float(rows["rc11"]["Rows right"]), 19)
        self.assertIn("load buffering", rows["rc11"]["What its verdicts do not say"])
        aims = {row["What"]: row for row in self.table("suite-explorer-aims")}
        self.assertEqual(aims["Exam, rows right"]["Reached"], "✗ not reached")
        self.assertEqual(self.table("suite-explorer-faults")[0]["Verdict"], "caught")

    def test_published_programs_with_scopes_say_why_they_are_not_decided(self):
        self.build_with(exam() + [scoped("MP gpu", "forbidden", "forbidden"),
                                  scoped("CoRR", "allowed", "race", "PTX defines races")])
        rows = {row["Test"]: row for row in self.table("suite-explorer-scopes")}
        self.assertEqual((rows["MP gpu"]["Verdict"], rows["CoRR"]["Verdict"]),
                         ("pass", "not claimed"))
        self.assertEqual(rows["CoRR"]["Why they differ"], "PTX defines races")
        self.shows("decides 1 of 2 as their sources do")

    def test_a_rule_that_nobody_misses_survives(self):
        self.build_with(exam() + [fault(caught=False)])
        self.assertEqual(self.table("suite-explorer-faults")[0]["Verdict"], "survives")
        self.shows("0 of 1 mutants are caught")

    def test_mutants_of_a_kernel_are_counted_where_they_first_go_wrong(self):
        self.build_with(kernel())
        row = self.table("suite-kernels")[0]
        self.assertEqual(row["States of the kernel / sc"], "89")
        self.assertEqual(row["States of the kernel / rc11"], "", "not explored as graphs")
        self.assertEqual([row[f"Mutants wrong from / {model}"] for model in explore.MODELS],
                         ["1", "0", "1", "0"])
        self.assertEqual(row["Verdict"], "pass")
        lines = {r["Mutant"]: r for r in self.table("suite-kernel-mutants")}
        self.assertEqual(lines["mutant/spin lock: taken.store dropped"]["What goes wrong"],
                         "2 threads: deadlock")
        self.assertEqual(self.table("suite-kernel-equivalents")[0]["Why nothing can go wrong"],
                         "the lock is held before and after")

    def test_a_mutant_of_a_kernel_that_survives_is_missed(self):
        self.build_with(kernel() + [mutant("spin lock: unlocked early", "kernels/survives", False,
                                           kernel="spin lock", states=5, milliseconds=0.1)])
        self.assertEqual(self.table("suite-kernels")[0]["Verdict"], "fail")
        self.shows("1 missed")
        self.shows("2 of 3 mutants are caught")

    def test_random_legs_stand_beside_the_kernels(self):
        legs = {"kernel": "chains with tags", "legs": 600, "states": 85000, "milliseconds": 1.0}
        self.build_with(kernel() + [
            check("kernel/chains with tags", "random-legs/two chains, sc", 0, family="ecmc",
                  legs_of="two chains", model="sc", **legs),
            mutant("chains with tags: claim ignored", "random-legs/sc", family="ecmc",
                   note="two chains 1: 1 disks are active, not 2", **{**legs, "legs": 2}),
            mutant("chains with tags: x.store dropped", "random-legs/sc", False, family="ecmc",
                   **legs)])
        row = self.table("suite-kernel-legs")[0]
        self.assertEqual((row["Chains"], row["Wrong"], row["Verdict"]), ("two chains", "0", "pass"))
        found, missed = self.table("suite-kernel-leg-mutants")
        self.assertEqual((found["Legs until found"], found["Verdict"]), ("2", "pass"))
        self.assertEqual((missed["Legs until found"], missed["Verdict"]), ("–", "fail"))
        self.assertEqual(len(self.table("suite-kernels")), 1, "kernels only")

    def test_levels_keep_their_fractions(self):
        self.build_with(step(5) + step(5, broken=False, sampled="1/2", distance="0"), figures=True)
        broken, right = self.table("suite-schedules")
        self.assertEqual(broken["Level: exact defect / oblivious"], "caught: 1/4")
        self.assertEqual((broken["Total variation"], broken["P(neighbours) / sampled"]),
                         ("1/18", "4/9"))
        self.assertEqual(right["Level: exact defect / scheduler"], "pass: 0")
        self.assertEqual(right["Level: exact defect / oblivious"], "does not apply")
        self.shows("on 5 sites they are neighbours with probability 4/9 and not 1/2")
        for name in ("story", "distance", "neighbours"):
            self.assertTrue((self.out / "figures" / f"suite-schedules-{name}.svg").is_file())

    def test_a_level_that_misses_its_mutant_is_marked(self):
        missed = step(5)
        for r in missed:
            if r["metric"].endswith("scheduler"):
                r["verdict"], r["params"]["caught"] = "fail", False
        self.build_with(missed)
        self.assertEqual(self.table("suite-schedules")[0]["Level: exact defect / scheduler"],
                         "missed")

    def test_the_census_counts_every_checker(self):
        self.build_with(exam() + [fault(caught=False)] + kernel() + step(5) + step(6)
                        + synthetic.mutants())
        rows = {row["Checker"]: row for row in self.table("suite-mutants-by-checker")}
        self.assertEqual({name: (row["Mutants"], row["Caught"]) for name, row in rows.items()}, {
            "properties and statistics": ("9", "9"), "explorer: kernels": ("2", "2"),
            "explorer: steps under schedules": ("1", "1"), "explorer: its own engine": ("1", "0")})
        self.assertEqual(rows["explorer: its own engine"]["Verdict"], "fail")
        self.assertEqual(float(rows["explorer: kernels"]["Slowest"]), 0.5)

    def test_explored_records_have_their_own_sections(self):
        self.build_with(exam() + kernel() + step(5))
        self.assertEqual(self.table("suite-mutants")[0]["Mutant"], "not run here")
        self.hides("Other records")


class Parts(unittest.TestCase):
    def test_a_step_on_rings_of_several_sizes_is_one_mutant(self):
        made = [Record(r, "made up") for r in step(5) + step(6) + [fault()] + kernel()]
        mutants, missed = front.mutant_outcomes(made)
        self.assertEqual(sorted(mutants), [
            "mutant/claim, then release", "mutant/explorer: no store forwarding",
            "mutant/spin lock: taken.store dropped", "mutant/spin lock: taken.store rel>rlx"])
        self.assertEqual(missed, [])

    def test_one_size_that_is_missed_makes_the_mutant_missed(self):
        made = step(5) + step(6)
        made[-2].update(verdict="fail")
        _, missed = front.mutant_outcomes([Record(r, "made up") for r in made])
        self.assertEqual(missed, ["mutant/claim, then release"])

    def test_aims_are_judged_by_what_was_measured(self):
        base = check("ecmc/algorithm-5", "event-chain/family", suite="family", states=8_000_000,
                     steps=1, configurations=10000, milliseconds=500.0, bytes_per_state=140,
                     family="ecmc")
        for milliseconds, reached in ((500.0, "✓ reached"), (1000.0, "✗ not reached")):
            base["params"]["milliseconds"] = milliseconds
            made = [Record(base, "made up")]
            tables = suite_explorer.build(Context(made, [], None), made).tables
            aims = next(table for table in tables if table.name == "suite-explorer-aims")
            rows = [[c.text for c in row] for row, _ in aims.rows]
            found = {row[0]: row[3] for row in rows}
            self.assertEqual(found["Million states per second, family"], reached)
            self.assertEqual(found["Exam, rows right"], "not run here")

    def test_selectors_exclude(self):
        records = [Record(r, "made up") for r in exam() + synthetic.checks()]
        terms = selection.parse("kind=check; metric=!explore/*", "m:1")
        chosen = selection.select(records, terms)
        self.assertEqual(len(chosen), len(synthetic.checks()))
        both = selection.parse("metric=explore/*|!*rows", "m:1")
        self.assertEqual(selection.select(records, both), [])


if __name__ == "__main__":
    unittest.main()
