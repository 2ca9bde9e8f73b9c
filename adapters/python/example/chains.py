#!/usr/bin/env python3
"""Legs of event chains of hard disks, all pairs: correct and slow. Put your own algorithm in its place."""

import itertools, math
from touchstone_verify import Chains, serve


class EventChains(Chains):
    # self.width, self.height, self.active, self.direction, self.length, self.threads and self.centres are set. Disks may
    # touch, and overlap by rounding.
    def advance(self, legs):
        left, a, sides = legs * self.length, "xy".index(self.direction), (self.width, self.height)
        while left > 0:
            hits = [(left, None, None)]  # the way, who moves, who is met
            for i, j in itertools.product(self.active, set(range(len(self.centres))) - set(self.active)):
                d = [q - p for p, q in zip(self.centres[i], self.centres[j])]
                if abs(offset := math.remainder(d[1 - a], sides[1 - a])) < 1:
                    hits.append((max(d[a] % sides[a] - math.sqrt(1 - offset * offset), 0), i, j))
            way, i, j = min(hits, key=lambda hit: hit[0])
            for k in self.active:
                self.centres[k][a] = (self.centres[k][a] + way) % sides[a] % sides[a]
            self.active = [j if k == i else k for k in self.active]
            left, self.liftings = left - way, self.liftings + (j is not None)


serve(EventChains)
