"""Core collapse of star clusters: Henon's Monte Carlo beside other programs (paper Figures 3 to 5).

Reads   validation records of cmc/collapse; validation/data/cmc_collapse.csv
Shows   when the core is ten, a hundred, a thousand times as dense as at the start, how core density
        and radius go together, what energy and mass are lost; core density and Lagrangian radii of
        one cluster over time
"""

import math

from common import numbers
from common.artifact import Artifact, scheme_label
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.tables import Column, Table, estimate, expected, not_run, published, verdict

DENSITIES = (10, 100, 1000)
SLOPE = "slope of core density and radius, 3 to 10 times"
ENERGY = "energy error of a collapse, relative"
MASS = "stars lost in a collapse, share"
TRACE = "core density over time"
DATA = "cmc_collapse.csv"
COLUMNS = ("source", "method", "stars", "quantity", "value", "uncertainty", "doi", "where")
COLLAPSE_TIMES = "collapse_time"


def time_metric(density):
    return f"time of {density} times the core density, in t_rh"


def build(context, records):
    lead = ("A cluster of single stars of equal mass starts as Plummer's model and relaxes: its core "
            "becomes denser and denser, until it collapses. Times are in half-mass relaxation times "
            "of the start (equation 20), densities are those of equation 19 over the start.")
    known = context.data.rows(DATA, COLUMNS)
    figures = [_figure(r) for r in records if r.metric == TRACE and r.param("series")][:1]
    return Artifact(lead, [_times(records, known), _losses(records), _literature(known)], figures)


def _times(records, known):
    table = Table("cmc-collapse-times", "Times of core densities, and the slope of the collapse",
                  [Column("Scheme"), Column("Stars", "r"), Column("Clusters", "r"),
                   Column("Quantity"), Column("Here", "r"), Column("Public program, one run", "r"),
                   Column("Isotropic Fokker-Planck", "r"), Column("Verdict")],
                  note="Means over clusters of different seeds, 95 % intervals. Slope: "
                       "d ln ρc / d ln rc from 3 to 10 times the start. The isotropic limit is "
                       "another model: it collapses earlier.")
    wanted = [(time_metric(d), f"t of {d} ×", f"time_x{d}") for d in DENSITIES]
    wanted.append((SLOPE, "slope", "slope_3_to_10"))
    for metric, label, quantity in wanted:
        isotropic = next((row for row in known if row["quantity"] == quantity
                          and row["source"].startswith("isotropic")), None)
        limit = published(isotropic["value"], note=isotropic["where"]) if isotropic else ""
        for r in sorted((r for r in records if r.metric == metric), key=_order):
            table.add(scheme_label(r), numbers.count(int(r.number("stars", 0))),
                      numbers.count(int(r.number("clusters", 0))), label, estimate(r), expected(r),
                      limit, verdict(r.verdict))
        if not any(r.metric == metric for r in records):
            table.add(numbers.MISSING, "", "", label, not_run(), "", limit, verdict("not run"))
    return table


def _order(record):
    return (record.number("stars", 0), record.scheme, record.threads)


def _losses(records):
    table = Table("cmc-collapse-losses", "Energy error and stars lost at the end of a run",
                  [Column("Scheme"), Column("Stars", "r"), Column("Energy error, worst", "r"),
                   Column("Allowed"), Column("Stars lost, %", "r"), Column("Verdict")],
                  note="The paper states an energy error below 0.04 % for 10⁵ stars and more; it "
                       "grows as 1/N. Stars lost were 3 % and more in other programs' runs of "
                       "10⁴ stars, against the 1 % that the paper states for its larger clusters.")
    for r in sorted((r for r in records if r.metric == ENERGY), key=_order):
        lost = next((m for m in records if m.metric == MASS and m.scheme == r.scheme
                     and m.number("stars") == r.number("stars") and m.threads == r.threads), None)
        table.add(scheme_label(r), numbers.count(int(r.number("stars", 0))), f"{r.value:.1e}",
                  r.expected[2] if r.expected else "",
                  f"{100 * lost.value:.2f}" if lost else numbers.MISSING, verdict(r.verdict))
    return table


def _literature(known):
    table = Table("cmc-collapse-paper", "Times of core collapse that the paper states",
                  [Column("Stars", "r"), Column("t_cc / t_rh", "r"), Column("Where")],
                  note="Not reproduced here in full: runs of these sizes are of classes A to C.")
    for row in known:
        if row["quantity"] == COLLAPSE_TIMES:
            table.add(numbers.count(int(row.number("stars"))), published(row["value"]),
                      row["where"])
    table.folded = True
    return table


def _figure(record):
    trace = record.param("series")
    stars = numbers.count(int(record.number("stars", 0)))
    return Figure(f"One cluster of {stars} stars. Left: core density over its start. Middle: "
                  "Lagrangian radii, in virial radii. Right: core density against core radius, "
                  "with the slope −2.23 of a self-similar collapse.",
                  [_density(trace), _radii(trace), _self_similar(trace)])


def _density(trace):
    panel = Panel("cmc-collapse-density", "Core density over time")
    panel.axes.plot(trace["time"], trace["density"], color=series(0)[0], linewidth=0.9)
    panel.axes.set_yscale("log")
    logarithmic(panel.axes.yaxis)
    panel.axes.set_xlabel("t / t_rh")
    panel.axes.set_ylabel("core density / start")
    return panel


def _radii(trace):
    panel = Panel("cmc-collapse-radii", "Lagrangian radii over time")
    for i, share in enumerate(trace["shares"]):
        panel.axes.plot(trace["time"], [radii[i] for radii in trace["radii"]],
                        color=series(i)[0], linewidth=0.9, label=f"{100 * share:g} %")
    panel.axes.set_yscale("log")
    logarithmic(panel.axes.yaxis)
    panel.axes.set_xlabel("t / t_rh")
    panel.axes.set_ylabel("radius / virial radius")
    legend_below(panel.axes, columns=4)
    return panel


def _self_similar(trace):
    panel = Panel("cmc-collapse-slope", "Core density against core radius")
    radius, density = trace["core_radius"], trace["density"]
    panel.axes.plot(radius, density, color=series(0)[0], marker=".", markersize=2,
                    linestyle="none")
    middle = sorted(zip(radius, density))[len(radius) // 2]
    low, high = min(radius), max(radius)
    line = [low * math.exp(math.log(high / low) * i / 20) for i in range(21)]
    panel.axes.plot(line, [middle[1] * (r / middle[0])**-2.23 for r in line],
                    color=COLOUR["soft"], linewidth=0.8)
    for axis, scale in ((panel.axes.xaxis, panel.axes.set_xscale),
                        (panel.axes.yaxis, panel.axes.set_yscale)):
        scale("log")
        logarithmic(axis)
    ticks = (0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
    panel.axes.set_xticks([tick for tick in ticks if low <= tick <= high])
    panel.axes.set_xlabel("core radius / virial radius")
    panel.axes.set_ylabel("core density / start")
    return panel
