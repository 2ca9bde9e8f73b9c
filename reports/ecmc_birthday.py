"""How often legs of event chains with local times meet a horizon violation, by order of the chains.

Reads   validation records "horizon violation, ..."; validation/data/ecmc_horizon_law.csv
Shows   the chance of a violation against k^2 n / N with the fitted law, beside the chances that the
        earlier measurement found; c of each order and whether the orders stand in order
"""

import math

from common import columns, numbers
from common.artifact import Artifact, scheme_label
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.tables import Cell, Table, estimate, not_run, published, right, text, verdict

CHANCE, CONSTANT, COMPARED = ("horizon violation, chance per leg", "horizon violation, c",
                              "horizon violation, more often than")
DATA = "ecmc_horizon_law.csv"
COLUMNS = ("quantity", "order", "active", "flights", "disks", "value", "low", "high", "where")
ORDERS = ("windowed", "least time", "round robin", "random", "chain by chain")


def build(context, records):
    lead = ("An active disk whose clock is behind may cross the track of one whose clock is ahead. "
            "As with birthdays, the chance grows with the number of pairs: "
            "P = 1 − exp(−c k² n / N) for k active disks and legs of n mean free paths. c depends "
            "on the order in which the chains advance: clocks that are kept close together meet "
            "few violations.")
    known = context.data.rows(DATA, COLUMNS)
    ours = [r for r in records if _order(r)]
    figures = [_figure(ours, known)] if any(r.metric == CHANCE for r in ours) else []
    return Artifact(lead, [_constants(ours, known), _chances(ours, known), _others(records)],
                    figures)


def _order(record):
    """The order of one of the five schemes that differ in nothing else, or None."""
    name = record.scheme.removeprefix("ecmc/local-time-").replace("-", " ")
    return name if name in ORDERS else None


def _of(records, metric, order):
    return [r for r in records if r.metric == metric and _order(r) == order]


def _constants(records, known):
    ranges = {row["order"]: row for row in known if row["quantity"] == "c"}

    def above(show):
        """Cell about the comparison with the order above, where there is one."""
        def compared(r):
            found = [a for a in _of(records, COMPARED, _order(r)) if a.disks == r.disks]
            return show(found[0]) if found else numbers.MISSING
        return compared

    def spread(order):
        row = ranges[order]
        return published(f"{row.number('low'):g} to {row.number('high'):g}", raw=row["low"],
                         note=row["where"])

    table = Table("ecmc-birthday-c", "c of the law, by the order in which chains advance",
                  [text("Order", _order), columns.DISKS, columns.ours("c"), FIT,
                   right("Violates more often than the one above by", above(estimate)),
                   text("Verdict", above(lambda a: verdict(a.verdict))),
                   right("Earlier measurement, N = 65 536", lambda r: spread(_order(r)))],
                  note="Fitted to the counts of all k and n by maximum likelihood, 95 % interval, "
                  "widened where χ² shows that one c does not describe them all: in orders that "
                  "let clocks drift apart c grows with n. Judged is the order, by the mean "
                  "difference of the chances over the same k and n; numbers depend on how active "
                  "disks are chosen, here at random.")
    for order in ORDERS:
        fits = sorted(_of(records, CONSTANT, order), key=lambda r: r.disks)
        table.extend(fits)
        if not fits:
            table.add(order, numbers.MISSING, not_run(), numbers.MISSING, not_run(),
                      verdict("not run"), spread(order))
    return table


def _fit(record):
    chi_squared = record.fact("chi_squared")
    return "" if chi_squared is None else f"χ² {chi_squared:.1f} of {record.fact('counts')} counts"


FIT = text("Fit", _fit)


