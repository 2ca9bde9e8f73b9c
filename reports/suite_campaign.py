"""Campaigns: how often correct schemes fail, over many runs with fresh seeds.

Reads   records of `touchstone campaign`: facts decisions, inconclusive, p, p_published; params verb
Shows   runs, decisions, failures; p of all decisions beside the uniform law; for each metric how
        often small p come, with the bound that a correct suite stays below
"""

import collections
import math

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below
from common.tables import Table, right, text

CONFIDENCE = 0.99


def build(_context, records):
    lead = ("A stated false alarm is a promise about runs that nobody has made yet. Campaigns repeat "
            "whole runs of <code>check</code> and of class S of <code>validate</code> with fresh seeds "
            "and keep count: no decision may fail, and p must be spread evenly, or be larger where one "
            "decision joins several tests.")
    verbs = sorted({r.param("verb") for r in records})
    found = {verb: _values(r for r in records if r.param("verb") == verb) for verb in verbs}
    figures = [_figure(found)] if any(found.values()) else []
    return Artifact(lead, [_runs(records, verbs), *(_metrics(verb, found[verb]) for verb in verbs)],
                    figures)


def _values(records):
    """The p of each metric, over all runs: those of decisions against exact numbers and oracles."""
    found = collections.defaultdict(list)
    for record in records:
        for metric, values in record.fact("p", {}).items():
            found[metric] += values
    return found


def _runs(records, verbs):
    def total(fact):
        return lambda verb: sum(r.fact(fact, 0) for r in records if r.param("verb") == verb)

    def of(verb):
        return [r for r in records if r.param("verb") == verb]

    return Table("suite-campaign-runs", "Runs with fresh seeds", [
        text("Command", lambda verb: verb), right("Runs", lambda verb: len(of(verb)), numbers.whole),
        right("Decisions", total("decisions"), numbers.whole),
        right("Failed", lambda verb: numbers.total(r.value for r in of(verb)), numbers.whole),
        right("Inconclusive", total("inconclusive"), numbers.whole),
        text("Seeds", lambda verb: f"{min(r.fields['seed'] for r in of(verb))} to "
             f"{max(r.fields['seed'] for r in of(verb))}"),
        text("Which were not passed", lambda verb: "; ".join(
            line for r in of(verb) for line in r.fact("unlike", [])) or "none", kind="prose wide")],
                 rows=verbs, source=of)


def excess(values):
    """(largest excess of the share of p below x over x, its bound): Massart, Ann. Probab. 18, 1269
    (1990), one-sided, for independent p at the stated confidence, whatever their number."""
    ordered = sorted(values)
    largest = max((k + 1) / len(ordered) - p for k, p in enumerate(ordered))
    return largest, math.sqrt(math.log(1 / (1 - CONFIDENCE)) / (2 * len(ordered)))


def _metrics(verb, found):
    def share(metric):
        return f"{100 * sum(p < 0.01 for p in found[metric]) / len(found[metric]):.2g} %"

    return Table(f"suite-campaign-{verb}", f"{verb}: how small p become", [
        text("Metric", lambda metric: metric),
        right("Values of p", lambda metric: len(found[metric]), numbers.whole),
        right("Smallest p", lambda metric: min(found[metric]), lambda p: f"{p:.2g}"),
        right("Below 0.01", share),
        right("Largest excess", lambda metric: excess(found[metric])[0], lambda x: f"{x:+.3f}"),
        right("Bound", lambda metric: excess(found[metric])[1], lambda x: f"{x:.3f}")],
                 rows=sorted(found), folded=len(found) > 20,
                 note="Excess: how far the share of p below some x exceeds x. Bound: exceeded by "
                 f"independent uniform p with probability {1 - CONFIDENCE:.2g} (Massart 1990). Schemes of one "
                 "run share starts, so theirs are not independent.")


def _figure(found):
    return Figure("Share of decisions with a p of at most x. On the line: uniform. Below it: p of decisions "
                  "that join several tests, which are bounds.",
                  [_panel(verb, found[verb]) for verb in found if found[verb]])


def _panel(verb, found):
    panel = Panel(f"suite-campaign-{verb}", f"The p of all decisions of {verb} beside the uniform law")
    axes = panel.axes
    axes.set_title(verb)
    values = sorted(p for mine in found.values() for p in mine)
    shares = [(k + 1) / len(values) for k in range(len(values))]
    axes.plot([1e-6, 1], [1e-6, 1], color=COLOUR["soft"], linewidth=1, label="uniform")
    axes.step(values, shares, where="post", color=COLOUR["accent"], label=f"{len(values)} decisions")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(min(values[0], 1e-3) / 2, 1.2)
    axes.set_ylim(0.5 / len(values), 1.3)
    axes.set_xlabel("p")
    axes.set_ylabel("share of decisions")
    legend_below(axes, 2)
    return panel
