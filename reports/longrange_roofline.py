"""Rates of the integrators of long-range models relative to the roofline of this machine.

Reads   benchmark records "seconds per step" and "seconds per vector operation"
"""

from common import numbers
from common.artifact import Artifact, scheme_label
from common.integrators import METRIC
from common.records import of_one_machine
from common.tables import Cell, Column, Table, not_run

OPERATION = "seconds per vector operation"


def build(context, records):
    lead = ("A direct sum is bound by its multiplications: 10 for a vector of pairs of the Ring in "
            "double precision, 8 in single; 8 and 6 in the plane. A pass of the HMF model's rotation "
            "has 19, and moves 48 bytes per particle. The rooflines were measured in the same run.")
    chosen = of_one_machine(records)
    kept = {r.machine for r in chosen if r.recorded}
    if kept:
        lead += f" Recorded rows, of an earlier, longer run: {', '.join(sorted(kept))}."
    return Artifact(lead, [_reached(chosen), _operations(chosen)])


def _reached(records):
    table = Table("longrange-roofline", "Rates and the share of their bounds",
                  [Column("Program"), Column("Model"), Column("N", "r"),
                   Column("10⁹/s", "r"), Column("Of"), Column("Bound, 10⁹/s", "r"), Column("By"),
                   Column("Reached", "r"), Column("Of its mixture", "r")],
                  note="Bound: multiplications alone, or memory alone, at the speed measured here. "
                       "Mixture: the same operations with subtractions and estimates of reciprocals, "
                       "without loads and dependencies; where estimates take the place of "
                       "multiplications, no program can be faster.")
    chosen = [r for r in records if r.metric == METRIC and r.verdict != "fail"]
    for r in sorted(chosen, key=lambda r: (r.param("model"), r.scheme, r.threads,
                                           r.number("particles"))):
        work = r.number("operations")
        bound, mixture = r.number("bound_seconds", 0), r.number("mixture_seconds", 0)
        table.add(scheme_label(r), r.param("model"), numbers.whole(r.number("particles")),
                  Cell(numbers.significant(1e-9 * work / r.value), raw=work / r.value),
                  "particle-steps" if r.param("model") == "hmf" else "pairs",
                  numbers.significant(1e-9 * work / bound) if bound else numbers.MISSING,
                  r.param("bound_by") or numbers.MISSING, _share(bound, r.value),
                  _share(mixture, r.value))
    if not chosen:
        table.add("this machine", "", "", not_run(), "", "", "", "", "")
    table.folded = True
    return table


def _share(bound, seconds):
    if not bound:
        return numbers.MISSING
    return Cell(f"{100 * bound / seconds:.0f} %", raw=bound / seconds)


def _operations(records):
    table = Table("longrange-operations", "Operations on vectors, one core",
                  [Column("Operation"), Column("Precision"), Column("Lanes", "r"),
                   Column("ns", "r"), Column("10⁹ lanes/s", "r")],
                  note="Least of 31 batches. The last lines are the mixtures of a pair.")
    chosen = [r for r in records if r.metric == OPERATION]
    for r in chosen:
        lanes = r.number("lanes")
        table.add(r.param("operation"), r.param("precision"), lanes,
                  Cell(numbers.significant(1e9 * r.value), raw=r.value),
                  numbers.significant(1e-9 * lanes / r.value))
    if not chosen:
        table.add("this machine", "", "", not_run(), "")
    return table
