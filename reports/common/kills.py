"""Kills of mutants: the cheapest check of each, its cost, and figures of both."""

from common import balance, numbers
from common.artifact import short_scheme
from common.figures import COLOUR, Figure, Panel, logarithmic


def cheapest(rows):
    """The check that caught the mutant, or None: of those named as its killers (any other catch
    may be incidental), the one that took the fewest milliseconds."""
    caught = [r for r in rows if r.param("caught") is True]
    return min(caught, key=lambda r: (r.param("expected") is not True,
                                      r.number("milliseconds", float("inf")),
                                      r.number("trials", 0), balance.position(r.metric),
                                      r.metric), default=None)


def saved(record):
    """Ratio of the trial moves of a pressure test to those of the check, or None."""
    trials, pressure = record.number("trials"), record.number("pressure_trials")
    return float(pressure) / float(trials) if trials and pressure else None


def figures(mutants, exact, measured):
    figures = []
    costs = _costs(mutants)
    if costs:
        figures.append(Figure(
            "Trial moves until the fault is found: by the cheapest check of this suite (filled), "
            "and by a measurement of the pressure at five standard errors (open), which is what "
            "the papers had. The line is the factor saved. Mutants for which nobody knows how many "
            "moves a pressure needs are in the table alone.", [_cost_panel(costs)], wide=True))
    if any(cheapest(rows) for _, rows in mutants):
        figures.append(Figure("How many of the mutants are dead after so much time on one core, "
                              "each by the cheapest check that is named for it.",
                              [_time_panel(exact, measured)], wide=True))
    return figures


def _costs(mutants):
    """[(mutant, trials used, trials by pressure)], the largest saving first."""
    kills = [(name, cheapest(rows)) for name, rows in mutants]
    costs = [(short_scheme(name), kill.number("trials"), kill.number("pressure_trials"))
             for name, kill in kills if kill is not None and saved(kill)]
    return sorted(costs, key=lambda c: (-c[2] / c[1], c[0]))


def _cost_panel(costs):
    panel = Panel("suite-mutant-cost", "Trial moves to find each mutant, by check and by pressure",
                  (8.2, 0.75 + 0.3 * len(costs)))
    axes = panel.axes
    places = list(range(len(costs), 0, -1))
    for place, (_, used, pressure) in zip(places, costs):
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
    highest = max(max(used, pressure) for _, used, pressure in costs)
    axes.set_xlim(min(used for _, used, _ in costs) / 2, highest * 20)
    axes.set_xlabel("trial moves")
    axes.grid(axis="y", visible=False)
    axes.spines["left"].set_visible(False)
    return panel


def _time_panel(exact, measured):
    panel = Panel("suite-mutant-time", "Share of the mutants killed within a time", (8.2, 2.5))
    axes = panel.axes
    for rows, word, colour in ((exact, "by proof", "accent"), (measured, "by statistics", "blue")):
        times = sorted(cheapest(r).number("milliseconds", 0) or 0.01 for _, r in rows
                       if cheapest(r))
        if not times:
            continue
        steps = [times[0] / 1.6] + times
        axes.step(steps, range(len(steps)), where="post", color=COLOUR[colour],
                  label=f"{word}: {len(times)} of {len(rows)}")
        axes.plot(times, range(1, len(times) + 1), "o", markersize=3.2, color=COLOUR[colour])
    logarithmic(axes.xaxis)
    axes.xaxis.set_major_formatter(lambda ms, _: f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:g} s")
    axes.set_ylim(0, None)
    axes.set_ylabel("mutants killed")
    axes.set_xlabel("within")
    axes.legend(loc="upper left")
    return panel
