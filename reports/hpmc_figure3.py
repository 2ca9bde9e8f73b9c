"""Paper Figure 3 of hard shapes: domains of a triclinic box, and the areas in which nothing moves."""

from matplotlib.patches import Polygon

from common import drawing
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel

WIDTH, HEIGHT, TILT = 8.0, 6.0, 0.35  # diameters; x of the upper side is shifted by TILT * HEIGHT
RISE = (1 + TILT * TILT) ** 0.5  # a strip one diameter wide is so wide along x


def build(context, records):
    disks = [(x, y) for x, y in drawing.scattered(WIDTH, HEIGHT, seed=19)]
    still = [p for p in disks if not _active(*p)]
    panel = Panel("hpmc-figure-3", "Domains of a triclinic box and their inactive areas", (5.6, 3.4))
    axes = drawing.blank(panel, WIDTH + TILT * HEIGHT, HEIGHT)
    for i in (0, 1):
        for j in (0, 1):
            _fill(axes, i * WIDTH / 2, j * HEIGHT / 2, WIDTH / 2, HEIGHT / 2, "ground", "ink")
            _fill(axes, (i + 1) * WIDTH / 2 - RISE, j * HEIGHT / 2, RISE, HEIGHT / 2, "line")
            _fill(axes, i * WIDTH / 2, j * HEIGHT / 2, WIDTH / 2, 1, "line")
    for x, y in disks:
        drawing.disk(axes, x + TILT * y, y, colour="soft" if (x, y) in still else "accent",
                     filled=(x, y) not in still, zorder=3)
    x, y = max((p for p in disks if p not in still and p[0] < WIDTH / 2), key=lambda p: (p[1] > HEIGHT / 2, p[0]))
    drawing.arrow(axes, (x + TILT * y, y), (x + TILT * y + WIDTH / 2 - x - 0.4 * RISE, y), "red")
    for i in (0, 1, 2):
        axes.plot([i * WIDTH / 2, i * WIDTH / 2 + TILT * HEIGHT], [0, HEIGHT], color=COLOUR["ink"],
                  linewidth=0.9, zorder=6)
        axes.plot([TILT * i * HEIGHT / 2, TILT * i * HEIGHT / 2 + WIDTH], [i * HEIGHT / 2] * 2,
                  color=COLOUR["ink"], linewidth=0.9, zorder=6)
    axes.set_xlim(-0.5, WIDTH + TILT * HEIGHT + 0.5)
    axes.set_ylim(-0.5, HEIGHT + 0.5)
    return Artifact("", [], [Figure(
        f"A triclinic box in four domains, with {len(disks)} disks dropped where they fit. Along the right "
        f"and the lower side of each domain lies a strip one diameter wide (grey): the {len(still)} disks "
        "with their centre in it (white) rest during a step, and a trial that would end there is rejected "
        "(red). Disks of different domains that may move are never near enough to meet.", [panel])])


def _active(x, y):
    return x % (WIDTH / 2) < WIDTH / 2 - RISE and y % (HEIGHT / 2) >= 1


def _fill(axes, x, y, width, height, colour, edge="none"):
    points = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    axes.add_artist(Polygon([(p + TILT * q, q) for p, q in points], facecolor=COLOUR[colour],
                            edgecolor=COLOUR[edge] if edge != "none" else "none", linewidth=0.8, zorder=1))
