"""Paper Figure 3 of event chains: the test suite C4, move by move of two chains in turn.

Reads   validation/data/ecmc_suites.csv
"""

import itertools

from common import drawing
from common.artifact import Artifact
from common.event_chains import local_times
from common.figures import COLOUR, Figure, Panel
from ecmc_figure1 import suite

WIDTH, HEIGHT = 4.7, 3.1


def build(context, records):
    leg = suite(context)
    turn = itertools.count()
    moves = local_times(leg, lambda active: active[next(turn) % len(active)])
    panel = Panel("ecmc-figure-3", "The suite C4, move by move", (9.4, 0.3 + 1.45 * -(-(len(moves) + 1) // 4)))
    rows = -(-(len(moves) + 1) // 4)
    axes = drawing.blank(panel, 4 * WIDTH, rows * HEIGHT)
    _state(axes, 0, rows, "start", leg, leg.x, [0] * 4, set(leg.active))
    for k, move in enumerate(moves, 1):
        done = f"{move.i} lifts to {move.to}" if move.to is not None else f"{move.i} is at the end"
        if move.to is None and move.i in move.active:
            done = f"{move.i} waits in contact"
        _state(axes, k, rows, done, leg, move.x, move.times, move.active)
    return Artifact("", [], [Figure(
        "The suite C4 (centres and length of the leg are those of the authors' program), by Algorithm 4 with "
        "its two chains in turn. Amber: active. In each disk its number, below it its local time as a part "
        "of the leg. Every order of the statements of Algorithm 5 on it is explored in the section on "
        "Algorithm 5.", [panel], wide=True)])


def _state(axes, k, rows, done, leg, x, times, active):
    left, bottom = k % 4 * WIDTH + 0.6, (rows - 1 - k // 4) * HEIGHT + 0.6
    for disk, y in enumerate(leg.y):
        drawing.disk(axes, left + x[disk], bottom + y, colour="accent" if disk in active else "soft",
                     filled=disk in active, zorder=2)
        axes.text(left + x[disk], bottom + y + 0.1, str(disk), fontsize=7, ha="center", zorder=8)
        axes.text(left + x[disk], bottom + y - 0.36, f"{times[disk] / leg.duration:.2f}".lstrip("0"), fontsize=5.5,
                  ha="center", zorder=8, color=COLOUR["soft"])
    axes.text(left - 0.4, bottom + 2.1, f"({'abcdefghijkl'[k]}) {done}", fontsize=7.5)
