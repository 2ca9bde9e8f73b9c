"""Steps of star clusters: time, speed-up, phases, and the sort against equation 18 (paper Figures 6
to 9).

Reads   benchmark records "seconds per step"; validation/data/cmc_speeds.csv
Shows   what was measured on this machine's cores; and, for more ranks than cores, a model from the
        processor time of each rank and the bytes it sent, both measured on ranks that ran one after another
Not here  Core collapse (cmc_collapse.py); the orbit kernel on a device (cmc_device.py)
"""

import math

from common import numbers, schemes
from common.artifact import Artifact, scheme_label
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.ranks import MOST_RANKS, NETWORK, network_seconds, rank_ticks, ranks_of
from common.selection import group_by
from common.tables import Table, not_run, published, right, text, verdict

METRIC = "seconds per step"
SPEEDS = "cmc_speeds.csv"
SPEED_COLUMNS = ("source", "quantity", "stars", "processors", "value", "unit", "doi", "where")
AIM = {100000: 0.025}  # seconds, on one core

SAMPLES = 16        # of each rank, optimized/cmc/ranks/henon_rank.cpp
STAR = 8            # doubles of a star on its way, where its key is one

PARALLEL = ("timestep", "encounters", "orbits", "correction")
MODULES = (("encounters", ("encounters",)), ("new orbits", ("orbits",)), ("sort", ("sort",)),
           ("synchronise", ("synchronise",)),
           ("rest", ("timestep", "potential", "correction", "diagnostics")))


def build(context, records):
    chosen = [r for r in records if r.metric == METRIC and r.verdict != "fail"]
    lead = ("One step of a Plummer model by Henon's method, without the start. On this machine there "
            "are more ranks than cores: each rank's processor time was measured while they took "
            "turns, and the curves add the messages of "
            f"{NETWORK}. Beyond the largest number of ranks that was measured, work that is "
            "divided is divided further, and work that every rank repeats stays.")
    return Artifact(lead, [_steps(context, records), _phases(context, chosen), _paper(context)],
                    _figures(_of_one([r for r in chosen if schemes.on_ranks(context, r.scheme)]),
                             _on_threads(context, chosen)))


def _of_one(records):
    """Those of the scheme with most records: a figure shows one."""
    groups = [rows for _, rows in group_by(sorted(records, key=lambda r: r.scheme), lambda r: r.scheme)]
    return max(groups, key=len, default=[])


def _on_threads(context, records):
    """Those of the quickest scheme without ranks that was timed on several threads."""
    several = [r for r in records if r.threads > 1 and not schemes.on_ranks(context, r.scheme)]
    quickest = min(several, key=lambda r: r.value / stars(r), default=None)
    return [r for r in records if quickest and r.scheme == quickest.scheme]


def stars(record):
    return int(record.number("stars", 0))


def _steps(context, records):
    public = {int(float(row["stars"])): row for row in context.data.rows(SPEEDS, SPEED_COLUMNS)
              if row["quantity"] == "step"}
    chosen = [r for r in records if r.metric == METRIC
              and (not schemes.on_ranks(context, r.scheme) or ranks_of(r) in (1, 2))]
    lines = [_step(context, r, public) for r in sorted(chosen, key=_place)] or [
        {"scheme": numbers.MISSING, "stars": n, "seconds": not_run(), "verdict": "not run",
         "aim": AIM[n], "public": row} for n, row in public.items()]
    return Table("cmc-steps", "Time of a step",
                 [text("Scheme", "scheme"), text("On", "on?"), right("Stars", "stars", numbers.whole),
                  right("Blocks", "blocks?"), right("Threads", "threads?"),
                  right("Of the bound", "bound?", lambda part: f"{numbers.significant(100 * part, 2)} %"),
                  right("Step, ms", "seconds?", lambda s: numbers.significant(1e3 * s, 3)),
                  right("Per star, ns", "each?", lambda s: numbers.significant(1e9 * s, 3)),
                  right("Aim, ms", "aim?", lambda s: f"{1e3 * s:g}"),
                  right("Public program, ms", "public?", lambda row: published(
                      f"{1e3 * row.number('value'):g}", note=row["where"])),
                  text("Verdict", "verdict", verdict)],
                 note="Medians. The bound is the arithmetic and memory traffic that no step can avoid, "
                      "at the speed of the machine. The aim is for one core. The public program was measured on "
                      "another machine, before this suite existed. Ranks are threads here, all "
                      "of them on the cores of this machine.", rows=lines)


