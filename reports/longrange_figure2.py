"""Paper Figure 2 of long-range models: the tiles of two devices, and what they exchange."""

from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel
from longrange_figure1 import TILES, grid

GAP = 2


def build(context, records):
    panel = Panel("longrange-figure-2", "Tiles of two devices, and what they exchange", (4.6, 3.4))
    axes = panel.axes
    half = TILES // 2
    for device, left in enumerate((0, half + GAP)):
        own = range(device * half, device * half + half)
        grid(axes, left, half, lambda i, j, own=own: COLOUR["pale"] if j in own else COLOUR["line"])
        axes.text(left + half / 2, TILES + 0.3, f"device {device + 1}: forces on its half", ha="center", fontsize=8)
        axes.text(left + half / 2, -0.6, f"particles i, {half} of {TILES} tiles", ha="center", fontsize=8)
    for y, start, end in ((half / 2, half, half + GAP), (half + half / 2, half + GAP, half)):
        axes.annotate("", (end, y), (start, y),
                      arrowprops={"arrowstyle": "-|>", "color": COLOUR["accent"], "linewidth": 1.5})
    axes.text(half + GAP / 2, half, "positions", ha="center", va="center", fontsize=7.5, color=COLOUR["accent"])
    axes.text(-0.6, TILES / 2, "particles j, all", va="center", rotation=90, fontsize=8)
    axes.set(xlim=(-1, TILES + GAP + 0.2), ylim=(-1, TILES + 1))
    return Artifact("", [], [Figure(
        "Each of two devices has the forces, momenta and positions of half of the particles, and needs the "
        "positions of all: before each evaluation of the forces it gets those of the other half (grey lines; "
        "arrows). In a time step of three evaluations 3 N positions are copied, beside N² terms of forces "
        "for each evaluation. The suite's form of this is gpu/longrange, with parts that may be on one "
        "device.", [panel])])
