"""Paper Figure 7: liftings per second of event chains against threads.

Reads   benchmark records "liftings per second"; validation/data/ecmc_speeds.csv
Not here  What the lower bound is made of, and what precedes a leg (ecmc_roofline.py)
"""

from common import liftings, numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.selection import group_by
from common.tables import Cell, Table, not_run, number, published, right, text, verdict

GREY_MARKERS = ["o", "s", "D", "^", "v"]


def build(context, records):
    sizes = liftings.sizes(records)
    lead = ("Straight legs at packing fraction 0.708 from one start and one constraint graph; "
            "horizon violations are remembered and not repaired, liftings counted and not "
            "recorded, as in the paper's benchmark. The numbers of the paper's Figure 7 are lost: "
            "what is drawn in grey was measured with the authors' program on another machine, "
            "before this suite existed, or is what the paper says in words.")
    tables = [_rates(context, records, n) for n in sizes] or [_published_only(context)]
    return Artifact(lead, tables, [_figure(context, records, sizes)] if sizes else [])


# figure -------------------------------------------------------------------------------------
def _figure(context, records, sizes):
    panels = [_against_threads(context, records, n, chr(ord("a") + i))
              for i, n in enumerate(sizes)]
    largest = max((n for n in sizes if n <= 65536), default=sizes[-1])
    panels += [_speedup(context, records, largest, chr(ord("a") + len(sizes))),
               _against_active(records, largest, chr(ord("b") + len(sizes)))]
    return Figure("Liftings per second, median and quartiles. First panels: against threads, with "
                  f"{liftings.PAPER_ACTIVE} active disks where a scheme moves several; grey: the "
                  f"authors' program. Then, for N = {numbers.count(largest)}: rates over the single "
                  "chain without local times (filled) and over the chain with cells (open, "
                  "dotted), with the paper's words on 40 threads; and one thread against the "
                  "number of active disks.", panels)


def _panel(letter, name, title, xlabel):
    panel = Panel(f"ecmc-figure-7{letter}", title, (3.55, 2.7))
    panel.axes.set_title(f"({letter}) {name}", loc="left")
    panel.axes.set_xlabel(xlabel)
    return panel


def _powers_of_two(axes, values):
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(values), [f"{v:g}" for v in sorted(values)])
    axes.minorticks_off()


def _curves(records, disks):
    """[(scheme, records by threads)] with the paper's number of active disks, or one."""
    chosen = [r for r in liftings.rates(records) if r.disks == disks and not _is_variant(r, records)
              and (liftings.active(r) == liftings.PAPER_ACTIVE
                   or r.scheme in (liftings.SINGLE, liftings.CELLS))]
    curves = group_by(sorted(chosen, key=lambda r: (r.scheme, r.threads)), lambda r: r.scheme)
    return sorted(curves, key=lambda item: -max(r.value for r in item[1]))


def _is_variant(record, records):
    return any(record.scheme.startswith(r.scheme + "-") for r in records
               if r.metric == liftings.METRIC)


def _style(records, scheme):
    """(colour, marker), the same in all panels."""
    schemes = sorted({r.scheme for r in liftings.rates(records) if not _is_variant(r, records)})
    return series(schemes.index(scheme))


def _errorbars(axes, rows, x, colour, scale=1e-6):
    for r in rows:
        if r.low is not None and r.high is not None:
            axes.plot([x(r), x(r)], [r.low * scale, r.high * scale], color=colour, linewidth=1)


