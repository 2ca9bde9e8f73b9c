"""Section 3.3: maximum displacement and trials per cell, by autocorrelation time of psi6.

Reads   validation records, metrics "autocorrelation time of psi6 (seconds)" and "(sweeps)";
        validation/data/mpmc_text.csv for the paper's choice
"""

from common import numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, series
from common.selection import group_by
from common.tables import Cell, Column, Table, estimate, not_run, published, verdict

STEP, TRIALS = "max_displacement", "trials_per_cell"


def build(context, records):
    tuned = {STEP: context.data.text_value("tuned maximum displacement"),
             TRIALS: context.data.text_value("tuned trial moves per cell")}
    seconds = [r for r in records if r.metric.endswith("(seconds)")]
    sweeps = {_point(r): r for r in records if r.metric.endswith("(sweeps)")}
    figures = []
    if seconds:
        figures.append(Figure(
            "Autocorrelation time of the orientational order ψ₆ in seconds, 95 % bars. Dashed: the "
            "paper's choice, found on a Tesla GPU with 512² disks. The lowest point wins.",
            [_panel(seconds, STEP, TRIALS, tuned, "maximum displacement"),
             _panel(seconds, TRIALS, STEP, tuned, "trial moves per cell")]))
    lead = ("The best step is the one that forgets fastest in wall-clock time, not the one that "
            "accepts most.")
    return Artifact(lead, [_table(seconds, sweeps, tuned)], figures)


def _point(record):
    return (record.scheme, record.threads, record.disks, record.number("packing_fraction"),
            record.number(STEP), record.number(TRIALS))


def _table(seconds, sweeps, tuned):
    table = Table("mpmc-tuning", "Autocorrelation time of ψ₆",
                  [Column("Scheme"), Column("N", "r"), Column("φ", "r"),
                   Column("Max. displacement", "r"), Column("Trials per cell", "r"),
                   Column("τ, ms", "r"), Column("τ, sweeps", "r"), Column("Over the best", "r"),
                   Column("Verdict")])
    known = [r.value for r in seconds if numbers.known(r.value) and r.value > 0]
    best = min(known, default=None)
    order = sorted(seconds, key=lambda r: (r.scheme, r.disks, r.number(TRIALS, 0) !=
                                           tuned[TRIALS], r.number(TRIALS, 0), r.number(STEP, 0)))
    for r in order:
        half = r.half_width
        ratio = r.value / best if best else None
        other = sweeps.get(_point(r))
        table.add(r.scheme, numbers.count(r.disks),
                  numbers.plain(r.number("packing_fraction")),
                  f"{r.number(STEP, 0):.2f}", r.param(TRIALS, "–"),
                  Cell(numbers.plus_minus(1e3 * r.value, None if half is None else 1e3 * half),
                       raw=1e3 * r.value, kind="ours"),
                  estimate(other) if other else numbers.MISSING,
                  Cell("best" if ratio == 1 else f"{numbers.significant(ratio, 2)} ×", raw=ratio),
                  verdict(r.verdict))
    table.add("paper's choice", "512²", "–", published(f"{tuned[STEP]:.2f}"),
              published(f"{tuned[TRIALS]:g}"), numbers.MISSING if seconds else not_run(),
              numbers.MISSING, published("best"), "" if seconds else verdict("not run"),
              kind="first")
    return table


def _panel(records, along, fixed, tuned, label):
    panel = Panel(f"mpmc-tuning-{along.replace('_', '-')}", f"Autocorrelation time against {label}")
    axes = panel.axes
    here = [r for r in records if abs(r.number(fixed, 0) - tuned[fixed]) < 1e-9]
    for i, (key, rows) in enumerate(group_by(here, lambda r: (r.scheme, r.threads,
                                                              r.disks))):
        rows = sorted(rows, key=lambda r: r.number(along, 0))
        colour, marker = series(i)
        axes.errorbar([r.number(along) for r in rows], [r.value for r in rows],
                      yerr=[[(r.value - r.low) if r.low is not None else 0 for r in rows],
                            [(r.high - r.value) if r.high is not None else 0 for r in rows]],
                      marker=marker, color=colour,
                      label=f"{key[0]}, N = {numbers.count(key[2] or 0)}")
    axes.axvline(tuned[along], color=COLOUR["soft"], linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(label)
    axes.set_ylabel("τ, seconds")
    if here:
        legend_below(axes)
    return panel
