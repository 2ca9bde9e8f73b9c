"""Small anchors: the pressure of 72 and 870 disks beside published event-chain values.

Reads   validation records, metric pressure; hard_disk_eos.csv, N = 72 and 870
Shows   every measured anchor, and the packings of the reference list that were not run here; as
        a figure, the deviation from the value compared with
"""

from common import numbers
from common.artifact import Artifact, dimension, scheme_label, short_scheme, short_source
from common.figures import COLOUR, Figure, Panel
from common.selection import group_by
from common.tables import Cell, Column, Table, estimate, expected, not_run, published, verdict

# The packings listed for these sizes; others appear when a record measures them.
PACKINGS = (0.65, 0.67, 0.698, 0.708, 0.718)
SIZES = ("72", "870")


def build(context, records):
    rows = sorted(records, key=lambda r: (r.disks, aspect(r), packing(r),
                                          r.scheme, r.threads, r.metric))
    known = [r for r in rows if not against_oracle(r)]
    tables = [_table(known, _absent(context, known)), _oracle(r for r in rows if against_oracle(r))]
    lead = ("Pressure P* = βPd² of small systems at fixed box shape, by the static rift estimator. "
            "The shape of the box matters, so it is stored with each value. Published errors are "
            "inflated by 1.5, because independent published values scatter that much more than "
            "they say. Agreement is required with the published value and, from independent random "
            "numbers, with this project's own serial oracle.")
    return Artifact(lead, tables, figures(rows, "mpmc-anchors"))


def against_oracle(record):
    """A difference from this project's own serial scheme, instead of a pressure."""
    return record.metric.startswith("pressure minus")


def aspect(record):
    return dimension(str(record.param("aspect", "(1 : 1)")))


def packing(record):
    return record.number("packing_fraction", 0)


def _table(rows, absent):
    table = Table("mpmc-anchors", "Small anchors",
                  [Column("N, box"), Column("φ", "r"), Column("Scheme"),
                   Column("P* ours, ± 95 %", "r"), Column("P* compared with", "r"),
                   Column("Difference", "r"), Column("z", "r"),
                   Column("Verdict"), Column("Compared with"), Column("Class"),
                   Column("n_eff", "r"), Column("low", csv_only=True),
                   Column("high", csv_only=True)])
    lines = [(r.disks, aspect(r), packing(r), r) for r in rows]
    lines += [(int(r["N"]), dimension(r["aspect"]), r.number("eta"), r) for r in absent]
    previous = None
    for disks, box, eta, row in sorted(lines, key=lambda line: line[:3]):
        first = "first" if (disks, box) != previous else ""
        previous = (disks, box)
        name = f"{disks} {box}"
        if row in absent:
            table.add(name, f"{eta:.3f}", not_run(), not_run(),
                      published(numbers.with_uncertainty(row.number("Pstar"), row.number("err"), 2),
                                raw=row["Pstar"], note=row["err_kind"]),
                      *[numbers.MISSING] * 2, verdict("not run"), short_source(row["source"]),
                      "", "", "", "", kind=first)
            continue
        gap = row.value - row.expected[0] if row.expected else None
        table.add(name, f"{eta:.3f}", scheme_label(row), estimate(row), expected(row),
                  _signed(gap), Cell(numbers.z_value(row.z), raw="" if row.z is None else row.z),
                  verdict(row.verdict), short_source(row.expected[2]) if row.expected else "",
                  row.klass, numbers.power(row.n_eff, 2), _raw(row.low), _raw(row.high), kind=first)
    return table


def _oracle(rows):
    table = Table("mpmc-anchors-oracle", "The same anchors against the serial oracle",
                  [Column("N, box"), Column("φ", "r"), Column("Scheme"),
                   Column("P* − P* of the oracle, ± 95 %", "r"), Column("z", "r"),
                   Column("Verdict"), Column("Oracle"), Column("Class"), Column("Seconds", "r"),
                   Column("low", csv_only=True), Column("high", csv_only=True)])
    previous = None
    for r in rows:
        box = f"{r.disks} {aspect(r)}"
        table.add(box, f"{packing(r):.3f}", scheme_label(r), estimate(r),
                  Cell(numbers.z_value(r.z), raw="" if r.z is None else r.z), verdict(r.verdict),
                  short_scheme(str(r.param("oracle", "–"))), r.klass,
                  numbers.significant(r.seconds, 2), _raw(r.low), _raw(r.high),
                  kind="first" if box != previous else "")
        previous = box
    return table


def _raw(number):
    return "" if number is None else number


def _signed(gap):
    if gap is None:
        return numbers.MISSING
    return Cell("NaN" if gap != gap else numbers.minus(f"{gap:+.5f}"), raw=gap)


def _absent(context, records):
    """Published anchors of the list that no record repeats."""
    done = {(str(r.disks), aspect(r), round(packing(r), 6)) for r in records}
    return [row for row in context.data.equation_of_state()
            if row["N"] in SIZES and row["method"] == "ECMC" and row["source"].startswith("Li")
            and any(row.is_(eta=eta) for eta in PACKINGS)
            and (row["N"], dimension(row["aspect"]), round(row.number("eta"), 6)) not in done]


def figures(rows, name):
    """A panel for each size and box: deviations from what each record was compared with."""
    judged = [r for r in rows if r.expected and r.value == r.value and r.half_width is not None]
    if not judged:
        return []
    reach = 1.1 * max(abs(r.value - r.expected[0]) + r.half_width for r in judged)
    panels = [_panel(name, system, group, reach) for system, group in
              group_by(judged, lambda r: (r.disks, aspect(r)))]
    return [Figure("Deviation of the pressure, with bars of 95 %: filled from the published value, "
                   "open from this project's own other method. Band: the published value, two "
                   "standard errors after inflation. Red: fails.", panels)]


def _panel(name, system, rows, reach):
    disks, box = system
    slug = "".join(sign for sign in box if sign.isalnum())
    lines = group_by(rows, lambda r: (packing(r), scheme_label(r)))
    panel = Panel(f"{name}-{disks}-{slug}", f"Deviation of the pressure, {disks} disks {box}",
                  (2.5, 0.95 + 0.22 * len(lines)))
    axes, previous, labels = panel.axes, None, []
    for place, ((eta, scheme), records) in zip(range(len(lines), 0, -1), lines):
        for record in records:
            _mark(axes, place, record)
        labels.append((f"φ {eta:.3f}  " if eta != previous else "") + scheme)
        previous = eta
    axes.axvline(0, color=COLOUR["accent"], linewidth=1, zorder=2)
    axes.set_yticks(range(len(lines), 0, -1), labels, fontsize=7.2)
    axes.set_ylim(0.4, len(lines) + 0.6)
    axes.set_xlim(-reach, reach)
    axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel("ΔP*")
    axes.set_title(f"N = {disks} {box}", loc="left")
    axes.grid(axis="y", visible=False)
    return panel


def _mark(axes, place, record):
    value, uncertainty, _ = record.expected
    own = against_oracle(record)
    if not own:
        axes.fill_betweenx([place - 0.5, place + 0.5], -2 * uncertainty, 2 * uncertainty,
                           color=COLOUR["pale"], linewidth=0, zorder=1)
    colour = COLOUR["red"] if record.verdict == "fail" else COLOUR["soft" if own else "ink"]
    axes.errorbar(record.value - value, place - (0.22 if own else 0), xerr=record.half_width,
                  fmt="o", zorder=3, markersize=3.5 if own else 4.5, color=colour,
                  elinewidth=0.9 if own else 1.4,
                  markerfacecolor=COLOUR["ground"] if own else colour)
