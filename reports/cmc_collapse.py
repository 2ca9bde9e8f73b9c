"""Core collapse of star clusters: Henon's Monte Carlo beside other programs (paper Figures 3 to 5).

Reads   validation records of cmc/collapse; validation/data/cmc_collapse.csv and
        cmc_fokker_planck.csv
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
SLOPE = "slope of core density and radius, {} to {} times"
SLOPE_BANDS = ((3, 10), (10, 100), (100, 1000))
COLLAPSE = "time of core collapse, extrapolated, in t_rh"
ENERGY = "energy error of a collapse, relative"
MASS = "stars lost in a collapse, share"
TRACE = "core density over time"
DATA = "cmc_collapse.csv"
COLUMNS = ("source", "method", "stars", "quantity", "value", "uncertainty", "doi", "where")
COLLAPSE_TIMES = "collapse_time"
RADII = "radius of {:g} % of the mass at ten times the core density"
FOKKER_PLANCK = "cmc_fokker_planck.csv"
FOKKER_PLANCK_COLUMNS = ("time", "central_density", "core_density", "core_radius",
                         "half_mass_radius", "r1", "r10", "r50", "r90")
SLOPE_LAW = -2.23  # Cohn 1980, as the paper cites it


def time_metric(density):
    return f"time of {density} times the core density, in t_rh"


def build(context, records):
    lead = ("A cluster of single stars of equal mass starts as Plummer's model and relaxes: its core "
            "becomes denser and denser, until it collapses. Times are in half-mass relaxation times "
            "of the start (equation 20), densities are those of equation 19 over the start.")
    known = context.data.rows(DATA, COLUMNS)
    return Artifact(lead, [_times(records, known), _radii_table(context, records),
                           _losses(records), _processes(), _literature(known)],
                    _figures(context, records))


def _times(records, known):
    table = Table("cmc-collapse-times", "Times of core densities, and the slope of the collapse",
                  [Column("Scheme"), Column("Stars", "r"), Column("Clusters", "r"),
                   Column("Quantity"), Column("Here", "r"), Column("Expected", "r"),
                   Column("Isotropic Fokker-Planck", "r"), Column("Verdict")],
                  note="Means over clusters of different seeds, 95 % intervals. Slope: "
                       "d ln ρc / d ln rc between these multiples of the density at the start. "
                       "Collapse: where a self-similar collapse, fitted from 50 times the start "
                       "on, becomes singular. Expected: one run of the public program, or what the "
                       "paper states for so many stars. The isotropic limit is another model: it "
                       "collapses earlier.")
    wanted = [(time_metric(d), f"t of {d} ×", f"time_x{d}") for d in DENSITIES]
    wanted.append((COLLAPSE, "t of collapse", COLLAPSE_TIMES))
    wanted += [(SLOPE.format(*band), "slope, {} to {} ×".format(*band),
                "slope_{}_to_{}".format(*band)) for band in SLOPE_BANDS]
    for metric, label, quantity in wanted:
        isotropic = next((row for row in known if row["quantity"] == quantity
                          and row["source"].startswith("isotropic")), None)
        limit = published(isotropic["value"], note=isotropic["where"]) if isotropic else ""
        for r in sorted((r for r in records if r.metric == metric), key=_order):
            table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))),
                      numbers.whole(int(r.number("clusters", 0))), label, estimate(r), expected(r),
                      limit, verdict(r.verdict))
        if not any(r.metric == metric for r in records):
            table.add(numbers.MISSING, "", "", label, not_run(), "", limit, verdict("not run"))
    return table


def _radii_table(context, records):
    table = Table("cmc-lagrangian", "Lagrangian radii when the core is ten times as dense",
                  [Column("Scheme"), Column("Stars", "r"), Column("Mass inside, %", "r"),
                   Column("Here", "r"), Column("Isotropic Fokker-Planck", "r"), Column("Verdict")],
                  note="Compared at the same core density and not at the same time, as the "
                       "isotropic cluster gets there earlier.")
    for share in (1, 10, 50, 90):
        chosen = [r for r in records if r.metric == RADII.format(share)]
        for r in sorted(chosen, key=_order):
            table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))), share,
                      estimate(r), expected(r), verdict(r.verdict))
        if not chosen:
            limit = curves(context)
            at = next(i for i, d in enumerate(limit["core_density"])
                      if d >= 10 * limit["core_density"][0])
            table.add(numbers.MISSING, "", share, not_run(),
                      published(f"{limit[f'r{share}'][at]:.3g}"), verdict("not run"))
    return table


def _order(record):
    return (record.number("stars", 0), record.scheme, record.threads)


def _losses(records):
    table = Table("cmc-collapse-losses", "Energy error and stars lost at the end of a run",
                  [Column("Scheme"), Column("Stars", "r"), Column("Energy error, worst", "r"),
                   Column("Allowed"), Column("Stars lost, %", "r"), Column("Verdict")],
                  note="The worst of all steps and clusters. The paper states an energy error below 0.04 % for 10⁵ stars and more; it "
                       "grows as 1/N. Stars lost were 3 % and more in other programs' runs of "
                       "10⁴ stars, against the 1 % that the paper states for its larger clusters.")
    for r in sorted((r for r in records if r.metric == ENERGY), key=_order):
        lost = next((m for m in records if m.metric == MASS and m.scheme == r.scheme
                     and m.number("stars") == r.number("stars") and m.threads == r.threads), None)
        table.add(scheme_label(r), numbers.whole(int(r.number("stars", 0))), f"{r.value:.1e}",
                  r.expected[2] if r.expected else "",
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


def curves(context):
    """The Fokker-Planck run, column by column."""
    rows = context.data.rows(FOKKER_PLANCK, FOKKER_PLANCK_COLUMNS)
    return {name: [row.number(name) for row in rows] for name in FOKKER_PLANCK_COLUMNS}


def _figures(context, records):
    """Of the largest clusters that were followed: figures 3 to 5 of the paper."""
    traced = [r for r in records if r.metric == TRACE and r.param("series")]
    if not traced:
        return []
    largest = max(r.number("stars", 0) for r in traced)
    record = min((r for r in traced if r.number("stars", 0) == largest),
                 key=lambda r: (r.scheme == "cmc/reference", r.scheme))
    trace, limit = record.param("series"), curves(context)
    stars = numbers.whole(int(largest))
    panels = [_core_radius(trace, limit), _density(trace, limit), _profiles(trace),
              _self_similar(trace, limit), _radii(trace, limit)]
    return [Figure(f"One cluster of {stars} stars ({scheme_label(record)}). (3) Core radius over "
                   "half-mass radius, and core density over its start; grey: the isotropic "
                   "Fokker-Planck run, which collapses earlier. (4) Density profiles when the core "
                   "is denser than at the start by the factors given, with the slope −2.23 of a "
                   "self-similar collapse. (5) Core density against core radius. Last: Lagrangian "
                   "radii; those of the Fokker-Planck run in grey.", panels)]


def _panel(name, title, xlabel, ylabel, x_log=False):
    panel = Panel(f"cmc-{name}", title, (3.55, 2.7))
    axes = panel.axes
    axes.set_title(title, loc="left")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.set_yscale("log")
    if x_log:
        axes.set_xscale("log")
    return panel


def _finish(panel, x_log=False):
    logarithmic(panel.axes.yaxis)
    if x_log:
        logarithmic(panel.axes.xaxis)
    return panel


def _grey(axes, x, y, label=None):
    axes.plot(x, y, color=COLOUR["soft"], linewidth=0.9, label=label)


def _core_radius(trace, limit):
    panel = _panel("figure-3a", "(3) core radius", "t / t_rh", "r_c / r_h")
    _grey(panel.axes, limit["time"],
          [c / h for c, h in zip(limit["core_radius"], limit["half_mass_radius"])],
          "isotropic Fokker-Planck")
    half = trace["shares"].index(0.5)
    panel.axes.plot(trace["time"], [c / radii[half] for c, radii
                                    in zip(trace["core_radius"], trace["radii"])],
                    color=series(0)[0], linewidth=0.9, label="here")
    legend_below(panel.axes, columns=2)
    return _finish(panel)


def _density(trace, limit):
    panel = _panel("figure-3b", "(3) core density", "t / t_rh", "core density / start")
    start = limit["core_density"][0]
    _grey(panel.axes, limit["time"], [d / start for d in limit["core_density"]])
    panel.axes.plot(trace["time"], trace["density"], color=series(0)[0], linewidth=0.9)
    return _finish(panel)


def _profiles(trace):
    panel = _panel("figure-4", "(4) density profile", "r / r_vir", "ρ r_vir³ / M", x_log=True)
    profiles = trace.get("profiles", [])
    for i, profile in enumerate(profiles):
        label = "start" if i == 0 else f"{profile['growth']:g} ×"
        panel.axes.plot(profile["radius"], profile["density"], color=series(i)[0], linewidth=1,
                        label=label)
    if profiles:
        last = max(profiles, key=lambda profile: profile["growth"])
        outside = [(r, d) for r, d in zip(last["radius"], last["density"]) if r >= 0.1]
        r0, d0 = outside[0] if outside else (last["radius"][0], last["density"][0])
        ends = (r0 / 4, 6 * r0)
        panel.axes.plot(ends, [8 * d0 * (r / r0)**SLOPE_LAW for r in ends], "--",
                        color=COLOUR["ink"], linewidth=0.9, label="slope −2.23")
        densest = max(max(profile["density"]) for profile in profiles)
        panel.axes.set_ylim(1e-4, 5 * densest)
        panel.axes.set_xlim(right=10)
        legend_below(panel.axes, columns=3)
    return _finish(panel, x_log=True)


def _self_similar(trace, limit):
    panel = _panel("figure-5", "(5) core density, core radius", "r_c / r_vir",
                   "core density / start", x_log=True)
    start = limit["core_density"][0]
    _grey(panel.axes, limit["core_radius"], [d / start for d in limit["core_density"]],
          "isotropic Fokker-Planck")
    radius, density = trace["core_radius"], trace["density"]
    panel.axes.plot(radius, density, color=series(0)[0], marker=".", markersize=2,
                    linestyle="none", label="here")
    low, high = min(radius), max(radius)
    ends = (low, math.sqrt(low * high))
    panel.axes.plot(ends, [0.5 * max(density) * (r / low)**SLOPE_LAW for r in ends], "--",
                    color=COLOUR["soft"], linewidth=0.9, label="slope −2.23")
    panel.axes.set_xlim(0.8 * low, 0.5)
    panel.axes.set_ylim(0.5, 2 * max(density))
    panel = _finish(panel, x_log=True)
    ticks = [t for t in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4) if 0.8 * low <= t <= 0.5]
    panel.axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
    legend_below(panel.axes, columns=3)
    return panel


def _radii(trace, limit):
    panel = _panel("lagrangian-radii", "Lagrangian radii", "t / t_rh", "radius / r_vir")
    for i, share in enumerate(trace["shares"]):
        _grey(panel.axes, limit["time"], limit[f"r{100 * share:g}"])
        panel.axes.plot(trace["time"], [radii[i] for radii in trace["radii"]],
                        color=series(i)[0], linewidth=0.9, label=f"{100 * share:g} %")
    legend_below(panel.axes, columns=4)
    return _finish(panel)