def _against_threads(context, records, disks, letter):
    panel = _panel(letter, f"N = {numbers.count(disks)}", f"Liftings per second of {disks} disks "
                   "against threads", "threads")
    axes = panel.axes
    ticks = {1, 2}
    for scheme, rows in _curves(records, disks):
        colour, marker = _style(records, scheme)
        axes.plot([r.threads for r in rows], [r.value * 1e-6 for r in rows], color=colour,
                  marker=marker, label=f"{liftings.label(rows[0])}, k = {liftings.active(rows[0])}")
        _errorbars(axes, rows, lambda r: r.threads, colour)
        ticks |= {r.threads for r in rows}
    for i, (name, rows) in enumerate(_their_curves(context, disks)):
        axes.plot([row.number("threads") for row in rows],
                  [row.number("value") * 1e-6 for row in rows], "--", color=COLOUR["soft"],
                  linewidth=0.9, marker=GREY_MARKERS[i % 5], markersize=4,
                  markerfacecolor=COLOUR["ground"], label=name)
    _powers_of_two(axes, ticks)
    axes.set_ylabel("10⁶ liftings per second")
    axes.set_ylim(bottom=0)
    legend_below(axes)
    return panel


def _their_curves(context, disks):
    """Curves of the authors' programs, as shipped, where the paper times them."""
    rows = [row for row in liftings.published(context, disks=disks)
            if "march=native" not in row["program"]
            and (row["active"] == str(liftings.PAPER_ACTIVE) or "single" in row["program"]
                 or "cells" in row["program"])]
    return group_by(rows, lambda row: f"{row['program']}, {row['source']}")


def _speedup(context, records, disks, letter):
    panel = _panel(letter, f"speed-up, N = {numbers.count(disks)}",
                   f"Speed-up over one chain, {disks} disks", "threads")
    axes = panel.axes
    bases = ((liftings.one(records, liftings.SINGLE, disks, 1), "-", True),
             (liftings.one(records, liftings.CELLS, disks, 1), ":", False))
    ticks = {1, 2, 40}
    for scheme, rows in _curves(records, disks):
        colour, marker = _style(records, scheme)
        name = liftings.label(rows[0])  # in the legend once
        ticks |= {r.threads for r in rows}
        for base, line, filled in bases:
            if base is not None and scheme != base.scheme:
                axes.plot([r.threads for r in rows], [r.value / base.value for r in rows], line,
                          color=colour, marker=marker,
                          markerfacecolor=colour if filled else COLOUR["ground"], label=name)
                name = None
    for row in liftings.published(context, "speed-up over one thread"):
        axes.plot([row.number("threads")], [row.number("value")], marker="*", markersize=9,
                  color=COLOUR["soft"], linestyle="none",
                  label="paper: an order of magnitude over one thread")
    logarithmic(axes.yaxis)
    _powers_of_two(axes, ticks)
    axes.axhline(1, color=COLOUR["soft"], linewidth=0.8)
    axes.set_ylabel("rate over that of one chain")
    legend_below(axes)
    return panel


def _against_active(records, disks, letter):
    panel = _panel(letter, f"one thread, N = {numbers.count(disks)}",
                   f"Liftings per second against active disks, {disks} disks", "active disks k")
    axes = panel.axes
    chosen = [r for r in liftings.rates(records) if r.disks == disks and r.threads == 1
              and not _is_variant(r, records)]
    ticks = {1}
    chosen.sort(key=lambda r: (r.scheme, liftings.active(r)))
    for scheme, rows in group_by(chosen, lambda r: r.scheme):
        colour, marker = _style(records, scheme)
        axes.plot([liftings.active(r) for r in rows], [r.value * 1e-6 for r in rows], color=colour,
                  marker=marker, label=liftings.label(rows[0]))
        _errorbars(axes, rows, liftings.active, colour)
        ticks |= {liftings.active(r) for r in rows}
    _powers_of_two(axes, ticks)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("10⁶ liftings per second")
    legend_below(axes)
    return panel


# tables -------------------------------------------------------------------------------------
def _kind(record):
    return "recorded" if record.recorded else "ours"


def _bound(record):
    """Seconds per lifting; the chain without a graph is another algorithm."""
    return None if record.scheme == liftings.CELLS else record.number("floor_seconds_per_lifting")


