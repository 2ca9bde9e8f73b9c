"""Paper Figure 10 of star clusters: an array of stars becomes an array for each property that the kernels read.

The numbers of properties are the paper's (appendix A.1): 46 of a star, 5 of them read by the kernels.
"""

from matplotlib.patches import Rectangle

from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, series

ALL, READ, BYTES, STARS, LINE = 46, ("r", "m", "E", "J", "φ"), 8, 3, 128


def build(context, records):
    panel = Panel("cmc-figure-10", "Stars as structures, and as one array for each property", (6.4, 2.3))
    axes = panel.axes
    axes.axis("off")
    width = 1 / ALL
    for star in range(STARS):
        for k in range(ALL):
            colour = series(k)[0] if k < len(READ) else COLOUR["line"]
            axes.add_patch(Rectangle((star * 1.05 + k * width, 1.2), width, 0.4, facecolor=colour,
                                     edgecolor=COLOUR["ground"], linewidth=0.3))
        axes.text(star * 1.05 + 0.5, 1.72, f"star {star + 1}", ha="center", fontsize=8)
        for k in range(len(READ)):
            left = k * 0.64 + star * 0.16
            axes.add_patch(Rectangle((left, 0), 0.16, 0.4, facecolor=series(k)[0],
                                     edgecolor=COLOUR["ground"], linewidth=0.8))
            axes.annotate("", (left + 0.08, 0.42), (star * 1.05 + (k + 0.5) * width, 1.18),
                          arrowprops={"arrowstyle": "-", "color": series(k)[0], "linewidth": 0.6, "alpha": 0.7})
    for k, name in enumerate(READ):
        axes.text(k * 0.64 + 0.24, -0.12, f"{name} of all stars", ha="center", va="top", fontsize=8)
    axes.set(xlim=(0, STARS * 1.05), ylim=(-0.3, 1.95))
    return Artifact("", [], [Figure(
        f"Above: {STARS} stars as structures of {ALL} numbers of {BYTES} bytes, of which the kernels read the "
        f"{len(READ)} in colour. Below: an array for each of them. The kernels need {len(READ) * BYTES} of the "
        f"{ALL * BYTES} bytes of a structure, {100 * len(READ) / ALL:.0f} %; 32 threads that read one number each of "
        f"32 stars touch 32 lines of {LINE} bytes in structures and {32 * BYTES // LINE} in an array.",
        [panel], wide=True)])
