"""Paper Figure 1 of long-range models: the sum of all forces in tiles, and what it reads, counted.

Source    section 3.2: a tile has as many particles i as j, the threads of a block
"""

from matplotlib.patches import Rectangle

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel
from common.tables import Table, right

TILES = 8
COLUMNS = ("table", "N", "column", "tile_size")


def grid(axes, left, columns, shade):
    """Tiles of forces on particles i (columns), by particles j (lines); `shade`: colour of a tile."""
    for i in range(columns):
        for j in range(TILES):
            axes.add_patch(Rectangle((left + i, j), 1, 1, facecolor=shade(i, j), edgecolor=COLOUR["soft"], linewidth=0.6))
    axes.set(aspect="equal", xticks=[], yticks=[])
    axes.axis("off")


def build(context, records):
    panel = Panel("longrange-figure-1", "Tiles of the sum of all forces", (3.2, 3.2))
    axes = panel.axes
    block, now = 2, 4
    grid(axes, 0, TILES, lambda i, j: COLOUR["accent" if (i, j) == (block, now) else
                                             "pale" if i == block else "ground"])
    axes.annotate("", (block + 0.5, TILES + 0.1), (block + 0.5, TILES + 0.9),
                  arrowprops={"arrowstyle": "-|>", "color": COLOUR["ink"]})
    axes.text(block + 0.8, TILES + 0.4, "a block of threads", fontsize=8)
    axes.text(TILES / 2, -0.6, "particles i", ha="center", fontsize=8)
    axes.text(-0.6, TILES / 2, "particles j", va="center", rotation=90, fontsize=8)
    axes.set(xlim=(-1, TILES + 0.2), ylim=(-1, TILES + 1))
    known = context.data.rows("longrange_tables.csv", COLUMNS)
    rows = {(row["table"], row["N"]): row for row in known if row["tile_size"]}
    table = Table("longrange-figure-1", "Tiles of the paper's runs, and what they save", [
        right("Table", lambda row: row["table"]), right("N", lambda row: numbers.whole(int(row.number("N")))),
        right("Particles in a tile", lambda row: int(row.number("tile_size"))),
        right("Tiles", lambda row: numbers.whole(round((row.number("N") / row.number("tile_size")) ** 2))),
        right("Reads of global memory, 10⁶ particles", lambda row: numbers.significant(
            row.number("N") ** 2 / row.number("tile_size") / 1e6)),
        right("without tiles", lambda row: numbers.significant(row.number("N") ** 2 / 1e6))],
                  rows=rows.values(), note="Counted, not timed: each of the N / n blocks of n threads reads "
                                           "all N particles once, and shares them.")
    return Artifact("", [table], [Figure(
        "Forces of all particles j (lines) on all particles i (columns) in tiles. A block of threads, one "
        "for each particle i of its column, goes through the tiles of its column: it reads the particles j "
        "of a tile once into shared memory, for all its threads. The kernel of this suite is "
        "gpu/longrange/tile_forces.hpp.", [panel])])