def _place(record):
    return stars(record), record.scheme, record.threads, ranks_of(record)


def _step(context, r, public):
    compared = not (r.threads > 1 or r.device or schemes.on_ranks(context, r.scheme)
                    or schemes.is_baseline(context, r.scheme))
    seconds = None if r.verdict == "fail" else r.value
    return {"record": r, "scheme": scheme_label(r), "on": r.device or r.machine, "stars": stars(r),
            "blocks": ranks_of(r), "threads": r.threads, "seconds": seconds, "each": seconds and seconds / stars(r),
            "bound": r.of_bound, "aim": AIM.get(stars(r)) if compared else None,
            "public": public.get(stars(r)) if compared else None, "verdict": r.verdict}


PHASES = ("timestep", "encounters", "orbits", "sort", "synchronise", "potential", "correction",
          "diagnostics")


def _phases(context, records):
    def each(name):
        return right(name, lambda r: numbers.significant(
            r.param("phase_seconds")[name] * 1e9 * (ranks_of(r) if schemes.on_ranks(context, r.scheme) else 1)
            / stars(r), 2))

    return Table("cmc-phases", "Phases of a step, ns per star",
                 [text("Scheme", scheme_label), text("On", lambda r: r.device or r.machine),
                  right("Stars", lambda r: numbers.whole(stars(r))), right("Ranks", ranks_of),
                  right("Threads", "threads"), *(each(name) for name in PHASES)],
                 note="Of ranks: the sum of their processor times.",
                 rows=sorted((r for r in records if r.param("phase_seconds")), key=_place))


def _paper(context):
    return Table("cmc-paper-speeds", "What the paper and others state about speed",
                 [text("What", lambda row: row["quantity"].replace("_", " ")),
                  right("Stars", lambda row: numbers.whole(int(float(row["stars"])))
                        if row["stars"] else ""),
                  right("Processors", "processors"),
                  right("Value", lambda row: published(f"{row['value']} {row['unit']}".strip(),
                                                       note=row["where"])),
                  text("Source", "source")],
                 note="Not this project's numbers, and not of this machine.",
                 rows=context.data.rows(SPEEDS, SPEED_COLUMNS), folded=True)


# model --------------------------------------------------------------------------------------
def _curve(records, n):
    """Records of the ranks by their number, for one number of stars."""
    return {ranks_of(r): r for r in records
            if stars(r) == n and r.param("largest_phase_seconds")}


def _messages(record, ranks):
    """Seconds for messages of one rank on `ranks` ranks, from its bytes and calls."""
    if ranks == 1:
        return 0
    calls = sum(record.param("calls").values())
    size = sum(record.param("bytes").values())
    return network_seconds(calls * math.ceil(math.log2(ranks)), size)


def modelled(curve, ranks):
    """Seconds of each phase and of messages on so many ranks of their own cores."""
    base = ranks if ranks in curve else max(p for p in curve if p <= ranks)
    record = curve[base]
    factor = base / ranks
    n = stars(record)
    phases = dict(record.param("largest_phase_seconds"))
    for name in PARALLEL:
        phases[name] *= factor
    phases["sort"] *= sort_terms(n, ranks) / sort_terms(n, base)
    reached = _messages(record, max(base, 2)) if base > 1 else 0
    # The bytes that a rank sends grow with ranks only in the radii and masses it gives to all others.
    phases["messages"] = reached if base == ranks else max(reached, _messages(record, ranks))
    return phases


def sort_terms(n, ranks, samples=SAMPLES):
    """Equation 18 with the size of a star in its O(N/p) term, in comparisons."""
    own = n / ranks
    return (2 * own * math.log2(max(own, 2)) + samples * ranks * math.log2(samples * ranks)
            + ranks * math.log2(max(own, 2)) + STAR * own + ranks * math.log2(max(ranks, 2)))


