"""Paper Figure 8 of event chains: a constraint graph divided between two processors, with doubled disks at the border."""

from common import drawing
from common.artifact import Artifact
from common.event_chains import graph
from common.figures import Figure, Panel

SIZE = (11.0, 4.6)


def build(context, records):
    centres = drawing.scattered(*SIZE, gap=1.02, seed=23)
    arrows, needless = graph(centres)
    kept = [pair for pair in arrows if pair not in needless]
    right = {i for i, (x, _) in enumerate(centres) if x > SIZE[0] / 2}
    across = [pair for pair in kept if (pair[0] in right) != (pair[1] in right)]
    doubled = {i for pair in across for i in pair}
    panel = Panel("ecmc-figure-8", "A constraint graph on two processors", (6.4, 3.0))
    axes = drawing.blank(panel, *SIZE)
    for i, (x, y) in enumerate(centres):
        drawing.disk(axes, x, y, colour="accent" if i in right else "blue", filled=i in doubled, zorder=2)
    for i, j in kept:
        drawing.arrow(axes, centres[i], centres[j], "red" if (i, j) in across else "ink")
    drawing.frame(axes, *SIZE)
    return Artifact("", [], [Figure(
        f"The graph of {len(centres)} disks, pruned to first order, {len(kept)} arrows, on two processors "
        f"(blue, amber). An active disk crosses from one to the other along {len(across)} arrows (red); the "
        f"{len(doubled)} disks at their ends (filled) are held by both. This suite has no scheme with event "
        "chains on several processors.", [panel], wide=True)])
