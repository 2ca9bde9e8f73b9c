"""Paper Figure 1 of star clusters: the flow chart of a step, with what each part costs here.

Reads   benchmark records "seconds per step" with the processor time of each part; without them the chart has no times
"""

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel

# part, cost for N stars (paper, section 2.2), name of the part in records
STEPS = (("potential", "N", "potential"), ("time step", "N", "timestep"), ("relaxation, encounters", "N", "encounters"),
         ("stellar evolution", "N", None), ("orbits and positions", "N log N", "orbits"),
         ("sort by radius", "N log N", "sort"))


def build(context, records):
    timed = [r for r in records if r.param("largest_phase_seconds") and r.verdict != "fail"]
    largest = max(timed, key=lambda r: (r.number("stars"), -r.number("ranks", 1)), default=None)
    panel = Panel("cmc-figure-1", "Flow chart of a step of a star cluster", (5.2, 3.6))
    axes = panel.axes
    axes.axis("off")
    axes.set(xlim=(-1.7, 5.2), ylim=(-len(STEPS) + 0.3, 0.6))
    for k, (part, cost, module) in enumerate(STEPS):
        axes.text(0, -k, part, ha="center", va="center", fontsize=8.5, bbox={
            "boxstyle": "round,pad=0.5", "facecolor": COLOUR["pale" if module else "ground"],
            "edgecolor": COLOUR["soft"]})
        axes.text(2.0, -k, f"O({cost})", va="center", fontsize=8, color=COLOUR["soft"])
        axes.text(3.2, -k, _share(largest, module), va="center", fontsize=8)
        if k:
            axes.annotate("", (0, -k + 0.27), (0, -k + 0.73), arrowprops={"arrowstyle": "-|>", "color": COLOUR["soft"]})
    bottom = -len(STEPS) + 1
    axes.annotate("", (-1.1, 0), (-1.1, bottom), arrowprops={
        "arrowstyle": "-|>", "color": COLOUR["soft"], "connectionstyle": "bar,fraction=-0.06"})
    said = ("At the right: share of the processor time of a step, "
            f"{numbers.whole(int(largest.number('stars')))} stars, {largest.scheme.split('/')[-1]}; the rest "
            "goes to diagnostics and to waiting."
            if largest else "Shares of the time of a step: not run here.")
    return Artifact("", [], [Figure(
        "A step of Hénon's method, its cost for N stars as the paper states it, repeated until the end of "
        f"the run. White: all stars lose mass by a table, where a run has one; they do not evolve. {said}", [panel])])


def _share(record, phase):
    if phase is None:
        return "by a table"
    spent = record and record.param("largest_phase_seconds")
    return f"{100 * spent[phase] / sum(spent.values()):.0f} %" if spent else ""