# figures ------------------------------------------------------------------------------------
def _figures(records, on_threads):
    """Figures of one scheme with ranks, beside one with threads."""
    sizes = sorted({stars(r) for r in records if 1 in _curve(records, stars(r))})  # curves begin at one rank
    if not sizes:
        return []
    return [Figure("(6) Time of a step against ranks: model curves from measured work and bytes "
                   "(open markers where the work was measured); filled, dotted: a scheme on that many "
                   "threads of this machine. (7) Speed-up of the model over one rank; dashed: ideal. (8) "
                   "Largest processor time of a rank in each module, and messages. (9) "
                   "Processor time of the sort, against equation 18 with one constant for all.",
                   [_time(records, on_threads, sizes), _speed_up(records, sizes), _modules(records, sizes[-1]),
                    _sort(records, sizes)])]


def _panel(number, title, ylabel):
    panel = Panel(f"cmc-figure-{number}", f"Figure {number}: {title}", (3.55, 2.7))
    axes = panel.axes
    axes.set_title(f"({number}) {title}", loc="left")
    axes.set_xlabel("ranks")
    axes.set_ylabel(ylabel)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    rank_ticks(axes)
    return panel


def _all_ranks():
    return [2**k for k in range(int(math.log2(MOST_RANKS)) + 1)]


def _time(records, on_threads, sizes):
    panel = _panel(6, "time of a step", "seconds")
    for i, n in enumerate(sizes):
        colour, marker = series(i)
        curve = _curve(records, n)
        ranks = [p for p in _all_ranks() if n // p >= 40]
        panel.axes.plot(ranks, [sum(modelled(curve, p).values()) for p in ranks], color=colour,
                        label=f"N = {numbers.whole(n)}")
        panel.axes.plot(sorted(curve), [sum(modelled(curve, p).values()) for p in sorted(curve)],
                        linestyle="none", marker=marker, color=colour,
                        markerfacecolor=COLOUR["ground"])
        threads = sorted((r.threads, r.value) for r in on_threads if stars(r) == n)
        panel.axes.plot([t for t, _ in threads], [v for _, v in threads], color=colour,
                        marker=marker, linestyle=":")
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=2)
    return panel


def _speed_up(records, sizes):
    panel = _panel(7, "speed-up", "over one rank")
    ranks = _all_ranks()
    panel.axes.plot(ranks, ranks, "--", color=COLOUR["soft"], linewidth=0.8)
    for i, n in enumerate(sizes):
        curve = _curve(records, n)
        one = sum(modelled(curve, 1).values())
        here = [p for p in ranks if n // p >= 40]
        panel.axes.plot(here, [one / sum(modelled(curve, p).values()) for p in here],
                        color=series(i)[0], label=f"N = {numbers.whole(n)}")
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=2)
    return panel


def _modules(records, n):
    panel = _panel(8, f"modules, N = {numbers.whole(n)}", "seconds")
    curve = _curve(records, n)
    ranks = [p for p in _all_ranks() if n // p >= 40]
    for i, (label, phases) in enumerate(MODULES):
        colour, marker = series(i)
        panel.axes.plot(ranks, [sum(modelled(curve, p)[k] for k in phases) for p in ranks],
                        color=colour, label=label)
        measured = sorted(curve)
        panel.axes.plot(measured, [sum(modelled(curve, p)[k] for k in phases) for p in measured],
                        linestyle="none", color=colour, marker=marker,
                        markerfacecolor=COLOUR["ground"])
    later = [p for p in ranks if p > 1]
    panel.axes.plot(later, [modelled(curve, p)["messages"] for p in later], "--",
                    color=COLOUR["soft"], label="messages")
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=3)
    return panel


def _sort(records, sizes):
    panel = _panel(9, "sort and equation 18", "seconds")
    points = [(n, p, r.param("largest_phase_seconds")["sort"])
              for n in sizes for p, r in sorted(_curve(records, n).items())]
    # One constant, fitted in the logarithm.
    constant = math.exp(sum(math.log(t / sort_terms(n, p)) for n, p, t in points) / len(points))
    for i, n in enumerate(sizes):
        colour, marker = series(i)
        ranks = [p for p in _all_ranks() if n // p >= 40]
        panel.axes.plot(ranks, [constant * sort_terms(n, p) for p in ranks], color=colour,
                        linewidth=0.9, linestyle="--")
        own = [(p, t) for m, p, t in points if m == n]
        panel.axes.plot([p for p, _ in own], [t for _, t in own], linestyle="none", color=colour,
                        marker=marker, label=f"N = {numbers.whole(n)}")
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=2)
    return panel
