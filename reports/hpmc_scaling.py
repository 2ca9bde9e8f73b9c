"""Hard shapes on ranks: speed against the number of ranks (paper Figure 5).

Reads   benchmark records "trial moves of shapes per second" of schemes with ranks;
        validation/data/hpmc_speeds.csv
Shows   what was measured on this machine's cores; and, for more ranks than cores, a model from the
        processor time of each rank and the bytes and messages it sent, measured on ranks that took
        turns; beyond the ranks that were measured, what geometry says of work and ghosts
Not here  The model (hpmc_rank_model.py); speeds on one and two threads, the paper's table
          (hpmc_speed.py)
"""

from common import columns, numbers, schemes
from common.artifact import Artifact, short_scheme
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.ranks import MOST_RANKS, NETWORK, rank_ticks, ranks_of
from common.tables import Cell, Table, not_run, published, right, text, verdict
from hpmc_rank_model import LEAST_ACTIVE, Curve, modelled, rate
from hpmc_speed import COLUMNS, METRIC, SPEEDS, SYSTEMS, hours

PAPER = "Comet"
FIGURE_5 = SYSTEMS[2:]


def build(context, records):
    chosen = [r for r in records if r.metric == METRIC and schemes.on_ranks(context, r.scheme)]
    lead = ("Domains on ranks that exchange bodies by messages, one domain for each rank; every "
            "number of ranks with the same domains gives the same bits. This machine has fewer "
            "cores than ranks: each rank's processor time was measured while they took turns, and "
            "the speed of so many cores is modelled as that of the busiest rank, with the messages "
            f"of {NETWORK}. What limits ranks is the frozen slab of one largest "
            "diameter: the fewer bodies a rank has, the fewer of them may move.")
    paper = _paper(context)
    return Artifact(lead, [_table(chosen, paper)],
                    _figures([r for r in chosen if r.verdict != "fail"], paper))


def _paper(context):
    """{system: {processes: hours}} of the paper's machine for 4096 bodies."""
    found = {}
    for row in context.data.rows(SPEEDS, COLUMNS):
        if row["machine"] == PAPER and row["quantity"] == "time":
            times = found.setdefault(row["system"], {})
            times[int(row.number("processes"))] = row
    return found


# table --------------------------------------------------------------------------------------
STEP = "Busiest rank, µs per step"


def _of_step(show):
    """Cell about a rank's step: nothing where the run failed."""
    return lambda r: "" if r.verdict == "fail" else show(r, r.param("rank_step"))


def _part(index):
    def show(r, _):
        seconds = modelled(r)[index]
        return numbers.significant(1e6 * seconds, 3) if seconds else "0"
    return _of_step(show)


def _wall(r, _):
    return Cell(numbers.significant(r.value / 1e6) + ("*" if r.param("oversubscribed") else ""),
                raw=1e-6 * r.value)


def _table(records, paper):
    table = Table("hpmc-ranks", "Hard shapes on ranks",
                  [text("Scheme", lambda r: short_scheme(r.scheme)), text("System", "params.system"),
                   right("Bodies", "params.bodies", numbers.whole),
                   right("Ranks", ranks_of),
                   right("Domains", "params.domains", lambda counts: " × ".join(map(str, counts))),
                   right("Active", _of_step(lambda r, _: f"{r.number('active_share'):.2f}")),
                   right("Ghosts per body", _of_step(lambda _, step: numbers.significant(
                       step["ghosts"] / step["bodies"], 2) if step["ghosts"] else "0")),
                   *(right(heading, _part(i), group=STEP)
                     for i, heading in enumerate(("Sweeps", "Packing", "Messages"))),
                   right("kB sent per step", _of_step(lambda _, step: numbers.significant(
                       step["most_bytes"] / 1e3, 3) if step["most_bytes"] else "0")),
                   right("Wall, 10⁶ moves/s", _of_step(_wall)),
                   right("Modelled, 10⁶ moves/s", _of_step(lambda r, _: Cell(
                       numbers.significant(rate(r) / 1e6), raw=1e-6 * rate(r)))),
                   right("Modelled hours", _of_step(lambda r, _: numbers.significant(
                       hours(int(r.number("bodies")), rate(r))))),
                   right("Paper, hours", lambda r: _published(
                       paper, r.param("system"), r.number("bodies"), ranks_of(r))),
                   columns.VERDICT],
                  note="A step is four sweeps. Hours are those of 10⁷ times as many trial moves as "
                       "there are bodies: what is frozen is not counted as moved. Walls marked * "
                       "are of more ranks than this machine has cores, which take turns. The "
                       "paper's machine is Comet, of 2015; one of its processes runs on one core.",
                  rows=sorted(records, key=lambda r: (r.scheme, SYSTEMS.index(r.param("system")),
                                                      r.number("bodies"), ranks_of(r))))
    timed = {r.param("system") for r in records}
    for system in (s for s in FIGURE_5 if s not in timed):
        table.line({"System": system, "Wall, 10⁶ moves/s": not_run(),
                    "Paper, hours": _published(paper, system, 4096, 1),
                    "Verdict": verdict("not run")})
    return table


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
        first = min((r.scheme for r in own), default="")  # a curve shows one
        own = [r for r in own if r.scheme == first]
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
    rank_ticks(panel.axes, last)
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
    rank_ticks(panel.axes, ranks[-1])
    logarithmic(panel.axes.yaxis)
    legend_below(panel.axes, columns=1)
    return panel
