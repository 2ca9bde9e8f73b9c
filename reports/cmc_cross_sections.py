"""Cross sections of binaries for single stars: how often they are ionised, and how often a star takes another's place.

Reads   validation records of cmc/cross-sections; benchmark records "meetings per second"
Shows   cross sections over speed, beside the limit of high speeds and the serial reference; how fast meetings of
        binaries with single stars and with each other are followed
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Cell, Table, not_run, published, right, text, verdict

KINDS = {"cross section for exchange": "exchange", "cross section for ionisation": "ionisation"}
RATE = "meetings per second"
# As models/cmc/scattering/meeting.hpp derives it.
LIMIT = 40 / 9
SOURCE = "P. Hut, Astrophys. J. 268, 342 (1983)"


def build(_context, records):
    lead = ("A single star meets a binary: three stars of one mass, the binary circular. Speeds are in units of the "
            "critical speed, above which the single star can part all three; cross sections in units of π a², with a "
            "the distance of the binary's stars.")
    return Artifact(lead, [_table(records), _rates(records)])


def _stars(record):
    return int(record.param("stars") or 3)


def _rate(record):
    return Cell(numbers.significant(record.value, 3), raw=record.value, kind="recorded" if record.recorded else "ours")


def _rates(records):
    rows = [r for r in records if r.metric == RATE and r.verdict != "fail"]
    table = Table("cmc-meeting-rates", "Meetings in a second",
                  [text("Binaries meet", lambda r: "binaries" if _stars(r) == 4 else "single stars"), columns.SCHEME,
                   right("Meetings", lambda r: numbers.whole(r.param("meetings"))), right("In a second", _rate)],
                  note="All stars have one mass, binaries are circular and of one size, and meet at twice the critical "
                       "speed. Where two binaries meet, a few long meetings take most of the time.",
                  rows=sorted(rows, key=lambda r: (_stars(r), r.scheme, r.param("meetings"), r.threads)))
    if not rows:
        table.line({"Binaries meet": "single stars", "Scheme": numbers.MISSING, "In a second": not_run()})
    return table


def _speed(record):
    speed = record.number("speed")
    return "to infinity, × speed²" if speed is None else numbers.plain(speed, 3)


def _order(record):
    return (KINDS[record.metric], record.number("speed", 1e9), record.scheme)


def _table(records):
    table = Table("cmc-cross-sections", "Ionisation and exchange",
                  [text("Kind", lambda r: KINDS[r.metric]), right("Speed", _speed), columns.SCHEME,
                   right("Meetings", lambda r: numbers.whole(r.param("meetings"))),
                   columns.ours("Here"), columns.EXPECTED, columns.Z, columns.SEES, columns.VERDICT],
                  note="In the limit of high speeds a binary is ionised by a kick of one of its stars. This limit is "
                       "extrapolated from 16 and 32 critical speeds. Elsewhere the expected value is that of the serial "
                       "reference, with other meetings.",
                  rows=sorted((r for r in records if r.metric in KINDS), key=_order))
    if not any(r.metric in KINDS for r in records):
        table.line({"Kind": "ionisation", "Speed": "to infinity, × speed²", "Scheme": numbers.MISSING,
                    "Here": not_run(), "Expected": published(numbers.plain(LIMIT, 4), raw=LIMIT, note=SOURCE),
                    "Verdict": verdict("not run")})
    return table
