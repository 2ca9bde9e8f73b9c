"""Mutants: deliberately broken schemes, the check that kills each, and what that cost.

Reads   checks of schemes named mutant/*; params caught, expected, trials, milliseconds, origin,
        pressure_trials (trial moves a pressure test would need, or null)
Shows   the ledger (one line per mutant, its cheapest kill), the cost figure, and the matrix
"""

import re

from common import matrix, numbers
from common.artifact import Artifact, short_scheme
from common.figures import COLOUR, Figure, Panel, logarithmic
from common.selection import group_by
from common.tables import Cell, Column, Table, not_run, verdict


def build(context, records):
    mutants = group_by(records, lambda r: r.scheme)
    ledger, matrix_table = _ledger(mutants), _matrix(mutants, records)
    figures = []
    costs = _costs(mutants)
    if costs:
        figures.append(Figure(
            "Trial moves until the fault is found: by the cheapest check of this suite (filled), "
            "and by a measurement of the pressure at five standard errors (open), which is what "
            "the paper had. The line is the factor saved.", [_panel(costs)], wide=True))
    lead = ("Each mutant is a production scheme with one planted fault: the paper's own pitfalls, "
            "bugs of published codes, and seeded ones. A check is worth only what it has been seen "
            "to reject; a mutant that nothing catches fails the suite.")
    return Artifact(lead, [ledger, matrix_table], figures)


def cheapest(rows):
    """The check that caught the mutant, or None: of those named as its killers (any other catch
    may be incidental), the one that took the fewest milliseconds."""
    caught = [r for r in rows if r.param("caught") is True]
    return min(caught, key=lambda r: (r.param("expected") is not True,
                                      r.number("milliseconds", float("inf")),
                                      r.number("trials", 0), r.metric), default=None)


def saved(record):
    """How many times fewer trial moves than a pressure test, or None."""
    trials, pressure = record.number("trials"), record.number("pressure_trials")
    return float(pressure) / float(trials) if trials and pressure else None


def _ledger(mutants):
    table = Table("suite-mutants", "What kills each mutant, and at what cost",
                  [Column("Mutant"), Column("Outcome"), Column("Killed first by"),
                   Column("Signal", "r"), Column("Time", "r"), Column("Trial moves", "r"),
                   Column("By pressure", "r"), Column("Saved", "r"), Column("Where it comes from"),
                   Column("trials", csv_only=True), Column("pressure trials", csv_only=True)],
                  note="Signal: z of the rejection, or what a check without statistics counted. By "
                  "pressure: trial moves a test of the pressure would need for the same fault at "
                  "five standard errors; – where no estimate exists, or where the fault does not "
                  "move the pressure.")
    for name, rows in mutants:
        kill = cheapest(rows)
        label = Cell(short_scheme(name), raw=name)
        origin = _origin(next((r.param("origin") for r in rows if r.param("origin")), ""))
        if kill is not None:
            table.add(label, _outcome(rows), *_kill(kill), origin, kill.number("trials", ""),
                      kill.number("pressure_trials", ""))
        elif all(r.verdict == "not run" for r in rows):
            table.add(label, verdict("not run"), not_run(), *[numbers.MISSING] * 5, origin, "", "")
        else:
            table.add(label, Cell("survives", verdict="fail"), "nothing", *[numbers.MISSING] * 5,
                      origin, "", "")
    return table


def _outcome(rows):
    if any(r.verdict == "fail" for r in rows):
        return Cell("a check missed it", verdict="fail")
    return Cell("caught", verdict="pass")


def _kill(kill):
    """Check, signal, time, trial moves, trial moves by pressure, factor saved."""
    ratio, milliseconds = saved(kill), kill.number("milliseconds")
    return (Cell(kill.metric, kind="wrap"),
            Cell(matrix.strength(kill), raw=kill.z if kill.z is not None else kill.value),
            Cell(numbers.duration(milliseconds), raw="" if milliseconds is None else milliseconds),
            numbers.power(kill.number("trials")), numbers.power(kill.number("pressure_trials")),
            Cell("–" if ratio is None else f"{numbers.power(ratio, 1)} ×",
                 raw="" if ratio is None else ratio))


def _origin(text):
    """A public bug is linked; a paper's section is quoted."""
    link = re.search(r"https?://\S+", text or "")
    if not link:
        return Cell(text or numbers.MISSING, kind="wrap")
    url = link.group(0).rstrip(").,;")
    shown = re.sub(r"https?://(?:www\.)?github\.com/[^/]+/([^/]+)/(?:issues|pull)/", r"\1 #", url)
    return Cell(text.replace(url, shown), raw=text, href=url, kind="wrap")


def _matrix(mutants, records):
    columns = matrix.check_columns(records)
    table = Table("suite-mutant-matrix", "Mutants × checks",
                  [Column("Mutant")] + [column for _, column in columns],
                  note="A number: the check caught the mutant, with this z; ● caught by a check "
                  "without statistics. Framed: "
                  "the check is named as one that must catch it. ✗ missed: named, and did not. "
                  "A dot: this fault is invisible to this check, and nobody claims otherwise. "
                  "Empty: not run.")
    table.kind = "matrix"
    for name, rows in mutants:
        by_check = {r.metric: r for r in rows}
        table.add(Cell(short_scheme(name), raw=name),
                  *[matrix.mutant_cell(by_check.get(check)) for check, _ in columns])
    return table


def _costs(mutants):
    """[(mutant, trials used, trials by pressure or None)], the largest saving first."""
    kills = [(name, cheapest(rows)) for name, rows in mutants]
    costs = [(short_scheme(name), kill.number("trials"),
              kill.number("pressure_trials") if kill.number("pressure_trials") else None)
             for name, kill in kills if kill is not None and kill.number("trials")]
    return sorted(costs, key=lambda c: (c[2] is None, -(c[2] or 0) / c[1], c[0]))


def _panel(costs):
    panel = Panel("suite-mutant-cost", "Trial moves to find each mutant, by check and by pressure",
                  (8.2, 0.75 + 0.27 * len(costs)))
    axes = panel.axes
    places = list(range(len(costs), 0, -1))
    for place, (_, used, pressure) in zip(places, costs):
        if pressure is not None:
            axes.plot([used, pressure], [place, place], color=COLOUR["pale"], linewidth=5,
                      solid_capstyle="round", zorder=1)
            axes.annotate(f"{numbers.power(pressure / used, 1)} ×", (pressure, place),
                          xytext=(8, 0), textcoords="offset points", va="center", fontsize=8,
                          color=COLOUR["accent"])
            axes.plot(pressure, place, "o", markersize=6, markerfacecolor=COLOUR["ground"],
                      markeredgecolor=COLOUR["soft"], zorder=3)
        axes.plot(used, place, "o", markersize=6.5, color=COLOUR["accent"], zorder=4)
    logarithmic(axes.xaxis)
    axes.set_yticks(places, [name for name, _, _ in costs])
    axes.tick_params(axis="y", labelcolor=COLOUR["ink"], labelsize=8.5)
    axes.set_ylim(0.3, len(costs) + 0.7)
    highest = max(max(used, pressure or 0) for _, used, pressure in costs)
    axes.set_xlim(min(used for _, used, _ in costs) / 2, highest * 20)
    axes.set_xlabel("trial moves")
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    return panel
