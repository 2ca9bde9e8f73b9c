"""Event chains held to a single clock: the authors' protocol, without its weak points.

Reads   validation records "wrong runs...", "runs with a horizon violation, fraction", "liftings
        before the first violation, fraction"; validation/data/ecmc_validation.csv
Shows   wrong runs of every scheme by number of active disks; how many runs meet a violation, and
        which part of their liftings the comparison sees
"""

import math

from common import numbers
from common.artifact import Artifact, short_scheme
from common.figures import Figure, Panel, legend_below, series
from common.records import VERDICTS
from common.selection import group_by
from common.tables import Cell, Table, not_run, published, right, text, verdict

WRONG, VIOLATED, SEEN = ("wrong runs", "runs with a horizon violation, fraction",
                         "liftings before the first violation, fraction")
DATA = "ecmc_validation.csv"
COLUMNS = ("quantity", "active", "value", "low", "high", "doi", "where")
ORDERS = ("ecmc/local-time-random", "ecmc/local-time-windowed")
LENGTHS = ("4 box lengths / k", "4 mean free paths", "1/2 mean free path")


def build(context, records):
    known = context.data.rows(DATA, COLUMNS)
    lead = ("From a random breakpoint on, each scheme must make the liftings of a single clock, to "
            "the last tick, up to the first horizon violation it reports; a leg without one must "
            "end in the same state. The published protocol takes times within 10⁻⁷ from one side "
            "and does not see that liftings are missing at the end; this one sees both. With many "
            "active disks legs of the paper's length are compared at their beginning only, so "
            "shorter ones are run too.")
    seen = [r for r in records if r.metric == SEEN and r.scheme in ORDERS]
    return Artifact(lead, [_wrong(records), _violated(records, known), _scope(records, known)],
                    [_figure(seen)] if seen else [])


def _wrong(records):
    rows = [r for r in records if r.metric.startswith(WRONG)]
    def of_active(k):
        return lambda group: _count([r for r in group if r.number("active") == k])

    def scheme(group):
        repaired = "" if group[0].metric == WRONG else ", repaired"
        return Cell(short_scheme(group[0].scheme) + repaired, raw=group[0].scheme)

    def setting(r):
        return r.scheme, r.metric, r.disks

    return Table("ecmc-validation", "Runs that differ from a single clock",
                 [text("Scheme", scheme), right("N", lambda group: numbers.count(group[0].disks)),
                  text("Threads", lambda group: ", ".join(
                      map(str, sorted({r.threads for r in group})))),
                  *(right(str(k), of_active(k), group="wrong runs, k =")
                    for k in sorted({int(r.number("active")) for r in rows})),
                  text("Verdict", lambda group: verdict(_worst(group)))],
                 note="Wrong runs of all runs, all lengths and numbers of threads together. "
                 "Repaired: violations are taken back and done in order of time, so that the "
                 "whole leg must agree.",
                 rows=[group for _, group in group_by(sorted(rows, key=setting), setting)])


def _count(records):
    if not records:
        return numbers.MISSING
    wrong = numbers.total(r.value for r in records)
    runs = int(sum(r.n_eff or 0 for r in records))
    return Cell(f"{numbers.whole(wrong)} of {numbers.count(runs)}", raw=wrong, note=records[0].note,
                verdict=None if wrong == 0 else "fail" if wrong > 0 else _worst(records))


def _worst(records):
    return max((r.verdict for r in records), key=VERDICTS.index)


