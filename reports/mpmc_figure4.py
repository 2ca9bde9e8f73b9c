"""Paper Figure 4: (a) rate, (b) rate over its maximum, (c) speed-up over serial, against N.

Reads   benchmark records, metric "trial moves per second"; mpmc_table4.csv, mpmc_text.csv
"""

from common import speed
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series

MARKERS = ["o", "s", "D"]  # the paper's three lines, open


def build(context, records):
    runs = speed.runs(records)
    theirs = {name: [(size, rate) for size, (rate, _) in sorted(rates.items())]
              for name, rates in speed.published_rates(context).items()}
    base = {(r.machine, speed.disks(r)): r.value for r in speed.rates(records)
            if r.scheme == speed.SERIAL and r.threads == 1}
    panels = [_rates(runs, theirs), _relative(runs, theirs), _speedup(context, runs, theirs, base)]
    lead = ("In colour: this run, one thread dotted and open, several threads filled. Grey, "
            "dashed: the paper's values of Table 4, on other hardware."
            if runs else "No benchmark of this run: the paper's values only.")
    return Artifact(lead, [], [Figure(
        "(a) Trial moves per second, median and quartiles. (b) The same over its maximum. (c) Over "
        "the serial version: ours over our serial Algorithm 1 at the same N and on the same machine, the paper's over its "
        "program on one core; dashed: the paper's mark of its eight-core run.", panels)])


def _panel(letter, name, title):
    panel = Panel(f"mpmc-figure-4{letter}", title, (3.55, 2.7))
    logarithmic(panel.axes.xaxis)
    panel.axes.set_xlabel("number of disks N")
    panel.axes.set_title(f"({letter}) {name}", loc="left")
    return panel


def _draw(axes, runs, theirs, value, bars=False):
    schemes = list(dict.fromkeys(rows[0].scheme for _, rows in reversed(runs)))
    for label, rows in reversed(runs):
        points = [(speed.disks(r), value(r), r) for r in rows if value(r) is not None]
        if not points:
            continue
        colour, marker = series(schemes.index(rows[0].scheme))
        single = rows[0].threads == 1  # a dotted line with open markers
        axes.plot([p[0] for p in points], [p[1] for p in points], marker=marker, color=colour,
                  label=label, zorder=3, linestyle=":" if single else "-",
                  markerfacecolor=COLOUR["ground"] if single else colour)
        for x, y, r in points if bars else []:
            if r.low is not None and r.high is not None:
                axes.plot([x, x], [r.low, r.high], color=colour, linewidth=1, zorder=2)
    for (name, points), marker in zip(theirs.items(), MARKERS * 3):
        if points:
            axes.plot(*zip(*points), "--", color=COLOUR["soft"], linewidth=0.9, marker=marker,
                      markerfacecolor=COLOUR["ground"], markersize=4, label=f"{name}, published")


def _rates(runs, theirs):
    panel = _panel("a", "trial moves per second", "Trial moves per second against system size")
    _draw(panel.axes, runs, theirs, lambda r: r.value, bars=True)
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes)
    return panel


def _relative(runs, theirs):
    panel = _panel("b", "relative to the maximum", "Relative rate against system size")
    best = {id(r): max(q.value for q in rows) for _, rows in runs for r in rows}
    relative = {name: [(n, rate / max(r for _, r in points)) for n, rate in points]
                for name, points in theirs.items()}
    _draw(panel.axes, runs, relative, lambda r: r.value / best[id(r)])
    panel.axes.set_ylim(0, 1.05)
    return panel


def _over(serial, record):
    """Times as fast as the serial version; None where it was not run on that machine at that size."""
    return record.value / serial if serial else None


def _speedup(context, runs, theirs, base):
    panel = _panel("c", "speed-up over serial", "Speed-up over the serial version against size")
    core = next((dict(points) for name, points in theirs.items() if "1 core" in name), {})
    ratios = {name: [(n, rate / core[n]) for n, rate in points if n in core]
              for name, points in theirs.items() if "1 core" not in name}
    _draw(panel.axes, [(label, rows) for label, rows in runs if rows[0].scheme != speed.SERIAL],
          ratios, lambda r: _over(base.get((r.machine, speed.disks(r))), r))
    mark = context.data.text_value("speedup mark of the eight-core run")
    panel.axes.axhline(mark, color=COLOUR["soft"], linewidth=0.9, linestyle=(0, (4, 3)))
    logarithmic(panel.axes.yaxis)
    return panel
