"""Paper Figures 3 to 6 of the long-range models: energies along runs from rest, the error of their
sum, and the error against the time step for pairs in double and in single precision.

Reads   validation records of longrange/precision, with their series
"""

from common import columns, numbers
from common.artifact import Artifact, short_scheme
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.selection import group_by
from common.tables import Table, not_run, right, text, verdict
from longrange_phase_space import grouped

RELAXATION = "largest relative error of the energy"
SWEEP = "error of the energy at the end"
SCENES = (("figure-3", "Figure 3, HMF"), ("figure-4", "Figure 4, Ring"),
          ("figure-5", "Figures 5 and 6, 2D gravity"))
ENERGIES = {"figure-3": "Figure 3, HMF", "figure-4": "Figure 4, Ring",
            "figure-5": "Figure 5, 2D gravity"}
ERRORS = {"figure-3": "Figure 3, HMF: error", "figure-4": "Figure 4, Ring: error",
          "figure-5": "Figure 6, 2D gravity: error"}
COLLAPSE = 4  # time that the right panel of Figure 6 shows
POINTS = 70  # of a whole run; each is the largest error of its part


def build(context, records):
    lead = ("All particles start at rest and fall together; the energy has to stay. Time steps, "
            "softening and times are the paper's; it does not say how many particles its figures "
            "have, ours are in the table. Single precision of pairs cannot be seen "
            "at the paper's time step of 0.005: the error of the step is larger. A smaller step "
            "shows it.")
    drawn = [figure for figure in (_relaxation(records), _sweep(records)) if figure]
    return Artifact(lead, [_errors(records)], drawn)


def _scene(records, name):
    rows = [r for r in records if r.metric == RELAXATION
            and r.param("case") == f"relaxation/{name}"]
    return sorted(rows, key=lambda r: (r.param("particles"), r.scheme))


def _largest_system(rows):
    """Those with a series and the most particles: of several classes the highest."""
    rows = [r for r in rows if r.param("series")]
    most = max((r.param("particles") for r in rows), default=0)
    return [r for r in rows if r.param("particles") == most]


def _errors(records):
    table = Table("longrange-energies", "Largest error of the energy along the paper's runs",
                  [text("Run", "params.case", lambda case: titles[case]),
                   columns.SHORT_SCHEME, right("N", "params.particles", grouped),
                   right("Time step", "params.time_step", "{:g}"),
                   right("Until t", "params.time", "{:g}"),
                   right("Error", columns.from_value(lambda v: numbers.power(v, 2))),
                   columns.VERDICT],
                  note="Relative to the larger of kinetic and potential energy so far: the energy "
                       "itself may pass zero in the plane. The paper's figures show about 10⁻⁶.")
    titles = {f"relaxation/{name}": title for name, title in SCENES}
    table.extend([r for name, _ in SCENES for r in _scene(records, name)], "params.case")
    if not table.rows:
        table.line({"Run": not_run(), "Verdict": verdict("not run")})
    return table


def _relaxation(records):
    panels = []
    for name, _ in SCENES:
        rows = _largest_system(_scene(records, name))
        if rows:
            panels += [_energies(rows[0], name), _errors_along(rows, name)]
            if name == "figure-5":
                panels.append(_errors_along(rows, name, until=COLLAPSE))
    if not panels:
        return None
    return Figure("Kinetic (solid) and potential (dashed) energy per particle, and the relative "
                  f"error of their sum: of each {POINTS}th part of the run the largest. In the "
                  "Ring and in the plane: pairs in double precision, in single with sums in "
                  "double (mixed), in single, and a fast method. Where lines are nested, they "
                  "agree. Last: the collapse alone, as the right panel of Figure 6.", panels)


def _energies(record, name):
    panel = Panel(f"longrange-{name}-energies", f"{ENERGIES[name]}: energies")
    data = record.param("series")
    panel.axes.set_title(f"{ENERGIES[name]}, N = {grouped(record.param('particles'))}")
    panel.axes.plot(data["time"], data["kinetic"], color=COLOUR["accent"], label="kinetic")
    panel.axes.plot(data["time"], data["potential"], color=COLOUR["blue"], linestyle="--",
                    label="potential")
    panel.axes.set_xlabel("time")
    panel.axes.set_ylabel("energy per particle")
    legend_below(panel.axes, 2)
    return panel


def _errors_along(rows, name, until=None):
    """Along the whole run, or its beginning."""
    early = "" if until is None else "-early"
    panel = Panel(f"longrange-{name}-error{early}", f"{ERRORS[name]} of the energy")
    logarithmic(panel.axes.yaxis)
    for i, record in enumerate(rows):
        data = record.param("series")
        shown = [(t, e) for t, e in zip(data["time"], data["error"])
                 if e > 0 and (until is None or t <= until)]
        if until is None:
            shown = _largest_of_parts(shown)
        panel.axes.plot([t for t, _ in shown], [e for _, e in shown], color=series(i)[0],
                        linewidth=_nested(i, len(rows)), label=short_scheme(record.scheme))
    panel.axes.set_title(ERRORS[name] + (", the collapse" if early else ""))
    panel.axes.set_xlabel("time")
    panel.axes.set_ylabel("|E − E₀| / max(K, |V|)")
    legend_below(panel.axes)
    return panel


def _nested(i, count):
    """Line widths that leave every line visible where all agree."""
    return 0.8 + 0.9 * (count - 1 - i)


def _largest_of_parts(points):
    """The error passes zero often: of each of POINTS parts the largest, at its time."""
    size = max(1, len(points) // POINTS)
    parts = [points[k:k + size] for k in range(0, len(points), size)]
    return [max(part, key=lambda point: point[1]) for part in parts]


def _sweep(records):
    rows = [r for r in records if r.metric == SWEEP]
    if not rows:
        return None
    panel = Panel("longrange-time-step", "Error of the energy against the time step", (4.4, 3.2))
    logarithmic(panel.axes.xaxis)
    logarithmic(panel.axes.yaxis)
    kinds = group_by(sorted(rows, key=lambda r: r.scheme), lambda r: r.scheme)
    for i, (scheme, of_scheme) in enumerate(kinds):
        points = sorted((r.param("time_step"), r.value) for r in of_scheme)
        colour, marker = series(i)
        panel.axes.plot([x for x, _ in points], [y for _, y in points], color=colour,
                        marker=marker, linewidth=_nested(i, len(kinds)), markersize=7 - i,
                        label=short_scheme(scheme))
    steps = sorted({r.param("time_step") for r in rows})
    top = max(r.value for r in rows)
    panel.axes.plot([steps[0], steps[-1]], [top * (steps[0] / steps[-1])**4, top],
                    color=COLOUR["soft"], linestyle=":", label="fourth power")
    panel.axes.set_xticks(steps, [f"{s:g}" for s in steps])
    panel.axes.set_xlabel("time step")
    panel.axes.set_ylabel("largest error until t = 3")
    legend_below(panel.axes)
    return Figure("Two-dimensional gravity from an annulus at rest, past its first collapse. "
                  "Errors fall as the fourth power of the time step until rounding of the pairs stops "
                  "them: single precision does not matter at the paper's 0.005, and does at a "
                  "quarter of it.", [panel])
