"""Paper Figure 1: a serial trial move, drawn from a random packing."""

import math

from common import drawing
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel

CELLS, WIDTH = 5, 1.4
STEPS = (("(i) select", "amber: the disk that was drawn"),
         ("(ii) displace", "arrow: its random displacement"),
         ("(iii) accept or reject", "green: its new place: no overlap\n"
          "amber cells: searched for overlaps"))


def build(context, records):
    side = CELLS * WIDTH
    disks = drawing.scattered(side, side)
    middle = min(disks, key=lambda p: math.hypot(p[0] - side / 2, p[1] - side / 2))
    panels = [_panel(number, *step, disks, middle) for number, step in enumerate(STEPS, 1)]
    return Artifact("", [], [Figure(
        "A serial trial move: a disk (amber, dots are centres) is drawn at random, displaced at "
        "random (arrow, from its old centre to the new one), and stays there (green) if it "
        "overlaps none of the disks in the nine cells around it (amber cells); otherwise it goes "
        "back. Grey lines: cells.", panels)])


def free_move(disks, middle):
    """A displacement that leaves no overlap, searched in growing circles; the longest found."""
    others = [p for p in disks if p != middle]
    best = (0.0, 0.0)
    for k in range(360):
        for length in (0.1, 0.2, 0.3, 0.4, 0.5):
            x = middle[0] + length * math.cos(math.radians(k))
            y = middle[1] + length * math.sin(math.radians(k))
            if any(math.hypot(x - a, y - b) < 1 for a, b in others):
                break
            if length > math.hypot(*best):
                best = (x - middle[0], y - middle[1])
    return middle[0] + best[0], middle[1] + best[1]


def _panel(number, step, legend, disks, middle):
    panel = Panel(f"mpmc-figure-1-{number}", f"Serial trial move: {step}", (2.5, 2.6))
    axes = drawing.blank(panel, CELLS * WIDTH, CELLS * WIDTH)
    home = (int(middle[0] / WIDTH), int(middle[1] / WIDTH))

    def shade(i, j):
        near = max(abs(i - home[0]), abs(j - home[1])) <= 1
        return COLOUR["pale"] if number == 3 and near else COLOUR["ground"]

    drawing.cells(axes, CELLS, CELLS, WIDTH, shade)
    new = free_move(disks, middle)
    for x, y in disks:
        if (x, y) != middle:
            drawing.disk(axes, x, y, filled=False)
    if number < 3:
        drawing.disk(axes, *middle, colour="accent", zorder=3)
    if number > 1:
        drawing.disk(axes, *new, colour="green" if number == 3 else "accent", zorder=4)
        drawing.arrow(axes, middle, new, "ink")
    drawing.frame(axes, CELLS * WIDTH, CELLS * WIDTH)
    axes.set_title(step, loc="left")
    axes.text(0, -0.2, legend, va="top", fontsize=7.5, color=COLOUR["soft"])
    return panel
