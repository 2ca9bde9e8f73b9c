"""Figures of core collapse: core, profiles and Lagrangian radii of one cluster over time.

Reads   the trace of one cluster (params series) and what was measured of all of its kind at ten
        times the core density; validation/data/cmc_fokker_planck.csv
Not here  The tables (cmc_collapse.py)
"""

import math

import numpy

from common import numbers
from common.artifact import scheme_label
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series

TRACE = "core density over time"
RADII = "radius of {:g} % of the mass at ten times the core density"
FOKKER_PLANCK = "cmc_fokker_planck.csv"
FOKKER_PLANCK_COLUMNS = ("time", "central_density", "core_density", "core_radius",
                         "half_mass_radius", "r1", "r10", "r50", "r90")
SLOPE_LAW = -2.23  # Cohn 1980, as the paper cites it
TIME = "time / half-mass relaxation time of the start"
APART = 0.10  # curves this far apart part visibly
LASTS = 1.0  # and stay so, half-mass relaxation times; fluctuations are shorter
TICKS = (1, 2, 5)  # of each decade


def time_metric(density):
    return f"time of {density} times the core density, in t_rh"


def curves(context):
    """The Fokker-Planck run, column by column."""
    rows = context.data.rows(FOKKER_PLANCK, FOKKER_PLANCK_COLUMNS)
    return {name: [row.number(name) for row in rows] for name in FOKKER_PLANCK_COLUMNS}


def figures(context, records):
    """Figures 3 to 5 of the paper, for the largest clusters that were followed."""
    traced = [r for r in records if r.metric == TRACE and r.param("series")]
    if not traced:
        return []
    largest = max(r.number("stars", 0) for r in traced)
    record = min((r for r in traced if r.number("stars", 0) == largest),
                 key=lambda r: (r.scheme == "cmc/reference", r.scheme))
    trace, limit = record.param("series"), curves(context)
    stars = numbers.whole(int(largest))
    mean = _at_tenfold(record, records)
    panels = [_core_radius(trace, limit), _density(trace, limit), _profiles(trace),
              _self_similar(trace, limit), _radii(trace, limit, mean)]
    who = scheme_label(record) + (", recorded in a longer run" if record.recorded else "")
    return [Figure(f"One cluster of {stars} stars ({who}). (3) Core radius over "
                   "half-mass radius, and core density over its start; grey: the isotropic "
                   "Fokker-Planck run, which collapses earlier. (4) Density profiles when the core "
                   "is denser than at the start by the factors given, with the slope −2.23 of a "
                   "self-similar collapse. (5) Core density against core radius. Last: Lagrangian "
                   f"radii.{_mean_words(mean)} {parting_words(trace, limit)}", panels)]


def _at_tenfold(record, records):
    """{share in %: record} of all clusters like this one at ten times the density, and the time."""
    def same(metric):
        return next((r for r in records if r.metric == metric and r.scheme == record.scheme
                     and r.number("stars") == record.number("stars") and r.klass == record.klass
                     and r.threads == record.threads and r.half_width is not None), None)
    found = {share: same(RADII.format(share)) for share in (1, 10, 50, 90)}
    return {"time": same(time_metric(10)), **{s: r for s, r in found.items() if r is not None}}


def _mean_words(mean):
    if mean["time"] is None or len(mean) == 1:
        return ""
    return (f" Crosses: means of {int(mean['time'].number('clusters', 0))} such clusters when the "
            "core is ten times as dense, with 95 % intervals.")


def parting(times, ours, theirs_times, theirs):
    """The time from which two curves are apart and stay so, or None; of common times alone."""
    times, ours = numpy.asarray(times, float), numpy.asarray(ours, float)
    common = times <= theirs_times[-1]
    times, gap = times[common], ours[common] / numpy.interp(times[common], theirs_times, theirs) - 1
    near = [numpy.abs(times - t) <= LASTS / 2 for t in times]  # one cluster fluctuates: medians
    gap = numpy.abs([numpy.median(gap[chosen]) for chosen in near])
    for start in numpy.flatnonzero(gap > APART):
        window = (times >= times[start]) & (times <= times[start] + LASTS)
        if times[-1] - times[start] >= LASTS / 2 and (gap[window] > APART).all():
            return float(times[start])
    return None


def parting_words(trace, limit):
    """Text: the time from which the measured radii differ visibly from the Fokker-Planck run."""
    apart, together = [], []
    for i, share in enumerate(trace["shares"]):
        start = parting(trace["time"], [radii[i] for radii in trace["radii"]], limit["time"],
                        limit[f"r{100 * share:g}"])
        if start is None:
            together.append(f"{100 * share:g} %")
        else:
            apart.append(f"{100 * share:g} % from t = {start:.1f} on")
    words = []
    if apart:
        words.append(f"Measured and grey curves are more than {100 * APART:.0f} % apart: "
                     f"{', '.join(apart)}.")
    if together:
        words.append(f"Within {100 * APART:.0f} % as long as both last: {', '.join(together)}.")
    return " ".join(words)


def _panel(name, title, xlabel, ylabel, x_log=False, size=(3.55, 2.7)):
    panel = Panel(f"cmc-{name}", title, size)
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
    panel = _panel("figure-3a", "(3) core radius", TIME, "core radius / half-mass radius")
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
    panel = _panel("figure-3b", "(3) core density", TIME, "core density / start")
    start = limit["core_density"][0]
    _grey(panel.axes, limit["time"], [d / start for d in limit["core_density"]])
    panel.axes.plot(trace["time"], trace["density"], color=series(0)[0], linewidth=0.9)
    return _finish(panel)


def _profiles(trace):
    panel = _panel("figure-4", "(4) density profile", "radius / virial radius",
                   "density × virial radius³ / mass", x_log=True)
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
    panel = _panel("figure-5", "(5) core density, core radius", "core radius / virial radius",
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


def _radii(trace, limit, mean):
    panel = _panel("lagrangian-radii", "Lagrangian radii", TIME, "radius / virial radius",
                   size=(3.55, 3.6))
    axes, time = panel.axes, mean["time"]
    lowest = highest = trace["radii"][0][0]
    for i, share in enumerate(trace["shares"]):
        radii = [at[i] for at in trace["radii"]]
        grey = limit[f"r{100 * share:g}"]
        lowest, highest = min(lowest, *radii, *grey), max(highest, *radii, *grey)
        _grey(axes, limit["time"], grey, None if i else "isotropic Fokker-Planck")
        axes.plot(trace["time"], radii, color=series(i)[0], linewidth=0.9,
                  label=f"{100 * share:g} % of the mass")
        measured = mean.get(round(100 * share))
        if time is not None and measured is not None:
            axes.errorbar(time.value, measured.value, xerr=time.half_width,
                          yerr=measured.half_width, color=COLOUR["ink"], linewidth=0.9, zorder=4)
    axes.set_ylim(lowest / 1.3, 1.3 * highest)
    legend_below(axes, columns=2)
    _finish(panel)
    ticks = [t * 10.0**e for e in range(math.floor(math.log10(lowest)), 3) for t in TICKS]
    ticks = [t for t in ticks if lowest / 1.3 <= t <= 1.3 * highest]
    axes.set_yticks(ticks, [f"{t:g}" for t in ticks])
    return panel
