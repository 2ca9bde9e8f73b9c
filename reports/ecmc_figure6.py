"""Paper Figure 6c: arrows of the constraint graph that a long chain has never lifted along.

Reads   validation records "arrows never solicited, fraction"; validation/data/ecmc_graphs.csv
"""

import math

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.selection import group_by
from common.tables import Cell, Table, not_run, number, published, right, text

METRIC = "arrows never solicited, fraction"
DATA = "ecmc_graphs.csv"
COLUMNS = ("quantity", "sweeps", "value", "disks", "where")
FIRST_OF_FIT = 24  # sweeps: before, most arrows wait for the chain to come by at all


def build(context, records):
    lead = ("One chain along +x, with cells and without a graph, sooner or later lifts along every "
            "arrow that is not redundant. The paper extrapolates logarithmically (its formula is "
            "lost) and concludes that its graph is essentially minimal. The line against the "
            "inverse logarithm is our choice.")
    known = [row for row in context.data.rows(DATA, COLUMNS)
             if row["quantity"] == "never solicited"]
    runs = group_by(sorted((r for r in records if r.metric == METRIC and r.value > 0),
                           key=lambda r: (r.disks, r.number("sweeps"))), lambda r: r.disks)
    figures = [_figure(runs, known)] if runs else []
    return Artifact(lead, [_table(runs, known), _fits(runs, known)], figures)


def fitted(points):
    """(a, b) of the least squares line a + b / ln(sweeps), or None below three points."""
    points = [(1 / math.log(s), f) for s, f in points if s >= FIRST_OF_FIT]
    if len(points) < 3:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    slope = (sum((x - mean_x) * (y - mean_y) for x, y in points)
             / sum((x - mean_x) ** 2 for x, _ in points))
    return mean_y - slope * mean_x, slope


def _ours(rows):
    return [(r.number("sweeps"), r.value) for r in rows]


def _theirs(known):
    return [(row.number("sweeps"), row.number("value")) for row in known]


def _figure(runs, known):
    return Figure("Arrows never lifted along, as a fraction of all, after a number of sweeps (one "
                  "lifting for each disk). Grey diamonds: measured earlier, by other "
                  "programs on another configuration. Right: against the inverse logarithm, with "
                  f"lines a + b / ln(sweeps) through the points from {FIRST_OF_FIT} sweeps on.",
                  [_panel(runs, known, False), _panel(runs, known, True)])


def _panel(runs, known, inverse):
    letter = "d" if inverse else "c"
    panel = Panel(f"ecmc-figure-6{letter}", "Arrows never solicited against "
                  + ("the inverse logarithm of sweeps" if inverse else "sweeps"))
    axes = panel.axes
    curves = [(f"N = {numbers.count(disks)}", _ours(rows), *series(i))
              for i, (disks, rows) in enumerate(runs)]
    curves.append((f"N = {numbers.count(65536)}, earlier measurement", _theirs(known), COLOUR["soft"],
                   "D"))
    for name, points, colour, marker in curves:
        points = [(s, f) for s, f in points if s >= (FIRST_OF_FIT if inverse else 0)]
        axes.plot([1 / math.log(s) if inverse else s for s, _ in points],
                  [f for _, f in points], color=colour, marker=marker, label=name,
                  linestyle="none" if inverse or marker == "D" else "-")
        line = fitted(points)
        if inverse and line:
            right = max(1 / math.log(s) for s, _ in points)
            axes.plot([0, right], [line[0], line[0] + line[1] * right], color=colour,
                      linewidth=0.9)
    axes.set_ylabel("fraction never solicited")
    if inverse:
        axes.set_xlabel("1 / ln(sweeps)")
        axes.axhline(0, color=COLOUR["soft"], linewidth=0.8)
        axes.set_xlim(left=0)
    else:
        logarithmic(axes.xaxis)
        axes.set_ylim(0, 1)
        axes.set_xlabel("sweeps")
    legend_below(axes)
    return panel


def _table(runs, known):
    theirs = {row.number("sweeps"): row for row in known}
    sweeps = sorted(set(theirs) | {r.number("sweeps") for _, rows in runs for r in rows})

    def ours(rows):
        def found(s):
            r = next((r for r in rows if r.number("sweeps") == s), None)
            return r and Cell(f"{100 * r.value:.1f} %", raw=r.value, note=r.note, record=r,
                              kind="recorded" if r.recorded else "ours")
        return found

    def earlier(s):
        row = theirs.get(s)
        return row and published(f"{100 * row.number('value'):.1f} %", raw=row.number("value"),
                                 note=row["where"])

    return Table("ecmc-figure-6", "Arrows never solicited",
                 [right("Sweeps", numbers.count)]
                 + [right(f"N = {numbers.count(disks)}", ours(rows), missing=numbers.MISSING)
                    for disks, rows in runs]
                 + ([] if runs else [right("Ours", lambda _: not_run())])
                 + [right("Earlier measurement", earlier, missing=numbers.MISSING)],
                 rows=sweeps, folded=True)


def _fits(runs, known):
    curves = [(f"N = {numbers.count(disks)}", _ours(rows)) for disks, rows in runs]
    curves.append((f"N = {numbers.count(65536)}, earlier measurement", _theirs(known)))
    lines = [{"points": name, "sweeps": [s for s, _ in points if s >= FIRST_OF_FIT],
              "line": fitted(points)} for name, points in curves if fitted(points)]
    return Table("ecmc-figure-6-fit", "Lines a + b / ln(sweeps)",
                 [text("Points of", "points"),
                  text("Sweeps", "sweeps", lambda used: f"{min(used):g} to {max(used):g}"),
                  number("a", lambda line: line["line"][0], "{:.4f}"),
                  number("b", lambda line: line["line"][1], "{:.4f}")],
                 note="a is what would never be used. It is below zero where the fraction falls "
                      "faster than the inverse logarithm: such a line cannot tell how many arrows "
                      "are redundant, only that no finite share is left over.", rows=lines)
