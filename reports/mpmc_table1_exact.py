"""Paper Table 1, exactly: which shuffles are needed, with no statistics and no doubt.

Reads   checks "balance/..." of the ring L = 16, w = 4, N = 6 with nM = 1, 2, ... trials per cell;
        params particle_shuffle, colour_shuffle, nM, tv_exact, observable_shift,
        independent_configurations; hard_disk_eos.csv, Anderson 2013 Table 1
"""

import math

from common import balance, numbers
from common.artifact import Artifact
from common.figures import COLOUR, Figure, Panel, legend_below, logarithmic
from common.tables import Cell, Table, not_run, published, right, text, verdict

# (particle shuffle, colour shuffle), as in the paper's table
VARIANTS = [("Yes", "Yes"), ("Yes", "No"), ("No", "Yes"), ("No", "No")]
WORDS = {("Yes", "Yes"): "both shuffles", ("Yes", "No"): "colours in fixed order",
         ("No", "Yes"): "particles not shuffled", ("No", "No"): "neither shuffled"}
LOOKS = {("No", "Yes"): ("accent", "o", True), ("No", "No"): ("blue", "s", False),
         ("Yes", "Yes"): ("green", "^", True), ("Yes", "No"): ("violet", "D", False)}


def build(context, records):
    rings = {}
    for record in records:
        key = (record.param("particle_shuffle"), record.param("colour_shuffle"))
        if key in VARIANTS and record.param("nM"):
            rings.setdefault(key, {}).setdefault(int(record.param("nM")), {})[
                balance.verdict_of(record)] = record
    lead = ("The step of the paper on a ring of 16 sites with 6 particles in 4 cells, every random "
            "choice enumerated, the order of the lists kept as part of the state. The "
            "distribution that each variant really samples is solved for in integers: "
            "<b>with the particle shuffle it is the right one, exactly, with or without the colour "
            "shuffle; without it, it is wrong, exactly by the numbers below.</b> What the colour "
            "shuffle buys is reversibility alone.")
    artifact = Artifact(lead, [_conclusion(context, rings), _decimals(rings), _fractions(rings)])
    if rings:
        artifact.figures.append(Figure(
            "(a) Total variation distance between what is sampled and the uniform distribution; "
            "on the lowest line it is 0, not small. (b) The shift of the mean number of contacts, "
            "which the pressure follows: its sign alternates, so that an average over several "
            "numbers of trials hides it.", [_distances(rings), _contacts(rings)]))
    return artifact


def _of(rings, key, metric):
    return [by_metric[metric] for _, by_metric in sorted(rings.get(key, {}).items())
            if metric in by_metric]


PACKINGS = (0.698, 0.708, 0.716)


def _conclusion(context, rings):
    table = Table("mpmc-table-1-conclusion", "The paper's Table 1, by pressure and by proof",
                  [text("Particle shuffle", lambda line: line["key"][0]),
                   text("Colour shuffle", lambda line: line["key"][1]),
                   *(right(heading, lambda line, eta=eta: line["published"][eta])
                     for heading, eta in zip(("P*, φ = 0.698, published", "0.708", "0.716"),
                                             PACKINGS)),
                   right("Total variation, exact", "range"), text("Samples rightly", "right"),
                   text("Reversible", "reversible"), right("Time", "time"),
                   text("Verdict", "verdict")],
                  note="Published: N = 256² disks, days of GPU time for each number. Total "
                  "variation: over nM = 1, 2, ... trials per cell; time: of all of them together. "
                  "Reversible: detailed balance of the sub-sweeps, without the particle shuffle on average over the orders of the lists. A variant without the particle "
                  "shuffle passes when it is found to be wrong.")
    rows = context.data.anderson("Table 1")
    lines = [{"key": key, "distances": _of(rings, key, "total variation"),
              "reversible": _reversible(_of(rings, key, "detailed balance"))} for key in VARIANTS]
    table.extend([{**line, **_judged(line["key"], line["distances"]),
                   "published": {eta: _published(rows, line["key"], eta) for eta in PACKINGS}}
                  for line in lines])
    return table


