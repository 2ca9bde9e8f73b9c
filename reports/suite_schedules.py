"""Balance under schedules: steps that every checker of threads passes, and what they sample.

Reads   checks with metric explore/schedules/<level>; params exact (the defect), tv_exact,
        observed_exact, claimed_exact, states, milliseconds; a note that says what was seen
Shows   one wrong move, drawn; protocol x size with the four levels; total variation and the
        probability that the particles are neighbours, against the size of the ring
"""

import math
from fractions import Fraction

from matplotlib.patches import Rectangle

from common import explore, numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, series
from common.selection import group_by
from common.tables import Cell, Table, hidden, right, text

LEVELS = ["confluence", "oblivious", "scheduler", "adversarial"]
OUTCOMES = {"pass": "✓", "fail": "✗", "not claimed": "·", "inconclusive": "≈"}

LEAD = ("Two threads share a ring of L sites, one particle each. Each draws left or right and, if "
        "that site is empty, moves: it claims the site with a compare-and-swap, then frees its "
        "old one. <b>Every concurrency checker passes this</b>: no data race, no two particles on "
        "a site, no deadlock, every run ends legally. <b>It samples wrongly all the same.</b> "
        "Between claim and release a particle holds two sites, and a neighbour that follows it is "
        "turned away from one that is as good as free. Nothing makes up for that, so "
        "neighbours come apart more often than they meet{found}. No assertion about a single run "
        "can see it; it is a statement about all of them, and here it is computed from all of "
        "them, in fractions.")


def build(context, records):
    steps = _steps(records)
    figures = [_story()]
    if any(_laws(steps, name) for name in ("tv_exact", "observed_exact")):
        figures.append(_curves(steps))
    return Artifact(LEAD.format(found=_example(steps)), [_table(steps), _meaning()], figures)


def _example(steps):
    """Distribution that the step of the text samples on the smallest odd ring that was run."""
    laws = [(size, levels["scheduler"]) for protocol, size, levels in steps
            if protocol == STORY_OF and size % 2 and "scheduler" in levels]
    if not laws:
        return ""
    size, law = min(laws, key=lambda pair: pair[0])
    return (f": on {size} sites they are neighbours with probability "
            f"{law.param('observed_exact')} and not {law.param('claimed_exact')}")


def _steps(records):
    """[(protocol, size of the ring, {level: record})]."""
    grouped = group_by(explore.of_part(records, "schedules"), lambda r: r.scheme)
    return [(rows[0].fact("protocol", scheme), rows[0].fact("sites", 0),
             {explore.what(r): r for r in rows}) for scheme, rows in grouped]


def _table(steps):
    rows = [{"protocol": protocol, "sites": size, "levels": levels,
             "law": levels.get("scheduler"), "any": next(iter(levels.values()))}
            for protocol, size, levels in steps]
    return Table("suite-schedules", "Steps of two threads × four levels of balance",
                 [text("Protocol", "protocol"), right("L", "sites"),
                  *(right(level, lambda row, level=level: _level(row["levels"].get(level)),
                          group="Level: exact defect") for level in LEVELS),
                  right("Total variation", lambda row: _distance(row["law"])),
                  right("sampled", lambda row: _fraction(row["law"], "observed_exact"),
                        group="P(neighbours)"),
                  right("claimed", lambda row: _fraction(row["law"], "claimed_exact"),
                        group="P(neighbours)"),
                  right("States", lambda row: numbers.whole(row["any"].number("states", 0))),
                  hidden("milliseconds", lambda row: row["any"].number("milliseconds")),
                  hidden("what was seen", lambda row: "; ".join(
                      f"{level}: {r.note}" for level, r in row["levels"].items() if r.note))],
                 note="✓ holds, ✗ does not, · is not claimed and does not hold; – does not apply: "
                 "a step that waits or starts again has no schedules of fixed length, and one "
                 "that starts again no adversary of finitely many steps. Framed: the level is "
                 "named as one that must fail. Defects are relative: 1/4 is a quarter too many "
                 "or too few arrivals in some configuration. A step that loses particles has no "
                 "law to compare.", rows=rows, first="protocol", kind="matrix")


def _level(record):
    if record is None:
        return Cell("", raw="not run", kind="idle")
    if not explore.applies(record):
        return Cell(numbers.MISSING, raw="does not apply", kind="idle", note=record.note)
    exact = "" if explore.what(record) == "confluence" else record.param("exact", "")
    if record.is_mutant:
        caught, named = record.param("caught") is True, record.param("expected") is True
        if caught:
            return Cell(f"✗ {exact}".strip(), raw=f"caught: {exact}", note=record.note,
                        kind="killed named" if named else "killed")
        return Cell("✓ missed" if named else "✓", raw="missed" if named else "holds",
                    kind="missed" if named else "ok", note=record.note)
    sign = OUTCOMES.get(record.verdict, "")
    if exact not in ("", "0"):
        sign += f" {exact}"
    return Cell(sign, raw=f"{record.verdict}: {exact}", note=record.note,
                kind={"pass": "ok", "fail": "bad"}.get(record.verdict, "idle"))