def _chances(records, known):
    theirs = {(row.number("active"), row.number("flights"), row["order"]): row
              for row in known if row["quantity"] == "P"}
    ours = {(r.disks, r.number("active"), r.number("flights"), _order(r)): r
            for r in records if r.metric == CHANCE}

    def mine(order):
        return lambda point: _chance(ours[*point, order]) if (*point, order) in ours else not_run()

    def earlier(order):
        def found(point):
            row = theirs.get((*point[1:], order)) if point[0] == 65536 else None
            return published(row["value"], note=row["where"]) if row else numbers.MISSING
        return found

    return Table("ecmc-birthday-p", "Chance that a leg meets a horizon violation",
                 [right("N", lambda point: numbers.count(point[0])),
                  right("k", lambda point: f"{point[1]:g}"),
                  right("n", lambda point: f"{point[2]:g}"),
                  right("k² n / N", lambda point: f"{point[1]**2 * point[2] / point[0]:.3g}")]
                 + [right(name, show(order), group=order) for order in ORDERS
                    for name, show in (("ours", mine), ("earlier", earlier))],
                 note="In brackets: 95 % intervals. Earlier: an independent simulator, 400 legs "
                 "each, not this suite.",
                 rows=sorted({key[:3] for key in ours} | {(65536, k, n) for k, n, _ in theirs}))


def _chance(record):
    low, high = record.low or 0, 1 if record.high is None else record.high
    return Cell(f"{record.value:.3f} ({low:.2f}–{high:.2f})", raw=record.value,
                kind="recorded" if record.recorded else "ours", record=record)


def _others(records):
    return Table("ecmc-birthday-others", "c of all schemes with local times",
                 [text("Scheme", lambda r: Cell(scheme_label(r), raw=r.scheme)), columns.DISKS,
                  right("Legs", lambda r: numbers.count(r.n_eff or 0)), columns.ours("c"), FIT],
                 note="On threads c depends on the machine and its load, too.", folded=True,
                 rows=sorted((r for r in records if r.metric == CONSTANT and not _order(r)),
                             key=lambda r: (r.disks, r.scheme, r.threads)))


def _figure(records, known):
    return Figure("Chance that a leg meets a horizon violation against k² n / N. Left: measured "
                  "here, 95 % bars. Right: earlier, by an independent simulator, N = 65 536. Lines in "
                  "both: P = 1 − exp(−c k² n / N) with c as fitted to our counts.",
                  [_panel("ecmc-birthday-ours", "measured here", records, _points(records)),
                   _panel("ecmc-birthday-earlier", "measured earlier", records,
                          _their_points(known))])


def _points(records):
    return {order: [(r.number("x"), r.value, r.value - (r.low or 0), (r.high or 1) - r.value)
                    for r in _of(records, CHANCE, order)] for order in ORDERS}


def _their_points(known):
    return {order: [(row.number("active")**2 * row.number("flights") / row.number("disks"),
                     row.number("value"), 0, 0)
                    for row in known if row["quantity"] == "P" and row["order"] == order]
            for order in ORDERS}


def _panel(name, whose, records, points):
    panel = Panel(name, f"Chance of a horizon violation against k² n / N, {whose}")
    axes = panel.axes
    scale = [10**(-1.6 + 0.04 * i) for i in range(85)]
    for i, order in enumerate(ORDERS):
        colour, marker = series(i)
        fits = [r.value for r in _of(records, CONSTANT, order) if not math.isnan(r.value)]
        if fits:
            c = sum(fits) / len(fits)
            axes.plot(scale, [1 - math.exp(-c * x) for x in scale], color=colour, linewidth=0.9)
        if points[order]:
            x, y, low, high = zip(*points[order])
            axes.errorbar(x, y, yerr=[low, high], color=colour, marker=marker, linestyle="none",
                          label=order)
    axes.axhline(1, color=COLOUR["soft"], linewidth=0.8)
    axes.set_xlim(0.025, 60)
    axes.set_ylim(0, 1.04)
    logarithmic(axes.xaxis)
    axes.set_xlabel("k² n / N")
    axes.set_ylabel("chance of a violation")
    legend_below(axes, columns=2)
    return panel