def _rate_columns(records):
    """Cell of a rate that passed; one that failed has none."""
    def passed(show):
        return lambda r: show(r) if liftings.rates([r]) else None

    def over(scheme):
        def found(r):
            ratio = liftings.ratio(r, liftings.one(records, scheme, r.disks, 1))
            return ratio and ratio[0]
        return passed(found)

    def rate(r):
        return Cell(numbers.rate(r.value), raw=1e-6 * r.value, kind=_kind(r)) if liftings.rates([r]) \
            else Cell("no rate", raw="", note=r.note)

    def judged(r):
        if not liftings.rates([r]):
            return verdict("fail")
        return "" if r.verdict == "not claimed" else verdict(r.verdict)

    def significant(heading, show, scale=1, digits=3):
        def scaled(r):
            return show(r) and scale * show(r)
        return number(heading, passed(scaled), lambda x: numbers.significant(x, digits))

    return (text("Scheme", liftings.label), right("Active", liftings.active),
            right("Threads", "threads"),
            right("Of the bound", passed(lambda r: _bound(r) and f"{numbers.significant(100 * r.value * _bound(r), 2)} %"), missing=numbers.MISSING),
            right("10⁶ liftings/s", rate),
            right("Quartiles", passed(_quartiles), missing=numbers.MISSING),
            significant("10⁹ events/h", lambda r: 3600 * r.value, 1e-9),
            significant("over single chain", over(liftings.SINGLE)),
            significant("over cells", over(liftings.CELLS)),
            significant("ns per lifting", lambda r: 1 / r.value, 1e9),
            significant("Lower bound, ns", _bound, 1e9, 2),
            text("Verdict", judged))


NOTE = ("The single chain has no local times, the chain with cells no constraint graph. Lower bound: "
        "the largest of instructions by hand count (25 for a lifting, 36 with local times), the "
        "wait of two loads from the first level of the cache and ten dependent operations shared "
        "by the chains of a thread, and one compare-and-swap where there are threads, each at the "
        "speed measured here; divided by threads.")


def _rates(context, records, disks):
    table = Table(f"ecmc-figure-7-{disks}", f"Event chains of N = {numbers.count(disks)} disks",
                  _rate_columns(records), note=NOTE, first="scheme",
                  rows=sorted((r for r in records
                               if r.metric == liftings.METRIC and r.disks == disks),
                              key=lambda r: (r.scheme, liftings.active(r), r.threads)))
    for row in liftings.published(context, disks=disks):
        _published_row(table, row)
    return table


def _published_only(context):
    table = Table("ecmc-figure-7", "Event chains", _rate_columns([]), note=NOTE)
    table.line({"Scheme": "this machine", "10⁶ liftings/s": not_run(),
                "Verdict": verdict("not run")}, blank=numbers.MISSING)
    for row in liftings.published(context):
        _published_row(table, row, f", N = {numbers.count(int(row['disks']))}")
    return table


def _quartiles(r):
    if r.low is None or r.high is None:
        return numbers.MISSING
    return f"{numbers.rate(r.low)} – {numbers.rate(r.high)}"


def _published_row(table, row, suffix=""):
    value = row.number("value")
    spread = (f"{numbers.rate(row.number('low'))} – {numbers.rate(row.number('high'))}"
              if row["low"] else numbers.MISSING)
    note = f"{row['source']}, {row['where']}"
    table.line({"Scheme": f"{row['program']} ({row['source']}){suffix}", "Active": row["active"],
                "Threads": row["threads"], "Quartiles": spread, "Verdict": "",
                "10⁶ liftings/s": published(numbers.rate(value), raw=1e-6 * value, note=note),
                "10⁹ events/h": published(numbers.significant(3600 * value / 1e9),
                                          raw=3600e-9 * value),
                "ns per lifting": published(numbers.significant(1e9 / value), raw=1e9 / value)},
               blank=numbers.MISSING, kind="first")
