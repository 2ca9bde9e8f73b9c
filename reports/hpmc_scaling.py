"""Hard shapes on ranks: speed against the number of ranks (paper Figure 5).

Reads   benchmark records "trial moves of shapes per second" of hpmc/ranks;
        validation/data/hpmc_speeds.csv
Shows   what was measured on this machine's cores; and, for more ranks than cores, a model from the
        processor time of each rank and the bytes and messages it sent, measured on ranks that took
        turns; beyond the ranks that were measured, what geometry says of work and ghosts
Not here  Speeds on one and two threads, the paper's table (hpmc_speed.py)
"""

import math

import numpy

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.tables import Cell, Column, Table, not_run, published, verdict
from hpmc_speed import COLUMNS, METRIC, SPEEDS, SYSTEMS, hours

RANKS = "hpmc/ranks"
PAPER = "Comet"
FIGURE_5 = SYSTEMS[2:]

# Of the model's network, not measured: a cluster interconnect of today.
LATENCY = 1.5e-6   # seconds for a message; those of a rank one after another
BANDWIDTH = 10e9   # bytes per second and rank
PASSENGER = 72     # bytes of a body on its way, optimized/hpmc/rank_exchange.hpp
MOST_RANKS = 1024
LEAST_ACTIVE = 0.05  # of the box: beyond, hardly anything moves


def build(context, records):
    chosen = [r for r in records if r.metric == METRIC and r.scheme == RANKS]
    lead = ("Domains on ranks that exchange bodies by messages, one domain for each rank; every "
            "number of ranks with the same domains gives the same bits. This machine has fewer "
            "cores than ranks: each rank's processor time was measured while they took turns, and "
            "the speed of so many cores is modelled as that of the busiest rank, with the messages "
            f"of a network of {LATENCY * 1e6:g} µs latency and {BANDWIDTH / 1e9:g} GB/s for each "
            "rank, which is an assumption. What limits ranks is the frozen slab of one largest "
            "diameter: the fewer bodies a rank has, the fewer of them may move.")
    paper = _paper(context)
    return Artifact(lead, [_table(chosen, paper)],
                    _figures([r for r in chosen if r.verdict != "fail"], paper))


def ranks_of(record):
    return int(record.fields.get("ranks") or 1)


def _paper(context):
    """{system: {processes: hours}} of the paper's machine for 4096 bodies."""
    found = {}
    for row in context.data.rows(SPEEDS, COLUMNS):
        if row["machine"] == PAPER and row["quantity"] == "time":
            times = found.setdefault(row["system"], {})
            times[int(row.number("processes"))] = row
    return found


# model --------------------------------------------------------------------------------------
def modelled(record):
    """(sweeps, packing, messages), seconds of a step on cores of their own."""
    step = record.param("rank_step")
    return (step["most_sweep_seconds"], step["most_exchange_seconds"],
            step["most_messages"] * LATENCY + step["most_bytes"] / BANDWIDTH)


def rate(record):
    """Modelled trial moves per second of all ranks."""
    return ranks_of(record) * record.param("rank_step")["trials"] / sum(modelled(record))


