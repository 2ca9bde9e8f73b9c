"""Cross sections of binaries: how often single stars, or others, ionise them, and how often they exchange stars.

Reads   validation records of cmc/cross-sections and cmc/binary-cross-sections; benchmark records "meetings per second"
Shows   cross sections over speed, beside the limits of high speeds and the serial reference; how fast meetings of
        binaries with single stars and with each other are followed
"""

import math

from common import columns, numbers
from common.artifact import Artifact, short_scheme
from common.figures import Figure, Panel, legend_below, logarithmic, series
from common.tables import Cell, Table, not_run, published, right, text, verdict

SINGLE, BINARIES = "single stars", "binaries"
NO_END = "no end"
# metric -> (what meets a binary, kind of end)
KINDS = {"cross section for exchange": (SINGLE, "exchange"),
         "cross section for ionisation": (SINGLE, "ionisation"),
         "cross section for meetings without an end": (SINGLE, NO_END),
         "cross section for exchange between binaries": (BINARIES, "exchange"),
         "cross section for ionisation of both binaries": (BINARIES, "both ionised"),
         "cross section for ionisation of one of two binaries": (BINARIES, "one ionised"),
         "cross section for meetings of two binaries without an end": (BINARIES, NO_END),
         "cross section for stable triples of two binaries": (BINARIES, "stable triple")}
RATE = "meetings per second"
SOURCE = "P. Hut, Astrophys. J. 268, 342 (1983)"
# As models/cmc/scattering/meeting.hpp derives them: (value, source).
BOTH = 20 / 3 - 3 * math.sqrt(2) + math.log(1 + math.sqrt(2))
LIMITS = {"cross section for ionisation": (40 / 9, SOURCE),
          "cross section for ionisation of both binaries": (BOTH, f"the argument of {SOURCE}"),
          "cross section for ionisation of one of two binaries": (40 / 3 - 2 * BOTH, f"the argument of {SOURCE}")}
TO_INFINITY = "to infinity, × speed²"


def build(_context, records):
    lead = ("A single star, or another binary, meets a binary: all stars have one mass, binaries are circular and of "
            "one size. Speeds are in units of the critical speed, above which all stars can part; cross sections in "
            "units of π a², with a the distance of a binary's stars.")
    found = sorted((r for r in records if r.metric in KINDS), key=_order)
    return Artifact(lead, [_table(found), _rates(records)], _figures(found))


def _stars(record):
    return int(record.param("stars") or 3)


def _rate(record):
    return Cell(numbers.significant(record.value, 3), raw=record.value, kind="recorded" if record.recorded else "ours")


def _rates(records):
    rows = [r for r in records if r.metric == RATE and r.verdict != "fail"]
    table = Table("cmc-meeting-rates", "Meetings in a second",
                  [text("Binaries meet", lambda r: BINARIES if _stars(r) == 4 else SINGLE), columns.SCHEME,
                   right("Meetings", lambda r: numbers.whole(r.param("meetings"))), right("In a second", _rate)],
                  note="All stars have one mass, binaries are circular and of one size, and meet at twice the critical "
                       "speed. Where two binaries meet, a few long meetings take most of the time.",
                  rows=sorted(rows, key=lambda r: (_stars(r), r.scheme, r.param("meetings"), r.threads)))
    if not rows:
        table.line({"Binaries meet": SINGLE, "Scheme": numbers.MISSING, "In a second": not_run()})
    return table


def _speed(record):
    speed = record.number("speed")
    return TO_INFINITY if speed is None else numbers.plain(speed, 3)


def _order(record):
    meets, kind = KINDS[record.metric]
    return (meets != SINGLE, kind, record.number("speed", 1e9), record.scheme)


def _table(found):
    table = Table("cmc-cross-sections", "Ionisation, exchange, triples",
                  [text("Binaries meet", lambda r: KINDS[r.metric][0]), text("Kind", lambda r: KINDS[r.metric][1]),
                   right("Speed", _speed), columns.SCHEME,
                   right("Meetings", lambda r: numbers.whole(r.param("meetings"))), columns.ours("Here"),
                   columns.EXPECTED, columns.Z, columns.SEES, columns.VERDICT],
                  note="In the limit of high speeds a binary is ionised by a kick of one of its stars. This limit is "
                       "extrapolated from 16 and 32 critical speeds, and where two binaries meet from 64, too. "
                       "Elsewhere the expected value is that of the serial reference, with other meetings. A binary "
                       "whose stars were not together before counts as an exchange, whatever becomes of the others. "
                       "Meetings without an end had not ended when they were left.",
                  rows=found)
    measured = {r.metric for r in found if r.number("speed") is None}
    for metric, (value, source) in LIMITS.items():
        if metric not in measured:
            meets, kind = KINDS[metric]
            table.line({"Binaries meet": meets, "Kind": kind, "Speed": TO_INFINITY, "Scheme": numbers.MISSING,
                        "Here": not_run(), "Expected": published(numbers.plain(value, 4), raw=value, note=source),
                        "Verdict": verdict("not run")})
    return table


def _figures(found):
    """One panel for each that meets binaries, of one scheme; nothing where no speed was followed."""
    panels = []
    for meets, name in ((SINGLE, "cmc-cross-sections-single"), (BINARIES, "cmc-cross-sections-binaries")):
        rows = [r for r in found if KINDS[r.metric][0] == meets and KINDS[r.metric][1] != NO_END
                and r.half_width is not None]
        slow = [r.scheme for r in rows if r.number("speed") is not None]
        if slow:
            scheme = max(sorted(set(slow)), key=slow.count)
            panels.append(_panel(name, meets, scheme, [r for r in rows if r.scheme == scheme]))
    if not panels:
        return []
    return [Figure("Cross sections times the square of the speed over the critical one, for binaries that meet single "
                   "stars and other binaries, with bars of 95 %. Crosses: the serial reference. Dashed: limits of high "
                   "speeds; ∞: what is extrapolated to them.", panels)]


def _panel(name, meets, scheme, rows):
    panel = Panel(name, f"Cross sections of binaries for {meets}, {short_scheme(scheme)}")
    axes = panel.axes
    speeds = sorted({r.number("speed") for r in rows} - {None})
    beyond = 3 * speeds[-1]
    for i, metric in enumerate(m for m in KINDS if any(r.metric == m for r in rows)):
        colour, marker = series(i)
        points = [(r.number("speed", beyond), r) for r in rows if r.metric == metric]  # in the order of the speed
        square = [1 if r.number("speed") is None else speed**2 for speed, r in points]
        axes.errorbar([speed for speed, _ in points], [s * r.value for s, (_, r) in zip(square, points)],
                      yerr=[s * r.half_width for s, (_, r) in zip(square, points)], color=colour, marker=marker,
                      linestyle="none", label=KINDS[metric][1])
        beside = [(speed, speed**2 * r.expected[0]) for speed, r in points if speed < beyond and r.expected]
        axes.plot([x for x, _ in beside], [y for _, y in beside], color=colour, marker="x", markersize=7,
                  linestyle="none")
        if metric in LIMITS:
            axes.axhline(LIMITS[metric][0], color=colour, linestyle="--", linewidth=0.9)
    logarithmic(axes.xaxis)
    axes.set_xticks([*speeds, beyond], [*(f"{speed:g}" for speed in speeds), "∞"])
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel("speed / critical speed")
    axes.set_ylabel("cross section / π a² × speed²")
    legend_below(axes, columns=2)
    return panel
