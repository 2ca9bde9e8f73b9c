"""Paper Figure 3: the smallest cell that can hold five disk centres is sqrt(2) diameters wide."""

import math

from common import drawing
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel


def build(context, records):
    width = smallest_cell_of_five()
    lead = (f"Four disks at the corners and one in the middle: the diagonal is two diameters, so "
            f"the cell is w₅ = √2 σ = {width:.6f} σ wide. Any narrower cell holds at most four "
            "disks, which fixes the memory per cell.")
    return Artifact(lead, [], [
        Figure("The densest way to put five disk centres into a square cell.", [_panel(width)])])


def smallest_cell_of_five():
    """The width at which the centre of the square is one diameter from its corners."""
    low, high = 1.0, 2.0
    for _ in range(60):
        width = (low + high) / 2
        low, high = (low, width) if math.hypot(width / 2, width / 2) >= 1 else (width, high)
    return high


def _panel(width):
    panel = Panel("mpmc-figure-3", "Five disks in the smallest cell that can hold them", (2.7, 2.7))
    axes = drawing.blank(panel, width, width)
    axes.set_xlim(-0.75, width + 0.75)
    axes.set_ylim(-0.75, width + 0.75)
    for x in (0, width):
        for y in (0, width):
            drawing.disk(axes, x, y, colour="soft", filled=False, zorder=1)
    drawing.disk(axes, width / 2, width / 2, colour="accent", zorder=1)
    axes.plot([0, width, width, 0, 0], [0, 0, width, width, 0], color=COLOUR["ink"], linewidth=1.2,
              zorder=3)
    axes.plot([0, width], [0, width], color=COLOUR["accent"], linewidth=1, zorder=3)
    axes.text(0.32 * width, 0.47 * width, "2σ", color=COLOUR["ink"], ha="right")
    axes.text(width / 2, -0.6, "w₅ = √2 σ", color=COLOUR["ink"], ha="center", va="top")
    return panel
