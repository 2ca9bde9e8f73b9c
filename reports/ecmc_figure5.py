"""Paper Figure 5 of event chains: lanes, arrows that others make needless, impact paths.

All is found in one configuration, that of disks dropped where they fit (common/drawing.py), by the rules of section 3.1.
"""

from matplotlib.patches import Rectangle

from common import drawing
from common.artifact import Artifact
from common.event_chains import Leg, graph, lanes
from common.figures import COLOUR, Figure, Panel

SIZE = (12.0, 7.0)
WINDOW = (3.6, 2.6)  # of a panel, about the middle of what it shows


def build(context, records):
    centres = drawing.scattered(*SIZE, gap=1.02, seed=5)
    leg = Leg(centres, [], 0)
    arrows, needless = graph(centres)
    inner = [i for i, (x, y) in enumerate(centres) if 1 < x < 9 and 1.4 < y < 5.6]
    three = min((i for i in inner if len(lanes(centres, i)) == 3), key=lambda i: max(
        centres[j][0] for j in lanes(centres, i).values()) - centres[i][0])
    implied = next(pair for pair in needless if pair[0] in inner)
    kept = [pair for pair in arrows if pair not in needless]
    one = next(pair for pair in kept if pair[0] in inner)
    two = min(((a, b) for a in kept for b in kept if not set(a) & set(b) and a[0] in inner),
              key=lambda pairs: _apart(centres, *pairs))
    return Artifact("", [], [Figure(
        "Disks that another can lift to. (a) The nearest disk ahead in each of three lanes (grey) along the "
        "direction of motion. (b) The arrow in red is needless: through the disk between them, the two are "
        "always further apart than at contact. (c) The impact path of an arrow: no other disk can be on it. "
        "(d) So two arrows do not cross: the impact path of each keeps the disks of the other on one side. "
        "All is found among the same disks, dropped at random.",
        [_panel("a", "three lanes", centres, three, [(three, j) for j in lanes(centres, three).values()], lane=True),
         _panel("b", "a needless arrow", centres, implied[0],
                [(implied[0], needless[implied]), (needless[implied], implied[1])], red=implied),
         _panel("c", "an impact path", centres, one[0], [one], impact=leg),
         _panel("d", "two arrows", centres, two[0][0], list(two), impact=leg)])])


def _apart(centres, a, b):
    """How far the middles of two arrows are from each other, squared."""
    middle = [[(centres[i][k] + centres[j][k]) / 2 for k in (0, 1)] for i, j in (a, b)]
    return sum((p - q) ** 2 for p, q in zip(*middle))


def _panel(letter, title, centres, focus, arrows, lane=False, red=None, impact=None):
    panel = Panel(f"ecmc-figure-5{letter}", f"Constraint graph: {title}", (2.6, 2.2))
    axes = drawing.blank(panel, *WINDOW)
    named = {i for arrow in arrows for i in arrow}
    x0, y0 = ((min(centres[i][k] for i in named) + max(centres[i][k] for i in named) - WINDOW[k]) / 2 for k in (0, 1))
    x, y = centres[focus][0] - x0, centres[focus][1] - y0
    if lane:
        for low, high in ((-1, -0.5), (-0.5, 0.5), (0.5, 1)):
            axes.add_patch(Rectangle((x, y + low), WINDOW[0], high - low, facecolor=COLOUR["line"],
                                     edgecolor=COLOUR["ground"],
                                     linewidth=1.5, alpha=0.5, zorder=0))
    for i, (px, py) in enumerate(centres):
        if not (-1 < px - x0 < WINDOW[0] + 1 and -1 < py - y0 < WINDOW[1] + 1):
            continue
        drawing.disk(axes, px - x0, py - y0, colour="accent" if i in named else "soft", filled=i in named, zorder=2)
    for i, j in [*arrows, *([red] if red else [])]:
        drawing.arrow(axes, (centres[i][0] - x0, centres[i][1] - y0), (centres[j][0] - x0, centres[j][1] - y0),
                      "red" if (i, j) == red else "ink")
    for i, j in arrows if impact else ():
        half = impact.apart(i, j) / 2  # the point of contact is so far from both centres along x
        height = (centres[i][1] + centres[j][1]) / 2 - y0
        axes.plot([centres[i][0] + half - x0, centres[j][0] - half - x0], [height, height],
                  color=COLOUR["blue"], linewidth=2.4,
                  zorder=7, solid_capstyle="butt")
    axes.set_xlim(0, WINDOW[0])
    axes.set_ylim(0, WINDOW[1])
    drawing.frame(axes, *WINDOW)
    axes.set_title(f"({letter}) {title}", fontsize=8.5)
    return panel