def _violated(records, known):
    theirs = {int(row.number("active")): row for row in known
              if row["quantity"] == "runs with a horizon violation"}
    ours = {(r.disks, int(r.number("active")), r.param("length"), r.scheme, r.metric): r
            for r in records if r.metric in (VIOLATED, SEEN) and r.scheme in ORDERS}
    def seen(order, metric):
        def found(key):
            r = ours.get((*key, order, metric))
            if r is None or math.isnan(r.value):
                return not_run() if r is None else Cell(numbers.plain(r.value), raw=r.value, verdict=r.verdict, record=r)
            return Cell(f"{100 * r.value:.0f} %", raw=r.value, kind="ours", note=_interval(r), record=r)
        return found

    return Table("ecmc-validation-violations", "What a comparison sees",
                 [right("N", lambda key: numbers.count(key[0])), right("k", lambda key: key[1]),
                  text("Length of legs", lambda key: key[2])]
                 + [right(name, seen(order, metric), group=short_scheme(order))
                    for order in ORDERS for name, metric in (("runs with a violation", VIOLATED),
                                                             ("liftings compared", SEEN))]
                 + [right("Authors' program, runs with a violation", lambda key: _theirs(
                     theirs.get(min(key[1], 16)) if key[2] == LENGTHS[0] else None))],
                 note="Of the same legs, with two orders of the chains. The authors' program: N = "
                 "65 536, 2 and 4 threads, legs of 4 box lengths / k; measured "
                 "before this suite existed.",
                 rows=sorted({key[:3] for key in ours},
                             key=lambda key: (key[0], key[1], LENGTHS.index(key[2]))))


def _interval(record):
    if record.low is None or record.high is None:
        return ""
    return f"95 %: {100 * record.low:.0f} to {100 * record.high:.0f} %"


def _theirs(row):
    if row is None:
        return numbers.MISSING
    text = (f"{100 * row.number('value'):.0f} %" if row["value"] else
            f"{100 * row.number('low'):.0f} to {100 * row.number('high'):.0f} %")
    return published(text, raw=row["value"] or row["low"], note=row["where"])


def _scope(records, known):
    wrong = [r for r in records if r.metric == WRONG]
    here = {"disks": max((r.disks for r in wrong), default=None),
            "packing fraction": max((r.number("packing_fraction", 0) for r in wrong), default=None),
            "most active disks": max((int(r.number("active", 0)) for r in wrong), default=None),
            "most threads": max((r.threads for r in wrong), default=None),
            "runs of each setting": min((int(r.n_eff or 0) for r in wrong), default=None),
            "wrong runs": numbers.total(r.value for r in wrong) if wrong else None}
    return Table("ecmc-validation-scope", "How far runs were held to the single clock",
                 [text("What", "quantity"),
                  right("Here", lambda row: not_run() if here[row["quantity"]] is None
                        else Cell(numbers.plain(here[row["quantity"]]), raw=here[row["quantity"]])),
                  right("Paper and its program", lambda row: published(
                      row["value"] or f"over {row['low']}")),
                  text("Where", "where", kind="wrap")],
                 rows=[row for row in known if row["quantity"] in here])


def _figure(records):
    return Figure("Part of the liftings that lies before the first horizon violation, and so takes "
                  "part in the comparison, against the number of active disks. In random order "
                  "(Algorithm 4), and one mean free path at a time.",
                  [_panel(order, [r for r in records if r.scheme == order]) for order in ORDERS
                   if any(r.scheme == order for r in records)])


def _panel(order, records):
    panel = Panel("ecmc-validation-" + short_scheme(order),
                  f"Liftings compared against active disks, {short_scheme(order)}")
    axes = panel.axes
    groups = group_by(sorted(records, key=lambda r: (r.disks, LENGTHS.index(r.param("length")),
                                                     r.number("active"))),
                      lambda r: (r.disks, r.param("length")))
    for i, ((disks, length), rows) in enumerate(groups):
        colour, marker = series(i)
        axes.plot([r.number("active") for r in rows], [r.value for r in rows], color=colour,
                  marker=marker, label=f"{length}, N = {numbers.count(disks)}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted({r.number("active") for r in records}),
                    [f"{k:g}" for k in sorted({r.number("active") for r in records})])
    axes.minorticks_off()
    axes.set_ylim(0, 1.04)
    axes.set_xlabel("active disks k")
    axes.set_ylabel("fraction of liftings compared")
    legend_below(axes)
    return panel
