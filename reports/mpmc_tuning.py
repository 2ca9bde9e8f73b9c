"""Section 3.3: maximum displacement and trials per cell, by autocorrelation time of psi6.

Reads   validation records, metrics "autocorrelation time of psi6 (seconds)" and "(sweeps)";
        validation/data/mpmc_text.csv for the paper's choice
"""

from common import columns, numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic, series
from common.selection import group_by
from common.tables import Cell, Table, estimate, not_run, published, right, text, verdict

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
    def system(r):
        return r.disks, r.number("packing_fraction"), r.machine

    known = [r for r in seconds if numbers.known(r.value) and r.value > 0]
    best = {alike: min(r.value for r in rows) for alike, rows in group_by(known, system)}

    def milliseconds(r):
        half = None if r.half_width is None else 1e3 * r.half_width
        return Cell(numbers.plus_minus(1e3 * r.value, half), raw=1e3 * r.value, kind="ours")

    def in_sweeps(r):
        return estimate(sweeps[_point(r)]) if _point(r) in sweeps else numbers.MISSING

    def over_best(r):
        if not r.value > 0:
            return numbers.MISSING
        ratio = r.value / best[system(r)]
        return Cell("best" if ratio == 1 else f"{numbers.significant(ratio, 2)} ×", raw=ratio)

    table = Table("mpmc-tuning", "Autocorrelation time of ψ₆",
                  [text("Scheme", "scheme"), columns.DISKS, columns.PACKING,
                   right("Max. displacement", f"params.{STEP}", "{:.2f}"),
                   right("Trials per cell", f"params.{TRIALS}?", missing="–"),
                   right("τ, ms", milliseconds), right("τ, sweeps", in_sweeps),
                   right("Over the best", over_best), columns.VERDICT],
                  note="Over the best: of as many disks, at the same packing fraction, on the same machine.",
                  rows=sorted(seconds, key=lambda r: (
                      r.scheme, r.disks, r.number(TRIALS, 0) != tuned[TRIALS],
                      r.number(TRIALS, 0), r.number(STEP, 0))))
    table.line({"Scheme": "paper's choice", "N": "512²", "φ": "–",
                "Max. displacement": published(f"{tuned[STEP]:.2f}"),
                "Trials per cell": published(f"{tuned[TRIALS]:g}"),
                "τ, ms": numbers.MISSING if seconds else not_run(), "τ, sweeps": numbers.MISSING,
                "Over the best": published("best"),
                "Verdict": "" if seconds else verdict("not run")}, kind="first")
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
    if len({r.disks for r in here}) > 1:
        logarithmic(axes.yaxis)  # large systems take a thousand times as long
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(label)
    axes.set_ylabel("τ, seconds")
    if here:
        legend_below(axes)
    return panel
