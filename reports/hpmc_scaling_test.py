"""Tests of the section about ranks of hard shapes, on records made up here."""

import math
import unittest

import synthetic
from testing import section

import hpmc_rank_model
import hpmc_scaling
from common.figures import dropped
from common.ranks import BANDWIDTH, LATENCY
from common.records import Record

SIDE, DIAMETER = 60.0, 1.0


def step(ranks, trial=4e-7, tree=5e-8, exchange=3e-8, bodies=4096, verdict="pass", share=None):
    """A rank whose times are exactly those of the constants."""
    domains, active = hpmc_rank_model.best_domains(SIDE, DIAMETER, 2, ranks)
    own = bodies / ranks
    trials, ghosts = 4 * own * active, 10.0 if ranks > 1 else 0.0
    made = {"most_sweep_seconds": trial * trials + tree * (own + ghosts),
            "most_exchange_seconds": exchange * (own + ghosts) + 1e-6, "trials": trials, "bodies": own,
            "ghosts": ghosts, "most_bytes": 720.0 * (ranks > 1), "most_messages": 2.0 * (ranks > 1)}
    fields = synthetic.record(
        "benchmark", "hpmc/ranks", hpmc_scaling.METRIC, None if verdict == "fail" else 2e6,
        family="hpmc", ranks=ranks, verdict=verdict,
        params={"system": "pentagons", "bodies": bodies, "domains": list(domains),
                "active_share": active, "oversubscribed": ranks > 2, "side": SIDE,
                "diameter": DIAMETER, "dimensions": 2, "sweeps_per_step": 4, "rank_step": made})
    return Record(fields, "made up")


def build(records, schemes=()):
    artifact, _ = section(hpmc_scaling, records, schemes)
    return artifact, artifact.tables[0].to_markdown()


class Scaling(unittest.TestCase):
    def test_constants_are_found_again(self):
        curve = hpmc_rank_model.Curve([step(p) for p in (1, 2, 4, 8, 16)])
        self.assertAlmostEqual(curve.trial / 4e-7, 1, places=6)
        self.assertAlmostEqual(curve.tree / 5e-8, 1, places=5)
        self.assertAlmostEqual(curve.body / 3e-8, 1, places=5)
        self.assertAlmostEqual(curve.step / 1e-6, 1, places=5)

    def test_a_stranger_with_ranks_is_known_by_its_facts(self):
        made = [step(p) for p in (1, 2, 4, 8)]
        for one in made:
            one.fields["scheme"] = one.scheme = "hpmc/by-mail"
        self.assertNotIn("by-mail", build(made)[1])
        artifact, text = build(made, [{"name": "hpmc/by-mail", "ranks": "exchange messages"}])
        self.assertEqual(text.count("by-mail"), 4)
        self.assertEqual(len(artifact.figures), 1)
        dropped(artifact.figures)

    def test_a_rank_alone_is_its_own_time(self):
        one = step(1)
        work = one.param("rank_step")
        self.assertAlmostEqual(
            hpmc_rank_model.rate(one),
            work["trials"] / (work["most_sweep_seconds"] + work["most_exchange_seconds"]))

    def test_messages_are_latency_and_bytes(self):
        messages = hpmc_rank_model.modelled(step(2))[2]
        self.assertAlmostEqual(messages, 2 * LATENCY + 720 / BANDWIDTH)

    def test_grid_is_the_most_active_one_and_ends(self):
        self.assertEqual(hpmc_rank_model.best_domains(60, 1, 2, 16)[0], (4, 4, 1))
        self.assertEqual(hpmc_rank_model.best_domains(14, 1, 3, 8)[0], (2, 2, 2))
        self.assertIsNone(hpmc_rank_model.best_domains(4, 1, 2, 16))

    def test_speed_grows_and_efficiency_falls(self):
        curve = hpmc_rank_model.Curve([step(p) for p in (1, 2, 4, 8, 16)])
        ranks = curve.all_ranks()
        efficiency = [curve.rate(p) / p for p in ranks]
        self.assertEqual(efficiency, sorted(efficiency, reverse=True))
        self.assertGreater(curve.rate(16), 10 * curve.rate(1))
        self.assertTrue(all(math.isfinite(e) for e in efficiency))

    def test_oversubscribed_walls_are_marked_and_the_paper_stands_beside(self):
        artifact, text = build([step(p) for p in (1, 2, 4, 16)])
        self.assertIn("2.00*", text)
        self.assertIn("7.56", text)
        self.assertIn("0.55", text)
        names = [panel.name for panel in artifact.figures[0].panels]
        self.assertEqual(names, [f"hpmc-scaling-{k}" for k in ("speed", "efficiency", "parts")])
        dropped(artifact.figures)

    def test_nothing_run_is_named_and_a_failure_is_no_rate(self):
        artifact, text = build([])
        self.assertIn("not run here", text)
        self.assertEqual(artifact.figures, [])
        artifact, text = build([step(1, verdict="fail")])
        self.assertIn("fail", text)
        self.assertNotIn("nan", text)


if __name__ == "__main__":
    unittest.main()
