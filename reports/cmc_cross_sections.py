"""Cross sections of binaries for single stars: how often they are ionised, and how often a star takes another's place.

Reads   validation records of cmc/cross-sections
Shows   cross sections over speed, beside the limit of high speeds and the serial reference
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Table, not_run, published, right, text, verdict

KINDS = {"cross section for exchange": "exchange", "cross section for ionisation": "ionisation"}
# As models/cmc/scattering/meeting.hpp derives it.
LIMIT = 40 / 9
SOURCE = "P. Hut, Astrophys. J. 268, 342 (1983)"


def build(_context, records):
    lead = ("A single star meets a binary: three stars of one mass, the binary circular. Speeds are in units of the "
            "critical speed, above which the single star can part all three; cross sections in units of π a², with a "
            "the distance of the binary's stars.")
    return Artifact(lead, [_table(records)])


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