def _judged(key, distances):
    """Text about the exact distances of a variant, or that there are none."""
    if not distances:
        return {"range": not_run(), "right": numbers.MISSING, "reversible": numbers.MISSING,
                "time": numbers.MISSING, "verdict": verdict("not run")}
    exact = [balance.fraction(r) for r in distances]
    is_right = all(value == 0 for value in exact)
    as_expected = is_right == (key[0] == "Yes") and None not in exact
    return {"range": _range(exact), "right": "yes, exactly" if is_right else "no",
            "time": numbers.duration(sum(r.number("milliseconds", 0) for r in distances)),
            "verdict": verdict("pass" if as_expected else "fail")}


def _published(rows, key, eta):
    for row in rows:
        variant = tuple(part.split("=")[1] for part in row["method"].split(" ") if "=" in part)
        if variant == key and row.is_(eta=eta):
            return published(numbers.with_uncertainty(row.number("Pstar"), row.number("err")),
                             raw=row["Pstar"], note=row["err_kind"])
    return Cell(numbers.MISSING, raw="")


def _range(exact):
    known = [value for value in exact if value is not None]
    if not known:
        return Cell("not solved", raw="")
    if max(known) == 0:
        return Cell("0", raw="0")
    return Cell(f"{balance.digits(min(known), 3)} to {balance.digits(max(known), 3)}",
                raw=float(max(known)))


def _reversible(rows):
    """A deviation says more than the verdict, which is 'not claimed' for a known weakness."""
    if not rows:
        return numbers.MISSING
    broken = [int(r.param("nM")) for r in rows if r.value != 0]
    if not broken:
        return "yes, exactly"
    return "no" if len(broken) == len(rows) else f"not at nM = {balance.runs(broken)}"


def _decimals(rings):
    def of_variant(key):
        return lambda trials: rings.get(key, {}).get(trials, {}).get("total variation")

    def decimal(key):
        return lambda trials: _decimal(of_variant(key)(trials))

    def unshuffled(show):
        def shown(trials):
            record = of_variant(("No", "Yes"))(trials)
            return numbers.MISSING if record is None else show(record)
        return shown

    def shift(record):
        value = record.number("observable_shift", 0.0)
        return Cell(numbers.minus(f"{100 * value:+.4f} %"), raw=value)

    return Table("mpmc-table-1-exact", "Total variation distance from the uniform distribution",
                 [right("nM", int)] + [right(WORDS[key], decimal(key)) for key in VARIANTS]
                 + [right("States", unshuffled(
                     lambda r: f"{r.number('recurrent_states', 0):.0f}")),
                    right("Contacts shift", unshuffled(shift)),
                    right("Configurations to see that", unshuffled(
                        lambda r: numbers.power(r.number("independent_configurations"))))],
                 note="Rounded from the fractions below. The last three columns are those of "
                 "particles not shuffled: states visited again and again with their list order, "
                 "relative shift of the mean number of contacts, and how many independent "
                 "configurations show it at five standard errors.",
                 rows=sorted({n for by_trials in rings.values() for n in by_trials}))


def _decimal(record):
    if record is None:
        return not_run()
    exact = balance.fraction(record)
    if exact is None:
        return Cell(numbers.plus_minus(record.value, record.half_width), raw=record.value, record=record)
    return Cell(balance.digits(exact, 12), raw=balance.digits(exact, 30).replace(" × 10", "e")
                .translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")),
                kind="quiet" if exact == 0 else "ours", record=record)


