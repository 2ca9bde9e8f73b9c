"""Violent relaxation of the HMF model in phase space, and the collapse of an annulus in the plane.

Reads   validation records "relative error of the energy" of longrange/precision, with their series
"""

import math

from common import columns
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel
from common.tables import Table, text


def grouped(count):
    """20 000."""
    return f"{count:,}".replace(",", "\u202f")


def build(context, records):
    lead = ("What the energies of Figures 3 and 5 do not show: where the particles are. Without "
            "collisions phase space is stirred and not mixed; filaments wind up and become finer "
            "until no measurement tells them from a smooth state that is not the equilibrium.")
    drawn = []
    lost = [r for r in records if not r.param("series")]
    for record in sorted((r for r in records if r.param("series")), key=lambda r: r.param("model"), reverse=True):
        drawn.append(_circle(record) if record.param("model") == "hmf" else _plane(record))
    tables = [Table("longrange-phase-space-lost", "Runs without a picture",
                    [text("Model", "params.model?"), columns.SCHEME, columns.VERDICT, text("Why", "note", kind="wrap")],
                    rows=lost)] if lost else []
    return Artifact(lead, tables, drawn)


def _dots(axes, xs, ys, colour):
    """All dots as one path of strokes that are all cap: a mark for each would make the page large."""
    left, right = axes.get_xlim()
    half = 2e-4 * (right - left)
    x = [v for a in xs for v in (a - half, a + half, math.nan)]
    y = [v for a in ys for v in (a, a, math.nan)]
    axes.plot(x, y, color=colour, linewidth=1.3, solid_capstyle="round")


def _circle(record):
    panels = []
    for frame in record.param("series"):
        panel = Panel(f"longrange-hmf-{frame['time']:g}", f"Phase space at t = {frame['time']:g}",
                      (2.9, 2.4))
        panel.axes.set_title(f"t = {frame['time']:g}")
        panel.axes.set_xlim(-math.pi, math.pi)
        panel.axes.set_ylim(-2.1, 2.1)
        panel.axes.set_xticks([-math.pi, 0, math.pi], ["−π", "0", "π"])
        panel.axes.set_xlabel("angle")
        panel.axes.set_ylabel("momentum")
        _dots(panel.axes, frame["x"], frame["y"], COLOUR["accent"])
        panels.append(panel)
    return Figure(f"HMF model, N = {grouped(record.param('particles'))}: a narrow band of "
                  "momenta on a part of the circle falls into its own well, and winds up.", panels)


def _plane(record):
    panels = []
    for frame in record.param("series"):
        panel = Panel(f"longrange-plane-{frame['time']:g}", f"Positions at t = {frame['time']:g}",
                      (2.6, 2.6))
        panel.axes.set_title(f"t = {frame['time']:g}")
        panel.axes.set_xlim(-2.2, 2.2)
        panel.axes.set_ylim(-2.2, 2.2)
        panel.axes.set_aspect("equal")
        _dots(panel.axes, frame["x"], frame["y"], COLOUR["blue"])
        panels.append(panel)
    return Figure(f"Two-dimensional gravity, N = {grouped(record.param('particles'))}: an "
                  "annulus at rest from R = 1 to 1.5 collapses and breaks up into clumps, which "
                  "merge into a core with a halo.", panels)
