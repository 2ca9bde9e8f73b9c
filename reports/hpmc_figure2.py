"""Paper Figure 2 of hard shapes: a binary tree of boxes, built on squares of a run (common/squares.py).

Nodes lie in the order of a walk that visits a node before what it holds; leaves hold two bodies.
"""

from matplotlib.patches import Polygon, Rectangle

from common import drawing, squares
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel

COLOURS = ("ink", "blue", "green", "accent")


class Node:
    def __init__(self, bodies, level):
        self.level, self.bodies = level, bodies
        points = [point for body in bodies for point in squares.corners(body)]
        self.low, self.high = ([pick(p[k] for p in points) for k in (0, 1)] for pick in (min, max))
        wide = 0 if self.high[0] - self.low[0] >= self.high[1] - self.low[1] else 1
        ordered = sorted(bodies, key=lambda body: body[wide])
        half = -(-len(bodies) // 4) * 2
        self.parts = [Node(part, level + 1) for part in (ordered[:half], ordered[half:])] if len(bodies) > 2 else []

    def walk(self):
        return [self, *(node for part in self.parts for node in part.walk())]


def build(context, records):
    side, bodies = squares.fluid()
    chosen = [body for body in bodies if body[0] < side * 0.48 and body[1] < side * 0.31][:12]
    root = Node(chosen, 0)
    nodes = root.walk()
    return Artifact("", [], [Figure(
        f"A tree of {len(nodes)} boxes over {len(chosen)} squares of a Monte Carlo run. First the tree; the "
        "numbers are places in memory. Then the squares, with the box of each node in the colour of its "
        "level. A query leaves out all that a box holds as soon as the box is missed.", [_tree(nodes), _boxes(nodes, chosen)])])


def _tree(nodes):
    panel = Panel("hpmc-figure-2a", "The tree of boxes", (3.6, 2.4))
    axes = panel.axes
    axes.axis("off")
    leaves = [node for node in nodes if not node.parts]
    place = {}
    for node in reversed(nodes):
        place[node] = leaves.index(node) if not node.parts else sum(place[part] for part in node.parts) / 2
    for number, node in enumerate(nodes):
        for part in node.parts:
            axes.plot([place[node], place[part]], [-node.level, -part.level], color=COLOUR["line"], zorder=1)
        axes.text(place[node], -node.level, str(number), ha="center", va="center", fontsize=8, zorder=3,
                  bbox={"boxstyle": "square,pad=0.4", "facecolor": COLOUR["ground"],
                        "edgecolor": COLOUR[COLOURS[node.level % 4]]})
    axes.set_ylim(-max(node.level for node in nodes) - 0.4, 0.4)
    axes.set_xlim(-0.6, len(leaves) - 0.4)
    return panel


def _boxes(nodes, chosen):
    panel = Panel("hpmc-figure-2b", "The boxes around the squares", (3.6, 2.4))
    root = nodes[0]
    axes = drawing.blank(panel, 1, 1)
    axes.set_xlim(root.low[0] - 0.3, root.high[0] + 0.3)
    axes.set_ylim(root.low[1] - 0.3, root.high[1] + 0.3)
    for body in chosen:
        axes.add_artist(Polygon(squares.corners(body), facecolor=COLOUR["pale"], edgecolor=COLOUR["soft"], linewidth=0.7))
    for number, node in enumerate(nodes):
        out = 0.18 - 0.05 * node.level
        axes.add_artist(Rectangle((node.low[0] - out, node.low[1] - out), node.high[0] - node.low[0] + 2 * out,
                                  node.high[1] - node.low[1] + 2 * out, facecolor="none",
                                  edgecolor=COLOUR[COLOURS[node.level % 4]], linewidth=1))
        if not node.parts:
            axes.text(*((a + b) / 2 for a, b in zip(node.low, node.high)), str(number), fontsize=7.5,
                      ha="center", va="center")
    return panel
