"""Small anchors: the pressure of 72 and 870 disks beside published event-chain values.

Reads   validation records, metric pressure; hard_disk_eos.csv, N = 72 and 870
Shows   every measured anchor, and the packings of the reference list that were not run here; as
        a figure, the deviation from the value compared with
"""

from common import columns, numbers
from common.artifact import Artifact, dimension, scheme_label, short_scheme, short_source
from common.figures import COLOUR, Figure, Panel
from common.selection import group_by
from common.tables import Cell, Column, Table, expected, not_run, published, right, text, verdict


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


SYSTEM = (text("N, box", lambda r: f"{r.disks} {aspect(r)}"),
          right("φ", packing, "{:.3f}"), columns.SCHEME)


def _box(line):
    return line["N, box"] if isinstance(line, dict) else f"{line.disks} {aspect(line)}"


def _table(rows, absent):
    table = Table("mpmc-anchors", "Small anchors",
                  [*SYSTEM, columns.ours("P* ours, ± 95 %"),
                   Column("P* compared with", "r", field=expected),
                   right("Difference", _difference), columns.Z, columns.SEES, columns.VERDICT,
                   columns.source("Compared with"), columns.CLASS,
                   right("n_eff", "n_eff?", lambda n: numbers.power(n, 2), missing="–"),
                   columns.LOW, columns.HIGH])
    lines = [((r.disks, aspect(r), packing(r)), r) for r in rows]
    lines += [((int(r["N"]), dimension(r["aspect"]), r.number("eta")), _absent_line(r))
              for r in absent]
    previous = None
    for (*_, eta), row in sorted(lines, key=lambda line: line[0]):
        first = "first" if _box(row) != previous else ""
        previous = _box(row)
        if isinstance(row, dict):
            table.line({**row, "φ": f"{eta:.3f}"}, kind=first)
        else:
            table.add(*(column.cell(row) for column in table.columns), kind=first,
                      records=[row])
    return table


def _absent_line(row):
    return {"N, box": f"{int(row['N'])} {dimension(row['aspect'])}", "Scheme": not_run(),
            "P* ours, ± 95 %": not_run(), "Difference": numbers.MISSING, "z": numbers.MISSING,
            "P* compared with": published(
                numbers.with_uncertainty(row.number("Pstar"), row.number("err"), 2),
                raw=row["Pstar"], note=row["err_kind"]),
            "Verdict": verdict("not run"), "Compared with": short_source(row["source"])}


def _oracle(rows):
    return Table("mpmc-anchors-oracle", "The same anchors against the serial oracle",
                 [*SYSTEM, columns.ours("P* − P* of the oracle, ± 95 %"), columns.Z,
                  columns.VERDICT,
                  text("Oracle", lambda r: short_scheme(str(r.param("oracle", "–")))),
                  columns.CLASS,
                  right("Seconds", "seconds", lambda s: numbers.significant(s, 2)),
                  columns.LOW, columns.HIGH], rows=rows, first=_box)


def _difference(record):
    """From the value compared with."""
    if not record.expected:
        return numbers.MISSING
    gap = record.value - record.expected[0]
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
