"""Event chains: what each memory order, the compare-and-swap and local times cost.

Reads   benchmark records "liftings per second" of the same run
"""

from common import liftings, numbers
from common.artifact import Artifact
from common.tables import Cell, Table, not_run, right, text

TAGS = "ecmc/tag-chains"
WORDS = "ecmc/word-chains"
SERIAL = "ecmc/interleaved-chains"
ORDERED = "ecmc/ordered-chains"
BASE = TAGS + "-relaxed"  # the least that a compiler and a processor can be asked for
# scheme, what is ordered; the first of section 3.2 that is right in the C++ memory model is TAGS
ORDERS = ((BASE, "everything relaxed"), (TAGS + "-acquire-only", "tags acquire only"),
          (TAGS + "-release-only", "tags release only"),
          (TAGS + "-paper", "tags acquire and release, as published"),
          (TAGS, "positions acquire and release too"),
          (TAGS + "-sequential-tags", "tags sequentially consistent"),
          (TAGS + "-sequential", "everything sequentially consistent"))


def build(_context, records):
    lead = ("The paper compares memory orders of Algorithm 6 and finds sequential consistency "
            "slower; its number is lost. Here all variants are timed in the same run, from the "
            "same disks, in random order. Which of them are right is decided elsewhere, by the "
            "schedule explorer.")
    return Artifact(lead, [_orders(records), _costs(records)])


def _orders(records):
    places = sorted({(r.disks, r.threads) for r in liftings.rates(records)
                     if r.scheme.startswith(TAGS) and liftings.active(r) == liftings.PAPER_ACTIVE})
    def ratio(disks, threads):
        return lambda order: _ratio(*(liftings.one(
            records, scheme, disks, liftings.PAPER_ACTIVE, threads) for scheme in (BASE, order[0])))

    return Table("ecmc-memory-orders", "Time of a lifting over that of the relaxed variant",
                 [text("Scheme", lambda order: order[0].split("/")[1]),
                  text("Memory order", lambda order: order[1])]
                 + [right(_threads(threads), ratio(disks, threads),
                          group=f"N = {numbers.count(disks)}") for disks, threads in places]
                 + ([] if places else [right("", lambda _: not_run())]),
                 note=f"{liftings.PAPER_ACTIVE} active disks. In brackets: the worst and best "
                      "that the quartiles of both rates allow; an interval around 1 shows no "
                      "cost.", rows=ORDERS)


def _threads(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def _ratio(cheap, dear):
    """Time of `dear` over that of `cheap`."""
    found = liftings.ratio(cheap, dear)
    if found is None:
        return numbers.MISSING
    value, low, high = found
    return Cell(f"{value:.2f} [{low:.2f}, {high:.2f}]", raw=value, kind="ours")


def _costs(records):
    """Pairs that differ in one thing."""
    rows = []
    for disks in liftings.sizes(records):
        pairs = [("local times", SERIAL, liftings.SINGLE, 1)]
        for k in sorted({liftings.active(r) for r in liftings.rates(records)
                         if r.scheme == WORDS and r.disks == disks}):
            pairs += [("compare-and-swap", WORDS, SERIAL, k),
                      ("three variables for one word", TAGS, WORDS, k)]
        for k in sorted({liftings.active(r) for r in liftings.rates(records)
                         if r.scheme == ORDERED and r.disks == disks}):
            pairs.append(("the exact order of time", ORDERED, SERIAL, k))
        rows += [{"cost": name, "with": costly.split("/")[1], "without": cheap.split("/")[1],
                  "active": k, "disks": disks,
                  "ratio": _ratio(liftings.one(records, cheap, disks, k),
                                  liftings.one(records, costly, disks, k))}
                 for name, costly, cheap, k in sorted(pairs, key=lambda pair: (pair[0], pair[3]))]
    return Table("ecmc-costs", "What one thing costs: time with it over time without",
                 [text("Cost of", "cost"), text("With", "with"), text("Without", "without"),
                  right("Active", "active"), right("N", "disks", numbers.count),
                  right("Time ratio", "ratio")],
                 rows=[row for row in rows if row["ratio"] != numbers.MISSING])
