"""Programs of others on the same work: how many times as fast ours is, where the results of both agree.

Reads   records of `touchstone bench --peers`: params work, unit, peer, pairs; facts version, seconds_ours,
        seconds_theirs, faster, and those of the comparison of results
Shows   a row for each work and peer: its times, the ratio with its interval, and how far results differ.
        Where they do not agree, or no peer was there, the reason stands in place of the ratio
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Cell, Table, allowed, right, text


def build(_context, records):
    lead = ("Both programs did the same work turn by turn, in pairs whose order was drawn, on the same machine. Then their "
            "results were compared: there is no ratio where they do not agree.")
    rows = sorted(records, key=lambda r: (str(r.param("work")), str(r.param("peer")), r.klass, r.threads))
    return Artifact(lead, [Table("suite-peers", "Ours beside programs of others", [
        text("Work", "params.work"), text("Times as fast", _ratio), text("Beside", _peer), right("Ours, s", _seconds("seconds_ours")),
        right("Theirs, s", _seconds("seconds_theirs")), text("Ours", "scheme"), text("Unit", "params.unit"), columns.CLASS,
        right("Threads", "threads"), right("Faster in", _faster), right("Results differ by", _difference),
        right("May differ by", allowed), columns.VERDICT], rows=rows,
        note="Medians of the pairs; the ratio is their time over ours, with the 95 % interval of the median (order "
             "statistics). How both do each work: docs/peers.md.")])


def _peer(record):
    return record.fact("version") or record.param("peer")


def _seconds(name):
    """A median time; nothing where there is no ratio, which could be read off it."""
    return lambda r: Cell(numbers.power(r.fact(name), 3), raw=r.fact(name)) if numbers.known(r.value) else numbers.MISSING


def _ratio(record):
    if not numbers.known(record.value):
        return record.note
    shown = numbers.significant(record.value)
    if record.low is None:
        return Cell(f"{shown}, too few pairs", raw=record.value)
    return Cell(f"{shown} [{numbers.significant(record.low)}, {numbers.significant(record.high)}]", raw=record.value)


def _faster(record):
    return f"{record.fact('faster')} of {record.param('pairs')}" if numbers.known(record.value) else numbers.MISSING


def _difference(record):
    return numbers.power(record.fact("difference"))
