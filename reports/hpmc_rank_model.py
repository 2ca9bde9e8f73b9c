"""The speed of hard shapes on more ranks than cores: from measured work of each rank, its bytes and
messages, and beyond the ranks that were measured from geometry.

Source  Anderson, Irrgang, Glotzer 2016, section on domain decomposition: a rank sweeps what no slab
        of one largest diameter freezes
Used by hpmc_scaling.py
"""

import math

import numpy

from common.ranks import network_seconds, ranks_of

PASSENGER = 72  # bytes of a body on its way, optimized/hpmc/ranks/passenger.hpp
LEAST_ACTIVE = 0.05  # of the box: beyond, hardly anything moves


def modelled(record):
    """(sweeps, packing, messages), seconds of a step on cores of their own."""
    step = record.param("rank_step")
    return (step["most_sweep_seconds"], step["most_exchange_seconds"],
            network_seconds(step["most_messages"], step["most_bytes"]))


def rate(record):
    """Modelled trial moves per second of all ranks."""
    return ranks_of(record) * record.param("rank_step")["trials"] / sum(modelled(record))


def best_domains(side, diameter, dimensions, ranks):
    """The grid with the largest active share, and that share; None where slabs fill domains."""
    most = math.ceil(side / diameter) - 1
    best = None
    for x in range(1, min(ranks, most) + 1):
        if ranks % x:
            continue
        for y in range(1, min(ranks // x, most) + 1):
            z, left = divmod(ranks // x, y)
            if left or z > (most if dimensions == 3 else 1):
                continue
            share = math.prod(1 - n * diameter / side if n > 1 else 1 for n in (x, y, z))
            if best is None or share > best[1]:
                best = ((x, y, z), share)
    return best if best and best[1] > LEAST_ACTIVE else None


class Curve:
    """Speed of one system for any number of ranks: constants fitted to all that were measured."""

    def __init__(self, records):
        self.records = sorted(records, key=ranks_of)
        first = self.records[0]
        self.bodies = int(first.number("bodies"))
        self.side, self.diameter = first.number("side"), first.number("diameter")
        self.dimensions = int(first.number("dimensions"))
        self.sweeps = first.number("sweeps_per_step")
        steps = [r.param("rank_step") for r in self.records]
        # A trial move, and a body put into a tree; a body chosen and packed, and the step itself.
        self.trial, self.tree = _fitted(
            [(s["trials"], s["bodies"] + s["ghosts"], s["most_sweep_seconds"]) for s in steps])
        packing = [(s["bodies"] + s["ghosts"], 1, s["most_exchange_seconds"]) for s in steps]
        self.body, self.step = _fitted(packing[1:])
        self.alone = packing[0][2]  # bodies are shifted, nothing is packed

    def domains(self, ranks):
        return best_domains(self.side, self.diameter, self.dimensions, ranks)

    def parts(self, ranks):
        """(sweeps, packing, messages) of a step, and the trial moves of a rank."""
        counts, share = self.domains(ranks)
        own = self.bodies / ranks
        widths = [self.side / n for n in counts[:self.dimensions]]
        cut = [n > 1 for n in counts]
        halo = math.prod((w + (self.diameter if c else 0)) / w for w, c in zip(widths, cut)) - 1
        trials = self.sweeps * own * share
        ghosts = own * halo
        migrants = own * sum(self.diameter / 4 / w for w, c in zip(widths, cut) if c)
        neighbours = _neighbours(counts)
        return (self.trial * trials + self.tree * (own + ghosts),
                self.body * (own + ghosts) + self.step if ranks > 1 else self.alone,
                network_seconds(2 * neighbours, PASSENGER * (ghosts + migrants))), trials

    def rate(self, ranks):
        parts, trials = self.parts(ranks)
        return ranks * trials / sum(parts)

    def all_ranks(self):
        return [p for p in _ranks() if self.domains(p)]


def _fitted(points):
    """Two constants, not negative, of (first amount, second amount, seconds); points count alike."""
    work = numpy.array([(first / t, second / t) for first, second, t in points])
    found, *_ = numpy.linalg.lstsq(work, numpy.ones(len(work)), rcond=None)
    if min(found) > 0:
        return float(found[0]), float(found[1])
    return float(1 / work[:, 0].mean()), 0.0


def _neighbours(counts):
    """Ranks around one, around the periodic box."""
    return math.prod(min(n, 3) for n in counts) - 1


def _ranks():
    return sorted({2**k for k in range(11)} | {24, 48, 96, 192, 384, 768})