def _fractions(rings):
    rows = [(WORDS[key], record.param("nM"), balance.fraction(record), record)
            for key in VARIANTS
            if key[0] == "No"  # zero is shown above
            for record in _of(rings, key, "total variation")]
    return Table("mpmc-table-1-fractions", "The same as fractions",
                 [text("Variant", lambda row: row[0]), right("nM", lambda row: row[1]),
                  text("Fraction", lambda row: Cell(balance.short_fraction(row[2]),
                                                    raw=str(row[2]))),
                  right("Decimal", lambda row: balance.digits(row[2], 20))],
                 note="The CSV file has all digits of both numbers.",
                 rows=[row for row in rows if row[2] is not None])


def _distances(rings):
    panel = Panel("mpmc-table-1-exact-distance", "Total variation against trials per cell",
                  (4.5, 3.1))
    axes = panel.axes
    values = {key: [(int(r.param("nM")), r.value) for r in _of(rings, key, "total variation")]
              for key in VARIANTS}
    positive = [y for points in values.values() for _, y in points if y > 0]
    zero = 10.0 ** -5 if not positive else min(positive) / 8
    axes.axhline(zero, color=COLOUR["line"], linewidth=0.8)
    for key, points in values.items():
        colour, marker, _ = LOOKS[key]
        offset = 0.12 if key == ("Yes", "No") else (-0.12 if key == ("Yes", "Yes") else 0)
        axes.plot([x + (offset if y == 0 else 0) for x, y in points],
                  [y if y > 0 else zero for _, y in points], marker=marker,
                  color=COLOUR[colour], label=WORDS[key], clip_on=False, zorder=3,
                  linestyle="-" if any(y > 0 for _, y in points) else "none",
                  **_marker(key))
    logarithmic(axes.yaxis)
    lowest = 10.0 ** -4 if not positive else min(positive)
    ticks = [10.0 ** e for e in range(-12, 1) if lowest / 2 <= 10.0 ** e <= max(positive + [0.02])]
    axes.set_yticks([zero] + ticks)
    axes.yaxis.set_major_formatter(
        lambda y, _: "0" if y < lowest / 4 else f"10{str(_exponent(y)).translate(numbers.SUPERSCRIPTS)}")
    axes.set_ylim(zero / 1.6, 2 * max(positive + [0.01]))
    _trials_axis(panel, "(a) distance from the right distribution")
    return panel


def _marker(key):
    """Open markers are larger, so that a filled one in the same place is seen inside."""
    colour, _, filled = LOOKS[key]
    if filled:
        return {"markersize": 4, "linewidth": 1.4}
    return {"markersize": 7.5 if key[0] == "No" else 5, "markerfacecolor": "none",
            "markeredgecolor": COLOUR[colour], "linewidth": 0.8}


def _exponent(value):
    return round(math.log10(value))


def _contacts(rings):
    panel = Panel("mpmc-table-1-exact-contacts", "Shift of the contacts against trials per cell",
                  (4.5, 3.1))
    axes = panel.axes
    axes.axhline(0, color=COLOUR["soft"], linewidth=0.8)
    for key in VARIANTS:
        colour, marker, _ = LOOKS[key]
        points = [(int(r.param("nM")), 100 * r.number("observable_shift", 0.0))
                  for r in _of(rings, key, "total variation")]
        offset = {("Yes", "No"): 0.12, ("Yes", "Yes"): -0.12}.get(key, 0)
        axes.plot([x + offset for x, _ in points], [y for _, y in points], marker=marker,
                  color=COLOUR[colour], label=WORDS[key], zorder=3,
                  linestyle="none" if key[0] == "Yes" else "-", **_marker(key))
    axes.yaxis.set_major_formatter(lambda y, _: numbers.minus(f"{y:+.1f} %") if y else "0")
    _trials_axis(panel, "(b) shift of the number of contacts")
    return panel


def _trials_axis(panel, title):
    axes = panel.axes
    axes.set_title(title, loc="left")
    axes.set_xlabel("trial moves per cell and sub-sweep, nM")
    axes.set_xticks(range(1, 9))
    axes.grid(axis="x", visible=False)
    legend_below(axes, columns=2)
