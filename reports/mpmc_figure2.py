"""Paper Figure 2: the checkerboard. Active cells are one row or column apart, so their moves are
independent when a cell is wider than the range of interaction."""

import math

from common import drawing
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel

CELLS, WIDTH = 6, 1.4
CAPTIONS = ("(a) active cells of one colour", "(b) eight inactive neighbours are read",
            "(c) a gap of one cell separates them")


def build(context, records):
    disks = drawing.scattered(CELLS * WIDTH, CELLS * WIDTH, seed=11)
    panels = [_panel(letter, text, disks) for letter, text in zip("abc", CAPTIONS)]
    return Artifact("", [], [Figure(
        "The checkerboard: cells of one of four colours (amber) are active at a time; a disk may "
        "not leave its cell (arrows: displacements of active disks); each cell reads its eight "
        "inactive neighbours (grey); two active disks are never closer than the cell between them "
        "is wide (double arrows).", panels)])


def _active(i, j):
    return i % 2 == 0 and j % 2 == 0


def _panel(letter, text, disks):
    panel = Panel(f"mpmc-figure-2{letter}", f"Checkerboard: {text}", (2.5, 2.6))
    axes = drawing.blank(panel, CELLS * WIDTH, CELLS * WIDTH)
    focus = (2, 2)

    def shade(i, j):
        if letter == "b" and max(abs(i - focus[0]), abs(j - focus[1])) == 1:
            return COLOUR["line"]
        return COLOUR["pale"] if _active(i, j) else COLOUR["ground"]

    drawing.cells(axes, CELLS, CELLS, WIDTH, shade)
    for x, y in disks:
        inside = (int(x / WIDTH), int(y / WIDTH))
        active = _active(*inside) and (letter != "b" or inside == focus)
        if letter == "c" and not active:
            continue  # the gap is easier to see without the disks that rest
        drawing.disk(axes, x, y, colour="accent" if active else "soft", filled=active, zorder=3)
        if active and letter == "a":
            angle = 2 * math.pi * (x * 7.3 + y * 3.1)
            drawing.arrow(axes, (x, y), (x + 0.45 * math.cos(angle), y + 0.45 * math.sin(angle)),
                          "ink")
    if letter == "c":
        for j in range(0, CELLS, 2):
            axes.annotate("", xy=(2 * WIDTH, (j + 0.5) * WIDTH), xytext=(WIDTH, (j + 0.5) * WIDTH),
                          arrowprops={"arrowstyle": "<->", "color": COLOUR["ink"], "shrinkA": 0,
                                      "shrinkB": 0})
    drawing.frame(axes, CELLS * WIDTH, CELLS * WIDTH)
    axes.set_title(text, loc="left", fontsize=8.5)
    return panel