def _distance(record):
    """The distance from the claimed law, or why there is none."""
    if record is None:
        return Cell("", raw="")
    if record.param("tv_exact") is not None:
        return _fraction(record, "tv_exact")
    return Cell("no law", raw="", note=record.note)


def _fraction(record, name):
    text = record.param(name) if record is not None else None
    return Cell(text) if text is not None else Cell(numbers.MISSING, raw="")


MEANING = {
    "confluence": "for each configuration and each choice of random numbers, all schedules end "
                  "alike",
    "oblivious": "every schedule that is fixed beforehand keeps the uniform law",
    "scheduler": "the uniform law is kept when a random thread that can run makes the next access",
    "adversarial": "no scheduler that sees the state can favour a configuration; the defect is "
                   "the width of what it can reach"}


def _meaning():
    return Table("suite-schedules-levels", "The four levels",
                 [text("Level", str), text("It holds when", MEANING.get, kind="prose")],
                 rows=MEANING)


# Figures ---------------------------------------------------------------------------------------

STORY_OF = "claim, then release"
STORY = [  # what holds each site of five; what happens
    ("AB···", "A and B both draw left"),
    ("aB··A", "A claims a site, and holds two"),
    ("aB··A", "B finds its target full, and stays"),
    ("·B··A", "A frees its old site, too late"),
]


def _story():
    panel = Panel("suite-schedules-story", "How a legal schedule rejects a move that is allowed",
                  (3.6, 1.5))
    panel.figure.subplots_adjust(0, 0, 1, 1)
    axes = panel.axes
    for row, (sites, words) in enumerate(STORY):
        y = len(STORY) - row
        for x, sign in enumerate(sites):
            _site(axes, x, y, sign)
        axes.annotate(words, (5.45, y + 0.4), fontsize=8.5, va="center",
                      color=COLOUR["red" if row == 2 else "ink"])
    axes.annotate("", xy=(0.62, 2.4), xytext=(1.15, 2.4), zorder=6,
                  arrowprops={"arrowstyle": "-|>", "color": COLOUR["red"], "linewidth": 1.3,
                              "mutation_scale": 9})
    axes.set(xlim=(-0.1, 12.2), ylim=(0.9, 5), aspect="equal")
    axes.axis("off")
    return Figure("The schedule a b a on five sites. Had A's whole move come first, B would have "
                  "followed it. Faint: held by A and no longer used.", [panel])


def _site(axes, x, y, sign):
    colour = {"A": "accent", "a": "pale", "B": "blue"}.get(sign, "ground")
    axes.add_patch(Rectangle((x, y), 0.92, 0.8, facecolor=COLOUR[colour],
                             edgecolor=COLOUR["soft"], linewidth=0.8))
    if sign != "·":
        axes.annotate(sign.upper(), (x + 0.46, y + 0.4), ha="center", va="center", fontsize=8.5,
                      fontweight="bold", color=COLOUR["accent" if sign == "a" else "ground"])


def _laws(steps, name):
    """{protocol: {size: exact number}} of the steps that have it."""
    laws = {}
    for protocol, size, levels in steps:
        record = levels.get("scheduler")
        if record is not None and record.param(name) is not None:
            laws.setdefault(protocol, {})[size] = Fraction(record.param(name))
    return laws


def _curves(steps):
    distances, sampled = _laws(steps, "tv_exact"), _laws(steps, "observed_exact")
    claimed = _laws(steps, "claimed_exact")
    ratios = {protocol: {size: value / claimed[protocol][size] for size, value in law.items()}
              for protocol, law in sampled.items()}
    sizes = sorted({size for law in distances.values() for size in law})
    distance = _curve("suite-schedules-distance", "Total variation from the uniform law",
                      distances, sizes)
    ratio = _curve("suite-schedules-neighbours", "P(neighbours), sampled / claimed", ratios, sizes)
    distance.axes.set_ylim(bottom=-0.004)
    return Figure("What each protocol samples under the random scheduler, exactly. A lock that is "
                  "waited for, or taken in a fixed order, is right; a lock that is tried, with the step "
                  "repeated when it is taken, is not, whether the repeated step draws new random "
                  "numbers or keeps them. Test, then set loses particles and samples no law. A "
                  "gap in a line: not run.",
                  [distance, ratio])


def _curve(name, title, laws, sizes):
    """One panel; a size that was not run interrupts the line."""
    panel = Panel(name, f"{title}, against the size of the ring")
    for number, (protocol, law) in enumerate(laws.items()):
        colour, marker = series(number)
        panel.axes.plot(sizes, [float(law[x]) if x in law else math.nan for x in sizes], marker,
                        color=colour, label=protocol, linestyle="-", linewidth=1,
                        markersize=7 - 0.8 * number)
    panel.axes.set_title(title)
    panel.axes.set_xlabel("sites L")
    panel.axes.set_xticks(sizes)
    legend_below(panel.axes)
    return panel
