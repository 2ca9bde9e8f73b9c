"""Constraint graphs: arrows by order of pruning, out-degrees, what holds along a leg, and one graph
drawn (paper Figure 6a and b).

Reads   validation records of ecmc/graph-*; validation/data/ecmc_graphs.csv
"""

import math

from matplotlib.patches import Circle

from common import columns, numbers
from common.artifact import Artifact
from common.errors import ReportError
from common.figures import COLOUR, Figure, Panel
from common.selection import group_by
from common.tables import Cell, Table, not_run, published, right, text

ARROWS = "arrows of a constraint graph"
DEGREES = "disks of an out-degree"
DRAWN = "crossings of drawn arrows"
JUDGED = ("arrows in which the minimal graph and unlimited pruning differ", "crossings of arrows",
          "arrows of the minimal graph that change along a leg", "liftings that are not arrows")
ORDERS = (0, 1, 2, 3, 4, "all")
DATA = "ecmc_graphs.csv"
COLUMNS = ("quantity", "order", "symmetrised", "sweeps", "value", "disks", "where")
YES_OR_NO = {False: "no", True: "yes"}
EARLIER = "earlier measurement"  # who measured the numbers of the data file


def build(context, records):
    lead = ("Which disk can stop which does not change between two changes of direction. G3 keeps "
            "the nearest disk ahead in each of three lanes; pruning takes away what other arrows "
            "imply. The minimal graph is worked out at once, from shortest paths, and is what the "
            "published pruning ends at.")
    known = context.data.rows(DATA, COLUMNS)
    figures = [_picture(r) for r in records if r.metric == DRAWN]
    return Artifact(lead, [_orders(records, known), _degrees(records, known), _facts(records)],
                    figures)


def _system(record):
    return f"N = {numbers.count(record.disks)}, {record.param('aspect', '–')}"


def _of_system(records, metric):
    """[(system, records)], small systems first."""
    chosen = sorted((r for r in records if r.metric == metric), key=lambda r: r.disks)
    return group_by(chosen, _system)


def _orders(records, known):
    def of_order(order):
        return lambda line: line["show"](line["found"].get(str(order)))

    lines = []
    for system, rows in _of_system(records, ARROWS):
        for symmetrised in (False, True):
            lines.append({"system": system, "symmetrised": symmetrised, "show": _ratio,
                          "found": {str(r.param("order")): r for r in rows
                                    if bool(r.param("symmetrised")) == symmetrised}})
    for symmetrised in (False, True):
        lines.append({"system": f"N = {numbers.count(65536)}, {EARLIER}",
                      "symmetrised": symmetrised, "show": _published_ratio,
                      "found": {row["order"]: row for row in known if row["quantity"] == "arrows"
                                and row["symmetrised"] == YES_OR_NO[symmetrised]}})
    table = Table("ecmc-graph-orders", "Arrows for each disk, by order of pruning",
                  [text("System", "system"), text("Symmetrised", "symmetrised", YES_OR_NO.get),
                   *(right(str(order), of_order(order), group="order") for order in ORDERS)],
                  note="Arrows divided by disks; that of the earlier measurement is another one, "
                       "so that its numbers can be compared and not tested. Order 0 is G3.")
    if len(lines) == 2:
        table.line({"System": "not run here", "Symmetrised": ""}, blank=not_run())
    table.extend(lines, "system")
    return table


def _ratio(record):
    if record is None:
        return numbers.MISSING
    return Cell(f"{record.value / record.disks:.4f}", raw=record.value / record.disks,
                kind="recorded" if record.recorded else "ours", note=record.note or "")


def _published_ratio(row):
    if row is None:
        return numbers.MISSING
    ratio = row.number("value") / row.number("disks")
    return published(f"{ratio:.4f}", raw=ratio, note=f"{row['value']} arrows; {row['where']}")


def _degrees(records, known):
    def of_degree(k):
        return lambda line: line["show"](line["count"].get(k))

    lines = [{"system": system, "graph": graph, "show": _share,
              "count": {r.param("degree"): r for r in of_graph}}
             for system, rows in _of_system(records, DEGREES)
             for graph, of_graph in group_by(rows, lambda r: r.param("graph"))]
    earlier = {row["quantity"]: row for row in known if row["quantity"].startswith("disks of out")}
    table = Table("ecmc-graph-degrees", "Disks by number of arrows from them",
                  [text("System", "system"), text("Graph", "graph"),
                   *(right(str(k), of_degree(k), group="out-degree") for k in range(4))])
    if not lines:
        table.line({"System": "not run here", "Graph": ""}, blank=not_run())
    lines.append({"system": f"N = {numbers.count(65536)}, {EARLIER}", "graph": "order 4",
                  "show": _published_share,
                  "count": {k: earlier.get(f"disks of out-degree {k}") for k in range(4)}})
    table.extend(lines, "system")
    return table


