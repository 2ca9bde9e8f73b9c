"""Rates of the integrators of long-range models relative to the roofline of this machine.

Reads   benchmark records "seconds per step" and "seconds per vector operation"
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.integrators import METRIC
from common.records import of_one_machine
from common.tables import Cell, Table, not_run, number, right, text

OPERATION = "seconds per vector operation"


def build(context, records):
    lead = ("A direct sum is bound by its multiplications: 10 for a vector of pairs of the Ring in "
            "double precision, 8 in single; 8 and 6 in the plane. A pass of the HMF model's rotation "
            "has 19, and moves 48 bytes per particle. The rooflines were measured in the same run. Programs "
            "on a device are bound by the busiest of its units, or by its memory beyond its cache, at its "
            "highest clock and with the operations of their own loops.")
    chosen = of_one_machine(records)
    kept = {r.machine for r in chosen if r.recorded}
    if kept:
        lead += f" Recorded rows, of an earlier, longer run: {', '.join(sorted(kept))}."
    return Artifact(lead, [_reached(chosen), _operations(chosen)])


def _share(name):
    """The bound of this name over what was measured."""
    def share(r):
        bound = r.number(name, 0)
        return Cell(f"{100 * bound / r.value:.0f} %", raw=bound / r.value) if bound \
            else numbers.MISSING
    return share


def _bound(r):
    bound = r.number("bound_seconds", 0)
    return numbers.significant(1e-9 * r.number("operations") / bound) if bound else numbers.MISSING


def _reached(records):
    table = Table("longrange-roofline", "Rates and the share of their bounds",
                  [text("Program", scheme_label), text("Model", "params.model"),
                   right("N", "params.particles", numbers.whole),
                   right("Reached", _share("bound_seconds")),
                   number("10⁹/s", lambda r: 1e-9 * r.number("operations") / r.value, numbers.significant),
                   text("Of", lambda r: "particle-steps" if r.param("model") == "hmf"
                        else "pairs"),
                   right("Bound, 10⁹/s", _bound),
                   text("By", lambda r: r.param("bound_by") or numbers.MISSING),
                   right("Of its mixture", _share("mixture_seconds"))],
                  note="Bound: multiplications alone, or memory alone, at the speed measured here. "
                       "Mixture: the same operations with subtractions and estimates of reciprocals, "
                       "without loads and dependencies; where estimates take the place of "
                       "multiplications, no program can be faster.",
                  rows=sorted((r for r in records if r.metric == METRIC and r.verdict == "pass"),
                              key=lambda r: (r.param("model"), r.scheme, r.threads,
                                             r.number("particles"))), folded=True)
    if not table.rows:
        table.line({"Program": "this machine", "10⁹/s": not_run()})
    return table


def _operations(records):
    table = Table("longrange-operations", "Operations on vectors, one core",
                  [text("Operation", "params.operation"), text("Precision", "params.precision"),
                   right("Lanes", "params.lanes"),
                   number("ns", lambda r: 1e9 * r.value, numbers.significant),
                   right("10⁹ lanes/s", lambda r: numbers.significant(
                       1e-9 * r.number("lanes") / r.value))],
                  note="Least of 31 batches. The last lines are the mixtures of a pair.",
                  rows=[r for r in records if r.metric == OPERATION])
    if not table.rows:
        table.line({"Operation": "this machine", "ns": not_run()})
    return table
