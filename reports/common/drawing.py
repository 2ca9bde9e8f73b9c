"""Pieces of the drawings that explain the algorithm: disks in a box, cells, arrows."""

import math

from matplotlib.patches import Circle, Rectangle

from common.figures import COLOUR


def blank(panel, width, height):
    """Axes without a frame, in units of one disk diameter."""
    axes = panel.axes
    axes.set_aspect("equal")
    axes.set_xlim(-0.05, width + 0.05)
    axes.set_ylim(-0.05, height + 0.05)
    axes.axis("off")
    return axes


def frame(axes, width, height):
    """The box; what sticks out of it is cut off."""
    outline = Rectangle((0, 0), width, height, facecolor="none", edgecolor=COLOUR["ink"],
                        linewidth=1, zorder=7)
    axes.add_artist(outline)
    for patch in axes.patches[:-1]:
        patch.set_clip_path(outline)
        patch.set_in_layout(False)  # the box is the size; to measure each disk takes a second


def disk(axes, x, y, colour="soft", filled=True, **options):
    axes.add_artist(Circle((x, y), 0.5, facecolor=COLOUR["pale" if filled else "ground"],
                           edgecolor=COLOUR[colour], linewidth=1, **options))
    axes.add_artist(Circle((x, y), 0.05, facecolor=COLOUR[colour], linewidth=0, zorder=5))


def cells(axes, columns, rows, width, colour_of):
    for i in range(columns):
        for j in range(rows):
            axes.add_artist(Rectangle((i * width, j * width), width, width, zorder=0,
                                      facecolor=colour_of(i, j), edgecolor=COLOUR["line"],
                                      linewidth=0.8))


def arrow(axes, start, end, colour):
    axes.annotate("", xy=end, xytext=start, zorder=6,
                  arrowprops={"arrowstyle": "-|>", "color": COLOUR[colour], "linewidth": 1.3,
                              "shrinkA": 0, "shrinkB": 0, "mutation_scale": 8})


def scattered(width, height, gap=1.04, tries=4000, seed=7):
    """Disks dropped one by one where they fit: a Lehmer generator keeps the drawing fixed."""
    placed, state = [], seed
    for _ in range(tries):
        state = state * 48271 % 2147483647
        x = state / 2147483647 * width
        state = state * 48271 % 2147483647
        y = state / 2147483647 * height
        if all(math.hypot(x - a, y - b) >= gap for a, b in placed):
            placed.append((x, y))
    return placed
