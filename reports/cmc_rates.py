"""Rates in a cluster that theory knows: how often stars collide, and how fast heavy ones give energy to light ones.

Reads   validation records of cmc/collision-rate and cmc/two-masses
Shows   both rates of each scheme beside the integrals over Plummer's model
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Table, not_run, right, text, verdict

COLLISIONS = "collisions of a cluster in a dynamical time"
EXCHANGE = "energy that heavy stars give to light ones, rate"
RATES = {COLLISIONS: "collisions in a dynamical time", EXCHANGE: "energy from heavy to light stars"}


def build(_context, records):
    lead = ("Stars of Plummer's model collide, and heavy ones give their energy to light ones, at rates that are "
            "integrals over its density and its velocities. Neither is a parameter of Hénon's method.")
    return Artifact(lead, [_table(records)])


def _table(records):
    rows = [r for r in records if r.metric in RATES]
    table = Table("cmc-rates", "Rates beside theory",
                  [text("Rate", lambda r: RATES[r.metric]), right("Stars", lambda r: numbers.whole(r.param("stars"))),
                   right("Clusters", lambda r: numbers.whole(r.param("clusters"))), columns.SCHEME,
                   columns.ours("Here"), columns.EXPECTED, columns.Z, columns.SEES, columns.VERDICT],
                  note="The method takes a density from the shell of 20 stars around a star. On average this is 20/19 of "
                       "the true one, which the expected values contain.",
                  rows=sorted(rows, key=lambda r: (r.metric, r.scheme)))
    for metric, rate in RATES.items():
        if not any(r.metric == metric for r in rows):
            table.line({"Rate": rate, "Scheme": numbers.MISSING, "Here": not_run(), "Verdict": verdict("not run")})
    return table
