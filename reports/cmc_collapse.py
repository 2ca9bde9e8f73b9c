"""Core collapse of star clusters: Henon's Monte Carlo beside other programs (paper Figures 3 to 5).

Reads   validation records of cmc/collapse; validation/data/cmc_collapse.csv and
        cmc_fokker_planck.csv
Shows   when the core is ten, a hundred, a thousand times as dense as at the start, how core density
        and radius go together, what energy and mass are lost; core density and Lagrangian radii of
        one cluster over time
"""

from cmc_collapse_figures import RADII, curves, figures, time_metric
from common import columns, numbers
from common.artifact import Artifact
from common.tables import Cell, Column, Table, expected, not_run, published, right, \
    text, verdict

DENSITIES = (10, 100, 1000)
SLOPE = "slope of core density and radius, {} to {} times"
SLOPE_BANDS = ((3, 10), (10, 100), (100, 1000))
COLLAPSE = "time of core collapse, extrapolated, in t_rh"
ENERGY = "energy error of a collapse, relative"
MASS = "stars lost in a collapse, share"
DATA = "cmc_collapse.csv"
COLUMNS = ("source", "method", "stars", "quantity", "value", "uncertainty", "doi", "where")
COLLAPSE_TIMES = "collapse_time"


def build(context, records):
    lead = ("A cluster of single stars of equal mass starts as Plummer's model and relaxes: its core "
            "becomes denser and denser, until it collapses. Times are in half-mass relaxation times "
            "of the start (equation 20), densities are those of equation 19 over the start.")
    known = context.data.rows(DATA, COLUMNS)
    return Artifact(lead, [_times(records, known), _radii_table(context, records),
                           _losses(records), _processes(), _literature(known)],
                    figures(context, records))


STARS = right("Stars", lambda r: numbers.whole(r.number("stars", 0)))
ABSENT = {"Scheme": numbers.MISSING, "Here": not_run(), "Verdict": verdict("not run")}


def _times(records, known):
    table = Table("cmc-collapse-times", "Times of core densities, and the slope of the collapse",
                  [columns.SCHEME, STARS,
                   right("Clusters", lambda r: numbers.whole(r.number("clusters", 0))),
                   text("Quantity", lambda r: wanted[r.metric][0]), columns.ours("Here"),
                   right("Expected", lambda r: _single_run(r)[0]),
                   right("Scatter of single runs here", lambda r: _single_run(r)[1]),
                   right("Isotropic Fokker-Planck", lambda r: wanted[r.metric][1]),
                   columns.VERDICT],
                  note="Means over clusters of different seeds, 95 % intervals. Slope: "
                       "d ln ρc / d ln rc between these multiples of the density at the start. "
                       "Collapse: where a self-similar collapse, fitted from 50 times the start "
                       "on, becomes singular. Expected: one run of another program with as many "
                       "stars, which came without an uncertainty: it is judged as one more of the "
                       "runs here, with their scatter. Nothing is judged where nobody has published "
                       "such a run. The isotropic limit is another model, which collapses earlier; a "
                       "verdict must tell it apart.")
    wanted = {time_metric(d): (f"t of {d} ×", _isotropic(known, f"time_x{d}"))
              for d in DENSITIES}
    wanted[COLLAPSE] = ("t of collapse", _isotropic(known, COLLAPSE_TIMES))
    wanted.update({SLOPE.format(*band): (
        "slope, {} to {} ×".format(*band), _isotropic(known, "slope_{}_to_{}".format(*band)))
        for band in SLOPE_BANDS})
    for metric, (label, limit) in wanted.items():
        chosen = sorted((r for r in records if r.metric == metric), key=_order)
        table.extend(chosen)
        if not chosen:
            table.line({**ABSENT, "Quantity": label, "Isotropic Fokker-Planck": limit})
    return table


def _isotropic(known, quantity):
    row = next((row for row in known if row["quantity"] == quantity
                and row["source"].startswith("isotropic")), None)
    return published(numbers.minus(row["value"]), raw=row.number("value"),
                     note=row["where"]) if row else ""


def _single_run(record):
    """Result of one run of another program, and the spread of such runs."""
    if record.expected is None:
        return "", ""
    value, scatter, source = record.expected
    return (published(numbers.plain(value, 4), raw=value, note=source),
            Cell(f"± {scatter:g}" if scatter else "", raw=scatter))


def _radii_table(context, records):
    table = Table("cmc-lagrangian", "Lagrangian radii when the core is ten times as dense",
                  [columns.SCHEME, STARS, right("Mass inside, %", lambda r: shares[r.metric]),
                   columns.ours("Here"),
                   right("Isotropic Fokker-Planck", lambda r: expected(r, 3)), columns.VERDICT],
                  note="In virial radii, at the same core density and not at the same time, as the "
                       "isotropic cluster gets there earlier. It is another model: shown, not "
                       "judged.")
    shares = {RADII.format(share): share for share in (1, 10, 50, 90)}
    for metric, share in shares.items():
        chosen = sorted((r for r in records if r.metric == metric), key=_order)
        table.extend(chosen)
        if not chosen:
            limit = curves(context)
            at = next(i for i, d in enumerate(limit["core_density"])
                      if d >= 10 * limit["core_density"][0])
            table.line({**ABSENT, "Mass inside, %": share,
                        "Isotropic Fokker-Planck": published(f"{limit[f'r{share}'][at]:.3g}")})
    return table


def _order(record):
    return (record.number("stars", 0), record.scheme, record.threads)


def _losses(records):
    def run(r):  # classes follow equal clusters to other densities
        return r.scheme, r.number("stars"), r.threads, r.klass, r.fields["seed"], r.recorded

    def lost(r):
        found = next((m for m in records if m.metric == MASS and run(m) == run(r)), None)
        return f"{100 * found.value:.2f}" if found else numbers.MISSING

    return Table("cmc-collapse-losses", "Energy error and stars lost at the end of a run",
                 [columns.SCHEME, STARS,
                  right("Energy error, worst", "value", lambda e: numbers.power(e, 2)),
                  Column("At most", "r", field=columns.ALLOWED.field),
                  right("Stars lost, %", lost), columns.VERDICT],
                 note="The worst of all steps and clusters. The paper states an energy error below "
                      "0.04 % for 10⁵ stars and more; it grows as 1/N. Stars lost were 3 % and "
                      "more in other programs' runs of 10⁴ stars, against the 1 % that the paper "
                      "states for its larger clusters.",
                 rows=sorted((r for r in records if r.metric == ENERGY), key=_order))


PROCESSES = (
    ("strong encounters of binaries", "of a binary with a single star or another binary, if a run has any; none form"),
    ("stellar evolution", "all stars lose mass by one table, if a run has one"),
    ("collisions", "of single stars, as sticky spheres, if a run asks for them; not of stars of binaries"))


def _processes():
    return Table("cmc-processes", "Processes of the paper that clusters here undergo in part or not",
                 [text("Process", lambda pair: pair[0]),
                  text("In this suite", lambda pair: pair[1]),
                  text("Verdict", lambda _: verdict("not claimed"))],
                 note="The paper's own runs to core collapse are without them too.",
                 rows=PROCESSES)


def _literature(known):
    return Table("cmc-collapse-paper", "Times of core collapse that the paper states",
                 [right("Stars", "stars", lambda n: numbers.whole(int(float(n)))),
                  right("t_cc / t_rh", "value", published), text("Where", "where")],
                 note="Not reproduced here in full: runs of these sizes are of classes A to C.",
                 rows=[row for row in known if row["quantity"] == COLLAPSE_TIMES
                       and row["source"].startswith("Pattabiraman")], folded=True)
