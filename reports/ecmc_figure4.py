"""Paper Figure 4: all states of Algorithm 5, projected on the program counters of its two threads.

Reads   checks with metric "explore/event-chain/program counters ..."; parameter counters, a list
        of [first counter, second counter, states]
"""

import math

from common.artifact import Artifact
from common.errors import ReportError
from common.figures import COLOUR, Figure, Panel
from common.selection import group_by

METRIC = "explore/event-chain/program counters "
WAIT = 26
LARGEST = 34  # area of the largest square, points squared


def build(context, records):
    chosen = sorted((r for r in records if r.metric.startswith(METRIC)
                     and (r.param("counters") or r.verdict != "fail")),  # a run that was lost has none
                    key=lambda r: (r.param("variant", ""), r.param("suite", "")))
    if not chosen:
        return Artifact("Not run here: no state of Algorithm 5 was counted.")
    lettered = group_by(zip("abcdef", chosen), lambda pair: pair[1].param("variant", ""))
    return Artifact("", [], [
        Figure(_caption(variant), [_panel(letter, record) for letter, record in pairs])
        for variant, pairs in lettered])


def _caption(variant):
    if variant:
        return f"The same with statements {variant.replace('<->', ' and ')} interchanged."
    return ("Every reachable state of Algorithm 5 on two threads, at the statements that its "
            "threads execute next. The area of a square grows with the logarithm of the number of "
            "states there. The threads' common end is marked; a second state at it is a wrong "
            "end.")


def _panel(letter, record):
    suite, variant = record.param("suite"), record.param("variant", "")
    name = f"{suite} with {variant}" if variant else suite
    panel = Panel(f"ecmc-figure-4{letter}", f"States by program counters, {name}", (3.3, 3.3))
    axes = panel.axes
    points = _points(record)
    most = max(states for _, _, states in points)
    axes.scatter([p[0] for p in points], [p[1] for p in points], marker="s", linewidths=0,
                 s=[LARGEST * _share(states, most) for _, _, states in points],
                 color=COLOUR["accent"], zorder=3)
    ends = sum(states for first, second, states in points if first == second == WAIT)
    axes.scatter([WAIT], [WAIT], s=90, facecolors="none", zorder=4,
                 edgecolors=COLOUR["green" if ends == 1 else "red"])
    axes.annotate(f"{ends} end" + ("" if ends == 1 else "s"), (WAIT, WAIT), xytext=(-9, 5),
                  textcoords="offset points", ha="right", fontsize=8)
    axes.set(xlim=(0, 28), ylim=(0, 28), aspect="equal", xlabel="statement of thread a",
             ylabel="statement of thread b")
    axes.set_xticks([1, 5, 10, 15, 20, 26])
    axes.set_yticks([1, 5, 10, 15, 20, 26])
    axes.set_title(f"({letter}) {name}: {int(record.number('states', 0))} states, "
                   f"{len(points)} pairs", loc="left", fontsize=8.5)
    return panel


def _points(record):
    points = record.param("counters", [])
    for point in points:
        if len(point) != 3 or not all(isinstance(number, int) for number in point):
            raise ReportError(record.where, "parameter 'counters'", "[first, second, states]",
                              repr(point))
    if not points:
        raise ReportError(record.where, "parameter 'counters'", "at least one pair", "none")
    return points


def _share(states, most):
    """Between 0 and 1, on a logarithmic scale."""
    return math.log1p(states) / math.log1p(most)
