"""Paper Figure 2 of event chains, the proof of Lemma 2 on its suite C4: after the last lifting active disks
go straight on, and what they sweep meets no static disk, so that the last lifting can be undone.

Reads   validation/data/ecmc_suites.csv
"""

from matplotlib.patches import FancyBboxPatch

from common import drawing
from common.artifact import Artifact
from common.event_chains import one_clock
from common.figures import COLOUR, Figure, Panel, legend_below, series
from ecmc_figure1 import suite


def build(context, records):
    leg = suite(context)
    liftings, tracks = one_clock(leg)
    ends = {disk: x + end - start for disk, start, x, end in tracks}  # the last track of a disk wins
    return Artifact("", [], [Figure(
        "The suite C4. (a) Its three liftings, one clock; behind the last (dashed) no lifting follows, and "
        "the active disks go straight on to the end of the leg. (b) The end: what the active disks (amber) "
        "have swept since the last lifting meets no static disk. The lifting can be undone, and so can all "
        "before it.",
        [_tracks(leg, liftings, tracks), _plane(leg, liftings[-1][0], tracks, ends)])])


def _tracks(leg, liftings, tracks):
    panel = Panel("ecmc-figure-2a", "Tracks of the four disks of C4")
    axes = panel.axes
    for disk, x in enumerate(leg.x):
        colour, _ = series(disk)
        corners = [(0, x)]
        for k, start, at, end in tracks:
            if k == disk:
                corners += [(start, at), (end, at + end - start)]
        axes.plot(*zip(*corners, (leg.duration, corners[-1][1])), color=colour, label=f"disk {disk}")
    for time, i, j in liftings:
        axes.axvline(time, color=COLOUR["soft"], linewidth=0.8, linestyle="--" if time == liftings[-1][0] else ":")
        axes.text(time, axes.get_ylim()[1], f" {i} → {j}", fontsize=7.5, color=COLOUR["soft"], va="bottom", rotation=40)
    axes.set_xlabel("time, in diameters")
    axes.set_ylabel("x, in diameters")
    legend_below(axes, columns=4)
    return panel


def _plane(leg, last, tracks, ends):
    panel = Panel("ecmc-figure-2b", "The end of C4: swept areas and static disks", (3.2, 2.4))
    axes = drawing.blank(panel, 4.4, 2.6)
    axes.set_xlim(-0.7, 4.6)
    axes.set_ylim(-0.7, 2.3)
    active = {disk for disk, _, _, end in tracks if end == leg.duration}
    for disk, y in enumerate(leg.y):
        x = ends.get(disk, leg.x[disk])
        if disk in active:
            back = leg.duration - last
            axes.add_artist(FancyBboxPatch((x - back, y), back, 0, boxstyle="round,pad=0.5", facecolor=COLOUR["pale"],
                                           edgecolor="none", zorder=1))
            drawing.arrow(axes, (x, y), (x - back, y), "ink")
        drawing.disk(axes, x, y, colour="accent" if disk in active else "soft", filled=disk in active, zorder=2)
        axes.text(x, y + 0.14, str(disk), fontsize=8, ha="center", zorder=8)
    axes.set_title("(b) backwards to the last lifting", fontsize=8.5)
    return panel
