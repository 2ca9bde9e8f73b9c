"""Paper Figure 1 of event chains: the horizon condition, at a lifting and as a false alarm.

Reads   validation/data/ecmc_suites.csv; (b) is the first false alarm among random legs of six disks
"""

import itertools
import random

from common.artifact import Artifact
from common.event_chains import Leg, local_times, one_clock
from common.figures import COLOUR, Figure, Panel, legend_below

SUITE = "ecmc_suites.csv"


def suite(context):
    """C4 of the paper, in diameters."""
    rows = context.data.rows(SUITE, ("suite", "disk", "x", "y", "active", "radius", "duration", "where"))
    unit = 2 * rows[0].number("radius")
    return Leg([(row.number("x") / unit, row.number("y") / unit) for row in rows],
               [int(row["disk"]) for row in rows if row["active"] == "yes"], rows[0].number("duration") / unit)


def build(context, records):
    leg = suite(context)
    liftings, tracks = one_clock(leg)
    time, i, j = liftings[-1]
    lifting = _panel("a", f"a lifting of C4, from disk {i} to disk {j}", leg, tracks, i, j, time,
                     max((end for disk, _, _, end in tracks if disk == j and end < time), default=0))
    alarmed, i, j, when, horizon, moved = false_alarm()
    alarm = _panel("b", f"a false alarm, disk {i} before disk {j}", alarmed, moved, i, j, when, horizon)
    return Artifact("", [], [Figure(
        "Tracks of two disks; that of the moving one is drawn where it would touch the other. (a) The "
        "lifting comes later than the local time of its target (dot): the horizon condition holds. (b) One "
        "of six random disks: its contact (dashed) lies before the local time of the other, which has moved "
        "since, so the condition raises an alarm; but the two tracks never cross, and the liftings of the "
        "whole leg are those of a single clock.", [lifting, alarm])])


def false_alarm():
    """(leg, i, j, time of the contact that alarms, local time of j, tracks): the first one found."""
    for seed in itertools.count(1):
        draw = random.Random(seed)
        centres = []
        while len(centres) < 6:
            p = (draw.uniform(0, 5), draw.uniform(0, 2))
            if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 1.05 for q in centres):
                centres.append(p)
        leg = Leg(centres, [0, 1], 1.5)
        moves = local_times(leg, draw.choice)
        alarms = [move for move in moves if move.alarm is not None]
        liftings = sorted((move.times[move.to], move.i, move.to) for move in moves if move.to is not None)
        right, tracks = one_clock(leg)
        if alarms and not moves[-1].active and [k[1:] for k in liftings] == [k[1:] for k in right] and all(
                abs(a[0] - b[0]) < 1e-9 for a, b in zip(liftings, right)):
            i, j = alarms[0].i, alarms[0].alarm
            k = moves.index(alarms[0])
            x, times = (moves[k - 1].x, moves[k - 1].times) if k else (leg.x, [0] * 6)
            contact = times[i] + x[j] - x[i] - leg.apart(i, j)
            return leg, i, j, contact, times[j], tracks


def _path(leg, tracks, disk):
    """Corners (time, x) of the whole track of a disk."""
    points = [(0, leg.x[disk])]
    for k, start, x, end in sorted(tracks, key=lambda track: track[1]):
        if k == disk:
            points += [(start, x), (end, x + end - start)]
    return [*points, (leg.duration, points[-1][1])]


def _panel(letter, title, leg, tracks, i, j, contact, horizon):
    panel = Panel(f"ecmc-figure-1{letter}", f"Horizon condition: {title}")
    axes = panel.axes
    shift = leg.apart(i, j)
    axes.plot(*zip(*[(t, x + shift) for t, x in _path(leg, tracks, i)]), color=COLOUR["accent"],
              label=f"disk {i}, moved to contact")
    other = _path(leg, tracks, j)
    axes.plot(*zip(*other), color=COLOUR["blue"], label=f"disk {j}")
    at = next(x + max(0, min(horizon, t2) - t) * (x2 > x) for (t, x), (t2, x2) in zip(other, other[1:])
              if t <= horizon <= t2)
    axes.plot([horizon], [at], "o", color=COLOUR["blue"], label=f"local time of disk {j}")
    axes.axvline(contact, color=COLOUR["soft"], linestyle="--", linewidth=0.9, label="contact")
    axes.set_xlabel("time, in diameters")
    axes.set_ylabel("x, in diameters")
    axes.set_title(f"({letter}) {title}")
    legend_below(axes, columns=2)
    return panel
