"""Paper Figure 2 of star clusters: sample sort, done on the radii of 2000 stars of a Plummer model.

Reads   validation/data/cmc_start_n2000.csv
"""

import bisect
import random

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, logarithmic, series
from common.tables import Table, right, text

PROCESSORS, SAMPLES = 4, 16  # samples of each processor


def build(context, records):
    radii = [row.number("r") for row in context.data.rows("cmc_start_n2000.csv", ("r",))]
    random.Random(1).shuffle(radii)
    share = len(radii) // PROCESSORS
    blocks = [sorted(radii[p * share:(p + 1) * share]) for p in range(PROCESSORS)]
    samples = sorted(block[(2 * k + 1) * share // (2 * SAMPLES)] for block in blocks for k in range(SAMPLES))
    splitters = [samples[p * SAMPLES] for p in range(1, PROCESSORS)]
    cuts = [[0, *(bisect.bisect_left(block, s) for s in splitters), share] for block in blocks]
    sent = [[cut[q + 1] - cut[q] for q in range(PROCESSORS)] for cut in cuts]
    table = Table("cmc-figure-2", "Stars that each processor sends in a sample sort", [
        text("From", lambda p: f"processor {p + 1}"),
        *(right(f"to {q + 1}", lambda p, q=q: sent[p][q]) for q in range(PROCESSORS))], rows=range(PROCESSORS))
    table.line({"From": "after the exchange",
                **{f"to {q + 1}": sum(row[q] for row in sent) for q in range(PROCESSORS)}})
    return Artifact("", [table], [Figure(
        f"Sample sort of the radii of {numbers.whole(len(radii))} stars on {PROCESSORS} processors. (1) Each sorts "
        "its own stars (a line each, in the colour of the processor that gets it). (2) Of each, "
        f"{SAMPLES} samples (marks). (3) The sorted samples give {PROCESSORS - 1} splitters (dashed). (4) Stars go "
        "where the splitters say; (5) each processor merges what it got, and all are sorted.",
        [_panel(blocks, splitters, cuts)], wide=True)])


def _panel(blocks, splitters, cuts):
    panel = Panel("cmc-figure-2", "Sample sort of the radii of stars on four processors", (6.4, 2.6))
    axes = panel.axes
    for p, block in enumerate(blocks):
        for q in range(PROCESSORS):
            part = block[cuts[p][q]:cuts[p][q + 1]]
            axes.plot(part, [-p] * len(part), linestyle="none", marker="|", markersize=9,
                      markeredgewidth=0.5, color=series(q)[0])
        share = len(block)
        ticks = [block[(2 * k + 1) * share // (2 * SAMPLES)] for k in range(SAMPLES)]
        axes.plot(ticks, [-p + 0.3] * SAMPLES, linestyle="none", marker="v", markersize=3, color=COLOUR["ink"])
    for s in splitters:
        axes.axvline(s, color=COLOUR["soft"], linestyle="--", linewidth=1)
    logarithmic(axes.xaxis)
    axes.set_yticks([-p for p in range(PROCESSORS)], [f"processor {p + 1}" for p in range(PROCESSORS)])
    axes.set_ylim(-PROCESSORS + 0.5, 0.6)
    axes.set_xlabel("radius of a star")
    return panel
