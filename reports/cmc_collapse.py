"""Core collapse of star clusters: Henon's Monte Carlo beside other programs (paper Figures 3 to 5).

Reads   validation records of cmc/collapse; validation/data/cmc_collapse.csv and
        cmc_fokker_planck.csv
Shows   when the core is ten, a hundred, a thousand times as dense as at the start, how core density
        and radius go together, what energy and mass are lost; core density and Lagrangian radii of
        one cluster over time
"""

from cmc_collapse_figures import RADII, curves, figures, time_metric
from common import numbers
from common.artifact import Artifact, scheme_label
from common.tables import (Cell, Column, Table, allowed, estimate, expected, not_run, published,
                           verdict)

DENSITIES = (10, 100, 1000)
SLOPE = "slope of core density and radius, {} to {} times"
SLOPE_BANDS = ((3, 10), (10, 100), (100, 1000))
COLLAPSE = "time of core collapse, extrapolated, in t_rh"
ENERGY = "energy error of a collapse, relative"
MASS = "stars lost in a collapse, share"
DATA = "cmc_collapse.csv"
COLUMNS = ("source", "method", "stars", "quantity", "value", "uncertainty", "doi", "where")
COLLAPSE_TIMES = "collapse_time"


def build(context, records):
    lead = ("A cluster of single stars of equal mass starts as Plummer's model and relaxes: its core "
            "becomes denser and denser, until it collapses. Times are in half-mass relaxation times "
            "of the start (equation 20), densities are those of equation 19 over the start.")
    known = context.data.rows(DATA, COLUMNS)
    return Artifact(lead, [_times(records, known), _radii_table(context, records),
                           _losses(records), _processes(), _literature(known)],
                    figures(context, records))


def _times(records, known):
    table = Table("cmc-collapse-times", "Times of core densities, and the slope of the collapse",
                  [Column("Scheme"), Column("Stars", "r"), Column("Clusters", "r"),
                   Column("Quantity"), Column("Here", "r"), Column("Expected", "r"),
                   Column("Scatter of single runs, our estimate", "r"),
                   Column("Isotropic Fokker-Planck", "r"), Column("Verdict")],
                  note="Means over clusters of different seeds, 95 % intervals. Slope: "
                       "d ln ρc / d ln rc between these multiples of the density at the start. "
                       "Collapse: where a self-similar collapse, fitted from 50 times the start "
                       "on, becomes singular. Expected: one run of the public program, or what the "
                       "paper states for so many stars; neither came with an uncertainty, so that "
                       "the scatter of such runs from seed to seed is this suite's estimate. The "
                       "isotropic limit is another model: it collapses earlier.")
    wanted = [(time_metric(d), f"t of {d} ×", f"time_x{d}") for d in DENSITIES]
    wanted.append((COLLAPSE, "t of collapse", COLLAPSE_TIMES))
    wanted += [(SLOPE.format(*band), "slope, {} to {} ×".format(*band),
                "slope_{}_to_{}".format(*band)) for band in SLOPE_BANDS]
    for metric, label, quantity in wanted:
        isotropic = next((row for row in known if row["quantity"] == quantity
                          and row["source"].startswith("isotropic")), None)
        limit = (published(numbers.minus(isotropic["value"]), raw=isotropic.number("value"),
                           note=isotropic["where"]) if isotropic else "")
        for r in sorted((r for r in records if r.metric == metric), key=_order):
            table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))),
                      numbers.whole(int(r.number("clusters", 0))), label, estimate(r),
                      *_single_run(r), limit, verdict(r.verdict))
        if not any(r.metric == metric for r in records):
            table.add(numbers.MISSING, "", "", label, not_run(), "", "", limit,
                      verdict("not run"))
    return table


def _single_run(record):
    """Result of one run of another program, and the spread of such runs."""
    if record.expected is None:
        return "", ""
    value, scatter, source = record.expected
    return (published(numbers.plain(value, 4), raw=value, note=source),
            Cell(f"± {scatter:g}" if scatter else "", raw=scatter))


def _radii_table(context, records):
    table = Table("cmc-lagrangian", "Lagrangian radii when the core is ten times as dense",
                  [Column("Scheme"), Column("Stars", "r"), Column("Mass inside, %", "r"),
                   Column("Here", "r"), Column("Isotropic Fokker-Planck", "r"),
                   Column("May differ by", "r"), Column("Verdict")],
                  note="In virial radii. Compared at the same core density and not at the same "
                       "time, as the isotropic cluster gets there earlier. May differ by: what "
                       "this suite allows between the two models; the Fokker-Planck run states "
                       "no uncertainty.")
    for share in (1, 10, 50, 90):
        chosen = [r for r in records if r.metric == RADII.format(share)]
        for r in sorted(chosen, key=_order):
            table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))), share,
                      estimate(r), expected(r, 3), allowed(r), verdict(r.verdict))
        if not chosen:
            limit = curves(context)
            at = next(i for i, d in enumerate(limit["core_density"])
                      if d >= 10 * limit["core_density"][0])
            table.add(numbers.MISSING, "", share, not_run(),
                      published(f"{limit[f'r{share}'][at]:.3g}"), "", verdict("not run"))
    return table


def _order(record):
    return (record.number("stars", 0), record.scheme, record.threads)


def _losses(records):
    table = Table("cmc-collapse-losses", "Energy error and stars lost at the end of a run",
                  [Column("Scheme"), Column("Stars", "r"), Column("Energy error, worst", "r"),
                   Column("At most", "r"), Column("Stars lost, %", "r"), Column("Verdict")],
                  note="The worst of all steps and clusters. The paper states an energy error below "
                       "0.04 % for 10⁵ stars and more; it grows as 1/N. Stars lost were 3 % and "
                       "more in other programs' runs of 10⁴ stars, against the 1 % that the paper "
                       "states for its larger clusters.")
    for r in sorted((r for r in records if r.metric == ENERGY), key=_order):
        lost = next((m for m in records if m.metric == MASS and m.scheme == r.scheme
                     and m.number("stars") == r.number("stars") and m.threads == r.threads), None)
        table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))),
                  numbers.power(r.value, 2), allowed(r),
                  f"{100 * lost.value:.2f}" if lost else numbers.MISSING, verdict(r.verdict))
    return table


def _processes():
    table = Table("cmc-processes", "Processes of the paper that no cluster here undergoes",
                  [Column("Process"), Column("In this suite"), Column("Verdict")],
                  note="The paper's own runs to core collapse are without them too.")
    for process, part in (
            ("strong encounters of binaries", "an integrator of order 8 and its tests, no outcomes"),
            ("stellar evolution", "a table of masses over time, whose energy is booked"),
            ("collisions", "sticky spheres, tested alone")):
        table.add(process, part, verdict("not claimed"))
    return table


def _literature(known):
    table = Table("cmc-collapse-paper", "Times of core collapse that the paper states",
                  [Column("Stars", "r"), Column("t_cc / t_rh", "r"), Column("Where")],
                  note="Not reproduced here in full: runs of these sizes are of classes A to C.")
    for row in known:
        if row["quantity"] == COLLAPSE_TIMES and row["source"].startswith("Pattabiraman"):
            table.add(numbers.whole(int(row.number("stars"))), published(row["value"]),
                      row["where"])
    table.folded = True
    return table
