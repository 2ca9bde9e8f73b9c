"""Paper Figures 3 to 6 of the long-range models: energies along runs from rest, the error of their
sum, and the error against the time step for pairs in double and in single precision.

Reads   validation records of longrange/precision, with their series
"""

from common import numbers
from common.artifact import Artifact, short_scheme
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.selection import group_by
from common.tables import Cell, Column, Table, not_run, verdict
from longrange_phase_space import grouped

RELAXATION = "largest relative error of the energy"
SWEEP = "error of the energy at the end"
SCENES = (("figure-3", "Figure 3, HMF"), ("figure-4", "Figure 4, Ring"),
          ("figure-5", "Figures 5 and 6, 2D gravity"))


def build(context, records):
    lead = ("All particles start at rest and fall together; the energy has to stay. The paper does "
            "not say how many particles its figures have. Single precision of pairs cannot be seen "
            "at the paper's time step of 0.005: the error of the step is larger. A smaller step "
            "shows it.")
    drawn = [figure for figure in (_relaxation(records), _sweep(records)) if figure]
    return Artifact(lead, [_errors(records)], drawn)


def _scene(records, name):
    rows = [r for r in records if r.metric == RELAXATION
            and r.param("case") == f"relaxation/{name}"]
    return sorted(rows, key=lambda r: r.scheme)


def _errors(records):
    table = Table("longrange-energies", "Largest error of the energy along the paper's runs",
                  [Column("Run"), Column("Scheme"), Column("N", "r"), Column("Time step", "r"),
                   Column("Error", "r"), Column("Verdict")],
                  note="Relative to the larger of kinetic and potential energy so far: the energy "
                       "itself may pass zero in the plane. The paper's figures show about 10⁻⁶.")
    for name, title in SCENES:
        for i, r in enumerate(_scene(records, name)):
            table.add(title if i == 0 else "", short_scheme(r.scheme),
                      grouped(r.param("particles")), f"{r.param('time_step'):g}",
                      Cell(numbers.power(r.value, 2), raw=r.value, kind="ours"),
                      verdict(r.verdict), kind="first" if i == 0 else "")
    if not table.rows:
        table.add(not_run(), "", "", "", "", verdict("not run"))
    return table


def _relaxation(records):
    panels = []
    for name, title in SCENES:
        rows = [r for r in _scene(records, name) if r.param("series")]
        if rows:
            panels += [_energies(rows[0], name, title), _error(rows, name, title)]
            if name == "figure-5":
                panels.append(_error(rows, name, title, until=4))
    if not panels:
        return None
    return Figure("Kinetic (solid) and potential (dashed) energy per particle, and the relative "
                  "error of their sum, against time. In the Ring and in the plane: pairs in double "
                  "precision, in single with sums in double (mixed), and in single. Last: the "
                  "collapse alone, as the right panel of Figure 6.", panels)


def _energies(record, name, title):
    panel = Panel(f"longrange-{name}-energies", f"{title}: energies")
    data = record.param("series")
    panel.axes.set_title(title)
    panel.axes.plot(data["time"], data["kinetic"], color=COLOUR["accent"], label="kinetic")
    panel.axes.plot(data["time"], data["potential"], color=COLOUR["blue"], linestyle="--",
                    label="potential")
    panel.axes.set_xlabel("time")
    panel.axes.set_ylabel("energy per particle")
    legend_below(panel.axes, 2)
    return panel


def _error(rows, name, title, until=None):
    """Along the whole run, or its beginning."""
    early = "" if until is None else "-early"
    panel = Panel(f"longrange-{name}-error{early}", f"{title}: error of the energy")
    logarithmic(panel.axes.yaxis)
    for i, record in enumerate(rows):
        data = record.param("series")
        shown = [(t, e) for t, e in zip(data["time"], data["error"])
                 if e > 0 and (until is None or t <= until)]
        panel.axes.plot([t for t, _ in shown], [e for _, e in shown], color=series(i)[0],
                        linewidth=1, label=short_scheme(record.scheme))
    panel.axes.set_title("error of the energy" + (", the collapse" if early else ""))
    panel.axes.set_xlabel("time")
    panel.axes.set_ylabel("|E − E₀| / max(K, |V|)")
    legend_below(panel.axes)
    return panel


def _sweep(records):
    rows = [r for r in records if r.metric == SWEEP]
    if not rows:
        return None
    panel = Panel("longrange-time-step", "Error of the energy against the time step", (4.4, 3.2))
    logarithmic(panel.axes.xaxis)
    logarithmic(panel.axes.yaxis)
    for i, (scheme, of_scheme) in enumerate(group_by(sorted(rows, key=lambda r: r.scheme),
                                                     lambda r: r.scheme)):
        points = sorted((r.param("time_step"), r.value) for r in of_scheme)
        colour, marker = series(i)
        panel.axes.plot([x for x, _ in points], [y for _, y in points], color=colour,
                        marker=marker, label=short_scheme(scheme))
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