def best_domains(side, diameter, dimensions, ranks):
    """The grid with the largest active share, and that share; None where slabs fill domains."""
    most = math.ceil(side / diameter) - 1
    best = None
    for x in range(1, min(ranks, most) + 1):
        if ranks % x:
            continue
        for y in range(1, min(ranks // x, most) + 1):
            z, left = divmod(ranks // x, y)
            if left or z > (most if dimensions == 3 else 1):
                continue
            share = math.prod(1 - n * diameter / side if n > 1 else 1 for n in (x, y, z))
            if best is None or share > best[1]:
                best = ((x, y, z), share)
    return best if best and best[1] > LEAST_ACTIVE else None


class Curve:
    """Speed of one system for any number of ranks: constants fitted to all that were measured."""

    def __init__(self, records):
        self.records = sorted(records, key=ranks_of)
        first = self.records[0]
        self.bodies = int(first.number("bodies"))
        self.side, self.diameter = first.number("side"), first.number("diameter")
        self.dimensions = int(first.number("dimensions"))
        self.sweeps = first.number("sweeps_per_step")
        steps = [r.param("rank_step") for r in self.records]
        # A trial move, and a body put into a tree; a body chosen and packed, and the step itself.
        self.trial, self.tree = _fitted(
            [(s["trials"], s["bodies"] + s["ghosts"], s["most_sweep_seconds"]) for s in steps])
        packing = [(s["bodies"] + s["ghosts"], 1, s["most_exchange_seconds"]) for s in steps]
        self.body, self.step = _fitted(packing[1:])
        self.alone = packing[0][2]  # bodies are shifted, nothing is packed

    def domains(self, ranks):
        return best_domains(self.side, self.diameter, self.dimensions, ranks)

    def parts(self, ranks):
        """(sweeps, packing, messages) of a step, and the trial moves of a rank."""
        counts, share = self.domains(ranks)
        own = self.bodies / ranks
        widths = [self.side / n for n in counts[:self.dimensions]]
        cut = [n > 1 for n in counts]
        halo = math.prod((w + (self.diameter if c else 0)) / w for w, c in zip(widths, cut)) - 1
        trials = self.sweeps * own * share
        ghosts = own * halo
        migrants = own * sum(self.diameter / 4 / w for w, c in zip(widths, cut) if c)
        neighbours = _neighbours(counts)
        return (self.trial * trials + self.tree * (own + ghosts),
                self.body * (own + ghosts) + self.step if ranks > 1 else self.alone,
                2 * neighbours * LATENCY + PASSENGER * (ghosts + migrants) / BANDWIDTH), trials

    def rate(self, ranks):
        parts, trials = self.parts(ranks)
        return ranks * trials / sum(parts)

    def all_ranks(self):
        return [p for p in _ranks() if self.domains(p)]


def _fitted(points):
    """Two constants, not negative, of (first amount, second amount, seconds); points count alike."""
    work = numpy.array([(first / t, second / t) for first, second, t in points])
    found, *_ = numpy.linalg.lstsq(work, numpy.ones(len(work)), rcond=None)
    if min(found) > 0:
        return float(found[0]), float(found[1])
    return float(1 / work[:, 0].mean()), 0.0


def _neighbours(counts):
    """Ranks around one, around the periodic box."""
    return math.prod(min(n, 3) for n in counts) - 1


def _ranks():
    return sorted({2**k for k in range(11)} | {24, 48, 96, 192, 384, 768})


# table --------------------------------------------------------------------------------------
def _table(records, paper):
    table = Table("hpmc-ranks", "Hard shapes on ranks",
                  [Column("System"), Column("Bodies", "r"), Column("Ranks", "r"),
                   Column("Domains", "r"), Column("Active", "r"), Column("Ghosts per body", "r"),
                   Column("Sweeps", "r", group="Busiest rank, µs per step"),
                   Column("Packing", "r", group="Busiest rank, µs per step"),
                   Column("Messages", "r", group="Busiest rank, µs per step"),
                   Column("kB sent per step", "r"), Column("Wall, 10⁶ moves/s", "r"),
                   Column("Modelled, 10⁶ moves/s", "r"), Column("Modelled hours", "r"),
                   Column("Paper, hours", "r"), Column("Verdict")],
                  note="A step is four sweeps. Hours are those of 10⁷ times as many trial moves as "
                       "there are bodies: what is frozen is not counted as moved. Walls marked * "
                       "are of more ranks than this machine has cores, which take turns. The "
                       "paper's machine is Comet, of 2015; one of its processes runs on one core.")
    for r in sorted(records, key=lambda r: (SYSTEMS.index(r.param("system")), r.number("bodies"),
                                            ranks_of(r))):
        table.add(*_row(r, paper))
    timed = {r.param("system") for r in records}
    for system in (s for s in FIGURE_5 if s not in timed):
        table.add(system, "", "", "", "", "", "", "", "", "", not_run(), "", "",
                  _published(paper, system, 4096, 1), verdict("not run"))
    return table


def _row(r, paper):
    system, bodies, ranks = r.param("system"), int(r.number("bodies")), ranks_of(r)
    head = [system, numbers.whole(bodies), ranks, " × ".join(str(n) for n in r.param("domains"))]
    tail = [_published(paper, system, bodies, ranks), verdict(r.verdict)]
    if r.verdict == "fail":
        return head + [""] * 9 + tail
    step = r.param("rank_step")
    wall = numbers.significant(r.value / 1e6) + ("*" if r.param("oversubscribed") else "")
    return head + [f"{r.number('active_share'):.2f}",
                   numbers.significant(step["ghosts"] / step["bodies"], 2)
                   if step["ghosts"] else "0",
                   *(numbers.significant(1e6 * t, 3) if t else "0" for t in modelled(r)),
                   numbers.significant(step["most_bytes"] / 1e3, 3) if step["most_bytes"] else "0",
                   Cell(wall, raw=r.value), Cell(numbers.significant(rate(r) / 1e6), raw=rate(r)),
                   numbers.significant(hours(bodies, rate(r)))] + tail


def _published(paper, system, bodies, ranks):
    row = paper.get(system, {}).get(ranks)
    # The paper has 4096 of each; a tiling has 12 n^3 bodies.
    if row is None or abs(bodies / 4096 - 1) > 0.01:
        return ""
    return published(row["value"], raw=row.number("value"), note=row["where"])


# figures ------------------------------------------------------------------------------------
def _figures(records, paper):
    curves = {}
    for system in FIGURE_5:
        own = [r for r in records if r.param("system") == system]
        largest = max((r.number("bodies") for r in own), default=0)
        own = [r for r in own if r.number("bodies") == largest]
        if len(own) > 3 and 1 in map(ranks_of, own):
            curves[system] = Curve(own)
    if not curves:
        return []
    return [Figure("Left: trial moves per second against ranks. Lines: a model of four constants "
                   "for each system, fitted to the measured processor times, with ghosts and active "
                   "share from geometry, and messages; open markers: from the work and bytes that "
                   "were measured at that number of ranks; filled markers: wall clock of this "
                   "machine, up to its cores; dotted, small markers: the paper's, on Comet. Lines "
                   f"end at {MOST_RANKS} ranks or where frozen slabs leave less than "
                   f"{100 * LEAST_ACTIVE:g} % of the box active. Middle: speed over that of one rank, "
                   "divided by ranks, against bodies for each rank; the bars are the 60 to 70 % "
                   "that the paper states at 85 pentagons and 170 dodecahedra. Right: where the "
                   "time of the busiest rank goes with "
                   f"{next(iter(curves))}.",
                   [_speed(curves, paper), _efficiency(curves), _parts(*next(iter(curves.items())))])]


def _panel(name, title, xlabel, ylabel):
    panel = Panel(f"hpmc-scaling-{name}", title, (3.55, 2.9))
    panel.axes.set_title(title, loc="left")
    panel.axes.set_xlabel(xlabel)
    panel.axes.set_ylabel(ylabel)
    panel.axes.set_xscale("log", base=2)
    panel.axes.set_yscale("log")
    return panel


def _rank_ticks(axes, last):
    ticks = [p for p in (1, 4, 16, 64, 256, 1024) if p <= 2 * last]
    axes.set_xticks(ticks, [str(t) for t in ticks])
    axes.minorticks_off()


def _speed(curves, paper):
    panel = _panel("speed", "10⁶ trial moves per second", "ranks", "")
    last = 1
    for i, (system, curve) in enumerate(curves.items()):
        colour, marker = series(i)
        ranks = curve.all_ranks()
        last = max(last, ranks[-1])
        panel.axes.plot(ranks, [curve.rate(p) / 1e6 for p in ranks], color=colour, label=system)
        panel.axes.plot([ranks_of(r) for r in curve.records], [rate(r) / 1e6 for r in curve.records],
                        linestyle="none", color=colour, marker=marker,
                        markerfacecolor=COLOUR["ground"])
        own = [r for r in curve.records if not r.param("oversubscribed")]
        panel.axes.plot([ranks_of(r) for r in own], [r.value / 1e6 for r in own], linestyle="none",
                        color=colour, marker=marker, markersize=3)
        points = sorted((p, 1e7 * 4096 / row.number("value") / 3600e6)
                        for p, row in paper.get(system, {}).items())
        panel.axes.plot([p for p, _ in points], [v for _, v in points], ":", color=colour,
                        linewidth=0.9, marker=marker, markersize=2)
    _rank_ticks(panel.axes, last)
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=1)
    return panel


def _efficiency(curves):
    panel = _panel("efficiency", "efficiency", "bodies for each rank", "")
    panel.axes.set_yscale("linear")
    panel.axes.set_ylim(0, 1.25)
    for i, (system, curve) in enumerate(curves.items()):
        colour, marker = series(i)
        ranks = curve.all_ranks()
        one = curve.rate(1)
        panel.axes.plot([curve.bodies / p for p in ranks], [curve.rate(p) / one / p for p in ranks],
                        color=colour, label=system)
        base = rate(curve.records[0])
        panel.axes.plot([curve.bodies / ranks_of(r) for r in curve.records],
                        [rate(r) / base / ranks_of(r) for r in curve.records], linestyle="none",
                        color=colour, marker=marker, markerfacecolor=COLOUR["ground"])
        stated = {"pentagons": 85, "dodecahedra": 170}.get(system)
        if stated:
            panel.axes.plot([stated, stated], [0.6, 0.7], color=colour, linewidth=4, alpha=0.5,
                            solid_capstyle="butt")
    ticks = [8, 32, 128, 512, 2048]
    panel.axes.set_xticks(ticks, [str(t) for t in ticks])
    panel.axes.minorticks_off()
    panel.axes.invert_xaxis()
    legend_below(panel.axes, columns=1)
    return panel


def _parts(system, curve):
    panel = _panel("parts", f"a step, {system}", "ranks", "seconds")
    ranks = curve.all_ranks()
    names = ("sweeps and trees", "packing of bodies", "messages")
    for k, name in enumerate(names):
        colour, marker = series(k)
        shown = [p for p in ranks if k == 0 or p > 1]
        panel.axes.plot(shown, [curve.parts(p)[0][k] for p in shown], color=colour, label=name)
        measured = [r for r in curve.records if k == 0 or ranks_of(r) > 1]
        panel.axes.plot([ranks_of(r) for r in measured], [modelled(r)[k] for r in measured],
                        linestyle="none", color=colour, marker=marker,
                        markerfacecolor=COLOUR["ground"])
    _rank_ticks(panel.axes, ranks[-1])
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=1)
    return panel