def _share(record):
    if record is None:
        return numbers.MISSING
    return Cell(f"{100 * record.value / record.disks:.1f} %", raw=record.value,
                kind="recorded" if record.recorded else "ours")


def _published_share(row):
    if row is None:
        return numbers.MISSING
    share = 100 * row.number("value") / row.number("disks")
    return published(f"{share:.1f} %", raw=row.number("value"), note=row["where"])


FACTS = (
    text("System", lambda r: _system(r)), text("Graph", lambda r: r.param("graph", "minimal")),
    text("Quantity", lambda r: r.metric + ", symmetrised" * bool(r.param("symmetrised"))),
    right("Found", lambda r: Cell(numbers.count(r.value) if math.isfinite(r.value) else "nan",
                                  raw=r.value, note=r.note)),
    right("Expected", lambda r: "more than 0" if r.expected is None else f"{r.expected[0]:g}"),
    columns.VERDICT)


def _facts(records):
    return Table("ecmc-graph-facts", "What has to hold, counted", FACTS, first=_system,
                 rows=sorted((r for r in records if r.metric in JUDGED),
                             key=lambda r: (r.disks, JUDGED.index(r.metric))))


def _picture(record):
    side, centres = record.number("side"), record.param("centres", [])
    if not side or not centres:
        raise ReportError(record.where, "drawn graph", "parameters 'side' and 'centres'", "none")
    g3, minimal = record.param("lanes", []), record.param("minimal", [])
    implied = [arrow for arrow in g3 if arrow not in minimal]
    panels = [_drawing("a", "G3", record, g3, implied),
              _drawing("b", "the minimal graph", record, minimal, [])]
    return Figure(f"Constraint graphs of {len(centres)} disks at packing fraction "
                  f"{record.number('packing_fraction'):g}, for motion to the right, as in the "
                  "paper's Figure 6. Grey: arrows of G3 that others imply; black: those that "
                  "remain. Arrows through the boundary are drawn at both sides. G3 crosses itself, "
                  "the minimal graph does not.", panels)


def _drawing(letter, name, record, arrows, implied):
    side, centres = record.number("side"), record.param("centres")
    panel = Panel(f"ecmc-figure-6{letter}", f"{name} of {len(centres)} disks", (3.5, 3.5))
    axes = panel.axes
    for x, y in centres:
        for dx in _images(x, side):
            for dy in _images(y, side):
                axes.add_patch(_circle(x + dx, y + dy))
    for grey in (True, False):
        for start, end in arrows:
            if ([start, end] in implied) == grey:
                _draw_arrow(axes, centres[start], centres[end], side, grey)
    axes.set(xlim=(0, side), ylim=(0, side), aspect="equal", xticks=[], yticks=[])
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color=COLOUR["soft"])
    axes.set_title(f"({letter}) {name}, {len(arrows)} arrows", loc="left", fontsize=8.5)
    return panel


def _images(coordinate, side):
    """Shifts by which a disk of diameter 1 is seen in the box."""
    return [0] + ([side] if coordinate < 0.5 else []) + ([-side] if coordinate > side - 0.5 else [])


def _circle(x, y):
    return Circle((x, y), 0.5, facecolor=COLOUR["pale"], edgecolor=COLOUR["line"], linewidth=0.6,
                  zorder=1)


def _draw_arrow(axes, start, end, side, grey):
    along = (end[0] - start[0]) % side
    across = (end[1] - start[1] + side / 2) % side - side / 2
    style = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "mutation_scale": 6,
             "linewidth": 0.7 if grey else 0.9, "color": COLOUR["soft" if grey else "ink"]}
    for dx in (0, -side):
        for dy in (0, -side, side):
            x, y = start[0] + dx, start[1] + dy
            if x + along < 0 or max(y, y + across) < 0 or min(y, y + across) > side:
                continue
            axes.annotate("", (x + along, y + across), (x, y), zorder=2 if grey else 3,
                          annotation_clip=False, arrowprops=style,
                          clip_on=True).arrow_patch.set_clip_path(axes.patch)
