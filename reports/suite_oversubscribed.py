"""Machines that others use, too: what parallel schemes lose beside busy processes.

Reads   records of `touchstone bench --oversubscribed`: params entry, from, neighbours, turns, cores; facts
        alone and beside, rates per second
Shows   a row for each entry: its rates, and how many times less than its fair share of the machine it has
"""

from common import columns, numbers
from common.artifact import Artifact
from common.tables import Table, allowed, right, text


def build(_context, records):
    lead = ("A thread that waits for one without a processor waits for a time slice, milliseconds in place of "
            "microseconds. Each scheme is timed alone and beside busy processes, alternately. The loss is 1 for a "
            "scheme that has its fair share of the machine beside them.")
    rows = sorted(records, key=lambda r: (r.number("neighbours", 0), r.family, str(r.param("entry"))))
    return Artifact(lead, [Table("suite-oversubscribed", "Losses beside busy processes", [
        text("Entry", "params.entry"), right("Cores", "params.cores"), right("Neighbours", "params.neighbours"),
        text("Rate from", "params.from"), right("Alone, per second", "facts.alone", numbers.significant),
        right("Beside them", "facts.beside", numbers.significant), right("Loss", _loss),
        right("May lose", allowed), columns.VERDICT], rows=rows,
        note="Medians; the loss with its 95 % interval. A loss fails when all of its interval is above the limit.")])


def _loss(record):
    loss = numbers.significant(record.value, 2)
    if record.low is None:
        return f"{loss}, too few turns"
    return f"{loss} [{numbers.significant(record.low, 2)}, {numbers.significant(record.high, 2)}]"
