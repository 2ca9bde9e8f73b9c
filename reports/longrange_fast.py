"""Fast methods of the long-range models against direct sums: the error of the forces against the
tolerance asked for and against the softening.

Reads   validation records of longrange/fast-methods
"""

import math

from common import numbers, schemes
from common.artifact import Artifact, short_scheme
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Table, not_run, right, text, verdict
from longrange_phase_space import grouped

FORCES = "error of the forces"
# Names of files and titles of methods; others are called as their schemes are.
TITLES = {"longrange/ring-nufft": ("ring", "Ring, non-uniform transform"),
          "longrange/gravity-2d-nufft": ("plane", "2D gravity, windowed transform"),
          "longrange/gravity-2d-fmm": ("fmm", "2D gravity, multipoles")}


def build(context, records):
    lead = ("Direct sums take a time that grows as N²; these methods one that grows as N. Each is "
            "asked for a tolerance, and refuses what it cannot do to it: a softening too small for "
            "its grid, a state too wide for memory. Here its forces on 64 random particles are "
            "held against sums in long double.")
    methods = _methods(context, records)
    drawn = [figure for figure in (_figure(methods),) if figure]
    return Artifact(lead, [_table(methods, records)], drawn)


def _methods(context, records):
    """[(name for files, title, records of its forces)]: known methods first, then those of other schemes."""
    found = group_by([r for r in records if r.metric == FORCES],
                     lambda r: schemes.fact(context, r.scheme, "method") or r.scheme)
    known = list(TITLES)
    found.sort(key=lambda pair: (known.index(pair[0]) if pair[0] in known else len(known), pair[0]))
    return [(*TITLES.get(method, (short_scheme(method), short_scheme(method))), rows) for method, rows in found]


def _error(r):
    return r.value / r.param("tolerance")


def _states(methods, records):
    """For each method and state the worst of its runs."""
    for _, title, own in methods:
        for shape, rows in group_by(sorted(own, key=lambda r: r.param("shape")),
                                    lambda r: r.param("shape")):
            eps = sorted({r.param("softening") for r in rows})
            worst = max(rows, key=lambda r: (math.isnan(_error(r)), _error(r)))
            yield {"method": title, "state": shape, "run": worst, "runs": len(rows),
                   "softenings": f"{eps[0]:g} to {eps[-1]:g}" if len(eps) > 1 else f"{eps[0]:g}",
                   "error": Cell(numbers.plain(_error(worst), 2), raw=_error(worst), kind="ours"),
                   "verdict": max((r.verdict for r in rows), key=VERDICTS.index)}
    for r in records:
        if r.param("shape") == "whole run":
            yield {"method": "Whole run", "state": f"at rest, until t = {r.param('time'):g}",
                   "run": r, "runs": 1, "softenings": f"{r.param('softening'):g}",
                   "error": Cell(f"{numbers.power(r.value, 2)} relative", raw=r.value,
                                 kind="ours"), "verdict": r.verdict}


def _table(methods, records):
    table = Table("longrange-fast", "Fast methods against direct sums",
                  [text("Method", "method"), text("State", "state"),
                   text("Scheme", lambda line: short_scheme(line["run"].scheme)),
                   right("N", lambda line: grouped(line["run"].param("particles"))),
                   right("Runs", "runs"), text("Softenings", "softenings"),
                   right("Largest error / tolerance", "error"),
                   text("Verdict", "verdict", verdict)],
                  note="Error: root of mean square, relative to that of the forces. Tolerances "
                       "from 10⁻³ to 10⁻¹² (10⁻⁹ for multipoles); rounding, 10⁻¹³, is part of "
                       "what is allowed. Whole run: largest difference of the kinetic energy from "
                       "a run with direct sums, relative to its largest value; allowed 10⁻¹⁰.",
                  rows=_states(methods, records), first=lambda line: (
                      line["method"], line["state"] if line["method"] == "Whole run" else ""))
    if not table.rows:
        table.line({"Method": not_run(), "Verdict": verdict("not run")})
    return table


def _figure(methods):
    panels = []
    for name, title, rows in methods:
        panels += [_against(rows, "tolerance", "softening", "ε", name, title),
                   _against(rows, "softening", "tolerance", "tolerance", name, title)]
    if not panels:
        return None
    return Figure("Error of the forces, as a share of the tolerance. Left: against the tolerance, "
                  "for each softening ε. Right: against the softening, for each tolerance. Each "
                  "point is the largest error over the states of the table; dotted: what is "
                  "allowed.", panels)


def _against(rows, across, of_line, symbol, name, title):
    panel = Panel(f"longrange-fast-{name}-{across}", f"{title}: error against {across}",
                  (4.2, 3.2))
    logarithmic(panel.axes.xaxis)
    logarithmic(panel.axes.yaxis)
    lines = group_by(sorted(rows, key=lambda r: -r.param(of_line)), lambda r: r.param(of_line))
    for i, (value, of_value) in enumerate(lines):
        points = {}
        for r in of_value:
            share = r.value / r.param("tolerance")
            points[r.param(across)] = max(share, points.get(r.param(across), 0))
        colour, marker = series(i)
        panel.axes.plot(sorted(points), [points[x] for x in sorted(points)], color=colour,
                        marker=marker, label=f"{symbol} = {_text(value)}")
    panel.axes.axhline(1, color=COLOUR["soft"], linestyle=":")
    ends = sorted({r.param(across) for r in rows})
    panel.axes.set_xticks(ends, [_text(x) for x in ends])
    panel.axes.minorticks_off()
    panel.axes.set_ylim(0.001, 3)
    panel.axes.set_title(title)
    panel.axes.set_xlabel("tolerance" if across == "tolerance" else "softening ε")
    panel.axes.set_ylabel("error / tolerance")
    legend_below(panel.axes, 2)
    return panel


def _text(value):
    """0.01, 10⁻⁶."""
    exponent = round(math.log10(value))
    return f"{value:g}" if exponent > -3 else f"10{str(exponent).translate(numbers.SUPERSCRIPTS)}"
