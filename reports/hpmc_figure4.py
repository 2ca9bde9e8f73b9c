"""Paper Figure 4 of hard shapes: what the threads of a warp do, with a register queue and with a block queue.
Modelled: trial moves of squares of a run (common/squares.py), at fixed costs; no device was timed.

Model     one trial move for each of 32 threads, among the bodies near it; a test of two circles takes 1, an
          overlap test COST; threads of a warp wait for each other. Register queue: each thread looks for its next
          candidate, then all with one test it.
          Block queue: threads look until 32 candidates are found, then each tests one, whosever it is.
"""

import math
import random

from matplotlib.patches import Rectangle

from common import squares
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel
from common.tables import Table, right, text

WARP, COST, LOOK = 32, 12, 2.8  # LOOK: how far along x and y cells reach, in sides of a square
KINDS = {"circle": ("blue", "circles"), "overlap": ("accent", "overlap test")}


def build(context, records):
    lanes = _trials()
    made = {"register queue": register_queue(lanes), "block queue": block_queue(lanes)}
    rejected = sum(any(hit for _, hit in lane) for lane in lanes)
    table = Table("hpmc-figure-4", "A warp of 32 trial moves, modelled", [
        text("Queue", lambda row: row[0]),
        right("Overlap tests", lambda row: sum(k == "overlap" for _, _, _, k in row[1])),
        right("Length", lambda row: _length(row[1])),
        right("Busy", lambda row: f"{100 * _busy(row[1]) / WARP / _length(row[1]):.0f} %")],
                  rows=made.items(), note=(
                      "Length in units of a test of two circles; an overlap test takes "
                      f"{COST}. {rejected} of the 32 trial moves are rejected. The paper measures the block queue "
                      "as faster by 20 to 80 %."))
    return Artifact("", [table], [Figure(
        "Threads (lines) of a warp in time. Grey: a thread waits. (a) Register queue: threads that have "
        "found an overlap are done, and all wait for the few that must test every candidate. (b) Block "
        "queue: a test is done by any thread. Modelled with 32 trial moves of a Monte Carlo run of squares "
        "and fixed costs; the paper's traces are of a device's clock, which was not run here.",
        [_panel(letter, name, trace) for letter, (name, trace) in zip("ab", made.items())])])


def _trials():
    """For each thread the bodies near its trial move: [(circles overlap, bodies overlap)]."""
    side, bodies = squares.fluid()
    draw = random.Random(8)
    lanes = []
    for k in draw.sample(range(len(bodies)), WARP):
        moved = squares.trial(draw, bodies[k], side)
        images = [squares.near(moved, body, side) for i, body in enumerate(bodies) if i != k]
        there = [p for p in images if max(abs(p[0] - moved[0]), abs(p[1] - moved[1])) < LOOK]
        lanes.append([(math.dist(p[:2], moved[:2]) < squares.ROUND, squares.overlap(moved, p)) for p in there])
    return lanes


def register_queue(lanes):
    """[(thread, start, end, kind)]."""
    trace, place, time = [], [0] * len(lanes), 0
    while any(place[i] < len(lane) for i, lane in enumerate(lanes)):
        waiting, looked = [], 0
        for i, lane in enumerate(lanes):
            start = place[i]
            while place[i] < len(lane):
                place[i] += 1
                if lane[place[i] - 1][0]:
                    waiting.append((i, lane[place[i] - 1][1]))
                    break
            if place[i] > start:
                trace.append((i, time, time + place[i] - start, "circle"))
                looked = max(looked, place[i] - start)
        time += looked
        for i, hit in waiting:
            trace.append((i, time, time + COST, "overlap"))
            place[i] = len(lanes[i]) if hit else place[i]
        time += COST * bool(waiting)
    return trace


def block_queue(lanes):
    """The same."""
    trace, place, done, time = [], [0] * len(lanes), [False] * len(lanes), 0
    while any(place[i] < len(lane) and not done[i] for i, lane in enumerate(lanes)):
        queue = []
        while len(queue) < WARP and any(place[i] < len(lane) and not done[i] for i, lane in enumerate(lanes)):
            for i, lane in enumerate(lanes):
                if place[i] < len(lane) and not done[i] and len(queue) < WARP:
                    place[i] += 1
                    trace.append((i, time, time + 1, "circle"))
                    if lane[place[i] - 1][0]:
                        queue.append((i, lane[place[i] - 1][1]))
            time += 1
        for thread, (i, hit) in enumerate(queue):
            trace.append((thread, time, time + COST, "overlap"))
            done[i] = done[i] or hit
        time += COST * bool(queue)
    return trace


def _busy(trace):
    return sum(end - start for _, start, end, _ in trace)


def _length(trace):
    return max(end for _, _, end, _ in trace)


def _panel(letter, name, trace):
    panel = Panel(f"hpmc-figure-4{letter}", f"A warp with a {name}, modelled", (3.6, 2.6))
    axes = panel.axes
    axes.add_patch(Rectangle((0, 0), _length(trace), WARP, facecolor=COLOUR["line"], linewidth=0))
    for kind, (colour, label) in KINDS.items():
        mine = [step for step in trace if step[3] == kind]
        for thread in range(WARP):
            axes.broken_barh([(start, end - start) for i, start, end, _ in mine if i == thread], (thread + 0.1, 0.8),
                             facecolors=COLOUR[colour], label=label if thread == 0 else None, linewidth=0)
    axes.set_xlim(0, max(_length(trace), 1))
    axes.set_ylim(0, WARP)
    axes.grid(False)
    axes.set_xlabel("time, in tests of two circles")
    axes.set_ylabel("thread")
    axes.set_title(f"({letter}) {name}")
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, -0.22), ncol=2, borderaxespad=0)
    return panel
